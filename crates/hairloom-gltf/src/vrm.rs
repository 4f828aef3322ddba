use hairloom::{Node, Skin, SpringChain};
use serde_json::Value;

use crate::{
    file::{name, whole},
    nodes::Nodes,
    warnings::Warnings,
};

/// What VRM, of either version, tells of a file.
pub(crate) struct Vrm {
    /// The file is one; then its units are metres.
    pub(crate) is_vrm: bool,
    /// VRM 0 models look along −Z.
    pub(crate) faces_backwards: bool,
    pub(crate) head: Option<usize>,
    pub(crate) springs: Vec<SpringChain>,
}

/// Reads VRM 1.0 if it is there, else VRM 0.
pub(crate) fn read(json: &Value, nodes: &Nodes, warnings: &mut Warnings) -> Vrm {
    let extensions = &json["extensions"];
    let (old, new, new_springs) = (&extensions["VRM"], &extensions["VRMC_vrm"], &extensions["VRMC_springBone"]);
    if old.is_object() && new.is_object() {
        let message = "the file is both VRM 0 and VRM 1.0 (VRM and VRMC_vrm); it was read as VRM 1.0";
        warnings.push("vrm", message.to_owned());
    }
    let known = |node: &Value| whole(node).filter(|&node| node < nodes.nodes.len());
    if new.is_object() || !old.is_object() {
        let head = known(&new["humanoid"]["humanBones"]["head"]["node"]);
        return Vrm {
            is_vrm: new.is_object(),
            faces_backwards: false,
            head,
            springs: read_springs_1(new_springs, nodes, warnings),
        };
    }
    let bones = old["humanoid"]["humanBones"].as_array().into_iter().flatten();
    let head = bones.filter(|bone| bone["bone"] == "head").find_map(|bone| known(&bone["node"]));
    Vrm {
        is_vrm: true,
        faces_backwards: true,
        head,
        springs: read_springs_0(&old["secondaryAnimation"], nodes, warnings),
    }
}

/// The node that a spring names, or a warning that it is skipped.
fn spring_node(value: &Value, part: &str, nodes: &Nodes, warnings: &mut Warnings) -> Option<usize> {
    let node = whole(value).filter(|&node| node < nodes.nodes.len());
    if node.is_none() {
        let message = format!("the VRM spring bone {part} names node {value}, which is missing; it was skipped");
        warnings.push("spring", message);
    }
    node
}

/// VRM 1.0 lists each spring's joints from the root on.
fn read_springs_1(extension: &Value, nodes: &Nodes, warnings: &mut Warnings) -> Vec<SpringChain> {
    let mut springs = Vec::new();
    for (i, spring) in extension["springs"].as_array().into_iter().flatten().enumerate() {
        let part = format!("springs[{i}]");
        let joints = spring["joints"].as_array().into_iter().flatten();
        let chain: Vec<usize> =
            joints.filter_map(|joint| spring_node(&joint["node"], &part, nodes, warnings)).collect();
        if !chain.is_empty() {
            springs.push(SpringChain { name: name(spring), nodes: chain });
        }
    }
    springs
}

/// VRM 0 lists root bones only, and all that hangs from them swings: one chain for each branch, every node once.
fn read_springs_0(extension: &Value, nodes: &Nodes, warnings: &mut Warnings) -> Vec<SpringChain> {
    let mut springs = Vec::new();
    let mut seen = vec![false; nodes.nodes.len()];
    for (i, group) in extension["boneGroups"].as_array().into_iter().flatten().enumerate() {
        let part = format!("boneGroups[{i}]");
        let comment = group["comment"].as_str().unwrap_or_default();
        for bone in group["bones"].as_array().into_iter().flatten() {
            let Some(root) = spring_node(bone, &part, nodes, warnings) else { continue };
            let mut branches = vec![root];
            while let Some(start) = branches.pop() {
                let mut chain = Vec::new();
                let mut next = Some(start);
                while let Some(node) = next.filter(|&node| !std::mem::replace(&mut seen[node], true)) {
                    chain.push(node);
                    let mut children = nodes.children(node).iter().copied();
                    next = children.next();
                    branches.extend(children);
                }
                if !chain.is_empty() {
                    springs.push(SpringChain { name: comment.to_owned(), nodes: chain });
                }
            }
        }
    }
    springs
}

/// Names of the head in skeletons that artists use, in lower case.
const HEADS: [&str; 12] =
    ["head", "頭", "头", "頭部", "头部", "あたま", "kopf", "cabeza", "tête", "tete", "testa", "голова"];
/// Words that make a name one of something on or at the head.
const NOT_THE_HEAD: [&str; 8] = ["end", "top", "tip", "nub", "hair", "mesh", "front", "look"];

/// A node named like a head: a skin's joint, else a node that stands somewhere and shows nothing itself.
pub(crate) fn head_by_name(json: &Value, nodes: &[Node], skins: &[Skin]) -> Option<usize> {
    let mut is_joint = vec![false; nodes.len()];
    skins.iter().flat_map(|skin| &skin.joints).for_each(|&joint| is_joint[joint] = true);
    let shows_mesh = |i: usize| json["nodes"][i].get("mesh").is_some();
    let stands = |i: usize| nodes[i].model_from_node.translation.length() > 1e-6;
    let candidates = (0..nodes.len()).filter(|&i| is_joint[i] || (stands(i) && !shows_mesh(i)));
    let named = candidates.filter_map(|i| words_if_head(&nodes[i].name).map(|words| (!is_joint[i], words, i)));
    named.min().map(|(_, _, node)| node)
}

/// How many words a head's name has, or none if the name is no head's.
fn words_if_head(name: &str) -> Option<usize> {
    // mixamorig:Head, Armature|Head
    let name = name.rsplit([':', '|']).next().unwrap_or(name);
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for letter in name.chars() {
        if !letter.is_alphabetic() || (letter.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        was_lower = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    (any(&HEADS) && !any(&NOT_THE_HEAD)).then_some(words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_in_many_skeletons() {
        for name in
            ["Head", "head", "mixamorig:Head", "J_Bip_C_Head", "頭", "Bip01 Head", "head_Armature", "DEF-head.x"]
        {
            assert!(words_if_head(name).is_some(), "{name}");
        }
        for name in ["HeadEnd_end", "headband", "Head_Mesh", "HeadTop_End", "neck", "", "HairFrontHead", "forehead"] {
            assert!(words_if_head(name).is_none(), "{name}");
        }
    }
}
