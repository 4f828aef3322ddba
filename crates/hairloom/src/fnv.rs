//! A small hash that is the same everywhere.

/// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923).
pub(crate) struct Fnv(pub(crate) u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0]);
    }

    pub(crate) fn count(&mut self, count: usize) {
        self.bytes(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
    }

    pub(crate) fn numbers<const N: usize>(&mut self, numbers: [i64; N]) {
        for number in numbers {
            self.bytes(&number.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_is_the_published_one() {
        let mut hash = Fnv::default();
        hash.bytes(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }
}
