//! The wasm boundary, the only crate with wasm-bindgen: thin.
