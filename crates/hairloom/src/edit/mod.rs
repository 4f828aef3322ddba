//! Editing a style: every way goes through the limits of the bone.

mod frame;
mod pointer;

pub use frame::EditFrame;
pub use pointer::{move_edit, scale_edit, turn_edit};

use glam::DVec3;

use crate::{Edit, Rig, Style};

/// Gives the bone `bone` (an index into [`Rig::bones`]) the edit `edit`, each number clamped to the bone's limits as
/// [`crate::Limits::clamp`] does; a number that is NaN leaves the old one. An edit that is zero change is taken out of the
/// style. Returns what was kept.
pub fn set_edit(rig: &Rig, style: &mut Style, bone: usize, edit: &Edit) -> Edit {
    let bone = &rig.bones[bone];
    let kept = bone.limits.clamp(&edit.or_else(&style.edit_of(&bone.id)));
    if kept.is_rest() {
        style.bones.remove(&bone.id);
    } else {
        style.bones.insert(bone.id.clone(), kept);
    }
    kept
}

/// As [`set_edit`], and the twin across the character's middle, if the bone has one, gets the mirrored edit, clamped to its
/// own limits. Returns what the bone and what the twin kept.
pub fn set_mirrored_edit(rig: &Rig, style: &mut Style, bone: usize, edit: &Edit) -> (Edit, Option<Edit>) {
    let kept = set_edit(rig, style, bone, edit);
    let twin = rig.bones[bone].twin.map(|twin| set_edit(rig, style, twin, &kept.mirrored()));
    (kept, twin)
}

/// Takes the edits of `bones` (indices into [`Rig::bones`]) out of the style.
pub fn reset(rig: &Rig, style: &mut Style, bones: &[usize]) {
    for &bone in bones {
        style.bones.remove(&rig.bones[bone].id);
    }
}

/// Brings a style that came from elsewhere within the limits of `rig`. Returns the ids of the bones whose edits were
/// changed by it, in order. Edits of bones that `rig` does not have stay as they are (see [`Style::check`]).
pub fn fit(rig: &Rig, style: &mut Style) -> Vec<String> {
    let mut changed = Vec::new();
    for bone in &rig.bones {
        let Some(edit) = style.bones.get_mut(&bone.id) else { continue };
        let within = bone.limits.clamp(edit);
        if within != *edit {
            changed.push(bone.id.clone());
            *edit = within;
        }
    }
    style.bones.retain(|_, edit| !edit.is_rest());
    changed.sort();
    changed
}

impl Edit {
    /// The same edit across the character's middle: left and right change places, pitch and scale stay.
    pub fn mirrored(&self) -> Self {
        Self {
            translation: self.translation * DVec3::new(-1.0, 1.0, 1.0),
            rotation_deg: self.rotation_deg * DVec3::new(1.0, -1.0, -1.0),
            scale: self.scale,
        }
    }
}
