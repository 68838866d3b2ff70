//! The shell script that brings existing resources under Terraform.

use std::io::{self, Write};

use super::{Plan, Resource, table::ImportId};
use crate::{
    dataset::Assets,
    text::{arn, raw},
};

const HEADER: &str = "#!/usr/bin/env bash
# Terraform imports of the resources in main.tf.json.
# Run it once, in the directory of the configuration, after `terraform init`.

set -euo pipefail

";

/// Writes the script: one import for each resource, every argument quoted. An id with control
/// characters is never passed on; the script says so when it comes to it.
pub(super) fn write(plan: &Plan<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(HEADER.as_bytes())?;
    for resource in plan.resources() {
        let address = format!("{}.{}", resource.row.resource_type, resource.label);
        let id = import_id(plan.assets, resource);
        if id.chars().any(char::is_control) {
            let note = format!("Not imported, the id has control characters: {address}");
            writeln!(out, "echo {} >&2\n", quoted(&note))?;
            continue;
        }
        writeln!(out, "echo {}", quoted(&format!("Importing {address}...")))?;
        writeln!(out, "terraform import {} {}\n", quoted(&address), quoted(&id))?;
    }
    writeln!(out, "echo 'Import finished.'")
}

/// What `terraform import` wants for a resource; where the inventory lacks it, the short id in the
/// metadata, the ARN, or the id of the asset.
fn import_id(assets: &Assets, resource: &Resource) -> String {
    let asset = resource.asset;
    let full = assets.real_arn(asset);
    let wanted = match resource.row.import {
        ImportId::Arn => full,
        ImportId::Name => Some(assets.name(asset)),
        ImportId::Tail => full.filter(|arn| arn.contains('/')).map(arn::slash_tail),
        ImportId::Path => full.map(path),
    };
    let own = || {
        let metadata = raw::parse_object(assets.metadata(asset));
        let id = metadata.get(resource.row.own_id.as_deref()?)?.as_str()?;
        (!id.is_empty()).then(|| id.to_owned())
    };
    let wanted = wanted.filter(|id| !id.is_empty()).map(str::to_owned);
    wanted.or_else(own).unwrap_or_else(|| assets.key(asset).to_owned())
}

/// A full name without `//SERVICE.googleapis.com/`.
fn path(full: &str) -> &str {
    let rest = full.strip_prefix("//").and_then(|rest| rest.split_once(".googleapis.com/"));
    match rest {
        Some((service, path)) if !service.contains('/') => path,
        _ => full,
    }
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stays_a_word() {
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("'; rm -rf /"), r"''\''; rm -rf /'");
        assert_eq!(quoted("$(x) `y`"), "'$(x) `y`'");
    }

    #[test]
    fn a_full_name_loses_its_service() {
        assert_eq!(path("//compute.googleapis.com/projects/p/zones/z"), "projects/p/zones/z");
        assert_eq!(path("//a/b.googleapis.com/c"), "//a/b.googleapis.com/c");
        assert_eq!(path("projects/p"), "projects/p");
    }
}
