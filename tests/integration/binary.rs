//! Finds the binary, and runs it.
//!
//! Cargo names the binaries of a package to the tests of that package only. `cargo test
//! --workspace` puts ours beside this test anyway; where it is missing or older than its sources,
//! because only this package was built, it is built now.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::LazyLock,
    time::SystemTime,
};

use serde_json::Value;

static BINARY: LazyLock<PathBuf> = LazyLock::new(find);

/// The path of the binary.
pub(crate) fn path() -> &'static Path {
    &BINARY
}

/// The top of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The binary with arguments and without settings of whoever runs the tests.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(path());
    command.args(arguments).env("CLOUDG_MCP_POLICY", "open").stdin(Stdio::null());
    for variable in [
        "CLOUDG_MCP_ALLOWED_ROOTS",
        "CLOUDG_MCP_RULES_DIR",
        "NO_COLOR",
        "CLICOLOR_FORCE",
        "RUST_LOG",
    ] {
        command.env_remove(variable);
    }
    command
}

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The answer, which is JSON.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap()
    }
}

/// Runs the binary to its end.
pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(&mut command(arguments))
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Run {
    let Output { status, stdout, stderr } = command.output().unwrap();
    Run {
        code: status.code().unwrap(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

fn find() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    // target/<profile>/deps/<test>
    let directory = test.ancestors().nth(2).unwrap();
    let beside = directory.join(format!("cloudg{}", std::env::consts::EXE_SUFFIX));
    if is_current(&beside) { beside } else { build(directory) }
}

/// Whether the binary exists and is newer than everything it is made of.
fn is_current(binary: &Path) -> bool {
    let catalogue = ["cloudg-catalog/src", "cloudg-catalog/data", "cloudg-catalog/sample"];
    let sources = [&catalogue[..], &["cloudg-macros/src", "cloudg-runtime/src"]].concat();
    modified(binary).is_some_and(|built| {
        sources.iter().all(|folder| newest(&repository().join(folder)) <= Some(built))
    })
}

/// When something in a folder was changed last.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let changes = entries.map(|entry| match entry.path() {
        path if path.is_dir() => newest(&path),
        path => modified(&path),
    });
    changes.max().flatten()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// The profile whose artefacts are in a directory.
pub(crate) fn profile(directory: &Path) -> &str {
    match directory.file_name().and_then(|name| name.to_str()).unwrap() {
        "debug" => "dev",
        profile => profile,
    }
}

/// Builds the binary with the profile of this test and takes the path that Cargo tells.
fn build(directory: &Path) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(repository())
        .args(["build", "--locked", "--package", "cloudg-catalog", "--bin", "cloudg"])
        .args(["--profile", profile(directory), "--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "the binary does not build");
    let messages = String::from_utf8(output.stdout).unwrap();
    let mut messages = messages.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let executable = messages.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    executable.unwrap()
}
