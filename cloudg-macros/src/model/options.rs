//! Values of options that have parts.

use proc_macro2::TokenStream;
use syn::{Ident, LitBool, LitStr};

/// JSON as the author wrote it.
#[derive(Clone)]
pub(crate) struct Json {
    pub(crate) tokens: TokenStream,
    pub(crate) kind: JsonKind,
}

/// What a [`Json`] is.
#[derive(Clone)]
pub(crate) enum JsonKind {
    Object(Vec<(LitStr, Json)>),
    List(Vec<Json>),
    Text,
    /// A number, a boolean or null.
    Other,
}

/// A picture for a list entry.
pub(crate) struct IconOption {
    pub(crate) src: LitStr,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) sizes: Vec<LitStr>,
    /// A word that the option allows.
    pub(crate) theme: Option<Ident>,
}

/// What a tool asks of the transforms of a policy.
#[derive(Default)]
pub(crate) struct TransformOptions {
    pub(crate) skip: Vec<LitStr>,
    pub(crate) skip_input: Vec<LitStr>,
    pub(crate) pseudonymize: Option<LitBool>,
    pub(crate) depseudonymize: Option<LitBool>,
    pub(crate) input_guard: Option<LitBool>,
    /// An object.
    pub(crate) project: Option<Json>,
    /// Objects.
    pub(crate) transforms: Vec<Json>,
}

impl TransformOptions {
    /// Whether nothing is asked for.
    pub(crate) fn is_empty(&self) -> bool {
        let Self { skip, skip_input, project, transforms, .. } = self;
        let flags = [&self.pseudonymize, &self.depseudonymize, &self.input_guard];
        skip.is_empty()
            && skip_input.is_empty()
            && flags.into_iter().all(Option::is_none)
            && project.is_none()
            && transforms.is_empty()
    }
}
