//! Matching, decoding, expanding, and what is no template.

use serde_json::Value;

use super::*;

fn template(text: &'static str) -> UriTemplate {
    UriTemplate::parse(text).unwrap()
}

/// The values as `name=value`, or nothing.
fn matched(text: &'static str, uri: &str) -> Option<Vec<String>> {
    let values = template(text).match_uri(uri)?;
    Some(values.iter().map(|(name, value)| format!("{name}={value}")).collect())
}

fn check(text: &'static str, uri: &str, expected: Option<&[&str]>) {
    let expected = expected.map(|values| values.iter().map(|one| (*one).to_owned()).collect());
    assert_eq!(matched(text, uri), expected, "{text} on {uri:?}");
}

#[test]
fn a_variable_that_spans() {
    let text = "cloudg://assets/{+ref}";
    check(text, "cloudg://assets/a%2Fb%20c+d", Some(&["ref=a/b c+d"]));
    check(text, "cloudg://assets/%zz%", Some(&["ref=%zz%"]));
    check(text, "cloudg://assets/", None);
    check(text, "cloudg://assets/a?b#c", Some(&["ref=a?b#c"]));
    check(text, "cloudg://assets/%ff%C3%A9", Some(&["ref=\u{fffd}é"]));
    check(text, "cloudg://assets/é/ü", Some(&["ref=é/ü"]));
    check(text, "CLOUDG://assets/a", None);
    check(text, "x cloudg://assets/a", None);
    check("cloudg://assets/{ref*}", "cloudg://assets/a/b?c", Some(&["ref=a/b?c"]));
    check("a/{+x}/b", "a/1/2/b", Some(&["x=1/2"]));
    check("a/{+x}/b", "a/1/2/bc", None);
}

#[test]
fn a_variable_of_one_segment() {
    let text = "cloudg://findings/{finding_id}";
    check(text, "cloudg://findings/a/b", None);
    check(text, "cloudg://findings/a?x", None);
    check(text, "cloudg://findings/a%2Fb", Some(&["finding_id=a/b"]));
    check(text, "cloudg://findings/a#x", Some(&["finding_id=a#x"]));
    check(text, "cloudg://findings/%3F", Some(&["finding_id=?"]));
}

#[test]
fn the_first_variable_takes_as_much_as_it_can() {
    check("x://{a*}/y/{b}", "x://1/y/2/y/3", Some(&["a=1/y/2", "b=3"]));
    check("{a}{b}", "xyé", Some(&["a=xy", "b=é"]));
}

#[test]
fn control_characters_fit_nothing() {
    for uri in ["x://a\n", "x://\na", "x://a\0b", "x://a\u{7f}"] {
        check("x://{+a}", uri, None);
        check("x://{a}", uri, None);
    }
    check("x://{a}", "x://%0A", Some(&["a=\n"]));
}

#[test]
fn endless_addresses_fit_nothing() {
    let longest = "a".repeat(MAX_URI_BYTES);
    assert!(template("{+a}").match_uri(&longest).is_some());
    assert!(template("{+a}").match_uri(&format!("{longest}a")).is_none());
}

#[test]
fn braces_that_are_no_variable_are_text() {
    check("x/{}/{a-b}/{+a*}/{{a}}", "x/{}/{a-b}/{+a*}/{1}", Some(&["a=1"]));
    check("x.y{", "x.y{", Some(&[]));
    check("x.y{", "xzy{", None);
}

#[test]
fn values_are_encoded_by_the_form_of_the_variable() {
    let value = "az09_.-~ é/:@!$&'()*+,;=?#[]%\"";
    let values = TextArguments::from_iter([("a", value)]);
    assert_eq!(
        template("x://{a}").expand(&values),
        "x://az09_.-~%20%C3%A9%2F%3A%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%3F%23%5B%5D%25%22"
    );
    let spanning = "x://az09_.-~%20%C3%A9/:@!$&'()*+,;=%3F%23%5B%5D%25%22";
    assert_eq!(template("x://{+a}").expand(&values), spanning);
    assert_eq!(template("x://{a*}").expand(&values), spanning);
    for text in ["x://{a}", "x://{+a}"] {
        let uri = template(text).expand(&values);
        assert_eq!(template(text).match_uri(&uri), Some(values.clone()), "{text}");
    }
}

#[test]
fn filling_is_one_pass_and_keeps_what_has_no_value() {
    let values = TextArguments::from_iter([("a", "{b}"), ("b", "1 2")]);
    assert_eq!(template("{a}/{b}/{+c}/{d*}").canonical(&values), "{b}/1 2/{+c}/{d*}");
    assert_eq!(template("{a}/{c}").expand(&values), "%7Bb%7D/{c}");
}

#[test]
fn variables_are_listed_in_order() {
    let template = template("x://{b}/{+a}/{c1*}");
    assert_eq!(template.variables().collect::<Vec<_>>(), ["b", "a", "c1"]);
    assert_eq!(template.as_str(), "x://{b}/{+a}/{c1*}");
}

#[test]
fn what_is_no_template() {
    let error = |text: &str| UriTemplate::parse(text.to_owned()).unwrap_err();
    assert_eq!(error("{a}/{+a}"), TemplateError::Repeated { name: "a".to_owned() });
    assert_eq!(error("x/{1a}").to_string(), "the variable `1a` starts with a digit");
    assert_eq!(error("{+9}"), TemplateError::DigitFirst { name: "9".to_owned() });
    assert_eq!(error("x\n{a}"), TemplateError::Control);
    assert_eq!(error(&"x".repeat(MAX_BYTES + 1)), TemplateError::TooLarge);
    let many: String = (0..=MAX_VARIABLES).map(|n| format!("{{v{n}}}")).collect();
    assert_eq!(error(&many), TemplateError::TooLarge);
}

#[test]
fn the_largest_template_can_be_matched() {
    let mut text: String = (0..MAX_VARIABLES).map(|n| format!("{{+v{n}}}-")).collect();
    text.push_str(&"é".repeat((MAX_BYTES - text.len()) / 2));
    let template = UriTemplate::parse(text).unwrap();
    let values: TextArguments = template.variables().map(|name| (name, "x")).collect();
    assert_eq!(template.match_uri(&template.canonical(&values)), Some(values));
}

/// `uriTemplate`, `variables` and more of every template of the catalogue.
const CATALOGUE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/templates.json"));

#[test]
fn every_template_of_the_catalogue_fits_what_it_expands_to() {
    let entries: Vec<Value> = serde_json::from_str(CATALOGUE).unwrap();
    assert!(!entries.is_empty());
    for entry in entries {
        let text = entry["uriTemplate"].as_str().unwrap().to_owned();
        let template = UriTemplate::parse(text).unwrap();
        let variables = template.variables().map(Value::from);
        assert_eq!(Value::from_iter(variables), entry["variables"], "{}", template.as_str());
        let values: TextArguments =
            template.variables().map(|name| (name, "arn:a/b?é %")).collect();
        assert_eq!(template.match_uri(&template.expand(&values)), Some(values));
    }
}
