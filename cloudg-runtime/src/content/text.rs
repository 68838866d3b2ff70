//! A text, or data that becomes one only when it leaves.

use serde_json::Value;

use crate::json_text;

/// The text of a block.
///
/// ```
/// use cloudg_runtime::TextBody;
/// use serde_json::json;
///
/// assert_eq!(TextBody::from("as it is").render(), "as it is");
/// assert_eq!(TextBody::json(json!([1])).into_text(), "[\n  1\n]");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum TextBody {
    /// A text as it is.
    Plain(String),
    /// Data: the output pipeline sees its keys and values, and it is rendered afterwards.
    Json {
        /// The data.
        value: Value,
        /// How it is rendered.
        layout: JsonLayout,
    },
}

/// How data becomes text.
///
/// ```
/// use cloudg_runtime::JsonLayout;
/// use serde_json::json;
///
/// assert_eq!(JsonLayout::Indented.render(&json!({"n": 1})), "{\n  \"n\": 1\n}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonLayout {
    /// JSON with two spaces of indentation.
    Indented,
    /// A heading line, then a fenced block of JSON with one space of indentation.
    Fenced {
        /// The line above the block.
        heading: String,
    },
}

impl TextBody {
    /// Data as indented JSON.
    pub fn json(value: impl Into<Value>) -> Self {
        Self::Json { value: value.into(), layout: JsonLayout::Indented }
    }

    /// Data as a fenced block under a heading.
    ///
    /// ```
    /// use cloudg_runtime::TextBody;
    /// use serde_json::json;
    ///
    /// let body = TextBody::fenced("Context:", json!({"n": 1}));
    /// assert_eq!(body.render(), "Context:\n```json\n{\n \"n\": 1\n}\n```");
    /// ```
    pub fn fenced(heading: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Json { value: value.into(), layout: JsonLayout::Fenced { heading: heading.into() } }
    }

    /// The text.
    pub fn render(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Json { value, layout } => layout.render(value),
        }
    }

    /// The text, without copying one that already is there.
    pub fn into_text(self) -> String {
        match self {
            Self::Plain(text) => text,
            Self::Json { value, layout } => layout.render(&value),
        }
    }
}

impl JsonLayout {
    /// `value` in this layout.
    pub fn render(&self, value: &Value) -> String {
        match self {
            Self::Indented => json_text::value_text(value, 2),
            Self::Fenced { heading } => {
                format!("{heading}\n```json\n{}\n```", json_text::value_text(value, 1))
            }
        }
    }
}

impl Default for TextBody {
    fn default() -> Self {
        Self::Plain(String::new())
    }
}

impl From<String> for TextBody {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

impl From<&str> for TextBody {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}
