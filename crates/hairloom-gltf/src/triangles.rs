use gltf::json::mesh::Mode;

/// The triangles of a primitive's vertices, each wound as stored; none for points and lines.
///
/// A strip's corners that repeat a vertex only stitch its parts together and are left out.
pub(crate) fn triangles(mode: Mode, vertices: &[u32]) -> Option<Vec<u32>> {
    let distinct = |t: &[u32; 3]| t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
    Some(match mode {
        Mode::Triangles => vertices[..vertices.len() - vertices.len() % 3].to_vec(),
        Mode::TriangleStrip => {
            let wound = |(i, w): (usize, &[u32])| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[0], w[2], w[1]] };
            vertices.windows(3).enumerate().map(wound).filter(distinct).flatten().collect()
        }
        Mode::TriangleFan => {
            let around = |w: &[u32]| [w[0], w[1], vertices[0]];
            vertices.get(1..).unwrap_or_default().windows(2).map(around).filter(distinct).flatten().collect()
        }
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => return None,
    })
}

/// Turns every triangle over.
pub(crate) fn flip(triangles: &mut [u32]) {
    triangles.chunks_exact_mut(3).for_each(|t| t.swap(1, 2));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_alternate_and_fans_go_round() {
        assert_eq!(triangles(Mode::TriangleStrip, &[0, 1, 2, 3, 4]), Some(vec![0, 1, 2, 1, 3, 2, 2, 3, 4]));
        assert_eq!(triangles(Mode::TriangleStrip, &[0, 1, 2, 2, 3]), Some(vec![0, 1, 2]));
        assert_eq!(triangles(Mode::TriangleFan, &[7, 1, 2, 3]), Some(vec![1, 2, 7, 2, 3, 7]));
        assert_eq!(triangles(Mode::Triangles, &[0, 1, 2, 3]), Some(vec![0, 1, 2]));
        assert_eq!(triangles(Mode::TriangleStrip, &[0]), Some(vec![]));
        assert_eq!(triangles(Mode::TriangleFan, &[]), Some(vec![]));
        assert_eq!(triangles(Mode::LineStrip, &[0, 1]), None);
    }
}
