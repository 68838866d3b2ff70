//! What a plugin is called: as a package, in code, in addresses.

/// Longest name: longer ones would break the lines of the template, and make names of tools that
/// some clients refuse.
const MAX_LENGTH: usize = 40;

/// Words that cannot be a crate: keywords, and what every crate or every build has.
const RESERVED: [&str; 64] = [
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "tests",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "main",
    "target",
];

/// Crates that the plugin depends on; its own name would hide theirs.
const DEPENDENCIES: [&str; 7] = [
    "cloudg-catalog",
    "cloudg-macros",
    "cloudg-runtime",
    "schemars",
    "serde",
    "serde-json",
    "tokio",
];

/// Device names of Windows, which cannot be directories there.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// The spellings of one name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Names {
    package: String,
}

impl Names {
    /// A name that Cargo takes for a package, in ASCII: a letter, then letters, digits, `-`, `_`.
    pub(super) fn parse(name: &str) -> Result<Self, String> {
        let starts = name.starts_with(|first: char| first.is_ascii_alphabetic());
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if !starts || name.len() > MAX_LENGTH || !name.bytes().all(fits) {
            return Err(format!(
                "`{name}` cannot be the name of a crate: use a letter, then letters, digits, `-` \
                 or `_`, at most {MAX_LENGTH}"
            ));
        }
        let plain = name.to_ascii_lowercase().replace('_', "-");
        if RESERVED.contains(&plain.as_str()) || DEVICES.contains(&plain.as_str()) {
            return Err(format!("`{name}` is a reserved word: choose another name"));
        }
        if DEPENDENCIES.contains(&plain.as_str()) {
            return Err(format!("`{name}` is a crate that the plugin needs: choose another name"));
        }
        Ok(Self { package: name.to_owned() })
    }

    /// The name of the package.
    pub(super) fn package(&self) -> &str {
        &self.package
    }

    /// The crate in code.
    pub(super) fn module(&self) -> String {
        self.package.replace('-', "_")
    }

    /// The scheme of its addresses, which has no `_`.
    fn scheme(&self) -> String {
        self.package.to_ascii_lowercase().replace('_', "-")
    }

    /// A text of the template with the names in their places.
    pub(super) fn fill(&self, text: &str) -> String {
        text.replace("plugin-scheme", &self.scheme())
            .replace("plugin-name", &self.package)
            .replace("plugin_name", &self.module())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cargo_or_the_template_would_refuse() {
        for name in ["a", "my-plugin", "My_Plugin2", &"a".repeat(40)] {
            assert!(Names::parse(name).is_ok(), "{name}");
        }
        let too_long = "a".repeat(41);
        for name in ["", "2day", "-a", "_a", "a b", "a.b", "grün", "../a", &too_long] {
            assert!(Names::parse(name).is_err_and(|text| text.contains("cannot be")), "{name}");
        }
        for name in ["fn", "Self", "proc_macro", "std", "tests", "deps", "nul"] {
            assert!(Names::parse(name).is_err_and(|text| text.contains("reserved")), "{name}");
        }
        for name in ["serde_json", "cloudg-runtime"] {
            assert!(Names::parse(name).is_err_and(|text| text.contains("needs")), "{name}");
        }
    }

    #[test]
    fn every_place_gets_its_spelling() {
        let names = Names::parse("My_plug-in").expect("a good name");
        let filled = names.fill("plugin-name plugin_name plugin-scheme://a");
        assert_eq!(filled, "My_plug-in My_plug_in my-plug-in://a");
    }
}
