//! `hairloom pose`

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::run::{Place, Run, command, hairloom, text};

/// A rigged bob, and what `info` tells of it.
fn rigged(place: &Place) -> (PathBuf, Value) {
    let (bob, rigged) = (place.bob(), place.path("rigged.glb"));
    hairloom(&["rig", text(&bob), "-o", text(&rigged)]).good();
    let info = hairloom(&["info", "--json", text(&rigged)]).good().json();
    (rigged, info)
}

fn style(info: &Value, bones: &Value) -> String {
    json!({ "format": "hairloom-style", "version": 1, "rig": info["fingerprint"], "bones": bones }).to_string()
}

fn first_bone(info: &Value) -> String {
    info["chains"][0]["bones"][0].as_str().unwrap().to_owned()
}

fn pose(place: &Place, input: &std::path::Path, style: &str, more: &[&str]) -> Run {
    let (style, out) = (place.write("style.json", style), place.path("posed.glb"));
    let mut args = vec!["pose", text(input), "--style", text(&style), "-o", text(&out)];
    args.extend(more);
    hairloom(&args)
}

#[test]
fn what_was_posed_tells_its_style_and_poses_again() {
    let place = Place::new();
    let (rigged, info) = rigged(&place);
    let id = first_bone(&info);
    let edit = json!({ id.as_str(): { "rotation_deg": [3.0, -4.0, 2.0] } });
    let run = pose(&place, &rigged, &style(&info, &edit), &[]).good();
    assert_eq!(run.stdout.lines().count(), 1);
    assert!(run.stdout.contains("1 bone posed"), "{}", run.stdout);

    let posed = place.path("posed.glb");
    let after = hairloom(&["info", "--json", text(&posed)]).good().json();
    assert_eq!(after["style"]["bones"], edit);
    assert_eq!(after["style"]["rig"], info["fingerprint"]);
    // The rest pose is told, whatever the file shows.
    for same in ["bbox", "fingerprint", "bones", "rig", "vertices"] {
        assert_eq!(after[same], info[same], "{same}");
    }
    assert!(hairloom(&["info", text(&posed)]).good().stdout.contains("1 bone edited"));

    // What info told is a style document, and lays the same style on the first file.
    let again = place.write("again.json", after["style"].to_string());
    let second = place.path("second.glb");
    hairloom(&["pose", text(&rigged), "--style", text(&again), "-o", text(&second)]).good();
    assert_eq!(std::fs::read(&posed).unwrap(), std::fs::read(&second).unwrap());
}

#[test]
fn baked_output_has_no_bones_and_no_style() {
    let place = Place::new();
    let (rigged, info) = rigged(&place);
    let edit = json!({ first_bone(&info): { "rotation_deg": [5.0, 0.0, 0.0] } });
    let run = pose(&place, &rigged, &style(&info, &edit), &["--bake"]).good();
    assert!(run.stdout.contains("posed and baked"), "{}", run.stdout);
    let after = hairloom(&["info", "--json", text(&place.path("posed.glb"))]).good().json();
    assert_eq!((&after["rig"], &after["bones"], &after["style"]), (&json!("none"), &json!(0), &Value::Null));
    assert_eq!(after["vertices"], info["vertices"]);
}

#[test]
fn a_style_comes_from_standard_input_too() {
    use std::io::Write as _;
    let place = Place::new();
    let (rigged, info) = rigged(&place);
    let out = place.path("out.glb");
    let mut child = command()
        .args(["pose", text(&rigged), "--style", "-", "-o", text(&out)])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let document = format!("\u{feff}\n{}\n", style(&info, &json!({})));
    child.stdin.take().unwrap().write_all(document.as_bytes()).unwrap();
    Run::of(&child.wait_with_output().unwrap()).good();
    assert!(out.exists());
}

#[test]
fn an_edit_beyond_its_limits_is_posed_at_them_and_told() {
    let place = Place::new();
    let (rigged, info) = rigged(&place);
    let id = first_bone(&info);
    let edit = json!({ id.as_str(): { "translation": [0.0, 90.0, 0.0] } });
    let run = pose(&place, &rigged, &style(&info, &edit), &[]).good();
    assert!(run.stderr.contains(&id) && run.stderr.contains("limits"), "{}", run.stderr);
    let after = hairloom(&["info", "--json", text(&place.path("posed.glb"))]).good().json();
    let moved = after["style"]["bones"][&id]["translation"][1].as_f64().unwrap();
    assert!(moved > 0.0 && moved < 2.0, "{moved}");
}

#[test]
fn what_is_not_applied_yet_is_told() {
    let place = Place::new();
    let (rigged, info) = rigged(&place);
    let document = json!({
        "format": "hairloom-style", "version": 1, "rig": info["fingerprint"], "shape": { "all": { "curl": 0.5 } },
    });
    let run = pose(&place, &rigged, &document.to_string(), &[]).good();
    assert!(run.stderr.contains("shape is not applied"), "{}", run.stderr);
}

#[test]
fn a_style_that_does_not_fit_is_refused() {
    let place = Place::new();
    let (rigged, info) = rigged(&place);
    let refused = |input: &std::path::Path, style: &str, words: &[&str]| {
        pose(&place, input, style, &[]).bad(1, words);
        assert!(!place.path("posed.glb").exists());
    };
    let mut other = info.clone();
    other["fingerprint"] = json!("0123456789abcdef");
    refused(&rigged, &style(&other, &json!({})), &["style.json", "0123456789abcdef", "another hairstyle"]);
    refused(&rigged, &style(&info, &json!({ "front-99-01": { "scale": [1, 2, 1] } })), &["style.json", "front-99-01"]);
    refused(&rigged, &style(&info, &json!({ first_bone(&info): { "turn": 1 } })), &["style.json", "turn"]);
    refused(&rigged, "{\"format\": \"hairloom-style\", \"version\": 1", &["style.json", "line 1"]);
    refused(&place.path("bob.glb"), &style(&info, &json!({})), &["bob.glb", "hairloom rig"]);
}
