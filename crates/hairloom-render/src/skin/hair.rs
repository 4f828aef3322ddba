use std::ops::Range;

use hairloom::{Binding, Pose};

use super::rest::push_rest;
use super::work::{WORK_BYTES, write_work};
use super::{SkinPass, SkinShader};
use crate::Error;

const JOINT_BYTES: u32 = 64;
/// Rest vertices that are packed before they are handed to the queue, so that a million of them need no second copy.
const CHUNK: usize = 4096;

/// One hairstyle on the GPU: its vertices as bound, the joint matrices, and the skinned vertices that are drawn.
///
/// All buffers and the bind group are made when it is loaded. Until [`SkinnedHair::dispatch`] was called for all vertices, the
/// skinned ones are zero.
pub struct SkinnedHair {
    joints: wgpu::Buffer,
    work: wgpu::Buffer,
    skinned: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    joint_count: usize,
    vertex_count: u32,
    mesh_vertices: Vec<Range<u32>>,
    /// What goes to the queue; grown when loaded.
    scratch: Vec<u8>,
}

impl SkinnedHair {
    /// Uploads `binding`, whose influences point into `joint_count` joints. `pass` and `queue` are of the same device.
    ///
    /// # Errors
    /// [`Error::TooBig`].
    pub fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        pass: &SkinPass,
        binding: &Binding,
        joint_count: usize,
    ) -> Result<Self, Error> {
        let limits = device.limits();
        let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let vertices: usize = binding.meshes.iter().map(|mesh| mesh.positions.len()).sum();
        let rest_size = size("vertices", vertices, SkinShader::REST_BYTES, most)?;
        let skinned_size = size("skinned vertices", vertices, SkinShader::SKINNED_BYTES, most)?;
        let joints_size = size("joints", joint_count, JOINT_BYTES, most)?;

        let (written, drawn) =
            (wgpu::BufferUsages::COPY_DST, wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC);
        let rest = buffer(device, "rest vertices", rest_size, written);
        let joints = buffer(device, "joint matrices", joints_size, written);
        let skinned = buffer(device, "skinned vertices", skinned_size, drawn);
        let work = buffer(device, "vertices to skin", WORK_BYTES as u64, written);
        let bound = [&rest, &joints, &skinned, &work];
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("skin"),
            layout: &pass.layout,
            entries: &[0, 1, 2, 3].map(|binding: u32| wgpu::BindGroupEntry {
                binding,
                resource: bound[binding as usize].as_entire_binding(),
            }),
        });

        let mut scratch = Vec::with_capacity(WORK_BYTES.max(joint_count * JOINT_BYTES as usize));
        let mesh_vertices = upload(queue, &rest, binding, &mut scratch);
        let vertex_count = mesh_vertices.last().map_or(0, |last| last.end);
        Ok(Self { joints, work, skinned, bind_group, joint_count, vertex_count, mesh_vertices, scratch })
    }

    /// All vertices of all meshes.
    pub fn vertex_count(&self) -> u32 {
        self.vertex_count
    }

    /// Where the vertices of each of [`Binding::meshes`] lie among all, in the mesh's own order.
    pub fn mesh_vertices(&self) -> &[Range<u32>] {
        &self.mesh_vertices
    }

    /// The skinned vertices, [`SkinShader::SKINNED_BYTES`] each: a vertex buffer that can also be copied from.
    pub fn skinned(&self) -> &wgpu::Buffer {
        &self.skinned
    }

    /// Hands the joint matrices of `pose` to the queue; they hold from its next submit on. No allocation of ours.
    ///
    /// # Errors
    /// [`Error::OtherRig`] for another number of joints than it was loaded with.
    pub fn write_joints(&mut self, queue: &wgpu::Queue, pose: &Pose) -> Result<(), Error> {
        let given = pose.joint_matrices.len();
        if given != self.joint_count {
            return Err(Error::OtherRig { given, wanted: self.joint_count });
        }
        self.scratch.clear();
        for matrix in &pose.joint_matrices {
            self.scratch.extend(matrix.to_cols_array().iter().flat_map(|number| number.to_le_bytes()));
        }
        if given > 0 {
            queue.write_buffer(&self.joints, 0, &self.scratch);
        }
        Ok(())
    }

    /// Skins the vertices in `ranges`, one dispatch for all of them; the others stay as they are. Gives back how many.
    ///
    /// Ranges are clipped to the hairstyle; more than 1,024 are skinned as the one that covers them. Call it once for a
    /// submit: which vertices is told through the queue, and of two calls the later would hold for both. No allocation of ours.
    pub fn dispatch(
        &mut self,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        pass: &SkinPass,
        ranges: &[Range<u32>],
    ) -> u32 {
        let count = write_work(ranges, self.vertex_count, &mut self.scratch);
        let [x, y] = SkinShader::workgroups(count, pass.most_workgroups);
        if count > 0 {
            queue.write_buffer(&self.work, 0, &self.scratch);
            let mut compute = encoder
                .begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("skin"), timestamp_writes: None });
            compute.set_pipeline(&pass.pipeline);
            compute.set_bind_group(0, &self.bind_group, &[]);
            compute.dispatch_workgroups(x, y, 1);
        }
        count
    }
}

/// Bytes of `count` of `what`; of at least one, since a binding is never empty.
fn size(what: &'static str, count: usize, each: u32, most: u64) -> Result<u64, Error> {
    let bytes = (count as u64).max(1).saturating_mul(u64::from(each));
    // Beyond 2³² the shader could not count; no device binds so much in one buffer today, but a limit may say so.
    let most = most.min(u64::from(u32::MAX));
    if bytes <= most { Ok(bytes) } else { Err(Error::TooBig { what, bytes, most }) }
}

fn buffer(device: &wgpu::Device, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::STORAGE;
    device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
}

/// Packs the vertices of all meshes, one mesh after the other, and gives back where each lies.
fn upload(queue: &wgpu::Queue, rest: &wgpu::Buffer, binding: &Binding, scratch: &mut Vec<u8>) -> Vec<Range<u32>> {
    let mut packed = 0;
    let mut mesh_vertices = Vec::with_capacity(binding.meshes.len());
    for mesh in &binding.meshes {
        let first = packed;
        let chunks = mesh.positions.chunks(CHUNK).zip(mesh.normals.chunks(CHUNK)).zip(mesh.influences.chunks(CHUNK));
        for ((positions, normals), influences) in chunks {
            scratch.clear();
            for ((&position, &normal), influences) in positions.iter().zip(normals).zip(influences) {
                push_rest(position, normal, influences, scratch);
            }
            queue.write_buffer(rest, u64::from(packed) * u64::from(SkinShader::REST_BYTES), scratch);
            // `size` holds the vertices of all meshes far below 2³².
            packed += positions.len() as u32;
        }
        mesh_vertices.push(first..packed);
    }
    mesh_vertices
}
