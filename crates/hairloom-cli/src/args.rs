use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use hairloom::{Detail, GrowOptions, RigOptions};

use crate::text;

/// Finds the locks of a hairstyle, grows bones along them, and writes a standard GLB.
#[derive(Debug, Parser)]
#[command(name = "hairloom", version, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  hairloom rig hair.glb -o rigged.glb            one hairstyle
  hairloom rig hairs -o rigged --report r.json   every .glb, .gltf and .vrm of a folder
  hairloom info rigged.glb                       what is in it
  hairloom pose rigged.glb --style style.json -o posed.glb

Exit status: 0 done, 1 a bad input, 2 bad usage.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rig a hairstyle, or every hairstyle of a folder
    Rig(RigArgs),
    /// Tell what is in a file, without rigging it
    Info(InfoArgs),
    /// Put a style on a rigged hairstyle
    Pose(PoseArgs),
    /// Make one of the built-in hairstyles
    Grow(GrowArgs),
}

#[derive(Debug, Args)]
pub(crate) struct RigArgs {
    /// A GLB, glTF or VRM file; or a folder, whose own files (not those of its subfolders) are rigged in parallel
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// The GLB to write; or, where IN is a folder, the folder for one GLB for each file
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// A node, mesh or material that is hair, named exactly; can be repeated. Without it hair is found
    #[arg(long, value_name = "NAME")]
    pub(crate) hair: Vec<String>,
    /// Build new chains even where the file brings a rig
    #[arg(long)]
    pub(crate) rerig: bool,
    /// How finely locks are told apart [default: normal]
    #[arg(long, value_name = "HOW")]
    pub(crate) locks: Option<Locks>,
    /// The most bones in all, the root bone included; 2 to 65535 [default: 256]
    #[arg(long, value_name = "N", conflicts_with = "profile", value_parser = bones)]
    pub(crate) max_bones: Option<usize>,
    /// Bones as a platform allows: vrchat-good 150, cluster 128, mobile 75. Not together with --max-bones
    #[arg(long, value_name = "P")]
    pub(crate) profile: Option<Profile>,
    /// A TOML file with `hair`, `rerig`, `locks`, `max_bones`; what is given here goes before it
    #[arg(long, value_name = "rig.toml")]
    pub(crate) options: Option<PathBuf>,
    /// Write what was found as JSON; for a folder one object from file name to report (or to `error`)
    #[arg(long, value_name = "R.json")]
    pub(crate) report: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// A GLB, glTF or VRM file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// As JSON, with the keys of `rig --report` and the file's style
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PoseArgs {
    /// A file that `hairloom rig` wrote, or one with an artist's hair bones
    #[arg(value_name = "RIGGED.glb")]
    pub(crate) input: PathBuf,
    /// A style document: a file, or - for standard input
    #[arg(long, value_name = "FILE|CODE|-", allow_hyphen_values = true)]
    pub(crate) style: OsString,
    /// The GLB to write
    #[arg(short, long, value_name = "OUT.glb")]
    pub(crate) output: PathBuf,
    /// Write posed vertices and no bones
    #[arg(long)]
    pub(crate) bake: bool,
    /// Lay the style of another hairstyle on this one (not in this version)
    #[arg(long)]
    pub(crate) transfer: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GrowArgs {
    /// The hairstyle's name; --list tells them
    #[arg(value_name = "NAME", required_unless_present = "list")]
    pub(crate) name: Option<String>,
    /// The GLB to write
    #[arg(short, long, value_name = "OUT.glb", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,
    /// Write the true locks as JSON
    #[arg(long, value_name = "T.json")]
    pub(crate) truth: Option<PathBuf>,
    /// Times the usual number of triangles
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().scale)]
    pub(crate) scale: f64,
    /// The same seed gives the same bytes
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().seed)]
    pub(crate) seed: u64,
    /// Tell the hairstyles' names, one a line
    #[arg(long, conflicts_with_all = ["name", "output", "truth"])]
    pub(crate) list: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Locks {
    /// Every strand that reads as one apart
    Fine,
    /// Every clump that reads as one apart
    Normal,
    /// Grouped as an artist gives chains
    Coarse,
}

impl From<Locks> for Detail {
    fn from(locks: Locks) -> Self {
        match locks {
            Locks::Fine => Self::Fine,
            Locks::Normal => Self::Normal,
            Locks::Coarse => Self::Coarse,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Profile {
    VrchatGood,
    Cluster,
    Mobile,
}

impl Profile {
    pub(crate) const fn max_bones(self) -> usize {
        match self {
            Self::VrchatGood => 150,
            Self::Cluster => 128,
            Self::Mobile => 75,
        }
    }
}

fn bones(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (2..=RigOptions::MOST_BONES).contains(&count) => Ok(count),
        _ => Err(format!("give a whole number from 2 (the root bone and one more) to {}", RigOptions::MOST_BONES)),
    }
}

/// The command, or the exit status after help, version or one line that says what is wrong with the usage.
pub(crate) fn parse() -> Result<Command, ExitCode> {
    Cli::try_parse().map(|cli| cli.command).map_err(|error| {
        if error.use_stderr() && error.kind() != clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            text::complain(&text::usage_in_one_line(&error.render().to_string()));
        } else {
            // A reader that closed the pipe early has seen what it wanted.
            let _ = error.print();
        }
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
    })
}
