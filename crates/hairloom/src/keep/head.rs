//! Where the head is that the hair of a kept rig stands round.

use glam::DVec3;

use crate::hair::joints::{influences, used_vertices};
use crate::{Hair, Model};

/// Where the head is, in model space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) centre: DVec3,
    /// Half of the least side of what was seen of it, metres; 0 where nothing was.
    pub(super) radius: f64,
}

/// The middle of the box round all vertices, face and hair, that follow the head's joint most (or the root bone's, where no
/// head is known), else of the box round the hair. Its x is that of the joint, so that hair which is fuller on one side
/// does not move the character's middle.
pub(super) fn find_head(model: &Model, hair: &[Hair], root: Option<usize>) -> Head {
    let joint = model.head_node.or(root);
    let mut on_head = Bounds::default();
    if let Some(joint) = joint {
        for mesh in &model.meshes {
            for (vertex, mut four) in influences(model, mesh) {
                if four.next().is_some_and(|(node, _)| node == joint) {
                    on_head.add(mesh.positions[vertex].as_dvec3());
                }
            }
        }
    }
    let radius = on_head.0.map_or(0.0, |(low, high)| (high - low).min_element() / 2.0);
    let mut centre = on_head.middle().or_else(|| hair_bounds(model, hair).middle()).unwrap_or(DVec3::ZERO);
    if let Some(joint) = joint {
        centre.x = model.nodes[joint].model_from_node.translation.x;
    }
    Head { centre, radius }
}

/// The diagonal of the box round the hair, metres.
pub(super) fn hair_size(model: &Model, hair: &[Hair]) -> f64 {
    hair_bounds(model, hair).0.map_or(0.0, |(low, high)| (high - low).length())
}

fn hair_bounds(model: &Model, hair: &[Hair]) -> Bounds {
    let mut bounds = Bounds::default();
    for hair in hair {
        let mesh = &model.meshes[hair.mesh];
        let used = used_vertices(mesh);
        for (position, _) in mesh.positions.iter().zip(used).filter(|(_, used)| *used) {
            bounds.add(position.as_dvec3());
        }
    }
    bounds
}

#[derive(Default)]
struct Bounds(Option<(DVec3, DVec3)>);

impl Bounds {
    fn add(&mut self, point: DVec3) {
        self.0 = Some(self.0.map_or((point, point), |(low, high)| (low.min(point), high.max(point))));
    }

    fn middle(&self) -> Option<DVec3> {
        self.0.map(|(low, high)| (low + high) / 2.0)
    }
}
