//! The skinning pass on a real Vulkan adapter (in software where there is no other), against its CPU twin.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::f64::consts::TAU;
use std::ops::Range;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use glam::{DVec3, Mat4, Vec3};
use hairloom::{
    Binding, Edit, GrowOptions, Influence, Influences, MeshBinding, Pose, RigOptions, Rigged, Skinned, Style, grow,
    pose, skin,
};
use hairloom_render::{Error, SkinPass, SkinShader, SkinnedHair};

struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pass: SkinPass,
}

/// A device that takes at most `most_workgroups` along each side of a dispatch; none, and a word about it, where this machine
/// has no adapter.
fn gpu(most_workgroups: u32) -> Option<Gpu> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN;
    let instance = wgpu::Instance::new(descriptor);
    let Ok(adapter) = wait_for(instance.request_adapter(&wgpu::RequestAdapterOptions::default())) else {
        println!("skipped: no Vulkan adapter");
        return None;
    };
    let (device, queue) = wait_for(adapter.request_device(&wgpu::DeviceDescriptor {
        required_limits: wgpu::Limits {
            max_compute_workgroups_per_dimension: most_workgroups,
            ..wgpu::Limits::default()
        },
        ..wgpu::DeviceDescriptor::default()
    }))
    .unwrap();
    let pass = SkinPass::new(&device);
    Some(Gpu { device, queue, pass })
}

/// Natively these futures are ready at once, or after a few turns.
fn wait_for<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
        std::thread::yield_now();
    }
}

impl Gpu {
    fn load(&self, binding: &Binding, joints: usize) -> SkinnedHair {
        SkinnedHair::new(&self.device, &self.queue, &self.pass, binding, joints).unwrap()
    }

    fn skin(&self, hair: &mut SkinnedHair, posed: &Pose, ranges: &[Range<u32>]) -> u32 {
        hair.write_joints(&self.queue, posed).unwrap();
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let count = hair.dispatch(&self.queue, &mut encoder, &self.pass, ranges);
        self.queue.submit([encoder.finish()]);
        count
    }

    /// The five words of each skinned vertex.
    fn read(&self, hair: &SkinnedHair) -> Vec<[u32; 5]> {
        let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: hair.skinned().size(),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(hair.skinned(), 0, &copy, 0, copy.size());
        self.queue.submit([encoder.finish()]);
        copy.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        let bytes = copy.get_mapped_range(..).unwrap();
        let word = |b: &[u8]| u32::from_le_bytes(b.try_into().unwrap());
        let vertices = bytes.chunks(SkinShader::SKINNED_BYTES as usize);
        vertices.map(|v| [0, 4, 8, 12, 16].map(|at| word(&v[at..at + 4]))).collect()
    }
}

fn position(vertex: &[u32; 5]) -> Vec3 {
    Vec3::new(f32::from_bits(vertex[0]), f32::from_bits(vertex[1]), f32::from_bits(vertex[2]))
}

fn normal(vertex: &[u32; 5]) -> Vec3 {
    let (x, y) = (f32::from_bits(vertex[3]), f32::from_bits(vertex[4]));
    let z = 1.0 - x.abs() - y.abs();
    let sign = |v: f32| if v >= 0.0 { 1.0 } else { -1.0 };
    let below = Vec3::new((1.0 - y.abs()) * sign(x), (1.0 - x.abs()) * sign(y), z);
    (if z < 0.0 { below } else { Vec3::new(x, y, z) }).normalize()
}

/// The greatest distance of positions in boxes, and of normals, from what the CPU skins.
fn distances(vertices: &[[u32; 5]], binding: &Binding, posed: &Pose) -> (f32, f32) {
    let mut expected = Skinned::default();
    skin(binding, posed, &mut expected);
    let positions: Vec<Vec3> = expected.meshes.iter().flat_map(|mesh| mesh.positions.iter().copied()).collect();
    let normals: Vec<Vec3> = expected.meshes.iter().flat_map(|mesh| mesh.normals.iter().copied()).collect();
    assert_eq!(vertices.len(), positions.len());
    let rest = || binding.meshes.iter().flat_map(|mesh| mesh.positions.iter().copied());
    let (low, high) = (rest().reduce(Vec3::min).unwrap(), rest().reduce(Vec3::max).unwrap());
    let worst = |all: &mut dyn Iterator<Item = f32>| all.fold(0.0, f32::max);
    let far = worst(&mut vertices.iter().zip(&positions).map(|(v, &p)| position(v).distance(p)));
    let turned = worst(&mut vertices.iter().zip(&normals).map(|(v, &n)| normal(v).distance(n)));
    (far / (high - low).length(), turned)
}

fn bob() -> Rigged {
    let grown = grow("bob", &GrowOptions::default()).unwrap();
    Rigged::new(&grown.model, &RigOptions::default()).unwrap()
}

/// Every bone turned, moved and scaled unevenly, each in its own way.
fn bold(rigged: &Rigged) -> Style {
    let mut style = Style::default();
    for (index, bone) in rigged.rig.bones.iter().enumerate().skip(1) {
        let wave = |speed: f64| (index as f64 * speed * TAU).sin();
        let edit = Edit {
            translation: DVec3::new(wave(0.13), wave(0.29), wave(0.41)) * 0.03,
            rotation_deg: DVec3::new(wave(0.17), wave(0.37), wave(0.23)) * 40.0,
            scale: DVec3::ONE + 0.3 * DVec3::new(wave(0.31), wave(0.11), wave(0.19)),
        };
        style.bones.insert(bone.id.clone(), edit);
    }
    style
}

fn posed(rigged: &Rigged, style: &Style) -> Pose {
    let mut out = Pose::default();
    pose(&rigged.rig, style, &mut out);
    out
}

#[test]
fn gpu_agrees_with_its_cpu_twin() {
    let Some(gpu) = gpu(65_535) else { return };
    let rigged = bob();
    let pose = posed(&rigged, &bold(&rigged));
    let mut hair = gpu.load(&rigged.binding, pose.joint_matrices.len());
    let all = 0..hair.vertex_count();
    assert_eq!(gpu.skin(&mut hair, &pose, &[all]), hair.vertex_count());
    let (far, turned) = distances(&gpu.read(&hair), &rigged.binding, &pose);
    println!("{} vertices: positions within {far:e} of the box, normals within {turned:e}", hair.vertex_count());
    assert!(far <= 1e-5 && turned <= 1e-4, "positions {far:e} of the box, normals {turned:e}");
}

#[test]
fn rest_is_rest() {
    let Some(gpu) = gpu(65_535) else { return };
    let rigged = bob();
    let mut pose = posed(&rigged, &Style::default());
    let mut hair = gpu.load(&rigged.binding, pose.joint_matrices.len());
    let all = 0..hair.vertex_count();
    let rest: Vec<Vec3> = rigged.binding.meshes.iter().flat_map(|mesh| mesh.positions.iter().copied()).collect();
    let normals: Vec<Vec3> = rigged.binding.meshes.iter().flat_map(|mesh| mesh.normals.iter().copied()).collect();

    // The rig's own matrices are off by what f64 leaves of a frame times its inverse.
    gpu.skin(&mut hair, &pose, std::slice::from_ref(&all));
    for ((vertex, &at), &upright) in gpu.read(&hair).iter().zip(&rest).zip(&normals) {
        assert!(position(vertex).distance(at) < 1e-12, "{} for {at}", position(vertex));
        assert!(normal(vertex).distance(upright) < 2e-5, "{} for {upright}", normal(vertex));
    }
    // Weights that sum to exactly 1 add nothing of theirs.
    pose.joint_matrices.fill(Mat4::IDENTITY);
    gpu.skin(&mut hair, &pose, &[all]);
    assert!(gpu.read(&hair).iter().map(position).eq(rest));
}

#[test]
fn a_part_is_what_it_is_in_the_whole_and_no_more() {
    let Some(gpu) = gpu(65_535) else { return };
    let rigged = bob();
    let (rest, bold) = (posed(&rigged, &Style::default()), posed(&rigged, &bold(&rigged)));
    let mut hair = gpu.load(&rigged.binding, rest.joint_matrices.len());
    let all = 0..hair.vertex_count();
    gpu.skin(&mut hair, &bold, std::slice::from_ref(&all));
    let whole = gpu.read(&hair);
    gpu.skin(&mut hair, &rest, std::slice::from_ref(&all));
    let still = gpu.read(&hair);

    let parts = [3..4, 100..1000, all.end - 70..u32::MAX];
    assert_eq!(gpu.skin(&mut hair, &bold, &parts), 1 + 900 + 70);
    for (index, vertex) in gpu.read(&hair).iter().enumerate() {
        let moved = parts.iter().any(|part| part.contains(&(index as u32)));
        assert_eq!(*vertex, if moved { whole[index] } else { still[index] }, "vertex {index}");
    }
    // Parts that together are the whole are the whole, in any order.
    let middle = all.end / 3;
    gpu.skin(&mut hair, &bold, &[middle..all.end, 0..middle]);
    assert_eq!(gpu.read(&hair), whole);
    assert_eq!(gpu.skin(&mut hair, &rest, &[]), 0);
    assert_eq!(gpu.read(&hair), whole);
}

#[test]
fn many_workgroups_go_in_rows() {
    let Some((wide, narrow)) = gpu(65_535).zip(gpu(20)) else { return };
    let rigged = bob();
    let pose = posed(&rigged, &bold(&rigged));
    let [wide, narrow] = [wide, narrow].map(|gpu| {
        let mut hair = gpu.load(&rigged.binding, pose.joint_matrices.len());
        let all = 0..hair.vertex_count();
        assert!(all.end > 20 * SkinShader::WORKGROUP_SIZE, "{} vertices need no rows", all.end);
        gpu.skin(&mut hair, &pose, &[all]);
        gpu.read(&hair)
    });
    assert_eq!(wide, narrow);
}

/// `vertices` on a spiral in two meshes, each bound to four of `joints`, which stand anywhere and turn anyhow.
fn spiral(vertices: usize, joints: usize) -> (Binding, Pose) {
    let joint = |k: usize| (k % joints) as u16;
    let influences = |k: usize| -> Influences {
        [(k, 0.4), (7 * k + 1, 0.3), (k / 3, 0.2), (joints - 1 - k % joints, 0.1)]
            .map(|(k, weight)| Influence { joint: joint(k), weight })
    };
    let mesh = |range: Range<usize>| MeshBinding {
        mesh: 0,
        positions: range
            .clone()
            .map(|k| Vec3::new((k as f32).sin(), k as f32 / vertices as f32, (k as f32).cos()))
            .collect(),
        normals: range.clone().map(|k| Vec3::new((k as f32).sin(), 0.0, (k as f32).cos())).collect(),
        influences: range.map(influences).collect(),
    };
    let binding = Binding { meshes: vec![mesh(0..vertices / 3), mesh(vertices / 3..vertices)] };
    let matrix = |k: usize| {
        let k = k as f32;
        Mat4::from_rotation_y(0.01 * k.sin()) * Mat4::from_translation(0.2 * Vec3::new(k.cos(), (2.0 * k).sin(), 0.0))
    };
    let mut pose = Pose::default();
    pose.joint_matrices.extend((0..joints).map(matrix));
    (binding, pose)
}

#[test]
fn two_thousand_bones_and_a_million_vertices() {
    let Some(gpu) = gpu(65_535) else { return };
    for (vertices, joints) in [(50_000, 2_000), (1_000_000, 64)] {
        let (binding, pose) = spiral(vertices, joints);
        let mut hair = gpu.load(&binding, joints);
        let (first, all) = ((vertices / 3) as u32, vertices as u32);
        assert_eq!(hair.mesh_vertices(), [0..first, first..all]);
        let ranges = hair.mesh_vertices().to_vec();
        gpu.skin(&mut hair, &pose, &ranges);
        let (far, turned) = distances(&gpu.read(&hair), &binding, &pose);
        assert!(far <= 1e-5 && turned <= 1e-4, "{vertices} vertices: positions {far:e} of the box, normals {turned:e}");
    }
}

/// One vertex for each of the matrices, with a normal that leans all ways.
#[test]
fn normals_stay_outward_whatever_the_scale() {
    let Some(gpu) = gpu(65_535) else { return };
    let matrices = [[-1.0, 1.0, 1.0], [2.0, 1.0, -0.5], [0.0; 3], [1e-12; 3], [1e12; 3]].map(Vec3::from);
    let leaning = Vec3::new(2.0, -1.0, -2.0) / 3.0;
    let influences = |joint: usize| -> Influences {
        let unused = Influence::default();
        [Influence { joint: joint as u16, weight: 1.0 }, unused, unused, unused]
    };
    let count = matrices.len();
    let (positions, normals) = (vec![Vec3::new(1.0, 2.0, 3.0); count], vec![leaning; count]);
    let mesh = MeshBinding { mesh: 0, positions, normals, influences: (0..count).map(influences).collect() };
    let mut pose = Pose::default();
    pose.joint_matrices.extend(matrices.map(Mat4::from_scale));

    let mut hair = gpu.load(&Binding { meshes: vec![mesh] }, count);
    assert_eq!(gpu.skin(&mut hair, &pose, std::slice::from_ref(&(0..u32::MAX))), 5);
    let uneven = Vec3::new(2.0 / 2.0, -1.0, -2.0 / -0.5).normalize();
    let expected = [Vec3::new(-2.0, -1.0, -2.0) / 3.0, uneven, leaning, leaning, leaning];
    for (index, vertex) in gpu.read(&hair).iter().enumerate() {
        let scaled = matrices[index] * Vec3::new(1.0, 2.0, 3.0);
        assert!(position(vertex).distance(scaled) <= 1e-6 * scaled.length(), "{index}: {}", position(vertex));
        assert!(normal(vertex).distance(expected[index]) < 1e-4, "{index}: {} for {}", normal(vertex), expected[index]);
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let Some(gpu) = gpu(65_535) else { return };
    let (binding, pose) = spiral(100, 4);
    let mut hair = gpu.load(&binding, 5);
    assert_eq!(hair.write_joints(&gpu.queue, &pose), Err(Error::OtherRig { given: 4, wanted: 5 }));

    let too_many = 128 * 1024 * 1024 / 64 + 1;
    let refused = SkinnedHair::new(&gpu.device, &gpu.queue, &gpu.pass, &binding, too_many).err().unwrap();
    let (bytes, most) = (64 * too_many as u64, 128 * 1024 * 1024);
    assert_eq!(refused, Error::TooBig { what: "joints", bytes, most });
}

#[test]
fn no_vertices_are_no_trouble() {
    let Some(gpu) = gpu(65_535) else { return };
    let mut hair = gpu.load(&Binding::default(), 0);
    assert_eq!(gpu.skin(&mut hair, &Pose::default(), std::slice::from_ref(&(0..10))), 0);
}
