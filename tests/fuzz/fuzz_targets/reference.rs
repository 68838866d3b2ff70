//! References against a plain reading of their six tiers, and suggestions against a plain reading
//! of theirs.
#![no_main]

use std::collections::{HashMap, HashSet};

use arbitrary::{Arbitrary, Unstructured};
use cloudg_catalog::{
    dataset::{AssetRow, Assets, Edges, Inventory, ReferenceError},
    model::{AssetType, Provider, Timestamp},
};
use libfuzzer_sys::fuzz_target;

/// Text pieces that meet each other often, in several letter cases.
const PIECES: [&str; 24] = [
    "a",
    "A",
    "b",
    "/",
    ":",
    "arn:",
    "arn:aws:s3:::",
    "*",
    "ß",
    "SS",
    "ss",
    "ς",
    "Σ",
    "σ",
    "İ",
    "i\u{307}",
    "ﬁ",
    "fi",
    "web",
    "WEB-",
    "1",
    "\0",
    " ",
    "\u{1F600}",
];

#[derive(Debug, Clone)]
struct Word(String);

impl<'a> Arbitrary<'a> for Word {
    fn arbitrary(input: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let n_pieces = input.int_in_range(0..=6)?;
        let mut text = String::new();
        for _ in 0..n_pieces {
            text.push_str(input.choose(&PIECES)?);
        }
        if input.ratio(1, 16)? {
            text.push(input.arbitrary()?);
        }
        Ok(Self(text))
    }
}

#[derive(Debug, Clone, Arbitrary)]
struct Asset {
    id: Word,
    arn: Option<Word>,
    name: Word,
}

#[derive(Debug, Arbitrary)]
struct Input {
    assets: Vec<Asset>,
    references: Vec<(Word, Word)>,
}

fuzz_target!(|input: Input| {
    let inventory = inventory(&input.assets);
    let plain = Plain::new(&input.assets);
    // What is there is asked for as well: chance alone would miss most of it.
    let own = input.assets.iter().flat_map(|asset| {
        let arn = asset.arn.clone().unwrap_or(Word(String::new()));
        [(asset.name.clone(), arn.clone()), (arn, asset.id.clone())]
    });
    for (first, second) in own.chain(input.references.iter().cloned()) {
        let pair = [first.0.as_str(), second.0.as_str()];
        assert_eq!(inventory.resolve(&pair), plain.resolve(&pair), "{pair:?}");
        assert_eq!(inventory.find_asset(&first.0), plain.find(&first.0), "{first:?}");
        let suggested = inventory.suggest(&first.0);
        let ids: Vec<&str> = suggested.iter().map(|&a| inventory.assets.id(a)).collect();
        assert_eq!(ids, plain.suggest(&first.0), "{first:?}");
    }
});

fn inventory(assets: &[Asset]) -> Inventory {
    let mut rows = Assets::default();
    for asset in assets {
        rows.push(&AssetRow {
            id: Some(asset.id.0.as_str().into()),
            arn: asset.arn.as_ref().map(|arn| arn.0.as_str().into()),
            name: asset.name.0.as_str().into(),
            asset_type: AssetType::EC2,
            provider: Provider::ALL[0],
            region: "r".into(),
            account_id: None,
            tags: vec![],
            metadata: "".into(),
            extra: "".into(),
            collected_at: Timestamp::parse("2026-01-01T00:00:00Z").expect("a time"),
            is_internet_exposed: false,
        });
    }
    Inventory::new(rows, Edges::default())
}

type Sets<'a> = HashMap<String, HashSet<&'a str>>;

/// The tables as they are defined, without any cleverness.
struct Plain<'a> {
    assets: &'a [Asset],
    arns: HashMap<&'a str, &'a str>,
    names: Sets<'a>,
    tails: Sets<'a>,
    parts: Sets<'a>,
    folded: Sets<'a>,
}

impl<'a> Plain<'a> {
    fn new(assets: &'a [Asset]) -> Self {
        let mut plain = Self {
            assets,
            arns: HashMap::new(),
            names: Sets::new(),
            tails: Sets::new(),
            parts: Sets::new(),
            folded: Sets::new(),
        };
        for asset in assets {
            let (id, name) = (asset.id.0.as_str(), asset.name.0.as_str());
            if !name.is_empty() {
                plain.names.entry(name.into()).or_default().insert(id);
            }
            plain.folded.entry(caseless::default_case_fold_str(name)).or_default().insert(id);
            let Some(arn) = real_arn(asset) else { continue };
            plain.arns.entry(arn).or_insert(id);
            plain.tails.entry(last(arn, '/').into()).or_default().insert(id);
            let fields: Vec<&str> = arn.splitn(6, ':').collect();
            if fields.len() == 6 && fields[0] == "arn" {
                for part in [fields[5], last(fields[5], ':'), last(fields[5], '/')] {
                    if !matches!(part, "" | "*") {
                        plain.parts.entry(part.into()).or_default().insert(id);
                    }
                }
            }
        }
        plain
    }

    fn resolve(&self, candidates: &[&str]) -> Option<usize> {
        let candidates: Vec<&str> =
            candidates.iter().copied().filter(|text| !text.is_empty()).collect();
        let id =
            (0..6).find_map(|tier| candidates.iter().find_map(|text| self.tier(tier, text)))?;
        self.assets.iter().rposition(|asset| asset.id.0 == id)
    }

    fn tier(&self, tier: usize, text: &str) -> Option<&str> {
        let unique = |sets: &Sets<'a>, key: &str| {
            let ids = sets.get(key)?;
            (ids.len() == 1).then(|| ids.iter().next().copied())?
        };
        match tier {
            0 => self.assets.iter().map(|asset| asset.id.0.as_str()).find(|id| *id == text),
            1 => self.arns.get(text).copied(),
            2 => unique(&self.names, text),
            3 => unique(&self.tails, text),
            _ if self.names.contains_key(text) => None,
            4 => unique(&self.parts, text),
            _ => unique(&self.folded, &caseless::default_case_fold_str(text)),
        }
    }

    fn find(&self, reference: &str) -> Result<usize, ReferenceError> {
        if let Some(asset) = self.resolve(&[reference]) {
            return Ok(asset);
        }
        let named: Vec<usize> = (0..self.assets.len())
            .filter(|&index| {
                let name = &self.assets[index].name.0;
                name == reference || name.to_lowercase() == reference.to_lowercase()
            })
            .collect();
        match named.len() > 1 {
            true => Err(ReferenceError::Ambiguous(named)),
            false => Err(ReferenceError::Unknown),
        }
    }

    fn suggest(&self, reference: &str) -> Vec<&str> {
        if reference.is_empty() {
            return vec![];
        }
        let mut ids: Vec<&str> = vec![];
        let needle = reference.to_lowercase();
        for asset in self.assets {
            let holds = |text: &str| text.to_lowercase().contains(&needle);
            let matches = holds(&asset.name.0) || real_arn(asset).is_some_and(holds);
            if matches && !ids.contains(&asset.id.0.as_str()) && ids.len() < 5 {
                ids.push(&asset.id.0);
            }
        }
        let mut firsts: Vec<&Asset> = vec![];
        for asset in self.assets {
            if !firsts.iter().any(|first| first.name.0 == asset.name.0) {
                firsts.push(asset);
            }
        }
        let mut close: Vec<(f64, &Asset)> = firsts
            .into_iter()
            .map(|asset| (ratio(&asset.name.0, reference), asset))
            .filter(|(ratio, _)| *ratio >= 0.5)
            .collect();
        close.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| b.1.name.0.cmp(&a.1.name.0)));
        for (_, asset) in close.into_iter().take(5) {
            if !ids.contains(&asset.id.0.as_str()) && ids.len() < 5 {
                ids.push(&asset.id.0);
            }
        }
        ids
    }
}

fn real_arn(asset: &Asset) -> Option<&str> {
    asset.arn.as_ref().map(|arn| arn.0.as_str()).filter(|arn| !arn.is_empty())
}

fn last(text: &str, separator: char) -> &str {
    text.rsplit(separator).next().unwrap_or(text)
}

/// Likeness by matching blocks; texts here are too short for characters to become popular.
fn ratio(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    assert!(b.len() < 200, "the pieces are short");
    match a.len() + b.len() {
        0 => 1.0,
        total => 2.0 * matched(&a, &b) as f64 / total as f64,
    }
}

fn matched(a: &[char], b: &[char]) -> usize {
    let mut best = (0, 0, 0);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let run = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
            if run > best.2 {
                best = (i, j, run);
            }
        }
    }
    match best {
        (_, _, 0) => 0,
        (i, j, run) => run + matched(&a[..i], &b[..j]) + matched(&a[i + run..], &b[j + run..]),
    }
}
