//! Linear blend skinning, by closed form.
mod common;

use common::{edit, influences};
use glam::{Mat3, Mat4, Vec3};
use hairloom::{Binding, Influences, MeshBinding, Pose, Skinned, Style, pose, skin};
use proptest::prelude::*;

/// One vertex skinned by `matrices`.
fn skin_one(matrices: &[Mat4], position: Vec3, normal: Vec3, influences: Influences) -> (Vec3, Vec3) {
    let mesh = MeshBinding { mesh: 0, positions: vec![position], normals: vec![normal], influences: vec![influences] };
    let mut posed = Pose::default();
    posed.joint_matrices.extend_from_slice(matrices);
    let mut out = Skinned::default();
    skin(&Binding { meshes: vec![mesh] }, &posed, &mut out);
    (out.meshes[0].positions[0], out.meshes[0].normals[0])
}

#[test]
fn rest_is_rest() {
    for rig in [common::made_rig(), common::kept_rig()] {
        let binding = common::binding(&rig, 500);
        let (mut posed, mut out) = (Pose::default(), Skinned::default());
        pose(&rig, &Style::default(), &mut posed);
        skin(&binding, &posed, &mut out);
        assert_eq!(out.meshes[0].positions.len(), 500);
        for (skinned, rest) in out.meshes[0].positions.iter().zip(&binding.meshes[0].positions) {
            assert!(skinned.abs_diff_eq(*rest, 1e-6), "{skinned} {rest}");
        }
        for (skinned, rest) in out.meshes[0].normals.iter().zip(&binding.meshes[0].normals) {
            assert!(skinned.abs_diff_eq(*rest, 1e-6));
        }
    }
}

#[test]
fn a_rigid_turn_turns_about_the_bone_s_head() {
    let rig = common::made_rig();
    let binding = common::binding(&rig, 60);
    let mut style = Style::default();
    style.bones.insert("left-01-02".to_owned(), edit([0.0; 3], [0.0, 90.0, 0.0], [1.0; 3]));
    let (mut posed, mut out) = (Pose::default(), Skinned::default());
    pose(&rig, &style, &mut posed);
    skin(&binding, &posed, &mut out);
    let head = rig.rest_frames()[2].translation.as_vec3();
    let mesh = &binding.meshes[0];
    let rigid = |i: usize| mesh.influences[i][0].weight == 1.0 && [2, 3].contains(&mesh.influences[i][0].joint);
    let turned: Vec<usize> = (0..60).filter(|&i| rigid(i)).collect();
    assert!(turned.len() > 4);
    for i in turned {
        let arm = mesh.positions[i] - head;
        let expected = head + Vec3::new(arm.z, arm.y, -arm.x);
        assert!(out.meshes[0].positions[i].abs_diff_eq(expected, 1e-6));
        let n = mesh.normals[i];
        assert!(out.meshes[0].normals[i].abs_diff_eq(Vec3::new(n.z, n.y, -n.x), 1e-6));
    }
}

#[test]
fn positions_blend_linearly() {
    let matrices = [
        Mat4::from_translation(Vec3::X),
        Mat4::from_translation(Vec3::new(0.0, 4.0, 0.0)),
        Mat4::from_scale(Vec3::splat(2.0)),
    ];
    let blend = influences(&[(0, 0.5), (1, 0.25), (2, 0.25)]);
    let (position, normal) = skin_one(&matrices, Vec3::new(1.0, 2.0, 3.0), Vec3::Z, blend);
    // 0.5·(2, 2, 3) + 0.25·(1, 6, 3) + 0.25·(2, 4, 6)
    assert_eq!(position, Vec3::new(1.75, 3.5, 3.75));
    assert_eq!(normal, Vec3::Z);
}

#[test]
fn normals_stay_upright_under_unequal_scale() {
    let slope = Vec3::new(1.0, 1.0, 0.0).normalize();
    let stretched = [Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0))];
    let (_, normal) = skin_one(&stretched, Vec3::ZERO, slope, influences(&[(0, 1.0)]));
    assert!(normal.abs_diff_eq(Vec3::new(1.0, 2.0, 0.0).normalize(), 1e-6));
}

#[test]
fn a_reflection_keeps_normals_outward() {
    let mirrored = [Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))];
    let outward = Vec3::new(0.6, 0.8, 0.0);
    let (position, normal) = skin_one(&mirrored, outward, outward, influences(&[(0, 1.0)]));
    assert!(normal.abs_diff_eq(position, 1e-6), "{normal} {position}");
}

#[test]
fn what_is_squeezed_to_nothing_keeps_its_normal() {
    let (position, normal) = skin_one(&[Mat4::ZERO], Vec3::ONE, Vec3::Y, influences(&[(0, 1.0)]));
    assert_eq!((position, normal), (Vec3::ZERO, Vec3::Y));
    // Squeezed along one axis only, the sheet that is left still has a normal.
    let sheet = [Mat4::from_scale(Vec3::new(1.0, 1.0, 0.0))];
    assert_eq!(skin_one(&sheet, Vec3::ONE, Vec3::Z, influences(&[(0, 1.0)])).1, Vec3::Z);
}

#[test]
fn normals_are_unit_at_any_size() {
    for size in [1e-15, 1e-6, 0.01, 1e6, 1e12] {
        let matrices = [Mat4::from_scale(Vec3::splat(size))];
        let (_, normal) = skin_one(&matrices, Vec3::ONE, Vec3::new(0.6, 0.0, 0.8), influences(&[(0, 1.0)]));
        assert!(normal.abs_diff_eq(Vec3::new(0.6, 0.0, 0.8), 1e-6), "{size}: {normal}");
    }
}

#[test]
fn buffers_shrink_and_grow_with_the_binding() {
    let rig = common::made_rig();
    let (mut posed, mut out) = (Pose::default(), Skinned::default());
    pose(&rig, &Style::default(), &mut posed);
    for vertices in [30, 10, 0, 40] {
        skin(&common::binding(&rig, vertices), &posed, &mut out);
        assert_eq!((out.meshes[0].positions.len(), out.meshes[0].normals.len()), (vertices, vertices));
    }
    skin(&Binding::default(), &posed, &mut out);
    assert!(out.meshes.is_empty());
}

fn matrix() -> impl Strategy<Value = Mat4> {
    (prop::array::uniform9(-3.0..3.0f32), prop::array::uniform3(-1.0..1.0f32)).prop_map(|(m, t)| {
        let mut matrix = Mat4::from_mat3(Mat3::from_cols_array(&m));
        matrix.w_axis = Vec3::from(t).extend(1.0);
        matrix
    })
}

proptest! {
    #[test]
    fn normals_are_the_inverse_transpose(m in matrix(), n in prop::array::uniform3(-1.0..1.0f32)) {
        let linear = Mat3::from_mat4(m);
        prop_assume!(linear.determinant().abs() > 0.1);
        let n = Vec3::from(n).try_normalize().unwrap_or(Vec3::Y);
        let (position, normal) = skin_one(&[m], n, n, influences(&[(0, 1.0)]));
        prop_assert!(position.abs_diff_eq(linear * n + m.w_axis.truncate(), 1e-5));
        prop_assert!(normal.abs_diff_eq((linear.inverse().transpose() * n).normalize(), 1e-3));
    }

    #[test]
    fn no_vertex_is_nan(t in prop::array::uniform3(-1000.0..1000.0f64), r in prop::array::uniform3(-36000.0..36000.0f64), s in prop::array::uniform3(-6.0..6.0f64)) {
        let rig = common::kept_rig();
        let mut style = Style::default();
        for bone in &rig.bones {
            style.bones.insert(bone.id.clone(), edit(t, r, s.map(|s| 10.0f64.powf(s))));
        }
        let (mut posed, mut out) = (Pose::default(), Skinned::default());
        pose(&rig, &style, &mut posed);
        skin(&common::binding(&rig, 50), &posed, &mut out);
        prop_assert!(out.meshes[0].positions.iter().all(|p| p.is_finite()));
        prop_assert!(out.meshes[0].normals.iter().all(|n| n.is_normalized()));
    }
}
