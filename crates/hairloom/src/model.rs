use glam::{DAffine3, DMat3, DVec3, Vec2, Vec3};

use crate::{Fingerprint, Limits, Origin, Region, Rig, Style, Trs};

/// A file's default scene as plain vectors, checked once by the reader and trusted from there on.
///
/// # Space
/// Model space is ours: metres, +Y up, the face looks along +Z, the character's left is +X. [`Model::model_from_file`]
/// says how the reader got there.
///
/// # Invariants (the reader's duty)
/// - every number is finite; every index (`node`, `material`, `skin`, `image`, vertex indices, joints) is in range
/// - the node graph is a forest: `parent` never forms a cycle
/// - in a [`Mesh`], `normals.len() == positions.len()`; `uvs`, `colours`, `lock_labels` are that long or empty;
///   `indices.len()` is a multiple of 3
/// - a mesh's triangles are wound so that front faces are counter-clockwise in model space (mirrored nodes included)
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// What the default scene draws: one entry for each node and triangle primitive, in node then primitive order.
    pub meshes: Vec<Mesh>,
    /// Every node of the file, in file order (indices are the file's).
    pub nodes: Vec<Node>,
    /// Every skin of the file, in file order.
    pub skins: Vec<Skin>,
    /// Every material of the file, in file order.
    pub materials: Vec<Material>,
    /// Every image of the file, still encoded.
    pub images: Vec<Image>,
    /// The node that VRM's humanoid, or a skeleton's names, call the head.
    pub head_node: Option<usize>,
    /// VRM spring bones, as node indices.
    pub springs: Vec<SpringChain>,
    /// A rig of ours, or a kept one with our ids, that the file brought along in `extras`.
    pub stored: Option<StoredRig>,
    /// The similarity from the file's world to model space: a turn about Y by 0 or 180 degrees and an even scale.
    pub model_from_file: DAffine3,
    /// What was mended or left out while reading.
    pub warnings: Vec<Warning>,
}

/// One triangle primitive as a node shows it, at rest.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// The name of the file's mesh; may be empty.
    pub name: String,
    /// The node that shows it.
    pub node: usize,
    /// The file's (mesh, primitive) pair that it comes from.
    pub source: (usize, usize),
    /// Meshes with the same number read the same stored vertices (instances, primitives that share accessors).
    pub vertex_source: usize,
    /// Index into [`Model::materials`].
    pub material: Option<usize>,
    /// Rest positions in model space: morphs, node transforms and the rest pose of a skin applied.
    pub positions: Vec<Vec3>,
    /// Unit rest normals in model space. Computed where the file has none.
    pub normals: Vec<Vec3>,
    /// The texture coordinates that the material's base colour is read with, transformed as it asks
    /// (`KHR_texture_transform`); or empty.
    pub uvs: Vec<Vec2>,
    /// Linear RGBA, or empty.
    pub colours: Vec<[f32; 4]>,
    /// Triangles.
    pub indices: Vec<u32>,
    /// `_LOCK`: the lock of each vertex, −1 for the scalp; or empty.
    pub lock_labels: Vec<i32>,
    /// The file's own skinning of this mesh.
    pub skinning: Option<Skinning>,
}

/// How the file itself skins a mesh.
#[derive(Clone, Debug, Default)]
pub struct Skinning {
    /// Index into [`Model::skins`].
    pub skin: usize,
    /// Positions as stored (morphs applied), in the space that the skin's inverse bind matrices start from.
    pub bind_positions: Vec<Vec3>,
    /// Unit normals in the same space.
    pub bind_normals: Vec<Vec3>,
    /// (index into [`Skin::joints`], weight); at most four, heaviest first, the rest 0; sum 1; no joint twice.
    pub influences: Vec<[(u16, f32); 4]>,
    /// Weights or joints differ from what the file stores (renormalised, merged, mended), so a writer must store these.
    pub mended: bool,
}

/// A node of the file.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// May be empty; any language.
    pub name: String,
    /// Index into [`Model::nodes`].
    pub parent: Option<usize>,
    /// Its transform at rest, in its parent's frame and the file's units. A stored pose is taken out again (see
    /// [`StoredBone::rest`]).
    pub rest: Trs,
    /// Where it stands at rest, told in model space.
    pub model_from_node: DAffine3,
    /// Part of the default scene.
    pub in_scene: bool,
}

/// A skin of the file.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    /// Node indices.
    pub joints: Vec<usize>,
    /// `joint_from_bind` of each joint, as long as `joints`.
    pub inverse_bind_matrices: Vec<DAffine3>,
}

/// What the picture needs to know of a material.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// May be empty.
    pub name: String,
    /// Linear RGBA.
    pub base_colour: [f32; 4],
    /// Index into [`Model::images`].
    pub base_colour_image: Option<usize>,
    /// How alpha is read.
    pub alpha: AlphaMode,
    /// Both sides are drawn.
    pub double_sided: bool,
    /// `KHR_materials_unlit`.
    pub unlit: bool,
}

/// How a material's alpha is read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum AlphaMode {
    /// Alpha is ignored.
    #[default]
    Opaque,
    /// Drawn where alpha is at least the cutoff.
    Mask {
        /// 0 to 1.
        cutoff: f32,
    },
    /// Blended.
    Blend,
}

/// An encoded picture (PNG, JPEG, WebP), told apart by its bytes and not by what the file calls it.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// `image/png`, `image/jpeg`, `image/webp`, or empty when unknown.
    pub mime_type: String,
    /// Encoded bytes; empty when the picture lies outside the file.
    pub bytes: Vec<u8>,
}

/// A VRM spring: the nodes that swing, root first.
#[derive(Clone, Debug, Default)]
pub struct SpringChain {
    /// What the author calls it; may be empty.
    pub name: String,
    /// Node indices, root first.
    pub nodes: Vec<usize>,
}

/// A rig that a file of ours carries in its `extras`.
#[derive(Clone, Debug)]
pub struct StoredRig {
    /// Its bones in the rig's order: parents first, the root bone first of all.
    pub bones: Vec<StoredBone>,
    /// Made by us, or an artist's that was kept.
    pub origin: Origin,
    /// How many locks were found: more than chains where locks share them. None where it isn't told.
    pub locks: Option<usize>,
    /// As it was written.
    pub fingerprint: Option<Fingerprint>,
    /// The style the file was posed with.
    pub style: Option<Style>,
}

/// What `extras` tell of one bone.
#[derive(Clone, Debug)]
pub struct StoredBone {
    /// Index into [`Model::nodes`].
    pub node: usize,
    /// Our id.
    pub id: String,
    /// Where it stands round the head; none for the root bone.
    pub region: Option<Region>,
    /// The length of the bone in metres.
    pub length: f64,
    /// Its limits, or none when they were stripped.
    pub limits: Option<Limits>,
    /// The node's transform at rest, when the file holds a pose.
    pub rest: Option<Trs>,
}

/// Something that was mended, skipped or guessed. `code` is stable and in snake_case; `message` is one sentence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Warning {
    /// Stable, for programs.
    pub code: String,
    /// For people.
    pub message: String,
}

impl Warning {
    /// A warning from its code and sentence.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }
}

impl Model {
    /// The box round all rest positions that a triangle uses, in model space; none for an empty model.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let used = |mesh: &Mesh| mesh.indices.iter().map(|&i| mesh.positions[i as usize]).collect::<Vec<_>>();
        self.meshes.iter().flat_map(used).fold(None, |bounds, p| match bounds {
            None => Some((p, p)),
            Some((low, high)) => Some((low.min(p), high.max(p))),
        })
    }

    /// The style that the file was posed with: at rest where it has none, or where `rig` is not the one that the file stores.
    pub fn stored_style(&self, rig: &Rig) -> Style {
        let stored = self.stored.as_ref().filter(|_| rig.stored);
        stored.and_then(|stored| stored.style.clone()).unwrap_or_default()
    }

    /// The same turn and scale backwards, for writing in the file's own axes and units.
    pub fn file_from_model(&self) -> DAffine3 {
        self.model_from_file.inverse()
    }

    /// The file's units in a metre: 1 in a file in metres, 100 in one in centimetres.
    pub fn file_units_per_metre(&self) -> f64 {
        (self.file_from_model().matrix3 * DVec3::Y).length()
    }

    /// The rotation part of [`Model::file_from_model`].
    pub fn file_turn(&self) -> DMat3 {
        let matrix = self.file_from_model().matrix3;
        let scale = matrix.y_axis.length();
        DMat3::from_cols(matrix.x_axis / scale, matrix.y_axis / scale, matrix.z_axis / scale)
    }
}
