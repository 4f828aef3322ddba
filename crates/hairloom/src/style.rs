use std::collections::BTreeMap;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::Fingerprint;

/// The style document: only what differs from rest. The one thing that is saved, undone and shared.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edit {
    /// Left–right, up–down, front–back; metres.
    pub translation: DVec3,
    /// Pitch about x, yaw about y, roll about z; degrees, applied yaw, then pitch, then roll (intrinsic Y-X-Z).
    pub rotation_deg: DVec3,
    /// Width x, height (along the bone) y, depth z.
    pub scale: DVec3,
}

/// The least and the greatest edit of a bone, number by number.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shape {
    /// Longer or shorter.
    pub length: f64,
    /// Fuller or flatter.
    pub volume: f64,
    /// Away from the scalp at the root.
    pub lift: f64,
    /// Curlier or straighter.
    pub curl: f64,
    /// Swept to one side.
    pub sweep: f64,
}

/// Where an edited chain stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainPlace {
    /// The root's place, metres, model space.
    pub root: DVec3,
    /// Metres.
    pub length_m: f64,
    /// How many bones.
    pub bones: usize,
}

/// The hair's colours, as `#rrggbb`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Colour {
    /// At the scalp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// At the tips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tip: Option<String>,
}

impl Edit {
    /// Zero change.
    pub const REST: Self = Self { translation: DVec3::ZERO, rotation_deg: DVec3::ZERO, scale: DVec3::ONE };
}

impl Default for Edit {
    fn default() -> Self {
        Self::REST
    }
}
