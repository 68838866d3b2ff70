//! Declarations that must be refused, each with its message, and ones that must not.

#[test]
fn declarations_are_refused_with_one_clear_message() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/fail/*/*.rs");
    cases.pass("ui/pass/*.rs");
}
