//! What runs on the GPU, through wgpu. So far the compute pass that skins the hair.
//!
//! Nothing here opens a device or waits for one: who calls brings a [`wgpu::Device`] and its queue, submits, and deals with
//! their loss.

mod error;
mod skin;

pub use error::Error;
pub use skin::{SkinPass, SkinShader, SkinnedHair};
