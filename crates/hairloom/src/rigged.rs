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
        let stored = if options.rerig { None } else { model.stored.as_ref().and_then(|stored| stored.fingerprint) };
        let fingerprint = stored.unwrap_or_else(|| fingerprint(&rig, &binding));
        Ok(Self { rig, binding, fingerprint })
    }
}
