//! `hairloom rig` on one file, and what `info` tells before and after.

use serde_json::Value;

use crate::run::{Place, hairloom, text};

/// Of the report, sorted.
const KEYS: [&str; 12] = [
    "bbox",
    "bones",
    "chains",
    "fingerprint",
    "hair",
    "locks",
    "pieces",
    "rig",
    "seconds",
    "triangles",
    "vertices",
    "warnings",
];

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn an_unrigged_file_has_no_bones_and_the_report_tells_those_of_a_rigged_one() {
    let place = Place::new();
    let bob = place.bob();
    let before = hairloom(&["info", "--json", text(&bob)]).good().json();
    assert_eq!(before["rig"], "none");
    assert_eq!((&before["locks"], &before["bones"]), (&Value::from(0), &Value::from(0)));
    assert_eq!(before["chains"], Value::Array(Vec::new()));
    assert_eq!((&before["fingerprint"], &before["style"]), (&Value::Null, &Value::Null));

    let (out, report) = (place.path("out.glb"), place.path("report.json"));
    let run = hairloom(&["rig", text(&bob), "-o", text(&out), "--report", text(&report)]).good();
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
    let report = place.json("report.json");
    assert_eq!(keys(&report), KEYS);
    assert_eq!(report["rig"], "made");
    for count in ["vertices", "triangles", "pieces"] {
        assert_eq!(report[count], before[count], "{count}");
    }
    assert_eq!(report["bbox"], before["bbox"]);
    assert_eq!(keys(&report["seconds"]), ["bind", "read", "rig", "write"]);
    check_chains(&report);

    let after = hairloom(&["info", "--json", text(&out)]).good().json();
    let mut with_style = KEYS.to_vec();
    with_style.insert(9, "style");
    assert_eq!(keys(&after), with_style);
    for same in ["vertices", "triangles", "pieces", "locks", "bones", "rig", "fingerprint"] {
        assert_eq!(after[same], report[same], "{same}");
    }
    // Rest positions went through the joints' matrices.
    for (after, report) in after["bbox"].as_array().unwrap().iter().zip(report["bbox"].as_array().unwrap()) {
        assert!((after.as_f64().unwrap() - report.as_f64().unwrap()).abs() < 1e-6, "{after} {report}");
    }
    for (after, report) in after["chains"].as_array().unwrap().iter().zip(report["chains"].as_array().unwrap()) {
        for same in ["name", "region", "bones", "vertices"] {
            assert_eq!(after[same], report[same], "{same}");
        }
    }
    assert_eq!(after["style"]["format"], "hairloom-style");
    assert_eq!(after["style"]["rig"], report["fingerprint"]);
    assert_eq!(after["style"].get("bones"), None);
}

fn check_chains(report: &Value) {
    let chains = report["chains"].as_array().unwrap();
    assert_eq!(chains.len() as u64, report["locks"].as_u64().unwrap());
    let bones: Vec<&str> =
        chains.iter().flat_map(|chain| chain["bones"].as_array().unwrap()).map(|id| id.as_str().unwrap()).collect();
    assert_eq!(bones.len() as u64 + 1, report["bones"].as_u64().unwrap());
    let vertices: u64 = chains.iter().map(|chain| chain["vertices"].as_u64().unwrap()).sum();
    assert!(vertices > 0 && vertices <= report["vertices"].as_u64().unwrap());
    for chain in chains {
        let (name, region) = (chain["name"].as_str().unwrap(), chain["region"].as_str().unwrap());
        assert!(name.starts_with(&format!("{region}-")), "{name}");
        assert_eq!(chain["bones"][0], format!("{name}-01"));
        assert!(chain["length_m"].as_f64().unwrap() > 0.0);
    }
    assert!(report["fingerprint"].as_str().unwrap().len() == 16);
}

#[test]
fn the_same_file_gives_the_same_bytes() {
    let place = Place::new();
    let bob = place.bob();
    let rig = |name: &str| {
        hairloom(&["rig", text(&bob), "-o", text(&place.path(name))]).good();
        std::fs::read(place.path(name)).unwrap()
    };
    assert_eq!(rig("a.glb"), rig("b.glb"));
}

#[test]
fn flags_go_before_the_options_file_and_the_budget_holds() {
    let place = Place::new();
    let bob = place.bob();
    let options = place.write("rig.toml", "max_bones = 60\nlocks = \"coarse\"\n");
    let bones = |more: &[&str]| {
        let (out, report) = (place.path("out.glb"), place.path("report.json"));
        let mut args = vec!["rig", text(&bob), "-o", text(&out), "--report", text(&report)];
        args.extend(more);
        hairloom(&args).good();
        place.json("report.json")["bones"].as_u64().unwrap()
    };
    let (file, flag) =
        (bones(&["--options", text(&options)]), bones(&["--options", text(&options), "--max-bones", "20"]));
    assert!(file <= 60 && flag <= 20 && flag < file, "{file} {flag}");
    assert!(bones(&["--profile", "mobile"]) <= 75);
    assert!(bones(&["--max-bones", "2"]) <= 2);
}

/// More locks than the budget has chains for, and hair that lies on the head all over: both are read back as written.
#[test]
fn a_rig_with_few_chains_or_none_is_read_back() {
    let place = Place::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs/files");
    for input in ["many_cards__500_in_one_mesh.glb", "alpha__blend_crossing.glb"] {
        let (out, report) = (place.path("out.glb"), place.path("report.json"));
        hairloom(&["rig", text(&folder.join(input)), "-o", text(&out), "--report", text(&report)]).good();
        let (report, info) = (place.json("report.json"), hairloom(&["info", "--json", text(&out)]).good().json());
        for same in ["locks", "bones", "rig", "fingerprint"] {
            assert_eq!(info[same], report[same], "{input}: {same}");
        }
        let again = place.path("again.glb");
        hairloom(&["rig", text(&out), "-o", text(&again)]).good();
        assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&again).unwrap(), "{input}");
    }
}

#[test]
fn a_name_that_is_not_there_is_told_with_those_that_are() {
    let place = Place::new();
    let bob = place.bob();
    let out = place.write("out.glb", "what was there before");
    hairloom(&["rig", text(&bob), "-o", text(&out), "--hair", "beard\u{7}"]).bad(1, &["bob.glb", "beard", "hair"]);
    assert_eq!(std::fs::read(&out).unwrap(), b"what was there before");
    assert_eq!(place.names(), ["bob.glb", "out.glb"]);
    hairloom(&["rig", text(&bob), "-o", text(&out), "--hair", "hair"]).good();
    assert!(std::fs::read(&out).unwrap().starts_with(b"glTF"));
}

#[test]
fn the_table_is_for_people() {
    let place = Place::new();
    let bob = place.bob();
    let before = hairloom(&["info", text(&bob)]).good().stdout;
    assert!(before.contains("none; `hairloom rig` makes one"), "{before}");
    let out = place.path("out.glb");
    hairloom(&["rig", text(&bob), "-o", text(&out)]).good();
    let after = hairloom(&["info", text(&out)]).good().stdout;
    assert!(
        after.contains("made by hairloom") && after.contains("at rest") && after.contains("fingerprint"),
        "{after}"
    );
    assert!(
        after.lines().any(|line| line.trim_start().split('-').nth(1).is_some_and(|n| n.starts_with("01 "))),
        "{after}"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_gets_the_bytes_and_no_words() {
    let place = Place::new();
    let bob = place.bob();
    let out = place.path("out.glb");
    hairloom(&["rig", text(&bob), "-o", text(&out)]).good();
    let output = crate::run::command().args(["rig", text(&bob), "-o", "/dev/stdout"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, std::fs::read(&out).unwrap());
    hairloom(&["rig", text(&bob), "-o", "/dev/null"]).good();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_a_new_file_is_for_all() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = Place::new();
    let bob = place.bob();
    let (link, real) = (place.path("link.glb"), place.write("real.glb", ""));
    symlink(&real, &link).unwrap();
    hairloom(&["rig", text(&bob), "-o", text(&link)]).good();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read(&real).unwrap().starts_with(b"glTF"));
    let mode = |name: &str| std::fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
    place.write("plain", "");
    assert_eq!(mode("bob.glb"), mode("plain"));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let place = Place::new();
    let bob = place.bob();
    let mut child = crate::run::command()
        .args(["info", "--json", text(&bob)])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
