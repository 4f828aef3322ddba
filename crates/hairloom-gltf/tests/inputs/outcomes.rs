//! Every model of `tests/inputs` has the outcome of its table.
use std::collections::BTreeMap;

use crate::table::{Row, box_of, boxes_agree, bytes, parse_box, rows};
use glam::DVec3;
use hairloom::{Mesh, Model};
use hairloom_gltf::read;

/// Whether each group of `a|b + c` has a word in the text, in any case.
fn names(text: &str, groups: &str) -> bool {
    let text = text.to_lowercase();
    groups.split('+').all(|group| group.split('|').any(|word| text.contains(&word.trim().to_lowercase())))
}

fn used(model: &Model) -> impl Iterator<Item = DVec3> + '_ {
    let corners = |mesh: &Mesh| mesh.indices.iter().map(|&i| mesh.positions[i as usize]).collect::<Vec<_>>();
    model.meshes.iter().flat_map(corners).map(|p| model.file_from_model().transform_point3(p.as_dvec3()))
}

fn wrong_numbers(row: &Row, model: &Model) -> Vec<String> {
    let mut wrong = Vec::new();
    let first_number = |cell: &str| cell.split_whitespace().next().and_then(|word| word.parse::<usize>().ok());
    let stored: BTreeMap<usize, usize> = model.meshes.iter().map(|m| (m.vertex_source, m.positions.len())).collect();
    let found: [usize; 2] = [stored.values().sum(), model.meshes.iter().map(|mesh| mesh.indices.len() / 3).sum()];
    for (column, found) in ["verts", "tris"].into_iter().zip(found) {
        if first_number(&row[column]).is_some_and(|wanted| wanted != found) {
            wrong.push(format!("{found} {column}, not {}", row[column]));
        }
    }
    let found = box_of(used(model));
    if !row["bbox"].is_empty() && !boxes_agree(found, parse_box(&row["bbox"])) {
        wrong.push(format!("bbox {found:.4?}, not {}", row["bbox"]));
    }
    wrong
}

/// What [`Model`] promises.
fn check_invariants(file: &str, model: &Model) {
    for mesh in &model.meshes {
        let n = mesh.positions.len();
        assert!(mesh.positions.iter().all(|p| p.is_finite()), "{file}: positions");
        assert!(mesh.normals.iter().all(|n| (n.length() - 1.0).abs() < 1e-5), "{file}: normals");
        assert_eq!(mesh.normals.len(), n, "{file}");
        for length in [mesh.uvs.len(), mesh.colours.len(), mesh.lock_labels.len()] {
            assert!(length == 0 || length == n, "{file}");
        }
        assert!(mesh.uvs.iter().all(|uv| uv.is_finite()), "{file}: uvs");
        assert!(mesh.colours.iter().flatten().all(|channel| channel.is_finite()), "{file}: colours");
        assert!(mesh.indices.len().is_multiple_of(3) && mesh.indices.iter().all(|&i| (i as usize) < n), "{file}");
        assert!(mesh.node < model.nodes.len() && mesh.material.is_none_or(|m| m < model.materials.len()), "{file}");
        let Some(skinning) = &mesh.skinning else { continue };
        let joints = model.skins[skinning.skin].joints.len();
        assert_eq!([skinning.bind_positions.len(), skinning.bind_normals.len(), skinning.influences.len()], [n; 3]);
        for four in &skinning.influences {
            let sum: f32 = four.iter().map(|(_, weight)| weight).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{file}: weights sum to {sum}");
            assert!(four.iter().all(|&(joint, weight)| usize::from(joint) < joints && weight >= 0.0), "{file}");
            assert!(four.is_sorted_by(|a, b| a.1 >= b.1), "{file}: heaviest first");
        }
    }
    for node in &model.nodes {
        assert!(node.model_from_node.is_finite() && node.rest.affine().is_finite(), "{file}: nodes");
        assert!((node.rest.rotation.length() - 1.0).abs() < 1e-9, "{file}: rotations");
        assert!(node.parent.is_none_or(|parent| parent < model.nodes.len()), "{file}: parents");
    }
    for skin in &model.skins {
        assert_eq!(skin.joints.len(), skin.inverse_bind_matrices.len(), "{file}");
    }
}

fn complaint(row: &Row) -> Option<String> {
    let (file, outcome, groups) = (&row["file"], row["outcome"].as_str(), row["must_name"].as_str());
    match read(&bytes(file)) {
        Ok(asset) => {
            check_invariants(file, &asset.model);
            let wrong = wrong_numbers(row, &asset.model);
            let warnings: Vec<String> =
                asset.model.warnings.iter().map(|w| format!("{} {}", w.code, w.message)).collect();
            let told = warnings.join("; ");
            match outcome {
                "error" => Some(format!("{file}: loads, but {groups} should be an error")),
                "load_warn" if !names(&told, groups) => Some(format!("{file}: no warning names {groups}: {told}")),
                _ if !wrong.is_empty() => Some(format!("{file}: {}", wrong.join(", "))),
                _ => None,
            }
        }
        Err(error) => {
            let told = error.to_string();
            let allowed = matches!(outcome, "error" | "load_or_error") && names(&told, groups);
            let one_line = !told.contains('\n');
            (!allowed || !one_line).then(|| format!("{file}: {outcome} {groups}, but it is refused: {told}"))
        }
    }
}

#[test]
fn every_model_has_the_outcome_of_its_table() {
    let rows = rows("EXPECTED.tsv");
    let models: Vec<&Row> = rows.iter().filter(|row| row["outcome"] != "vector").collect();
    assert!(models.len() > 80, "only {} models in the table", models.len());
    let complaints: Vec<String> = models.into_iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}

/// What the table calls "either" and we have settled, told so that a change is seen.
#[test]
fn what_may_load_or_not() {
    let refused =
        ["json_depth__extras_100k_arrays.glb", "json_depth__extension_9000_objects.glb", "nan_inf__position_nan.glb"];
    for row in rows("EXPECTED.tsv").iter().filter(|row| row["outcome"] == "load_or_error") {
        let file = row["file"].as_str();
        assert_eq!(read(&bytes(file)).is_err(), refused.contains(&file), "{file}");
    }
}
