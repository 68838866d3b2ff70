//! Kinds of asset.

use super::Provider;
use super::name_index;

/// What an asset is: one of a closed list. Order is the order of the list, in which names are
/// offered to callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssetType(u8);

/// What is known of a type besides its name.
struct Row {
    family: &'static str,
    providers: &'static [Provider],
    is_hierarchy: bool,
}

/// Declares the list: `NAME => family, [providers], is it a level of an organization;`.
macro_rules! asset_types {
    ($($name:ident => $family:literal, [$($provider:ident),*], $hierarchy:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the variants carry the names of the wire")]
        #[repr(u8)]
        enum Position { $($name),* }

        impl AssetType {
            $(
                #[doc = concat!("`", stringify!($name), "`, family ", $family, ".")]
                pub const $name: Self = Self(Position::$name as u8);
            )*

            /// Number of types.
            pub const COUNT: usize = Self::NAMES.len();

            /// Every type, in listing order.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            /// The names of [`Self::ALL`].
            pub const NAMES: [&'static str; Self::ALL.len()] = [$(stringify!($name)),*];
        }

        static ROWS: [Row; AssetType::COUNT] = [$(
            Row { family: $family, providers: &[$(Provider::$provider),*], is_hierarchy: $hierarchy }
        ),*];
    };
}

name_index::positions!(AssetType);

impl AssetType {
    /// The group that the type is listed under.
    pub fn family(self) -> &'static str {
        ROWS[self.index()].family
    }

    /// The providers that have it, in the order of [`Provider::ALL`]; at least one.
    pub fn providers(self) -> &'static [Provider] {
        ROWS[self.index()].providers
    }

    /// Whether it is a level of an organization: the organization, a unit of it or an account.
    pub fn is_hierarchy(self) -> bool {
        ROWS[self.index()].is_hierarchy
    }
}

asset_types! {
    EC2 => "Compute", [Aws], false;
    VIRTUAL_MACHINE => "Compute", [Azure], false;
    GCE_INSTANCE => "Compute", [Gcp], false;
    LAMBDA_FUNCTION => "Compute", [Aws], false;
    CLOUD_FUNCTION => "Compute", [Azure, Gcp], false;
    ECS_CLUSTER => "Compute", [Aws, Azure], false;
    EKS_CLUSTER => "Compute", [Aws], false;
    AKS_CLUSTER => "Compute", [Azure], false;
    GKE_CLUSTER => "Compute", [Gcp], false;
    APP_SERVICE => "Compute", [Aws, Azure, Gcp], false;
    VPC => "Networking", [Aws, Gcp], false;
    VNET => "Networking", [Azure], false;
    SUBNET => "Networking", [Aws, Azure, Gcp], false;
    SECURITY_GROUP => "Networking", [Aws, Azure, Gcp], false;
    NSG => "Networking", [Azure], false;
    NACL => "Networking", [Aws, Azure], false;
    ROUTE_TABLE => "Networking", [Aws, Azure, Gcp], false;
    INTERNET_GATEWAY => "Networking", [Aws], false;
    NAT_GATEWAY => "Networking", [Aws, Azure], false;
    LOAD_BALANCER => "Networking", [Aws, Azure, Gcp], false;
    CLOUDFRONT => "Networking", [Aws], false;
    CDN => "Networking", [Azure, Gcp], false;
    TRANSIT_GATEWAY => "Networking", [Aws, Azure], false;
    PEERING_CONNECTION => "Networking", [Aws, Azure, Gcp], false;
    ELASTIC_IP => "Networking", [Aws, Azure, Gcp], false;
    NETWORK_INTERFACE => "Networking", [Aws, Azure], false;
    S3_BUCKET => "Storage", [Aws], false;
    BLOB_STORAGE => "Storage", [Azure], false;
    GCS_BUCKET => "Storage", [Gcp], false;
    EBS_VOLUME => "Storage", [Aws, Azure, Gcp], false;
    ACCESS_POINT => "Storage", [Aws], false;
    RDS_INSTANCE => "Database", [Aws], false;
    AURORA_CLUSTER => "Database", [Aws, Gcp], false;
    AZURE_SQL => "Database", [Azure], false;
    CLOUD_SQL => "Database", [Gcp], false;
    DYNAMODB_TABLE => "Database", [Aws, Azure, Gcp], false;
    IAM_USER => "IAM", [Aws], false;
    IAM_ROLE => "IAM", [Aws, Gcp], false;
    IAM_POLICY => "IAM", [Aws, Azure, Gcp], false;
    IAM_GROUP => "IAM", [Aws], false;
    SERVICE_PRINCIPAL => "IAM", [Azure, Gcp], false;
    KMS_KEY => "Secrets / Keys", [Aws, Azure, Gcp], false;
    SECRET => "Secrets / Keys", [Aws, Azure, Gcp], false;
    CERTIFICATE => "Secrets / Keys", [Aws, Azure, Gcp], false;
    KEY_VAULT => "Secrets / Keys", [Azure, Gcp], false;
    CLOUDTRAIL => "Logging", [Aws, Gcp], false;
    FLOW_LOG => "Logging", [Aws, Azure, Gcp], false;
    LOG_GROUP => "Logging", [Aws, Azure, Gcp], false;
    CONTAINER_REGISTRY => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    CONTAINER_SERVICE => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    TASK_DEFINITION => "Containers / Kubernetes", [Aws], false;
    NODE_GROUP => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    FARGATE_PROFILE => "Containers / Kubernetes", [Aws], false;
    CLUSTER_ADDON => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    K8S_NAMESPACE => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    K8S_WORKLOAD => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    K8S_SERVICE => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    K8S_INGRESS => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    K8S_SERVICE_ACCOUNT => "Containers / Kubernetes", [Aws, Azure, Gcp], false;
    AUTOSCALING_GROUP => "Compute fabric", [Aws, Azure, Gcp], false;
    LAUNCH_TEMPLATE => "Compute fabric", [Aws, Gcp], false;
    TARGET_GROUP => "Compute fabric", [Aws, Azure, Gcp], false;
    API_GATEWAY => "Compute fabric", [Aws, Azure, Gcp], false;
    VPC_ENDPOINT => "Compute fabric", [Aws, Azure, Gcp], false;
    INSTANCE_PROFILE => "Compute fabric", [Aws], false;
    IDENTITY_PROVIDER => "Compute fabric", [Aws, Azure, Gcp], false;
    MESSAGE_QUEUE => "Integration / messaging", [Aws, Azure, Gcp], false;
    NOTIFICATION_TOPIC => "Integration / messaging", [Aws, Azure, Gcp], false;
    EVENT_BUS => "Integration / messaging", [Aws, Azure, Gcp], false;
    EVENT_RULE => "Integration / messaging", [Aws, Azure, Gcp], false;
    STATE_MACHINE => "Integration / messaging", [Aws, Azure, Gcp], false;
    DATA_STREAM => "Integration / messaging", [Aws, Azure, Gcp], false;
    CACHE_CLUSTER => "Data services", [Aws, Azure, Gcp], false;
    SEARCH_DOMAIN => "Data services", [Aws, Azure], false;
    DATA_WAREHOUSE => "Data services", [Aws, Azure, Gcp], false;
    FILE_SYSTEM => "Data services", [Aws, Azure, Gcp], false;
    DNS_ZONE => "DNS / deployment", [Aws, Azure, Gcp], false;
    DNS_RECORD => "DNS / deployment", [Azure, Gcp], false;
    IAC_STACK => "DNS / deployment", [Aws, Azure, Gcp], false;
    WAF_WEB_ACL => "Security services and scanners", [Aws, Azure, Gcp], false;
    NETWORK_FIREWALL => "Security services and scanners", [Aws, Azure, Gcp], false;
    DDOS_PROTECTION => "Security services and scanners", [Azure], false;
    THREAT_DETECTOR => "Security services and scanners", [Aws, Azure, Gcp], false;
    SECURITY_HUB => "Security services and scanners", [Aws, Gcp], false;
    VULNERABILITY_SCANNER => "Security services and scanners", [Gcp], false;
    DATA_SECURITY_SCANNER => "Security services and scanners", [Gcp], false;
    CONFIG_RECORDER => "Security services and scanners", [Gcp], false;
    ACCESS_ANALYZER => "Security services and scanners", [Aws, Gcp], false;
    ORGANIZATION => "Organization / governance", [Gcp], true;
    ORG_UNIT => "Organization / governance", [Azure, Gcp], true;
    CLOUD_ACCOUNT => "Organization / governance", [Azure, Gcp], true;
    ORG_POLICY => "Organization / governance", [Azure, Gcp], false;
    LANDING_ZONE => "Organization / governance", [Gcp], false;
    GUARDRAIL => "Organization / governance", [Azure, Gcp], false;
    RESOURCE_GROUP => "Organization / governance", [Azure], false;
    PERMISSION_SET => "Identity federation and access", [Aws, Gcp], false;
    IDENTITY_USER => "Identity federation and access", [Azure], false;
    IDENTITY_GROUP => "Identity federation and access", [Gcp], false;
    ACCESS_KEY => "Identity federation and access", [Azure, Gcp], false;
    USER_POOL => "Identity federation and access", [Aws, Azure, Gcp], false;
    IDENTITY_POOL => "Identity federation and access", [Aws], false;
    RESOURCE_SHARE => "Identity federation and access", [Aws, Azure], false;
    STACK_SET => "Deployment / provisioning", [Aws], false;
    PROVISIONED_PRODUCT => "Deployment / provisioning", [Aws, Azure], false;
    PRODUCT_PORTFOLIO => "Deployment / provisioning", [Aws, Azure], false;
    CI_PIPELINE => "Deployment / provisioning", [Aws, Gcp], false;
    BUILD_PROJECT => "Deployment / provisioning", [Aws, Azure, Gcp], false;
    DEPLOYMENT_GROUP => "Deployment / provisioning", [Aws, Azure, Gcp], false;
    MACHINE_IMAGE => "Images, snapshots, backups", [Aws, Azure, Gcp], false;
    SNAPSHOT => "Images, snapshots, backups", [Aws, Azure, Gcp], false;
    BACKUP_PLAN => "Images, snapshots, backups", [Aws, Azure, Gcp], false;
    BACKUP_VAULT => "Images, snapshots, backups", [Aws, Azure, Gcp], false;
    VPN_CONNECTION => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    VPN_GATEWAY => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    CUSTOMER_GATEWAY => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    DIRECT_CONNECT => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    ROUTER => "Hybrid and edge networking", [Gcp], false;
    PREFIX_LIST => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    ENDPOINT_SERVICE => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    VPC_LINK => "Hybrid and edge networking", [Aws, Gcp], false;
    CUSTOM_DOMAIN => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    DNS_RESOLVER => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    GLOBAL_ACCELERATOR => "Hybrid and edge networking", [Aws], false;
    SERVICE_NETWORK => "Hybrid and edge networking", [Aws, Azure, Gcp], false;
    SCHEDULE => "Application integration and operations", [Aws, Azure, Gcp], false;
    EVENT_PIPE => "Application integration and operations", [Aws, Gcp], false;
    API_DESTINATION => "Application integration and operations", [Aws, Gcp], false;
    ALARM => "Application integration and operations", [Aws, Azure, Gcp], false;
    DELIVERY_STREAM => "Application integration and operations", [Aws], false;
    LOG_SINK => "Application integration and operations", [Aws, Azure, Gcp], false;
    PARAMETER => "Application integration and operations", [Aws, Azure, Gcp], false;
    CAPACITY_PROVIDER => "Application integration and operations", [Aws, Gcp], false;
    SERVICE_REGISTRY => "Application integration and operations", [Aws, Gcp], false;
    EVENT_ARCHIVE => "Application integration and operations", [Aws], false;
    RUNBOOK => "Application integration and operations", [Aws, Azure, Gcp], false;
    SOURCE_CONNECTION => "Application integration and operations", [Aws, Azure, Gcp], false;
    LB_LISTENER => "Application integration and operations", [Aws, Azure, Gcp], false;
    AUTHORIZER => "Application integration and operations", [Azure, Gcp], false;
    EDGE_FUNCTION => "Application integration and operations", [Aws, Azure], false;
    MESSAGE_BROKER => "Platforms and data processing", [Aws, Azure, Gcp], false;
    BATCH_ENVIRONMENT => "Platforms and data processing", [Aws, Azure], false;
    JOB_QUEUE => "Platforms and data processing", [Aws], false;
    JOB_DEFINITION => "Platforms and data processing", [Aws, Azure, Gcp], false;
    DATABASE_PROXY => "Platforms and data processing", [Aws], false;
    DATA_CATALOG => "Platforms and data processing", [Aws, Azure, Gcp], false;
    ETL_JOB => "Platforms and data processing", [Aws, Azure, Gcp], false;
    BIG_DATA_CLUSTER => "Platforms and data processing", [Aws, Azure, Gcp], false;
    QUERY_WORKGROUP => "Platforms and data processing", [Aws], false;
    DATA_TRANSFER => "Platforms and data processing", [Aws, Gcp], false;
    ML_WORKSPACE => "Platforms and data processing", [Aws, Azure, Gcp], false;
    ML_ENDPOINT => "Platforms and data processing", [Aws, Azure, Gcp], false;
    ML_MODEL => "Platforms and data processing", [Aws, Azure, Gcp], false;
    AI_AGENT => "Platforms and data processing", [Aws, Gcp], false;
    KNOWLEDGE_BASE => "Platforms and data processing", [Aws, Azure, Gcp], false;
    AI_GUARDRAIL => "Platforms and data processing", [Aws, Azure, Gcp], false;
    CONTAINER_IMAGE => "Containers / Kubernetes", [Gcp], false;
    DATA_TABLE => "Data services", [Gcp], false;
    TAG => "Organization / governance", [Gcp], false;
    FLEET => "Containers / Kubernetes", [Gcp], false;
    PLACEMENT_GROUP => "Compute fabric", [Azure], false;
    APP_REGISTRATION => "Identity federation and access", [Azure], false;
    OTHER => "Generic", [Aws, Gcp], false;
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_table_says_what_the_data_file_says() {
        let data: Value =
            serde_json::from_str(include_str!("../../data/asset-types.json")).expect("JSON");
        let rows = data["types"].as_array().expect("types");
        assert_eq!(rows.len(), AssetType::COUNT);
        assert_eq!(rows.len(), 162);
        for (row, kind) in rows.iter().zip(AssetType::ALL) {
            let providers: Vec<_> = kind.providers().iter().map(|p| p.as_str()).collect();
            assert_eq!(row["value"], kind.as_str());
            assert_eq!(row["family"], kind.family());
            assert_eq!(row["providers"], json!(providers));
            assert_eq!(row["hierarchy"], kind.is_hierarchy());
        }
    }

    #[test]
    fn names_and_positions_lead_back() {
        for (position, kind) in AssetType::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), position);
            assert_eq!(AssetType::from_index(position), Some(kind));
            assert_eq!(AssetType::from_name(kind.as_str()), Some(kind));
        }
        assert_eq!(AssetType::from_name("ec2"), None);
        assert_eq!(AssetType::from_index(AssetType::COUNT), None);
        assert_eq!(AssetType::ORG_UNIT.as_str(), "ORG_UNIT");
    }
}
