//! Products of patterns that share no variable.
//!
//! The engine keeps all rows of one side of a product, and all rows of it for each row of the other.
//! A single pattern is as fast to ask again for each row, which keeps nothing; so that is what such
//! products become.

use std::collections::{BTreeSet, HashMap};

use spargebra::{
    Query,
    algebra::GraphPattern,
    term::{NamedNodePattern, TermPattern, TriplePattern},
};

/// The same query, where products with single patterns are made row by row.
pub(super) fn unfold(mut query: Query) -> Query {
    let (Query::Select { pattern, .. }
    | Query::Construct { pattern, .. }
    | Query::Describe { pattern, .. }
    | Query::Ask { pattern, .. }) = &mut query;
    visit(pattern);
    query
}

fn visit(pattern: &mut GraphPattern) {
    match pattern {
        GraphPattern::Bgp { patterns } => {
            if let Some(unfolded) = unfolded(patterns) {
                *pattern = unfolded;
            }
        }
        GraphPattern::Filter { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Group { inner, .. } => visit(inner),
        GraphPattern::LeftJoin { left, .. } | GraphPattern::Minus { left, .. } => visit(left),
        GraphPattern::Union { left, right } => {
            visit(left);
            visit(right);
        }
        // What is joined to something else may share a variable with that.
        _ => {}
    }
}

/// The patterns with those that share nothing set apart; `None` where there is none.
fn unfolded(patterns: &[TriplePattern]) -> Option<GraphPattern> {
    let mut users: HashMap<(bool, &str), usize> = HashMap::new();
    for pattern in patterns {
        names(pattern).into_iter().for_each(|name| *users.entry(name).or_default() += 1);
    }
    let shares = |&place: &usize| {
        let names = names(&patterns[place]);
        names.is_empty() || names.iter().any(|name| users[name] > 1)
    };
    let places = 0..patterns.len();
    let (joined, alone): (Vec<usize>, Vec<usize>) = places.partition(shares);
    let bgp = |places: &[usize]| GraphPattern::Bgp {
        patterns: places.iter().map(|&place| patterns[place].clone()).collect(),
    };
    let (first, rest) = match joined.is_empty() {
        true => alone.split_at_checked(1)?,
        false => (&joined[..], &alone[..]),
    };
    if rest.is_empty() {
        return None;
    }
    Some(rest.iter().fold(bgp(first), |left, place| GraphPattern::Lateral {
        left: Box::new(left),
        right: Box::new(bgp(std::slice::from_ref(place))),
    }))
}

/// Variables of a pattern, and blank nodes, which are variables too.
fn names(pattern: &TriplePattern) -> BTreeSet<(bool, &str)> {
    let predicate = match &pattern.predicate {
        NamedNodePattern::Variable(variable) => Some((true, variable.as_str())),
        NamedNodePattern::NamedNode(_) => None,
    };
    [name(&pattern.subject), predicate, name(&pattern.object)].into_iter().flatten().collect()
}

fn name(term: &TermPattern) -> Option<(bool, &str)> {
    match term {
        TermPattern::Variable(variable) => Some((true, variable.as_str())),
        TermPattern::BlankNode(node) => Some((false, node.as_str())),
        _ => None,
    }
}
