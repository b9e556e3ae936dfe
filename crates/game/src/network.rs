//! Trained evaluation: a small neural network that corrects a static evaluation.

/// A network with one hidden layer, whose inputs are the [features](crate::Game::features) of a position and its
/// static evaluation.
///
/// The first layer is linear, so that features which count by their probability give it the exact mean
/// over all basis states.
///
/// As bytes: the weights of each feature to all hidden units, then those of the static evaluation, then
/// the biases, then the weights from the hidden units; 16 bits each, signed, the low byte first.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// Units of the hidden layer, in [`UNIT`]s, for each feature and what follows them.
    rows: Vec<[i16; Network::HIDDEN]>,
}

/// A weight of one as it is kept: so many bits.
const BITS: u32 = 8;
const UNIT: i16 = 1 << BITS;

/// The largest weight, in [`UNIT`]s: twice as much is a number of 16 bits.
const LARGEST: i16 = i16::MAX / 2;

impl Network {
    /// Number of hidden units.
    pub const HIDDEN: usize = 32;

    /// A network with these weights, rounded, -64 to 64: a row for each feature, and three more.
    pub fn new(weights: &[[f32; Self::HIDDEN]]) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let round =
            |weight: f32| ((weight * f32::from(UNIT)).round() as i16).clamp(-LARGEST, LARGEST);
        Self {
            rows: weights.iter().map(|row| row.map(round)).collect(),
        }
    }

    /// Reads the bytes that [`Self::to_bytes`] writes.
    ///
    /// # Panics
    /// Panics if there are not three whole rows.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let (rows, rest) = bytes.as_chunks::<{ 2 * Self::HIDDEN }>();
        assert!(rows.len() > 2 && rest.is_empty(), "bytes of a network");
        let row = |row: &[u8; 2 * Self::HIDDEN]| {
            std::array::from_fn(|unit| i16::from_le_bytes([row[2 * unit], row[2 * unit + 1]]))
        };
        Self {
            rows: rows.iter().map(row).collect(),
        }
    }

    /// The weights as bytes, which [`Self::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.rows.iter().flatten();
        weights.flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// Number of features that it was made for.
    pub fn num_features(&self) -> usize {
        self.rows.len() - 3
    }

    /// The hidden units before any feature is added, for a position whose static evaluation for the player to
    /// move is given.
    ///
    /// # Panics
    /// Panics if the network has no rows.
    #[inline]
    pub fn hidden(&self, evaluation: f32) -> HiddenUnits<'_> {
        let [rows @ .., own, biases, output] = &self.rows[..] else {
            panic!("a network has three rows and more");
        };
        let mut sums = *biases;
        add(&mut sums, own, evaluation);
        HiddenUnits {
            rows,
            output,
            evaluation,
            sums,
        }
    }
}

/// Hidden units of a network for a position, to which its features are added.
#[derive(Clone, Debug)]
pub struct HiddenUnits<'a> {
    rows: &'a [[i16; Network::HIDDEN]],
    output: &'a [i16; Network::HIDDEN],
    evaluation: f32,
    sums: [i16; Network::HIDDEN],
}

impl HiddenUnits<'_> {
    /// Adds a feature with its value, in -1..=1.
    ///
    /// # Panics
    /// Panics if the network was made for fewer features.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a feature is not exact")]
    pub fn add(&mut self, feature: usize, value: f64) {
        add(&mut self.sums, &self.rows[feature], value as f32);
    }

    /// The evaluation for the player to move, in -1..=1, of which a share of the network counts. The same on
    /// every machine.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a share is not exact")]
    pub fn evaluation(&self, share: f64) -> f32 {
        // The same as `a * a >> BITS`, by what processors do with eight numbers of 16 bits at a time.
        let active = self.sums.map(|sum| sum.clamp(0, UNIT) << (8 - BITS / 2));
        let squares = active.map(|a| high_half(a, a));
        let terms = squares.iter().zip(self.output);
        let sum: i32 = terms.map(|(&a, &w)| i32::from(a) * i32::from(w)).sum();
        let sum = share as f32 * sum as f32 / f32::from(UNIT).powi(2);
        corrected(self.evaluation, squashed(sum))
    }
}

/// Adds the weights of a feature.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a value is at most 1")]
fn add(sums: &mut [i16; Network::HIDDEN], weights: &[i16; Network::HIDDEN], value: f32) {
    if value >= 1.0 {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum = sum.wrapping_add(*weight);
        }
        return;
    }
    // Values are rounded to 15 bits behind the point.
    let factor = (value * -f32::from(i16::MIN)) as i16;
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(high_half(weight.wrapping_mul(2), factor));
    }
}

/// The upper 16 bits of a product.
#[inline]
fn high_half(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 16) as i16
}

/// A sum over the hidden units as a correction, in -1..=1.
#[inline]
pub fn squashed(sum: f32) -> f32 {
    sum / (1.0 + sum.abs())
}

/// An evaluation moved by a correction, both in -1..=1: as hyperbolic tangents whose arguments are added,
/// so that a win that is certain stays one.
#[inline]
pub fn corrected(evaluation: f32, correction: f32) -> f32 {
    (evaluation + correction) / (1.0 + evaluation * correction).max(f32::MIN_POSITIVE)
}
