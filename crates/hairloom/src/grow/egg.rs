use std::f64::consts::{PI, TAU};

use glam::{DVec2, DVec3};

use super::head::Head;
use super::recipe::bob;
use crate::{Material, Mesh, Model, Node};

/// The plain egg that hairstyles grow on, so that they needn't be shown hanging in the air: one closed mesh `head` of
/// 6,016 triangles, nowhere outside the ellipsoid that hair keeps off. It is no part of a hairstyle's file.
pub fn grow_head() -> Model {
    const RINGS: usize = 48;
    const SIDES: usize = 64;
    let head = bob().head;
    let mut mesh = Mesh { name: "head".to_owned(), material: Some(0), ..Mesh::default() };
    for ring in 0..=RINGS {
        for side in 0..=SIDES {
            let at = DVec2::new(side as f64 / SIDES as f64, ring as f64 / RINGS as f64);
            // The seam's two columns are the same to the bit.
            let (position, normal) = egg(&head, (side % SIDES) as f64 / SIDES as f64, at.y);
            mesh.positions.push(position.as_vec3());
            mesh.normals.push(normal.as_vec3());
            mesh.uvs.push(at.as_vec2());
        }
    }
    let stride = SIDES as u32 + 1;
    for ring in 0..RINGS as u32 {
        for side in 0..SIDES as u32 {
            let (above, below) = (ring * stride + side, (ring + 1) * stride + side);
            // Each pole takes one triangle of the quad; the other has no area.
            if ring + 1 < RINGS as u32 {
                mesh.indices.extend([above, below, below + 1]);
            }
            if ring > 0 {
                mesh.indices.extend([above, below + 1, above + 1]);
            }
        }
    }
    let clay = [0.60, 0.44, 0.36, 1.0];
    let material = Material { name: "head".to_owned(), base_colour: clay, ..Material::default() };
    let node = Node { name: "head".to_owned(), in_scene: true, ..Node::default() };
    Model { meshes: vec![mesh], nodes: vec![node], materials: vec![material], ..Model::default() }
}

/// The egg's surface and unit normal: `around` from the back by the character's right to the face and on, `down` from the
/// crown to the chin, both 0..=1. Below the eyes the ellipsoid narrows towards the chin.
fn egg(head: &Head, around: f64, down: f64) -> (DVec3, DVec3) {
    /// How much narrower than the ellipsoid it would be at the chin.
    const CHIN: f64 = 0.2;
    let (sin_around, cos_around) = libm::sincos(TAU * around + PI);
    let (sin_down, cos_down) = if down >= 1.0 { (0.0, -1.0) } else { libm::sincos(PI * down) };
    let low = cos_down.min(0.0);
    let narrow = 1.0 - CHIN * low * low;
    let unit = DVec3::new(sin_down * sin_around * narrow, cos_down, sin_down * cos_around * narrow);
    // The gradient of x²/n² + y² + z²/n² with n = 1 − c·min(y, 0)², in the head's own measure.
    let level = sin_down * sin_down;
    let gradient =
        DVec3::new(unit.x / (narrow * narrow), unit.y + 2.0 * CHIN * low * level / narrow, unit.z / (narrow * narrow));
    (head.place(unit, 0.0), (gradient / head.radii).normalize())
}
