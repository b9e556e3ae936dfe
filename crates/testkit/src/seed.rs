//! Seeds of tests: fixed, printed, and changed by the environment.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The environment variable whose number replaces the seed of every test.
pub const VARIABLE: &str = "CHEQQERS_SEED";

/// The seed of a test: what [`VARIABLE`] says, or `usual`. It is printed, for the failing case.
///
/// # Panics
/// Panics if the variable holds no number.
#[expect(clippy::print_stdout, reason = "shown with a failing test only")]
pub fn choose(usual: u64) -> u64 {
    let seed = std::env::var(VARIABLE).map_or(usual, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{VARIABLE}={text} is no number"))
    });
    println!("seed {seed} (set {VARIABLE} to change it)");
    seed
}

/// A portable generator.
pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
