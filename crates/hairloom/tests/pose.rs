//! Where bones stand in a style: the formulas of the edit frame, by closed form.
mod common;

use common::edit;
use glam::{DAffine3, DMat3, DVec3, Mat4};
use hairloom::{Edit, Pose, Rig, Style, pose, posed_trs};
use proptest::prelude::*;

fn style(edits: &[(&str, Edit)]) -> Style {
    let mut style = Style::default();
    style.bones.extend(edits.iter().map(|(id, edit)| ((*id).to_owned(), *edit)));
    style
}

fn posed(rig: &Rig, edits: &[(&str, Edit)]) -> Pose {
    let mut out = Pose::default();
    pose(rig, &style(edits), &mut out);
    out
}

fn moved(translation: [f64; 3]) -> Edit {
    edit(translation, [0.0; 3], [1.0; 3])
}

fn turned(rotation_deg: [f64; 3]) -> Edit {
    edit([0.0; 3], rotation_deg, [1.0; 3])
}

fn scaled(scale: [f64; 3]) -> Edit {
    edit([0.0; 3], [0.0; 3], scale)
}

fn assert_close(a: DAffine3, b: DAffine3) {
    assert!(a.abs_diff_eq(b, 1e-12), "\n{a}\n{b}");
}

/// What a turn in model space about the head of `at` does.
fn about(at: DAffine3, turn: DMat3) -> DAffine3 {
    let pivot = DAffine3::from_translation(at.translation);
    pivot * DAffine3::from_mat3(turn) * pivot.inverse()
}

fn pitch_by_90() -> DMat3 {
    DMat3::from_cols(DVec3::X, DVec3::Z, -DVec3::Y)
}

fn yaw_by_90() -> DMat3 {
    DMat3::from_cols(-DVec3::Z, DVec3::Y, DVec3::X)
}

fn roll_by_90() -> DMat3 {
    DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z)
}

#[test]
fn no_edit_is_rest_to_the_bit() {
    for rig in [common::made_rig(), common::kept_rig()] {
        let mut with_rest = style(&[("back-01-01", Edit::REST), ("left-01-02", Edit::REST)]);
        with_rest.bones.insert("front-77-01".to_owned(), turned([3.0; 3]));
        let mut out = Pose::default();
        pose(&rig, &with_rest, &mut out);
        assert_eq!(out.model_from_bone, rig.rest_frames());
        for (matrix, joint) in out.joint_matrices.iter().zip(&rig.joints) {
            let rest = joint.model_from_joint * joint.joint_from_bind;
            assert_eq!(*matrix, glam::DMat4::from(rest).as_mat4());
        }
        let rest: Vec<_> = rig.bones.iter().map(|bone| bone.rest).collect();
        assert_eq!(posed_trs(&rig, &with_rest), rest);
    }
}

#[test]
fn left_is_left_for_every_bone_of_an_unedited_hairstyle() {
    let by = DVec3::new(0.01, -0.02, 0.03);
    for (rig, id) in
        [(common::made_rig(), "left-01-03"), (common::kept_rig(), "back-01-01"), (common::kept_rig(), "back-01-02")]
    {
        let bone = rig.bone(id).unwrap();
        let rest = rig.rest_frames()[bone];
        let out = posed(&rig, &[(id, moved(by.into()))]);
        assert_close(out.model_from_bone[bone], DAffine3::from_translation(by) * rest);
    }
}

#[test]
fn a_turn_is_about_the_model_s_axes_at_the_bone_s_head() {
    for (rig, id) in
        [(common::made_rig(), "left-01-02"), (common::kept_rig(), "back-01-01"), (common::kept_rig(), "back-01-02")]
    {
        let bone = rig.bone(id).unwrap();
        let rest = rig.rest_frames()[bone];
        let cases = [
            ([90.0, 0.0, 0.0], pitch_by_90()),
            ([0.0, 90.0, 0.0], yaw_by_90()),
            ([0.0, 0.0, 90.0], roll_by_90()),
            ([0.0, 0.0, -270.0], roll_by_90()),
            ([90.0, 90.0, 90.0], yaw_by_90() * pitch_by_90() * roll_by_90()),
        ];
        for (angles, matrix) in cases {
            let out = posed(&rig, &[(id, turned(angles))]);
            assert_close(out.model_from_bone[bone], about(rest, matrix) * rest);
        }
    }
}

#[test]
fn children_follow_and_parents_do_not() {
    let rig = common::made_rig();
    let rest = rig.rest_frames();
    let out = posed(&rig, &[("left-01-02", turned([90.0, 0.0, 0.0]))]);
    let at_rest = posed(&rig, &[]);
    let moves = about(rest[2], pitch_by_90());
    assert_close(out.model_from_bone[3], moves * rest[3]);
    for still in [0, 1, 4, 5, 6] {
        assert_eq!(out.model_from_bone[still], rest[still]);
        assert_eq!(out.joint_matrices[still], at_rest.joint_matrices[still]);
    }
    assert!(out.joint_matrices[3].as_dmat4().abs_diff_eq(moves.into(), 1e-6));
}

#[test]
fn left_follows_the_lock_once_its_parent_turned() {
    let rig = common::made_rig();
    let by = DVec3::new(0.01, 0.02, 0.03);
    let parent = ("left-01-01", turned([0.0, 90.0, 0.0]));
    let before = posed(&rig, &[parent]).model_from_bone[2];
    let after = posed(&rig, &[parent, ("left-01-02", moved(by.into()))]).model_from_bone[2];
    assert_close(after, DAffine3::from_translation(yaw_by_90() * by) * before);
    // And the axes of a turn are carried along too: pitch about x has become pitch about −z.
    let turn = yaw_by_90() * pitch_by_90() * yaw_by_90().transpose();
    let after = posed(&rig, &[parent, ("left-01-02", turned([90.0, 0.0, 0.0]))]).model_from_bone[2];
    assert_close(after, about(before, turn) * before);
}

#[test]
fn scale_is_along_the_node_s_own_axes_and_carries_children() {
    let rig = common::made_rig();
    let rest = rig.rest_frames();
    let out = posed(&rig, &[("left-01-02", scaled([1.0, 1.5, 1.0]))]);
    let along = rest[2].matrix3.y_axis;
    assert_close(out.model_from_bone[2], rest[2] * DAffine3::from_scale(DVec3::new(1.0, 1.5, 1.0)));
    let tip = out.model_from_bone[3].translation;
    assert!(tip.abs_diff_eq(rest[2].translation + along * 0.15, 1e-12));
    let kept = common::kept_rig();
    let trs = posed_trs(&kept, &style(&[("back-01-01", scaled([2.0, 3.0, 0.5]))]));
    assert_eq!(trs[1].scale, DVec3::new(-2.0, 3.0, 0.5));
    assert_eq!((trs[1].rotation, trs[1].translation), (kept.bones[1].rest.rotation, kept.bones[1].rest.translation));
}

#[test]
fn a_parent_scaled_unevenly_carries_its_child_s_edit_frame() {
    let rig = common::made_rig();
    let by = DVec3::new(0.0, 0.02, 0.0);
    let parent = ("left-01-01", scaled([1.0, 2.0, 0.5]));
    let before = posed(&rig, &[parent]).model_from_bone[2];
    let after = posed(&rig, &[parent, ("left-01-02", moved(by.into()))]).model_from_bone[2];
    // A = L_posed · L⁻¹: the edit frame stretches as the parent does.
    let rest = rig.rest_frames()[1].matrix3;
    let carried = rest * DMat3::from_diagonal(DVec3::new(1.0, 2.0, 0.5)) * rest.inverse();
    assert_close(after, DAffine3::from_translation(carried * by) * before);
}

#[test]
fn local_transforms_rebuild_the_pose() {
    let all = [
        ("back-01-01", edit([0.02, 0.01, -0.03], [20.0, -50.0, 33.0], [1.2, 0.8, 1.0])),
        ("back-01-02", turned([5.0, 6.0, 7.0])),
    ];
    let mut rig = common::kept_rig();
    let out = posed(&rig, &all);
    let trs = posed_trs(&rig, &style(&all));
    for (bone, trs) in rig.bones.iter_mut().zip(trs) {
        bone.rest = trs;
    }
    assert_eq!(rig.rest_frames(), out.model_from_bone);
}

#[test]
fn joints_without_a_bone_stay() {
    let rig = common::kept_rig();
    let out = posed(&rig, &[("root", edit([0.1; 3], [45.0; 3], [2.0; 3]))]);
    assert!(out.joint_matrices[3].abs_diff_eq(Mat4::IDENTITY, 1e-6));
    assert!(!out.joint_matrices[1].abs_diff_eq(Mat4::IDENTITY, 1e-2));
}

#[test]
fn a_bone_below_a_squeezed_parent_has_numbers() {
    let mut rig = common::made_rig();
    rig.bones[1].rest.scale = DVec3::ZERO;
    let some = edit([0.1; 3], [45.0; 3], [2.0; 3]);
    let out = posed(&rig, &[("left-01-01", some), ("left-01-02", some)]);
    assert!(out.joint_matrices.iter().all(Mat4::is_finite));
    // Its edit is told in model axes.
    assert_eq!(posed_trs(&rig, &style(&[("left-01-02", moved([0.1; 3]))]))[2].translation, DVec3::new(0.1, 0.2, 0.1));
}

fn absurd() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1.0..1.0f64,
        any::<f64>(),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
        Just(f64::MAX),
        Just(0.0),
        Just(1e6)
    ]
}

proptest! {
    #[test]
    fn nothing_is_nan_whatever_the_numbers(numbers in prop::collection::vec(absurd(), 27), kept in any::<bool>()) {
        let rig = if kept { common::kept_rig() } else { common::made_rig() };
        let mut absurd = Style::default();
        for (bone, n) in rig.bones.iter().zip(numbers.chunks(9)) {
            absurd.bones.insert(bone.id.clone(), edit([n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]]));
        }
        let mut out = Pose::default();
        pose(&rig, &absurd, &mut out);
        prop_assert!(out.model_from_bone.iter().all(DAffine3::is_finite));
        prop_assert!(out.joint_matrices.iter().all(Mat4::is_finite));
        prop_assert!(posed_trs(&rig, &absurd).iter().all(|t| t.translation.is_finite() && t.rotation.is_normalized() && t.scale.is_finite()));
    }

    #[test]
    fn twins_mirror_each_other(t in prop::array::uniform3(-0.1..0.1f64), r in prop::array::uniform3(-40.0..40.0f64), s in prop::array::uniform3(0.5..2.0f64)) {
        let rig = common::made_rig();
        let left = edit(t, r, s);
        let out = posed(&rig, &[("left-01-01", left), ("right-01-01", left.mirrored()), ("left-01-02", left), ("right-01-02", left.mirrored())]);
        for (left, right) in [(1, 4), (2, 5), (3, 6)] {
            let mirror = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
            let (l, r) = (out.model_from_bone[left], out.model_from_bone[right]);
            prop_assert!((mirror * l.translation).abs_diff_eq(r.translation, 1e-12));
            prop_assert!((mirror * l.matrix3 * mirror).abs_diff_eq(r.matrix3, 1e-12));
        }
    }
}
