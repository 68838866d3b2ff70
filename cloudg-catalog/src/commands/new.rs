//! `cloudg new`: writes the crate of a plugin.

mod names;

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;

use self::names::Names;
use super::Failure;
use crate::{cli::NewOptions, output};

/// What of the template is written, and under which path.
struct File {
    path: &'static str,
    text: &'static str,
}

macro_rules! file {
    ($path:literal, $source:literal) => {
        File { path: $path, text: include_str!(concat!("new/template/", $source)) }
    };
}

/// What every plugin has. Manifests have other names here: a crate ends where another one's begins.
const FILES: [File; 4] = [
    file!("src/lib.rs", "lib.rs"),
    file!("tests/client.rs", "client.rs"),
    file!("README.md", "README.md"),
    file!(".gitignore", "gitignore.txt"),
];
const MANIFEST: &str = include_str!("new/template/Cargo.toml.txt");
const MAIN_ALONE: &str = include_str!("new/template/main_alone.rs");
const MAIN_WITH_CATALOG: &str = include_str!("new/template/main_with_catalog.rs");

/// Writes the crate and tells what to do next.
pub(crate) fn run(options: &NewOptions) -> Result<ExitCode, Failure> {
    let names = Names::parse(&options.name).map_err(Failure::usage)?;
    let crates = Crates::find(options.runtime_path.as_deref())?;
    let directory = options.path.clone().unwrap_or_else(|| PathBuf::from(names.package()));
    check_empty(&directory)?;
    for (path, text) in contents(&names, &crates, options.with_catalog) {
        write(&directory.join(path), &text)?;
    }
    output::note(&next_steps(&names, &directory));
    Ok(ExitCode::SUCCESS)
}

/// Where the crates of the framework come from.
enum Crates {
    Repository,
    /// The top of a checkout, absolute.
    Checkout(PathBuf),
}

impl Crates {
    /// A checkout is named by its top or by the runtime crate in it.
    fn find(runtime: Option<&Path>) -> Result<Self, Failure> {
        let Some(given) = runtime else { return Ok(Self::Repository) };
        let absolute = fs::canonicalize(given)
            .with_context(|| format!("--runtime-path: `{}`", given.display()))
            .map_err(Failure::Usage)?;
        let is_top = |path: &Path| path.join("cloudg-runtime/Cargo.toml").is_file();
        match absolute.ancestors().take(2).find(|path| is_top(path)) {
            Some(top) => Ok(Self::Checkout(top.to_owned())),
            None => {
                let given = given.display();
                Err(Failure::usage(format!("--runtime-path: `{given}` holds no `cloudg-runtime`")))
            }
        }
    }

    /// The dependency on one of our crates, as it stands in a manifest.
    fn dependency(&self, package: &str) -> String {
        match self {
            // The crates are not on the registry yet: the version stands beside the address, so
            // that a later one is not taken by accident.
            Self::Repository => format!(
                "{package} = {{ git = \"{}\", version = \"{}\" }}",
                env!("CARGO_PKG_REPOSITORY"),
                env!("CARGO_PKG_VERSION"),
            ),
            Self::Checkout(top) => {
                let path = toml_string(&top.join(package).display().to_string());
                format!("{package} = {{ path = {path} }}")
            }
        }
    }
}

/// A basic string of TOML.
fn toml_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// The files of the crate with their texts.
fn contents(names: &Names, crates: &Crates, with_catalog: bool) -> Vec<(&'static str, String)> {
    let mut dependencies = crates.dependency("cloudg-runtime");
    let mut main = MAIN_ALONE;
    if with_catalog {
        dependencies = format!("{}\n{dependencies}", crates.dependency("cloudg-catalog"));
        main = MAIN_WITH_CATALOG;
    }
    // Filled first: a path may hold what the template means by something else.
    let manifest = names.fill(MANIFEST).replace("# {framework}", &dependencies);
    let mut contents = vec![("Cargo.toml", manifest), ("src/main.rs", names.fill(main))];
    contents.extend(FILES.iter().map(|file| (file.path, names.fill(file.text))));
    contents
}

/// Refuses a place where something is.
fn check_empty(directory: &Path) -> Result<(), Failure> {
    let shown = directory.display();
    match fs::read_dir(directory) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(Failure::Work(anyhow::anyhow!("`{shown}` is not empty"))),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(anyhow::Error::new(error).context(format!("`{shown}`")).into()),
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let shown = || format!("cannot write `{}`", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(shown)?;
    }
    fs::write(path, text).with_context(shown)
}

fn next_steps(names: &Names, directory: &Path) -> String {
    let (package, tool) = (names.package(), names.module());
    let shown = directory.display();
    format!(
        "Wrote the plugin `{package}` to {shown}. Next:\n  cd {shown}\n  cargo test   # its tool \
         `{tool}_define`, through a client in memory\n  cargo run    # a server on standard input \
         and output\nThen put your own tools into src/lib.rs."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_path_is_one_string_of_the_manifest() {
        let crates = Crates::Checkout(PathBuf::from("/it's \"a\"\n\\plugin-name\u{7f}"));
        let names = Names::parse("other").expect("a good name");
        let files = contents(&names, &crates, false);
        let (_, manifest) = files.iter().find(|(path, _)| *path == "Cargo.toml").expect("it is");
        let path = r#""/it's \"a\"\u000A\\plugin-name\u007F/cloudg-runtime""#;
        let line = format!("cloudg-runtime = {{ path = {path} }}");
        assert!(manifest.lines().any(|written| written == line), "{manifest}");
    }
}
