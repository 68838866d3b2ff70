//! The sections of a document: which keys are read, and into what.

use std::io::Read;

use serde_json::{Value, value::RawValue};

use super::{
    Draft, Sections, careful,
    clock::Clock,
    fields::{Unfit, has_legal_depth},
    records::{AssetFields, EdgeFields, FindingFields},
    window::{Visit, Window},
};
use crate::{
    dataset::{Assets, Edges, TextColumn},
    load::{LoadError, Progress},
    model::{Timestamp, record::FieldError},
};

/// Reads the sections of a document; also gives the hash of its text.
///
/// A text that is no JSON fails at once. Otherwise all of it is read, and of the sections with a
/// bad record the first one in the order edges, assets, findings is the error.
pub(super) fn read(
    source: &mut dyn Read,
    sections: Sections,
    now: Timestamp,
    progress: &Progress,
) -> Result<(Draft, u128), LoadError> {
    let mut draft = Draft::default();
    let mut errors = Errors::default();
    let clock = Clock::new(now);
    let mut window = Window::new(source, progress)?;
    match window.peek()? {
        Some(b'{') => read_object(&mut window, sections, &mut draft, &mut errors, &clock)?,
        // A bare list is a list of findings, where findings are all that is asked for.
        Some(b'[') if sections.findings && sections != Sections::MAP => {
            errors.findings = window.records("findings", FindingVisitor(&mut draft, &clock))?;
        }
        _ => {
            window.skip()?;
            errors.edges = Some(LoadError::shape("", "an object"));
        }
    }
    let hash = window.finish()?;
    let Errors { edges, assets, findings, unresolved } = errors;
    match edges.or(assets).or(findings).or(unresolved) {
        Some(error) => Err(error),
        None => Ok((draft, hash)),
    }
}

/// The first error of each list.
#[derive(Default)]
struct Errors {
    edges: Option<LoadError>,
    assets: Option<LoadError>,
    findings: Option<LoadError>,
    unresolved: Option<LoadError>,
}

fn read_object(
    window: &mut Window<'_>,
    sections: Sections,
    draft: &mut Draft,
    errors: &mut Errors,
    clock: &Clock,
) -> Result<(), LoadError> {
    let Sections { inventory, findings, report } = sections;
    // A repeated key starts its section again: the last one counts.
    window.object(|window, key| {
        match key {
            "assets" if inventory => {
                draft.assets = Assets::default();
                errors.assets = window.records(key, AssetVisitor(&mut draft.assets, clock))?;
            }
            "edges" if inventory => {
                draft.edges = Edges::default();
                errors.edges = window.records(key, EdgeVisitor(&mut draft.edges))?;
            }
            "findings" if findings => {
                (draft.findings, draft.suppressed) = Default::default();
                errors.findings = window.records(key, FindingVisitor(draft, clock))?;
            }
            "unresolved_references" if inventory => {
                draft.unresolved = TextColumn::default();
                errors.unresolved = window.records(key, RawVisitor(&mut draft.unresolved))?;
            }
            "compliance" if findings => draft.compliance = window.part()?,
            "coverage" if inventory => draft.coverage = window.part()?,
            "providers" if inventory => draft.providers = window.part()?,
            "summary" if inventory && !report => draft.summary = window.part()?,
            "regions" if inventory => draft.regions = window.part()?,
            "organization" if report => draft.organization = window.part()?,
            "metadata" if report => draft.metadata = window.part()?,
            // The graph repeats the edges; it is parsed only when there are none.
            "graph" if report && draft.edges.is_empty() => draft.graph = window.part()?,
            _ => window.skip()?,
        }
        Ok(())
    })
}

/// A bad record of a list that is read.
type Bad = Vec<FieldError>;

struct AssetVisitor<'s>(&'s mut Assets, &'s Clock);

impl Visit for AssetVisitor<'_> {
    type Item<'t> = AssetFields<'t>;
    fn visit(&mut self, item: AssetFields<'_>) -> Result<(), Unfit> {
        self.0.push(&item.into_row(self.1)?);
        Ok(())
    }
    fn visit_lax(&mut self, value: &Value) -> Result<(), Bad> {
        careful::asset(value, self.0, self.1.now())
    }
}

struct EdgeVisitor<'s>(&'s mut Edges);

impl Visit for EdgeVisitor<'_> {
    type Item<'t> = EdgeFields<'t>;
    fn visit(&mut self, item: EdgeFields<'_>) -> Result<(), Unfit> {
        self.0.push(&item.into_row()?);
        Ok(())
    }
    fn visit_lax(&mut self, value: &Value) -> Result<(), Bad> {
        careful::edge(value, self.0)
    }
}

struct FindingVisitor<'s>(&'s mut Draft, &'s Clock);

impl Visit for FindingVisitor<'_> {
    type Item<'t> = FindingFields<'t>;
    fn visit(&mut self, item: FindingFields<'_>) -> Result<(), Unfit> {
        self.0.push_finding(&item.into_row(self.1)?);
        Ok(())
    }
    fn visit_lax(&mut self, value: &Value) -> Result<(), Bad> {
        careful::finding(value, self.0, self.1.now())
    }
}

/// Keeps values as text.
struct RawVisitor<'s>(&'s mut TextColumn);

impl Visit for RawVisitor<'_> {
    type Item<'t> = &'t RawValue;
    fn visit(&mut self, item: &RawValue) -> Result<(), Unfit> {
        if !has_legal_depth(item.get()) {
            return Err(Unfit);
        }
        self.0.push(item.get());
        Ok(())
    }
    fn visit_lax(&mut self, value: &Value) -> Result<(), Bad> {
        self.0.push(&value.to_string());
        Ok(())
    }
}
