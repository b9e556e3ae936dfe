//! Operations on one block of a state, all inlined into functions that are compiled for each kind of
//! processor.

use num_complex::Complex;

use super::super::plan::{Matrix, MatrixStep, Pass, Step};
use super::lanes::{halves, pairs, parts};
use super::mix::{ComplexKernel, MixKernel, RealKernel, Vectors};
use super::vector::{Part, Simd};
use crate::number::Number;

/// Vectors of a row.
pub(in crate::evolve) const ROW: usize = 8;

/// Distance of one row from the next, in parts. One part stays free: rows at distances that are powers
/// of two would all fall on the same places of the first cache.
pub(super) const PITCH: usize = 2 * ROW + 1;

/// A block in the cache.
#[derive(Debug)]
pub(super) struct CachedBlock<T, const W: usize> {
    /// The real parts of the first amplitudes, their imaginary parts, those of the next ones.
    parts: Vec<Part<T, W>>,
    /// For each row, `true` if it may hold anything but zeros; the content of the others is stale.
    live: Vec<bool>,
}

impl<T: Number, const W: usize> CachedBlock<T, W> {
    /// Amplitudes of a row.
    const LEN: usize = ROW * W;

    const ZERO: Part<T, W> = Part([T::ZERO; W]);

    pub(super) fn new(num_rows: usize) -> Self {
        Self {
            parts: vec![Self::ZERO; num_rows * PITCH],
            live: vec![false; num_rows],
        }
    }

    /// The parts of a row.
    fn row(&self, row: usize) -> &[Part<T, W>] {
        &self.parts[row * PITCH..][..2 * ROW]
    }

    fn row_mut(&mut self, row: usize) -> &mut [Part<T, W>] {
        &mut self.parts[row * PITCH..][..2 * ROW]
    }

    /// Takes in one row, or that it is zero.
    #[inline(always)]
    pub(super) fn load<C: Simd<T>>(&mut self, row: usize, amplitudes: Option<&[Complex<T>]>) {
        self.live[row] = amplitudes.is_some();
        if let Some(amplitudes) = amplitudes {
            assert_eq!(amplitudes.len(), Self::LEN);
            let vectors = self.row_mut(row).as_chunks_mut::<2>().0;
            for ([re, im], from) in vectors.iter_mut().zip(amplitudes.as_chunks::<W>().0) {
                let (low, high) = from.split_at(W / 2);
                let [low, high] = [low, high].map(bytemuck::must_cast_slice::<_, T>);
                let low = *low.first_chunk().expect("a vector");
                let high = *high.first_chunk().expect("a vector");
                re.0 = C::permute(low, high, const { parts(0) });
                im.0 = C::permute(low, high, const { parts(1) });
            }
        }
    }

    /// Gives out a row; `false` when it is zero, and nothing is written.
    #[inline(always)]
    pub(super) fn store<C: Simd<T>>(&self, row: usize, amplitudes: &mut [Complex<T>]) -> bool {
        if !self.live[row] {
            return false;
        }
        let row = self.row(row);
        let mut sum = [T::ZERO; W];
        for part in row {
            sum = C::squared_added(part.0, sum);
        }
        if sum.iter().all(|&sum| sum < T::ZERO_BELOW) {
            return false;
        }
        assert_eq!(amplitudes.len(), Self::LEN);
        let vectors = row.as_chunks::<2>().0;
        for ([re, im], to) in vectors.iter().zip(amplitudes.as_chunks_mut::<W>().0) {
            let (low, high) = to.split_at_mut(W / 2);
            let [low, high] = [low, high].map(bytemuck::must_cast_slice_mut::<_, T>);
            low.copy_from_slice(&C::permute(re.0, im.0, const { pairs(0) }));
            high.copy_from_slice(&C::permute(re.0, im.0, const { pairs(W / 2) }));
        }
        true
    }

    /// Does the steps of a pass, those of one tile after the other.
    #[inline(always)]
    pub(super) fn run<C: Simd<T>>(&mut self, pass: &Pass<T>) {
        let num_rows = self.live.len();
        assert!(num_rows.is_power_of_two() && self.parts.len() == num_rows * PITCH);
        for tile in &pass.tiles {
            assert!(tile.bits < num_rows);
            tile.steps
                .iter()
                .for_each(|step| check(step, tile.bits, num_rows));
            // Each choice of the bits that the tile does not have is a tile.
            let mut first = 0;
            while first < num_rows {
                for step in &tile.steps {
                    let rows = Rows {
                        first,
                        bits: tile.bits,
                    };
                    self.step::<C>(rows, step, &pass.numbers);
                }
                first = next_without(first, tile.bits);
            }
        }
    }

    #[inline(always)]
    fn step<C: Simd<T>>(&mut self, rows: Rows, step: &Step, numbers: &[T]) {
        match step {
            Step::Swap { lane: 0, bit } => self.swap::<1, C>(rows, *bit),
            Step::Swap { lane: 1, bit } => self.swap::<2, C>(rows, *bit),
            Step::Swap { lane: 2, bit } => self.swap::<4, C>(rows, *bit),
            Step::Swap { bit, .. } => self.swap::<8, C>(rows, *bit),
            Step::Matrix(mix) => self.mix_any::<C>(rows, mix, &numbers[mix.numbers..]),
        }
    }

    /// Mixes so many vectors or parts, a number known when it is compiled.
    #[inline(always)]
    fn mix_any<C: Simd<T>>(&mut self, rows: Rows, mix: &MatrixStep, numbers: &[T]) {
        let MatrixStep { bits, offsets, .. } = mix;
        match &mix.matrix {
            Matrix::Real { parts } => {
                macro_rules! real {
                    ($len:literal) => {{
                        let place = |part: usize| W * (place_of(part / 2) + part % 2);
                        let places: [usize; $len] = std::array::from_fn(|k| place(parts[k]));
                        let kernel = RealKernel::new(places, numbers);
                        self.mix::<C, _>(rows, *bits, offsets, &kernel);
                    }};
                }
                match parts.len() {
                    1 => real!(1),
                    2 => real!(2),
                    3 => real!(3),
                    4 => real!(4),
                    5 => real!(5),
                    6 => real!(6),
                    7 => real!(7),
                    _ => real!(8),
                }
            }
            Matrix::Complex => {
                macro_rules! complex {
                    ($len:literal) => {{
                        let place = |vector: usize| W * place_of(vector);
                        let places: [usize; $len] = std::array::from_fn(|k| place(offsets[k]));
                        let kernel = ComplexKernel::new(places, W, numbers);
                        self.mix::<C, _>(rows, *bits, offsets, &kernel);
                    }};
                }
                match offsets.len() {
                    2 => complex!(2),
                    3 => complex!(3),
                    4 => complex!(4),
                    5 => complex!(5),
                    6 => complex!(6),
                    7 => complex!(7),
                    _ => complex!(8),
                }
            }
        }
    }

    /// Makes rows ready to be mixed; `false` when all are zero.
    #[inline(always)]
    fn wake(&mut self, first: usize, offsets: &[usize]) -> bool {
        let mut num_live = 0;
        for offset in offsets {
            num_live += usize::from(self.live[first | (offset / ROW)]);
        }
        if num_live == 0 {
            return false;
        }
        if num_live < offsets.len() {
            self.clear(first, offsets);
        }
        true
    }

    /// Writes the zeros of those rows that hold what is old.
    #[cold]
    fn clear(&mut self, first: usize, offsets: &[usize]) {
        for offset in offsets {
            let row = first | (offset / ROW);
            if !self.live[row] {
                self.live[row] = true;
                self.row_mut(row).fill(Self::ZERO);
            }
        }
    }

    /// Mixes the vectors at some offsets of each group that differs in `bits` alone.
    #[inline(always)]
    fn mix<C: Simd<T>, K: MixKernel<T, C>>(
        &mut self,
        rows: Rows,
        bits: usize,
        offsets: &[usize],
        kernel: &K,
    ) {
        let (inner, outer) = (bits % ROW, bits / ROW);
        let mut row = Some(rows.first);
        while let Some(now) = row {
            if self.wake(now, offsets) {
                let mut vector = 0;
                while vector < ROW {
                    let first = place_of(now * ROW + vector);
                    let group = Vectors::new(&mut self.parts[first..]);
                    let mut lane = 0;
                    while lane < W {
                        // SAFETY: `check` saw that the tile has all rows that `bits` tells apart, so
                        // `now` and `vector` have none of them, and that offsets and parts have no
                        // other bits: all lie in the block.
                        unsafe { kernel.apply(group, lane) };
                        lane += C::LANES;
                    }
                    vector = next_without(vector, inner);
                }
            }
            row = rows.next(now, outer);
        }
    }

    /// Swaps the bit of the lanes whose weight is `WEIGHT` with another.
    #[inline(always)]
    fn swap<const WEIGHT: usize, C: Simd<T>>(&mut self, rows: Rows, bit: usize) {
        let weight = 1 << bit;
        let (inner, outer) = (weight % ROW, weight / ROW);
        let mut row = Some(rows.first);
        while let Some(now) = row {
            if self.wake(now, &[0, outer * ROW]) {
                let mut vector = 0;
                while vector < ROW {
                    for part in 0..2 {
                        let place = place_of(now * ROW + vector) + part;
                        let other = place + place_of(weight);
                        let (zero, one) = (self.parts[place].0, self.parts[other].0);
                        self.parts[place].0 = C::permute(zero, one, const { halves(WEIGHT, 0) });
                        self.parts[other].0 =
                            C::permute(zero, one, const { halves(WEIGHT, WEIGHT) });
                    }
                    vector = next_without(vector, inner);
                }
            }
            row = rows.next(now, outer);
        }
    }
}

/// Makes sure that a step stays within a tile with these bits, of a block of so many rows.
fn check(step: &Step, tile_bits: usize, num_rows: usize) {
    let in_tile = |bits: usize| bits < num_rows * ROW && (bits / ROW) & !tile_bits == 0;
    match step {
        Step::Swap { bit, .. } => assert!(in_tile(1 << bit)),
        Step::Matrix(mix) => {
            assert!(in_tile(mix.bits));
            let within = |vector: usize| vector & !mix.bits == 0;
            assert!(mix.offsets.iter().all(|&offset| within(offset)));
            if let Matrix::Real { parts } = &mix.matrix {
                assert!(parts.iter().all(|part| within(part / 2)));
            }
        }
    }
}

/// The rows of a tile: `first`, and those that differ from it in some of the `bits`.
#[derive(Clone, Copy)]
struct Rows {
    first: usize,
    bits: usize,
}

impl Rows {
    /// The row after one, of those that have none of some bits.
    #[inline(always)]
    fn next(self, row: usize, without: usize) -> Option<usize> {
        let bits = self.bits & !without;
        let next = (row | !bits).wrapping_add(1) & bits;
        (next != 0).then_some(self.first | next)
    }
}

/// Start of a vector of a block, counted in parts. That of a sum of bits is the sum of theirs.
#[inline(always)]
fn place_of(vector: usize) -> usize {
    vector / ROW * PITCH + vector % ROW * 2
}

/// The next number after one that has none of these bits, which has none either.
#[inline(always)]
fn next_without(number: usize, bits: usize) -> usize {
    ((number | bits) + 1) & !bits
}
