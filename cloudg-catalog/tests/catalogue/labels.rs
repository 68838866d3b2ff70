//! What the answers tell about their owner: labels meet the values that tools really give.

use cloudg_catalog::listing::LISTING;
use cloudg_runtime::{Label, LabelVisitor, Labels, Registry};
use serde_json::{Value, json};

use crate::support::Estate;

/// The keys and texts with one label, in order.
struct Listing {
    wanted: Label,
    found: Vec<String>,
}

impl LabelVisitor for Listing {
    fn key(&mut self, label: Option<Label>, key: &str) {
        if label == Some(self.wanted) {
            self.found.push(key.to_owned());
        }
    }

    fn scalar(&mut self, label: Option<Label>, value: &Value) {
        if let (true, Some(text)) = (label == Some(self.wanted), value.as_str()) {
            self.found.push(text.to_owned());
        }
    }
}

fn labels(tool: &str) -> Labels {
    let registry = Registry::collected(&LISTING).unwrap();
    registry.tool(tool).unwrap().spec().labels
}

/// What an answer of a tool on the sample holds under a label.
fn listed(tool: &str, arguments: Value, wanted: Label) -> Vec<String> {
    let answer = Estate::sample().answer(tool, arguments);
    let mut listing = Listing { wanted, found: Vec::new() };
    labels(tool).walk(&answer, &mut listing);
    listing.found
}

#[test]
fn names_and_ids_are_labelled_in_a_projection_too() {
    let query = json!({"limit": 2, "fields": ["name", "tags"], "sort_by": "name"});
    assert_eq!(listed("find_assets", query.clone(), Label::Name).len(), 2);
    let query = json!({"limit": 2, "fields": ["id"], "sort_by": "name"});
    let ids = listed("find_assets", query, Label::Identifier);
    assert!(ids.len() >= 2, "{ids:?}");
}

/// The same things under an address are labelled as in an answer.
#[test]
fn names_and_ids_are_labelled_in_resources_too() {
    let registry = Registry::collected(&LISTING).unwrap();
    let template = registry.template("cloudg://assets/{+ref}").unwrap();
    let asset = Estate::sample().json("cloudg://assets/booking-jump");
    let under = |wanted| {
        let mut listing = Listing { wanted, found: Vec::new() };
        template.spec().labels.walk(&asset, &mut listing);
        listing.found
    };
    assert!(under(Label::Name).contains(&asset["name"].as_str().unwrap().to_owned()));
    assert!(under(Label::Identifier).contains(&asset["id"].as_str().unwrap().to_owned()));
    assert!(!under(Label::FreeText).is_empty(), "titles of findings");
}

#[test]
fn groups_are_labelled_by_what_is_counted() {
    let groups = |by: &str, label| listed("count_assets", json!({"group_by": by}), label);
    let answer = Estate::sample().answer("count_assets", json!({"group_by": "account"}));
    let keys: Vec<String> = answer["groups"].as_object().unwrap().keys().cloned().collect();
    assert!(!keys.is_empty());
    assert_eq!(groups("account", Label::Account), keys);
    assert_eq!(groups("region", Label::Account), [""; 0]);
}

#[test]
fn values_of_tags_are_labelled_where_they_are_keys() {
    let values = listed("list_tags", json!({}), Label::TagValue);
    assert!(!values.is_empty());
    let tags = listed("find_assets", json!({"fields": ["tags"]}), Label::TagValue);
    assert!(values.iter().any(|value| tags.contains(value)), "{values:?}");
}

#[test]
fn counts_of_accounts_are_no_accounts() {
    let answer = Estate::sample().answer("list_regions", json!({}));
    let items = answer["items"].as_array().unwrap();
    let labels = labels("list_regions");
    let members = labels.object(answer.as_object().unwrap());
    let item = members.member("items").value.item(0);
    let label = item.object(items[0].as_object().unwrap()).member("accounts").value.label();
    assert_eq!(label, Some(Label::Public));
}
