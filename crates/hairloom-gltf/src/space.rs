use glam::{DAffine3, DMat3, DVec3};
use hairloom::Model;

use crate::{vrm::Vrm, warnings::Warnings};

/// Turns and scales a model that is still in the file's own space into model space, and says so in `model_from_file`.
pub(crate) fn enter(model: &mut Model, vrm: &Vrm, warnings: &mut Warnings) {
    // VRM is in metres by its specification.
    let scale = if vrm.is_vrm { 1.0 } else { guess_scale(model, warnings) };
    let turn = if vrm.faces_backwards { -1.0 } else { 1.0 };
    model.model_from_file = DAffine3 {
        matrix3: DMat3::from_diagonal(DVec3::new(turn * scale, scale, turn * scale)),
        translation: DVec3::ZERO,
    };
    for mesh in &mut model.meshes {
        for position in &mut mesh.positions {
            *position = model.model_from_file.transform_point3(position.as_dvec3()).as_vec3();
        }
        for normal in &mut mesh.normals {
            normal.x *= turn as f32;
            normal.z *= turn as f32;
        }
    }
    for node in &mut model.nodes {
        node.model_from_node = model.model_from_file * node.model_from_node;
    }
}

/// Metres in the file's unit. No head of hair, and no character, is more than ten metres across or less than three
/// centimetres; what is so small was scaled down with its armature on the way out of a program that counts centimetres.
fn guess_scale(model: &Model, warnings: &mut Warnings) -> f64 {
    let Some((low, high)) = solid_bounds(model) else { return 1.0 };
    let diagonal = (high - low).length();
    let (scale, code, unit) = match diagonal {
        d if d > 1000.0 => (0.001, "millimetres", "millimetres"),
        d if d > 10.0 => (0.01, "centimetres", "centimetres"),
        d if d < 0.003 => (1000.0, "tiny", "1000 metres"),
        d if d < 0.03 => (100.0, "tiny", "100 metres"),
        _ => return 1.0,
    };
    warnings.push(code, format!("the model is {diagonal:.4} units across, so its units were taken as {unit}"));
    scale
}

/// The box round all triangles that have an area. Stray vertices, and slivers that reach for one, would blow it up.
fn solid_bounds(model: &Model) -> Option<(DVec3, DVec3)> {
    let mut bounds: Option<(DVec3, DVec3)> = None;
    for mesh in &model.meshes {
        for t in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|k| mesh.positions[t[k] as usize].as_dvec3());
            if has_area(&corners) {
                for p in corners {
                    let (low, high) = bounds.unwrap_or((p, p));
                    bounds = Some((low.min(p), high.max(p)));
                }
            }
        }
    }
    bounds
}

/// More than what rounding positions to single precision can feign.
fn has_area([a, b, c]: &[DVec3; 3]) -> bool {
    let (ab, ac, bc) = (*b - *a, *c - *a, *c - *b);
    let longest = ab.length_squared().max(ac.length_squared()).max(bc.length_squared());
    ab.cross(ac).length() > 1e-6 * longest
}
