use cheqqers_circuit::Bitstring;
use rand::Rng;
use rayon::prelude::*;

use crate::precision::Precision;
use crate::{Readout, Sparse, StateVector, TOLERANCE};

/// Up to this many states, finding that of a shot is quicker than putting the shots in order.
const FEW: usize = 1 << 12;

/// From this many shots or outcomes on, all cores put them in order.
const PARALLEL_FROM: usize = 1 << 16;

impl Sparse {
    /// The index of one basis state, drawn by probability.
    ///
    /// Takes one number from the generator and uses its top 53 bits, so a seed gives the same states
    /// everywhere. Never a state of probability up to [`TOLERANCE`], unless there is no other.
    #[inline]
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> u128 {
        draw_one(self.likelihoods(), rng).reverse_bits()
    }

    /// Draws shots, in the order drawn: those of [`Self::sample`] one after the other.
    ///
    /// Cost: one pass over the state, and a sort of the shots.
    pub fn shots<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<Bitstring> {
        let read = |key: u128| readout.read(key.reverse_bits());
        draw_many(self.likelihoods(), read, shots, rng)
    }

    /// Counts of the outcomes in so many shots, in order of their text: those of [`Self::shots`] with
    /// the same generator.
    ///
    /// Cost: one pass over the state, and a sort of one number for each shot.
    pub fn counts<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<(Bitstring, u64)> {
        let read = |key: u128| readout.read(key.reverse_bits());
        count_many(self.likelihoods(), read, shots, rng)
    }

    #[inline]
    fn likelihoods(&self) -> impl Iterator<Item = (u128, f64)> + Clone {
        self.entries
            .iter()
            .map(|entry| (entry.key, entry.amplitude.norm_sqr()))
    }
}

impl<T: Precision> StateVector<T> {
    /// The index of one basis state, drawn by probability.
    ///
    /// Takes one number from the generator and uses its top 53 bits, so a seed gives the same states
    /// everywhere (but not those that a sparse state draws, whose entries stand in another order).
    /// Never a state of probability up to [`TOLERANCE`], unless there is no other.
    #[inline]
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        draw_one(self.likelihoods(), rng)
    }

    /// Draws shots, in the order drawn: those of [`Self::sample`] one after the other.
    ///
    /// Cost: one pass over the state, and a sort of the shots.
    pub fn shots<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<Bitstring> {
        let read = |index: usize| readout.read(index as u128);
        draw_many(self.likelihoods(), read, shots, rng)
    }

    /// Counts of the outcomes in so many shots, in order of their text: those of [`Self::shots`] with
    /// the same generator.
    ///
    /// Cost: one pass over the state, and a sort of one number for each shot.
    pub fn counts<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<(Bitstring, u64)> {
        let read = |index: usize| readout.read(index as u128);
        count_many(self.likelihoods(), read, shots, rng)
    }

    #[inline]
    fn likelihoods(&self) -> impl Iterator<Item = (usize, f64)> + Clone {
        self.amplitudes()
            .iter()
            .map(|&amplitude| T::norm_squared(amplitude))
            .enumerate()
    }
}

/// One of the states, by probability.
fn draw_one<S: Copy>(
    states: impl Iterator<Item = (S, f64)> + Clone,
    rng: &mut (impl Rng + ?Sized),
) -> S {
    let (total, mut state) = total_and_last(states.clone());
    let target = uniform(rng.next_u64()) * total;
    let mut sum = 0.0;
    for (candidate, probability) in states.filter(is_likely) {
        sum += probability;
        if target < sum {
            state = candidate;
            break;
        }
    }
    state
}

/// Draws many states by probability; their readings by `read`, in the order drawn.
fn draw_many<S: Copy>(
    states: impl Iterator<Item = (S, f64)> + Clone,
    read: impl Fn(S) -> Bitstring,
    shots: usize,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<Bitstring> {
    if shots == 0 {
        return Vec::new();
    }
    let (total, last) = total_and_last(states.clone());
    // In order of what was drawn, one walk over the states serves all shots; each remembers its turn.
    let mut drawn: Vec<(u64, usize)> = (0..shots).map(|turn| (rng.next_u64(), turn)).collect();
    sort(&mut drawn);
    let mut result = vec![Bitstring::default(); shots];
    let mut drawn = drawn.into_iter().peekable();
    let mut sum = 0.0;
    for (state, probability) in states.filter(is_likely) {
        sum += probability;
        let mut bits = None;
        while let Some((_, turn)) = drawn.next_if(|&(bits, _)| uniform(bits) * total < sum) {
            result[turn] = *bits.get_or_insert_with(|| read(state));
        }
        if drawn.peek().is_none() {
            break;
        }
    }
    for (_, turn) in drawn {
        result[turn] = read(last);
    }
    result
}

/// Counts of the readings of many states, drawn as by [`draw_many`].
fn count_many<S: Copy>(
    states: impl Iterator<Item = (S, f64)> + Clone,
    read: impl Fn(S) -> Bitstring,
    shots: usize,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<(Bitstring, u64)> {
    if shots == 0 {
        return Vec::new();
    }
    let (total, last) = total_and_last(states.clone());
    if let Some((few, sums)) = few(states.clone()) {
        let mut hits = vec![0_u64; few.len()];
        for _ in 0..shots {
            let target = uniform(rng.next_u64()) * total;
            let state = sums.partition_point(|&sum| sum <= target);
            hits[state.min(few.len() - 1)] += 1;
        }
        let counts = few.into_iter().zip(hits).filter(|&(_, hits)| hits > 0);
        return merged(counts.map(|(state, hits)| (read(state), hits)).collect());
    }
    let mut drawn: Vec<u64> = (0..shots).map(|_| rng.next_u64()).collect();
    sort(&mut drawn);
    let mut left = &drawn[..];
    let mut counts: Vec<(Bitstring, u64)> = Vec::new();
    let mut sum = 0.0;
    for (state, probability) in states.filter(is_likely) {
        sum += probability;
        let here = left.iter().take_while(|&&bits| uniform(bits) * total < sum);
        let here = here.count();
        if here > 0 {
            counts.push((read(state), here as u64));
            left = &left[here..];
            if left.is_empty() {
                break;
            }
        }
    }
    if !left.is_empty() {
        counts.push((read(last), left.len() as u64));
    }
    merged(counts)
}

/// The states that can be drawn, and the sum of the probabilities up to each, if they are few.
fn few<S: Copy>(states: impl Iterator<Item = (S, f64)>) -> Option<(Vec<S>, Vec<f64>)> {
    let (few, mut sums): (Vec<S>, Vec<f64>) = states.filter(is_likely).take(FEW + 1).unzip();
    if few.is_empty() || few.len() > FEW {
        return None;
    }
    for k in 1..sums.len() {
        sums[k] += sums[k - 1];
    }
    Some((few, sums))
}

/// Puts things in order, with all cores where they are many.
fn sort<O: Ord + Send>(items: &mut [O]) {
    if items.len() < PARALLEL_FROM {
        items.sort_unstable();
    } else {
        items.par_sort_unstable();
    }
}

/// Counts in order of their text, each outcome once.
pub(crate) fn merged(mut counts: Vec<(Bitstring, u64)>) -> Vec<(Bitstring, u64)> {
    sort(&mut counts);
    counts.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            kept.1 += later.1;
        }
        same
    });
    counts
}

/// The sum of the probabilities that can be drawn, and the last state with one: where rounding
/// leaves a remainder, it is meant. Without any such, the most probable state.
fn total_and_last<S: Copy>(states: impl Iterator<Item = (S, f64)> + Clone) -> (f64, S) {
    let mut total = 0.0;
    let mut last = None;
    for (state, probability) in states.clone().filter(is_likely) {
        total += probability;
        last = Some(state);
    }
    let last = last.or_else(|| {
        let most = states.max_by(|a, b| a.1.total_cmp(&b.1));
        most.map(|(state, _)| state)
    });
    (total, last.expect("a state has at least one amplitude"))
}

fn is_likely<S>(&(_, probability): &(S, f64)) -> bool {
    probability > TOLERANCE
}

/// A number in 0.0..1.0 from the top 53 bits.
pub(crate) fn uniform(bits: u64) -> f64 {
    const STEP: f64 = 1.0 / (1u64 << 53) as f64;
    (bits >> 11) as f64 * STEP
}

#[cfg(test)]
mod tests;
