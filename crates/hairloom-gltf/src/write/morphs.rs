//! What is left to take away where hair lost its morph targets, as they were applied for good.

use std::collections::BTreeSet;

use serde_json::Value;

use super::patch::{Object, Patch, extension_mut, index, object_mut, objects_mut};

/// Takes away the weights, animations and VRM expressions that move the morphs of these (node, mesh) pairs.
pub(super) fn forget_morphs(patch: &mut Patch, hair: &BTreeSet<(usize, usize)>) {
    if hair.is_empty() {
        return;
    }
    let nodes: BTreeSet<usize> = hair.iter().map(|&(node, _)| node).collect();
    let meshes: BTreeSet<usize> = hair.iter().map(|&(_, mesh)| mesh).collect();
    for &(node, mesh) in hair {
        patch.nodes[node].shift_remove("weights");
        patch.meshes[mesh].shift_remove("weights");
    }
    for animation in &mut patch.animations {
        retain(animation, "channels", |channel| {
            let target = channel.get("target").and_then(Value::as_object);
            let morphs = target.filter(|target| target.get("path").and_then(Value::as_str) == Some("weights"));
            morphs.and_then(|target| index(target, "node")).is_none_or(|node| !nodes.contains(&node))
        });
    }
    patch
        .animations
        .retain(|animation| animation.get("channels").and_then(Value::as_array).is_none_or(|c| !c.is_empty()));
    if let Some(groups) = extension_mut(&mut patch.root, "VRM").and_then(|vrm| object_mut(vrm, "blendShapeMaster")) {
        for group in objects_mut(groups, "blendShapeGroups") {
            retain(group, "binds", |bind| index(bind, "mesh").is_none_or(|mesh| !meshes.contains(&mesh)));
        }
    }
    let Some(expressions) = extension_mut(&mut patch.root, "VRMC_vrm").and_then(|vrm| object_mut(vrm, "expressions"))
    else {
        return;
    };
    for kind in ["preset", "custom"] {
        let all = object_mut(expressions, kind).into_iter().flat_map(|kind| kind.values_mut());
        for expression in all.filter_map(Value::as_object_mut) {
            retain(expression, "morphTargetBinds", |bind| {
                index(bind, "node").is_none_or(|node| !nodes.contains(&node))
            });
        }
    }
}

/// Keeps the objects of a list that `keep` says, in order.
fn retain(object: &mut Object, key: &str, keep: impl Fn(&Object) -> bool) {
    if let Some(list) = object.get_mut(key).and_then(Value::as_array_mut) {
        list.retain(|item| item.as_object().is_none_or(&keep));
    }
}

#[cfg(test)]
mod tests {
    use hairloom::Model;
    use serde_json::json;

    use super::*;
    use crate::Document;

    #[test]
    fn what_moves_lost_morphs_goes_and_the_rest_stays() {
        let weights = |node: usize| json!({"sampler": 0, "target": {"node": node, "path": "weights"}});
        let json = json!({
            "nodes": [{"mesh": 0, "weights": [1]}, {"mesh": 1, "weights": [1]}],
            "meshes": [{"weights": [1]}, {"weights": [1]}],
            "animations": [{"channels": [weights(0), weights(1)]}, {"channels": [weights(0)]}],
            "extensions": {
                "VRM": {"blendShapeMaster": {"blendShapeGroups": [{"binds": [{"mesh": 0}, {"mesh": 1}]}]}},
                "VRMC_vrm": {"expressions": {"preset": {"aa": {"morphTargetBinds": [{"node": 0}, {"node": 1}]}}}},
            },
        });
        let mut patch = Patch::new(&Document { json, buffers: Vec::new() }, &Model::default());
        forget_morphs(&mut patch, &BTreeSet::from([(0, 0)]));
        assert!(!patch.nodes[0].contains_key("weights") && patch.nodes[1].contains_key("weights"));
        assert!(!patch.meshes[0].contains_key("weights") && patch.meshes[1].contains_key("weights"));
        assert_eq!(patch.animations.len(), 1);
        assert_eq!(patch.animations[0]["channels"], json!([weights(1)]));
        let extensions = &patch.root["extensions"];
        assert_eq!(extensions["VRM"]["blendShapeMaster"]["blendShapeGroups"][0]["binds"], json!([{"mesh": 1}]));
        let binds = &extensions["VRMC_vrm"]["expressions"]["preset"]["aa"]["morphTargetBinds"];
        assert_eq!(*binds, json!([{"node": 1}]));
    }
}
