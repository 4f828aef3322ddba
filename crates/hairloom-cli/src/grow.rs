use hairloom::GrowOptions;

use crate::args::GrowArgs;
use crate::error::{Error, guarded};
use crate::output;
use crate::rig::json;
use crate::text;

/// `hairloom grow`
pub(crate) fn run(args: &GrowArgs) -> Result<(), Error> {
    let (Some(name), Some(output)) = (&args.name, &args.output) else {
        let names: String = hairloom::grow_names().iter().map(|name| format!("{name}\n")).collect();
        return Ok(text::say(&names)?);
    };
    output::check(output, &[])?;
    if let Some(truth) = &args.truth {
        output::check(truth, &[output])?;
    }
    let options = GrowOptions { scale: args.scale, seed: args.seed };
    let (glb, truth, locks, vertices) = guarded(output, || {
        let grown = hairloom::grow(name, &options).map_err(Error::Asked)?;
        let truth = args.truth.as_ref().map(|path| output::stage(path, json(&grown.truth()))).transpose()?;
        let vertices = grown.model.meshes.iter().map(|mesh| mesh.positions.len()).sum();
        let glb = output::stage(output, hairloom_gltf::write_model(&grown.model))?;
        Ok((glb, truth, grown.locks.len(), vertices))
    })?;
    let quiet = !glb.is_plain_file();
    output::commit(std::iter::once(glb).chain(truth).collect())?;
    if quiet {
        return Ok(());
    }
    let (locks, vertices) = (text::count(locks, "lock"), text::vertices(vertices));
    Ok(text::say(&format!("{}: {name} with {locks}, {vertices}\n", text::path(output)))?)
}
