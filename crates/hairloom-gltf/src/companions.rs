use std::collections::BTreeSet;

use crate::{Error, budget::Budget};

/// The files beside a glTF, asked for by decoded, relative name.
pub(crate) struct Companions<'a> {
    ask: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
    budget: &'a Budget,
    seen: BTreeSet<String>,
}

impl<'a> Companions<'a> {
    pub(crate) fn new(ask: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>, budget: &'a Budget) -> Self {
        Self { ask, budget, seen: BTreeSet::new() }
    }

    /// The bytes of a companion, or none when it is not there. Each brings an allowance of its own, but once only.
    pub(crate) fn get(&mut self, name: &str, part: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(bytes) = (self.ask)(name) else { return Ok(None) };
        if self.seen.insert(name.to_owned()) {
            self.budget.extend(bytes.len());
        }
        self.budget.charge(bytes.len() as u64, part)?;
        Ok(Some(bytes))
    }
}
