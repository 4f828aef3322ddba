//! Skinning on the GPU: the pass is made once for a device, the buffers once for a hairstyle.

mod hair;
mod pass;
mod rest;
mod shader;
mod work;

pub use hair::SkinnedHair;
pub use pass::SkinPass;
pub use shader::SkinShader;
