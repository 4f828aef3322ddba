use crate::Error;

const MAGIC: &[u8] = b"glTF";
const JSON_CHUNK: u32 = 0x4E4F_534A;
const BIN_CHUNK: u32 = 0x004E_4942;

/// The two chunks of a GLB that mean something; others are skipped, as the format asks.
pub(crate) struct Glb<'a> {
    pub(crate) json: &'a [u8],
    pub(crate) bin: Option<&'a [u8]>,
}

pub(crate) fn is_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Splits a GLB into its chunks. Every length is checked in 64 bits, so that none wraps on a 32-bit machine.
pub(crate) fn split(bytes: &[u8]) -> Result<Glb<'_>, Error> {
    let truncated = |what: &str, claimed: u64, found: u64| Error::Truncated { what: what.to_owned(), claimed, found };
    let found = bytes.len() as u64;
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(truncated("the GLB header", 12, found));
    };
    if version != 2 {
        return Err(Error::OtherVersion { version: version.to_string() });
    }
    let length = u64::from(length);
    if length > found {
        return Err(truncated("the GLB", length, found));
    }
    // What follows the GLB in the file is none of it.
    let bytes = &bytes[..length as usize];
    let found = length;
    let mut glb = Glb { json: &[], bin: None };
    let mut at = 12;
    while let (Some(claimed), Some(kind)) = (word(bytes, at), word(bytes, at + 4)) {
        let start = at + 8;
        let held = found - start as u64;
        let what = match kind {
            JSON_CHUNK => "the JSON chunk",
            BIN_CHUNK => "the BIN chunk",
            _ => "a chunk of the GLB",
        };
        if u64::from(claimed) > held {
            return Err(truncated(what, u64::from(claimed), held));
        }
        let end = start + claimed as usize;
        match kind {
            JSON_CHUNK if glb.json.is_empty() => glb.json = &bytes[start..end],
            BIN_CHUNK if glb.bin.is_none() => glb.bin = Some(&bytes[start..end]),
            _ => {}
        }
        at = end.next_multiple_of(4);
    }
    if glb.json.is_empty() {
        return Err(truncated("the JSON chunk", 1, 0));
    }
    Ok(glb)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(word.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(chunks: &[(u32, &[u8])]) -> Vec<u8> {
        let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        for (kind, data) in chunks {
            bytes.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
            bytes.extend(kind.to_le_bytes());
            bytes.extend(*data);
        }
        let length = u32::try_from(bytes.len()).unwrap();
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    #[test]
    fn splits_chunks_and_skips_unknown_ones() {
        let bytes = glb(&[(JSON_CHUNK, b"{}  "), (7, b"abcd"), (BIN_CHUNK, b"1234")]);
        let parts = split(&bytes).unwrap();
        assert_eq!(parts.json, b"{}  ");
        assert_eq!(parts.bin, Some(&b"1234"[..]));
    }

    #[test]
    fn a_chunk_longer_than_the_file_is_truncated() {
        let mut bytes = glb(&[(JSON_CHUNK, b"{}  ")]);
        bytes[12..16].copy_from_slice(&0xFFFF_FFF0_u32.to_le_bytes());
        assert!(matches!(split(&bytes), Err(Error::Truncated { claimed: 0xFFFF_FFF0, found: 4, .. })));
    }
}
