//! One wire name declared by two crates: no build that links both succeeds, and its message names
//! both crates. That happens at link time, so small crates are built to the end. Two of one crate
//! are among the declarations that the compiler refuses.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// Name of the only tool of each plugin.
const PLUGINS: [(&str, &str); 3] =
    [("lending", "lend"), ("lending_again", "lend"), ("returning", "give_back")];
/// Each program with the plugins that it links.
const PROGRAMS: [(&str, &str); 2] =
    [("different_names", "lending, returning"), ("same_name", "lending, lending_again")];

#[test]
fn one_name_in_two_crates_does_not_link() {
    let workspace = workspace();
    let built = build(&workspace, "different_names");
    assert!(built.status.success(), "{}", stderr(&built));

    let refused = build(&workspace, "same_name");
    assert!(!refused.status.success());
    let message = stderr(&refused);
    // Before it stands the call of the linker, which names every crate.
    let symbol = message.lines().position(|line| line.contains("cloudg:tool:lend"));
    let symbol = symbol.unwrap_or_else(|| panic!("{message}"));
    let reason: Vec<&str> = message.lines().skip(symbol).collect();
    for archive in ["liblending-", "liblending_again-"] {
        assert!(reason.iter().any(|line| line.contains(archive)), "{archive}: {message}");
    }
}

/// The plugins and a package of programs, with the profiles and versions of this repository.
fn workspace() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let manifest = fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let profiles = manifest.find("[profile").map_or("", |start| &manifest[start..]);
    let members = format!("[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n{profiles}");
    write(directory.path(), "Cargo.toml", &members);
    let lock = fs::read_to_string(repository().join("Cargo.lock")).unwrap();
    write(directory.path(), "Cargo.lock", &lock);
    for (plugin, tool) in PLUGINS {
        package(directory.path(), plugin, "");
        let source = format!(
            "//! A plugin.\nuse cloudg_runtime::{{ToolContext, tool}};\n\n/// A tool.\n#[tool]\n\
             fn {tool}(_ctx: &ToolContext) -> u32 {{\n    0\n}}\n"
        );
        write(directory.path(), &format!("{plugin}/src/lib.rs"), &source);
    }
    let plugins = PLUGINS.map(|(plugin, _)| format!("{plugin} = {{ path = \"../{plugin}\" }}\n"));
    package(directory.path(), "programs", &plugins.concat());
    for (program, plugins) in PROGRAMS {
        let source = format!("cloudg_runtime::plugins! {{ {plugins} }}\n\nfn main() {{}}\n");
        write(directory.path(), &format!("programs/src/bin/{program}.rs"), &source);
    }
    directory
}

fn package(workspace: &Path, name: &str, dependencies: &str) {
    let runtime = repository().join("cloudg-runtime");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         cloudg-runtime = {{ path = {runtime:?} }}\n{dependencies}"
    );
    write(workspace, &format!("{name}/Cargo.toml"), &manifest);
}

fn write(directory: &Path, path: &str, text: &str) {
    let path = directory.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Builds one program with the profile and into the target directory of this test, where most of
/// its dependencies are built already.
fn build(workspace: &TempDir, program: &str) -> Output {
    let test = std::env::current_exe().unwrap();
    // target/<profile>/deps/<test>
    let output = test.ancestors().nth(2).unwrap();
    let profile = match output.file_name().and_then(|name| name.to_str()).unwrap() {
        "debug" => "dev",
        profile => profile,
    };
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(workspace)
        .args(["build", "--offline", "--package", "programs", "--bin", program])
        .args(["--profile", profile, "--color", "never", "--target-dir"])
        .arg(output.parent().unwrap())
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn repository() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).canonicalize().unwrap()
}
