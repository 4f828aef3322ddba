//! Files cut short or with bytes changed are errors or load; they never panic.
use crate::table::bytes;
use hairloom_gltf::{read, read_with};
use proptest::prelude::*;

const FILES: [&str; 8] = [
    "morph__morph_and_skin.glb",
    "sparse__over_base.glb",
    "influences__eight.glb",
    "vrm_facing__both_versions.vrm",
    "shared_data__interleaved.glb",
    "external_file__data_uri_plain.gltf",
    "quantized__u8_uv_transform.glb",
    "texture__jpeg_truncated.glb",
];

/// Reads, and walks all that was read, so that a broken promise shows as a panic.
fn read_and_walk(bytes: &[u8]) {
    if let Ok(asset) = read_with(bytes, &mut |_| Some(vec![0; 100])) {
        let model = &asset.model;
        assert!(model.bounds().is_none_or(|(low, high)| low.is_finite() && high.is_finite()));
        for skinning in model.meshes.iter().filter_map(|mesh| mesh.skinning.as_ref()) {
            let joints = model.skins[skinning.skin].joints.len();
            assert!(skinning.influences.iter().flatten().all(|&(joint, _)| usize::from(joint) < joints));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn cut_files(file in 0..FILES.len(), share in 0.0..1.0_f64) {
        let bytes = bytes(FILES[file]);
        let end = (bytes.len() as f64 * share) as usize;
        prop_assert!(read(&bytes[..end]).is_err());
    }

    #[test]
    fn changed_bytes(
        file in 0..FILES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = bytes(FILES[file]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        read_and_walk(&bytes);
    }

    /// Digits in the JSON decide counts, offsets and indices: changing only these reaches deep.
    #[test]
    fn changed_digits(
        file in 0..FILES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..6),
    ) {
        let mut bytes = bytes(FILES[file]);
        let digits: Vec<usize> = (20..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        for (at, digit) in changes {
            bytes[*at.get(&digits)] = digit;
        }
        read_and_walk(&bytes);
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        read_and_walk(text.as_bytes());
    }
}
