//! The compliance rulesets: frameworks, their controls, and which scanner checks and words point
//! at them. The shipped ones are part of the program and are read once, on first use.

mod equivalence;
mod fallback;
mod patterns;
mod ruleset;
mod source;
mod user;

use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

use hashbrown::HashMap;

use patterns::PatternIndex;

pub use ruleset::{ControlRule, RulesetFile};
pub use source::RulesetSource;
pub use user::{FileError, MAX_RULESET_BYTES, Place, RulesetError, read_directory};

/// A framework with the rules of all its files.
#[derive(Debug, Clone, PartialEq)]
pub struct Framework {
    /// Name, as tags and answers show it.
    pub name: Cow<'static, str>,
    /// Distinct versions, sorted.
    pub versions: Vec<String>,
    /// Distinct providers in lower case, sorted; empty for a framework of no provider.
    pub providers: Vec<String>,
    /// File names in load order.
    pub files: Vec<Cow<'static, str>>,
    /// Controls in load order, ids distinct, the first definition of each.
    pub controls: Vec<Control>,
}

/// One control of a framework.
#[derive(Debug, Clone, PartialEq)]
pub struct Control {
    /// Identifier, unique in its framework.
    pub id: Cow<'static, str>,
    /// Title; may be empty.
    pub title: Cow<'static, str>,
    /// Severity as the ruleset spells it.
    pub severity: Option<Cow<'static, str>>,
    /// How many scanner checks are mapped to it.
    pub checks: usize,
}

/// A control, as position of its framework and position in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ControlRef {
    /// Index into [`Rulesets::frameworks`].
    pub framework: u32,
    /// Index into [`Framework::controls`].
    pub control: u32,
}

/// Frameworks in load order with the indexes that normalisation needs.
#[derive(Debug)]
pub struct Rulesets {
    frameworks: Vec<Framework>,
    by_name: HashMap<Cow<'static, str>, u32>,
    /// For each framework: the positions of its controls by id.
    by_id: Vec<HashMap<Cow<'static, str>, u32>>,
    checks: HashMap<Cow<'static, str>, Vec<ControlRef>>,
    /// (framework, pattern) in load order.
    pattern_list: Vec<(u32, Cow<'static, str>)>,
    patterns: OnceLock<PatternIndex>,
}

impl Rulesets {
    /// The shipped rulesets.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Rulesets> =
            LazyLock::new(|| Rulesets::from_files(ruleset::shipped_files()));
        &SHIPPED
    }

    /// No rulesets at all: exact checks and patterns never match.
    pub fn none() -> &'static Self {
        static NONE: LazyLock<Rulesets> = LazyLock::new(|| Rulesets::from_files(Vec::new()));
        &NONE
    }

    /// Rulesets of these files, in this order. Files of one framework are joined at the place of
    /// the first one. A pattern that is no valid regular expression never matches, see
    /// [`Rulesets::invalid_patterns`].
    pub fn from_files(files: impl IntoIterator<Item = RulesetFile>) -> Self {
        let mut builder = Builder::default();
        for file in files {
            builder.add(file);
        }
        builder.finish()
    }

    /// The frameworks, in load order.
    pub fn frameworks(&self) -> &[Framework] {
        &self.frameworks
    }

    /// The controls that a scanner check is mapped to, in load order; empty for an unknown check.
    pub fn controls_of_check(&self, check: &str) -> &[ControlRef] {
        self.checks.get(check).map_or(&[], Vec::as_slice)
    }

    /// The position of the framework with exactly this name.
    pub fn framework_named(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The control with exactly this id, of the framework at a position.
    pub fn control_with_id(&self, framework: u32, id: &str) -> Option<ControlRef> {
        let control = *self.by_id.get(framework as usize)?.get(id)?;
        Some(ControlRef { framework, control })
    }

    /// The framework and control behind a reference that these rulesets gave.
    pub fn control(&self, at: ControlRef) -> (&Framework, &Control) {
        let framework = &self.frameworks[at.framework as usize];
        (framework, &framework.controls[at.control as usize])
    }

    /// The frameworks (as positions, in load order) whose patterns are found in a lower-cased text.
    pub fn frameworks_of_text(&self, lowered: &str) -> Vec<u32> {
        self.patterns().search(lowered)
    }

    /// How many patterns were dropped because they are no valid regular expressions.
    pub fn invalid_patterns(&self) -> usize {
        self.patterns().invalid()
    }

    fn patterns(&self) -> &PatternIndex {
        self.patterns.get_or_init(|| {
            PatternIndex::new(self.pattern_list.iter().map(|(group, text)| (*group, text.as_ref())))
        })
    }
}

/// The built-in framework names (in order) whose fallback patterns are found in a lower-cased
/// text. They apply where neither a check nor a ruleset pattern gave a framework.
pub fn fallback_frameworks(lowered: &str) -> Vec<&'static str> {
    fallback::search(lowered)
}

/// The name shared by equivalent checks of different scanners, if the check has one. `tool` is a
/// scanner name in lower case.
pub fn canonical_check(tool: &str, check: &str) -> Option<&'static str> {
    equivalence::canonical(tool, check)
}

#[derive(Default)]
struct Builder {
    frameworks: Vec<Framework>,
    by_name: HashMap<Cow<'static, str>, u32>,
    by_id: Vec<HashMap<Cow<'static, str>, u32>>,
    /// For each framework: check and control, in load order.
    checks: Vec<Vec<(Cow<'static, str>, u32)>>,
    patterns: Vec<Vec<Cow<'static, str>>>,
}

impl Builder {
    fn add(&mut self, file: RulesetFile) {
        let position = self.framework(file.framework);
        let at = position as usize;
        let framework = &mut self.frameworks[at];
        insert_sorted(&mut framework.versions, file.version.as_deref());
        let provider = file.provider.as_deref().map(str::to_lowercase);
        insert_sorted(&mut framework.providers, provider.as_deref());
        framework.files.push(file.file);
        for rule in file.controls {
            let control = self.control(position, &rule);
            self.checks[at].extend(rule.checks.into_iter().map(|check| (check, control)));
            self.patterns[at].extend(rule.patterns);
        }
    }

    fn framework(&mut self, name: Cow<'static, str>) -> u32 {
        if let Some(position) = self.by_name.get(&name) {
            return *position;
        }
        // Frameworks and controls are counted in 32 bits: a ruleset of 4 billion does not fit.
        let position = self.frameworks.len() as u32;
        self.by_name.insert(name.clone(), position);
        self.frameworks.push(Framework {
            name,
            versions: Vec::new(),
            providers: Vec::new(),
            files: Vec::new(),
            controls: Vec::new(),
        });
        self.by_id.push(HashMap::new());
        self.checks.push(Vec::new());
        self.patterns.push(Vec::new());
        position
    }

    fn control(&mut self, framework: u32, rule: &ControlRule) -> u32 {
        let controls = &mut self.frameworks[framework as usize].controls;
        *self.by_id[framework as usize].entry(rule.id.clone()).or_insert_with(|| {
            controls.push(Control {
                id: rule.id.clone(),
                title: rule.title.clone(),
                severity: rule.severity.clone(),
                checks: rule.checks.len(),
            });
            (controls.len() - 1) as u32
        })
    }

    fn finish(self) -> Rulesets {
        let mut checks: HashMap<Cow<'static, str>, Vec<ControlRef>> = HashMap::new();
        for (framework, list) in (0_u32..).zip(self.checks) {
            for (check, control) in list {
                let controls = checks.entry(check).or_default();
                let at = ControlRef { framework, control };
                // One check may stand twice under one control.
                if !controls.contains(&at) {
                    controls.push(at);
                }
            }
        }
        let pattern_list = (0_u32..)
            .zip(self.patterns)
            .flat_map(|(framework, list)| list.into_iter().map(move |text| (framework, text)))
            .collect();
        Rulesets {
            frameworks: self.frameworks,
            by_name: self.by_name,
            by_id: self.by_id,
            checks,
            pattern_list,
            patterns: OnceLock::new(),
        }
    }
}

fn insert_sorted(list: &mut Vec<String>, value: Option<&str>) {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return };
    if let Err(place) = list.binary_search_by(|known| known.as_str().cmp(value)) {
        list.insert(place, value.to_owned());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
