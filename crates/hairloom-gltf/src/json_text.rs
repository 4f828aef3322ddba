use serde_json::Value;

use crate::{Error, budget::Budget};

/// Levels of nesting that are read. glTF itself needs about ten.
const MAX_DEPTH: usize = 100;

/// Parses the text of a glTF's JSON, after a look at its shape.
///
/// The text is scanned before it is parsed, because both parsing and dropping a [`Value`] recurse, and because a small
/// text can claim a large tree (`{"a":1}` takes some 700 bytes as a map of one).
pub(crate) fn parse(text: &[u8], budget: &Budget) -> Result<Value, Error> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    // Some exporters pad the chunk with NUL where the format asks for spaces.
    let end = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let text = &text[..end];
    budget.charge(tree_bytes(text)?, "the glTF JSON")?;
    let json: Value = serde_json::from_slice(text).map_err(|error| Error::BadJson { why: error.to_string() })?;
    if !json.is_object() {
        return Err(Error::BadJson { why: "it is no object".to_owned() });
    }
    Ok(json)
}

/// About what the tree of a text takes in memory, or an error when it is nested too deep.
fn tree_bytes(text: &[u8]) -> Result<u64, Error> {
    const BYTES_OF_VALUE: u64 = 64;
    const BYTES_OF_MAP: u64 = 640;
    let (mut bytes, mut depth) = (0_u64, 0_usize);
    let (mut in_string, mut escaped) = (false, false);
    for &byte in text {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b',' => bytes += BYTES_OF_VALUE,
            b'{' | b'[' => {
                depth += 1;
                bytes += BYTES_OF_VALUE + if byte == b'{' { BYTES_OF_MAP } else { 0 };
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_text(text: &str) -> Result<Value, Error> {
        parse(text.as_bytes(), &Budget::for_bytes(text.len()))
    }

    #[test]
    fn bom_and_nul_padding_are_taken_off() {
        assert_eq!(parse_text("\u{FEFF}{\"a\": 1}\0\0\0").unwrap()["a"], 1);
    }

    #[test]
    fn depth_counts_only_outside_strings() {
        assert!(parse_text(&format!("{{\"a\": \"\\\"{}\"}}", "[".repeat(1000))).is_ok());
        let deep = format!("{{\"a\": {}{}}}", "[".repeat(1000), "]".repeat(1000));
        assert_eq!(parse_text(&deep), Err(Error::TooDeep { limit: MAX_DEPTH }));
    }

    #[test]
    fn a_text_that_grows_into_a_huge_tree_is_refused() {
        let maps = format!("{{\"a\": [{}0]}}", "{},".repeat(1_000_000));
        assert!(matches!(parse_text(&maps), Err(Error::TooLarge { .. })));
    }
}
