//! Pages of a list and the cursors between them.

use base64::{
    Engine,
    alphabet::URL_SAFE,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use serde_json::Value;

/// Writes without padding, reads with or without.
const CURSORS: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The cursor is not one of this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InvalidCursor;

/// One page of `items` for the list `kind`, and the cursor of the next one. An offset past the
/// end gives an empty page; a page size of 0 gives everything.
pub(super) fn page<T>(
    items: impl ExactSizeIterator<Item = T>,
    kind: &str,
    page_size: usize,
    cursor: Option<&str>,
) -> Result<(Vec<T>, Option<String>), InvalidCursor> {
    let offset = cursor.map_or(Ok(0), |cursor| decode(kind, cursor))?;
    let total = items.len();
    let size = if page_size == 0 { usize::MAX } else { page_size };
    let end = offset.saturating_add(size);
    let next = (end < total).then(|| encode(kind, end));
    Ok((items.skip(offset).take(size).collect(), next))
}

fn encode(kind: &str, offset: usize) -> String {
    CURSORS.encode(format!(r#"{{"k": "{kind}", "o": {offset}}}"#))
}

fn decode(kind: &str, cursor: &str) -> Result<usize, InvalidCursor> {
    let bytes = CURSORS.decode(cursor).map_err(|_| InvalidCursor)?;
    let value: Value = serde_json::from_slice(&bytes).map_err(|_| InvalidCursor)?;
    let offset = value.get("o").and_then(Value::as_u64).ok_or(InvalidCursor)?;
    if value.get("k").and_then(Value::as_str) != Some(kind) {
        return Err(InvalidCursor);
    }
    usize::try_from(offset).map_err(|_| InvalidCursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_each_other_to_the_end() {
        let mut cursor: Option<String> = None;
        let mut seen = Vec::new();
        let mut n_pages = 0;
        loop {
            let (items, next) = page(0..74, "tools", 30, cursor.as_deref()).unwrap();
            seen.extend(items);
            n_pages += 1;
            if next.is_none() {
                break;
            }
            cursor = next;
        }
        assert_eq!((seen, n_pages), ((0..74).collect::<Vec<_>>(), 3));
        assert_eq!(encode("tools", 30), "eyJrIjogInRvb2xzIiwgIm8iOiAzMH0");
        assert_eq!(page(0..3, "tools", 0, None), Ok((vec![0, 1, 2], None)));
        assert_eq!(page(0..3, "tools", 3, None), Ok((vec![0, 1, 2], None)));
    }

    #[test]
    fn cursors_are_checked() {
        let encoded = |text: &str| CURSORS.encode(text);
        let past = encode("tools", 99);
        assert_eq!(page(0..3, "tools", 2, Some(&past)), Ok((vec![], None)));
        let padded = "eyJrIjogInRvb2xzIiwgIm8iOiAzMH0=";
        assert_eq!(page(0..31, "tools", 2, Some(padded)), Ok((vec![30], None)));
        for bad in [
            String::new(),
            "!".to_owned(),
            encode("prompts", 1),
            encoded(r#"{"k": "tools"}"#),
            encoded(r#"{"k": "tools", "o": -1}"#),
            encoded(r#"{"k": "tools", "o": 1.5}"#),
            encoded(r#"{"k": "tools", "o": "1"}"#),
        ] {
            assert_eq!(page(0..3, "tools", 2, Some(&bad)), Err(InvalidCursor), "{bad}");
        }
    }
}
