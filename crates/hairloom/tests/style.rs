//! The style document, to and from JSON, and whether it fits a rig.
#![allow(clippy::unwrap_used)]
mod common;

use hairloom::{ChainPlace, Colour, Edit, Error, Fingerprint, Limits, Shape, ShapeTarget, Style};
use proptest::prelude::*;

const DESIGN_EXAMPLE: &str = r##"{"format": "hairloom-style", "version": 1, "rig": "00ab00cd00ef0012",
 "shape": {"front": {"length": 0.2}, "all": {"curl": 0.1}},
 "bones": {"front-03-02": {"translation": [0, 0.01, 0], "rotation_deg": [10, 0, -5], "scale": [1, 1.2, 1]}},
 "chains": {"front-03": {"root": [0.03, 1.7, 0.08], "length_m": 0.12, "bones": 4}},
 "colour": {"root": "#2b1a12", "tip": "#8a5a3b"}}"##;

fn read(text: &str) -> Result<Style, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The error of a document with this inside.
fn refused(inside: &str) -> String {
    read(&format!(r#"{{"format": "hairloom-style", "version": 1{inside}}}"#)).unwrap_err()
}

#[test]
fn the_example_of_the_design_is_read() {
    let style = read(DESIGN_EXAMPLE).unwrap();
    assert_eq!(style.rig, Some(Fingerprint(0x00ab_00cd_00ef_0012)));
    assert_eq!(style.shape[&ShapeTarget::Front], Shape { length: 0.2, ..Shape::default() });
    assert_eq!(style.shape[&ShapeTarget::All], Shape { curl: 0.1, ..Shape::default() });
    assert_eq!(style.bones["front-03-02"], common::edit([0.0, 0.01, 0.0], [10.0, 0.0, -5.0], [1.0, 1.2, 1.0]));
    let place = ChainPlace { root: glam::DVec3::new(0.03, 1.7, 0.08), length_m: 0.12, bones: 4 };
    assert_eq!(style.chains["front-03"], place);
    let colour = Colour { root: Some("#2b1a12".to_owned()), tip: Some("#8a5a3b".to_owned()) };
    assert_eq!(style.colour, Some(colour));
    assert_eq!(style.unapplied(), ["shape", "colour"]);
    assert_eq!(read(&serde_json::to_string(&style).unwrap()).unwrap(), style);
}

#[test]
fn only_what_differs_from_rest_is_written() {
    let bare = r#"{"format":"hairloom-style","version":1}"#;
    assert_eq!(serde_json::to_string(&Style::default()).unwrap(), bare);
    let mut style = read(
        r##"{"version": 1.0, "format": "hairloom-style", "bones": {"root": {}, "top-01-01": {"scale": [1, 1, 1]}},
            "shape": {"back": {"lift": 0, "curl": 0.0}}, "chains": {}, "colour": {}}"##,
    )
    .unwrap();
    assert_eq!(style, Style::default());
    style.shape.insert(ShapeTarget::Back, Shape::default());
    style.bones.insert("root".to_owned(), Edit::REST);
    style.bones.insert("left-01-02".to_owned(), common::edit([0.0; 3], [0.0, 90.0, 0.0], [1.0; 3]));
    style.colour = Some(Colour::default());
    let written = serde_json::to_string(&style).unwrap();
    assert_eq!(
        written,
        r#"{"format":"hairloom-style","version":1,"bones":{"left-01-02":{"rotation_deg":[0.0,90.0,0.0]}}}"#
    );
}

#[test]
fn another_format_or_version_is_told_apart_from_bad_keys() {
    let error = |text: &str| read(text).unwrap_err();
    assert!(error("{}").contains("not a style"));
    assert!(error(r#"{"version": 1, "bones": {}}"#).contains("not a style"));
    assert!(error(r#"{"format": "glTF", "version": 1}"#).contains(r#"format: "glTF" is not "hairloom-style""#));
    assert!(error(r#"{"format": "hairloom-style"}"#).contains("no \"version\""));
    let later = error(r#"{"format": "hairloom-style", "curls": [1, {"a": null}], "version": 2}"#);
    assert!(later.contains("version: 2 is not known here (1 is)"), "{later}");
    assert!(error("[]").contains("an object for the style"));
    assert!(error("").contains("EOF"));
}

#[test]
fn an_error_names_the_place() {
    for (inside, words) in [
        (r#", "bones": {"front-03-02": {"rotation_deg": [1, null, 2]}}"#, "bones.front-03-02.rotation_deg[1]: invalid"),
        (
            r#", "bones": {"front-03-02": {"rotation_deg": [1, "0,5", 2]}}"#,
            "bones.front-03-02.rotation_deg[1]: invalid",
        ),
        (r#", "bones": {"front-03-02": {"rotation_deg": [1, 1e999, 2]}}"#, "bones.front-03-02.rotation_deg[1]: number"),
        (r#", "bones": {"front-03-02": {"rotation_deg": [1, 0, 36001]}}"#, "rotation_deg[2]: 36001 is not from -36000"),
        (
            r#", "bones": {"front-03-02": {"translation": [-1000.5, 0, 0]}}"#,
            "translation[0]: -1000.5 is not from -1000",
        ),
        (r#", "bones": {"front-03-02": {"scale": [1, 0, 1]}}"#, "scale[1]: 0 is not from 0.000001 to 1000000"),
        (r#", "bones": {"front-03-02": {"scale": [1, 1]}}"#, "bones.front-03-02.scale: 2 numbers; three are needed"),
        (r#", "bones": {"front-03-02": {"scale": [1, 1, 1, 1]}}"#, "bones.front-03-02.scale: more than three"),
        (r#", "bones": {"front-03-02": {"scale": 2}}"#, "an array of three numbers for bones.front-03-02.scale"),
        (r#", "bones": {"front-03-02": null}"#, "an object for bones.front-03-02"),
        (r#", "bones": {"front-03-02": {"turn": [1]}}"#, "bones.front-03-02.turn: an unknown key"),
        (r#", "bones": {"root": {}, "root": {}}"#, "bones.root: told twice"),
        (r#", "bones": {"__proto__": {"x": 1}}"#, "bones.__proto__: the key is not a bone id such as front-03-02"),
        (r#", "bones": {"constructor": {}}"#, "bones.constructor: the key is not a bone id"),
        (r#", "bones": {"front-03": {}}"#, "bones.front-03: the key is not a bone id"),
        (r#", "bones": {"front-03-02-01": {}}"#, "the key is not a bone id"),
        (r#", "bones": {"chin-03-02": {}}"#, "the key is not a bone id"),
        (r#", "__proto__": {"polluted": 1}"#, r#"unknown key "__proto__""#),
        (r#", "rig": "12""#, "rig: the rig fingerprint \"12\" is not 16 hex digits"),
        (r#", "shape": {"chin": {}}"#, "shape.chin: the key is not all, front, left"),
        (r#", "shape": {"all": {"length": 1.5}}"#, "shape.all.length: 1.5 is not from -1 to 1"),
        (r#", "chains": {"front-03": {"root": [0, 0, 0], "bones": 2}}"#, "chains.front-03: root, length_m and bones"),
        (r#", "chains": {"front-03": {"bones": 2.5}}"#, "chains.front-03.bones: 2.5 is not a whole number"),
        (r#", "colour": {"tip": "red"}"#, r#"colour.tip: "red" is not a colour such as"#),
        (r##", "colour": {"tip": "#12345é"}"##, "is not a colour such as"),
        (r#", "version": 1"#, "version: told twice"),
        (r#", "bones": {"front-03-02": {"#, "EOF"),
    ] {
        let error = refused(inside);
        assert!(error.contains(words), "{inside}: {error}");
        assert_eq!(error.lines().count(), 1);
    }
}

#[test]
fn a_stranger_s_text_is_cut_and_kept_to_one_line() {
    let error = refused(&format!(r#", "bones": {{"\n{}": {{}}}}"#, "x".repeat(5000)));
    assert!(error.len() < 250 && error.starts_with("bones.\\nxxx"), "{error}");
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = format!(r#"{{"format": "hairloom-style", "version": 1, "x": {}"#, "[".repeat(200_000));
    assert!(read(&deep).is_err());
}

#[test]
fn what_json_cannot_hold_is_not_written() {
    let mut style = Style::default();
    style.bones.insert("root".to_owned(), common::edit([0.0, f64::NAN, 0.0], [0.0; 3], [1.0; 3]));
    assert!(serde_json::to_string(&style).unwrap_err().to_string().contains("translation"));
}

#[test]
fn limits_are_written_whole_and_finite() {
    let text = serde_json::to_string(&common::limits()).unwrap();
    assert_eq!(
        text,
        r#"{"min":{"translation":[-0.1,-0.1,-0.1],"rotation_deg":[-45.0,-36000.0,-60.0],"scale":[0.5,0.5,0.5]},"#
            .to_owned()
            + r#""max":{"translation":[0.2,0.2,0.2],"rotation_deg":[45.0,36000.0,60.0],"scale":[2.0,2.0,2.0]}}"#
    );
    let back: Limits = serde_json::from_str(&text).unwrap();
    assert_eq!(back, common::limits().effective());
}

#[test]
fn a_style_fits_the_rig_it_was_made_on() {
    let (rig, here, there) = (common::made_rig(), Fingerprint(7), Fingerprint(0xabc));
    let mut style = Style::default();
    assert_eq!(style.check(&rig, here), Ok(()));
    style.rig = Some(there);
    let error = style.check(&rig, here).unwrap_err();
    assert_eq!(error, Error::OtherRig { style: there, rig: here });
    let text = error.to_string();
    assert!(text.contains("0000000000000abc") && text.contains("0000000000000007") && text.contains("--transfer"));
    style.rig = None;
    style.bones.insert("left-01-02".to_owned(), Edit::REST);
    assert_eq!(style.check(&rig, here), Ok(()));
    style.bones.insert("top-01-02".to_owned(), Edit::REST);
    style.bones.insert("left-09-02".to_owned(), Edit::REST);
    assert_eq!(style.check(&rig, here), Err(Error::UnknownBone { id: "left-09-02".to_owned() }));
}

#[test]
fn a_stamp_tells_rig_and_edited_chains() {
    let rig = common::made_rig();
    let mut style = Style::default();
    style.bones.insert("left-01-02".to_owned(), common::edit([0.0; 3], [1.0; 3], [1.0; 3]));
    style.stamp(&rig, Fingerprint(7));
    assert_eq!(style.rig, Some(Fingerprint(7)));
    assert_eq!(style.chains.keys().collect::<Vec<_>>(), ["left-01"]);
    let place = style.chains["left-01"];
    assert_eq!((place.root, place.length_m, place.bones), (rig.chains[0].line[0], 0.3, 3));
}

fn within(least: f64, most: f64) -> impl Strategy<Value = f64> {
    // Small numbers, subnormal ones, −0 and the ends as well as the middle.
    prop_oneof![
        least..=most,
        any::<f64>().prop_map(move |v| v.clamp(least, most)),
        Just((-0.0f64).max(least)),
        Just(least),
        Just(most)
    ]
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let three = |least, most| prop::array::uniform3(within(least, most));
    (three(-1000.0, 1000.0), three(-36000.0, 36000.0), three(1e-6, 1e6)).prop_map(|(t, r, s)| common::edit(t, r, s))
}

fn bits(edit: &Edit) -> Vec<u64> {
    let parts = [edit.translation, edit.rotation_deg, edit.scale];
    parts.iter().flat_map(glam::DVec3::to_array).map(f64::to_bits).collect()
}

proptest! {
    #[test]
    fn every_number_survives_json_to_the_bit(edits in prop::collection::vec(any_edit(), 1..5), curl in within(-1.0, 1.0)) {
        let mut style = Style { rig: Some(Fingerprint(u64::MAX)), ..Style::default() };
        style.shape.insert(ShapeTarget::Top, Shape { curl, ..Shape::default() });
        for (n, edit) in edits.iter().enumerate() {
            style.bones.insert(format!("top-01-{n:02}"), *edit);
        }
        let back = read(&serde_json::to_string(&style).unwrap()).unwrap();
        // Parts at rest are left out, and come back as +0: only there a sign may change.
        for (id, edit) in &style.bones {
            let read = back.edit_of(id);
            prop_assert_eq!(&read, edit);
            for (read, written) in bits(&read).iter().zip(bits(edit)) {
                prop_assert!(*read == written || f64::from_bits(written) == 0.0);
            }
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,200}", cut in 0..400usize) {
        let _ = read(&text);
        let mut at = cut.min(DESIGN_EXAMPLE.len());
        while !DESIGN_EXAMPLE.is_char_boundary(at) { at -= 1; }
        prop_assert_eq!(read(&DESIGN_EXAMPLE[..at]).is_ok(), at == DESIGN_EXAMPLE.len());
        let _ = read(&format!("{}{text}{}", &DESIGN_EXAMPLE[..at], &DESIGN_EXAMPLE[at..]));
    }
}
