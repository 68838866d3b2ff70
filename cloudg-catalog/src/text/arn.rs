//! Identifiers of cloud resources: their parts, and the service they belong to.

use std::borrow::Cow;

const UNKNOWN: &str = "unknown";

/// The text after the last `/`, or all of it.
pub fn slash_tail(arn: &str) -> &str {
    arn.rsplit_once('/').map_or(arn, |(_, tail)| tail)
}

/// The short forms that a resource may be called by: the last part of an ARN, and what follows its
/// last `:` and its last `/`. Each form once; none that is empty or `*`; none at all for what is
/// no ARN.
pub fn resource_forms(arn: &str) -> impl Iterator<Item = &str> {
    let resource = resource_part(arn).unwrap_or("");
    let colon = resource.rsplit_once(':').map_or(resource, |(_, tail)| tail);
    let slash = slash_tail(resource);
    let repeats = [false, colon == resource, slash == resource || slash == colon];
    [resource, colon, slash]
        .into_iter()
        .zip(repeats)
        .filter(|(form, is_repeat)| !is_repeat && !matches!(*form, "" | "*"))
        .map(|(form, _)| form)
}

/// How many forms [`resource_forms`] has at most.
pub const MAX_RESOURCE_FORMS: u8 = 3;

/// Whether [`service_of`] may look at more than the identifier.
pub fn needs_metadata(arn: Option<&str>) -> bool {
    let arn = arn.unwrap_or("");
    const TELLING: [&str; 6] =
        ["arn:", "cloudg:", "k8s://", "k8s-gke://", "gcp-principal:", "entra:"];
    !TELLING.iter().any(|prefix| arn.starts_with(prefix))
}

/// The cloud service an asset belongs to, lower case: by its identifier, or, where that says
/// nothing, by the native types its metadata may hold. `unknown` if nothing tells; empty if the
/// identifier leaves it so.
pub fn service_of<'a>(
    arn: Option<&'a str>,
    resource_type: Option<&'a str>,
    gcp_asset_type: Option<&'a str>,
) -> Cow<'a, str> {
    let arn = arn.unwrap_or("");
    if arn.starts_with("arn:") || arn.starts_with("cloudg:") {
        return arn.split(':').nth(2).unwrap_or(UNKNOWN).into();
    }
    if arn.starts_with("k8s://") || arn.starts_with("k8s-gke://") {
        return "kubernetes".into();
    }
    if arn.starts_with("gcp-principal:") {
        return "iam".into();
    }
    if arn.starts_with("entra:") {
        return "entra".into();
    }
    if arn.starts_with("/subscriptions/") {
        return azure_service(arn, resource_type);
    }
    let named = arn.strip_prefix("//").and_then(google_service);
    named.or_else(|| gcp_asset_type.and_then(google_service)).unwrap_or(UNKNOWN).into()
}

/// The sixth part, of an ARN that has six.
fn resource_part(arn: &str) -> Option<&str> {
    let mut parts = arn.splitn(6, ':');
    (parts.next() == Some("arn")).then(|| parts.nth(4))?
}

fn azure_service<'a>(arn: &str, resource_type: Option<&'a str>) -> Cow<'a, str> {
    let first_segment = |path: &str| path.split('/').next().unwrap_or("").to_owned();
    if let Some(resource_type) = resource_type.filter(|text| !text.is_empty()) {
        return first_segment(&resource_type.to_lowercase()).into();
    }
    let lowered = arn.to_lowercase();
    let Some((_, after)) = lowered.split_once("/providers/") else {
        return "microsoft.resources".into();
    };
    first_segment(after).into()
}

/// The host before `.googleapis.com/`, of lower-case letters, digits and `-`.
fn google_service(path: &str) -> Option<&str> {
    let (service, _) = path.split_once(".googleapis.com/")?;
    let is_host = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (!service.is_empty() && service.bytes().all(is_host)).then_some(service)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::text::vectors;

    #[test]
    fn part_vectors_agree() {
        for case in vectors::section("arn_parts") {
            let arn = case["arn"].as_str().expect("arn");
            let mut forms: Vec<&str> = resource_forms(arn).collect();
            forms.sort_unstable();
            assert_eq!(case["resource_forms"], json!(forms), "{case}");
            assert_eq!(case["slash_tail"], slash_tail(arn), "{case}");
        }
    }

    #[test]
    fn service_vectors_agree() {
        for case in vectors::section("service_of") {
            let metadata = |key: &str| case["metadata"][key].as_str();
            let service = service_of(
                case["arn"].as_str(),
                metadata("resource_type"),
                metadata("gcp_asset_type"),
            );
            assert_eq!(case["service"], service.as_ref(), "{case}");
        }
    }
}
