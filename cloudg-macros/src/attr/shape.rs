//! What a type is, as far as its tokens tell.

use syn::{GenericArgument, PathArguments, PathSegment, Type, TypePath, TypeReference};

use crate::model::{IntegerType, Kind, Shape};

/// Integer types and their smallest and largest value, as far as 128 bits hold them.
const INTEGERS: [IntegerType; 12] = [
    IntegerType { name: "i8", min: i8::MIN as i128, max: i8::MAX as i128 },
    IntegerType { name: "i16", min: i16::MIN as i128, max: i16::MAX as i128 },
    IntegerType { name: "i32", min: i32::MIN as i128, max: i32::MAX as i128 },
    IntegerType { name: "i64", min: i64::MIN as i128, max: i64::MAX as i128 },
    IntegerType { name: "isize", min: i64::MIN as i128, max: i64::MAX as i128 },
    IntegerType { name: "i128", min: i128::MIN, max: i128::MAX },
    IntegerType { name: "u8", min: 0, max: u8::MAX as i128 },
    IntegerType { name: "u16", min: 0, max: u16::MAX as i128 },
    IntegerType { name: "u32", min: 0, max: u32::MAX as i128 },
    IntegerType { name: "u64", min: 0, max: u64::MAX as i128 },
    IntegerType { name: "usize", min: 0, max: u64::MAX as i128 },
    IntegerType { name: "u128", min: 0, max: i128::MAX },
];

/// The last segment of a path type: `State<T>` of `cloudg_runtime::State<T>`.
pub(crate) fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(TypePath { qself: None, path }) => path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        _ => None,
    }
}

/// The only type argument of `Name<T>`.
pub(crate) fn only_argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let segment = last_segment(ty).filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match (arguments.args.first(), arguments.args.len()) {
        (Some(GenericArgument::Type(inner)), 1) => Some(inner),
        _ => None,
    }
}

/// The type arguments of `Name<A, B>`.
pub(crate) fn arguments(ty: &Type) -> Vec<&Type> {
    let Some(segment) = last_segment(ty) else { return Vec::new() };
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    });
    types.collect()
}

/// The type that is written in place of this one: `T` of `Option<T>`, `Box<T>`, `&T` and the like.
pub(crate) fn behind(ty: &Type) -> Option<&Type> {
    if let Type::Reference(TypeReference { elem, .. }) = ty {
        return Some(elem);
    }
    ["Option", "Box", "Rc", "Arc", "Cow"].iter().find_map(|name| {
        let segment = last_segment(ty).filter(|segment| segment.ident == name);
        segment.and_then(|_| arguments(ty).into_iter().next())
    })
}

/// Types of lists; the macro knows their items.
const LISTS: [&str; 4] = ["Vec", "VecDeque", "HashSet", "BTreeSet"];

/// Looks through `Option` and names the shape of what is inside.
pub(super) fn kind_of(ty: &Type) -> Kind {
    let inner = only_argument(ty, "Option");
    let value = inner.unwrap_or(ty);
    let items = LISTS.iter().find_map(|list| only_argument(value, list));
    Kind {
        optional: inner.is_some(),
        shape: shape_of(value),
        items: items.map_or(Shape::Other, shape_of),
    }
}

/// The shape of the values of a type.
pub(crate) fn shape_of(ty: &Type) -> Shape {
    if matches!(ty, Type::Array(_) | Type::Slice(_)) {
        return Shape::List;
    }
    let Some(segment) = last_segment(ty) else { return Shape::Other };
    let name = segment.ident.to_string();
    if let Some(integer) = INTEGERS.iter().find(|integer| integer.name == name) {
        return Shape::Integer(*integer);
    }
    match name.as_str() {
        "String" | "PathBuf" | "char" => Shape::Text,
        "f32" | "f64" => Shape::Float,
        "bool" => Shape::Bool,
        list if LISTS.contains(&list) => Shape::List,
        "HashMap" | "BTreeMap" | "IndexMap" | "Map" => Shape::Map,
        _ => Shape::Other,
    }
}
