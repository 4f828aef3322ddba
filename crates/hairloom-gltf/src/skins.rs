use glam::{DAffine3, DMat3, DVec3};
use gltf::json::accessor::Type;
use hairloom::Skin;

use crate::{Error, accessors, file::File};

/// Every skin of the file. Absent inverse bind matrices are identities, as the specification says.
pub(crate) fn read(file: &File<'_>) -> Result<Vec<Skin>, Error> {
    (0..file.all("skins").len()).map(|i| read_skin(file, i)).collect()
}

fn read_skin(file: &File<'_>, index: usize) -> Result<Skin, Error> {
    let part = format!("skins[{index}]");
    let skin: gltf::json::Skin = file.part("skins", index, &part)?;
    if skin.joints.is_empty() {
        return Err(Error::bad(part, "it has no joints"));
    }
    if skin.joints.len() > usize::from(u16::MAX) {
        return Err(Error::bad(part, format!("it has {} joints; 65535 can be named", skin.joints.len())));
    }
    let mut joints = Vec::with_capacity(skin.joints.len());
    for joint in &skin.joints {
        file.value("nodes", joint.value(), &format!("{part}.joints"))?;
        joints.push(joint.value());
    }
    // Its matrices, and where each joint carries its vertices.
    file.budget.charge_items::<[DAffine3; 2]>(joints.len(), &part)?;
    let inverse_bind_matrices = match skin.inverse_bind_matrices {
        Some(accessor) => read_matrices(file, accessor.value(), joints.len(), &part)?,
        None => vec![DAffine3::IDENTITY; joints.len()],
    };
    Ok(Skin { joints, inverse_bind_matrices })
}

fn read_matrices(file: &File<'_>, accessor: usize, joints: usize, part: &str) -> Result<Vec<DAffine3>, Error> {
    let part = format!("{part}.inverseBindMatrices");
    let mut numbers: Vec<[f32; 16]> = accessors::read_floats(file, accessor, &part, &[Type::Mat4], 0.0)?;
    if numbers.len() < joints {
        return Err(Error::bad(part, format!("it holds {} matrices for {joints} joints", numbers.len())));
    }
    numbers.truncate(joints);
    if let Some(bad) = numbers.iter().position(|m| m.iter().any(|number| !number.is_finite())) {
        return Err(Error::NotFinite { part, place: format!("joint {bad}") });
    }
    Ok(numbers.iter().map(|m| affine(&m.map(f64::from))).collect())
}

fn affine(m: &[f64; 16]) -> DAffine3 {
    let column = |c: usize| DVec3::new(m[4 * c], m[4 * c + 1], m[4 * c + 2]);
    DAffine3 { matrix3: DMat3::from_cols(column(0), column(1), column(2)), translation: column(3) }
}
