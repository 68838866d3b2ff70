//! Walks a value along the compiled schema.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::{
    MAX_DEPTH, MAX_PROBLEMS, Problem, coerce,
    near::nearest,
    node::{
        ArrayRule, Bound, Field, LiteralRule, Node, ObjectRule, Others, Program, Range, StringRule,
    },
};

/// Most unknown keys of one call for which a near name is looked for: the time is bounded, and
/// nobody needs more.
const MAX_HINTS: usize = 20;

/// One step of a path; rendered only when a problem is reported.
enum Step<'program> {
    Field(&'program str),
    /// A key that the schema does not declare.
    Key(String),
    Index(usize),
}

/// One validation: where it is and what it found.
pub(super) struct Check<'program> {
    program: &'program Program,
    path: Vec<Step<'program>>,
    depth: usize,
    problems: Vec<Problem>,
    unlisted: usize,
    /// Unknown keys for which a near name was looked for.
    hints: usize,
}

impl<'program> Check<'program> {
    pub(super) fn new(program: &'program Program) -> Self {
        Self { program, path: Vec::new(), depth: 0, problems: Vec::new(), unlisted: 0, hints: 0 }
    }

    pub(super) fn root(&mut self, value: &mut Value) {
        self.visit(&self.program.root, value);
    }

    /// Every problem found, the last one counting those beyond the limit.
    pub(super) fn finish(mut self) -> Vec<Problem> {
        if self.unlisted > 0 {
            self.problems.push(Problem {
                loc: String::new(),
                msg: format!(
                    "{} more problems are not listed, at most {MAX_PROBLEMS} are",
                    self.unlisted
                ),
                kind: "too_many_problems",
                did_you_mean: None,
            });
        }
        self.problems
    }

    fn visit(&mut self, node: &'program Node, value: &mut Value) {
        if self.depth == MAX_DEPTH {
            let msg = format!("Input should not be nested deeper than {MAX_DEPTH} levels");
            return self.report("too_deep", msg);
        }
        self.depth += 1;
        self.dispatch(node, value);
        self.depth -= 1;
    }

    fn dispatch(&mut self, node: &'program Node, value: &mut Value) {
        match node {
            Node::Any => {}
            Node::Never => self.report("extra_forbidden", "Extra inputs are not permitted"),
            Node::Null if value.is_null() => {}
            Node::Null => self.report("none_required", "Input should be null"),
            Node::Boolean => match coerce::boolean(value) {
                Ok(flag) => *value = Value::Bool(flag),
                Err((kind, msg)) => self.report(kind, msg),
            },
            Node::String(rule) => self.string(rule, value),
            Node::Integer(range) => self.integer(range, value),
            Node::Number(range) => self.number(range, value),
            Node::Array(rule) => self.array(rule, value),
            Node::Object(rule) => self.object(rule, value),
            Node::Literal(rule) => self.literal(rule, value),
            Node::Optional(inner) if !value.is_null() => self.visit(inner, value),
            Node::Optional(_) => {}
            Node::Union(branches) => self.union(branches, value),
            Node::All(parts) => {
                for part in parts {
                    self.visit(part, value);
                }
            }
            Node::Reference(index) => self.visit(&self.program.definitions[*index], value),
        }
    }

    fn string(&mut self, rule: &StringRule, value: &Value) {
        let Value::String(text) = value else {
            return self.report("string_type", "Input should be a valid string");
        };
        if rule.min.is_some() || rule.max.is_some() {
            let length = text.chars().count() as u64;
            if let Some(min) = rule.min.filter(|min| length < *min) {
                let msg = format!("String should have at least {}", counted(min, "character"));
                return self.report("string_too_short", msg);
            }
            if let Some(max) = rule.max.filter(|max| length > *max) {
                let msg = format!("String should have at most {}", counted(max, "character"));
                return self.report("string_too_long", msg);
            }
        }
        if let Some((source, regex)) = &rule.pattern
            && !regex.is_match(text)
        {
            let msg = format!("String should match pattern '{source}'");
            self.report("string_pattern_mismatch", msg);
        }
    }

    fn integer(&mut self, range: &Range, value: &mut Value) {
        match coerce::integer(value) {
            Ok(None) => {}
            Ok(Some(number)) => *value = Value::Number(number),
            Err((kind, msg)) => return self.report(kind, msg),
        }
        if let Value::Number(number) = value {
            self.range(range, &Measured::integer(number.as_str()));
        }
    }

    fn number(&mut self, range: &Range, value: &mut Value) {
        match coerce::number(value) {
            Ok(number) => {
                self.range(range, &Measured::float(number.as_f64().unwrap_or(f64::NAN)));
                *value = Value::Number(number);
            }
            Err((kind, msg)) => self.report(kind, msg),
        }
    }

    /// Reports the first bound that `measured` breaks.
    fn range(&mut self, range: &Range, measured: &Measured) {
        let checks: [BoundCheck<'_>; 4] = [
            (&range.minimum, Measured::below, "greater_than_equal", "greater than or equal to"),
            (&range.above, Measured::at_most, "greater_than", "greater than"),
            (&range.maximum, Measured::above, "less_than_equal", "less than or equal to"),
            (&range.below, Measured::at_least, "less_than", "less than"),
        ];
        for (bound, broken, kind, words) in checks {
            if let Some(bound) = bound
                && broken(measured, bound)
            {
                return self.report(kind, format!("Input should be {words} {}", bound.text));
            }
        }
    }

    fn array(&mut self, rule: &'program ArrayRule, value: &mut Value) {
        let Value::Array(items) = value else {
            return self.report("list_type", "Input should be a valid list");
        };
        let before = self.found();
        for (index, item) in items.iter_mut().enumerate() {
            self.within(Step::Index(index), |check| check.visit(&rule.items, item));
        }
        if self.found() > before {
            return;
        }
        let length = items.len() as u64;
        if let Some(min) = rule.min.filter(|min| length < *min) {
            let wanted = counted(min, "item");
            let msg = format!("List should have at least {wanted} after validation, not {length}");
            self.report("too_short", msg);
        } else if let Some(max) = rule.max.filter(|max| length > *max) {
            let wanted = counted(max, "item");
            let msg = format!("List should have at most {wanted} after validation, not {length}");
            self.report("too_long", msg);
        }
    }

    fn object(&mut self, rule: &'program ObjectRule, value: &mut Value) {
        let Value::Object(received) = value else {
            return self.report("dict_type", "Input should be a valid dictionary");
        };
        let mut result = Map::with_capacity(rule.fields.len().max(received.len()));
        let mut n_declared = 0;
        for field in &rule.fields {
            n_declared += usize::from(self.field(field, received, &mut result));
        }
        if n_declared < received.len() {
            self.undeclared(rule, std::mem::take(received), &mut result);
        }
        *received = result;
    }

    /// The keys that are no fields, in the order received.
    fn undeclared(
        &mut self,
        rule: &'program ObjectRule,
        received: Map<String, Value>,
        result: &mut Map<String, Value>,
    ) {
        let absent: Vec<&str> = match rule.others {
            Others::Forbid => {
                let names = rule.fields.iter().map(|field| field.name.as_str());
                names.filter(|name| !received.contains_key(*name)).collect()
            }
            Others::Keep | Others::Check(_) => Vec::new(),
        };
        for (key, mut inner) in received {
            if result.contains_key(&key) || rule.fields.iter().any(|field| field.name == key) {
                continue;
            }
            match &rule.others {
                Others::Keep => {}
                Others::Forbid => self.unknown(&key, &absent),
                Others::Check(node) => {
                    self.within(Step::Key(key.clone()), |check| check.visit(node, &mut inner));
                }
            }
            result.insert(key, inner);
        }
    }

    /// Whether the field was received.
    fn field(
        &mut self,
        field: &'program Field,
        received: &mut Map<String, Value>,
        result: &mut Map<String, Value>,
    ) -> bool {
        if let Some(slot) = received.get_mut(&field.name) {
            let mut inner = slot.take();
            self.within(Step::Field(&field.name), |check| check.visit(&field.node, &mut inner));
            result.insert(field.name.clone(), inner);
            return true;
        }
        if let Some(default) = &field.default {
            result.insert(field.name.clone(), default.clone());
        } else if field.required {
            self.within(Step::Field(&field.name), |check| {
                check.report("missing", "Field required");
            });
        }
        false
    }

    /// Reports a key that is not declared, with the one of the `absent` names that is near.
    fn unknown(&mut self, key: &str, absent: &[&str]) {
        let before = self.problems.len();
        self.within(Step::Key(key.to_owned()), |check| {
            check.report("extra_forbidden", "Extra inputs are not permitted");
        });
        if self.hints < MAX_HINTS
            && let Some(problem) = self.problems.get_mut(before)
        {
            self.hints += 1;
            problem.did_you_mean = nearest(key, absent).map(str::to_owned);
        }
    }

    fn literal(&mut self, rule: &LiteralRule, value: &Value) {
        if !rule.values.contains(value) {
            self.report("literal_error", rule.message.as_str());
        }
    }

    /// Tries the branches in turn. When none accepts, the branch with the fewest problems
    /// speaks for all, the earlier one on a tie.
    fn union(&mut self, branches: &'program [Node], value: &mut Value) {
        let start = (self.problems.len(), self.unlisted);
        let mut best: Option<(Vec<Problem>, usize)> = None;
        for branch in branches {
            let mut attempt = value.clone();
            self.visit(branch, &mut attempt);
            let found = (self.problems.split_off(start.0), self.unlisted - start.1);
            self.unlisted = start.1;
            if found.0.is_empty() && found.1 == 0 {
                *value = attempt;
                return;
            }
            let size = |(listed, unlisted): &(Vec<Problem>, usize)| listed.len() + unlisted;
            if best.as_ref().is_none_or(|best| size(&found) < size(best)) {
                best = Some(found);
            }
        }
        if let Some((problems, unlisted)) = best {
            self.problems.extend(problems);
            self.unlisted += unlisted;
        }
    }

    fn within(&mut self, step: Step<'program>, visit: impl FnOnce(&mut Self)) {
        self.path.push(step);
        visit(self);
        self.path.pop();
    }

    fn found(&self) -> usize {
        self.problems.len() + self.unlisted
    }

    fn report(&mut self, kind: &'static str, msg: impl Into<String>) {
        if self.problems.len() >= MAX_PROBLEMS {
            self.unlisted += 1;
            return;
        }
        let mut loc = String::new();
        for (position, step) in self.path.iter().enumerate() {
            if position > 0 {
                loc.push('.');
            }
            match step {
                Step::Field(name) => loc.push_str(name),
                Step::Key(name) => loc.push_str(name),
                // Writing to a String cannot fail.
                Step::Index(index) => _ = write!(loc, "{index}"),
            }
        }
        self.problems.push(Problem { loc, msg: msg.into(), kind, did_you_mean: None });
    }
}

/// A bound, how it is broken, the kind of the problem, and its words.
type BoundCheck<'rule> =
    (&'rule Option<Bound>, fn(&Measured, &Bound) -> bool, &'static str, &'static str);

/// A number to compare with bounds: exactly where both are integers, else as a float.
struct Measured {
    integer: Option<i128>,
    float: f64,
}

impl Measured {
    fn integer(text: &str) -> Self {
        Self { integer: text.parse().ok(), float: text.parse().unwrap_or(f64::NAN) }
    }

    fn float(float: f64) -> Self {
        Self { integer: None, float }
    }

    fn compare(&self, bound: &Bound) -> Option<std::cmp::Ordering> {
        match (self.integer, bound.integer) {
            (Some(value), Some(bound)) => Some(value.cmp(&bound)),
            _ => self.float.partial_cmp(&bound.float),
        }
    }

    fn below(&self, bound: &Bound) -> bool {
        self.compare(bound).is_some_and(std::cmp::Ordering::is_lt)
    }

    fn at_most(&self, bound: &Bound) -> bool {
        self.compare(bound).is_some_and(std::cmp::Ordering::is_le)
    }

    fn above(&self, bound: &Bound) -> bool {
        self.compare(bound).is_some_and(std::cmp::Ordering::is_gt)
    }

    fn at_least(&self, bound: &Bound) -> bool {
        self.compare(bound).is_some_and(std::cmp::Ordering::is_ge)
    }
}

fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
