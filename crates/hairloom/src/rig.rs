use glam::{DAffine3, DVec3};
use serde::{Deserialize, Serialize};

use crate::hair::find_hair;
use crate::{Detail, Error, Limits, Model, RigOptions, Trs, Warning, keep, make};

/// The bones of a hairstyle at rest, with their limits and twins.
///
/// # Invariants
/// - `bones` are sorted parents first; `bones[0]` is the root bone, with the id `root`
/// - every bone but the root belongs to exactly one chain; `chains[c].bones` are root first and never empty
/// - `joints[b].bone == Some(b)` for each bone of a rig of ours; a kept rig may have more joints than bones
/// - ids are unique; `twin` is symmetric and never a bone itself
#[derive(Clone, Debug)]
pub struct Rig {
    /// Made by us, or an artist's that is kept.
    pub origin: Origin,
    /// Parents first.
    pub bones: Vec<Bone>,
    /// In the order of their ids.
    pub chains: Vec<Chain>,
    /// The palette that influences point into.
    pub joints: Vec<Joint>,
    /// Which meshes are hair, and why.
    pub hair: Vec<Hair>,
    /// Parts that are connected after welding, in the hair.
    pub pieces: usize,
    /// How many locks were found; chains of an artist's rig when it is kept.
    pub locks: usize,
    /// For each entry of `hair`, the chain of each vertex (index into `chains`), or [`Rig::NO_CHAIN`] for what stays with
    /// the root bone. Empty for a kept rig: its weights are the artist's.
    pub chain_of_vertex: Vec<Vec<u32>>,
    /// For each entry of `hair`, how far along its chain each vertex lies: 0 at the scalp, 1 at the tip; 0 for what stays
    /// with the root bone. Empty for a kept rig.
    pub root_to_tip: Vec<Vec<f32>>,
    /// Rebuilt from [`Model::stored`]: then the fingerprint and the style that are stored there are this rig's.
    pub stored: bool,
    /// What the person should know.
    pub warnings: Vec<Warning>,
}

impl Rig {
    /// Stands in [`Rig::chain_of_vertex`] for a vertex that belongs to the root bone.
    pub const NO_CHAIN: u32 = u32::MAX;

    /// The bone with this id.
    pub fn bone(&self, id: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.id == id)
    }

    /// `model_from_bone` of every bone at rest, parents first.
    pub fn rest_frames(&self) -> Vec<DAffine3> {
        let mut frames: Vec<DAffine3> = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            let parent = bone.parent.map_or(DAffine3::IDENTITY, |p| frames[p]);
            frames.push(parent * bone.mount * bone.rest.affine());
        }
        frames
    }
}

/// Where a rig comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Built by `rig`.
    Made,
    /// An artist's, kept with its frames, names and weights.
    Kept,
}

/// A bone at rest.
#[derive(Clone, Debug)]
pub struct Bone {
    /// `<region>-<nn>-<kk>`, or `root`.
    pub id: String,
    /// The node's name: the id in a rig of ours, the artist's in a kept one.
    pub name: String,
    /// Index into [`Rig::bones`], less than this bone's own.
    pub parent: Option<usize>,
    /// Fixed nodes between the parent bone (or model space, where there is none) and this bone's own node:
    /// `parent_bone_from_mount`. Identity in rigs of ours, but for the root bone.
    pub mount: DAffine3,
    /// The node's transform at rest, below `mount`.
    pub rest: Trs,
    /// From its head to its child's, or to the tip of the lock, in metres of model space.
    pub length: f64,
    /// The axis of its own frame that runs along it. +Y in rigs of ours.
    pub along: Axis,
    /// What an edit may reach.
    pub limits: Limits,
    /// The bone on the other side of the character.
    pub twin: Option<usize>,
    /// None for the root bone.
    pub region: Option<Region>,
    /// Index into [`Rig::chains`]; none for the root bone.
    pub chain: Option<usize>,
    /// The file's node, in a kept or stored rig.
    pub node: Option<usize>,
}

/// A row of bones along one lock.
#[derive(Clone, Debug)]
pub struct Chain {
    /// `<region>-<nn>`.
    pub id: String,
    /// Where its middle hangs round the head; where its root stands, in a kept rig.
    pub region: Region,
    /// Indices into [`Rig::bones`], root first.
    pub bones: Vec<usize>,
    /// The centre line in model space, root first, at least two points. The bones lie on it in rigs of ours.
    pub line: Vec<DVec3>,
    /// The length of `line`, metres.
    pub length: f64,
    /// Index into [`Rig::chains`].
    pub twin: Option<usize>,
}

/// An entry of the palette: a bone with the inverse bind matrix of one skin.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The bone that moves it; none for joints outside the hair (spine, jaw), which stay at rest.
    pub bone: Option<usize>,
    /// `model_from_joint` at rest.
    pub model_from_joint: DAffine3,
    /// `joint_from_bind`: the inverse bind matrix, from the space of [`crate::MeshBinding::positions`].
    pub joint_from_bind: DAffine3,
}

/// A mesh that is hair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hair {
    /// Index into [`crate::Model::meshes`].
    pub mesh: usize,
    /// One short phrase for people.
    pub why: String,
}

/// Where on the head a lock grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Region {
    /// Towards the face.
    Front,
    /// The character's left, +X.
    Left,
    /// The character's right, −X.
    Right,
    /// The back of the head.
    Back,
    /// The crown.
    Top,
}

impl Region {
    /// All five, in the order ids are sorted by.
    pub const ALL: [Self; 5] = [Self::Front, Self::Left, Self::Right, Self::Back, Self::Top];

    /// As in ids and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Left => "left",
            Self::Right => "right",
            Self::Back => "back",
            Self::Top => "top",
        }
    }

    /// The region that `name` names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|region| region.name() == name)
    }

    /// The region across the character's middle.
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            other => other,
        }
    }
}

/// An axis of a bone's own frame, with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// +X
    #[serde(rename = "+x")]
    PosX,
    /// −X
    #[serde(rename = "-x")]
    NegX,
    /// +Y
    #[serde(rename = "+y")]
    PosY,
    /// −Y
    #[serde(rename = "-y")]
    NegY,
    /// +Z
    #[serde(rename = "+z")]
    PosZ,
    /// −Z
    #[serde(rename = "-z")]
    NegZ,
}

/// Bones for `model`: a rig stored in the file, else an artist's, else one of our own.
///
/// # Errors
/// [`Error::NoSuchHair`] and [`Error::NoHair`].
pub fn rig(model: &Model, options: &RigOptions) -> Result<Rig, Error> {
    let hair = find_hair(model, options)?;
    let existing = if options.rerig { None } else { existing_rig(model, &hair) };
    let Some(mut rig) = existing else { return make::make_rig(model, hair, options) };
    if options.locks != Detail::Normal || rig.bones.len() > options.max_bones {
        let text = format!(
            "the rig that the file brings is kept with its {} bones; how locks are told apart and how many bones there may be \
             counts for new chains only: add --rerig",
            rig.bones.len()
        );
        rig.warnings.push(Warning::new("rig_kept", text));
    }
    Ok(rig)
}

/// The rig that the file itself brings for `hair`: one of ours that is stored in it, else an artist's. Looks for no locks.
pub fn existing_rig(model: &Model, hair: &[Hair]) -> Option<Rig> {
    keep::stored_rig(model, hair).or_else(|| keep::artist_rig(model, hair))
}
