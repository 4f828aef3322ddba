//! What runs on the GPU. So far the compute shader that skins the hair; nothing here opens a device yet.

mod skin;

pub use skin::SkinShader;
