use hairloom::Warning;

/// How many warnings of one kind a person can use.
const MOST_OF_A_KIND: usize = 8;

/// What was mended or left out so far, each said once and not too often.
#[derive(Default)]
pub(crate) struct Warnings {
    kept: Vec<Warning>,
    /// Codes that had more to say.
    cut: Vec<String>,
}

impl Warnings {
    /// Adds a warning, unless it was said before (a mesh that several nodes show is read several times).
    pub(crate) fn push(&mut self, code: &str, message: String) {
        let alike = self.kept.iter().filter(|kept| kept.code == code);
        let (count, repeated) =
            alike.fold((0, false), |(count, repeated), kept| (count + 1, repeated || kept.message == message));
        if repeated {
            return;
        }
        if count < MOST_OF_A_KIND {
            self.kept.push(Warning::new(code, message));
        } else if !self.cut.iter().any(|cut| cut == code) {
            self.cut.push(code.to_owned());
        }
    }

    pub(crate) fn into_list(mut self) -> Vec<Warning> {
        for code in self.cut {
            self.kept.push(Warning::new(&code, format!("there are more warnings of the kind {code:?}")));
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_dropped_and_long_lists_cut() {
        let mut warnings = Warnings::default();
        (0..20).for_each(|i| warnings.push("mode", format!("part {}", i % 10)));
        warnings.push("scene", "empty".to_owned());
        let list = warnings.into_list();
        assert_eq!(list.len(), MOST_OF_A_KIND + 2);
        assert_eq!(list[8], Warning::new("scene", "empty"));
        assert_eq!(list[9], Warning::new("mode", "there are more warnings of the kind \"mode\""));
    }
}
