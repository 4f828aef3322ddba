use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use hairloom::RigOptions;
use rayon::prelude::*;
use serde_json::Value;

use crate::args::RigArgs;
use crate::error::Error;
use crate::progress::Files;
use crate::report::Report;
use crate::rig::{Rigging, json, rig_file, summary, tell_warnings};
use crate::{output, text};

const ENDINGS: [&str; 3] = ["glb", "gltf", "vrm"];

/// `hairloom rig DIR -o DIR`: every model of the folder itself, in parallel. A bad file never stops the others.
pub(crate) fn run(args: &RigArgs, options: &RigOptions) -> Result<(), Error> {
    let (folder, out) = (&args.input, &args.output);
    if fs::metadata(out).is_ok_and(|meta| !meta.is_dir()) {
        let why = "it is a file, but what is to be rigged is a folder; name a folder to write to";
        return Err(Error::usage(out, why));
    }
    if output::same(folder, out) {
        return Err(Error::usage(out, "it is the folder that is read; name another, so that nothing is overwritten"));
    }
    let models = models(folder)?;
    check_stems(folder, &models)?;
    fs::create_dir_all(out).map_err(|source| Error::Write { path: out.clone(), source })?;
    if let Some(path) = &args.report {
        let taken: Vec<PathBuf> = models.iter().flat_map(|model| [folder.join(model), target(out, model)]).collect();
        output::check(path, &taken.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
    }

    let files = Files::new(models.len());
    let results: Vec<Result<Report, Error>> = models
        .par_iter()
        .map(|model| {
            let name = text::os(model);
            files.begin(&name);
            let result = rig_one(&folder.join(model), &target(out, model), options);
            files.end(&name, &result.as_ref().map_or_else(|_| "failed".to_owned(), summary));
            result
        })
        .collect();
    drop(files);
    finish(args, &models, &results)
}

fn rig_one(input: &Path, output: &Path, options: &RigOptions) -> Result<Report, Error> {
    output::check(output, &[input])?;
    let Rigging { glb, report } = rig_file(input, output, options, |_| ())?;
    output::commit(vec![glb])?;
    Ok(report)
}

/// Tells warnings, failures, the report and the sum, all in the files' order.
fn finish(args: &RigArgs, models: &[OsString], results: &[Result<Report, Error>]) -> Result<(), Error> {
    let mut failed = Vec::new();
    for (model, result) in models.iter().zip(results) {
        match result {
            Ok(report) => tell_warnings(&args.input.join(model), &report.warnings),
            Err(error) => {
                error.tell();
                failed.push(text::os(model));
            }
        }
    }
    if let Some(path) = &args.report {
        output::commit(vec![output::stage(path, json(&reports(models, results)))?])?;
    }
    let done = results.iter().flatten();
    let (locks, bones) = done.fold((0, 0), |(locks, bones), report| (locks + report.locks, bones + report.bones));
    text::say(&format!(
        "{}: {} rigged, {}, {}\n",
        text::path(&args.output),
        text::count(models.len() - failed.len(), "file"),
        text::count(locks, "lock"),
        text::count(bones, "bone"),
    ))?;
    if failed.is_empty() { Ok(()) } else { Err(Error::Failed { failed, total: models.len() }) }
}

/// From file name to report, or to `{"error": …}`.
fn reports(models: &[OsString], results: &[Result<Report, Error>]) -> BTreeMap<String, Value> {
    let value = |result: &Result<Report, Error>| match result {
        Ok(report) => serde_json::to_value(report).unwrap_or_default(),
        Err(error) => serde_json::json!({ "error": text::one_line(&error.to_string()) }),
    };
    models.iter().zip(results).map(|(model, result)| (text::os(model), value(result))).collect()
}

/// The names of the models in `folder`, sorted; hidden files are none.
fn models(folder: &Path) -> Result<Vec<OsString>, Error> {
    let error = |source| Error::Read { path: folder.to_owned(), source };
    let mut models = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let entry = entry.map_err(error)?;
        let (name, path) = (entry.file_name(), entry.path());
        let ending = path.extension().is_some_and(|e| ENDINGS.iter().any(|ending| e.eq_ignore_ascii_case(ending)));
        // A link that leads nowhere is a model that can't be read, and told as such.
        if ending && !path.is_dir() && !name.as_encoded_bytes().starts_with(b".") {
            models.push(name);
        }
    }
    if models.is_empty() {
        let why = "it holds no .glb, .gltf or .vrm file; folders below it are not searched";
        return Err(Error::Folder { path: folder.to_owned(), why: why.to_owned() });
    }
    models.sort_unstable();
    Ok(models)
}

fn check_stems(folder: &Path, models: &[OsString]) -> Result<(), Error> {
    let mut by_stem: BTreeMap<OsString, &OsString> = BTreeMap::new();
    for model in models {
        let stem = target(Path::new(""), model).into_os_string();
        // These systems take Hair.glb and hair.glb for the same file.
        let stem = if cfg!(any(windows, target_os = "macos")) { stem.to_ascii_lowercase() } else { stem };
        if let Some(other) = by_stem.insert(stem, model) {
            let (a, b) = (text::os(other), text::os(model));
            let why = format!("{a} and {b} would both be written as one file; rename one of them");
            return Err(Error::Folder { path: folder.to_owned(), why });
        }
    }
    Ok(())
}

/// OUT/STEM.glb
fn target(out: &Path, model: &OsString) -> PathBuf {
    out.join(Path::new(model).with_extension("glb"))
}
