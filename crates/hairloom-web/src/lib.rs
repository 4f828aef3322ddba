//! The wasm boundary, the only crate with wasm-bindgen: thin.
//!
//! Options come in as small plain objects, files as bytes; every failure goes out through [`error`] as a JavaScript `Error`
//! with a stable `code`. These functions are for a worker: they take as long as the file is big, and the memory that they
//! needed goes away only with their wasm instance.

mod error;
mod options;

use hairloom::{GrowOptions, Rigged};
use js_sys::Error;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
unsafe extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

/// Runs once when the module is loaded: a panic is a bug, and its text goes to the console.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| console_error(&format!("hairloom: {info}"))));
}

/// Reads a GLB, glTF (data URIs) or VRM, rigs its hair and gives back a rigged GLB: the same bytes as
/// `hairloom rig` writes.
///
/// `options` is a plain object with any of `hair: string[]`, `rerig: boolean`, `locks: "fine" | "normal" | "coarse"`,
/// `max_bones: number`; or nothing.
///
/// # Errors
/// An `Error` with a `code`, see [`error`].
#[wasm_bindgen]
pub fn rig_glb(bytes: &[u8], options: &JsValue) -> Result<Vec<u8>, Error> {
    let options = options::rig_options(options)?;
    let asset = hairloom_gltf::read(bytes).map_err(|why| error::from_gltf(&why))?;
    let rigged = Rigged::new(&asset.model, &options).map_err(|why| error::from_domain(&why))?;
    hairloom_gltf::write(&asset, &rigged, &asset.model.stored_style(&rigged.rig)).map_err(|why| error::from_gltf(&why))
}

/// Grows the built-in hairstyle `name` and gives it back as a GLB without bones: the same bytes as `hairloom grow` writes.
///
/// `scale` multiplies the triangles, 0.5 to 200; `seed` chooses the chance in it. The command line's defaults are 1 and 1.
///
/// # Errors
/// An `Error` with a `code`, see [`error`].
#[wasm_bindgen]
pub fn grow_glb(name: &str, scale: f64, seed: u32) -> Result<Vec<u8>, Error> {
    let options = GrowOptions { scale, seed: u64::from(seed) };
    let grown = hairloom::grow(name, &options).map_err(|why| error::from_domain(&why))?;
    Ok(hairloom_gltf::write_model(&grown.model))
}
