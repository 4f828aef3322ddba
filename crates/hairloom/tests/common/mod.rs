//! Small rigs, built by hand, that the tests of edit, pose and skin share.
#![allow(dead_code)]

use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};
use hairloom::{
    Axis, Binding, Bone, Chain, Edit, Influence, Influences, Joint, Limits, MeshBinding, Origin, Region, Rig, Trs,
};

pub(crate) fn limits() -> Limits {
    Limits {
        min: Edit {
            translation: DVec3::splat(-0.1),
            rotation_deg: DVec3::new(-45.0, f64::NEG_INFINITY, -60.0),
            scale: DVec3::splat(0.5),
        },
        max: Edit {
            translation: DVec3::splat(0.2),
            rotation_deg: DVec3::new(45.0, f64::INFINITY, 60.0),
            scale: DVec3::splat(2.0),
        },
    }
}

fn bone(id: &str, parent: Option<usize>, rest: Trs) -> Bone {
    Bone {
        id: id.to_owned(),
        name: id.to_owned(),
        parent,
        mount: DAffine3::IDENTITY,
        rest,
        length: 0.1,
        along: Axis::PosY,
        limits: limits(),
        twin: None,
        region: Region::from_name(id.split('-').next().unwrap_or_default()),
        chain: None,
        node: None,
    }
}

/// A turn by the angle whose half has this sine and cosine, about a unit axis.
pub(crate) fn turn(axis: DVec3, sin_half: f64, cos_half: f64) -> DQuat {
    let v = axis * sin_half;
    DQuat::from_xyzw(v.x, v.y, v.z, cos_half)
}

/// The root bone at (0, 1.6, 0), a lock of three bones at the left (1, 2, 3) and its twin at the right (4, 5, 6). Bones run
/// along their own +Y; the first hangs outwards and down, each next one is bent a little.
pub(crate) fn made_rig() -> Rig {
    let at = DVec3::new;
    let mut bones = vec![bone("root", None, Trs::from_rotation_translation(DQuat::IDENTITY, at(0.0, 1.6, 0.0)))];
    for (side, region) in [(1.0, "left"), (-1.0, "right")] {
        let first = bones.len();
        // Half angles of about 127 and 33 degrees, mirrored: roll and yaw negated.
        let out = turn(DVec3::new(0.0, 0.0, -side), 0.8, 0.6);
        let bend = turn(DVec3::new(0.6, 0.0, 0.8 * side), 0.28, 0.96);
        bones.push(bone(
            &format!("{region}-01-01"),
            Some(0),
            Trs::from_rotation_translation(out, at(0.07 * side, 0.02, 0.03)),
        ));
        for k in 2..=3 {
            let rest = Trs::from_rotation_translation(bend, at(0.0, 0.1, 0.0));
            bones.push(bone(&format!("{region}-01-0{k}"), Some(first + k - 2), rest));
        }
    }
    for (left, right) in [(1, 4), (2, 5), (3, 6)] {
        bones[left].twin = Some(right);
        bones[right].twin = Some(left);
    }
    finish(bones, &[(Region::Left, vec![1, 2, 3]), (Region::Right, vec![4, 5, 6])], Origin::Made)
}

/// As an artist's skeleton may be: the hair bones hang in fixed nodes that turn and scale by a hundredth, one of the bones'
/// own nodes mirrors, and the skin also names a joint that is no hair bone.
pub(crate) fn kept_rig() -> Rig {
    let at = DVec3::new;
    let mut root = bone("root", None, Trs::from_rotation_translation(DQuat::IDENTITY, at(0.0, 0.0, 0.0)));
    root.mount =
        DAffine3 { matrix3: DMat3::from_quat(turn(DVec3::X, 0.6, 0.8)) * 0.01, translation: at(0.01, 1.2, -0.02) };
    let mut first = bone(
        "back-01-01",
        Some(0),
        Trs {
            translation: at(3.0, 40.0, -5.0),
            rotation: turn(DVec3::Z, 0.28, 0.96),
            scale: DVec3::new(-1.0, 1.0, 1.0),
        },
    );
    first.mount = DAffine3::from_quat(turn(DVec3::Y, 0.8, 0.6));
    first.along = Axis::PosX;
    let second = bone(
        "back-01-02",
        Some(1),
        Trs { translation: at(12.0, 0.0, 0.0), rotation: turn(DVec3::X, 0.0, 1.0), scale: DVec3::splat(1.5) },
    );
    let mut rig = finish(vec![root, first, second], &[(Region::Back, vec![1, 2])], Origin::Kept);
    let jaw = DAffine3::from_translation(at(0.0, 1.5, 0.1));
    rig.joints.push(Joint { bone: None, model_from_joint: jaw, joint_from_bind: jaw.inverse() });
    rig
}

fn finish(mut bones: Vec<Bone>, chains: &[(Region, Vec<usize>)], origin: Origin) -> Rig {
    for (index, (_, members)) in chains.iter().enumerate() {
        for &member in members {
            bones[member].chain = Some(index);
        }
    }
    let mut rig = Rig {
        origin,
        bones,
        chains: Vec::new(),
        joints: Vec::new(),
        hair: Vec::new(),
        pieces: chains.len(),
        locks: chains.len(),
        chain_of_vertex: Vec::new(),
        root_to_tip: Vec::new(),
        stored: false,
        warnings: Vec::new(),
    };
    let frames = rig.rest_frames();
    rig.joints = (0..frames.len())
        .map(|b| Joint { bone: Some(b), model_from_joint: frames[b], joint_from_bind: frames[b].inverse() })
        .collect();
    rig.chains = chains
        .iter()
        .map(|(region, members)| Chain {
            id: format!("{}-01", region.name()),
            region: *region,
            bones: members.clone(),
            line: members.iter().map(|&b| frames[b].translation).collect(),
            length: 0.3,
            twin: None,
        })
        .collect();
    rig
}

/// Influences of up to four (joint, weight).
pub(crate) fn influences(told: &[(u16, f32)]) -> Influences {
    let mut influences = Influences::default();
    for (influence, &(joint, weight)) in influences.iter_mut().zip(told) {
        *influence = Influence { joint, weight };
    }
    influences
}

/// One mesh of `vertices` points in the unit box, each shared by two to four joints.
pub(crate) fn binding(rig: &Rig, vertices: usize) -> Binding {
    let joints = rig.joints.len() as u16;
    let spread = |i: usize, step: f32| (i as f32 * step).fract() - 0.5;
    let positions: Vec<Vec3> =
        (0..vertices).map(|i| Vec3::new(spread(i, 0.618), 1.5 + spread(i, 0.414), spread(i, 0.732))).collect();
    let normals = (0..vertices).map(|i| Vec3::new(spread(i, 0.3), spread(i, 0.7), 1.0).normalize()).collect();
    let influences = (0..vertices)
        .map(|i| {
            let joint = |k: usize| ((i + k) % usize::from(joints)) as u16;
            match i % 3 {
                0 => influences(&[(joint(0), 1.0)]),
                1 => influences(&[(joint(0), 0.75), (joint(1), 0.25)]),
                _ => influences(&[(joint(0), 0.4), (joint(1), 0.3), (joint(2), 0.3)]),
            }
        })
        .collect();
    Binding { meshes: vec![MeshBinding { mesh: 0, positions, normals, influences }] }
}

/// An edit from its nine numbers.
pub(crate) fn edit(translation: [f64; 3], rotation_deg: [f64; 3], scale: [f64; 3]) -> Edit {
    Edit { translation: translation.into(), rotation_deg: rotation_deg.into(), scale: scale.into() }
}
