//! Transforms as a node's JSON tells them.

use glam::{DQuat, DVec3};
use hairloom::Trs;
use serde_json::{Value, json};

use super::patch::Object;

/// The same transform in the shortest decimals that name the same `f32`s: what a reader will see, and short to read.
pub(super) fn rounded(trs: &Trs) -> Trs {
    let [x, y, z, w] = trs.rotation.to_array().map(short);
    Trs {
        translation: DVec3::from_array(trs.translation.to_array().map(short)),
        rotation: DQuat::from_xyzw(x, y, z, w),
        scale: DVec3::from_array(trs.scale.to_array().map(short)),
    }
}

/// The shortest decimal that names the same `f32`.
pub(super) fn short(value: f64) -> f64 {
    // Rounding to f32 is what is meant.
    let single = value as f32;
    single.to_string().parse().unwrap_or(value)
}

/// Puts a transform on a node, in place of the one it has. What is the default is left out.
pub(super) fn set_trs(node: &mut Object, trs: &Trs) {
    clear_trs(node);
    if trs.translation != DVec3::ZERO {
        node.insert("translation".to_owned(), json!(trs.translation.to_array()));
    }
    if trs.rotation != DQuat::IDENTITY {
        node.insert("rotation".to_owned(), json!(trs.rotation.to_array()));
    }
    if trs.scale != DVec3::ONE {
        node.insert("scale".to_owned(), json!(trs.scale.to_array()));
    }
}

/// Takes a node's transform away.
pub(super) fn clear_trs(node: &mut Object) {
    for key in ["matrix", "translation", "rotation", "scale"] {
        node.shift_remove(key);
    }
}

/// Translation, rotation (x, y, z, w) and scale in one row of ten numbers.
pub(super) fn row(trs: &Trs) -> Value {
    let mut row = Vec::with_capacity(10);
    row.extend(trs.translation.to_array());
    row.extend(trs.rotation.to_array());
    row.extend(trs.scale.to_array());
    json!(row)
}

/// The same place, turn and scale, but for rounding.
pub(super) fn same(a: &Trs, b: &Trs) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()));
    let turn = if a.rotation.dot(b.rotation) < 0.0 { -b.rotation } else { b.rotation };
    let all = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(&a, &b)| near(a, b));
    all(&a.translation.to_array(), &b.translation.to_array())
        && all(&a.rotation.to_array(), &turn.to_array())
        && all(&a.scale.to_array(), &b.scale.to_array())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_short_and_name_the_same_f32() {
        assert_eq!(short(f64::from(0.1_f32)), 0.1);
        assert_eq!(short(1.0 / 3.0) as f32, 1.0_f32 / 3.0);
        assert_eq!(short(-0.0).to_string(), "-0");
    }

    #[test]
    fn a_matrix_gives_way_to_a_transform() {
        let mut node = Object::new();
        node.insert("matrix".to_owned(), json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
        set_trs(&mut node, &Trs { translation: DVec3::X, ..Trs::IDENTITY });
        assert_eq!(Value::Object(node), json!({"translation": [1.0, 0.0, 0.0]}));
    }
}
