//! The transcripts of README.md are what the binary prints.

use std::fs;

use crate::binary;

/// Every `console` block is run line by line. `TRYCMD=overwrite` writes down what comes out.
#[test]
fn transcripts_are_true() {
    let readme = binary::repository().join("README.md");
    let text = fs::read_to_string(&readme).unwrap();
    assert!(text.contains("```console\n$ cloudg call "), "there is a transcript to run");
    trycmd::TestCases::new()
        .register_bin("cloudg", binary::path())
        // Without it every answer begins with a note that nothing stricter exists.
        .env("CLOUDG_MCP_POLICY", "open")
        .case(readme)
        .run();
}
