use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::fnv::Fnv;
use crate::{Binding, Bone, MeshBinding, Rig};

/// Tells one rig from another: 64 bits over ids, parents, rest transforms rounded to 0.01 mm and 0.01 degrees, and each
/// vertex's dominant bone. Shown as 16 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl std::str::FromStr for Fingerprint {
    type Err = crate::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        digits
            .then(|| u64::from_str_radix(text, 16).ok())
            .flatten()
            .map(Self)
            .ok_or_else(|| crate::Error::BadFingerprint { text: text.to_owned() })
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A hundredth of a millimetre in a metre.
const STEPS_A_METRE: f64 = 1e5;

/// A quaternion's component changes by half the angle, so that half of 0.01 degrees in radians is one step.
const STEPS_OF_QUATERNION: f64 = 2.0 * 100.0 * 180.0 / std::f64::consts::PI;

/// A ten-thousandth of scale.
const STEPS_OF_SCALE: f64 = 1e4;

/// The fingerprint of a rig and its weights: FNV-1a, 64 bits, over these bytes. Texts are UTF-8 and end with a zero byte,
/// counts are u32, numbers i64, both little endian.
///
/// 1. the text `hairloom-rig-1`
/// 2. the count of bones; for each in the rig's order: the texts of its id and of its parent's id (empty for the root bone);
///    its head at rest in model space, x, y, z, in steps of 0.01 mm; its rest rotation below its parent, the quaternion
///    w, x, y, z, in steps of half of 0.01 degrees in radians, with the sign that makes the first step that is not 0
///    positive; its rest scale x, y, z in steps of 0.0001
/// 3. the count of hair meshes; for each the count of its vertices, and for each vertex the text of the id of the bone
///    that moves it most: the sum of the weights of its joints, of equal ones the bone that comes first; empty where
///    joints outside the hair move it most
///
/// Steps are rounded half away from zero. Limits, lengths, colours and the weights themselves do not count. A rig that a
/// file of ours stores brings its fingerprint along, so that a number on a rounding edge cannot tip on the way.
pub fn fingerprint(rig: &Rig, binding: &Binding) -> Fingerprint {
    let mut hash = Fnv::default();
    hash.text("hairloom-rig-1");
    hash.count(rig.bones.len());
    for (bone, frame) in rig.bones.iter().zip(rig.rest_frames()) {
        hash.text(&bone.id);
        hash.text(bone.parent.map_or("", |parent| rig.bones[parent].id.as_str()));
        hash.numbers(frame.translation.to_array().map(|metres| steps(metres, STEPS_A_METRE)));
        hash.numbers(rotation_steps(bone));
        hash.numbers(bone.rest.scale.to_array().map(|scale| steps(scale, STEPS_OF_SCALE)));
    }
    hash.count(binding.meshes.len());
    for mesh in &binding.meshes {
        hash.count(mesh.influences.len());
        for bone in dominant_bones(rig, mesh) {
            hash.text(bone.map_or("", |bone| rig.bones[bone].id.as_str()));
        }
    }
    Fingerprint(hash.0)
}

/// For each vertex the bone that moves it most, or none for a joint outside the hair.
fn dominant_bones<'a>(rig: &'a Rig, mesh: &'a MeshBinding) -> impl Iterator<Item = Option<usize>> + 'a {
    mesh.influences.iter().map(|four| {
        let bone_of = |joint: u16| rig.joints[usize::from(joint)].bone;
        let share = |bone: Option<usize>| -> f64 {
            four.iter().filter(|i| bone_of(i.joint) == bone).map(|i| f64::from(i.weight)).sum()
        };
        let mut best: (Option<usize>, f64) = (None, share(None));
        for bone in four.iter().filter(|i| i.weight > 0.0).filter_map(|i| bone_of(i.joint)) {
            let share = share(Some(bone));
            if share > best.1 || (share >= best.1 && best.0.is_none_or(|first| bone < first)) {
                best = (Some(bone), share);
            }
        }
        best.0
    })
}

fn rotation_steps(bone: &Bone) -> [i64; 4] {
    let q = bone.rest.rotation;
    let rounded = [q.w, q.x, q.y, q.z].map(|part| steps(part, STEPS_OF_QUATERNION));
    let negative = rounded.iter().find(|&&part| part != 0).is_some_and(|&first| first < 0);
    if negative { rounded.map(|part| -part) } else { rounded }
}

/// How many steps `number` is, rounded; far too large ones stop at the edge.
fn steps(number: f64, steps_in_one: f64) -> i64 {
    libm::round((number * steps_in_one).clamp(-1e18, 1e18)) as i64
}

#[cfg(test)]
mod tests {
    use glam::{DAffine3, DQuat, DVec3, Vec3};

    use super::*;
    use crate::{Axis, Influence, Joint, Origin, Region, Trs};

    fn bone(id: &str, parent: Option<usize>, translation: DVec3) -> Bone {
        Bone {
            id: id.to_owned(),
            name: id.to_owned(),
            parent,
            mount: DAffine3::IDENTITY,
            rest: Trs::from_rotation_translation(DQuat::IDENTITY, translation),
            length: 0.1,
            along: Axis::PosY,
            limits: crate::limits::root_limits(0.1),
            twin: None,
            region: parent.map(|_| Region::Front),
            chain: parent.map(|_| 0),
            node: None,
        }
    }

    fn rigged() -> (Rig, Binding) {
        let bones = vec![bone("root", None, DVec3::Y), bone("front-01-01", Some(0), DVec3::Z)];
        let joint = |bone| Joint {
            bone: Some(bone),
            model_from_joint: DAffine3::IDENTITY,
            joint_from_bind: DAffine3::IDENTITY,
        };
        let rig = Rig {
            origin: Origin::Made,
            joints: vec![joint(0), joint(1)],
            bones,
            chains: Vec::new(),
            hair: Vec::new(),
            pieces: 1,
            locks: 1,
            chain_of_vertex: Vec::new(),
            root_to_tip: Vec::new(),
            stored: false,
            warnings: Vec::new(),
        };
        let four = |weight: f32| {
            let rest = Influence::default();
            [Influence { joint: 0, weight }, Influence { joint: 1, weight: 1.0 - weight }, rest, rest]
        };
        let influences = vec![four(0.75), four(0.25)];
        let mesh = MeshBinding { mesh: 0, positions: vec![Vec3::ZERO; 2], normals: vec![Vec3::Y; 2], influences };
        (rig, Binding { meshes: vec![mesh] })
    }

    fn changed(change: impl Fn(&mut Rig, &mut Binding)) -> bool {
        let (mut rig, mut binding) = rigged();
        let before = fingerprint(&rig, &binding);
        change(&mut rig, &mut binding);
        fingerprint(&rig, &binding) != before
    }

    #[test]
    fn the_bytes_are_as_told() {
        let (mut rig, mut binding) = rigged();
        rig.bones.truncate(1);
        binding.meshes[0].influences.truncate(1);
        let mut bytes = b"hairloom-rig-1\0\x01\0\0\0root\0\0".to_vec();
        for number in [0_i64, 100_000, 0, 11_459, 0, 0, 0, 10_000, 10_000, 10_000] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(b"\x01\0\0\0\x01\0\0\0root\0");
        let mut hash = Fnv::default();
        hash.bytes(&bytes);
        assert_eq!(fingerprint(&rig, &binding), Fingerprint(hash.0));
    }

    #[test]
    fn what_counts_changes_it() {
        assert!(changed(|rig, _| rig.bones[1].id = "front-01-02".to_owned()));
        assert!(changed(|rig, _| rig.bones[1].parent = None));
        assert!(changed(|rig, _| rig.bones[1].rest.translation.x += 2e-5));
        assert!(changed(|rig, _| rig.bones[1].rest.rotation = DQuat::from_xyzw(0.0, 0.0, 1e-3, 1.0).normalize()));
        assert!(changed(|rig, _| rig.bones[1].rest.scale.x = 1.001));
        assert!(changed(|rig, _| rig.bones[0].mount.translation.x = 1.0));
        assert!(changed(|_, binding| binding.meshes[0].influences.swap(0, 1)));
        assert!(changed(|rig, _| rig.joints[1].bone = None));
    }

    #[test]
    fn what_does_not_count_leaves_it() {
        assert!(!changed(|rig, _| rig.bones[1].rest.translation.x += 2e-6));
        assert!(!changed(|rig, _| rig.bones[1].rest.rotation = DQuat::from_xyzw(0.0, 0.0, 1e-6, 1.0)));
        assert!(!changed(|rig, _| rig.bones[1].rest.rotation = -rig.bones[1].rest.rotation));
        assert!(!changed(|rig, _| rig.bones[1].limits.max.translation = DVec3::ZERO));
        assert!(!changed(|rig, _| rig.bones[1].length = 2.0));
        assert!(!changed(|rig, _| rig.bones[1].name = "Bone.001".to_owned()));
        assert!(!changed(|_, binding| binding.meshes[0].influences[0][0].weight = 0.7));
    }

    #[test]
    fn equal_shares_go_to_the_bone_that_comes_first() {
        let (rig, mut binding) = rigged();
        let half = |joint| Influence { joint, weight: 0.5 };
        let rest = Influence::default();
        binding.meshes[0].influences = vec![[half(0), half(1), rest, rest], [half(1), half(0), rest, rest]];
        assert_eq!(dominant_bones(&rig, &binding.meshes[0]).collect::<Vec<_>>(), [Some(0), Some(0)]);
    }

    #[test]
    fn text_is_sixteen_hex_digits() {
        let fingerprint = Fingerprint(0xab);
        assert_eq!(fingerprint.to_string(), "00000000000000ab");
        assert_eq!("00000000000000ab".parse(), Ok(fingerprint));
        assert!("00000000000000a".parse::<Fingerprint>().is_err());
        assert!("+0000000000000ab".parse::<Fingerprint>().is_err());
    }
}
