//! The tables of `tests/inputs` and the boxes they tell.
use std::{collections::BTreeMap, path::PathBuf};

use glam::DVec3;

/// A row by column names.
pub(crate) type Row = BTreeMap<String, String>;

pub(crate) fn inputs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs")
}

pub(crate) fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(inputs().join("files").join(file)).unwrap()
}

pub(crate) fn rows(table: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(inputs().join(table)).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t'));
    let columns: Vec<&str> = lines.next().unwrap().collect();
    lines.map(|cells| columns.iter().map(|&c| c.to_owned()).zip(cells.map(str::to_owned)).collect()).collect()
}

/// A box as the tables write it: x0 y0 z0 x1 y1 z1.
pub(crate) fn parse_box(text: &str) -> (DVec3, DVec3) {
    let n: Vec<f64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
    (DVec3::from_slice(&n[..3]), DVec3::from_slice(&n[3..6]))
}

pub(crate) fn box_of(points: impl Iterator<Item = DVec3>) -> (DVec3, DVec3) {
    let empty = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    points.fold(empty, |(low, high), p| (low.min(p), high.max(p)))
}

pub(crate) fn boxes_agree(found: (DVec3, DVec3), wanted: (DVec3, DVec3)) -> bool {
    let near = |a: DVec3, b: DVec3| (a - b).abs().max_element() < 2e-3;
    near(found.0, wanted.0) && near(found.1, wanted.1)
}
