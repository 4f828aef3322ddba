//! A rig of our own: locks found, chains grown along them.
//!
//! Weld → pieces → centre line of each piece → pieces that run together are a lock → bones along each lock.

mod bones;
mod caps;
mod cards;
mod crowd;
mod graph;
mod group;
mod head;
mod lock;
mod parts;
mod pieces;
mod polyline;
mod sets;
mod share;
mod strand;
mod strips;
mod weld;

use glam::{DAffine3, DQuat, DVec3};

use bones::Frame;
use head::Head;
use lock::Lock;
use parts::Parts;
pub use pieces::pieces;
pub(crate) use weld::{Welded, weld};

use crate::ids::{ROOT_ID, bone_id, name_chains};
use crate::limits::{BonePlace, bone_limits, root_limits};
use crate::twins::{find_twins, link_twins};
use crate::{Axis, Bone, Chain, Error, Hair, Joint, Model, Origin, Rig, RigOptions, Trs, Warning};

/// A chain of fewer bones than this on average is too coarse to bend: locks then share chains instead.
const LEAST_BONES_A_CHAIN: usize = 2;

/// Points by which locks are compared with their mirror images.
const TWIN_POINTS: usize = 6;

/// Finds the locks of the hair and grows a chain along each, within the budget of `options.max_bones`.
///
/// # Errors
/// [`Error::NoHair`] for hair without a triangle.
pub(crate) fn make_rig(model: &Model, hair: Vec<Hair>, options: &RigOptions) -> Result<Rig, Error> {
    let welded = weld(model, &hair);
    if welded.points.is_empty() {
        return Err(Error::NoHair { why: "it has no triangles".to_owned() });
    }
    let head = head::find_head(&welded);
    let parts = parts::take_apart(&welded, &head, options.locks);
    let budget = options.max_bones.clamp(2, RigOptions::MOST_BONES) - 1;
    let chains = share::share_chains(&parts, budget / LEAST_BONES_A_CHAIN);
    let locks: Vec<Lock> = chains
        .iter()
        .map(|members| lock::join(&members.iter().map(|&part| &parts.parts[part].strand).collect::<Vec<_>>()))
        .collect();
    let counts = bone_counts(&locks, &head, budget);
    let mut rig = Rig {
        origin: Origin::Made,
        bones: vec![root_bone(&head, welded.diagonal)],
        chains: Vec::new(),
        joints: Vec::new(),
        hair,
        pieces: parts.pieces,
        locks: parts.locks.len(),
        chain_of_vertex: Vec::new(),
        root_to_tip: Vec::new(),
        stored: false,
        warnings: warnings(&parts, chains.len()),
    };
    let roots: Vec<DVec3> = locks.iter().map(|lock| lock.line.at(0.0)).collect();
    let middles: Vec<DVec3> = locks.iter().map(|lock| lock.line.at(lock.line.length() / 2.0)).collect();
    let mut chain_of_lock = vec![0; locks.len()];
    for name in name_chains(&roots, &middles, head.centre) {
        let lock = &locks[name.index];
        chain_of_lock[name.index] = rig.chains.len() as u32;
        grow_chain(&mut rig, lock, &bones::frames(&lock.line, counts[name.index], &head), &name.id, name.region);
    }
    for (bone, frame) in rig.rest_frames().into_iter().enumerate() {
        rig.joints.push(Joint { bone: Some(bone), model_from_joint: frame, joint_from_bind: frame.inverse() });
    }
    link_twins(&mut rig, head.centre.x);
    place_vertices(&mut rig, &welded, &parts, &chains, &locks, &chain_of_lock);
    Ok(rig)
}

/// How many bones each lock gets; twins get the same.
fn bone_counts(locks: &[Lock], head: &Head, budget: usize) -> Vec<usize> {
    let lines: Vec<Vec<DVec3>> = locks.iter().map(|lock| lock.line.resample(TWIN_POINTS)).collect();
    let twins = find_twins(&lines, head.centre.x);
    let wanted: Vec<usize> = locks.iter().map(|lock| bones::wanted(lock, head)).collect();
    let mut counts: Vec<usize> =
        wanted.iter().zip(&twins).map(|(&own, twin)| twin.map_or(own, |twin| own.max(wanted[twin]))).collect();
    let lengths: Vec<f64> = locks.iter().map(|lock| lock.line.length()).collect();
    bones::fit_budget(&lengths, &mut counts, &twins, budget);
    counts
}

/// In the middle of the head, upright.
fn root_bone(head: &Head, size: f64) -> Bone {
    Bone {
        id: ROOT_ID.to_owned(),
        name: ROOT_ID.to_owned(),
        parent: None,
        mount: DAffine3::IDENTITY,
        rest: Trs::from_rotation_translation(DQuat::IDENTITY, head.centre),
        length: head.radius,
        along: Axis::PosY,
        limits: root_limits(size),
        twin: None,
        region: None,
        chain: None,
        node: None,
    }
}

/// Adds a chain with a bone for each frame, told below its parent.
fn grow_chain(rig: &mut Rig, lock: &Lock, frames: &[Frame], id: &str, region: crate::Region) {
    let root = rig.bones[0].rest;
    let mut parent = Frame { rotation: root.rotation, head: root.translation };
    let length = lock.line.length();
    let tips = frames.iter().skip(1).map(|frame| frame.head).chain([lock.line.at(length)]);
    let mut bones = Vec::with_capacity(frames.len());
    for ((k, frame), tip) in frames.iter().enumerate().zip(tips) {
        let back = parent.rotation.conjugate();
        let bone_length = tip.distance(frame.head);
        let index = rig.bones.len();
        rig.bones.push(Bone {
            id: bone_id(id, k),
            name: bone_id(id, k),
            parent: Some(bones.last().copied().unwrap_or(0)),
            mount: DAffine3::IDENTITY,
            rest: Trs::from_rotation_translation(
                (back * frame.rotation).normalize(),
                back * (frame.head - parent.head),
            ),
            length: bone_length,
            along: Axis::PosY,
            limits: bone_limits(BonePlace { bone_length, chain_length: length, k, n: frames.len() }),
            twin: None,
            region: Some(region),
            chain: Some(rig.chains.len()),
            node: None,
        });
        bones.push(index);
        parent = *frame;
    }
    let line = lock.line.points.clone();
    rig.chains.push(Chain { id: id.to_owned(), region, bones, line, length, twin: None });
}

/// Tells each vertex its chain and how far along it lies.
fn place_vertices(
    rig: &mut Rig,
    welded: &Welded,
    parts: &Parts,
    chains: &[Vec<usize>],
    locks: &[Lock],
    chain_of_lock: &[u32],
) {
    let mut chain_of_point = vec![Rig::NO_CHAIN; welded.points.len()];
    let mut root_to_tip = vec![0.0_f32; welded.points.len()];
    for ((members, lock), &chain) in chains.iter().zip(locks).zip(chain_of_lock) {
        let length = lock.line.length().max(f64::MIN_POSITIVE);
        for (&part, arcs) in members.iter().zip(&lock.arcs) {
            for (&point, arc) in parts.parts[part].points.iter().zip(arcs) {
                chain_of_point[point as usize] = chain;
                root_to_tip[point as usize] = (arc / length) as f32;
            }
        }
    }
    for points in &welded.point_of_vertex {
        let of = |&point: &u32| (point != Welded::UNUSED).then_some(point as usize);
        rig.chain_of_vertex.push(points.iter().map(|p| of(p).map_or(Rig::NO_CHAIN, |p| chain_of_point[p])).collect());
        rig.root_to_tip.push(points.iter().map(|p| of(p).map_or(0.0, |p| root_to_tip[p])).collect());
    }
}

fn warnings(parts: &Parts, chains: usize) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if parts.without_length > 0 {
        let text = format!("pieces without length, which stay with the root bone: {}", parts.without_length);
        warnings.push(Warning::new("no_length", text));
    }
    if parts.shells > 0 {
        let text = format!("pieces that cover the head in one surface and were cut into strips: {}", parts.shells);
        warnings.push(Warning::new("strips", text));
    }
    if chains < parts.locks.len() {
        let text = format!(
            "{} locks share {chains} chains to keep within the bone budget; raise --max-bones for a chain each",
            parts.locks.len()
        );
        warnings.push(Warning::new("bone_budget", text));
    }
    warnings
}
