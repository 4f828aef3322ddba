//! The GLB container.

use serde_json::Value;

use crate::Error;

const MAGIC: u32 = 0x4654_6C67;
const VERSION: u32 = 2;
const JSON_CHUNK: u32 = 0x4E4F_534A;
const BIN_CHUNK: u32 = 0x004E_4942;

/// A GLB of `json` and, where `bin` is not empty, one binary chunk.
///
/// # Errors
/// [`Error::GlbTooLong`] over 4 GiB.
pub(super) fn assemble(json: &Value, bin: &[u8]) -> Result<Vec<u8>, Error> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let bin_length = bin.len().next_multiple_of(4);
    let total = 12 + 8 + text.len() + if bin.is_empty() { 0 } else { 8 + bin_length };
    let total_u32 = length(total)?;

    let mut glb = Vec::with_capacity(total);
    for word in [MAGIC, VERSION, total_u32, length(text.len())?, JSON_CHUNK] {
        glb.extend_from_slice(&word.to_le_bytes());
    }
    glb.extend_from_slice(&text);
    if !bin.is_empty() {
        glb.extend_from_slice(&length(bin_length)?.to_le_bytes());
        glb.extend_from_slice(&BIN_CHUNK.to_le_bytes());
        glb.extend_from_slice(bin);
        glb.resize(total, 0);
    }
    Ok(glb)
}

fn length(bytes: usize) -> Result<u32, Error> {
    u32::try_from(bytes).map_err(|_| Error::GlbTooLong { bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_padded_to_four_bytes() {
        let glb = assemble(&serde_json::json!({"a": 1}), &[1, 2, 3, 4, 5]).unwrap();
        assert_eq!(glb.len(), 12 + 8 + 8 + 8 + 8);
        assert_eq!(&glb[8..12], &44u32.to_le_bytes());
        assert_eq!(&glb[20..28], b"{\"a\":1} ");
        assert_eq!(&glb[36..], &[1, 2, 3, 4, 5, 0, 0, 0]);
    }

    #[test]
    fn an_empty_buffer_has_no_chunk() {
        assert_eq!(assemble(&serde_json::json!({}), &[]).unwrap().len(), 12 + 8 + 4);
    }
}
