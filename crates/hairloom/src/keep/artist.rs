//! An artist's skeleton, taken as it is.

use super::build::{Plan, build};
use super::chains::cut_chains;
use super::head::head_centre;
use super::joints::{hair_bones, is_rigid};
use super::tips::chain_tips;
use crate::ids::name_chains;
use crate::{Hair, Model, Origin, Rig};

/// The hair chains of the skeleton that the file's own skins use, with frames, names and weights as they are; none where it
/// has no hair bones, or where one joint carries all the hair.
pub(crate) fn artist_rig(model: &Model, hair: &[Hair]) -> Option<Rig> {
    if hair.iter().all(|hair| model.meshes[hair.mesh].skinning.is_none()) || is_rigid(model, hair) {
        return None;
    }
    let skeleton = cut_chains(model, &hair_bones(model, hair));
    if skeleton.chains.is_empty() {
        return None;
    }
    let centre = head_centre(model, hair, skeleton.root);
    let roots = skeleton.roots(model);
    let tips = chain_tips(model, hair, &skeleton);
    let names = name_chains(&roots, centre);
    let plan = Plan { origin: Origin::Kept, skeleton: &skeleton, names: &names, tips: &tips, middle_x: centre.x };
    build(model, hair, &plan)
}
