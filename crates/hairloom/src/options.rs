use serde::{Deserialize, Serialize};

/// What a person may ask of [`crate::rig()`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RigOptions {
    /// Names of nodes, meshes or materials that are hair, each matched exactly. Empty: found by itself.
    pub hair: Vec<String>,
    /// Build new chains even where the file brings a rig.
    pub rerig: bool,
    /// How finely locks are told apart.
    pub locks: Detail,
    /// The most bones in all, the root bone included; 2 to [`RigOptions::MOST_BONES`], beyond which it counts as that.
    /// Default 256.
    pub max_bones: usize,
}

impl RigOptions {
    /// More bones than this a file cannot name: joints are 16-bit numbers.
    pub const MOST_BONES: usize = 65_535;
}

impl Default for RigOptions {
    fn default() -> Self {
        Self { hair: Vec::new(), rerig: false, locks: Detail::Normal, max_bones: 256 }
    }
}

/// How finely locks are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// Every strand that reads as one apart.
    Fine,
    /// Every clump that reads as one apart; cards that run together are one lock.
    #[default]
    Normal,
    /// Grouped as an artist gives chains.
    Coarse,
}
