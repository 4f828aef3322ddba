//! `hairloom grow`

use crate::run::{Place, hairloom, text};

#[test]
fn the_list_has_a_name_a_line_and_each_grows() {
    let place = Place::new();
    let list = hairloom(&["grow", "--list"]).good().stdout;
    assert!(list.lines().any(|name| name == "bob") && list.ends_with('\n'), "{list}");
    for name in list.lines() {
        let (out, truth) = (place.path("out.glb"), place.path("truth.json"));
        let run = hairloom(&["grow", name, "-o", text(&out), "--truth", text(&truth)]).good();
        assert!(run.stdout.contains(name), "{}", run.stdout);
        let info = hairloom(&["info", "--json", text(&out)]).good().json();
        let truth = place.json("truth.json");
        assert_eq!(info["vertices"].as_u64().unwrap(), truth["lock"].as_array().unwrap().len() as u64);
        assert_eq!(info["pieces"].as_u64().unwrap(), truth["locks"].as_array().unwrap().len() as u64);
    }
}

#[test]
fn a_seed_gives_its_bytes_again() {
    let place = Place::new();
    let grow = |name: &str, seed: &str| {
        hairloom(&["grow", "bob", "-o", text(&place.path(name)), "--seed", seed]).good();
        std::fs::read(place.path(name)).unwrap()
    };
    assert_eq!(grow("a.glb", "7"), grow("b.glb", "7"));
    assert_ne!(grow("a.glb", "7"), grow("b.glb", "8"));
}

#[test]
fn what_can_not_grow_is_told() {
    let place = Place::new();
    let out = place.path("out.glb");
    hairloom(&["grow", "beehive", "-o", text(&out)]).bad(2, &["beehive", "bob"]);
    for scale in ["0", "-1", "NaN", "1e30"] {
        hairloom(&["grow", "bob", "-o", text(&out), &format!("--scale={scale}")]).bad(2, &["scale"]);
    }
    hairloom(&["grow", "bob", "-o", text(&out), "--truth", text(&out)]).bad(2, &["named twice"]);
    hairloom(&["grow", "bob", "-o", text(&place.path("no/out.glb"))]).bad(1, &["does not exist"]);
    assert!(place.names().is_empty());
}
