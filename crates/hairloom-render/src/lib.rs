//! wgpu: compute skinning, hair shading, bones, picking.
