use hairloom::RigOptions;
use js_sys::{Error, JSON};
use wasm_bindgen::JsValue;

use crate::error;

/// The options that a plain object tells; all at their defaults for `undefined` and `null`.
///
/// It goes through JSON, so that unknown keys and wrong types are refused with the same words as in an options file.
///
/// # Errors
/// `bad_options`.
pub(crate) fn rig_options(value: &JsValue) -> Result<RigOptions, Error> {
    if value.is_undefined() || value.is_null() {
        return Ok(RigOptions::default());
    }
    let text = JSON::stringify(value)
        .ok()
        .filter(|text| text.is_string())
        .ok_or_else(|| error::new("bad_options", "the options are not a plain object; give one, or nothing"))?;
    serde_json::from_str(&String::from(text))
        .map_err(|why| error::new("bad_options", &format!("the options cannot be read: {why}")))
}
