use super::find_hair;
use crate::{Error, Material, Mesh, Model, Node, RigOptions, Skin, Skinning, SpringChain};

/// One mesh for each (node, mesh, material) name, a triangle each.
fn model(parts: &[(&str, &str, &str)]) -> Model {
    let mut model = Model::default();
    for (index, &(node, mesh, material)) in parts.iter().enumerate() {
        model.nodes.push(Node { name: node.to_owned(), ..Node::default() });
        model.materials.push(Material { name: material.to_owned(), ..Material::default() });
        model.meshes.push(Mesh {
            name: mesh.to_owned(),
            node: index,
            material: Some(index),
            positions: vec![glam::Vec3::ZERO; 3],
            normals: vec![glam::Vec3::Y; 3],
            indices: vec![0, 1, 2],
            ..Mesh::default()
        });
    }
    model
}

fn found(model: &Model) -> Vec<usize> {
    find_hair(model, &RigOptions::default()).unwrap().iter().map(|hair| hair.mesh).collect()
}

fn told(model: &Model, names: &[&str]) -> Result<Vec<(usize, String)>, Error> {
    let options = RigOptions { hair: names.iter().map(|&name| name.to_owned()).collect(), ..RigOptions::default() };
    Ok(find_hair(model, &options)?.into_iter().map(|hair| (hair.mesh, hair.why)).collect())
}

/// Weighs all vertices of `mesh` on a new joint.
fn weigh(model: &mut Model, mesh: usize, joint: &str) -> usize {
    let node = model.nodes.len();
    model.nodes.push(Node { name: joint.to_owned(), ..Node::default() });
    model.skins.push(Skin { joints: vec![node], inverse_bind_matrices: vec![glam::DAffine3::IDENTITY] });
    let skin = model.skins.len() - 1;
    let influences = vec![[(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; 3];
    model.meshes[mesh].skinning = Some(Skinning { skin, influences, ..Skinning::default() });
    node
}

#[test]
fn materials_tell_primitives_apart() {
    let head = |material| ("Suit_Head", "Suit_Head", material);
    let model = model(&[head("Skin"), head("Hair"), head("Eyebrows"), head("Eye")]);
    assert_eq!(found(&model), [1]);
}

#[test]
fn a_node_called_hair_takes_its_bands_along_but_not_its_skin() {
    let hair = |material| ("Hair", "mesh", material);
    let model = model(&[hair(""), hair("hair tie"), hair("Skin"), hair("Eyebrows"), ("Body", "body", "")]);
    assert_eq!(found(&model), [0, 1]);
}

#[test]
fn a_file_with_nothing_else_is_hair() {
    let model_1 = model(&[("", "", "")]);
    let hair = find_hair(&model_1, &RigOptions::default()).unwrap();
    assert_eq!((hair[0].mesh, hair[0].why.as_str()), (0, "the file holds nothing else"));
    assert_eq!(found(&model(&[("Punk_Head", "Punk_Head", "Red"), ("Punk_Head", "Punk_Head", "Red_Dark")])), [0, 1]);
    assert_eq!(found(&model(&[("Beard", "", "")])), [0]);
}

#[test]
fn a_body_alone_has_no_hair() {
    let error =
        find_hair(&model(&[("H_DDS_HighRes", "", "_Body"), ("eye", "", "")]), &RigOptions::default()).unwrap_err();
    assert!(matches!(error, Error::NoHair { .. }));
    let text = error.to_string();
    assert!(text.contains("\"H_DDS_HighRes\"") && text.contains("--hair") && !text.contains('\n'), "{text}");
}

#[test]
fn hair_bones_and_springs_tell() {
    let mut model = model(&[("Face", "", ""), ("Body", "", ""), ("Cape", "", "")]);
    weigh(&mut model, 0, "HairBall_L");
    weigh(&mut model, 1, "Spine");
    let swinging = weigh(&mut model, 2, "b1");
    assert_eq!(found(&model), [0]);
    model.springs.push(SpringChain { name: "hair".to_owned(), nodes: vec![swinging] });
    assert_eq!(found(&model), [0, 2]);
}

#[test]
fn a_hair_bone_above_the_head_is_none() {
    let mut model = model(&[("Face", "", "")]);
    let joint = weigh(&mut model, 0, "hair_rig");
    model.nodes.push(Node { name: "head".to_owned(), parent: Some(joint), ..Node::default() });
    model.head_node = Some(joint + 1);
    assert!(find_hair(&model, &RigOptions::default()).is_err());
}

#[test]
fn names_that_are_given_decide() {
    let mut model = model(&[("Hair", "mesh", "brown"), ("Cap", "mesh", "brown"), ("Scarf", "wool", "red")]);
    model.nodes.push(Node { name: "Group".to_owned(), ..Node::default() });
    model.nodes[2].parent = Some(3);
    assert_eq!(told(&model, &["wool"]).unwrap(), [(2, "its mesh is called \"wool\", as asked".to_owned())]);
    let meshes =
        |names: &[&str]| told(&model, names).map(|hair| hair.iter().map(|(mesh, _)| *mesh).collect::<Vec<_>>());
    assert_eq!(meshes(&["red", "Cap"]).unwrap(), [1, 2]);
    assert_eq!(meshes(&["brown"]).unwrap(), [0, 1]);
    assert_eq!(meshes(&["Group"]).unwrap(), [2]);
    assert_eq!(
        meshes(&["Hair", "hair"]).unwrap_err(),
        Error::NoSuchHair {
            name: "hair".to_owned(),
            known: r#""Hair", "mesh", "brown", "Cap", "Scarf", "wool", "red""#.to_owned()
        }
    );
    assert!(meshes(&[""]).is_err());
}

#[test]
fn without_triangles_there_is_no_hair() {
    let mut model = model(&[("Hair", "", "")]);
    model.meshes[0].indices.clear();
    assert!(matches!(find_hair(&model, &RigOptions::default()), Err(Error::NoHair { .. })));
}
