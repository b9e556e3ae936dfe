//! Passes of ops that are done together on the same bits of the index.

use std::collections::VecDeque;

use cheqqers_circuit::Qubit;
use num_complex::Complex64;
use smallvec::SmallVec;

use crate::fuse::{Block, MOST_QUBITS, Op, parts};
use crate::number::Number;

/// The sizes that matter, as numbers of bits of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Of the whole state.
    pub(super) state: usize,
    /// The amplitudes of a vector register: no step but a swap may act on these bits.
    pub(super) lanes: usize,
    /// Amplitudes that always stay together: eight vectors.
    pub(super) row: usize,
    /// Amplitudes worked on at a time, which fit in the cache of a core.
    pub(super) block: usize,
}

/// Bits of a row's number that a tile has: with 5 of them it is 32 KiB.
const TILE_ROWS: usize = 5;

/// Steps that need no amplitude of another block.
#[derive(Debug)]
pub(super) struct Pass<T> {
    /// The bits of the state's index that a block has, ascending; those of a row come first.
    pub(super) bits: Vec<usize>,
    pub(super) tiles: Vec<Tile>,
    /// The numbers of all its matrices, one after the other.
    pub(super) numbers: Vec<T>,
}

/// Steps that need no row of another tile of the block; a tile fits in the first cache of a core.
#[derive(Debug)]
pub(super) struct Tile {
    /// The bits of a row's number that a tile has.
    pub(super) bits: usize,
    pub(super) steps: Vec<Step>,
}

/// Operation on a block. Its bits are counted from the first beyond the lanes.
#[derive(Debug)]
pub(super) enum Step {
    /// A bit of the lanes changes places with another.
    Swap { lane: usize, bit: usize },
    /// Vectors are mixed.
    Matrix(MatrixStep),
}

impl Step {
    /// The bits of a block, lanes included, that it acts on.
    fn places(&self, lanes: usize) -> usize {
        match self {
            Self::Swap { lane, bit } => 1 << lane | 1 << (lanes + bit),
            Self::Matrix(mix) => mix.bits << lanes,
        }
    }
}

/// A matrix on some of the vectors of each group.
///
/// The real and the imaginary parts of amplitudes are vectors of their own. A complex matrix on `m`
/// amplitudes is a real one on their `2m` parts, and often two on `m` parts each that do not mix.
#[derive(Debug)]
pub(super) struct MatrixStep {
    /// The bits that tell the vectors of a group apart.
    pub(super) bits: usize,
    /// Places of the vectors that are mixed.
    pub(super) offsets: Offsets,
    pub(super) matrix: Matrix,
    /// Place of its first number.
    pub(super) numbers: usize,
}

pub(super) type Offsets = SmallVec<[usize; 1 << MOST_QUBITS]>;

/// Form of the numbers of a [`MatrixStep`].
#[derive(Debug)]
pub(super) enum Matrix {
    /// As many rows of as many numbers as there are parts.
    Real {
        /// Places of the parts, counted in parts from the first of the group.
        parts: Offsets,
    },
    /// For a matrix `A + iB` the rows of `A`, those of `-(A + B)` and those of `B - A`: then 3
    /// products of real matrices do for 4. `A(x + y)` is a term of both `Ax - By` and `Ay + Bx`.
    Complex,
}

/// Shares ops, in an order that comes to the same, among as few passes as come easily.
pub(super) fn plan<T: Number>(ops: &[Op], sizes: Sizes) -> Vec<Pass<T>> {
    let mut left: Vec<(usize, &Op)> = ops.iter().map(|op| (mask_of(op), op)).collect();
    let mut taken = Vec::new();
    let mut passes = Vec::new();
    while !left.is_empty() {
        let bits = bits_of_pass(&left, sizes);
        let mut blocked = 0;
        taken.clear();
        left.retain(|&(mask, op)| {
            let fits = mask & (blocked | !bits) == 0;
            if fits {
                taken.push((mask, op));
            } else {
                blocked |= mask;
            }
            !fits
        });
        let bits: Vec<usize> = (0..sizes.state)
            .filter(|bit| bits >> bit & 1 == 1)
            .collect();
        let (steps, numbers) = Steps::new(&bits, sizes).of(&taken);
        let tiles = tiles(steps, sizes);
        passes.push(Pass {
            bits,
            tiles,
            numbers,
        });
    }
    passes
}

/// Chooses the bits of a pass such that many ops fit in it.
fn bits_of_pass(left: &[(usize, &Op)], sizes: Sizes) -> usize {
    let row = (1 << sizes.row) - 1;
    let mut bits: usize = row;
    let mut blocked = 0;
    for &(mask, _) in left {
        let fits = (bits | mask).count_ones() as usize <= sizes.block;
        if fits && mask & blocked == 0 {
            bits |= mask;
        } else {
            blocked |= mask;
        }
    }
    // Neighbours in the block are neighbours in memory then.
    for bit in 0..sizes.state {
        if bits.count_ones() as usize == sizes.block {
            break;
        }
        bits |= 1 << bit;
    }
    // Then one bit for another as long as more ops fit.
    let mut num_ops = num_ops_within(bits, left);
    while num_ops < left.len() {
        let mut best = (num_ops, bits);
        for out in (sizes.row..sizes.state).filter(|bit| bits >> bit & 1 == 1) {
            for within in (sizes.row..sizes.state).filter(|bit| bits >> bit & 1 == 0) {
                let other = bits ^ 1 << out ^ 1 << within;
                let num_ops = num_ops_within(other, left);
                if num_ops > best.0 {
                    best = (num_ops, other);
                }
            }
        }
        if best.0 == num_ops {
            break;
        }
        (num_ops, bits) = best;
    }
    bits
}

/// Number of ops that a pass with these bits can do.
fn num_ops_within(bits: usize, left: &[(usize, &Op)]) -> usize {
    let mut blocked = !bits;
    let mut num_ops = 0;
    for &(mask, _) in left {
        if mask & blocked == 0 {
            num_ops += 1;
        } else {
            blocked |= mask;
            if blocked == usize::MAX {
                break;
            }
        }
    }
    num_ops
}

/// Shares steps, in an order that comes to the same, among tiles.
fn tiles(steps: Vec<Step>, sizes: Sizes) -> Vec<Tile> {
    let mut left = VecDeque::from(steps);
    let mut tiles = Vec::new();
    while !left.is_empty() {
        let mut tile = Tile {
            bits: 0,
            steps: Vec::new(),
        };
        let mut blocked = !0 << sizes.block;
        let mut behind = Vec::new();
        // No step further on fits once every bit is blocked.
        while blocked != !0
            && let Some(step) = left.pop_front()
        {
            let places = step.places(sizes.lanes);
            let bits = tile.bits | places >> sizes.row;
            if places & blocked == 0 && bits.count_ones() as usize <= TILE_ROWS {
                tile.bits = bits;
                tile.steps.push(step);
            } else {
                blocked |= places;
                behind.push(step);
            }
        }
        for step in behind.into_iter().rev() {
            left.push_front(step);
        }
        tiles.push(tile);
    }
    tiles
}

fn mask_of(op: &Op) -> usize {
    op.qubits.iter().map(|qubit| 1 << qubit.0).sum()
}

/// Writes the steps of a pass, and knows where each bit of the state is meanwhile.
struct Steps<T> {
    lanes: usize,
    /// The bit of the state that each bit of the block has at the start and the end.
    home: Vec<usize>,
    /// The bit of the state that each bit of the block has now.
    now: Vec<usize>,
    written: Vec<Step>,
    numbers: Vec<T>,
}

impl<T: Number> Steps<T> {
    fn new(bits: &[usize], sizes: Sizes) -> Self {
        Self {
            lanes: sizes.lanes,
            home: bits.to_vec(),
            now: bits.to_vec(),
            written: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Writes the steps of ops with the bits they act on; returns the numbers of their matrices too.
    fn of(mut self, ops: &[(usize, &Op)]) -> (Vec<Step>, Vec<T>) {
        for (index, &(mask, op)) in ops.iter().enumerate() {
            for lane in 0..self.lanes {
                if mask >> self.now[lane] & 1 == 1 {
                    let bit = self.idle_for_longest(&ops[index..]);
                    self.swap(lane, bit);
                }
            }
            self.op(op);
        }
        self.all_home();
        (self.written, self.numbers)
    }

    /// The place beyond the lanes whose bit is needed last.
    fn idle_for_longest(&self, ops: &[(usize, &Op)]) -> usize {
        let idle = |&place: &usize| {
            let mut masks = ops.iter().map(|&(mask, _)| mask);
            let next = masks.position(|mask| mask >> self.now[place] & 1 == 1);
            next.unwrap_or(ops.len())
        };
        // The first of those that are as good, which is the nearest in memory.
        let places = (self.lanes..self.now.len()).rev();
        places
            .max_by_key(idle)
            .expect("a block is larger than a vector")
    }

    fn swap(&mut self, lane: usize, place: usize) {
        self.now.swap(lane, place);
        self.written.push(Step::Swap {
            lane,
            bit: place - self.lanes,
        });
    }

    /// Lets two places change what they have.
    fn exchange(&mut self, one: usize, other: usize) {
        let (low, high) = (one.min(other), one.max(other));
        if low < self.lanes && high >= self.lanes {
            self.swap(low, high);
        } else if high < self.lanes {
            for lane in [low, high, low] {
                self.swap(lane, self.lanes);
            }
        } else {
            for place in [low, high, low] {
                self.swap(0, place);
            }
        }
    }

    fn all_home(&mut self) {
        for place in 0..self.home.len() {
            let bit = self.home[place];
            let found = self.now.iter().position(|&now| now == bit);
            let found = found.expect("bits are only swapped");
            if found != place {
                self.exchange(place, found);
            }
        }
    }

    fn op(&mut self, op: &Op) {
        let place = |qubit: &Qubit| {
            let place = self.now.iter().position(|&now| now == qubit.index());
            place.expect("a pass has the bits of its ops") - self.lanes
        };
        let places: Offsets = op.qubits.iter().map(place).collect();
        let offset = |state: &usize| -> usize {
            let bits = places.iter().enumerate();
            bits.map(|(k, place)| (state >> k & 1) << place).sum()
        };
        let bits = places.iter().map(|place| 1 << place).sum();
        for block in &op.blocks {
            let offsets: Offsets = block.states.iter().map(offset).collect();
            self.mix(bits, &offsets, block);
        }
    }

    /// Mixes the amplitudes at some offsets.
    fn mix(&mut self, bits: usize, offsets: &Offsets, block: &Block) {
        let (len, matrix) = (offsets.len(), &block.matrix);
        let mut write = |matrix, numbers| {
            self.written.push(Step::Matrix(MatrixStep {
                bits,
                offsets: offsets.clone(),
                matrix,
                numbers,
            }));
        };
        let first = self.numbers.len();
        if len > 1 && !block.is_real {
            let numbers = |of: fn(&Complex64) -> f64| matrix.iter().map(of).map(T::nearest);
            self.numbers.extend(numbers(|number| number.re));
            self.numbers
                .extend(numbers(|number| -number.re - number.im));
            self.numbers.extend(numbers(|number| number.im - number.re));
            write(Matrix::Complex, first);
            return;
        }
        for set in parts(len, matrix) {
            // Those of the real parts first.
            let own: SmallVec<[(usize, usize); 8]> = (0..16)
                .filter(|part| set >> part & 1 == 1)
                .map(|part| (part % 8, part / 8))
                .collect();
            let first = self.numbers.len();
            for &(row, row_part) in &own {
                for &(column, column_part) in &own {
                    let number = matrix[row * len + column];
                    self.numbers.push(T::nearest(match (row_part, column_part) {
                        (0, 1) => -number.im,
                        (1, 0) => number.im,
                        _ => number.re,
                    }));
                }
            }
            let place = |&(row, part): &(usize, usize)| 2 * offsets[row] + part;
            let parts = own.iter().map(place).collect();
            write(Matrix::Real { parts }, first);
        }
    }
}
