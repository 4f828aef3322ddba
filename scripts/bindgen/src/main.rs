//! `hairloom-bindgen MODULE.wasm FOLDER`: writes `hairloom.js`, `hairloom.d.ts` and `hairloom_bg.wasm` for a page or a worker.

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = std::env::args_os().skip(1);
    let module = args.next().context("usage: hairloom-bindgen MODULE.wasm FOLDER")?;
    let folder = args.next().context("usage: hairloom-bindgen MODULE.wasm FOLDER")?;
    Bindgen::new()
        .input_path(module)
        .out_name("hairloom")
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
