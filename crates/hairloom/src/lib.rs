//! The domain of Hairloom: a hairstyle's model, its locks, the bones that grow along them, and the edits of a player.
//!
//! The one way through is `Model` → [`rig()`] → [`Rig`] → [`bind()`] → [`Binding`], then `Style` → pose → skin.
//! Each step is a plain function with plain data on both sides. Nothing here knows a GPU, a browser or a file format.
//!
//! # Determinism
//! From [`Model`] to [`Rig`] and [`Binding`] every result is the same to the bit on every machine, native and wasm: only
//! scalar vector types (`Vec3`, `DVec3`), `+ − × ÷ √` and the `libm` crate are used, and no order comes from a hash map.

mod bind;
mod binding;
mod clamp;
mod edit;
mod error;
mod euler;
mod fingerprint;
mod fnv;
mod grow;
mod hair;
mod ids;
mod keep;
mod limits;
mod make;
mod model;
mod options;
mod polar;
mod pose;
mod region;
mod rig;
mod rigged;
mod skin;
mod style;
mod trs;
mod twins;

pub use bind::bind;
pub use binding::{Binding, Influence, Influences, MeshBinding};
pub use edit::{EditFrame, fit, move_edit, reset, scale_edit, set_edit, set_mirrored_edit, turn_edit};
pub use error::Error;
pub use fingerprint::{Fingerprint, fingerprint};
pub use grow::{GrowOptions, Grown, GrownLock, Truth, TruthLock, grow, grow_head, grow_names};
pub use hair::find_hair;
pub use make::pieces;
pub use model::{
    AlphaMode, Image, Material, Mesh, Model, Node, Skin, Skinning, SpringChain, StoredBone, StoredRig, Warning,
};
pub use options::{Detail, RigOptions};
pub use pose::{Pose, pose, posed_trs};
pub use rig::{Axis, Bone, Chain, Hair, Joint, Origin, Region, Rig, existing_rig, rig};
pub use rigged::Rigged;
pub use skin::{Skinned, SkinnedMesh, skin};
pub use style::{ChainPlace, Colour, Edit, Limits, Shape, ShapeTarget, Style};
pub use trs::Trs;
