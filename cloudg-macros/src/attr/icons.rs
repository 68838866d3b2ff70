//! `icons = ["data:…", icon(src = "…", theme = dark)]`.

use quote::ToTokens;
use syn::{Expr, ExprCall, Lit, LitStr};

use super::settings::{Known, Setting, literal, parse_settings};
use crate::{errors::Errors, model::IconOption};

const ICON: Known =
    Known {
        attribute: "`icon(…)`", keys: &["src", "mime_type", "sizes", "theme"], ..Known::NONE
    };

/// Words of `theme`.
const THEMES: [&str; 2] = ["light", "dark"];

/// What an address of a picture starts with, for a client to show it.
const SCHEMES: [&str; 3] = ["data:", "https:", "http:"];

/// Reads the pictures of a list entry.
pub(super) fn icons(setting: &Setting, errors: &mut Errors) -> Vec<IconOption> {
    let expected = "a list: `icons = [\"data:…\", icon(src = \"…\", theme = dark)]`";
    let Some(Expr::Array(list)) = setting.expr() else {
        setting.wrong::<()>(expected, errors);
        return Vec::new();
    };
    if list.elems.is_empty() {
        errors.at(list, "`icons` is empty; leave it out instead");
    }
    let icon = |element: &Expr| match element {
        Expr::Call(call) => described(call, expected, errors),
        element => match literal(element) {
            Some(Lit::Str(src)) => plain(src.clone(), errors),
            _ => {
                errors.at(element, format!("`icons` takes {expected}"));
                None
            }
        },
    };
    list.elems.iter().filter_map(icon).collect()
}

fn plain(src: LitStr, errors: &mut Errors) -> Option<IconOption> {
    check_address(&src, errors);
    Some(IconOption { src, mime_type: None, sizes: Vec::new(), theme: None })
}

fn described(call: &ExprCall, expected: &str, errors: &mut Errors) -> Option<IconOption> {
    let is_icon = matches!(&*call.func, Expr::Path(path) if path.path.is_ident("icon"));
    if !is_icon {
        errors.at(call, format!("`icons` takes {expected}"));
        return None;
    }
    let settings = parse_settings(call.args.to_token_stream(), &ICON, errors);
    let is_whole = settings.len() == call.args.len();
    let has_src = settings.iter().any(|setting| setting.key == "src");
    let (mut src, mut mime_type, mut sizes, mut theme) = (None, None, Vec::new(), None);
    for setting in settings {
        match setting.key.to_string().as_str() {
            "src" => src = setting.string(errors),
            "mime_type" => mime_type = setting.filled(errors),
            "sizes" => sizes = setting.strings(errors).unwrap_or_default(),
            _ => theme = setting.word(&THEMES, errors),
        }
    }
    for size in sizes.iter().filter(|size| !is_size(&size.value())) {
        errors.at(size, "a size is `48x48`, in pixels, or `any`");
    }
    let Some(src) = src else {
        if is_whole && !has_src {
            errors.at(call, "an icon needs its address: `icon(src = \"data:…\")`");
        }
        return None;
    };
    check_address(&src, errors);
    Some(IconOption { src, mime_type, sizes, theme })
}

fn check_address(src: &LitStr, errors: &mut Errors) {
    let address = src.value();
    if !SCHEMES.iter().any(|scheme| address.starts_with(scheme)) {
        errors.at(
            src,
            "clients show pictures from `data:`, `https:` and `http:` addresses; prefer `data:`, \
             which nobody has to fetch",
        );
    }
}

fn is_size(text: &str) -> bool {
    let is_number = |text: &str| {
        !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    text == "any"
        || text.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
}

#[cfg(test)]
mod tests {
    use super::is_size;

    #[test]
    fn sizes_are_pixels_or_any() {
        assert!(["any", "48x48", "1x1024"].into_iter().all(is_size));
        assert!(
            ["", "48", "x", "48x", "0x1", "48X48", "48x48 "].into_iter().all(|text| !is_size(text))
        );
    }
}
