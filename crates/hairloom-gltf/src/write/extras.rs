//! What is ours in a node's `extras`: one flat object `hairloom` of strings, numbers and arrays of numbers.

use hairloom::{Edit, Origin, Rigged, Style, Trs};
use serde_json::{Value, json};

use super::patch::{Object, object_mut};
use super::trs::row;
use crate::Error;
use crate::stored::{FORMAT_VERSION, KEY};

/// Beyond any limit that a bone can have: stands for "free", as JSON has no infinity.
const FREE: f64 = 1e9;

/// What the extras of bone `index` say; those of the `carrier` tell of the whole rig. `rest` is given where the node is
/// written in a pose.
///
/// # Errors
/// [`Error::Style`] where the style cannot be told as JSON.
pub(super) fn bone_extras(
    rigged: &Rigged,
    (index, carrier): (usize, usize),
    rest: Option<&Trs>,
    style: &Style,
) -> Result<Object, Error> {
    let bone = &rigged.rig.bones[index];
    let mut extras = Object::new();
    let mut set = |key: &str, value: Value| extras.insert(key.to_owned(), value);
    set("version", json!(FORMAT_VERSION));
    set("id", json!(bone.id));
    set("index", json!(index));
    if let Some(region) = bone.region {
        set("region", json!(region.name()));
    }
    set("length", json!(bone.length));
    set("min", edit_row(&bone.limits.min));
    set("max", edit_row(&bone.limits.max));
    if let Some(rest) = rest {
        set("rest", row(rest));
    }
    if index == carrier {
        set("origin", json!(origin_name(rigged.rig.origin)));
        set("locks", json!(rigged.rig.locks));
        set("fingerprint", json!(rigged.fingerprint.to_string()));
        if !style.is_rest() {
            let text = serde_json::to_string(style).map_err(|error| Error::Style { why: error.to_string() })?;
            set("style", json!(text));
        }
    }
    Ok(extras)
}

/// The bone whose extras tell of the whole rig: the root bone, or the first that has a node where a kept rig's root has none.
pub(super) fn carrier(rigged: &Rigged) -> usize {
    rigged.rig.bones.iter().position(|bone| bone.node.is_some()).unwrap_or(0)
}

fn origin_name(origin: Origin) -> &'static str {
    match origin {
        Origin::Made => "made",
        Origin::Kept => "kept",
    }
}

/// Nine numbers: translation, rotation in degrees, scale.
fn edit_row(edit: &Edit) -> Value {
    let parts = [edit.translation, edit.rotation_deg, edit.scale].map(|part| part.to_array());
    json!(parts.concat().iter().map(|number| number.clamp(-FREE, FREE)).collect::<Vec<_>>())
}

/// Puts our object into a node's extras, beside what is there.
pub(super) fn set_extras(node: &mut Object, ours: Object) {
    let old = node.get_mut("extras").map(Value::take);
    let mut extras = match old {
        Some(Value::Object(object)) => object,
        // Extras may be anything; ours need an object, in which the old ones go on.
        Some(other) if !other.is_null() => Object::from_iter([("extras".to_owned(), other)]),
        _ => Object::new(),
    };
    extras.insert(KEY.to_owned(), Value::Object(ours));
    node.insert("extras".to_owned(), Value::Object(extras));
}

/// Takes our object out of a node's extras.
pub(super) fn strip_extras(node: &mut Object) {
    let Some(extras) = object_mut(node, "extras") else { return };
    if extras.shift_remove(KEY).is_some() && extras.is_empty() {
        node.shift_remove("extras");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extras_that_were_there_stay() {
        let mut node = Object::new();
        node.insert("extras".to_owned(), json!({"a": 1}));
        set_extras(&mut node, Object::new());
        assert_eq!(node["extras"], json!({"a": 1, "hairloom": {}}));
        strip_extras(&mut node);
        assert_eq!(node["extras"], json!({"a": 1}));

        node.insert("extras".to_owned(), json!("text"));
        set_extras(&mut node, Object::new());
        assert_eq!(node["extras"], json!({"extras": "text", "hairloom": {}}));
    }

    #[test]
    fn nothing_is_left_where_nothing_was() {
        let mut node = Object::new();
        set_extras(&mut node, Object::new());
        strip_extras(&mut node);
        assert!(node.is_empty());
    }
}
