use std::cell::Cell;

use crate::Error;

/// How much memory and work the reading of one file may still take.
///
/// A few bytes of a file can ask for very much: an accessor without data, one mesh shown by thousands of nodes, one
/// image named a million times. Every allocation whose size the file decides is charged here first.
pub(crate) struct Budget {
    left: Cell<u64>,
    steps: Cell<usize>,
}

/// Steps of work that may go into what is not linear in the file's size: some tenths of a second.
const STEPS: usize = 40_000_000;

/// What every file gets, and what it gets for each of its bytes. Real files need four to eight times their size.
const BASE_BYTES: u64 = 48 << 20;
const TIMES_SIZE: u64 = 16;

impl Budget {
    pub(crate) fn for_bytes(file_bytes: usize) -> Self {
        let bytes = BASE_BYTES.saturating_add(TIMES_SIZE.saturating_mul(file_bytes as u64));
        Self { left: Cell::new(bytes), steps: Cell::new(STEPS) }
    }

    /// Companion files bring their own allowance.
    pub(crate) fn extend(&self, file_bytes: usize) {
        self.left.set(self.left.get().saturating_add(TIMES_SIZE.saturating_mul(file_bytes as u64)));
    }

    /// Takes `bytes` away, or says which part is too large.
    pub(crate) fn charge(&self, bytes: u64, part: &str) -> Result<(), Error> {
        let left = self.left.get().checked_sub(bytes).ok_or_else(|| Error::TooLarge { part: part.to_owned() })?;
        self.left.set(left);
        Ok(())
    }

    /// Takes `steps` of work away and says yes, or says no.
    pub(crate) fn allows_work(&self, steps: usize) -> bool {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or(self.steps.get()));
        left.is_some()
    }

    /// [`Budget::charge`] for `count` things of type `T`.
    pub(crate) fn charge_items<T>(&self, count: usize, part: &str) -> Result<(), Error> {
        self.charge((count as u64).saturating_mul(size_of::<T>() as u64), part)
    }
}
