//! The order in which a client sees what the catalogue offers.

/// Categories of tools and prompts, then the addresses of resources and templates, which are
/// listed by what they lead to, whatever their category is.
pub const LISTING: [&str; 30] = [
    "workspace",
    "inventory",
    "graph",
    "findings",
    "compliance",
    "ontology",
    "export",
    "meta",
    "prompts",
    "cloudg://workspace",
    "cloudg://datasets",
    "cloudg://findings/summary",
    "cloudg://compliance",
    "cloudg://graph/d3",
    "cloudg://ontology/turtle",
    "cloudg://schema/asset-types",
    "cloudg://schema/edge-types",
    "cloudg://schema/relation-types",
    "cloudg://docs",
    "cloudg://datasets/{dataset}/summary",
    "cloudg://assets/{+ref}",
    "cloudg://assets/{+ref}/neighbors",
    "cloudg://assets/{+ref}/findings",
    "cloudg://findings/{finding_id}",
    "cloudg://findings/severity/{severity}",
    "cloudg://compliance/{framework}",
    "cloudg://graph/{format}",
    "cloudg://ontology/{format}",
    "cloudg://schema/asset-types/{asset_type}",
    "cloudg://docs/{topic}",
];

/// The categories alone.
pub const CATEGORIES: &[&str] = LISTING.split_at(9).0;
