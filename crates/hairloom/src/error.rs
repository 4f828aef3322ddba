use crate::Fingerprint;

/// What can be wrong with what a person asks of the domain. Each text says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not 16 hex digits.
    #[error("the rig fingerprint {text:?} is not 16 hex digits; copy the style again from where it was made")]
    BadFingerprint {
        /// As given.
        text: String,
    },
    /// `--hair` matched nothing.
    #[error("no node, mesh or material is named {name:?}; the file has {known}")]
    NoSuchHair {
        /// As given.
        name: String,
        /// The names that are there.
        known: String,
    },
    /// There is nothing to rig.
    #[error("the model has no hair to rig: {why}; name the hair's node, mesh or material with --hair")]
    NoHair {
        /// What was found instead.
        why: String,
    },
    /// `grow` was asked for a hairstyle that isn't built in.
    #[error("no built-in hairstyle is named {name:?}; there is {known}")]
    NoSuchHairstyle {
        /// As given.
        name: String,
        /// The names that are there.
        known: String,
    },
    /// `--scale` out of range.
    #[error("the scale {scale} of a grown hairstyle is not in {least} to {most}; 1 is its usual size")]
    BadGrowScale {
        /// As given.
        scale: f64,
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// A style of another hairstyle.
    #[error(
        "the style was made on another hairstyle (its rig is {style}, this one's is {rig}); use it on the hairstyle it was made \
         on, or lay it on this one with --transfer"
    )]
    OtherRig {
        /// The fingerprint in the style.
        style: Fingerprint,
        /// The fingerprint of the rig at hand.
        rig: Fingerprint,
    },
    /// A style edits a bone that the rig does not have.
    #[error(
        "the style edits the bone {id:?}, which this hairstyle does not have; use it on the hairstyle it was made on"
    )]
    UnknownBone {
        /// As given.
        id: String,
    },
}
