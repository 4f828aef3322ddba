/// SplitMix64: the small generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (OOPSLA 2014), with the constants of Vigna's reference `splitmix64.c`. Whole-number arithmetic only, so the same
/// seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// A stream of its own for each seed, 0 included.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub(crate) const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Even over `-1..1`, in steps of 2⁻⁵².
    pub(crate) fn signed(&mut self) -> f64 {
        /// 2⁻⁵².
        const STEP: f64 = 1.0 / (1u64 << 52) as f64;
        // 53 bits are exact in an f64.
        (self.bits() >> 11) as f64 * STEP - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_numbers_of_the_reference_code() {
        // The first outputs of splitmix64.c for the state 1234567.
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn stays_in_range_and_covers_both_halves() {
        let mut random = Random::new(7);
        let drawn: Vec<f64> = (0..1000).map(|_| random.signed()).collect();
        assert!(drawn.iter().all(|x| (-1.0..1.0).contains(x)));
        let mean = drawn.iter().sum::<f64>() / 1000.0;
        assert!(mean.abs() < 0.06, "{mean}");
    }
}
