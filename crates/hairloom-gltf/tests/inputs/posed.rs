//! Turning a joint of the inputs gives the boxes of `POSED.tsv`: skins, bind matrices and influences are read right.
use crate::table::{box_of, boxes_agree, bytes, parse_box, rows};
use glam::{DAffine3, DQuat, DVec3};
use hairloom::{Mesh, Model};
use hairloom_gltf::read;

/// Where a node stands in the file's space, from rest transforms alone.
fn file_from_node(model: &Model, node: usize) -> DAffine3 {
    let (mut place, mut at) = (DAffine3::IDENTITY, Some(node));
    while let Some(i) = at {
        place = model.nodes[i].rest.affine() * place;
        at = model.nodes[i].parent;
    }
    place
}

fn posed_points(model: &Model, mesh: &Mesh) -> Vec<DVec3> {
    let Some(skinning) = &mesh.skinning else {
        let file_from_model = model.file_from_model();
        return mesh.positions.iter().map(|p| file_from_model.transform_point3(p.as_dvec3())).collect();
    };
    let skin = &model.skins[skinning.skin];
    let joint = |k: usize| file_from_node(model, skin.joints[k]) * skin.inverse_bind_matrices[k];
    let matrices: Vec<DAffine3> = (0..skin.joints.len()).map(joint).collect();
    let skinned = |(p, four): (&glam::Vec3, &[(u16, f32); 4])| {
        let moved = |&(k, w): &(u16, f32)| matrices[usize::from(k)].transform_point3(p.as_dvec3()) * f64::from(w);
        four.iter().map(moved).sum()
    };
    skinning.bind_positions.iter().zip(&skinning.influences).map(skinned).collect()
}

#[test]
fn a_turned_joint_gives_the_box_of_the_table() {
    for row in rows("POSED.tsv") {
        let file = &row["file"];
        let mut model = read(&bytes(file)).unwrap().model;
        let node: usize = row["node_index"].parse().unwrap();
        assert_eq!(model.nodes[node].name, row["node_name"], "{file}");
        let turn: Vec<f64> = row["set_local_rotation_xyzw"].split(' ').map(|n| n.parse().unwrap()).collect();
        model.nodes[node].rest.rotation = DQuat::from_slice(&turn);
        let found = box_of(model.meshes.iter().flat_map(|mesh| posed_points(&model, mesh)));
        let four = &row["bbox_if_four_heaviest_kept"];
        let wanted = if four == "same" { &row["bbox_all_influences"] } else { four };
        assert!(boxes_agree(found, parse_box(wanted)), "{file}: {found:.4?}, not {wanted}");
    }
}
