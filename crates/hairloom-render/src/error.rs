/// What can be wrong with what the GPU is asked for. Each text says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The hairstyle does not fit this GPU.
    #[error("the {what} take {bytes} bytes, and this GPU takes at most {most} at once; use a hairstyle with fewer")]
    TooBig {
        /// Of what there is too much.
        what: &'static str,
        /// What it would take.
        bytes: u64,
        /// What the device can bind.
        most: u64,
    },
    /// A pose of another rig.
    #[error(
        "the pose has {given} joints, and the hairstyle on the GPU has {wanted}; give the pose of the rig that it was bound to"
    )]
    OtherRig {
        /// In the pose.
        given: usize,
        /// On the GPU.
        wanted: usize,
    },
}
