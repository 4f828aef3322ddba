use std::collections::HashMap;

use hairloom::Warning;

/// How many warnings of one kind a person can use.
const MOST_OF_A_KIND: usize = 8;

/// Leaves out what was said before (a mesh that several nodes show is read several times) and cuts long lists short.
pub(crate) fn tidy(found: Vec<Warning>) -> Vec<Warning> {
    let mut kept: Vec<Warning> = Vec::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut seen = std::collections::HashSet::new();
    for warning in found {
        if !seen.insert(warning.message.clone()) {
            continue;
        }
        let count = counts.entry(warning.code.clone()).or_default();
        *count += 1;
        if *count <= MOST_OF_A_KIND {
            kept.push(warning);
        }
    }
    let mut more: Vec<(String, usize)> = counts.into_iter().filter(|(_, count)| *count > MOST_OF_A_KIND).collect();
    more.sort_unstable();
    for (code, count) in more {
        let message = format!("{} more warnings of the kind {code:?}", count - MOST_OF_A_KIND);
        kept.push(Warning::new(&code, message));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_dropped_and_long_lists_cut() {
        let many = (0..20).map(|i| Warning::new("mode", format!("part {}", i % 10)));
        let kept = tidy(many.chain([Warning::new("scene", "empty")]).collect());
        assert_eq!(kept.len(), MOST_OF_A_KIND + 2);
        assert_eq!(kept[9], Warning::new("mode", "2 more warnings of the kind \"mode\""));
    }
}
