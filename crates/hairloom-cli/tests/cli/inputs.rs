//! The bad and odd inputs of tests/inputs have the outcome of their table, by `info` and by `rig`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use crate::run::{Place, Run, hairloom, text};

struct Row {
    file: PathBuf,
    cells: BTreeMap<String, String>,
}

impl Row {
    fn cell(&self, column: &str) -> &str {
        &self.cells[column]
    }

    /// Every group of `must_name` has one of its words in `text`.
    fn named_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.cell("must_name")
            .split('+')
            .all(|group| group.split('|').any(|word| text.contains(&word.trim().to_lowercase())))
    }

    /// The first number of a cell such as `10 stored, 20 shown`.
    fn number(&self, column: &str) -> Option<u64> {
        self.cell(column).split(' ').next()?.parse().ok()
    }
}

/// The rows that are models.
fn rows() -> Vec<Row> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs");
    let table = std::fs::read_to_string(folder.join("EXPECTED.tsv")).unwrap();
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        let cells: BTreeMap<String, String> =
            head.iter().zip(line.split('\t')).map(|(column, cell)| ((*column).to_owned(), cell.to_owned())).collect();
        Row { file: folder.join("files").join(&cells["file"]), cells }
    };
    let rows: Vec<Row> = lines.map(row).filter(|row| row.cell("outcome") != "vector").collect();
    assert!(rows.len() > 80, "the table has {} models", rows.len());
    rows
}

#[test]
fn info_tells_what_the_table_says() {
    for row in rows() {
        let name = row.cell("file").to_owned();
        let run = hairloom(&["info", "--json", text(&row.file)]);
        if run.status != 0 {
            assert!(row.cell("outcome").contains("error"), "{name} should load: {}", run.stderr);
            let run = run.bad(1, &[&name]);
            assert!(row.named_in(&run.stderr), "{name}: {}", run.stderr);
            continue;
        }
        assert_ne!(row.cell("outcome"), "error", "{name} should be refused");
        assert_eq!(run.stderr, "", "{name}");
        check_numbers(&row, &run.json());
    }
}

fn check_numbers(row: &Row, info: &Value) {
    let name = row.cell("file");
    if row.cell("outcome") == "load_warn" {
        assert!(row.named_in(&info["warnings"].to_string()), "{name}: {}", info["warnings"]);
    }
    // The table counts the whole file; where a body stands beside the hair, `info` counts less.
    if !row.cell("pieces").contains("body") {
        assert_eq!(row.number("verts"), info["vertices"].as_u64(), "{name}");
        assert_eq!(row.number("tris"), info["triangles"].as_u64(), "{name}");
        let pieces: Vec<&str> = row.cell("pieces").split(" or ").collect();
        let right = pieces.contains(&info["pieces"].to_string().as_str());
        assert!(right, "{name}: {} pieces", info["pieces"]);
    }
    let expected = row.cell("bbox").split_whitespace().map(|number| number.parse::<f64>().unwrap());
    let found = info["bbox"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap());
    for (expected, found) in expected.zip(found) {
        assert!((expected - found).abs() < 2e-3, "{name}: {}", info["bbox"]);
    }
}

#[test]
fn a_refused_file_leaves_nothing_behind() {
    let place = Place::new();
    let out = place.path("out.glb");
    let report = place.path("report.json");
    let rig = |row: &Row| -> Run { hairloom(&["rig", text(&row.file), "-o", text(&out), "--report", text(&report)]) };
    for row in rows() {
        let name = row.cell("file").to_owned();
        let run = rig(&row);
        if run.status == 0 {
            assert_ne!(row.cell("outcome"), "error", "{name} should be refused");
            assert_eq!(place.names(), ["out.glb", "report.json"], "{name}");
            assert!(std::fs::read(&out).unwrap().starts_with(b"glTF"));
            std::fs::remove_file(&out).unwrap();
            std::fs::remove_file(&report).unwrap();
        } else {
            assert!(row.cell("outcome").contains("error"), "{name} should load: {}", run.stderr);
            let run = run.bad(1, &[&name]);
            assert!(row.named_in(&run.stderr), "{name}: {}", run.stderr);
            assert!(place.names().is_empty(), "{name} left {:?}", place.names());
        }
    }
}
