//! Who is calling.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A caller: an id, roles, and free attributes.
///
/// ```
/// use cloudg_runtime::Principal;
///
/// let analyst = Principal::new("alice", ["default", "analyst"]);
/// assert!(analyst.roles.contains("analyst"));
/// assert_eq!(Principal::local().id, "local");
/// assert_eq!(Principal::anonymous().roles.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// Stable identity.
    pub id: String,
    /// Roles, whose meaning a policy decides.
    pub roles: BTreeSet<String>,
    /// Facts about how the caller was recognised.
    pub attributes: Map<String, Value>,
}

impl Principal {
    /// A caller with these roles and no attributes.
    pub fn new<R: Into<String>>(id: impl Into<String>, roles: impl IntoIterator<Item = R>) -> Self {
        let roles = roles.into_iter().map(Into::into).collect();
        Self { id: id.into(), roles, attributes: Map::new() }
    }

    /// The person at this machine: id `local`, roles `default` and `local`.
    pub fn local() -> Self {
        Self::new("local", ["default", "local"])
    }

    /// Somebody unknown: id `anonymous`, role `default`.
    pub fn anonymous() -> Self {
        Self::new("anonymous", ["default"])
    }
}
