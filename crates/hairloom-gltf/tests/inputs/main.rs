//! The reader against `tests/inputs` of this repository, against what was made of them by chance, and against small
//! files that ask for much.
#![allow(clippy::unwrap_used, clippy::panic)]

mod broken;
mod greedy;
mod outcomes;
mod posed;
mod rigged;
mod small;
mod table;
