use glam::Vec2;
use gltf::json::material::{AlphaMode as StoredAlpha, Material as StoredMaterial};
use gltf::json::validation::Checked;
use hairloom::{AlphaMode, Material};
use serde_json::Value;

use crate::{
    Error,
    file::{File, index},
};

/// Which texture coordinates a material's base colour is read with, and what `KHR_texture_transform` makes of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextureCoordinates {
    pub(crate) set: u32,
    offset: Vec2,
    /// Sine and cosine.
    turn: (f32, f32),
    scale: Vec2,
}

impl Default for TextureCoordinates {
    fn default() -> Self {
        Self { set: 0, offset: Vec2::ZERO, turn: (0.0, 1.0), scale: Vec2::ONE }
    }
}

impl TextureCoordinates {
    /// Scales, turns (counter-clockwise as seen, v pointing down), moves.
    pub(crate) fn apply(&self, uv: Vec2) -> Vec2 {
        let (sin, cos) = self.turn;
        let uv = uv * self.scale;
        Vec2::new(cos * uv.x + sin * uv.y, cos * uv.y - sin * uv.x) + self.offset
    }
}

/// Every material of the file, and how each reads its texture coordinates.
pub(crate) fn read(file: &File<'_>) -> Result<(Vec<Material>, Vec<TextureCoordinates>), Error> {
    let count = file.all("materials").len();
    file.budget.charge_items::<[Material; 2]>(count, "materials")?;
    let mut materials = Vec::with_capacity(count);
    let mut coordinates = Vec::with_capacity(count);
    for i in 0..count {
        let (material, texture_coordinates) = read_material(file, i)?;
        materials.push(material);
        coordinates.push(texture_coordinates);
    }
    Ok((materials, coordinates))
}

fn read_material(file: &File<'_>, i: usize) -> Result<(Material, TextureCoordinates), Error> {
    let part = format!("materials[{i}]");
    let stored: StoredMaterial = file.part("materials", i, &part)?;
    let json = &file.all("materials")[i];
    let alpha = match stored.alpha_mode {
        Checked::Valid(StoredAlpha::Mask) => {
            AlphaMode::Mask { cutoff: stored.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0.clamp(0.0, 1.0)) }
        }
        Checked::Valid(StoredAlpha::Blend) => AlphaMode::Blend,
        Checked::Valid(StoredAlpha::Opaque) | Checked::Invalid => AlphaMode::Opaque,
    };
    // The older specular-glossiness model calls its base colour diffuse.
    let glossy = &json["extensions"]["KHR_materials_pbrSpecularGlossiness"];
    let texture = [&json["pbrMetallicRoughness"]["baseColorTexture"], &glossy["diffuseTexture"]]
        .into_iter()
        .find(|texture| texture.is_object());
    let base_colour_image = match texture {
        Some(texture) => image_of_texture(file, texture, &format!("{part}.baseColorTexture"))?,
        None => None,
    };
    let mut base_colour = stored.pbr_metallic_roughness.base_color_factor.0;
    if let Some(factor) = glossy["diffuseFactor"].as_array() {
        let channels = factor.iter().filter_map(Value::as_f64);
        base_colour.iter_mut().zip(channels).for_each(|(slot, channel)| *slot = channel as f32);
    }
    let material = Material {
        name: stored.name.unwrap_or_default(),
        base_colour: base_colour.map(|channel| if channel.is_finite() { channel } else { 1.0 }),
        base_colour_image,
        alpha,
        double_sided: stored.double_sided,
        unlit: json["extensions"].get("KHR_materials_unlit").is_some(),
    };
    Ok((material, texture.map(read_coordinates).unwrap_or_default()))
}

/// The image that a texture shows, in a format that can be drawn if there is a choice; none when the file names none.
fn image_of_texture(file: &File<'_>, texture: &Value, part: &str) -> Result<Option<usize>, Error> {
    let Some(texture) = index(texture, "index", part)? else { return Ok(None) };
    let stored = file.value("textures", texture, part)?;
    let part = format!("textures[{texture}]");
    let sources = [stored, &stored["extensions"]["EXT_texture_webp"], &stored["extensions"]["KHR_texture_basisu"]];
    for source in sources {
        if let Some(image) = index(source, "source", &part)? {
            file.value("images", image, &format!("{part}.source"))?;
            return Ok(Some(image));
        }
    }
    Ok(None)
}

fn read_coordinates(texture: &Value) -> TextureCoordinates {
    let transform = &texture["extensions"]["KHR_texture_transform"];
    let set = transform["texCoord"].as_u64().or(texture["texCoord"].as_u64()).unwrap_or(0);
    let pair = |key: &str, default: f64| {
        let at = |k: usize| transform[key][k].as_f64().unwrap_or(default) as f32;
        Vec2::new(at(0), at(1))
    };
    let angle = transform["rotation"].as_f64().unwrap_or(0.0);
    let (sin, cos) = libm::sincos(angle);
    TextureCoordinates {
        set: u32::try_from(set).unwrap_or(0),
        offset: pair("offset", 0.0),
        turn: (sin as f32, cos as f32),
        scale: pair("scale", 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texture_transform_scales_then_turns_then_moves() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let texture = serde_json::json!({"index": 0, "texCoord": 2, "extensions": {"KHR_texture_transform":
            {"offset": [0.5, 0.0], "rotation": quarter, "scale": [2.0, 1.0]}}});
        let coordinates = read_coordinates(&texture);
        assert_eq!(coordinates.set, 2);
        assert!((coordinates.apply(Vec2::new(1.0, 0.0)) - Vec2::new(0.5, -2.0)).length() < 1e-6);
    }
}
