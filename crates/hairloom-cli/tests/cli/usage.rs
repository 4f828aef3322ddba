//! Bad usage: exit status 2, one line, and nothing is written.

use crate::run::{Place, Run, command, hairloom, text};

#[test]
fn the_command_line_tells_what_is_wrong_in_one_line() {
    for (args, words) in [
        (&["rig", "a.glb"][..], "--output"),
        (&["rig", "a.glb", "-o", "b.glb", "--profile", "desktop"], "vrchat-good, cluster, mobile"),
        (&["rig", "a.glb", "-o", "b.glb", "--locks", "finest"], "fine, normal, coarse"),
        (&["rig", "a.glb", "-o", "b.glb", "--max-bones", "1"], "from 2"),
        (&["rig", "a.glb", "-o", "b.glb", "--max-bones", "many"], "from 2"),
        (&["rig", "a.glb", "-o", "b.glb", "--max-bones", "65536"], "to 65535"),
        (&["rig", "a.glb", "-o", "b.glb", "--max-bones", "9", "--profile", "mobile"], "cannot be used with"),
        (&["rig", "a.glb", "-o", "b.glb", "--no-such"], "--no-such"),
        (&["info"], "<FILE>"),
        (&["pose", "a.glb", "-o", "b.glb"], "--style"),
        (&["grow", "bob"], "--output"),
        (&["grow", "--list", "bob"], "--list"),
        (&["comb"], "comb"),
    ] {
        hairloom(args).bad(2, &[words]);
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [&["--help"][..], &["rig", "--help"], &["info", "-h"], &["pose", "--help"], &["grow", "--help"]] {
        let run = hairloom(args).good();
        assert!(run.stdout.contains("Usage: hairloom"), "{}", run.stdout);
        assert_eq!(run.stderr, "");
    }
    assert_eq!(hairloom(&["--version"]).good().stdout, format!("hairloom {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn an_output_that_cannot_be_is_told_before_any_work() {
    let place = Place::new();
    let input = place.write("in.glb", "not read");
    std::fs::create_dir(place.path("folder")).unwrap();
    let rig = |out: &str| hairloom(&["rig", text(&input), "-o", text(&place.path(out))]);
    rig("folder").bad(2, &["folder", "name the file"]);
    rig("out.gltf").bad(2, &["out.gltf", ".glb"]);
    rig("in.glb").bad(2, &["in.glb", "named twice"]);
    rig("./folder/../in.glb").bad(2, &["named twice"]);
    rig("missing/out.glb").bad(1, &["missing/out.glb", "does not exist"]);
    let out = place.path("out.glb");
    hairloom(&["rig", text(&input), "-o", text(&out), "--report", text(&out)]).bad(2, &["named twice"]);
    assert_eq!(place.names(), ["folder", "in.glb"]);
}

#[test]
fn an_options_file_names_its_bad_key_and_line() {
    let place = Place::new();
    let input = place.write("in.glb", "not read");
    let rig = |options: &str| {
        let options = place.write("rig.toml", options);
        let out = place.path("out.glb");
        hairloom(&["rig", text(&input), "-o", text(&out), "--options", text(&options)])
    };
    rig("rerig = true\nmax_bonez = 9\n").bad(2, &["rig.toml", "line 2", "max_bonez", "max_bones"]);
    rig("locks = \"finest\"").bad(2, &["rig.toml", "line 1", "finest", "coarse"]);
    rig("max_bones = 1").bad(2, &["rig.toml", "max_bones is 1", "from 2"]);
    rig("max_bones = -4").bad(2, &["rig.toml", "line 1"]);
    rig("hair = [").bad(2, &["rig.toml", "line 1"]);
    hairloom(&["rig", text(&input), "-o", text(&place.path("out.glb")), "--options", text(&place.path("no.toml"))])
        .bad(2, &["no.toml", "can't be read"]);
    // A good one is read, and what is wrong then is the input.
    rig("hair = [\"Hair\"]\nlocks = \"coarse\"\nmax_bones = 40\n").bad(1, &["in.glb"]);
}

#[test]
fn a_folder_is_rigged_into_another_folder() {
    let place = Place::new();
    let folder = place.path("hairs");
    std::fs::create_dir(&folder).unwrap();
    let rig = |out: &str| hairloom(&["rig", text(&folder), "-o", text(&place.path(out))]);
    rig("out").bad(1, &["hairs", "holds no .glb"]);
    place.write("hairs/a.glb", "");
    place.write("file", "");
    rig("file").bad(2, &["file", "name a folder"]);
    rig("hairs").bad(2, &["hairs", "name another"]);
    rig("./hairs/../hairs/").bad(2, &["name another"]);
    place.write("hairs/a.VRM", "");
    rig("out").bad(1, &["a.VRM and a.glb", "rename one"]);
    assert_eq!(place.names(), ["file", "hairs"]);
}

#[test]
fn a_missing_input_is_a_bad_input() {
    let place = Place::new();
    let (input, out) = (place.path("no\nsuch.glb"), place.path("out.glb"));
    hairloom(&["rig", text(&input), "-o", text(&out)]).bad(1, &["no\\nsuch.glb", "can't be read"]);
    hairloom(&["info", text(&input)]).bad(1, &["can't be read"]);
    let style = place.write("style.json", r#"{"format": "hairloom-style", "version": 1}"#);
    hairloom(&["pose", text(&input), "--style", text(&style), "-o", text(&out)]).bad(1, &["can't be read"]);
    hairloom(&["info", text(&place.path(""))]).bad(1, &["it is a folder"]);
    assert_eq!(place.names(), ["style.json"]);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_told_by_its_bytes() {
    use std::os::unix::ffi::OsStrExt as _;
    let name = std::ffi::OsStr::from_bytes(b"h\xffair.glb");
    let output = command().arg("info").arg(name).output().unwrap();
    Run::of(&output).bad(1, &["h\\xffair.glb"]);
}

#[test]
fn what_a_style_can_not_be_yet_is_told() {
    let place = Place::new();
    let (input, out) = (place.write("in.glb", "not read"), place.path("out.glb"));
    let pose = |style: &str| hairloom(&["pose", text(&input), "--style", style, "-o", text(&out)]);
    pose("1abcDEF").bad(1, &["1abcDEF", "no such file", "style code"]);
    let code = place.write("code.txt", "1abcDEF\n");
    pose(text(&code)).bad(1, &["code.txt", "style code"]);
    let empty = place.write("empty.json", "\n");
    pose(text(&empty)).bad(1, &["empty.json", "empty"]);
    hairloom(&["pose", text(&input), "--style", text(&code), "-o", text(&out), "--transfer"])
        .bad(1, &["--transfer", "later version"]);
    hairloom(&["pose", text(&input), "--style", text(&input), "-o", text(&input)]).bad(2, &["named twice"]);
    assert!(!out.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_leaves_the_older_file_as_it_was() {
    let place = Place::new();
    let (bob, out) = (place.path("bob.glb"), place.path("precious.glb"));
    hairloom(&["grow", "bob", "-o", text(&bob)]).good();
    std::fs::write(&out, b"precious").unwrap();
    hairloom(&["rig", text(&bob), "-o", text(&out), "--report", "/dev/full"]).bad(1, &["/dev/full"]);
    assert_eq!(std::fs::read(&out).unwrap(), b"precious");
}
