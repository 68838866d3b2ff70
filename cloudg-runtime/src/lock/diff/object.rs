//! Compares the members that two object schemas declare.

use serde_json::{Value, json};

use super::{
    Class,
    schema::{Comparison, Direction, Object, Side},
};
use crate::lock::parts::step;

impl Comparison<'_, '_> {
    /// Compares members, which are required, and what is said of undeclared ones.
    pub(super) fn objects(&mut self, old: &Object, new: &Object, place: &str) {
        let nothing = Object::new();
        let declared = |schema: &Object| match schema.get("properties") {
            Some(Value::Object(members)) => members.clone(),
            _ => nothing.clone(),
        };
        let (olds, news) = (declared(old), declared(new));
        let members = step(place, "properties");
        let gone: Vec<&String> = olds.keys().filter(|name| !news.contains_key(*name)).collect();
        let come: Vec<&String> = news.keys().filter(|name| !olds.contains_key(*name)).collect();
        if let ([from], [to]) = (gone.as_slice(), come.as_slice())
            && olds[*from] == news[*to]
            && requires(old, from) == requires(new, to)
        {
            let rule = self.rule("argument-renamed", "field-renamed");
            let names = (Value::from(from.as_str()), Value::from(to.as_str()));
            let place = step(&members, from);
            self.found.note(Class::Breaking, rule, &place, Some(&names.0), Some(&names.1));
        } else {
            for name in gone {
                let rule = self.rule("argument-removed", "field-removed");
                self.found.note(Class::Breaking, rule, &step(&members, name), None, None);
            }
            for name in come {
                self.added(name, &news[name], old, requires(new, name), &step(&members, name));
            }
        }
        for (name, was) in &olds {
            if let Some(is) = news.get(name) {
                let required = (requires(old, name), requires(new, name));
                self.member(was, is, required, &step(&members, name));
            }
        }
        self.undeclared(old, new, &step(place, "additionalProperties"));
    }

    fn added(&mut self, name: &str, is: &Value, old: &Object, required: bool, place: &str) {
        let (class, rule) = match (self.side, required) {
            (Side::Input, true) => (Class::Breaking, "required-argument-added"),
            (Side::Input, false) => (Class::Additive, "argument-added"),
            (Side::Output, _) => (Class::Additive, "field-added"),
        };
        self.found.note(class, rule, place, None, None);
        // In a map the name was allowed, with the values that the map has.
        if let (Side::Input, Some(others)) = (self.side, old.get("additionalProperties"))
            && *others != Value::Bool(false)
            && !name.is_empty()
        {
            self.schemas(others, is, place);
        }
    }

    fn member(&mut self, was: &Value, is: &Value, required: (bool, bool), place: &str) {
        let (class, rule) = match (self.side, required) {
            (Side::Input, (false, true)) => (Class::Breaking, "argument-now-required"),
            (Side::Input, (true, false)) => (Class::Additive, "argument-now-optional"),
            (Side::Output, (false, true)) => (Class::Additive, "field-now-required"),
            (Side::Output, (true, false)) => (Class::Breaking, "field-now-optional"),
            _ => (Class::Text, ""),
        };
        if !rule.is_empty() {
            self.found.note(class, rule, place, None, None);
        }
        // A missing default is null.
        let default = |schema: &Value| schema.get("default").cloned().unwrap_or_default();
        let (old, new) = (default(was), default(is));
        if self.side == Side::Input && required == (false, false) && old != new {
            let place = step(place, "default");
            self.found.note(Class::Breaking, "default-changed", &place, Some(&old), Some(&new));
        }
        self.schemas(was, is, place);
    }

    fn undeclared(&mut self, old: &Object, new: &Object, place: &str) {
        let (was, is) = (old.get("additionalProperties"), new.get("additionalProperties"));
        let refused = |others: Option<&Value>| others == Some(&Value::Bool(false));
        match (refused(was), refused(is)) {
            (true, true) => {}
            (false, true) => self.note(Direction::Narrowed, "undeclared", place, was, is),
            (true, false) => self.note(Direction::Widened, "undeclared", place, was, is),
            (false, false) => {
                let any = json!({});
                self.schemas(was.unwrap_or(&any), is.unwrap_or(&any), place);
            }
        }
    }

    fn rule(&self, input: &'static str, output: &'static str) -> &'static str {
        match self.side {
            Side::Input => input,
            Side::Output => output,
        }
    }
}

fn requires(schema: &Object, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|one| one == name))
}
