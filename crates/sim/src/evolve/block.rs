//! Operations on one block of a state, all inlined into functions that are compiled for each kind of
//! processor.

#![expect(unsafe_code, reason = "checks of bounds took longer than the sums")]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the processor"
)]

use num_complex::Complex;

use super::lane_ops::Machine;
use super::lanes::{halves, pairs, parts};
use super::plan::{Matrix, Mix, Pass, Step};
use crate::number::Number;

/// Vectors of a row.
pub(super) const ROW: usize = 8;

/// Distance of one row from the next, in parts. One part stays free: rows at distances that are powers
/// of two would all fall on the same places of the first cache.
pub(super) const PITCH: usize = 2 * ROW + 1;

/// The real or the imaginary parts of neighbouring amplitudes: a vector of the machine.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Part<T, const W: usize>([T; W]);

/// A block in the cache.
#[derive(Debug)]
pub(super) struct Block<T, const W: usize> {
    /// The real parts of the first amplitudes, their imaginary parts, those of the next ones.
    parts: Vec<Part<T, W>>,
    /// Returns `true` if a row may hold anything but zeros; otherwise its content is stale.
    live: Vec<bool>,
}

impl<T: Number, const W: usize> Block<T, W> {
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
    pub(super) fn load<C: Machine<T>>(&mut self, row: usize, amplitudes: Option<&[Complex<T>]>) {
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
    pub(super) fn store<C: Machine<T>>(&self, row: usize, amplitudes: &mut [Complex<T>]) -> bool {
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
    pub(super) fn run<C: Machine<T>>(&mut self, pass: &Pass<T>) {
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
    fn step<C: Machine<T>>(&mut self, rows: Rows, step: &Step, numbers: &[T]) {
        match step {
            Step::Swap { lane: 0, bit } => self.swap::<1, C>(rows, *bit),
            Step::Swap { lane: 1, bit } => self.swap::<2, C>(rows, *bit),
            Step::Swap { lane: 2, bit } => self.swap::<4, C>(rows, *bit),
            Step::Swap { bit, .. } => self.swap::<8, C>(rows, *bit),
            Step::Mix(mix) => self.mix_any::<C>(rows, mix, &numbers[mix.numbers..]),
        }
    }

    /// Mixes so many vectors or parts, a number known when it is compiled.
    #[inline(always)]
    fn mix_any<C: Machine<T>>(&mut self, rows: Rows, mix: &Mix, numbers: &[T]) {
        let Mix { bits, offsets, .. } = mix;
        match &mix.matrix {
            Matrix::Real { parts } => {
                macro_rules! real {
                    ($len:literal) => {{
                        let kernel = RealKernel::<T, $len>::new::<W>(parts, numbers);
                        self.mix::<C, _>(rows, *bits, offsets, kernel);
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
                        let kernel = ComplexKernel::<T, $len>::new::<W>(offsets, numbers);
                        self.mix::<C, _>(rows, *bits, offsets, kernel);
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
    fn mix<C: Machine<T>, K: MixKernel<T, C>>(
        &mut self,
        rows: Rows,
        bits: usize,
        offsets: &[usize],
        kernel: K,
    ) {
        let (inner, outer) = (bits % ROW, bits / ROW);
        let mut row = Some(rows.first);
        while let Some(now) = row {
            if self.wake(now, offsets) {
                let mut vector = 0;
                while vector < ROW {
                    // SAFETY: `check` saw that the tile has all rows that `bits` tells apart, so
                    // `now` and `vector` have none of them, and that offsets and parts have no
                    // other bits: all lie in the block.
                    unsafe {
                        let base = self.parts.as_mut_ptr().add(place_of(now * ROW + vector));
                        let mut piece = 0;
                        while piece < W {
                            kernel.apply(base.cast::<T>().add(piece));
                            piece += C::LANES;
                        }
                    }
                    vector = next_without(vector, inner);
                }
            }
            row = rows.next(now, outer);
        }
    }

    /// Swaps the bit of the lanes whose weight is `WEIGHT` with another.
    #[inline(always)]
    fn swap<const WEIGHT: usize, C: Machine<T>>(&mut self, rows: Rows, bit: usize) {
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
        Step::Mix(mix) => {
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

/// Repeats a block for each number below a limit of at most 8 that is known when it is compiled. (A
/// loop over so many vectors would not be unrolled, and would leave them in memory.)
macro_rules! unrolled {
    ($k:ident < $limit:ident, $block:block) => {
        unrolled!($k, $limit, $block, 0 1 2 3 4 5 6 7);
    };
    ($k:ident, $limit:ident, $block:block, $($number:literal)*) => {
        $({
            let $k: usize = $number;
            if $k < $limit $block
        })*
    };
}

/// A matrix of a size known when it is compiled.
trait MixKernel<T: Number, C: Machine<T>> {
    /// Replaces the vectors of one group, counted from `base`, by the products of the matrix with them.
    ///
    /// # Safety
    /// All of them lie in one allocation that nobody else has borrowed.
    unsafe fn apply(&self, base: *mut T);
}

/// A real matrix on `K` parts.
struct RealKernel<'a, T, const K: usize> {
    places: [usize; K],
    rows: &'a [[T; K]; K],
}

impl<'a, T: Number, const K: usize> RealKernel<'a, T, K> {
    #[inline(always)]
    fn new<const W: usize>(parts: &[usize], numbers: &'a [T]) -> Self {
        let mut places = [0; K];
        for (place, &part) in places.iter_mut().zip(parts) {
            *place = W * (place_of(part / 2) + part % 2);
        }
        let rows = square(numbers);
        Self { places, rows }
    }
}

impl<T: Number, C: Machine<T>, const K: usize> MixKernel<T, C> for RealKernel<'_, T, K> {
    #[inline(always)]
    unsafe fn apply(&self, base: *mut T) {
        let places = &self.places;
        // SAFETY: the caller's word, for all of it.
        unsafe {
            let mut values = [C::load(base.add(places[0])); K];
            unrolled!(k < K, { values[k] = C::load(base.add(places[k])) });
            let mut sums = values;
            unrolled!(i < K, { sums[i] = C::product(self.rows[i][0], values[0]) });
            unrolled!(k < K, {
                if k > 0 {
                    unrolled!(i < K, {
                        sums[i] = C::product_added(self.rows[i][k], values[k], sums[i]);
                    });
                }
            });
            unrolled!(i < K, { C::store(base.add(places[i]), sums[i]) });
        }
    }
}

/// A complex matrix on `M` amplitudes.
struct ComplexKernel<'a, T, const M: usize> {
    places: [usize; M],
    /// Distance of the imaginary part from the real one.
    imaginary: usize,
    rows: [&'a [[T; M]; M]; 3],
}

impl<'a, T: Number, const M: usize> ComplexKernel<'a, T, M> {
    #[inline(always)]
    fn new<const W: usize>(offsets: &[usize], numbers: &'a [T]) -> Self {
        let mut places = [0; M];
        for (place, &offset) in places.iter_mut().zip(offsets) {
            *place = W * place_of(offset);
        }
        Self {
            places,
            imaginary: W,
            rows: [
                square(numbers),
                square(&numbers[M * M..]),
                square(&numbers[2 * M * M..]),
            ],
        }
    }
}

impl<T: Number, C: Machine<T>, const M: usize> MixKernel<T, C> for ComplexKernel<'_, T, M> {
    #[inline(always)]
    unsafe fn apply(&self, base: *mut T) {
        let (places, [common, of_im, of_re]) = (&self.places, self.rows);
        // Rows at a time, so that their sums are in registers beside the parts.
        let at_a_time = const { if M <= 4 { M } else { 2 } };
        // SAFETY: the caller's word, for all of it.
        unsafe {
            let mut re = [C::load(base.add(places[0])); M];
            unrolled!(k < M, { re[k] = C::load(base.add(places[k])) });
            let mut im = re;
            unrolled!(k < M, {
                im[k] = C::load(base.add(places[k] + self.imaginary))
            });
            let mut both = re;
            unrolled!(k < M, { both[k] = C::sum(re[k], im[k]) });
            let mut first = 0;
            while first < M {
                let mut new_re = re;
                unrolled!(i < at_a_time, {
                    if first + i < M {
                        new_re[i] = C::product(common[first + i][0], both[0]);
                    }
                });
                unrolled!(k < M, {
                    if k > 0 {
                        unrolled!(i < at_a_time, {
                            if first + i < M {
                                new_re[i] =
                                    C::product_added(common[first + i][k], both[k], new_re[i]);
                            }
                        });
                    }
                });
                let mut new_im = new_re;
                unrolled!(k < M, {
                    unrolled!(i < at_a_time, {
                        if first + i < M {
                            new_re[i] = C::product_added(of_im[first + i][k], im[k], new_re[i]);
                            new_im[i] = C::product_added(of_re[first + i][k], re[k], new_im[i]);
                        }
                    });
                });
                unrolled!(i < at_a_time, {
                    if first + i < M {
                        let place = base.add(places[first + i]);
                        C::store(place, new_re[i]);
                        C::store(place.add(self.imaginary), new_im[i]);
                    }
                });
                first += at_a_time;
            }
        }
    }
}

/// Numbers as a square matrix.
#[inline(always)]
fn square<T, const N: usize>(numbers: &[T]) -> &[[T; N]; N] {
    let rows = numbers.as_chunks().0.first_chunk();
    rows.expect("a matrix has as many rows as columns")
}

/// The next number after one that has none of these bits, which has none either.
#[inline(always)]
fn next_without(number: usize, bits: usize) -> usize {
    ((number | bits) + 1) & !bits
}
