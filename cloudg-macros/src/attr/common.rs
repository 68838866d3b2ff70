//! Options that every primitive has.

use syn::{Expr, FnArg, ItemFn, LitStr, ext::IdentExt};

use super::{docs, field, icons, settings::Setting};
use crate::{
    errors::Errors,
    model::{Common, Context, Description, Primitive},
};

/// Words of `sensitivity`, least first.
const SENSITIVITIES: [&str; 4] = ["public", "internal", "confidential", "restricted"];

/// Words of `capabilities`.
const CAPABILITIES: [&str; 7] =
    ["read_state", "write_state", "read_fs", "write_fs", "cloud_access", "exec", "reveal"];

/// What a function declares without any option.
pub(super) fn undecided(
    primitive: Primitive,
    context: Option<Context>,
    mut function: ItemFn,
) -> Common {
    strip_marks(&mut function);
    let ident = &function.sig.ident;
    Common {
        primitive,
        name: LitStr::new(&ident.unraw().to_string(), ident.span()),
        title: None,
        description: docs::description(&function.attrs),
        category: None,
        tags: Vec::new(),
        sensitivity: None,
        capabilities: None,
        meta: None,
        icons: Vec::new(),
        context,
        function,
    }
}

/// Applies an option that every primitive has; gives back one that is of another kind.
pub(super) fn apply(setting: Setting, common: &mut Common, errors: &mut Errors) -> Option<Setting> {
    match setting.key.to_string().as_str() {
        "name" => {
            if let Some(name) = setting.string(errors) {
                common.name = name;
            }
        }
        "title" => common.title = setting.filled(errors),
        "description" => {
            if let Some(description) = description(&setting, errors) {
                common.description = description;
            }
        }
        "category" => common.category = setting.filled(errors),
        "tags" => common.tags = setting.strings(errors).unwrap_or_default(),
        "sensitivity" => common.sensitivity = setting.word(&SENSITIVITIES, errors),
        "capabilities" => common.capabilities = setting.words(&CAPABILITIES, errors),
        "meta" => common.meta = setting.object(errors),
        "icons" => common.icons = icons::icons(&setting, errors),
        _ => return Some(setting),
    }
    None
}

fn description(setting: &Setting, errors: &mut Errors) -> Option<Description> {
    if let Some(value @ Expr::Macro(_)) = setting.expr() {
        return Some(Description::Computed(value.clone()));
    }
    let text = setting.filled(errors)?;
    Some(Description::Written(docs::unindent(&text.value())))
}

/// The function as the compiler shall see it: marks and docs of parameters are ours.
fn strip_marks(function: &mut ItemFn) {
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(parameter) = input {
            parameter
                .attrs
                .retain(|attribute| !field::is_mark(attribute) && !docs::is_doc(attribute));
        }
    }
}
