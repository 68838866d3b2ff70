//! `cloudg load-check`.

use std::process::ExitCode;

use serde_json::{Value, json};

use super::{failure::Failure, loading};
use crate::{
    cli::LoadCheckOptions,
    compliance::RulesetSource,
    load::{self, Loaded, Operator, Request},
    model::Timestamp,
    output,
    workspace::resolve_user,
};

/// How many omissions the text lists; `--json` lists all of them.
const MAX_LINES: usize = 20;

/// Loads a file or directory and tells what it holds and what was left out.
pub(crate) fn run(options: &LoadCheckOptions) -> Result<ExitCode, Failure> {
    let path = resolve_user(&options.path)?;
    if !path.exists() {
        return Err(Failure::Work(anyhow::anyhow!("`{}` does not exist", options.path.display())));
    }
    let now = Timestamp::now_utc_seconds().without_zone();
    let (kind, rulesets) = (options.kind, &RulesetSource::default());
    let loaded = loading::with_bar(&options.path.display().to_string(), |progress| {
        load::load(&path, &Request { kind, guard: &Operator, now, progress, rulesets })
    })?;
    let report = report(&loaded);
    if options.json {
        output::json(&report)?;
    } else {
        output::line(&text(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report(loaded: &Loaded) -> Value {
    let omissions = &loaded.omissions;
    let skipped = omissions.skipped.iter().map(|skipped| {
        json!({
            "file": omissions.files[skipped.file],
            "place": skipped.place.to_string(),
            "reason": skipped.reason.to_string(),
            "code": skipped.reason.code(),
        })
    });
    json!({
        "source": loaded.source.display().to_string(),
        "kind": loaded.kind.as_str(),
        "assets": loaded.inventory.assets.len(),
        "edges": loaded.inventory.edges.len(),
        "findings": loaded.findings.findings.len(),
        "findings_merged_into_others": omissions.n_merged,
        "compliance_results": loaded.findings.compliance.len(),
        "coverage_records": loaded.background.coverage.len(),
        "unresolved_references": loaded.background.unresolved.len(),
        "has_organization": loaded.background.organization.is_some(),
        "skipped": skipped.collect::<Vec<_>>(),
        "skipped_unlisted": omissions.unlisted,
        "skipped_directories": omissions.is_partial,
    })
}

fn text(report: &Value) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (key, value) in report.as_object().into_iter().flatten() {
        if key.starts_with("skipped") {
            continue;
        }
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        lines.push(format!("{:<28} {value}", key.replace('_', " ")));
    }
    let skipped = report["skipped"].as_array().map_or(&[][..], Vec::as_slice);
    let unlisted = report["skipped_unlisted"].as_u64().unwrap_or_default() as usize;
    lines.push(format!("{:<28} {}", "left out", skipped.len() + unlisted));
    for omission in skipped.iter().take(MAX_LINES) {
        let part = |key: &str| omission[key].as_str().unwrap_or_default();
        lines.push(format!("  {}, {}: {}", part("file"), part("place"), part("reason")));
    }
    if report["skipped_directories"] == Value::Bool(true) {
        lines.push("  directories beyond six levels, 10000 entries or not readable".to_owned());
    }
    let more = (skipped.len() + unlisted).saturating_sub(MAX_LINES);
    if more > 0 {
        lines.push(format!("  and {more} more, see --json"));
    }
    lines.join("\n")
}
