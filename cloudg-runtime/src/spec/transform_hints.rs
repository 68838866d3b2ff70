//! What a tool asks of the transforms of a policy.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::MetaSource;

/// Options of one tool for the transforms of a policy. A policy may decide not to honour them; only
/// added transforms always run.
#[derive(Clone)]
pub struct TransformHints {
    /// Transforms of the output that are left out, by type or id; `*` is all of them.
    pub skip: Cow<'static, [&'static str]>,
    /// Transforms of the input that are left out, by type or id.
    pub skip_input: Cow<'static, [&'static str]>,
    /// Whether values may be replaced by pseudonyms; else what would be is kept.
    pub pseudonymize: bool,
    /// Whether pseudonyms in arguments are turned back into what they stand for.
    pub depseudonymize: bool,
    /// Whether secrets in arguments are refused.
    pub input_guard: bool,
    /// Options merged into those of the projection.
    pub project: MetaSource,
    /// Transforms that run after those of the policy, as a policy writes them.
    pub transforms: Cow<'static, [MetaSource]>,
}

impl TransformHints {
    /// Nothing is asked for.
    pub const NONE: Self = Self {
        skip: Cow::Borrowed(&[]),
        skip_input: Cow::Borrowed(&[]),
        pseudonymize: true,
        depseudonymize: true,
        input_guard: true,
        project: MetaSource::None,
        transforms: Cow::Borrowed(&[]),
    };

    /// What differs from [`TransformHints::NONE`], under the keys that a policy knows: `skip`?,
    /// `pseudonymize`?, `project`?, `transforms`?, `skip_input`?, `input_guard`?,
    /// `depseudonymize`?.
    ///
    /// ```
    /// use cloudg_runtime::TransformHints;
    ///
    /// let hints = TransformHints {
    ///     skip: (&["*"]).into(),
    ///     input_guard: false,
    ///     ..TransformHints::NONE
    /// };
    /// let wire = serde_json::Value::from(hints.to_wire());
    /// assert_eq!(wire.to_string(), r#"{"skip":["*"],"input_guard":false}"#);
    /// assert!(TransformHints::NONE.to_wire().is_empty());
    /// ```
    pub fn to_wire(&self) -> Map<String, Value> {
        let list = |names: &[&str]| (!names.is_empty()).then(|| Value::from(names.to_vec()));
        let off = |on: bool| (!on).then_some(Value::Bool(false));
        let project = self.project.build();
        let transforms: Vec<Value> =
            self.transforms.iter().map(|transform| transform.build().into()).collect();
        let entries = [
            ("skip", list(&self.skip)),
            ("pseudonymize", off(self.pseudonymize)),
            ("project", (!project.is_empty()).then(|| project.into())),
            ("transforms", (!transforms.is_empty()).then(|| transforms.into())),
            ("skip_input", list(&self.skip_input)),
            ("input_guard", off(self.input_guard)),
            ("depseudonymize", off(self.depseudonymize)),
        ];
        let set = |(key, value): (&str, Option<Value>)| Some((key.to_owned(), value?));
        entries.into_iter().filter_map(set).collect()
    }
}

impl Default for TransformHints {
    fn default() -> Self {
        Self::NONE
    }
}
