//! How an inventory spells the internet, and which edges let its traffic in.

use super::ports;
use crate::dataset::Edges;

/// Id of the node that stands for the internet where no node of the inventory does.
pub const VIRTUAL_ID: &str = "__internet__";

/// CIDRs of the internet, as they are usually written.
pub const CIDRS: [&str; 2] = ["0.0.0.0/0", "::/0"];

/// What a source or CIDR may say instead, in lower case.
const SOURCES: [&str; 5] = ["*", "0.0.0.0/0", "::/0", "any", "internet"];

/// What a caller may call the internet, in lower case.
const ALIASES: [&str; 4] = ["internet", "0.0.0.0/0", "::/0", "public"];

/// Whether a source, a CIDR or a service tag is the whole internet. Blanks around it and letter
/// case do not matter.
pub fn is_internet_source(text: &str) -> bool {
    is_one_of(&SOURCES, text)
}

/// Whether a reference means the internet. Blanks around it and letter case do not matter.
pub fn is_internet_alias(reference: &str) -> bool {
    is_one_of(&ALIASES, reference)
}

/// Whether the edge is about traffic that leaves.
pub fn is_egress(edges: &Edges, edge: usize) -> bool {
    edges.direction(edge).eq_ignore_ascii_case("egress")
}

/// Whether the edge lets in what comes from the internet, by its source or by its CIDR.
pub fn is_from_internet(edges: &Edges, edge: usize) -> bool {
    let source = || edges.endpoints().get(edges.source(edge));
    !is_egress(edges, edge) && (has_internet_cidr(edges, edge) || is_internet_source(source()))
}

/// Whether the CIDR of the edge is the whole internet.
pub fn has_internet_cidr(edges: &Edges, edge: usize) -> bool {
    edges.cidr(edge).is_some_and(is_internet_source)
}

/// No letter outside ASCII has one of these texts as its lower case.
fn is_one_of(lowered: &[&str], text: &str) -> bool {
    let text = ports::trim(text);
    lowered.iter().any(|one| one.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::graph::vectors;

    #[test]
    fn sources_are_as_recorded() {
        for case in vectors::section("is_internet_source") {
            let is_internet = case["value"].as_str().is_some_and(is_internet_source);
            assert_eq!(json!(is_internet), case["internet"], "{case}");
        }
    }

    #[test]
    fn the_spellings_are_those_of_the_vocabulary() {
        let data = vectors::file("graph-port-vocabulary.json");
        assert_eq!(data["internet_cidrs"], json!(CIDRS));
        assert_eq!(data["internet_sources_lowercase"], json!(SOURCES));
        assert_eq!(data["internet_ref_aliases_lowercase"], json!(ALIASES));
        assert_eq!(data["virtual_internet_node"]["id"], VIRTUAL_ID);
        assert!(is_internet_alias(" Public\t"));
        assert!(!is_internet_alias("*"));
    }
}
