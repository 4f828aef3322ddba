use std::fmt::Write as _;
use std::path::Path;

use hairloom::{Model, RigOptions, Rigged, Style, Warning};
use serde::Serialize;

use crate::args::InfoArgs;
use crate::error::{Error, guarded};
use crate::report::{self, Report, RigOrigin, Seconds, timed};
use crate::rig::json;
use crate::{input, text};

/// The report of a file as it is, and the style it carries: null where it has no rig of ours to carry one.
#[derive(Debug, Serialize)]
struct Info {
    #[serde(flatten)]
    report: Report,
    style: Option<Style>,
}

/// `hairloom info`
pub(crate) fn run(args: &InfoArgs) -> Result<(), Error> {
    let info = guarded(&args.file, || look(&args.file))?;
    let told = if args.json { String::from_utf8_lossy(&json(&info)).into_owned() } else { table(&args.file, &info) };
    Ok(text::say(&told)?)
}

/// Reads a file and the rig it brings; looks for no locks.
fn look(path: &Path) -> Result<Info, Error> {
    let error = |source| Error::Domain { path: path.to_owned(), source };
    let (asset, read) = timed(|| input::read(path));
    let model = asset?.model;
    let mut seconds = Seconds { read, ..Seconds::default() };
    let mut warnings = Vec::new();
    let options = RigOptions::default();
    let (found, took) = timed(|| {
        let hair = match hairloom::find_hair(&model, &options) {
            Err(none @ hairloom::Error::NoHair { .. }) => {
                warnings.push(Warning::new("no_hair", none.to_string()));
                Vec::new()
            }
            other => other?,
        };
        Ok((hairloom::existing_rig(&model, &hair), hair))
    });
    seconds.rig = took;
    let (rig, hair) = found.map_err(error)?;
    let Some(rig) = rig else {
        let pieces = hairloom::pieces(&model, &hair);
        let mut report = report::of_hair(&model, &hair, pieces, seconds);
        report.warnings.extend(warnings);
        return Ok(Info { report, style: None });
    };
    let (rigged, took) = timed(|| {
        let binding = hairloom::bind(&model, &rig);
        Rigged::from_parts(&model, rig, binding)
    });
    seconds.bind = took;
    let style = style(&model, &rigged);
    Ok(Info { report: report::of_rigged(&model, &rigged, seconds), style })
}

/// What a file of ours was posed with; at rest, the document without edits.
fn style(model: &Model, rigged: &Rigged) -> Option<Style> {
    let stored = model.stored.as_ref().filter(|_| rigged.rig.stored)?;
    Some(stored.style.clone().unwrap_or_else(|| Style { rig: Some(rigged.fingerprint), ..Style::default() }))
}

fn table(path: &Path, Info { report, style }: &Info) -> String {
    let mut out = format!("{}\n", text::one_line(&text::path(path)));
    let mut row = |name: &str, value: &str| {
        // Writing to a String can't fail.
        let _ = writeln!(out, "  {name:<12} {}", text::one_line(value));
    };
    row("rig", &rig_words(report));
    if let Some(fingerprint) = &report.fingerprint {
        row("fingerprint", fingerprint);
    }
    if let Some(style) = style {
        let edits = style.bones.len();
        row("style", &if edits == 0 { "at rest".to_owned() } else { format!("{} edited", text::count(edits, "bone")) });
    }
    for hair in &report.hair {
        row("hair", &format!("{} ({})", text::short(&hair.node, 80), hair.why));
    }
    row("vertices", &text::thousands(report.vertices));
    row("triangles", &text::thousands(report.triangles));
    row("pieces", &text::thousands(report.pieces));
    if let Some([x0, y0, z0, x1, y1, z1]) = report.bbox {
        row("box", &format!("x {x0:.4} to {x1:.4}, y {y0:.4} to {y1:.4}, z {z0:.4} to {z1:.4}"));
    }
    for Warning { code, message } in &report.warnings {
        row("warning", &format!("{message} ({code})"));
    }
    if !report.chains.is_empty() {
        out.push_str("\n  chain       bones  vertices  length\n");
    }
    for chain in &report.chains {
        let (name, bones, vertices) = (&chain.name, chain.bones.len(), text::thousands(chain.vertices));
        let _ = writeln!(out, "  {name:<10} {bones:>6} {vertices:>9}  {:.3} m", chain.length_m);
    }
    out
}

fn rig_words(report: &Report) -> String {
    let bones = text::count(report.bones, "bone");
    match report.rig {
        RigOrigin::Made => format!("made by hairloom: {}, {bones}", text::count(report.locks, "lock")),
        RigOrigin::Kept => format!("an artist's, kept: {}, {bones}", text::count(report.chains.len(), "chain")),
        RigOrigin::None => "none; `hairloom rig` makes one".to_owned(),
    }
}
