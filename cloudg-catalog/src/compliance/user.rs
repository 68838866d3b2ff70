//! Rulesets that people keep in files: a directory of YAML or JSON documents, read at start-up, so
//! that a mistake is told to whoever can mend it.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::ruleset::{ControlRule, RulesetFile};
use crate::load::{LoadError, Operator, files};

/// Largest ruleset file that is read; the largest shipped one has 200 KB.
pub const MAX_RULESET_BYTES: u64 = 16 << 20;

/// A table of equivalent checks, which is no ruleset.
const NOT_A_RULESET: &str = "check_equivalence.yaml";

/// Where in a file something is: line and column from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: u64,
    /// Column.
    pub column: u64,
}

/// Why a directory of rulesets, or one file of it, cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// The directory is missing, is a file, or cannot be read.
    #[error("rulesets: `{}` cannot be read as a directory: give one that holds *.yaml, *.yml or \
             *.json files", path.display())]
    Directory {
        /// The directory as given.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// No file of the directory is a ruleset.
    #[error("rulesets: `{}` holds no ruleset: expected files named *.yaml, *.yml or *.json", .0.display())]
    Empty(PathBuf),
    /// The search stopped before the end.
    #[error("rulesets: `{}` is too deep, too large or partly unreadable: give the directory of the \
             rulesets itself", .0.display())]
    Partial(PathBuf),
    /// Files that are no rulesets, all of them, one a line.
    #[error("rulesets: {} cannot be used:{}", count(.0.len()), lines(.0))]
    Files(Vec<FileError>),
}

/// What is wrong with one ruleset file, where, and what to do.
#[derive(Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// Where in it, if that is known.
    pub place: Option<Place>,
    /// What is wrong.
    pub problem: String,
    /// What mends it.
    pub remedy: &'static str,
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}`", self.path.display())?;
        if let Some(Place { line, column }) = self.place {
            write!(out, ", line {line} column {column}")?;
        }
        write!(out, ": {}. {}", self.problem, self.remedy)
    }
}

/// Reads all rulesets below a directory, in the order of their paths: files named `*.yaml`, `*.yml`
/// and `*.json`, hidden ones left out.
///
/// # Errors
/// [`RulesetError`]; with bad files, all of them are named.
pub fn read_directory(directory: &Path) -> Result<Vec<RulesetFile>, RulesetError> {
    let found = files::find(directory, false, is_ruleset).map_err(|error| {
        let source = match error {
            LoadError::Read(kind) => kind.into(),
            other => io::Error::other(other),
        };
        RulesetError::Directory { path: directory.to_owned(), source }
    })?;
    if found.is_partial {
        return Err(RulesetError::Partial(directory.to_owned()));
    }
    if found.files.is_empty() {
        return Err(RulesetError::Empty(directory.to_owned()));
    }
    let (mut rulesets, mut errors) = (Vec::new(), Vec::new());
    for path in found.files {
        match read_file(&path) {
            Ok(ruleset) => rulesets.push(ruleset),
            Err(Mistake { place, problem, remedy }) => {
                errors.push(FileError { path, place, problem, remedy });
            }
        }
    }
    if errors.is_empty() { Ok(rulesets) } else { Err(RulesetError::Files(errors)) }
}

fn is_ruleset(name: &str) -> bool {
    name != NOT_A_RULESET
        && ["yaml", "yml", "json"]
            .into_iter()
            .any(|extension| files::has_extension(name, extension))
}

/// What is wrong with a file.
struct Mistake {
    place: Option<Place>,
    problem: String,
    remedy: &'static str,
}

impl Mistake {
    fn new(problem: impl Into<String>, remedy: &'static str) -> Self {
        Self { place: None, problem: problem.into(), remedy }
    }
}

fn read_file(path: &Path) -> Result<RulesetFile, Mistake> {
    let readable = "Check that the file exists and that you may read it.";
    let refused = |error: LoadError| Mistake::new(error.to_string(), readable);
    if files::open(path, &Operator).map_err(refused)?.length > MAX_RULESET_BYTES {
        let problem = format!("it is larger than {MAX_RULESET_BYTES} bytes");
        return Err(Mistake::new(problem, "Split it; files of one framework are joined."));
    }
    let bytes = files::read(path, &Operator).map_err(refused)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Mistake::new("it is not UTF-8", "Save it with that encoding."))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_json = files::has_extension(&name, "json");
    let document = if is_json { parse_json(&text)? } else { parse_yaml(&text)? };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ruleset = document.checked(name, stem)?;
    warn_of_bad_patterns(path, &ruleset);
    Ok(ruleset)
}

/// The rest of a file with a bad pattern is good, and rulesets written for other engines have
/// patterns that are none here.
fn warn_of_bad_patterns(path: &Path, ruleset: &RulesetFile) {
    let patterns = ruleset.controls.iter().flat_map(|rule| &rule.patterns);
    let bad: Vec<_> = patterns.filter(|pattern| regex_syntax::parse(pattern).is_err()).collect();
    if let Some(first) = bad.first() {
        tracing::warn!(
            n_patterns = bad.len(),
            first = first.as_ref(),
            "{}: patterns that are no valid regular expressions never match",
            path.display()
        );
    }
}

fn parse_json(text: &str) -> Result<Document, Mistake> {
    serde_json::from_str(text).map_err(|error| {
        let place = Place { line: error.line() as u64, column: error.column() as u64 };
        let whole = error.to_string();
        let problem = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(problem, _)| problem);
        Mistake { place: Some(place), ..mistake(problem) }
    })
}

fn parse_yaml(text: &str) -> Result<Document, Mistake> {
    let options = serde_saphyr::options! { with_snippet: false };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let place = error.location();
        let place = place.map(|place| Place { line: place.line(), column: place.column() });
        let whole = error.to_string();
        // The place is told once, in front.
        let problem = match whole.rsplit_once(" at line ") {
            Some((problem, _)) if place.is_some() => problem,
            _ => &whole,
        };
        Mistake { place, ..mistake(problem) }
    })
}

/// A mistake that a parser reports, with the remedy that fits.
fn mistake(problem: &str) -> Mistake {
    // The parser lists what it expects; the remedy does so for the whole file.
    let problem = problem.split(", expected one of").next().unwrap_or_default();
    let remedy = if problem.contains("unknown field") || problem.contains("mapping") {
        "A ruleset has the keys `framework`, `version`, `provider`, `source` and `controls`, a \
         control `id`, `title`, `severity`, `checks` and `patterns`."
    } else if problem.contains("missing field") {
        "Every control needs an `id`, and a ruleset its list of `controls`."
    } else if problem.contains("invalid type") || problem.contains("expected") {
        "Texts stand in quotes; `controls`, `checks` and `patterns` are lists."
    } else {
        "Mend the syntax there."
    };
    Mistake::new(problem.trim_end_matches('.'), remedy)
}

/// A ruleset file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    framework: Option<String>,
    #[serde(default)]
    version: Option<String>,
    #[serde(default)]
    provider: Option<String>,
    /// Where the rules come from: for readers of the file.
    #[serde(default, rename = "source")]
    _source: Option<serde::de::IgnoredAny>,
    controls: Vec<DocumentControl>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentControl {
    id: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    severity: Option<String>,
    #[serde(default)]
    checks: Option<Vec<String>>,
    #[serde(default)]
    patterns: Option<Vec<String>>,
}

impl Document {
    fn checked(self, file: String, stem: String) -> Result<RulesetFile, Mistake> {
        let controls = self.controls.into_iter().enumerate();
        let controls: Result<_, _> = controls.map(|(index, rule)| rule.checked(index)).collect();
        let framework = self.framework.filter(|name| !name.trim().is_empty()).unwrap_or(stem);
        Ok(RulesetFile {
            file: file.into(),
            framework: framework.into(),
            version: self.version.map(Into::into),
            provider: self.provider.map(Into::into),
            controls: controls?,
        })
    }
}

impl DocumentControl {
    fn checked(self, index: usize) -> Result<ControlRule, Mistake> {
        if self.id.trim().is_empty() {
            let problem = format!("control {} has an empty id", index + 1);
            return Err(Mistake::new(problem, "Give every control its id."));
        }
        let texts = |list: Vec<String>| list.into_iter().map(Into::into).collect();
        Ok(ControlRule {
            id: self.id.into(),
            title: self.title.unwrap_or_default().into(),
            severity: self.severity.map(Into::into),
            checks: texts(self.checks.unwrap_or_default()),
            patterns: texts(self.patterns.unwrap_or_default()),
        })
    }
}

fn count(n_files: usize) -> String {
    if n_files == 1 { "1 file".to_owned() } else { format!("{n_files} files") }
}

fn lines(errors: &[FileError]) -> String {
    errors.iter().map(|error| format!("\n  {error}")).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::fs;

    use super::*;
    use crate::compliance::{RulesetSource, Rulesets};

    const GOOD: &str = r#"
# Texts that look like numbers stay texts.
framework: House rules
version: 1.10
provider: AWS
source: the security team
controls:
  - id: 1.10
    title: Buckets are private
    severity: HIGH
    checks: [s3_bucket_public_access, house_check]
    patterns: ["bucket.*public", "("]
  - id: "2"
"#;

    /// Reads a directory with these files.
    fn read(files: &[(&str, &str)]) -> Result<Vec<RulesetFile>, String> {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let place = directory.path().display().to_string();
        read_directory(directory.path()).map_err(|error| error.to_string().replace(&place, "DIR"))
    }

    #[test]
    fn files_are_read_in_the_order_of_their_paths() {
        let json = r#"{"controls": [{"id": "J", "checks": null}]}"#;
        let files = [
            ("b/house.yaml", GOOD),
            ("a.json", json),
            ("check_equivalence.yaml", "not: [a, ruleset"),
            (".hidden.yaml", "{"),
            ("readme.md", "{"),
            ("c.yml", "controls: []"),
        ];
        let read = read(&files).unwrap();
        let names: Vec<_> = read.iter().map(|file| (&*file.file, &*file.framework)).collect();
        assert_eq!(names, [("a.json", "a"), ("house.yaml", "House rules"), ("c.yml", "c")]);
        let house = &read[1];
        assert_eq!(house.version.as_deref(), Some("1.10"));
        assert_eq!(house.controls[0].id, "1.10");
        assert_eq!(house.controls[1].title, "");
    }

    #[test]
    fn rulesets_replace_or_join_the_shipped_ones() {
        let files = read(&[("house.yaml", GOOD)]).unwrap();
        let only = RulesetSource::only(files.clone());
        assert_eq!(only.get().frameworks().len(), 1);
        assert_eq!(only.get().controls_of_check("house_check").len(), 1);
        // The bad pattern is skipped, the good one works.
        assert_eq!(only.get().frameworks_of_text("the bucket is public"), [0]);
        assert_eq!(only.get().invalid_patterns(), 1);
        let joined = RulesetSource::shipped_and(files);
        let n_shipped = Rulesets::shipped().frameworks().len();
        assert_eq!(joined.get().frameworks().len(), n_shipped + 1);
        assert_eq!(joined.get().controls_of_check("house_check").len(), 1);
        assert!(RulesetSource::only(Vec::new()).get().frameworks().is_empty());
        assert_eq!(RulesetSource::default().get().frameworks().len(), n_shipped);
    }

    #[test]
    fn every_bad_file_is_named_with_place_and_remedy() {
        let files = [
            ("a.yaml", "framework: F\ncontrols:\n  - title: no id\n"),
            ("b.yaml", "framework: F\ncontrol:\n  - id: x\n"),
            ("c.yaml", "controls:\n  - id: x\n    checks: one\n"),
            ("d.yaml", "controls: [\n"),
            ("e.json", "{\n  \"controls\": [{\"id\": 1}]}"),
            ("f.yaml", "controls:\n  - id: ''\n"),
            ("g.yaml", GOOD),
            ("h.yaml", "just text"),
        ];
        let error = read(&files).unwrap_err();
        let lines: Vec<&str> = error.lines().map(str::trim).collect();
        assert_eq!(lines[0], "rulesets: 7 files cannot be used:");
        for (line, name) in
            lines[1..].iter().zip(["a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.json"])
        {
            assert!(line.starts_with(&format!("`DIR/{name}`, line ")), "{line}");
        }
        assert_eq!(lines[6], "`DIR/f.yaml`: control 1 has an empty id. Give every control its id.");
        insta::assert_snapshot!(error);
    }

    #[test]
    fn a_directory_without_rulesets_is_refused() {
        assert!(read(&[("readme.md", "")]).unwrap_err().contains("`DIR` holds no ruleset"));
        let missing = read_directory(Path::new("no such directory")).unwrap_err();
        assert!(matches!(missing, RulesetError::Directory { .. }), "{missing}");
    }

    #[test]
    fn nested_aliases_do_not_exhaust_memory() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let below = format!("*a{}, ", level - 1).repeat(10);
            bomb += &format!("a{level}: &a{level} [{below}]\n");
        }
        bomb += "controls: *a11\n";
        assert!(read(&[("bomb.yaml", &bomb)]).is_err());
    }
}
