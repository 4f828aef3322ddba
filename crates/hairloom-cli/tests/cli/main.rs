//! The command line as a person meets it: the program is run, and its status, its words and its files are looked at.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod folder;
mod grown;
mod inputs;
mod posed;
mod real;
mod rigged;
mod run;
mod usage;
