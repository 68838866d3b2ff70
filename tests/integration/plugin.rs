//! `cloudg new`: what it writes is a crate that an author would have written.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::binary::{self, Run, finish, repository, run};

const FILES: [&str; 6] =
    ["Cargo.toml", "src/main.rs", "src/lib.rs", "tests/client.rs", "README.md", ".gitignore"];

/// A plugin in a directory of its own.
fn generate(name: &str, options: &[&str]) -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("plugin");
    let mut arguments = vec!["new", name, "--path", place.to_str().unwrap()];
    arguments.extend(options);
    let written = run(&arguments);
    assert_eq!((written.code, written.stdout.as_str()), (0, ""), "{written:?}");
    assert!(written.stderr.contains("cargo test"), "it tells what comes next: {written:?}");
    (home, place)
}

fn read(place: &Path, file: &str) -> String {
    fs::read_to_string(place.join(file)).unwrap()
}

/// The tests of the plugin. It takes the versions, the profiles and the target directory of the
/// workspace, so that most of what it needs is built already.
fn test(place: &Path) -> Run {
    let top = repository();
    fs::copy(top.join("Cargo.lock"), place.join("Cargo.lock")).unwrap();
    let workspace = read(top, "Cargo.toml");
    let profiles = workspace.find("[profile.").unwrap();
    let manifest = format!("{}\n{}", read(place, "Cargo.toml"), &workspace[profiles..]);
    fs::write(place.join("Cargo.toml"), manifest).unwrap();

    let test = std::env::current_exe().unwrap();
    // target/<profile>/deps/<test>
    let directory = test.ancestors().nth(2).unwrap();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(place).args(["test", "--offline", "--profile", binary::profile(directory)]);
    command.env("CARGO_TARGET_DIR", directory.parent().unwrap()).env("CARGO_TERM_COLOR", "never");
    finish(&mut command)
}

#[test]
fn a_plugin_builds_and_passes_its_tests() {
    let runtime = repository().join("cloudg-runtime");
    let (_home, place) = generate("my-plugin", &["--runtime-path", runtime.to_str().unwrap()]);
    let tested = test(&place);
    assert_eq!(tested.code, 0, "{}\n{}", tested.stdout, tested.stderr);
    assert!(tested.stdout.contains("test a_term_is_defined ... ok"), "{}", tested.stdout);
    assert!(!tested.stderr.contains("warning"), "{}", tested.stderr);
}

#[test]
fn what_is_written_is_formatted_whatever_the_name() {
    let long = "a".repeat(40);
    for (name, options) in [("a", &[][..]), ("my_plug-in", &["--with-catalog"]), (&long, &[])] {
        let (_home, place) = generate(name, options);
        let sources = FILES.iter().filter(|file| file.ends_with(".rs"));
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", "2024"]).args(sources.map(|file| place.join(file)));
        let formatted = finish(&mut rustfmt);
        assert_eq!(formatted.code, 0, "{name}: {}{}", formatted.stdout, formatted.stderr);
        for file in FILES {
            let text = read(&place, file);
            assert!(!text.contains("plugin_name") && !text.contains("plugin-name"), "{file}");
        }
    }
}

#[test]
fn the_framework_comes_from_the_repository_unless_told_otherwise() {
    let (_home, place) = generate("my-plugin", &[]);
    let manifest = read(&place, "Cargo.toml");
    assert!(manifest.contains("cloudg-runtime = { git = \"https://"), "{manifest}");
    assert!(!manifest.contains("cloudg-catalog"), "{manifest}");
    let (_home, place) = generate(
        "my-plugin",
        &["--with-catalog", "--runtime-path", repository().to_str().unwrap()],
    );
    let manifest = read(&place, "Cargo.toml");
    assert!(manifest.contains("cloudg-catalog = { path = \"/"), "{manifest}");
    assert!(read(&place, "src/main.rs").contains("App::new()"));
}

#[test]
fn nothing_is_overwritten_and_a_wrong_name_is_refused() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("mine"), "text").unwrap();
    let full = run(&["new", "my-plugin", "--path", home.path().to_str().unwrap()]);
    assert_eq!(full.code, 1, "{full:?}");
    assert!(full.stderr.contains("is not empty"), "{full:?}");
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    for name in ["fn", "2day", "serde-json", "a b"] {
        let refused = finish(binary::command(&["new", name]).current_dir(home.path()));
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{refused:?}");
    }
    let elsewhere = run(&["new", "my-plugin", "--runtime-path", home.path().to_str().unwrap()]);
    assert_eq!(elsewhere.code, 2, "{elsewhere:?}");
}

#[test]
fn an_unknown_registry_is_wrong_usage() {
    let refused = run(&["tools", "--registry", "nope"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("there is no registry `nope`: expected cloudg"), "{refused:?}");
}
