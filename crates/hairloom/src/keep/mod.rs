//! An artist's skeleton, or a rig of ours stored in the file, taken as it is.

mod artist;
mod binding;
mod build;
mod chains;
mod head;
mod joints;
mod palette;
mod stored;
#[cfg(test)]
mod tests;
mod tips;

pub(crate) use artist::artist_rig;
pub(crate) use binding::kept_binding;
pub(crate) use stored::stored_rig;
