use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use cheqqers_game::network::{Network, corrected, squashed};
use rand_chacha::ChaCha8Rng;

use super::sample::{Sample, mean_squared_error};
use crate::{Stream, below, generator, unit};

/// Weights to or from all hidden units.
type Row = [f32; Network::HIDDEN];

/// Samples that are learnt together.
const BATCH: usize = 512;

/// Step size at the beginning of a training; it falls to 0 until its end.
const RATE: f32 = 0.003;

/// Weight decay of a step of size `rate`: `rate` times the number of features over this. Without it, games
/// are learnt by heart, the more of them the more features there are.
const FEATURES_PER_DECAY: f32 = 256.0;

/// Decay of the means of a gradient and of its square.
const DECAYS: [f32; 2] = [0.9, 0.999];

/// Weights as numbers that are learnt, by logistic regression behind the hidden layer.
///
/// Sources: Kingma and Ba, "Adam: A Method for Stochastic Optimization", arXiv:1412.6980; Loshchilov and
/// Hutter, "Decoupled Weight Decay Regularization", arXiv:1711.05101.
#[derive(Debug)]
pub(super) struct Optimizer {
    /// As a [`Network`] has them.
    weights: Vec<Row>,
    gradient: Vec<Row>,
    /// Means of the gradient and of its square.
    means: [Vec<Row>; 2],
}

impl Optimizer {
    /// Random small weights to the hidden units, and from them outputs of alternating sign.
    pub(super) fn new(features: usize, seed: u64) -> Self {
        let mut rng = generator(seed, Stream::White);
        let zeros = vec![[0.0; Network::HIDDEN]; features + 3];
        let mut weights = zeros.clone();
        for row in &mut weights[..=features] {
            *row = std::array::from_fn(|_| 0.2 * (small(&mut rng) - 0.5));
        }
        weights[features + 1] = [0.3; Network::HIDDEN];
        weights[features + 2] = std::array::from_fn(|unit| if unit % 2 == 0 { 0.1 } else { -0.1 });
        Self {
            weights,
            gradient: zeros.clone(),
            means: [zeros.clone(), zeros],
        }
    }

    /// The weights, rounded, with the correction scaled to so many percent.
    pub(super) fn network(&self, share: u8) -> Network {
        let mut weights = self.weights.clone();
        for weight in weights.last_mut().into_iter().flatten() {
            *weight *= f32::from(share) / 100.0;
        }
        Network::new(&weights)
    }

    /// Mean squared error, with the correction scaled to so many percent.
    pub(super) fn error(&self, samples: &[Sample], share: u8) -> f64 {
        let scale = f32::from(share) / 100.0;
        mean_squared_error(samples, |sample| {
            let sum = scale * output(&self.weights, &self.hidden(sample));
            corrected(sample.evaluation, squashed(sample.factor * sum))
        })
    }

    /// Learns all samples so many times; `None` if it was stopped.
    pub(super) fn learn(
        &mut self,
        samples: &[Sample],
        epochs: u32,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<()> {
        let mut rng = generator(seed, Stream::Black);
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let batches = samples.len().div_ceil(BATCH) as f32 * epochs as f32;
        let mut done = 0.0;
        let mut powers = [1.0; 2];
        for _ in 0..epochs {
            for last in (1..order.len()).rev() {
                order.swap(last, below(&mut rng, last + 1));
            }
            for batch in order.chunks(BATCH) {
                if stop.load(Relaxed) {
                    return None;
                }
                for &number in batch {
                    self.add_gradient(&samples[number]);
                }
                let rate = RATE * (1.0 - done / batches);
                done += 1.0;
                powers = std::array::from_fn(|mean| powers[mean] * DECAYS[mean]);
                self.step(rate, batch.len() as f32, powers.map(|power| 1.0 - power));
            }
        }
        Some(())
    }

    /// Sums of the hidden units.
    fn hidden(&self, sample: &Sample) -> Row {
        let features = self.weights.len() - 3;
        let mut sums = self.weights[features + 1];
        add(&mut sums, &self.weights[features], sample.evaluation);
        for &(feature, value) in &sample.features {
            add(&mut sums, &self.weights[usize::from(feature)], value);
        }
        sums
    }

    fn add_gradient(&mut self, sample: &Sample) {
        let features = self.weights.len() - 3;
        let hidden = self.hidden(sample);
        let sum = sample.factor * output(&self.weights, &hidden);
        let value = corrected(sample.evaluation, squashed(sum));
        // Of the cross entropy, through both functions that follow the sum.
        let slope = sample.factor * (value - sample.target) / (1.0 + 2.0 * sum.abs());
        let weights = &self.weights[features + 2];
        let mut behind = [0.0; Network::HIDDEN];
        for unit in 0..Network::HIDDEN {
            let active = hidden[unit].clamp(0.0, 1.0);
            self.gradient[features + 2][unit] += slope * active * active;
            if hidden[unit] > 0.0 && hidden[unit] < 1.0 {
                behind[unit] = slope * weights[unit] * 2.0 * active;
            }
        }
        add(&mut self.gradient[features + 1], &behind, 1.0);
        add(&mut self.gradient[features], &behind, sample.evaluation);
        for &(feature, value) in &sample.features {
            add(&mut self.gradient[usize::from(feature)], &behind, value);
        }
    }

    /// Changes all weights by the mean gradient of a batch, which is then forgotten; `corrections` are the
    /// shares of all gradients that the means contain.
    fn step(&mut self, rate: f32, samples: f32, corrections: [f32; 2]) {
        let [first, second] = &mut self.means;
        let decay = (self.weights.len() - 3) as f32 / FEATURES_PER_DECAY;
        let rows = self.weights.iter_mut().zip(&mut self.gradient);
        for ((weights, gradient), (first, second)) in rows.zip(first.iter_mut().zip(second)) {
            for unit in 0..Network::HIDDEN {
                let slope = gradient[unit] / samples;
                first[unit] += (1.0 - DECAYS[0]) * (slope - first[unit]);
                second[unit] += (1.0 - DECAYS[1]) * (slope * slope - second[unit]);
                let scale = (second[unit] / corrections[1]).sqrt() + 1e-8;
                weights[unit] *= 1.0 - rate * decay;
                weights[unit] -= rate * first[unit] / corrections[0] / scale;
            }
            *gradient = [0.0; Network::HIDDEN];
        }
    }
}

fn add(sums: &mut Row, weights: &Row, value: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += value * weight;
    }
}

fn output(weights: &[Row], hidden: &Row) -> f32 {
    let output = &weights[weights.len() - 1];
    let active = hidden.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
    active.zip(output).map(|(a, w)| a * w).sum()
}

fn small(rng: &mut ChaCha8Rng) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a beginning is not exact")]
    let number = unit(rng) as f32;
    number
}
