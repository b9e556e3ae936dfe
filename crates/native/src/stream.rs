/// Deterministic pseudorandom generator (`SplitMix64`).
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        // Source: doi:10.1145/2714064.2660195.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform number in 0..1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.next() as f64 / 2f64.powi(64)
    }

    /// Number in `0..count`, which must not be empty.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let below = self.next() % count as u64;
        usize::try_from(below).expect("below a usize")
    }
}
