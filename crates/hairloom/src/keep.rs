//! An artist's skeleton, or a rig of ours stored in the file, taken as it is.

use crate::{Binding, Error, Hair, Model, Rig};

/// The rig that [`Model::stored`] tells, rebuilt without looking for locks.
///
/// # Errors
/// None yet.
pub(crate) fn stored_rig(_model: &Model, _hair: &[Hair]) -> Result<Option<Rig>, Error> {
    Ok(None)
}

/// The hair chains of the skeleton that the file's own skins use; none where it has no hair bones.
pub(crate) fn artist_rig(_model: &Model, _hair: &[Hair]) -> Option<Rig> {
    None
}

/// The artist's weights, pointing into [`Rig::joints`].
pub(crate) fn kept_binding(_model: &Model, _rig: &Rig) -> Binding {
    Binding::default()
}
