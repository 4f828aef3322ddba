//! The weights that the file itself holds.

use super::palette::palette;
use crate::{Binding, Influence, Influences, MeshBinding, Model, Rig};

/// The file's own weights, pointing into [`Rig::joints`]: an artist's, or those of a rig of ours that was stored. Positions
/// and normals are the stored ones; a hair mesh without a skin follows the root bone.
pub(crate) fn kept_binding(model: &Model, rig: &Rig) -> Binding {
    let palette = palette(model, &rig.hair, &rig.bones);
    let as_joint = |index: Option<usize>| index.and_then(|index| u16::try_from(index).ok()).unwrap_or(0);
    let meshes = rig.hair.iter().map(|hair| {
        let mesh = &model.meshes[hair.mesh];
        let Some(skinning) = &mesh.skinning else {
            let whole = Influence { joint: as_joint(palette.of_unskinned), weight: 1.0 };
            let rest = Influence::default();
            return MeshBinding {
                mesh: hair.mesh,
                positions: mesh.positions.clone(),
                normals: mesh.normals.clone(),
                influences: vec![[whole, rest, rest, rest]; mesh.positions.len()],
            };
        };
        let told = |&(joint, weight): &(u16, f32)| {
            let joint = as_joint(palette.of_skin_joint.get(&(skinning.skin, joint)).copied());
            if weight > 0.0 { Influence { joint, weight } } else { Influence::default() }
        };
        let influences = skinning.influences.iter().map(|four| -> Influences { four.each_ref().map(told) }).collect();
        MeshBinding {
            mesh: hair.mesh,
            positions: skinning.bind_positions.clone(),
            normals: skinning.bind_normals.clone(),
            influences,
        }
    });
    Binding { meshes: meshes.collect() }
}
