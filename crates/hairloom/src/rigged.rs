use crate::{Binding, Error, Fingerprint, Model, Rig, RigOptions, bind, fingerprint, rig};

/// A rig with its weights and its fingerprint: all that follows from a model and the options.
#[derive(Clone, Debug)]
pub struct Rigged {
    /// The bones.
    pub rig: Rig,
    /// The weights.
    pub binding: Binding,
    /// Tells this rig from others.
    pub fingerprint: Fingerprint,
}

impl Rigged {
    /// Rig, bind and fingerprint in one go. A stored rig brings its own fingerprint.
    ///
    /// # Errors
    /// As [`rig()`].
    pub fn new(model: &Model, options: &RigOptions) -> Result<Self, Error> {
        let rig = rig(model, options)?;
        let binding = bind(model, &rig);
        Ok(Self::from_parts(model, rig, binding))
    }

    /// The same from what [`rig()`] and [`bind()`] gave for this very model, for a caller that times each.
    pub fn from_parts(model: &Model, rig: Rig, binding: Binding) -> Self {
        let stored = model.stored.as_ref().filter(|_| rig.stored).and_then(|stored| stored.fingerprint);
        let fingerprint = stored.unwrap_or_else(|| fingerprint(&rig, &binding));
        Self { rig, binding, fingerprint }
    }
}
