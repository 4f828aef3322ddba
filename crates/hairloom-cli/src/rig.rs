use std::path::Path;

use hairloom::{RigOptions, Rigged, Warning};

use crate::args::RigArgs;
use crate::error::{Error, guarded};
use crate::output::{self, Staged};
use crate::progress::Steps;
use crate::report::{self, Report, RigOrigin, Seconds, timed};
use crate::{folder, input, options, text};

/// `hairloom rig`
pub(crate) fn run(args: &RigArgs) -> Result<(), Error> {
    let options = options::merged(args)?;
    if args.input.is_dir() {
        return folder::run(args, &options);
    }
    output::check(&args.output, &[&args.input])?;
    if let Some(path) = &args.report {
        output::check(path, &[&args.input, &args.output])?;
    }
    let steps = Steps::new();
    let Rigging { glb, report } = rig_file(&args.input, &args.output, &options, |step| steps.begin(step))?;
    let quiet = !glb.is_plain_file();
    let mut files = vec![glb];
    if let Some(path) = &args.report {
        files.push(output::stage(path, json(&report))?);
    }
    output::commit(files)?;
    drop(steps);
    tell_warnings(&args.input, &report.warnings);
    // What goes into a pipe is not followed by words.
    if quiet { Ok(()) } else { Ok(text::say(&format!("{}: {}\n", text::path(&args.output), summary(&report)))?) }
}

/// A rigged file that waits to be put in its place.
pub(crate) struct Rigging {
    pub(crate) glb: Staged,
    pub(crate) report: Report,
}

/// Reads `input`, rigs it and stages the GLB for `output`. `begin` hears each step.
///
/// # Errors
/// All that can be wrong with the file; a panic on it is told as [`Error::Internal`].
pub(crate) fn rig_file(
    input: &Path,
    output: &Path,
    options: &RigOptions,
    begin: impl Fn(&'static str),
) -> Result<Rigging, Error> {
    guarded(input, || {
        let mut seconds = Seconds::default();
        begin("reading");
        let (asset, read) = timed(|| input::read(input));
        let asset = asset?;
        seconds.read = read;

        begin("finding locks");
        let (rig, took) = timed(|| hairloom::rig(&asset.model, options));
        let rig = rig.map_err(|source| Error::Domain { path: input.to_owned(), source })?;
        seconds.rig = took;

        begin("binding");
        let (rigged, took) = timed(|| {
            let binding = hairloom::bind(&asset.model, &rig);
            Rigged::from_parts(&asset.model, rig, binding)
        });
        seconds.bind = took;

        begin("writing");
        let (glb, took) = timed(|| {
            let bytes = hairloom_gltf::write(&asset, &rigged, &asset.model.stored_style(&rigged.rig))
                .map_err(|source| Error::Gltf { path: input.to_owned(), source })?;
            output::stage(output, bytes)
        });
        let glb = glb?;
        seconds.write = took;
        Ok(Rigging { glb, report: report::of_rigged(&asset.model, &rigged, seconds) })
    })
}

/// One line on standard error for each.
pub(crate) fn tell_warnings(file: &Path, warnings: &[Warning]) {
    for Warning { code, message } in warnings {
        text::complain(&format!("{}: warning: {message} ({code})", text::path(file)));
    }
}

/// `24 locks, 118 bones, 5,012 vertices in 0.12 s`
pub(crate) fn summary(report: &Report) -> String {
    let locks = match report.rig {
        RigOrigin::Kept => format!("the artist's rig kept, {}", text::count(report.chains.len(), "chain")),
        _ => text::count(report.locks, "lock"),
    };
    let bones = text::count(report.bones, "bone");
    let vertices = text::vertices(report.vertices);
    format!("{locks}, {bones}, {vertices} in {:.2} s", report.seconds.total())
}

/// Pretty JSON with a newline at its end.
pub(crate) fn json(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
