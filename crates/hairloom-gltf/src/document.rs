use serde_json::Value;

use crate::{Error, budget::Budget, companions::Companions, glb, json_text, uri, uri::Uri};

/// The JSON and the bytes of a file, checked.
#[derive(Clone, Debug)]
pub struct Document {
    /// The glTF JSON.
    pub json: Value,
    /// Each of the JSON's `buffers`, as long as it says.
    pub buffers: Vec<Vec<u8>>,
}

/// Takes a file apart: container, JSON text, version, extensions, buffers.
pub(crate) fn open(bytes: &[u8], budget: &Budget, companions: &mut Companions<'_>) -> Result<Document, Error> {
    let (text, bin) = if glb::is_glb(bytes) {
        let glb = glb::split(bytes)?;
        (glb.json, glb.bin)
    } else {
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        if text.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Err(Error::NotGltf);
        }
        (text, None)
    };
    let json = json_text::parse(text, budget)?;
    check_version(&json)?;
    check_required_extensions(&json)?;
    let mut buffers = Vec::new();
    for (index, buffer) in json["buffers"].as_array().into_iter().flatten().enumerate() {
        let bin = if index == 0 { bin } else { None };
        buffers.push(read_buffer(buffer, &format!("buffers[{index}]"), bin, budget, companions)?);
    }
    Ok(Document { json, buffers })
}

fn check_version(json: &Value) -> Result<(), Error> {
    let Some(asset) = json["asset"].as_object() else { return Err(Error::NotGltf) };
    match asset.get("version").and_then(Value::as_str) {
        Some(version) if !version.starts_with("2.") && version != "2" => {
            Err(Error::OtherVersion { version: version.chars().take(20).collect() })
        }
        _ => Ok(()),
    }
}

const DRACO: &str = "KHR_draco_mesh_compression";
const MESHOPT: &str = "EXT_meshopt_compression";

/// The compression that a part of the file rests on, if any.
pub(crate) fn compression(part: &Value) -> Option<Error> {
    let extension = [DRACO, MESHOPT].into_iter().find(|name| part["extensions"].get(name).is_some())?;
    Some(Error::Compressed { extension: extension.to_owned() })
}

fn check_required_extensions(json: &Value) -> Result<(), Error> {
    let known = |name: &str| {
        matches!(
            name,
            "VRM" | "KHR_mesh_quantization" | "KHR_texture_transform" | "EXT_texture_webp" | "KHR_texture_basisu"
        ) || ["VRMC_", "KHR_materials_", "KHR_lights_"].iter().any(|p| name.starts_with(p))
    };
    let required = || json["extensionsRequired"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let unknown: Vec<&str> = required().filter(|name| !known(name)).collect();
    match unknown[..] {
        [] => Ok(()),
        [extension @ (DRACO | MESHOPT)] => Err(Error::Compressed { extension: extension.to_owned() }),
        _ => Err(Error::UnsupportedExtensions { names: unknown.join(", ") }),
    }
}

fn read_buffer(
    buffer: &Value,
    part: &str,
    bin: Option<&[u8]>,
    budget: &Budget,
    companions: &mut Companions<'_>,
) -> Result<Vec<u8>, Error> {
    let Some(claimed) = buffer["byteLength"].as_u64() else {
        return Err(Error::bad(part, "its byteLength is missing or no whole number"));
    };
    let (what, mut bytes) = match (buffer["uri"].as_str(), bin) {
        (Some(address), _) => {
            budget.charge(address.len() as u64, part)?;
            (format!("{part} (its uri)"), read_uri(address, part, companions)?)
        }
        (None, Some(bin)) => (format!("{part} (the BIN chunk)"), bin.to_vec()),
        (None, None) => {
            let why = "it has neither a uri nor a BIN chunk";
            return Err(compression(buffer).unwrap_or_else(|| Error::bad(part, why)));
        }
    };
    let found = bytes.len() as u64;
    if claimed > found {
        return Err(Error::Truncated { what, claimed, found });
    }
    bytes.truncate(usize::try_from(claimed).unwrap_or(usize::MAX));
    Ok(bytes)
}

fn read_uri(address: &str, part: &str, companions: &mut Companions<'_>) -> Result<Vec<u8>, Error> {
    match uri::parse(address) {
        Uri::Data(bytes) => Ok(bytes),
        Uri::Companion(name) => {
            companions.get(&name, part)?.ok_or(Error::MissingCompanion { part: part.to_owned(), name })
        }
        Uri::Forbidden(uri) => Err(Error::ForbiddenPath { part: part.to_owned(), uri }),
        Uri::Broken => Err(Error::bad(format!("{part}.uri"), "its data URI cannot be decoded")),
    }
}
