use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use hairloom::{RigOptions, Rigged, Style, Warning};

use crate::args::PoseArgs;
use crate::error::{Error, guarded};
use crate::output::{self, Staged};
use crate::rig::tell_warnings;
use crate::{input, text};

/// `hairloom pose`
pub(crate) fn run(args: &PoseArgs) -> Result<(), Error> {
    let style_path = Path::new(&args.style);
    output::check(&args.output, &[&args.input, style_path])?;
    if args.transfer {
        let why =
            "laying the style of another hairstyle on this one comes with a later version; pose without --transfer";
        return Err(Error::NotYet { what: "--transfer".to_owned(), why });
    }
    let style = read_style(&args.style)?;
    let Posed { glb, edits, warnings } = guarded(&args.input, || pose_file(args, style))?;
    let quiet = !glb.is_plain_file();
    output::commit(vec![glb])?;
    tell_warnings(&args.input, &warnings);
    if quiet {
        return Ok(());
    }
    let how = if args.bake { "posed and baked" } else { "posed" };
    Ok(text::say(&format!("{}: {} {how}\n", text::path(&args.output), text::count(edits, "bone")))?)
}

struct Posed {
    glb: Staged,
    edits: usize,
    warnings: Vec<Warning>,
}

fn pose_file(args: &PoseArgs, mut style: Style) -> Result<Posed, Error> {
    let asset = input::read(&args.input)?;
    let model = &asset.model;
    let mut warnings = model.warnings.clone();
    let rigged = existing(&args.input, model)?;
    warnings.extend(rigged.rig.warnings.iter().cloned());

    let wrong = |why: hairloom::Error| Error::Style { what: style_name(&args.style), why: why.to_string() };
    style.check(&rigged.rig, rigged.fingerprint).map_err(wrong)?;
    let clamped = hairloom::fit(&rigged.rig, &mut style);
    warnings.extend(clamped.iter().map(|id| {
        Warning::new("clamped", format!("the style moves the bone {id} beyond its limits; it is posed at the limit"))
    }));
    let kept = if args.bake { "" } else { "; it stays in the file's style" };
    warnings.extend(
        style.unapplied().into_iter().map(|part| {
            Warning::new("not_applied", format!("the style's {part} is not applied by this version{kept}"))
        }),
    );
    style.stamp(&rigged.rig, rigged.fingerprint);

    let write = if args.bake { hairloom_gltf::bake } else { hairloom_gltf::write };
    let bytes = write(&asset, &rigged, &style).map_err(|source| Error::Gltf { path: args.input.clone(), source })?;
    Ok(Posed { glb: output::stage(&args.output, bytes)?, edits: style.bones.len(), warnings })
}

/// The rig that the file brings, with its weights.
fn existing(path: &Path, model: &hairloom::Model) -> Result<Rigged, Error> {
    let options = RigOptions::default();
    let error = |source| Error::Domain { path: path.to_owned(), source };
    let hair = match hairloom::find_hair(model, &options) {
        Err(hairloom::Error::NoHair { .. }) => return Err(Error::NotRigged { path: path.to_owned() }),
        other => other.map_err(error)?,
    };
    let rig = hairloom::existing_rig(model, &hair);
    let rig = rig.ok_or_else(|| Error::NotRigged { path: path.to_owned() })?;
    let binding = hairloom::bind(model, &rig);
    Ok(Rigged::from_parts(model, rig, binding))
}

/// The document that `style` names: a file, or standard input for `-`.
fn read_style(style: &OsStr) -> Result<Style, Error> {
    let wrong = |why: String| Error::Style { what: style_name(style), why };
    let path = Path::new(style);
    let document = if style == "-" {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text).map(|_| text)
    } else if path.exists() {
        fs::read_to_string(path)
    } else {
        let why =
            "there is no such file, and a style code is not read by this version; name a file with a style document";
        return Err(wrong(why.to_owned()));
    };
    let document = document.map_err(|e| wrong(format!("the style can't be read: {e}")))?;
    // Some editors put a byte order mark in front.
    let document = document.trim_start_matches('\u{feff}').trim_ascii();
    if document.is_empty() {
        return Err(wrong("it is empty; give a style document".to_owned()));
    }
    if !document.starts_with('{') {
        let why = "it holds no style document, and a style code is not read by this version; a document starts with {";
        return Err(wrong(why.to_owned()));
    }
    serde_json::from_str(document).map_err(|e| wrong(e.to_string()))
}

/// The file's name, or as much of a code as helps to know it.
fn style_name(style: &OsStr) -> String {
    match style {
        _ if style == "-" => "standard input".to_owned(),
        _ if Path::new(style).exists() => text::os(style),
        _ => text::short(&text::os(style), 60),
    }
}
