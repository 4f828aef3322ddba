//! Sets that grow together.

/// Union–find with path halving; the smaller number leads, so that the result does not depend on the order of joins.
pub(crate) struct DisjointSets(Vec<u32>);

impl DisjointSets {
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    pub(crate) fn find(&mut self, mut item: u32) -> u32 {
        while self.0[item as usize] != item {
            self.0[item as usize] = self.0[self.0[item as usize] as usize];
            item = self.0[item as usize];
        }
        item
    }

    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
