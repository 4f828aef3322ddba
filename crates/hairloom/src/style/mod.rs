//! The style document: what it holds, and whether it fits a rig. `read` and `write` are its JSON.

mod object;
mod read;
mod write;

use std::collections::BTreeMap;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{Error, Fingerprint, Rig};

/// The style document: only what differs from rest. The one thing that is saved, undone and shared.
///
/// # JSON
/// `{"format": "hairloom-style", "version": 1, "rig": "<16 hex>", "shape": {…}, "bones": {…}, "chains": {…}, "colour": {…}}`.
/// Written: only what differs from rest; every number survives to the bit. Read: `format` and `version` must be there and be
/// these; what else is missing is at rest; an unknown key, a key told twice, a number out of its range (see
/// [`Edit::MAX_TRANSLATION`] and its neighbours) and an id of another form are errors that name the place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    /// The fingerprint of the rig it was made on.
    pub rig: Option<Fingerprint>,
    /// The sliders in plain words, by region or for all.
    pub shape: BTreeMap<ShapeTarget, Shape>,
    /// Edits by bone id. An edit that is zero change is not kept.
    pub bones: BTreeMap<String, Edit>,
    /// The place of edited chains, so that a style can be laid on another hairstyle.
    pub chains: BTreeMap<String, ChainPlace>,
    /// Colours.
    pub colour: Option<Colour>,
}

/// The edit of a bone: nine numbers in the edit frame, zero change at rest.
///
/// In JSON only the parts that differ from rest, each an array of three.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edit {
    /// Left–right, up–down, front–back; metres.
    pub translation: DVec3,
    /// Pitch about x, yaw about y, roll about z; degrees, applied yaw, then pitch, then roll (intrinsic Y-X-Z).
    pub rotation_deg: DVec3,
    /// Width x, height (along the bone) y, depth z.
    pub scale: DVec3,
}

/// The least and the greatest edit of a bone, number by number. An infinite bound is free.
///
/// In JSON `{"min": {…}, "max": {…}}` with all nine numbers each, as [`Limits::effective`] tells them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Never above zero change.
    pub min: Edit,
    /// Never below zero change.
    pub max: Edit,
}

/// What a set of shape sliders acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShapeTarget {
    /// The whole hair.
    All,
    /// Locks at the front.
    Front,
    /// Locks at the character's left.
    Left,
    /// Locks at the character's right.
    Right,
    /// Locks at the back.
    Back,
    /// Locks on the crown.
    Top,
}

/// The sliders in plain words, each from −1 to 1, 0 at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Shape {
    /// Longer or shorter.
    #[serde(skip_serializing_if = "write::is_zero")]
    pub length: f64,
    /// Fuller or flatter.
    #[serde(skip_serializing_if = "write::is_zero")]
    pub volume: f64,
    /// Away from the scalp at the root.
    #[serde(skip_serializing_if = "write::is_zero")]
    pub lift: f64,
    /// Curlier or straighter.
    #[serde(skip_serializing_if = "write::is_zero")]
    pub curl: f64,
    /// Swept to one side.
    #[serde(skip_serializing_if = "write::is_zero")]
    pub sweep: f64,
}

/// Where an edited chain stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChainPlace {
    /// The root's place, metres, model space.
    pub root: DVec3,
    /// Metres.
    pub length_m: f64,
    /// How many bones.
    pub bones: usize,
}

/// The hair's colours, as `#rrggbb`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Colour {
    /// At the scalp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// At the tips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tip: Option<String>,
}

impl Style {
    /// The edit of the bone with this id; zero change where there is none.
    pub fn edit_of(&self, id: &str) -> Edit {
        self.bones.get(id).copied().unwrap_or(Edit::REST)
    }

    /// Nothing differs from rest.
    pub fn is_rest(&self) -> bool {
        self.bones.values().all(Edit::is_rest) && self.unapplied().is_empty()
    }

    /// Whether this style is for `rig`, whose fingerprint is `fingerprint`. A style that names no rig fits when its bones
    /// are there.
    ///
    /// # Errors
    /// [`Error::OtherRig`], and [`Error::UnknownBone`] with the first id that `rig` does not have.
    pub fn check(&self, rig: &Rig, fingerprint: Fingerprint) -> Result<(), Error> {
        if let Some(style) = self.rig.filter(|&style| style != fingerprint) {
            return Err(Error::OtherRig { style, rig: fingerprint });
        }
        let known: std::collections::BTreeSet<&str> = rig.bones.iter().map(|bone| bone.id.as_str()).collect();
        match self.bones.keys().find(|id| !known.contains(id.as_str())) {
            Some(id) => Err(Error::UnknownBone { id: id.clone() }),
            None => Ok(()),
        }
    }

    /// The parts of the document that differ from rest and that [`crate::pose()`] does not act on: `shape`, `colour`.
    pub fn unapplied(&self) -> Vec<&'static str> {
        let shape = self.shape.values().any(|shape| *shape != Shape::default());
        let colour = self.colour.as_ref().is_some_and(|colour| *colour != Colour::default());
        [(shape, "shape"), (colour, "colour")].into_iter().filter_map(|(there, name)| there.then_some(name)).collect()
    }

    /// Notes what the style was made on, before it is saved: the rig's fingerprint, and the place of each chain with an
    /// edited bone. Chains without an edit are left out.
    pub fn stamp(&mut self, rig: &Rig, fingerprint: Fingerprint) {
        self.rig = Some(fingerprint);
        let edited = |bones: &[usize]| bones.iter().any(|&b| !self.edit_of(&rig.bones[b].id).is_rest());
        let places = rig.chains.iter().filter(|chain| edited(&chain.bones)).map(|chain| {
            let root = chain.line.first().copied().unwrap_or_default();
            (chain.id.clone(), ChainPlace { root, length_m: chain.length, bones: chain.bones.len() })
        });
        self.chains = places.collect();
    }
}

impl ShapeTarget {
    /// The target that a document calls so.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "all" => Some(Self::All),
            "front" => Some(Self::Front),
            "left" => Some(Self::Left),
            "right" => Some(Self::Right),
            "back" => Some(Self::Back),
            "top" => Some(Self::Top),
            _ => None,
        }
    }
}

impl Edit {
    /// Zero change.
    pub const REST: Self = Self { translation: DVec3::ZERO, rotation_deg: DVec3::ZERO, scale: DVec3::ONE };

    /// Zero change.
    pub fn is_rest(&self) -> bool {
        *self == Self::REST
    }
}

impl Default for Edit {
    fn default() -> Self {
        Self::REST
    }
}
