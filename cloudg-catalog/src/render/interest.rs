//! Which columns of a list tell most.

use serde_json::Value;

use super::words::Names;

/// What lists are of, told by a key that only they have, and their columns by interest. The first
/// that fits counts; other keys follow in the order of the items.
const KINDS: [(&str, &[&str]); 11] = [
    // Steps of a dependency walk.
    (
        "parent_id",
        &[
            "name",
            "type",
            "via",
            "relationship",
            "depth",
            "max_severity",
            "open_findings",
            "parent_id",
            "account_id",
            "id",
        ],
    ),
    // Exposed assets.
    (
        "sensitive_ports_open",
        &[
            "name",
            "type",
            "exposure",
            "sensitive_ports_open",
            "protected_by_waf",
            "max_severity",
            "open_findings",
            "account_id",
            "region",
            "id",
        ],
    ),
    // Compliance gaps.
    (
        "gap_findings",
        &[
            "gap_max_severity",
            "name",
            "type",
            "gap_findings",
            "internet_exposed",
            "frameworks",
            "failing_controls",
            "account_id",
            "id",
        ],
    ),
    // Edges between accounts.
    (
        "source_account",
        &[
            "source",
            "edge_type",
            "target",
            "external",
            "relationship",
            "source_account",
            "target_account",
        ],
    ),
    // Edges.
    (
        "edge_type",
        &[
            "source_name",
            "edge_type",
            "relationship",
            "target_name",
            "port_range",
            "protocol",
            "cidr",
            "source_account",
            "target_account",
            "source",
            "target",
        ],
    ),
    // Paths.
    (
        "hops",
        &[
            "score",
            "source",
            "target",
            "target_type",
            "hops",
            "worst_finding",
            "verdict",
            "path",
            "worst_asset",
            "findings_on_path",
            "entry",
            "target_weight",
            "base_score",
        ],
    ),
    // Findings.
    (
        "risk_score",
        &[
            "severity",
            "risk_score",
            "title",
            "id",
            "asset_name",
            "source_tool",
            "is_suppressed",
            "resource_id",
        ],
    ),
    // Results of controls, and controls.
    (
        "control_id",
        &[
            "control_id",
            "status",
            "max_severity",
            "open_findings",
            "findings",
            "severity",
            "control_title",
            "title",
            "checks",
            "framework",
        ],
    ),
    // Frameworks in numbers.
    (
        "controls_evaluated",
        &[
            "framework",
            "open_findings",
            "severity_breakdown",
            "pass_rate",
            "controls_failing",
            "controls_evaluated",
            "affected_assets",
        ],
    ),
    // Ranked assets.
    (
        "components",
        &[
            "score",
            "name",
            "type",
            "top_finding",
            "max_severity",
            "open_findings",
            "internet_reachable",
            "account_id",
            "id",
        ],
    ),
    // Assets, ranked or not.
    (
        "type",
        &[
            "score",
            "direct_dependents",
            "transitive_dependents",
            "name",
            "type",
            "max_severity",
            "open_findings",
            "internet_exposed",
            "account_id",
            "region",
            "id",
        ],
    ),
];
/// Keys that show only what other keys show as well.
const LAST: [&str; 4] = ["uri", "arn", "resource_arn", "asset_id"];
/// Names with the ids that tell apart those who share them.
const IDS: [(&str, &str); 3] =
    [("name", "id"), ("source_name", "source"), ("target_name", "target")];

/// What tells most about a list of this kind comes first. An id follows its name at once where the
/// name alone does not tell which one is meant.
pub(super) fn sort(keys: &mut Vec<&str>, items: &[Value]) {
    let kind = KINDS.iter().find(|(marker, _)| keys.contains(marker));
    let interest = kind.map_or(&[][..], |(_, columns)| columns);
    keys.sort_by_key(|key| {
        let place = interest.iter().position(|known| known == key);
        let last = if LAST.contains(key) { usize::MAX } else { interest.len() };
        place.unwrap_or(last)
    });
    for (name, id) in IDS {
        let places = [name, id].map(|wanted| keys.iter().position(|key| *key == wanted));
        if let [Some(place), Some(from)] = places
            && place < from
            && is_shared(items, name, id)
        {
            let id = keys.remove(from);
            keys.insert(place + 1, id);
        }
    }
}

/// Whether several ids have one name.
fn is_shared(items: &[Value], name: &str, id: &str) -> bool {
    Names::of(items.iter().map(|item| (&item[name], &item[id]))).has_shared()
}
