//! Where the bones of a rig of ours hang in the file, and how their transforms are told there.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use hairloom::{Model, Trs};

/// The largest relative error at which a matrix still counts as a turn with an even scale.
const SIMILAR: f64 = 1e-4;

/// The node that the root bone, or baked hair, is a child of.
#[derive(Clone, Debug)]
pub(super) struct Host {
    /// None: the scene itself.
    pub(super) node: Option<usize>,
    /// `file_from_host`, in the file's own axes and units.
    pub(super) world: DAffine3,
    file_from_model: DAffine3,
    /// `host_from_file`, the turn alone.
    turn: DQuat,
    /// Units of the host's frame in a metre.
    units: f64,
}

impl Host {
    /// The head, so that hair follows an avatar; the scene where there is none, or where it is mirrored or squeezed.
    pub(super) fn of(model: &Model) -> Self {
        let head = model.head_node.filter(|&node| model.nodes.get(node).is_some_and(|node| node.in_scene));
        let found = head.and_then(|node| {
            let world = world(model, node);
            similarity(&world).map(|scale| (node, world, scale))
        });
        let file_from_model = model.file_from_model();
        let (node, world, scale) = found.map_or((None, DAffine3::IDENTITY, 1.0), |(n, w, s)| (Some(n), w, s));
        let host_from_model = turn_of(&world, scale).transpose() * model.file_turn();
        Self {
            node,
            world,
            file_from_model,
            turn: DQuat::from_mat3(&host_from_model).normalize(),
            units: model.file_units_per_metre() / scale,
        }
    }

    /// A root bone's transform in model space, told in the host's frame.
    pub(super) fn root(&self, model_from_root: &Trs) -> Trs {
        let place = self.file_from_model.transform_point3(model_from_root.translation);
        Trs {
            translation: self.world.inverse().transform_point3(place),
            rotation: self.turn * model_from_root.rotation,
            scale: model_from_root.scale,
        }
    }

    /// Any other bone's transform in its parent's frame, in the file's units.
    pub(super) fn child(&self, parent_from_bone: &Trs) -> Trs {
        Trs { translation: parent_from_bone.translation * self.units, ..*parent_from_bone }
    }

    /// What puts a node in the host's frame where the file's world is: `host_from_file`. None for the scene.
    pub(super) fn host_from_file(&self) -> Option<Trs> {
        self.node?;
        let inverse = self.world.inverse();
        let scale = similarity(&inverse)?;
        Some(Trs {
            translation: inverse.translation,
            rotation: DQuat::from_mat3(&turn_of(&inverse, scale)).normalize(),
            scale: DVec3::splat(scale),
        })
    }
}

/// Where a node stands at rest, in the file's own axes and units.
pub(super) fn world(model: &Model, node: usize) -> DAffine3 {
    let model_from_node = model.nodes.get(node).map_or(DAffine3::IDENTITY, |node| node.model_from_node);
    model.file_from_model() * model_from_node
}

/// The scale of a turn with an even, positive scale; none for any other matrix.
pub(super) fn similarity(matrix: &DAffine3) -> Option<f64> {
    let [x, y, z] = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
    let scale = (x.length() + y.length() + z.length()) / 3.0;
    let even = [x, y, z].iter().all(|axis| (axis.length() - scale).abs() <= SIMILAR * scale);
    let square = [x.dot(y), y.dot(z), z.dot(x)].iter().all(|dot| dot.abs() <= SIMILAR * scale * scale);
    (scale > 1e-12 && scale.is_finite() && even && square && matrix.matrix3.determinant() > 0.0).then_some(scale)
}

fn turn_of(matrix: &DAffine3, scale: f64) -> DMat3 {
    let m = matrix.matrix3;
    DMat3::from_cols(m.x_axis / scale, m.y_axis / scale, m.z_axis / scale)
}

#[cfg(test)]
mod tests {
    use hairloom::Node;

    use super::*;

    /// A file in centimetres that faces −Z, with a head that is turned and scaled.
    fn model() -> Model {
        let model_from_file =
            DAffine3 { matrix3: DMat3::from_diagonal(DVec3::new(-0.01, 0.01, -0.01)), translation: DVec3::ZERO };
        let head = Trs {
            translation: DVec3::new(3.0, 150.0, 1.0),
            rotation: DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8),
            scale: DVec3::splat(2.0),
        };
        let node = Node { model_from_node: model_from_file * head.affine(), in_scene: true, ..Node::default() };
        Model { nodes: vec![node], head_node: Some(0), model_from_file, ..Model::default() }
    }

    #[test]
    fn bones_under_a_head_stand_where_the_rig_says() {
        let model = model();
        let host = Host::of(&model);
        assert_eq!(host.node, Some(0));
        let root = Trs::from_rotation_translation(DQuat::from_xyzw(0.6, 0.0, 0.0, 0.8), DVec3::new(0.1, 1.6, 0.2));
        let child = Trs::from_rotation_translation(DQuat::IDENTITY, DVec3::new(0.0, 0.1, 0.0));
        let local = host.root(&root).affine() * host.child(&child).affine();
        let tip = model.model_from_file * host.world * local;
        let wanted = root.affine() * child.affine();
        assert!(tip.translation.distance(wanted.translation) < 1e-12);
        let axis = (tip.matrix3 * DVec3::Z).normalize();
        assert!(axis.distance(wanted.matrix3 * DVec3::Z) < 1e-12);
    }

    #[test]
    fn the_way_back_undoes_the_host() {
        let host = Host::of(&model());
        let back = host.world * host.host_from_file().unwrap().affine();
        assert!(back.abs_diff_eq(DAffine3::IDENTITY, 1e-9));
    }

    #[test]
    fn a_squeezed_or_mirrored_head_is_no_host() {
        for scale in [DVec3::new(1.0, 2.0, 1.0), DVec3::new(-1.0, 1.0, 1.0)] {
            let mut model = model();
            model.nodes[0].model_from_node *= DAffine3::from_scale(scale);
            assert_eq!(Host::of(&model).node, None);
        }
    }
}
