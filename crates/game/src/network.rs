//! Trained evaluation: a small neural network that corrects a static evaluation.

use smallvec::SmallVec;

/// A network with one hidden layer, whose inputs are the [features](crate::Game::features) of a position and its
/// static evaluation.
///
/// The first layer is linear, so that features which count by their probability give it the mean
/// over all basis states, up to rounding.
///
/// As bytes: the weights of each feature to all hidden units, then those of the static evaluation, then
/// the biases, then the weights from the hidden units; 16 bits each, signed, the low byte first.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// Units of the hidden layer, in [`UNIT`]s, for each feature and what follows them.
    rows: Vec<Row>,
}

/// Weights between a feature and all hidden units.
type Row = [i16; Network::HIDDEN];

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

    /// The network for a position whose static evaluation for the player to move is given, before any feature is added.
    #[inline]
    pub fn inputs(&self, evaluation: f32) -> NetworkInputs<'_> {
        NetworkInputs {
            rows: &self.rows,
            evaluation,
            inputs: SmallVec::new(),
        }
    }
}

/// Features of a position, of which a network makes an evaluation.
#[derive(Clone, Debug)]
pub struct NetworkInputs<'a> {
    rows: &'a [Row],
    evaluation: f32,
    inputs: SmallVec<[Input; 96]>,
}

/// Number of a feature and its value.
#[derive(Clone, Copy, Debug)]
struct Input {
    feature: u32,
    /// The value with 15 bits behind the point.
    value: i16,
    /// The value is 1, which would take one bit more.
    is_one: bool,
}

impl Input {
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value is at most 1, and not exact"
    )]
    fn new(feature: usize, value: f64) -> Self {
        let value = value as f32;
        Self {
            feature: u32::try_from(feature).expect("a network has fewer rows"),
            value: (value * -f32::from(i16::MIN)) as i16,
            is_one: value >= 1.0,
        }
    }
}

impl NetworkInputs<'_> {
    /// Adds a feature with its value, above -1 and at most 1.
    #[inline]
    pub fn add(&mut self, feature: usize, value: f64) {
        self.inputs.push(Input::new(feature, value));
    }

    /// The evaluation for the player to move, in -1..=1, of which a share of the network counts. The same on
    /// every machine.
    ///
    /// # Panics
    /// Panics if the network was made for fewer features.
    #[expect(clippy::cast_possible_truncation, reason = "a share is not exact")]
    pub fn evaluation(mut self, share: f64) -> f32 {
        // The last rows are those of the static evaluation, the biases and the output.
        let own = self.rows.len() - 3;
        self.inputs
            .push(Input::new(own, f64::from(self.evaluation)));
        self.inputs.push(Input::new(own + 1, 1.0));
        let sum = output(self.rows, &self.inputs[..]);
        let sum = share as f32 * sum as f32 / f32::from(UNIT).powi(2);
        corrected(self.evaluation, squashed(sum))
    }
}

/// The output of a network in [`UNIT`]s of both layers.
fn output(rows: &[Row], inputs: &[Input]) -> i32 {
    /// With registers of 16 numbers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn output_avx2(rows: &[Row], inputs: &[Input]) -> i32 {
        portable_output(rows, inputs)
    }

    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the same code for processors that have more")]
        // SAFETY: The processor has AVX2.
        return unsafe { output_avx2(rows, inputs) };
    }
    portable_output(rows, inputs)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for each kind of processor")]
fn portable_output(rows: &[Row], inputs: &[Input]) -> i32 {
    let mut sums = [0_i16; Network::HIDDEN];
    for input in inputs {
        let weights = sums.iter_mut().zip(&rows[input.feature as usize]);
        if input.is_one {
            weights.for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        } else {
            let product = |weight: i16| high_half(weight.wrapping_mul(2), input.value);
            weights.for_each(|(sum, weight)| *sum = sum.wrapping_add(product(*weight)));
        }
    }
    // The same as `a * a >> BITS`, by what processors do with eight numbers of 16 bits at a time.
    let active = sums.map(|sum| sum.clamp(0, UNIT) << (8 - BITS / 2));
    let squares = active.map(|a| high_half(a, a));
    let terms = squares.iter().zip(&rows[rows.len() - 1]);
    terms.map(|(&a, &w)| i32::from(a) * i32::from(w)).sum()
}

/// The upper 16 bits of a product.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of an inner loop")]
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
