//! Compliance frameworks: choosing them by name, and what the rulesets know of them.

use crate::{
    compliance::{Control, ControlRef, Framework, Rulesets},
    text::fold,
};

/// Chooses frameworks by a part of their name, in any letter case; the empty text chooses all.
#[derive(Debug, Clone)]
pub struct FrameworkFilter(String);

impl FrameworkFilter {
    /// The filter that a caller writes.
    pub fn new(text: &str) -> Self {
        Self(fold::lower(text).into_owned())
    }

    /// Whether a framework is chosen.
    pub fn fits(&self, name: &str) -> bool {
        fold::lower_contains(name, &self.0)
    }
}

/// The frameworks of the rulesets, by name. With a provider (lower case; empty for all) only those
/// for it and those for no provider in particular.
pub fn list<'a>(rulesets: &'a Rulesets, provider: &str) -> Vec<&'a Framework> {
    let fits = |framework: &&Framework| {
        let providers = &framework.providers;
        provider.is_empty() || providers.is_empty() || providers.iter().any(|p| p == provider)
    };
    let mut frameworks: Vec<_> = rulesets.frameworks().iter().filter(fits).collect();
    frameworks.sort_by_key(|framework| framework.name.as_ref());
    frameworks
}

/// The controls of the chosen frameworks in load order; `None` where no framework is chosen.
pub fn controls<'a>(
    rulesets: &'a Rulesets,
    filter: &FrameworkFilter,
) -> Option<Vec<(&'a Framework, &'a Control)>> {
    let chosen = |framework: &&Framework| filter.fits(&framework.name);
    let mut chosen = rulesets.frameworks().iter().filter(chosen).peekable();
    chosen.peek()?;
    let pairs = chosen
        .flat_map(|framework| framework.controls.iter().map(move |control| (framework, control)));
    Some(pairs.collect())
}

/// The control with exactly this id in the first chosen framework, in load order, that has it.
pub fn definition(
    rulesets: &Rulesets,
    filter: &FrameworkFilter,
    control_id: &str,
) -> Option<ControlRef> {
    (0_u32..)
        .zip(rulesets.frameworks())
        .filter(|(_, framework)| filter.fits(&framework.name))
        .find_map(|(place, _)| rulesets.control_with_id(place, control_id))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn frameworks_are_chosen_by_a_part_of_their_name() {
        let filter = FrameworkFilter::new("Cis");
        assert!(filter.fits("CIS-AWS") && filter.fits("cis"));
        assert!(!filter.fits("PCI-DSS"));
        assert!(FrameworkFilter::new("").fits("anything"));
    }

    #[test]
    fn a_provider_keeps_the_neutral_frameworks() {
        let rulesets = Rulesets::shipped();
        let names = |provider| -> Vec<&str> {
            list(rulesets, provider).into_iter().map(|framework| framework.name.as_ref()).collect()
        };
        let (all, aws, unknown) = (names(""), names("aws"), names("none such"));
        assert!(all.is_sorted());
        assert_eq!(all.len(), rulesets.frameworks().len());
        assert!(unknown.iter().all(|name| aws.contains(name)));
        assert_eq!(unknown.len(), 6);
        assert!(aws.len() > unknown.len() && aws.len() < all.len());
    }

    #[test]
    fn a_definition_is_that_of_the_first_framework_with_the_control() {
        let rulesets = Rulesets::shipped();
        let filter = FrameworkFilter::new("cis-aws");
        let (framework, control) = rulesets.control(definition(rulesets, &filter, "5.6").unwrap());
        assert_eq!((framework.name.as_ref(), control.id.as_ref()), ("CIS-AWS", "5.6"));
        assert_eq!(definition(rulesets, &filter, "5"), None);
        assert_eq!(definition(rulesets, &FrameworkFilter::new("zzz"), "5.6"), None);
        assert!(controls(rulesets, &FrameworkFilter::new("zzz")).is_none());
    }
}
