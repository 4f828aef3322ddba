//! A rig that a file of ours carries in its nodes' `extras`, read back.
//!
//! Other programs may have changed, doubled or dropped any of it, so nothing here is an error: what cannot be right is
//! left out with a warning, and the file is a file without a rig.

use std::collections::BTreeSet;

use glam::{DQuat, DVec3};
use hairloom::{Edit, Fingerprint, Limits, Node, Origin, Region, StoredBone, StoredRig, Style, Trs, Warning};
use serde_json::Value;

/// The key of our object in a node's extras.
pub(crate) const KEY: &str = "hairloom";
/// The version of what we write there.
pub(crate) const FORMAT_VERSION: u32 = 1;
/// The id of the root bone.
const ROOT: &str = "root";

/// The rig that a file carries, if it does, with [`Node::rest`] set of the nodes that the file holds posed.
///
/// To be called before any place in the world is computed.
pub(crate) fn apply(json: &Value, nodes: &mut [Node], warnings: &mut Vec<Warning>) -> Option<StoredRig> {
    let mut told = Vec::new();
    let objects = json["nodes"].as_array().into_iter().flatten().enumerate();
    for (node, extras) in objects.filter_map(|(node, object)| Some((node, object.get("extras")?.get(KEY)?))) {
        if node < nodes.len() {
            told.push((node, extras));
        }
    }
    if told.is_empty() {
        return None;
    }
    match read_rig(&told, nodes, warnings) {
        Ok(rig) => {
            for bone in &rig.bones {
                if let Some(rest) = bone.rest {
                    nodes[bone.node].rest = rest;
                }
            }
            Some(rig)
        }
        Err(why) => {
            let message = format!("the rig stored in the file is left out: {why}");
            warnings.push(Warning::new("stored_rig", message));
            None
        }
    }
}

fn read_rig(told: &[(usize, &Value)], nodes: &[Node], warnings: &mut Vec<Warning>) -> Result<StoredRig, String> {
    let mut ids = BTreeSet::new();
    let mut bones = Vec::with_capacity(told.len());
    for &(node, extras) in told {
        let version = extras["version"].as_f64().unwrap_or(1.0);
        if version > f64::from(FORMAT_VERSION) {
            return Err(format!("nodes[{node}] is of version {version}, from a newer program"));
        }
        let bone = read_bone(node, extras).ok_or_else(|| format!("nodes[{node}] has no id"))?;
        if !ids.insert(bone.0.id.clone()) {
            return Err(format!("two nodes have the id {:?}", bone.0.id));
        }
        bones.push(bone);
    }
    let ordered = order(bones, nodes)?;
    let has_root = ordered.first().is_some_and(|bone| bone.id == ROOT);
    // The root bone of a kept rig may have no node; then the first bone that has one tells of the rig.
    let of_root =
        told.iter().find(|(_, extras)| extras.get("origin").is_some()).map_or(&Value::Null, |&(_, extras)| extras);
    let origin = match of_root["origin"].as_str() {
        Some("made") if has_root => Origin::Made,
        Some("kept") => Origin::Kept,
        _ if !has_root => return Err("no node has the id \"root\"".to_owned()),
        _ => return Err("the root does not say whether it was made or kept".to_owned()),
    };
    let without = ordered.iter().filter(|bone| bone.limits.is_none()).count();
    if without > 0 {
        let message = format!("{without} bones of the rig stored in the file have no limits; they are found anew");
        warnings.push(Warning::new("stored_rig", message));
    }
    let fingerprint = of_root["fingerprint"].as_str().and_then(|text| text.parse::<Fingerprint>().ok());
    let locks = of_root["locks"].as_u64().and_then(|locks| u32::try_from(locks).ok()).map(|locks| locks as usize);
    Ok(StoredRig { bones: ordered, origin, locks, fingerprint, style: read_style(of_root, warnings) })
}

fn read_style(of_root: &Value, warnings: &mut Vec<Warning>) -> Option<Style> {
    let text = of_root.get("style")?.as_str().unwrap_or_default();
    match serde_json::from_str(text) {
        Ok(style) => Some(style),
        Err(error) => {
            let message = format!("the style stored in the file is left out: {error}");
            warnings.push(Warning::new("stored_rig", message));
            None
        }
    }
}

/// A bone and its place in the rig's order, if that is told.
fn read_bone(node: usize, extras: &Value) -> Option<(StoredBone, Option<u64>)> {
    let id = extras["id"].as_str().filter(|id| !id.is_empty())?;
    let bone = StoredBone {
        node,
        id: id.to_owned(),
        region: extras["region"].as_str().and_then(Region::from_name),
        length: extras["length"].as_f64().filter(|length| (0.0..1e6).contains(length)).unwrap_or(0.0),
        limits: read_limits(extras),
        rest: read_rest(&extras["rest"]),
    };
    Some((bone, extras["index"].as_u64()))
}

/// The rig's own order where it is told and still puts parents first, else one by depth and node.
fn order(mut bones: Vec<(StoredBone, Option<u64>)>, nodes: &[Node]) -> Result<Vec<StoredBone>, String> {
    let depths = depths(nodes).ok_or("its nodes form a cycle")?;
    bones.sort_by_key(|(bone, index)| (bone.id != ROOT, index.unwrap_or(u64::MAX), depths[bone.node], bone.node));
    if !parents_first(&bones, nodes) {
        bones.sort_by_key(|(bone, _)| (bone.id != ROOT, depths[bone.node], bone.node));
        if !parents_first(&bones, nodes) {
            return Err("its root hangs below another of its bones".to_owned());
        }
    }
    Ok(bones.into_iter().map(|(bone, _)| bone).collect())
}

/// How many parents each node has above it; none where they form a cycle.
fn depths(nodes: &[Node]) -> Option<Vec<usize>> {
    let mut depths: Vec<Option<usize>> = vec![None; nodes.len()];
    for start in 0..nodes.len() {
        let mut path = Vec::new();
        let mut at = Some(start);
        while let Some(node) = at.filter(|&node| depths[node].is_none()) {
            if path.len() > nodes.len() {
                return None;
            }
            path.push(node);
            at = nodes[node].parent.filter(|&parent| parent < nodes.len());
        }
        let first = at.and_then(|node| depths[node]).map_or(0, |depth| depth + 1);
        for (depth, node) in (first..).zip(path.into_iter().rev()) {
            depths[node] = Some(depth);
        }
    }
    depths.into_iter().collect()
}

/// No bone's node lies above the node of a bone before it. Nodes above are walked once each.
fn parents_first(bones: &[(StoredBone, Option<u64>)], nodes: &[Node]) -> bool {
    let mut places: Vec<Option<usize>> = vec![None; nodes.len()];
    for (place, (bone, _)) in bones.iter().enumerate() {
        places[bone.node] = Some(place);
    }
    let mut above = vec![false; nodes.len()];
    for (place, (bone, _)) in bones.iter().enumerate() {
        let mut at = nodes[bone.node].parent;
        while let Some(node) = at.filter(|&node| node < nodes.len() && !above[node]) {
            if places[node].is_some_and(|other| other > place) {
                return false;
            }
            above[node] = true;
            at = nodes[node].parent;
        }
    }
    true
}

fn read_limits(extras: &Value) -> Option<Limits> {
    let limits = Limits { min: read_edit(&extras["min"])?, max: read_edit(&extras["max"])? };
    let rest = Edit::REST;
    let holds = |low: DVec3, middle: DVec3, high: DVec3| low.cmple(middle).all() && middle.cmple(high).all();
    let all = holds(limits.min.translation, rest.translation, limits.max.translation)
        && holds(limits.min.rotation_deg, rest.rotation_deg, limits.max.rotation_deg)
        && holds(limits.min.scale, rest.scale, limits.max.scale);
    all.then_some(limits)
}

fn read_edit(value: &Value) -> Option<Edit> {
    let [a, b, c, d, e, f, g, h, i] = numbers(value)?;
    Some(Edit { translation: DVec3::new(a, b, c), rotation_deg: DVec3::new(d, e, f), scale: DVec3::new(g, h, i) })
}

fn read_rest(value: &Value) -> Option<Trs> {
    let [a, b, c, x, y, z, w, d, e, f] = numbers(value)?;
    let rotation = DQuat::from_xyzw(x, y, z, w);
    // As stored where it is a unit already, so that it comes back to the bit.
    let unit = (rotation.length() - 1.0).abs() < 1e-6;
    let usable = rotation.length() > 1e-6;
    usable.then(|| Trs {
        translation: DVec3::new(a, b, c),
        rotation: if unit { rotation } else { rotation.normalize() },
        scale: DVec3::new(d, e, f),
    })
}

/// Numbers that are so large that sums with them would say nothing are none.
fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let list = value.as_array().filter(|list| list.len() == N)?;
    let mut numbers = [0.0; N];
    for (number, value) in numbers.iter_mut().zip(list) {
        *number = value.as_f64().filter(|number| number.abs() <= 1e12)?;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn nodes(parents: &[Option<usize>]) -> Vec<Node> {
        parents.iter().map(|&parent| Node { parent, ..Node::default() }).collect()
    }

    fn root() -> Value {
        json!({"extras": {"hairloom": {"version": 1, "id": "root", "index": 0, "origin": "made", "locks": 7,
            "fingerprint": "0123456789abcdef", "min": [-1, -1, -1, -9, -9, -9, 0.5, 0.5, 0.5], "max": [1, 1, 1, 9, 9, 9, 2, 2, 2]}}})
    }

    fn bone(id: &str, index: usize) -> Value {
        json!({"extras": {"other": 1, "hairloom": {"id": id, "index": index, "region": "front", "length": 0.25,
            "min": [-1, -1, -1, -9, -9, -9, 0.5, 0.5, 0.5], "max": [1, 1, 1, 9, 9, 9, 2, 2, 2],
            "rest": [1, 2, 3, 0, 0, 0, 1, 1, 1, 1]}}})
    }

    #[test]
    fn reads_what_is_told_and_takes_the_pose_out() {
        let json = json!({"nodes": [bone("front-01-01", 1), root()]});
        let mut nodes = nodes(&[Some(1), None]);
        let mut warnings = Vec::new();
        let rig = apply(&json, &mut nodes, &mut warnings).unwrap();
        assert_eq!(warnings, []);
        assert_eq!(rig.origin, Origin::Made);
        assert_eq!(rig.fingerprint.unwrap().to_string(), "0123456789abcdef");
        assert_eq!(rig.locks, Some(7));
        assert_eq!(rig.bones.iter().map(|bone| bone.node).collect::<Vec<_>>(), [1, 0]);
        assert_eq!((rig.bones[1].region, rig.bones[1].length), (Some(Region::Front), 0.25));
        assert_eq!(rig.bones[1].limits.unwrap().max.scale, DVec3::splat(2.0));
        assert_eq!(nodes[0].rest.translation, DVec3::new(1.0, 2.0, 3.0));
    }

    #[test]
    fn a_kept_rig_may_have_no_node_for_its_root() {
        let mut first = bone("front-01-01", 1);
        first["extras"]["hairloom"]["origin"] = json!("kept");
        first["extras"]["hairloom"]["fingerprint"] = json!("00000000000000ff");
        let json = json!({"nodes": [first, bone("left-01-01", 2)]});
        let rig = apply(&json, &mut nodes(&[None, None]), &mut Vec::new()).unwrap();
        assert_eq!((rig.origin, rig.bones.len()), (Origin::Kept, 2));
        assert_eq!(rig.fingerprint.unwrap().0, 255);
    }

    #[test]
    fn the_order_is_mended_where_it_puts_a_child_first() {
        let json = json!({"nodes": [root(), bone("front-01-01", 2), bone("front-01-02", 1)]});
        let mut nodes = nodes(&[None, Some(0), Some(1)]);
        let rig = apply(&json, &mut nodes, &mut Vec::new()).unwrap();
        assert_eq!(rig.bones.iter().map(|bone| bone.node).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn what_cannot_be_right_is_left_out_with_a_warning() {
        let newer = json!({"extras": {"hairloom": {"version": 2, "id": "root", "origin": "made"}}});
        let cases = [
            (json!([bone("front-01-01", 0)]), vec![None], "no node has the id"),
            (json!([root(), root()]), vec![None, Some(0)], "two nodes"),
            (json!([{"extras": {"hairloom": []}}]), vec![None], "no id"),
            (json!([{"extras": {"hairloom": {"id": "root"}}}]), vec![None], "made or kept"),
            (json!([newer]), vec![None], "newer"),
            (json!([root(), bone("front-01-01", 1)]), vec![Some(1), None], "below another"),
            (json!([root(), bone("front-01-01", 1)]), vec![Some(1), Some(0)], "cycle"),
        ];
        for (list, parents, why) in cases {
            let mut warnings = Vec::new();
            assert!(apply(&json!({"nodes": list}), &mut nodes(&parents), &mut warnings).is_none());
            assert!(warnings[0].message.contains(why), "{}", warnings[0].message);
            assert_eq!(warnings[0].code, "stored_rig");
        }
    }

    #[test]
    fn bad_parts_of_a_bone_are_none() {
        let extras = json!({"id": "root", "min": [0, 0], "max": "wide", "rest": [1e300, 0, 0, 0, 0, 0, 1, 1, 1, 1], "length": -1});
        let (bone, index) = read_bone(0, &extras).unwrap();
        assert!(bone.limits.is_none() && bone.rest.is_none() && index.is_none());
        assert_eq!(bone.length, 0.0);
        let inside_out = json!({"min": [1, 0, 0, 0, 0, 0, 1, 1, 1], "max": [2, 0, 0, 0, 0, 0, 1, 1, 1]});
        assert!(read_limits(&inside_out).is_none());
    }

    #[test]
    fn a_file_without_extras_has_no_rig_and_no_warning() {
        let mut warnings = Vec::new();
        assert!(apply(&json!({"nodes": [{}]}), &mut nodes(&[None]), &mut warnings).is_none());
        assert!(apply(&json!({}), &mut [], &mut warnings).is_none());
        assert_eq!(warnings, []);
    }
}
