//! Edits go through the limits, typed or dragged.
mod common;

use common::{edit, limits, made_rig};
use glam::DVec3;
use hairloom::{
    Edit, EditFrame, Limits, Pose, Rig, Style, fit, move_edit, pose, reset, scale_edit, set_edit, set_mirrored_edit,
    turn_edit,
};
use proptest::prelude::*;

fn turned(rotation_deg: [f64; 3]) -> Edit {
    edit([0.0; 3], rotation_deg, [1.0; 3])
}

/// The frame of a bone, and the pose it is taken from.
fn frame_in(rig: &Rig, style: &Style, bone: usize) -> (EditFrame, Pose) {
    let mut posed = Pose::default();
    pose(rig, style, &mut posed);
    (EditFrame::new(rig, &posed, bone), posed)
}

fn free() -> Limits {
    Limits::WIDEST
}

#[test]
fn typed_values_are_clamped_and_never_wrapped() {
    let (rig, mut style) = (made_rig(), Style::default());
    let typed = [0.0, 30.0, 60.0, 100.0, 179.0, 181.0, 190.0, 20.0, -170.0, -181.0];
    let wanted = [0.0, 30.0, 45.0, 45.0, 45.0, 45.0, 45.0, 20.0, -45.0, -45.0];
    for (typed, wanted) in typed.into_iter().zip(wanted) {
        let kept = set_edit(&rig, &mut style, 2, &turned([typed, 0.0, 0.0]));
        assert_eq!(kept.rotation_deg.x, wanted);
        assert_eq!(style.edit_of("left-01-02"), kept);
    }
    // A free angle goes on past a whole turn.
    assert_eq!(set_edit(&rig, &mut style, 2, &turned([0.0, 725.0, 0.0])).rotation_deg.y, 725.0);
    assert_eq!(set_edit(&rig, &mut style, 2, &turned([0.0, f64::INFINITY, 0.0])).rotation_deg.y, 36000.0);
}

#[test]
fn pitch_stays_inside_89_whatever_the_limits() {
    let wide = Limits { min: turned([-f64::INFINITY; 3]), max: turned([f64::INFINITY; 3]) };
    assert_eq!(wide.clamp(&turned([400.0; 3])).rotation_deg, DVec3::new(89.0, 400.0, 400.0));
    assert_eq!(wide.clamp(&turned([-90.0; 3])).rotation_deg, DVec3::new(-89.0, -90.0, -90.0));
}

#[test]
fn what_is_no_number_leaves_the_old_one() {
    let (rig, mut style) = (made_rig(), Style::default());
    set_edit(&rig, &mut style, 2, &edit([0.01, 0.02, 0.03], [1.0, 2.0, 3.0], [1.1, 1.2, 1.3]));
    let nan = f64::NAN;
    let kept = set_edit(&rig, &mut style, 2, &edit([nan, 0.05, nan], [4.0, nan, nan], [nan, nan, 9.0]));
    assert_eq!(kept, edit([0.01, 0.05, 0.03], [4.0, 2.0, 3.0], [1.1, 1.2, 2.0]));
    let broken = Limits { min: edit([nan; 3], [nan; 3], [nan; 3]), max: edit([nan; 3], [nan; 3], [nan; 3]) };
    assert_eq!(broken.clamp(&kept), kept);
}

#[test]
fn an_edit_of_zero_change_is_not_kept() {
    let (rig, mut style) = (made_rig(), Style::default());
    set_edit(&rig, &mut style, 2, &turned([5.0; 3]));
    assert_eq!(style.bones.len(), 1);
    assert!(set_edit(&rig, &mut style, 2, &edit([-0.0; 3], [0.0; 3], [1.0; 3])).is_rest());
    assert_eq!(style, Style::default());
}

#[test]
fn the_twin_gets_the_mirrored_edit_within_its_own_limits() {
    let (mut rig, mut style) = (made_rig(), Style::default());
    rig.bones[5].limits.max.scale = DVec3::splat(1.2);
    let told = edit([0.05, 0.1, -0.02], [10.0, 20.0, -30.0], [1.5, 0.8, 1.0]);
    let (kept, twin) = set_mirrored_edit(&rig, &mut style, 2, &told);
    assert_eq!(kept, told);
    assert_eq!(twin, Some(edit([-0.05, 0.1, -0.02], [10.0, -20.0, 30.0], [1.2, 0.8, 1.0])));
    assert_eq!(Some(style.edit_of("right-01-02")), twin);
    assert_eq!(set_mirrored_edit(&rig, &mut style, 0, &told).1, None);
    reset(&rig, &mut style, &[2, 5, 6]);
    assert_eq!(style.bones.keys().collect::<Vec<_>>(), ["root"]);
}

#[test]
fn a_style_from_elsewhere_is_brought_within_the_limits() {
    let (rig, mut style) = (made_rig(), Style::default());
    style.bones.insert("right-01-01".to_owned(), turned([80.0, 5.0, 0.0]));
    style.bones.insert("left-01-02".to_owned(), edit([5.0; 3], [0.0; 3], [1.0; 3]));
    style.bones.insert("left-01-03".to_owned(), turned([1.0; 3]));
    style.bones.insert("root".to_owned(), Edit::REST);
    assert_eq!(fit(&rig, &mut style), ["left-01-02", "right-01-01"]);
    assert_eq!(style.edit_of("right-01-01"), turned([45.0, 5.0, 0.0]));
    assert_eq!(style.edit_of("left-01-02").translation, DVec3::splat(0.2));
    assert!(!style.bones.contains_key("root"));
    assert!(fit(&rig, &mut style).is_empty());
}

#[test]
fn a_move_takes_the_bone_where_the_pointer_went() {
    let rig = made_rig();
    let mut style = Style::default();
    style.bones.insert("left-01-01".to_owned(), edit([0.0; 3], [30.0, 50.0, -20.0], [1.0, 1.4, 0.8]));
    style.bones.insert("left-01-02".to_owned(), edit([0.01; 3], [5.0; 3], [1.0; 3]));
    let (frame, before) = frame_in(&rig, &style, 2);
    let by = DVec3::new(0.02, -0.03, 0.01);
    let start = style.edit_of("left-01-02");
    style.bones.insert("left-01-02".to_owned(), move_edit(&start, &free(), &frame, by));
    let (_, after) = frame_in(&rig, &style, 2);
    let went = after.model_from_bone[2].translation - before.model_from_bone[2].translation;
    assert!(went.abs_diff_eq(by, 1e-12), "{went}");
}

#[test]
fn a_turn_is_about_the_axis_of_the_view() {
    for mut rig in [made_rig(), common::kept_rig()] {
        for bone in &mut rig.bones {
            bone.limits = free();
        }
        let (parent, id) = (rig.bones[1].id.clone(), rig.bones[2].id.clone());
        let mut style = Style::default();
        style.bones.insert(parent, turned([30.0, 50.0, -20.0]));
        style.bones.insert(id.clone(), turned([5.0, -8.0, 3.0]));
        let (frame, before) = frame_in(&rig, &style, 2);
        let axis = DVec3::new(0.48, 0.6, 0.64);
        let start = style.edit_of(&id);
        style.bones.insert(id, turn_edit(&start, &free(), &frame, axis * 7.0, 90.0));
        let (_, after) = frame_in(&rig, &style, 2);
        // Rodrigues at 90 degrees: v → a(a·v) + a×v.
        let (was, is) = (before.model_from_bone[2].matrix3, after.model_from_bone[2].matrix3);
        for (was, is) in [(was.x_axis, is.x_axis), (was.y_axis, is.y_axis), (was.z_axis, is.z_axis)] {
            let expected = axis * axis.dot(was) + axis.cross(was);
            assert!(is.abs_diff_eq(expected, 1e-9), "{is} {expected}");
        }
    }
}

#[test]
fn a_free_angle_is_walked_past_a_whole_turn() {
    let rig = made_rig();
    let (frame, _) = frame_in(&rig, &Style::default(), 2);
    let start = turned([0.0, 150.0, 0.0]);
    let end = turn_edit(&start, &limits(), &frame, DVec3::Y, 240.0);
    assert!(end.rotation_deg.abs_diff_eq(DVec3::new(0.0, 390.0, 0.0), 1e-9), "{end:?}");
    let back = turn_edit(&start, &limits(), &frame, DVec3::Y, -1000.0);
    assert!(back.rotation_deg.abs_diff_eq(DVec3::new(0.0, -850.0, 0.0), 1e-9), "{back:?}");
    // Pitch goes up to its limit and stays, far beyond the pole too; roll and yaw do not flip.
    for angle in [60.0, 100.0, 170.0, 300.0] {
        let end = turn_edit(&Edit::REST, &limits(), &frame, DVec3::X, angle);
        assert!(end.rotation_deg.abs_diff_eq(DVec3::new(45.0, 0.0, 0.0), 1e-6), "{angle}: {end:?}");
    }
}

#[test]
fn a_pull_along_the_lock_makes_it_longer() {
    let rig = made_rig();
    let (frame, posed) = frame_in(&rig, &Style::default(), 2);
    let along = posed.model_from_bone[2].matrix3.y_axis;
    let end = scale_edit(&Edit::REST, &free(), &frame, along * 0.25);
    assert!(end.scale.abs_diff_eq(DVec3::new(1.0, 1.25, 1.0), 1e-12), "{end:?}");
    // A bone that mirrors is wider all the same when pulled along its own x.
    let kept = common::kept_rig();
    let (frame, posed) = frame_in(&kept, &Style::default(), 1);
    let wide = posed.model_from_bone[1].matrix3.x_axis.normalize();
    let end = scale_edit(&Edit::REST, &limits(), &frame, wide * 9.0);
    assert!(end.scale.abs_diff_eq(DVec3::new(2.0, 1.0, 1.0), 1e-12), "{end:?}");
}

#[test]
fn dragging_nowhere_gives_the_start_to_the_bit() {
    let rig = made_rig();
    let (frame, _) = frame_in(&rig, &Style::default(), 2);
    let start = edit([0.1 + 0.2, 0.0, 1e-300], [44.999, 1e5, -0.1], [0.7, 1.1, 1.3]);
    for zero in [0.0, -0.0] {
        assert_eq!(move_edit(&start, &limits(), &frame, DVec3::splat(zero)), start);
        assert_eq!(turn_edit(&start, &limits(), &frame, DVec3::Y, zero), start);
        assert_eq!(scale_edit(&start, &limits(), &frame, DVec3::splat(zero)), start);
    }
    for absurd in [f64::NAN, f64::INFINITY] {
        assert_eq!(move_edit(&start, &limits(), &frame, DVec3::splat(absurd)), start);
        assert_eq!(turn_edit(&start, &limits(), &frame, DVec3::Y, absurd), start);
        assert_eq!(turn_edit(&start, &limits(), &frame, DVec3::splat(absurd), 5.0), start);
        assert_eq!(scale_edit(&start, &limits(), &frame, DVec3::splat(absurd)), start);
    }
    assert_eq!(turn_edit(&start, &limits(), &frame, DVec3::ZERO, 5.0), start);
}

fn within(limits: &Limits, edit: &Edit) -> bool {
    let parts = |e: &Edit| [e.translation, e.rotation_deg, e.scale];
    let (min, max, value) = (parts(&limits.min), parts(&limits.max), parts(edit));
    (0..3).all(|i| value[i].cmpge(min[i]).all() && value[i].cmple(max[i]).all())
}

fn three() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(prop_oneof![
        -2.0..2.0f64,
        -500.0..500.0f64,
        any::<f64>(),
        Just(f64::NAN),
        Just(f64::INFINITY)
    ])
}

proptest! {
    #[test]
    fn limits_always_hold(t in three(), r in three(), s in three(), way in three(), angle in -2000.0..2000.0f64, bone in 0..7usize) {
        let (rig, mut style) = (made_rig(), Style::default());
        let (kept, twin) = set_mirrored_edit(&rig, &mut style, bone, &edit(t, r, s));
        prop_assert!(within(&limits(), &kept) && twin.is_none_or(|twin| within(&limits(), &twin)));
        let (frame, _) = frame_in(&rig, &style, bone);
        prop_assert!(within(&limits(), &move_edit(&kept, &limits(), &frame, way.into())));
        prop_assert!(within(&limits(), &turn_edit(&kept, &limits(), &frame, way.into(), angle)));
        prop_assert!(within(&limits(), &scale_edit(&kept, &limits(), &frame, way.into())));
    }

    #[test]
    fn mirroring_there_and_back_gives_the_same_bits(t in three(), r in three(), s in three()) {
        let there = limits().clamp(&edit(t, r, s)).mirrored();
        prop_assert_eq!(Limits::WIDEST.clamp(&there).mirrored().mirrored(), Limits::WIDEST.clamp(&there));
    }

    #[test]
    fn a_drag_step_turns_no_further_than_its_way(from in -80.0..80.0f64, step in -5.0..5.0f64, angle in -700.0..700.0f64) {
        let rig = made_rig();
        let (frame, _) = frame_in(&rig, &Style::default(), 2);
        let start = turned([from, 20.0, -10.0]);
        let axis = DVec3::new(0.6, 0.0, 0.8);
        let (one, two) = (turn_edit(&start, &free(), &frame, axis, angle), turn_edit(&start, &free(), &frame, axis, angle + step));
        let clamped = one.rotation_deg.x.abs() == 89.0 || two.rotation_deg.x.abs() == 89.0;
        let quat = |e: &Edit| {
            let mut style = Style::default();
            style.bones.insert("left-01-02".to_owned(), *e);
            hairloom::posed_trs(&rig, &style)[2].rotation
        };
        let between_deg = 2.0 * quat(&one).dot(quat(&two)).abs().min(1.0).acos().to_degrees();
        prop_assert!(clamped || between_deg <= step.abs() + 1e-4, "{between_deg} {step}");
    }
}
