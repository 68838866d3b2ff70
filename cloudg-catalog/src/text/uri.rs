//! Addresses of assets, findings and frameworks as resources.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

/// Everything but letters, digits and `_.-~`, so that an identifier is one segment of a path.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'_').remove(b'.').remove(b'-').remove(b'~');

/// An identifier as one segment of an address: UTF-8, percent-encoded with upper-case digits.
/// Prints without allocation.
pub fn quote(id: &str) -> PercentEncode<'_> {
    utf8_percent_encode(id, RESERVED)
}

/// The address of an asset.
pub fn asset_uri(id: &str) -> String {
    format!("cloudg://assets/{}", quote(id))
}

/// The address of a finding.
pub fn finding_uri(id: &str) -> String {
    format!("cloudg://findings/{}", quote(id))
}

/// The address of what is known about a framework.
pub fn compliance_uri(framework: &str) -> String {
    format!("cloudg://compliance/{}", quote(framework))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        for case in vectors::section("uri_quote") {
            assert_eq!(case["uri"], asset_uri(case["id"].as_str().expect("id")));
        }
        assert_eq!(finding_uri("f/1"), "cloudg://findings/f%2F1");
    }
}
