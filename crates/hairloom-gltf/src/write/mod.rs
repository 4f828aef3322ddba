//! A file with its hair rigged, posed or baked: the JSON is patched, so that what we do not know stays as it is.

mod accessor;
mod bake;
mod body_weights;
mod compact;
mod extras;
mod forget;
mod fused;
mod glb;
mod host;
mod in_place;
mod made;
mod model;
mod morphs;
mod patch;
mod place;
mod stored_vertices;
mod trs;
mod vertices;

use hairloom::{Origin, Rigged, Style};

pub use model::write_model;

use crate::{Asset, Error};
use patch::Patch;

/// A GLB with a standard skin, posed as `style` says, with what is ours in `extras`.
///
/// Everything that is not hair's stays: nodes keep their indices, and what is new is appended. A rig of ours hangs from the
/// head where the file has one, else from the scene; its joints are the last nodes. The hair's nodes stand at the scene's
/// root without a transform, as viewers disregard it anyway. A rig that the file brought (an artist's, or ours) is
/// posed where it is. The file keeps its own axes and units.
///
/// `rigged` must come from this asset's model. The same input gives the same bytes.
///
/// # Errors
/// [`Error::OtherFile`] where `rigged` belongs to another file, [`Error::Style`] for a style with numbers that are not
/// finite, [`Error::GlbTooLong`] over 4 GiB.
pub fn write(asset: &Asset, rigged: &Rigged, style: &Style) -> Result<Vec<u8>, Error> {
    let mut patch = Patch::new(&asset.document, &asset.model);
    forget::forget_style(&mut patch, &asset.model);
    if is_in_file(rigged) {
        in_place::pose_nodes(&mut patch, &asset.model, rigged, style)?;
    } else {
        made::add_rig(&mut patch, asset, rigged, style)?;
    }
    patch.finish()
}

/// A GLB with the hair's vertices posed as `style` says, without bones, skin, style or our `extras`.
///
/// The hair stands at the scene's root, or below the head where the file has one, so that it still follows an avatar. Its
/// tangents and morph targets go, as they were told relative to the old vertices. An artist's nodes stay where they are.
/// What an artist's rig moves in one primitive with a body keeps its skin, so that the body still follows its skeleton: the
/// weights of the hair's bones go to the joint that they hang from, and the skin at rest shows the hair posed.
///
/// # Errors
/// As [`write()`].
pub fn bake(asset: &Asset, rigged: &Rigged, style: &Style) -> Result<Vec<u8>, Error> {
    let mut patch = Patch::new(&asset.document, &asset.model);
    forget::forget_style(&mut patch, &asset.model);
    bake::bake_hair(&mut patch, asset, rigged, style)?;
    patch.finish()
}

/// The rig's nodes are the file's own.
fn is_in_file(rigged: &Rigged) -> bool {
    let rig = &rigged.rig;
    rig.origin == Origin::Kept || rig.bones.iter().any(|bone| bone.node.is_some())
}
