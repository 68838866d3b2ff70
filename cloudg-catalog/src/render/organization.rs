//! An organisation as a tree: its units, and the accounts in them.

use hashbrown::{HashMap, HashSet};
use serde_json::Value;

use super::{
    Answer, escape,
    tree::{Branch, Tree},
};

/// The units below the organisation, each with its accounts; `None` for any other answer.
pub(super) fn tree(answer: Answer<'_>) -> Option<Tree> {
    let result = answer.result;
    let is_known = ["accounts", "nodes"].into_iter().any(|key| result[key].is_array());
    if answer.tool != "organization_topology" || !is_known {
        return None;
    }
    let estate = Estate::of(result);
    let mut seen = HashSet::new();
    let mut root = Branch::heading(heading(result));
    // Units that are each other's parents have no top: the first of them stands for one.
    for place in estate.tops.iter().copied().chain(0..estate.units.len()) {
        root.children.extend(estate.unit(place, &mut seen));
    }
    root.children.extend(estate.homeless.iter().map(|account| estate.account(account)));
    Some(Tree { roots: vec![root], empty: String::new() })
}

/// The organisation itself, by what is known of it.
fn heading(result: &Value) -> String {
    let word = |key: &str| escape::clean(result[key].as_str().unwrap_or_default());
    let name = ["organization_name", "organization_id"].map(word);
    let name = name.into_iter().find(|name| !name.is_empty());
    name.unwrap_or_else(|| "organization".to_owned())
}

/// Who stands under whom.
struct Estate<'a> {
    units: &'a [Value],
    /// Units without a known parent.
    tops: Vec<usize>,
    /// Units and accounts directly in each unit.
    inner: Vec<Vec<usize>>,
    members: Vec<Vec<&'a Value>>,
    /// Accounts in no known unit.
    homeless: Vec<&'a Value>,
    management: &'a str,
}

impl<'a> Estate<'a> {
    fn of(result: &'a Value) -> Self {
        let list = |key: &str| result[key].as_array().map(Vec::as_slice).unwrap_or_default();
        // Told from the assets of a map, units and accounts are nodes alike.
        let units = if result["nodes"].is_array() { list("nodes") } else { list("ous") };
        let places: HashMap<&str, usize> = (units.iter().enumerate())
            .filter_map(|(place, unit)| Some((unit["id"].as_str()?, place)))
            .collect();
        let parent_of = |node: &Value| places.get(node["parent_id"].as_str()?).copied();
        let mut estate = Self {
            units,
            tops: Vec::new(),
            inner: vec![Vec::new(); units.len()],
            members: vec![Vec::new(); units.len()],
            homeless: Vec::new(),
            management: result["management_account_id"].as_str().unwrap_or_default(),
        };
        for (place, unit) in units.iter().enumerate() {
            match parent_of(unit) {
                Some(parent) => estate.inner[parent].push(place),
                None => estate.tops.push(place),
            }
        }
        for account in list("accounts") {
            match parent_of(account) {
                Some(parent) => estate.members[parent].push(account),
                None => estate.homeless.push(account),
            }
        }
        estate
    }

    /// A unit with all below it, unless it is in the tree already.
    fn unit(&self, place: usize, seen: &mut HashSet<usize>) -> Option<Branch> {
        if !seen.insert(place) {
            return None;
        }
        let unit = &self.units[place];
        let mut branch = Branch::heading(named(unit, unit["type"].as_str().unwrap_or("unit")));
        if unit["external"] == Value::Bool(true) {
            branch.remarks.push("external".to_owned());
        }
        branch.children.extend(self.inner[place].iter().filter_map(|&next| self.unit(next, seen)));
        branch.children.extend(self.members[place].iter().map(|account| self.account(account)));
        Some(branch)
    }

    fn account(&self, account: &Value) -> Branch {
        let mut branch = Branch::heading(named(account, "account"));
        let is_management =
            !self.management.is_empty() && account["id"].as_str() == Some(self.management);
        if is_management {
            branch.remarks.push("management account".to_owned());
        }
        let status = account["status"].as_str().filter(|status| *status != "ACTIVE");
        branch.remarks.extend(status.map(escape::clean).filter(|status| !status.is_empty()));
        branch
    }
}

/// Name and id, and what it is.
fn named(node: &Value, kind: &str) -> String {
    let word = |key: &str| escape::clean(node[key].as_str().unwrap_or_default());
    let (name, id) = (word("name"), word("id"));
    let kind = escape::clean(kind);
    match name.is_empty() || name == id {
        true => format!("{id} ({kind})"),
        false => format!("{name} ({kind}, {id})"),
    }
}
