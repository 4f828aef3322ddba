use glam::DVec3;

use crate::{Edit, Limits};

impl Edit {
    /// The most a document holds of translation, metres either way.
    pub const MAX_TRANSLATION: f64 = 1000.0;
    /// The most a document holds of an angle, degrees either way: a hundred turns. What is free goes this far.
    pub const MAX_ROTATION_DEG: f64 = 36_000.0;
    /// The least scale a document holds.
    pub const MIN_SCALE: f64 = 1e-6;
    /// The greatest scale a document holds.
    pub const MAX_SCALE: f64 = 1e6;
    /// Pitch stays inside this, whatever the limits: at 90 degrees yaw and roll turn about the same line.
    pub const MAX_PITCH_DEG: f64 = 89.0;
}

impl Limits {
    /// What any bone may do at most: all that a document holds, with the pitch inside ±[`Edit::MAX_PITCH_DEG`].
    pub const WIDEST: Self = Self {
        min: Edit {
            translation: DVec3::splat(-Edit::MAX_TRANSLATION),
            rotation_deg: DVec3::new(-Edit::MAX_PITCH_DEG, -Edit::MAX_ROTATION_DEG, -Edit::MAX_ROTATION_DEG),
            scale: DVec3::splat(Edit::MIN_SCALE),
        },
        max: Edit {
            translation: DVec3::splat(Edit::MAX_TRANSLATION),
            rotation_deg: DVec3::new(Edit::MAX_PITCH_DEG, Edit::MAX_ROTATION_DEG, Edit::MAX_ROTATION_DEG),
            scale: DVec3::splat(Edit::MAX_SCALE),
        },
    };

    /// These limits within [`Limits::WIDEST`]: what is infinite, or not a number, goes as far as a document does.
    pub fn effective(&self) -> Self {
        let within =
            |bound: &Edit, otherwise: &Edit| bound.or_else(otherwise).bounded(&Self::WIDEST.min, &Self::WIDEST.max);
        Self { min: within(&self.min, &Self::WIDEST.min), max: within(&self.max, &Self::WIDEST.max) }
    }

    /// `edit` with each number brought within its limits, as typed values are: angles are never wrapped. A number that is
    /// NaN becomes zero change, −0 becomes 0.
    pub fn clamp(&self, edit: &Edit) -> Edit {
        let Self { min, max } = self.effective();
        // Adding zero turns −0 into 0, so that mirroring there and back gives the same bits.
        edit.or_else(&Edit::REST).bounded(&min, &max).part_by_part(&Edit::REST, |v, _| v + 0.0)
    }
}

impl Edit {
    /// What is NaN taken from `otherwise`.
    pub(crate) fn or_else(&self, otherwise: &Self) -> Self {
        let pick = |v: f64, otherwise: f64| if v.is_nan() { otherwise } else { v };
        self.part_by_part(otherwise, |v, o| DVec3::new(pick(v.x, o.x), pick(v.y, o.y), pick(v.z, o.z)))
    }

    fn bounded(&self, min: &Self, max: &Self) -> Self {
        self.part_by_part(min, DVec3::max).part_by_part(max, DVec3::min)
    }

    fn part_by_part(&self, other: &Self, f: impl Fn(DVec3, DVec3) -> DVec3) -> Self {
        Self {
            translation: f(self.translation, other.translation),
            rotation_deg: f(self.rotation_deg, other.rotation_deg),
            scale: f(self.scale, other.scale),
        }
    }
}
