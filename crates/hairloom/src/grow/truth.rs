use serde::Serialize;

use super::Grown;

/// What is known of a grown hairstyle, for tests of anything that finds locks: one JSON object, metres, model space.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Truth {
    /// 1.
    pub version: u32,
    /// The hairstyle.
    pub name: String,
    /// The lock of each vertex, an index into `locks`.
    pub lock: Vec<i32>,
    /// 0 at the root to 1 at the tip, of each vertex.
    pub t: Vec<f32>,
    /// Every lock.
    pub locks: Vec<TruthLock>,
    /// The middle of the head.
    pub head: [f64; 3],
}

/// What is known of one lock.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TruthLock {
    /// Its index.
    pub id: usize,
    /// Its centre line from root to tip.
    pub points: Vec<[f64; 3]>,
    /// The length of that line.
    pub length: f64,
    /// How far the lock reaches from it, the 95th percentile.
    pub radius: f64,
}

impl Grown {
    /// What is known of this hairstyle.
    pub fn truth(&self) -> Truth {
        let lock = |(id, lock): (usize, &super::GrownLock)| TruthLock {
            id,
            points: lock.points.iter().map(glam::DVec3::to_array).collect(),
            length: lock.length(),
            radius: lock.radius,
        };
        Truth {
            version: 1,
            name: self.name.clone(),
            lock: self.model.meshes.iter().flat_map(|mesh| mesh.lock_labels.iter().copied()).collect(),
            t: self.root_to_tip.clone(),
            locks: self.locks.iter().enumerate().map(lock).collect(),
            head: self.head_centre.to_array(),
        }
    }
}
