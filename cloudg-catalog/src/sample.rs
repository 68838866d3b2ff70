//! The embedded sample estate.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_128;

use crate::{
    dataset::{FindingSet, Inventory},
    load::{
        LoadError, LoadFailure, Loaded, Omissions, Progress,
        detect::Kind,
        document::{self, Sections},
    },
    model::Timestamp,
    text::json,
};

const MAP: &str = include_str!("../sample/inventory-map.json");
const FINDINGS: &str = include_str!("../sample/findings.json");
const ORGANIZATION: &str = include_str!("../sample/inventory-organization.json");

/// Where the sample says it comes from.
pub const SOURCE: &str = "embedded sample";
/// Name of the dataset.
pub const NAME: &str = "sample";

/// The sample as if it had been read from a directory.
pub fn load(now: Timestamp) -> Result<Loaded, LoadFailure> {
    read(now).map_err(|error| LoadFailure { path: PathBuf::from(SOURCE), error })
}

fn read(now: Timestamp) -> Result<Loaded, LoadError> {
    let progress = Progress::default();
    let read =
        |text: &str, sections| document::read(&mut text.as_bytes(), sections, now, &progress);
    let (map, map_hash) = read(MAP, Sections::MAP_ALONE)?;
    let (beside, findings_hash) = read(FINDINGS, Sections::FINDINGS)?;
    let mut background = map.background;
    background.organization = document::organization(json::parse_value(ORGANIZATION.as_bytes())?)?;
    Ok(Loaded {
        kind: Kind::Inventory,
        source: Path::new(SOURCE).to_owned(),
        inventory: Inventory::new(map.assets, map.edges),
        findings: FindingSet::new(beside.findings, beside.suppressed, beside.compliance),
        background,
        contents: vec![map_hash, xxh3_128(ORGANIZATION.as_bytes()), findings_hash],
        omissions: Omissions::default(),
    })
}
