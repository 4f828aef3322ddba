//! The vertex attributes of a hair primitive in the patched file.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;
use hairloom::{Influences, Mesh};
use serde_json::{Value, json};

use super::patch::{Object, Patch, object_mut};
use super::place::Place;
use super::stored_vertices::has_same_triangles;
use crate::{Asset, Error};

/// Positions and normals in model space, of one length.
pub(super) type Geometry<'a> = (&'a [Vec3], &'a [Vec3]);

/// Accessors that primitives of one node with the same stored vertices share, where they hold the same.
#[derive(Debug, Default)]
pub(super) struct Shared<'a> {
    geometry: BTreeMap<(usize, usize), (Geometry<'a>, usize, usize)>,
    influences: BTreeMap<(usize, usize), (&'a [Influences], usize, usize)>,
    /// (node, mesh) pairs that lost their morph targets.
    pub(super) without_morphs: BTreeSet<(usize, usize)>,
}

impl Patch {
    /// The primitive at `place`.
    ///
    /// # Errors
    /// [`Error::OtherFile`] where it is not there.
    pub(super) fn primitive_mut(&mut self, place: &Place) -> Result<&mut Object, Error> {
        let mesh = self.meshes.get_mut(place.mesh).and_then(|mesh| mesh.get_mut("primitives"));
        let primitive = mesh.and_then(|primitives| primitives.get_mut(place.primitive)).and_then(Value::as_object_mut);
        primitive.ok_or_else(|| Error::other_file(format!("meshes[{}].primitives[{}]", place.mesh, place.primitive)))
    }

    /// Stores positions and normals in the file's own axes and units. What was told relative to the old ones goes: tangents
    /// and morph targets.
    pub(super) fn store_geometry<'a>(
        &mut self,
        shared: &mut Shared<'a>,
        asset: &Asset,
        mesh: &Mesh,
        place: &Place,
        geometry: Geometry<'a>,
    ) -> Result<(), Error> {
        let key = (place.node, mesh.vertex_source);
        let (position, normal) = match shared.geometry.get(&key).filter(|(known, ..)| *known == geometry) {
            Some(&(_, position, normal)) => (position, normal),
            None => {
                let (position, normal) = self.add_geometry(asset, geometry);
                shared.geometry.insert(key, (geometry, position, normal));
                (position, normal)
            }
        };
        let same = has_same_triangles(asset, mesh);
        let indices = (!same).then(|| self.add_indices(&mesh.indices, mesh.positions.len()));
        let primitive = self.primitive_mut(place)?;
        if primitive.shift_remove("targets").is_some() {
            shared.without_morphs.insert((place.node, place.mesh));
        }
        if let Some(indices) = indices {
            primitive.insert("indices".to_owned(), json!(indices));
            primitive.shift_remove("mode");
        }
        let attributes = attributes_mut(primitive, place)?;
        attributes.shift_remove("TANGENT");
        attributes.insert("POSITION".to_owned(), json!(position));
        attributes.insert("NORMAL".to_owned(), json!(normal));
        Ok(())
    }

    fn add_geometry(&mut self, asset: &Asset, (positions, normals): Geometry<'_>) -> (usize, usize) {
        let file_from_model = asset.model.file_from_model();
        let turn = asset.model.file_turn();
        let place = |p: &Vec3| file_from_model.transform_point3(p.as_dvec3()).as_vec3();
        let positions: Vec<Vec3> = positions.iter().map(place).collect();
        let normals: Vec<Vec3> = normals.iter().map(|n| (turn * n.as_dvec3()).as_vec3()).collect();
        (self.add_positions(&positions), self.add_vec3(&normals))
    }

    /// Stores the weights of a primitive in place of any that it has.
    pub(super) fn store_influences<'a>(
        &mut self,
        shared: &mut Shared<'a>,
        mesh: &Mesh,
        place: &Place,
        influences: &'a [Influences],
    ) -> Result<(), Error> {
        let key = (place.node, mesh.vertex_source);
        let (joints, weights) = match shared.influences.get(&key).filter(|(known, ..)| *known == influences) {
            Some(&(_, joints, weights)) => (joints, weights),
            None => {
                let (joints, weights) = self.add_influences(influences);
                shared.influences.insert(key, (influences, joints, weights));
                (joints, weights)
            }
        };
        self.drop_influences(place)?;
        let attributes = attributes_mut(self.primitive_mut(place)?, place)?;
        attributes.insert("JOINTS_0".to_owned(), json!(joints));
        attributes.insert("WEIGHTS_0".to_owned(), json!(weights));
        Ok(())
    }

    /// Takes the weights of a primitive away.
    pub(super) fn drop_influences(&mut self, place: &Place) -> Result<(), Error> {
        let attributes = attributes_mut(self.primitive_mut(place)?, place)?;
        attributes.retain(|name, _| !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_"));
        Ok(())
    }
}

/// The attributes of the primitive at `place`.
pub(super) fn attributes_mut<'a>(primitive: &'a mut Object, place: &Place) -> Result<&'a mut Object, Error> {
    let part = || Error::other_file(format!("meshes[{}].primitives[{}].attributes", place.mesh, place.primitive));
    object_mut(primitive, "attributes").ok_or_else(part)
}
