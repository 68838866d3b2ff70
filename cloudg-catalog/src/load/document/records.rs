//! Records of the fast path: fields in any order, borrowed from the text, strict where the model is
//! lax.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, IgnoredAny, MapAccess, Visitor},
};

use super::{
    clock::Clock,
    fields::{Extra, ObjectText, Tags, Text, Unfit},
};
use crate::{
    dataset::{AssetRow, EdgeRow, FindingRow},
    model::{AssetType, EdgeType, Provider, Severity},
};

/// A record that reads its fields one by one.
trait Record<'de>: Default {
    /// Takes the value of a key.
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error>;
}

/// Reads an object field by field; of a repeated key the last one counts.
fn record<'de, D: Deserializer<'de>, R: Record<'de>>(deserializer: D) -> Result<R, D::Error> {
    struct RecordVisitor<R>(PhantomData<R>);
    impl<'de, R: Record<'de>> Visitor<'de> for RecordVisitor<R> {
        type Value = R;
        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<R, A::Error> {
            let mut record = R::default();
            while let Some(key) = map.next_key::<Text<'de>>()? {
                record.field(&key.0, &mut map)?;
            }
            Ok(record)
        }
    }
    deserializer.deserialize_map(RecordVisitor(PhantomData))
}

/// Implements `Deserialize` for records.
macro_rules! deserialize_records {
    ($($record:ident),*) => {
        $(impl<'de> Deserialize<'de> for $record<'de> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                record(deserializer)
            }
        })*
    };
}

deserialize_records!(AssetFields, EdgeFields, FindingFields);

/// The name of an enumerated value.
fn named<'de, A: MapAccess<'de>, T>(
    map: &mut A,
    find: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, A::Error> {
    let text = map.next_value::<Text<'de>>()?;
    find(&text.0).map(Some).ok_or_else(|| de::Error::custom("unknown name"))
}

fn text<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<Cow<'de, str>>, A::Error> {
    Ok(Some(map.next_value::<Text<'de>>()?.0))
}

fn optional<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<Cow<'de, str>>, A::Error> {
    Ok(map.next_value::<Option<Text<'de>>>()?.map(|text| text.0))
}

/// An asset.
#[derive(Default)]
pub(super) struct AssetFields<'de> {
    id: Option<Cow<'de, str>>,
    arn: Option<Cow<'de, str>>,
    name: Option<Cow<'de, str>>,
    asset_type: Option<AssetType>,
    provider: Option<Provider>,
    region: Option<Cow<'de, str>>,
    account_id: Option<Cow<'de, str>>,
    tags: Tags<'de>,
    metadata: &'de str,
    extra: Extra,
    collected_at: Option<Cow<'de, str>>,
    is_internet_exposed: bool,
}

impl<'de> Record<'de> for AssetFields<'de> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "id" => self.id = text(map)?,
            "arn" => self.arn = optional(map)?,
            "name" => self.name = text(map)?,
            "asset_type" => self.asset_type = named(map, AssetType::from_name)?,
            "provider" => self.provider = named(map, Provider::from_name)?,
            "region" => self.region = text(map)?,
            "account_id" => self.account_id = optional(map)?,
            "tags" => self.tags = map.next_value()?,
            "metadata" => self.metadata = map.next_value::<ObjectText<'de>>()?.0,
            "collected_at" => self.collected_at = text(map)?,
            "is_internet_exposed" => self.is_internet_exposed = map.next_value()?,
            "raw_data" => {
                map.next_value::<ObjectText<'de>>()?;
            }
            "display_id" => {
                map.next_value::<IgnoredAny>()?;
            }
            _ => self.extra.push(key, map.next_value()?)?,
        }
        Ok(())
    }
}

impl<'de> AssetFields<'de> {
    /// The row, once all required fields are there.
    pub(super) fn into_row(self, clock: &Clock) -> Result<AssetRow<'de>, Unfit> {
        Ok(AssetRow {
            id: self.id,
            arn: self.arn,
            name: self.name.ok_or(Unfit)?,
            asset_type: self.asset_type.ok_or(Unfit)?,
            provider: self.provider.ok_or(Unfit)?,
            region: self.region.unwrap_or(Cow::Borrowed("global")),
            account_id: self.account_id,
            tags: self.tags.0,
            metadata: self.metadata.into(),
            extra: self.extra.into_text().into(),
            collected_at: clock.read(self.collected_at.as_deref())?,
            is_internet_exposed: self.is_internet_exposed,
        })
    }
}

/// An edge.
#[derive(Default)]
pub(super) struct EdgeFields<'de> {
    id: Option<Cow<'de, str>>,
    source: Option<Cow<'de, str>>,
    target: Option<Cow<'de, str>>,
    edge_type: Option<EdgeType>,
    ports: Vec<i64>,
    port_range: Option<Cow<'de, str>>,
    protocol: Option<Cow<'de, str>>,
    cidr: Option<Cow<'de, str>>,
    direction: Option<Cow<'de, str>>,
    description: Option<Cow<'de, str>>,
    relationship: Option<Cow<'de, str>>,
    properties: &'de str,
    extra: Extra,
}

impl<'de> Record<'de> for EdgeFields<'de> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "id" => self.id = text(map)?,
            "source_id" => self.source = text(map)?,
            "target_id" => self.target = text(map)?,
            "edge_type" => self.edge_type = named(map, EdgeType::from_name)?,
            "ports" => self.ports = map.next_value()?,
            "port_range" => self.port_range = optional(map)?,
            "protocol" => self.protocol = optional(map)?,
            "cidr" => self.cidr = optional(map)?,
            "direction" => self.direction = text(map)?,
            "description" => self.description = optional(map)?,
            "relationship" => self.relationship = optional(map)?,
            "properties" => self.properties = map.next_value::<ObjectText<'de>>()?.0,
            _ => self.extra.push(key, map.next_value()?)?,
        }
        Ok(())
    }
}

impl<'de> EdgeFields<'de> {
    /// The row, once all required fields are there.
    pub(super) fn into_row(self) -> Result<EdgeRow<'de>, Unfit> {
        Ok(EdgeRow {
            id: self.id,
            source: self.source.ok_or(Unfit)?,
            target: self.target.ok_or(Unfit)?,
            edge_type: self.edge_type.ok_or(Unfit)?,
            ports: self.ports,
            port_range: self.port_range,
            protocol: self.protocol,
            cidr: self.cidr,
            direction: self.direction.unwrap_or(Cow::Borrowed("ingress")),
            description: self.description,
            relationship: self.relationship,
            properties: self.properties.into(),
            extra: self.extra.into_text().into(),
        })
    }
}

/// A finding.
#[derive(Default)]
pub(super) struct FindingFields<'de> {
    id: Option<Cow<'de, str>>,
    resource_id: Option<Cow<'de, str>>,
    resource_arn: Option<Cow<'de, str>>,
    severity: Option<Severity>,
    title: Option<Cow<'de, str>>,
    description: Option<Cow<'de, str>>,
    source_tool: Option<Cow<'de, str>>,
    evidence: Option<Cow<'de, str>>,
    remediation: Option<Cow<'de, str>>,
    source_finding_id: Option<Cow<'de, str>>,
    compliance_frameworks: Vec<Text<'de>>,
    cvss_score: Option<f64>,
    detected_at: Option<Cow<'de, str>>,
    is_suppressed: bool,
    extra: Extra,
}

impl<'de> Record<'de> for FindingFields<'de> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "id" => self.id = text(map)?,
            "resource_id" => self.resource_id = text(map)?,
            "resource_arn" => self.resource_arn = optional(map)?,
            "severity" => self.severity = named(map, Severity::from_name)?,
            "title" => self.title = text(map)?,
            "description" => self.description = text(map)?,
            "source_tool" => self.source_tool = text(map)?,
            "evidence" => self.evidence = optional(map)?,
            "remediation" => self.remediation = optional(map)?,
            "source_finding_id" => self.source_finding_id = optional(map)?,
            "compliance_frameworks" => self.compliance_frameworks = map.next_value()?,
            "cvss_score" => self.cvss_score = map.next_value()?,
            "detected_at" => self.detected_at = text(map)?,
            "is_suppressed" => self.is_suppressed = map.next_value()?,
            "risk_score" => {
                map.next_value::<IgnoredAny>()?;
            }
            _ => self.extra.push(key, map.next_value()?)?,
        }
        Ok(())
    }
}

impl<'de> FindingFields<'de> {
    /// The row, once all required fields are there.
    pub(super) fn into_row(self, clock: &Clock) -> Result<FindingRow<'de>, Unfit> {
        if self.cvss_score.is_some_and(|score| !(0.0..=10.0).contains(&score)) {
            return Err(Unfit);
        }
        Ok(FindingRow {
            id: self.id,
            resource_id: self.resource_id.ok_or(Unfit)?,
            resource_arn: self.resource_arn,
            severity: self.severity.ok_or(Unfit)?,
            title: self.title.ok_or(Unfit)?,
            description: self.description.ok_or(Unfit)?,
            source_tool: self.source_tool.ok_or(Unfit)?,
            evidence: self.evidence,
            remediation: self.remediation,
            source_finding_id: self.source_finding_id,
            compliance_frameworks: self
                .compliance_frameworks
                .into_iter()
                .map(|name| name.0)
                .collect(),
            cvss_score: self.cvss_score,
            detected_at: clock.read(self.detected_at.as_deref())?,
            is_suppressed: self.is_suppressed,
            extra: self.extra.into_text().into(),
        })
    }
}
