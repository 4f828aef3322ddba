use hairloom::Image;
use serde_json::Value;

use crate::{
    Error, accessors,
    companions::Companions,
    file::{File, index},
    uri,
    uri::Uri,
    warnings::Warnings,
};

/// Every image of the file, still encoded. What cannot be had or is cut off is told and drawn without.
pub(crate) fn read(
    file: &File<'_>,
    companions: &mut Companions<'_>,
    warnings: &mut Warnings,
) -> Result<Vec<Image>, Error> {
    let all = file.all("images");
    file.budget.charge_items::<Image>(all.len(), "images")?;
    let mut images = Vec::with_capacity(all.len());
    for (i, value) in all.iter().enumerate() {
        let part = format!("images[{i}]");
        let mut warn = |why: &str| warnings.push("texture", format!("the texture image {part} {why}"));
        let bytes = read_bytes(file, value, &part, companions, &mut warn)?;
        let format = Format::of(&bytes);
        match format {
            _ if bytes.is_empty() => {}
            Format::Ktx2 => warn("is KTX2 (KHR_texture_basisu), which cannot be decoded; save it as PNG, JPEG or WebP"),
            Format::Unknown => warn("is no PNG, JPEG or WebP"),
            _ if !format.is_whole(&bytes) => warn("is cut off: its file ends too early"),
            _ => {}
        }
        images.push(Image { mime_type: format.mime_type().to_owned(), bytes });
    }
    Ok(images)
}

fn read_bytes(
    file: &File<'_>,
    value: &Value,
    part: &str,
    companions: &mut Companions<'_>,
    warn: &mut dyn FnMut(&str),
) -> Result<Vec<u8>, Error> {
    if let Some(view) = index(value, "bufferView", part)? {
        let (bytes, _) = accessors::view(file, view, &format!("{part}.bufferView"))?;
        file.budget.charge(bytes.len() as u64, part)?;
        return Ok(bytes.to_vec());
    }
    let Some(address) = value["uri"].as_str() else {
        warn("has neither a bufferView nor a uri");
        return Ok(Vec::new());
    };
    file.budget.charge(address.len() as u64, part)?;
    match uri::parse(address) {
        Uri::Data(bytes) => Ok(bytes),
        Uri::Companion(name) => match companions.get(&name, part)? {
            Some(bytes) => Ok(bytes),
            None => {
                warn(&format!("lies in another file, {name:?}, which is missing"));
                Ok(Vec::new())
            }
        },
        Uri::Forbidden(uri) => {
            warn(&format!("points outside, to {uri:?}, and is left out"));
            Ok(Vec::new())
        }
        Uri::Broken => {
            warn("has a data URI that cannot be decoded");
            Ok(Vec::new())
        }
    }
}

/// What the bytes of a picture say they are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Format {
    Png,
    Jpeg,
    Webp,
    Ktx2,
    Unknown,
}

impl Format {
    fn of(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Self::Png
        } else if bytes.starts_with(b"\xFF\xD8\xFF") {
            Self::Jpeg
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Self::Webp
        } else if bytes.starts_with(b"\xABKTX 20\xBB") {
            Self::Ktx2
        } else {
            Self::Unknown
        }
    }

    fn mime_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Ktx2 | Self::Unknown => "",
        }
    }

    /// Whether the picture goes on to its end. Walks chunks and markers, decodes nothing.
    fn is_whole(self, bytes: &[u8]) -> bool {
        match self {
            Self::Png => png_is_whole(bytes),
            Self::Jpeg => jpeg_is_whole(bytes),
            Self::Webp => webp_is_whole(bytes),
            Self::Ktx2 | Self::Unknown => true,
        }
    }
}

fn png_is_whole(bytes: &[u8]) -> bool {
    let mut rest = &bytes[8..];
    while let Some((&[a, b, c, d, ref kind @ ..], body)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        // Four bytes of checksum follow the data.
        let Some(after) = length.checked_add(4).and_then(|end| body.get(end..)) else { return false };
        if kind == b"IEND" {
            return true;
        }
        rest = after;
    }
    false
}

fn jpeg_is_whole(bytes: &[u8]) -> bool {
    const START_OF_SCAN: u8 = 0xDA;
    const END_OF_IMAGE: u8 = 0xD9;
    let mut at = 2;
    while let Some(&[0xFF, marker]) = bytes.get(at..at + 2) {
        match marker {
            END_OF_IMAGE => return true,
            // Fill bytes, and markers without a length.
            0xFF => at += 1,
            0x01 | 0xD0..=0xD8 => at += 2,
            _ => {
                let Some(&[high, low]) = bytes.get(at + 2..at + 4) else { return false };
                at += 2 + usize::from(u16::from_be_bytes([high, low])).max(2);
                if marker == START_OF_SCAN {
                    at = end_of_scan(bytes, at);
                }
            }
        }
    }
    false
}

/// Where the coded data that starts at `at` ends: at the next marker that is neither a stuffed byte nor a restart.
fn end_of_scan(bytes: &[u8], at: usize) -> usize {
    let tail = bytes.get(at..).unwrap_or_default();
    let is_marker = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xD0..=0xD7 | 0xFF);
    at + tail.windows(2).position(is_marker).unwrap_or(tail.len())
}

fn webp_is_whole(bytes: &[u8]) -> bool {
    match bytes.get(4..8) {
        Some(&[a, b, c, d]) => u64::from(u32::from_le_bytes([a, b, c, d])) + 8 <= bytes.len() as u64,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_by_their_bytes_and_checked_to_the_end() {
        let png = [&b"\x89PNG\r\n\x1a\n"[..], b"\0\0\0\x02abcd..CRC_", b"\0\0\0\0IENDCRC_"].concat();
        let jpeg = b"\xFF\xD8\xFF\xE0\x00\x04ab\xFF\xDA\x00\x02\x12\xFF\x00\x34\xFF\xD0\x56\xFF\xD9";
        let webp = b"RIFF\x06\0\0\0WEBPxx";
        for (bytes, mime_type) in [(&png[..], "image/png"), (jpeg, "image/jpeg"), (webp, "image/webp")] {
            let format = Format::of(bytes);
            assert_eq!(format.mime_type(), mime_type);
            assert!(format.is_whole(bytes), "{mime_type}");
            let shortest = if format == Format::Jpeg { 3 } else { 12 };
            for end in shortest..bytes.len() - usize::from(format == Format::Png) * 4 {
                assert!(!format.is_whole(&bytes[..end]), "{mime_type} cut at {end}");
            }
        }
    }
}
