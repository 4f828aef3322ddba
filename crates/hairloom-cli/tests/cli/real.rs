//! Real hairstyles, where HAIRLOOM_HAIR points to a folder of them.

use std::path::PathBuf;

use crate::run::{Place, hairloom, names, text};

fn hair() -> Option<PathBuf> {
    let folder = std::env::var_os("HAIRLOOM_HAIR").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: HAIRLOOM_HAIR names no folder of hairstyles");
    }
    folder
}

#[test]
fn clumps_are_rigged_as_a_folder() {
    let Some(hair) = hair() else { return };
    let place = Place::new();
    let (out, report) = (place.path("out"), place.path("report.json"));
    hairloom(&["rig", text(&hair.join("clumps")), "-o", text(&out), "--report", text(&report)]).good();
    assert_eq!(names(&out), names(&hair.join("clumps")));
    let locks = place.json("report.json")["women-casual.glb"]["locks"].as_u64().unwrap();
    assert!((12..=40).contains(&locks), "{locks} locks");
}

#[test]
fn an_artists_rig_is_told_and_kept() {
    let Some(hair) = hair() else { return };
    let place = Place::new();
    let godette = hair.join("rigged/godette.vrm");
    let info = hairloom(&["info", "--json", text(&godette)]).good().json();
    assert_eq!(info["rig"], "kept");
    assert_eq!(info["style"], serde_json::Value::Null);
    let (out, report) = (place.path("out.glb"), place.path("report.json"));
    hairloom(&["rig", text(&godette), "-o", text(&out), "--report", text(&report)]).good();
    let report = place.json("report.json");
    let again = hairloom(&["info", "--json", text(&out)]).good().json();
    for same in ["chains", "vertices", "bones", "bbox", "fingerprint", "rig"] {
        assert_eq!(info[same], report[same], "{same}");
        assert_eq!(again[same], report[same], "{same}");
    }
}

#[test]
fn an_artists_rig_gives_way_only_when_asked() {
    let Some(hair) = hair() else { return };
    let place = Place::new();
    let (out, report) = (place.path("out.glb"), place.path("report.json"));
    let ponytail = hair.join("rigged/ponytail01-rigged.glb");
    hairloom(&["rig", text(&ponytail), "-o", text(&out), "--rerig", "--report", text(&report)]).good();
    assert_eq!(place.json("report.json")["rig"], "made");
}
