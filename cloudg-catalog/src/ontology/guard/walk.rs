//! Looks at every part of a query that was read.

use spargebra::{
    Query,
    algebra::{AggregateExpression, AggregateFunction, Expression, GraphPattern, OrderExpression},
};

use super::{Refusal, growth};

/// Most patterns of a query: planning how to join them takes the cube of their number, and cannot be
/// ended.
pub(super) const MAX_PATTERNS: usize = 128;

/// Most operators in a chain: each is a level of its own to the planner, which takes the square of
/// their number.
pub(super) const MAX_CHAIN: usize = 500;

/// What a query does that evaluation needs to know.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Whether it joins texts of many rows.
    pub(super) joins_texts: bool,
    n_patterns: usize,
}

impl Found {
    /// Counts patterns.
    fn add(&mut self, n_patterns: usize) -> Result<(), Refusal> {
        self.n_patterns += n_patterns;
        if self.n_patterns > MAX_PATTERNS { Err(Refusal::TooMany) } else { Ok(()) }
    }
}

/// Refuses what reaches beyond the triples.
pub(super) fn query(query: &Query) -> Result<Found, Refusal> {
    let (dataset, body) = match query {
        Query::Select { dataset, pattern, .. }
        | Query::Construct { dataset, pattern, .. }
        | Query::Describe { dataset, pattern, .. }
        | Query::Ask { dataset, pattern, .. } => (dataset, pattern),
    };
    if dataset.is_some() {
        return Err(Refusal::From);
    }
    let mut found = Found::default();
    pattern(body, &mut found)?;
    Ok(found)
}

fn pattern(part: &GraphPattern, found: &mut Found) -> Result<(), Refusal> {
    found.add(match part {
        GraphPattern::Bgp { patterns } => patterns.len(),
        _ => 1,
    })?;
    match part {
        GraphPattern::Service { .. } => Err(Refusal::Service),
        GraphPattern::Graph { inner, .. } => {
            // What is inside is named first: asking another server is the graver matter.
            pattern(inner, found)?;
            Err(Refusal::NamedGraph)
        }
        GraphPattern::Lateral { left, right } => {
            pattern(left, found)?;
            pattern(right, found)?;
            Err(Refusal::Lateral)
        }
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Values { .. } => {
            Ok(())
        }
        GraphPattern::Join { left, right }
        | GraphPattern::Union { left, right }
        | GraphPattern::Minus { left, right } => {
            pattern(left, found)?;
            pattern(right, found)
        }
        GraphPattern::LeftJoin { left, right, expression: condition } => {
            pattern(left, found)?;
            pattern(right, found)?;
            condition.as_ref().map_or(Ok(()), |condition| value(condition, found))
        }
        GraphPattern::Filter { expr, inner } => {
            value(expr, found)?;
            pattern(inner, found)
        }
        GraphPattern::Extend { inner, expression, .. } => {
            value(expression, found)?;
            pattern(inner, found)
        }
        GraphPattern::OrderBy { inner, expression } => {
            for key in expression {
                let (OrderExpression::Asc(key) | OrderExpression::Desc(key)) = key;
                value(key, found)?;
            }
            pattern(inner, found)
        }
        GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. } => pattern(inner, found),
        GraphPattern::Group { inner, aggregates, .. } => {
            for (_, aggregate) in aggregates {
                if let AggregateExpression::FunctionCall { name, expr, .. } = aggregate {
                    found.joins_texts |= matches!(name, AggregateFunction::GroupConcat { .. });
                    value(expr, found)?;
                }
            }
            pattern(inner, found)
        }
    }
}

/// Checks a whole expression.
fn value(whole: &Expression, found: &mut Found) -> Result<(), Refusal> {
    expression(whole, found, 1)?;
    match growth::is_bounded(whole) {
        true => Ok(()),
        false => Err(Refusal::TooLong),
    }
}

fn expression(part: &Expression, found: &mut Found, depth: usize) -> Result<(), Refusal> {
    if depth > MAX_CHAIN {
        return Err(Refusal::TooDeep);
    }
    match part {
        Expression::Exists(inner) => pattern(inner, found),
        part => {
            let mut parts = growth::parts(part).into_iter();
            parts.try_for_each(|part| expression(part, found, depth + 1))
        }
    }
}
