//! `hairloom rig DIR -o DIR`

use serde_json::Value;

use crate::run::{Place, hairloom, names, text};

/// A folder with two good files, a broken one, and what is none of its business.
fn hairs(place: &Place) -> std::path::PathBuf {
    let folder = place.path("hairs");
    std::fs::create_dir_all(folder.join("below")).unwrap();
    let bob = place.bob();
    for name in ["hairs/b.glb", "hairs/a.b.GLB", "hairs/below/c.glb", "hairs/.hidden.glb", "hairs/notes.txt"] {
        std::fs::copy(&bob, place.path(name)).unwrap();
    }
    place.write("hairs/broken.vrm", &std::fs::read(&bob).unwrap()[..1000]);
    folder
}

#[test]
fn a_broken_file_is_listed_and_stops_nothing() {
    let place = Place::new();
    let folder = hairs(&place);
    let (out, report) = (place.path("new/out"), place.path("new/out/report.json"));
    let run = hairloom(&["rig", text(&folder), "-o", text(&out), "--report", text(&report)]);
    assert_eq!(run.status, 1);
    assert_eq!(names(&out), ["a.b.glb", "b.glb", "report.json"]);
    assert!(run.stdout.contains("2 files rigged"), "{}", run.stdout);
    let told: Vec<&str> = run.stderr.lines().collect();
    assert!(told.iter().all(|line| line.starts_with("hairloom: ")), "{}", run.stderr);
    assert!(told.iter().any(|line| line.contains("[3/3]")), "{}", run.stderr);
    let of_broken = |line: &&&str| line.contains("broken.vrm: ") && line.contains("truncated");
    assert_eq!(told.iter().filter(of_broken).count(), 1, "{}", run.stderr);
    assert!(told.last().unwrap().ends_with("1 of 3 files could not be rigged: broken.vrm"), "{}", run.stderr);

    let report = place.json("new/out/report.json");
    assert_eq!(report.as_object().unwrap().keys().collect::<Vec<_>>(), ["a.b.GLB", "b.glb", "broken.vrm"]);
    assert_eq!(report["b.glb"]["rig"], "made");
    assert_eq!(report["b.glb"]["fingerprint"], report["a.b.GLB"]["fingerprint"]);
    assert!(report["broken.vrm"]["error"].as_str().unwrap().contains("truncated"));
}

#[test]
fn a_folder_gives_the_bytes_of_its_files_one_by_one() {
    let place = Place::new();
    let folder = hairs(&place);
    std::fs::remove_file(folder.join("broken.vrm")).unwrap();
    let out = place.path("out");
    let run = hairloom(&["rig", text(&folder), "-o", text(&out), "--max-bones", "40"]).good();
    assert!(run.stdout.contains("2 files rigged"), "{}", run.stdout);
    let alone = place.path("alone.glb");
    hairloom(&["rig", text(&folder.join("b.glb")), "-o", text(&alone), "--max-bones", "40"]).good();
    assert_eq!(std::fs::read(out.join("b.glb")).unwrap(), std::fs::read(&alone).unwrap());
    let info: Value = hairloom(&["info", "--json", text(&out.join("a.b.glb"))]).good().json();
    assert!(info["bones"].as_u64().unwrap() <= 40);
}

#[test]
fn a_report_is_not_laid_over_a_model() {
    let place = Place::new();
    let folder = hairs(&place);
    let out = place.path("out");
    for taken in [folder.join("b.glb"), out.join("b.glb")] {
        hairloom(&["rig", text(&folder), "-o", text(&out), "--report", text(&taken)]).bad(2, &["named twice"]);
    }
    assert!(names(&out).is_empty());
}
