//! `hairloom`, the command line: from a hairstyle file, or a folder of them, to rigged files.

mod args;

mod error;
mod folder;
mod grow;
mod info;
mod input;
mod options;
mod output;
mod pose;
mod progress;
mod report;
mod rig;
mod text;

use std::process::ExitCode;

use args::Command;

fn main() -> ExitCode {
    error::quiet_panics();
    let command = match args::parse() {
        Ok(command) => command,
        Err(code) => return code,
    };
    let done = match command {
        Command::Rig(args) => rig::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Pose(args) => pose::run(&args),
        Command::Grow(args) => grow::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.tell();
            error.exit_code()
        }
    }
}
