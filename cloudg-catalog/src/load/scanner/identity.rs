//! Ids of findings, derived from what they say.

use hashbrown::HashMap;
use rayon::prelude::*;
use uuid::Uuid;

use super::mapping::check_name;
use crate::model::FindingRecord;

/// Root of the ids of scanner findings.
const NAMESPACE: Uuid = Uuid::from_u128(0x6f2b_6a54_31f5_5d5c_9a6e_0c1d_9f0e_7a11);

/// Gives every finding an id derived from its tool, check, resource and title. Where the source id
/// names a check, only that counts: the rest of it may be another one after every scan.
///
/// Findings that agree in all of them are told apart by their order, so ids are unique here, the
/// same for the same report, and independent of file names and of other findings. `is_taken` says
/// which ids are in use elsewhere (a dataset the findings will join); those are passed over.
pub fn assign_ids(findings: &mut [FindingRecord], is_taken: impl Fn(&str) -> bool) {
    let contents: Vec<Uuid> = findings.par_iter().map(content_id).collect();
    let mut ordinals: HashMap<Uuid, u32> = HashMap::with_capacity(findings.len());
    for (finding, content) in findings.iter_mut().zip(contents) {
        let ordinal = ordinals.entry(content).or_insert(0);
        loop {
            finding.id = nth_id(content, *ordinal).to_string();
            *ordinal += 1;
            if !is_taken(&finding.id) {
                break;
            }
        }
    }
}

fn nth_id(content: Uuid, ordinal: u32) -> Uuid {
    match ordinal {
        0 => content,
        later => Uuid::new_v5(&content, &later.to_be_bytes()),
    }
}

fn content_id(finding: &FindingRecord) -> Uuid {
    let resource = finding.resource_arn.as_deref().filter(|arn| !arn.is_empty());
    let source_id = finding.source_finding_id.as_deref().unwrap_or_default();
    let parts = [
        finding.source_tool.as_str(),
        check_name(source_id).unwrap_or(source_id),
        resource.unwrap_or(&finding.resource_id),
        finding.title.as_str(),
    ];
    let mut name = Vec::with_capacity(parts.iter().map(|part| part.len() + 8).sum());
    for part in parts {
        // The length in front keeps the parts apart whatever they contain.
        name.extend_from_slice(&(part.len() as u64).to_be_bytes());
        name.extend_from_slice(part.as_bytes());
    }
    Uuid::new_v5(&NAMESPACE, &name)
}
