//! Tells the binary how it was built, for `--version`, and packs the largest of its data.

use std::{env, error::Error, fs, path::Path, process::Command};

/// Readable where it is kept, and small in the program.
const PACKED: &str = "compliance-rulesets.json";

fn main() -> Result<(), Box<dyn Error>> {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    fact("CLOUDG_RUSTC", first_line(Command::new(rustc).arg("--version")));
    fact("CLOUDG_COMMIT", first_line(Command::new("git").args(["rev-parse", "--short", "HEAD"])));
    fact("CLOUDG_TARGET", env::var("TARGET").ok());
    fact("CLOUDG_PROFILE", env::var("PROFILE").ok());
    println!("cargo::rerun-if-changed=build.rs");
    // A path that does not exist would make every build start anew.
    for head in ["../.git/HEAD", "../.git/logs/HEAD"] {
        if Path::new(head).exists() {
            println!("cargo::rerun-if-changed={head}");
        }
    }
    pack()
}

fn pack() -> Result<(), Box<dyn Error>> {
    let source = format!("data/{PACKED}");
    println!("cargo::rerun-if-changed={source}");
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&fs::read(source)?, 9);
    let target = Path::new(&env::var("OUT_DIR")?).join(format!("{PACKED}.zlib"));
    Ok(fs::write(target, packed)?)
}

fn fact(name: &str, value: Option<String>) {
    let value = value.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env={name}={value}");
}

fn first_line(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().map(str::to_owned)
}
