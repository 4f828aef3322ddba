use std::ops::Range;

/// As many spans as one dispatch takes.
pub(super) const MOST_SPANS: usize = 1024;

/// Bytes of the shader's `Work` with all its spans.
pub(super) const WORK_BYTES: usize = 8 + 8 * MOST_SPANS;

/// Writes `ranges`, clipped to `vertices`, as the shader's `Work`, and gives back how many vertices they are together.
///
/// What is more than fits becomes the one range that covers all: a vertex skinned needlessly is what it was.
pub(super) fn write_work(ranges: &[Range<u32>], vertices: u32, out: &mut Vec<u8>) -> u32 {
    let clipped = || ranges.iter().map(|range| range.start..range.end.min(vertices)).filter(|range| !range.is_empty());
    let total: u64 = clipped().map(|range| u64::from(range.end - range.start)).sum();
    match u32::try_from(total) {
        Ok(total) if clipped().count() <= MOST_SPANS => write_spans(clipped(), total, out),
        _ => {
            let start = clipped().map(|range| range.start).min().unwrap_or(0);
            let end = clipped().map(|range| range.end).max().unwrap_or(0);
            write_spans(std::iter::once(start..end), end - start, out)
        }
    }
}

fn write_spans(spans: impl Iterator<Item = Range<u32>>, total: u32, out: &mut Vec<u8>) -> u32 {
    out.clear();
    let mut push = |word: u32| out.extend_from_slice(&word.to_le_bytes());
    push(0);
    push(total);
    let (mut count, mut thread) = (0_u32, 0);
    for span in spans {
        push(span.start);
        push(thread);
        thread += span.end - span.start;
        count += 1;
    }
    out[..4].copy_from_slice(&count.to_le_bytes());
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(ranges: &[Range<u32>], vertices: u32) -> (u32, Vec<u32>) {
        let mut bytes = Vec::with_capacity(WORK_BYTES);
        let total = write_work(ranges, vertices, &mut bytes);
        assert!(bytes.len() <= WORK_BYTES);
        (total, bytes.chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect())
    }

    #[test]
    fn spans_follow_each_other() {
        assert_eq!(written(&[10..15, 20..20, 40..42], 100), (7, vec![2, 7, 10, 0, 40, 5]));
        assert_eq!(written(&[], 100), (0, vec![0, 0]));
    }

    #[test]
    fn ranges_end_with_the_hair() {
        assert_eq!(written(&[90..u32::MAX, 100..200], 100), (10, vec![1, 10, 90, 0]));
    }

    #[test]
    fn too_many_become_one() {
        let ranges: Vec<_> = (0..=MOST_SPANS as u32).map(|k| 3 * k + 1..3 * k + 2).collect();
        assert_eq!(written(&ranges[1..], u32::MAX).1[0], MOST_SPANS as u32);
        assert_eq!(written(&ranges, u32::MAX), (3073, vec![1, 3073, 1, 0]));
        assert_eq!(written(&[0..u32::MAX, 5..9], u32::MAX), (u32::MAX, vec![1, u32::MAX, 0, 0]));
    }
}
