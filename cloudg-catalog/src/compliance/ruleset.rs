//! One ruleset file, and the shipped ones.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

/// The content of a ruleset file.
#[derive(Debug, Clone, Default)]
pub struct RulesetFile {
    /// File name without directories.
    pub file: Cow<'static, str>,
    /// Framework name.
    pub framework: Cow<'static, str>,
    /// Version of the framework.
    pub version: Option<Cow<'static, str>>,
    /// Cloud provider it is for, in any letter case.
    pub provider: Option<Cow<'static, str>>,
    /// Controls in file order.
    pub controls: Vec<ControlRule>,
}

/// One control as a ruleset file defines it.
#[derive(Debug, Clone, Default)]
pub struct ControlRule {
    /// Identifier.
    pub id: Cow<'static, str>,
    /// Title; may be empty.
    pub title: Cow<'static, str>,
    /// Severity as written.
    pub severity: Option<Cow<'static, str>>,
    /// Scanner checks that test it.
    pub checks: Vec<Cow<'static, str>>,
    /// Regular expressions searched, whatever the letter case, in title and description.
    pub patterns: Vec<Cow<'static, str>>,
}

/// The shipped files, packed when the program is built: a tenth of their 1.1 MB.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/compliance-rulesets.json.zlib"));

/// Their text, unpacked by whoever needs it first.
static SHIPPED_TEXT: LazyLock<String> = LazyLock::new(|| {
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(PACKED)
        // The bytes are part of the program, and a test unpacks them.
        .expect("the embedded rulesets are packed well");
    // The same file that the build has packed.
    String::from_utf8(bytes).expect("the embedded rulesets are text")
});

/// The shipped files in load order. Texts without escapes are not copied.
pub(super) fn shipped_files() -> Vec<RulesetFile> {
    let shipped: Shipped<'static> = serde_json::from_str(&SHIPPED_TEXT)
        // The text is part of the program, and a test reads it.
        .expect("the embedded rulesets are valid");
    shipped.files.into_iter().map(RulesetFile::from).collect()
}

#[derive(Deserialize)]
struct Shipped<'a> {
    #[serde(borrow)]
    files: Vec<ShippedFile<'a>>,
}

#[derive(Deserialize)]
struct ShippedFile<'a> {
    #[serde(borrow)]
    file: Text<'a>,
    #[serde(borrow)]
    framework: Text<'a>,
    #[serde(borrow)]
    version: Option<Text<'a>>,
    #[serde(borrow)]
    provider: Option<Text<'a>>,
    #[serde(borrow)]
    controls: Vec<ShippedControl<'a>>,
}

#[derive(Deserialize)]
struct ShippedControl<'a> {
    #[serde(borrow)]
    id: Text<'a>,
    #[serde(borrow)]
    title: Text<'a>,
    #[serde(borrow, default)]
    severity: Option<Text<'a>>,
    #[serde(borrow, default)]
    checks: Vec<Text<'a>>,
    #[serde(borrow, default)]
    patterns: Vec<Text<'a>>,
}

impl From<ShippedFile<'static>> for RulesetFile {
    fn from(file: ShippedFile<'static>) -> Self {
        Self {
            file: file.file.0,
            framework: file.framework.0,
            version: file.version.map(|text| text.0),
            provider: file.provider.map(|text| text.0),
            controls: file.controls.into_iter().map(ControlRule::from).collect(),
        }
    }
}

impl From<ShippedControl<'static>> for ControlRule {
    fn from(control: ShippedControl<'static>) -> Self {
        let texts = |list: Vec<Text<'static>>| list.into_iter().map(|text| text.0).collect();
        Self {
            id: control.id.0,
            title: control.title.0,
            severity: control.severity.map(|text| text.0),
            checks: texts(control.checks),
            patterns: texts(control.patterns),
        }
    }
}

/// A text of the embedded file, borrowed unless it has escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

struct TextVisitor<'a>(PhantomData<&'a str>);

impl<'de: 'a, 'a> Visitor<'de> for TextVisitor<'a> {
    type Value = Text<'a>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a text")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'a>, E> {
        Ok(Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Text<'a>, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
}
