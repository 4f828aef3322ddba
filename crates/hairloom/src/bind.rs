//! The weights of a rig of ours.

use crate::{Binding, Model, Origin, Rig, keep};

/// Four influences for every hair vertex, sum 1: a vertex listens only to the bones of its own chain and to the root bone.
/// A kept rig keeps the artist's weights.
pub fn bind(model: &Model, rig: &Rig) -> Binding {
    match rig.origin {
        Origin::Kept => keep::kept_binding(model, rig),
        Origin::Made => Binding::default(),
    }
}
