//! Passes of ops that are done together on the same bits of the index.

use num_complex::Complex64;

use crate::fuse::Op;
use crate::number::Number;

/// The sizes that matter, as numbers of bits of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Of the whole state.
    pub(super) state: usize,
    /// The amplitudes of a vector of the machine: no step but a swap may act on these bits.
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
    pub(super) tiles: Vec<Tile<T>>,
}

/// Steps that need no row of another tile of the block; a tile fits in the first cache of a core.
#[derive(Debug)]
pub(super) struct Tile<T> {
    /// The bits of a row's number that a tile has.
    pub(super) bits: usize,
    pub(super) steps: Vec<Step<T>>,
}

/// Operation on a block. Its bits are counted from the first beyond the lanes.
#[derive(Debug)]
pub(super) enum Step<T> {
    /// A bit of the lanes changes places with another.
    Swap { lane: usize, bit: usize },
    /// Vectors are mixed.
    Mix {
        /// The bits that tell the mixed vectors apart.
        bits: usize,
        mixes: Vec<Mix<T>>,
    },
}

impl<T> Step<T> {
    /// The bits of a block, lanes included, that it acts on.
    fn places(&self, lanes: usize) -> usize {
        match self {
            Self::Swap { lane, bit } => 1 << lane | 1 << (lanes + bit),
            Self::Mix { bits, .. } => bits << lanes,
        }
    }
}

/// A matrix on some of the vectors of each group.
///
/// The real and the imaginary parts of amplitudes are vectors of their own. A complex matrix on `m`
/// amplitudes is a real one on their `2m` parts, and often two on `m` parts each that do not mix: that
/// of a real matrix, and of a rotation about x.
#[derive(Debug)]
pub(super) struct Mix<T> {
    /// Where the vectors are that are mixed.
    pub(super) offsets: Vec<usize>,
    pub(super) matrix: Matrix<T>,
}

/// Numbers of a [`Mix`].
#[derive(Debug)]
pub(super) enum Matrix<T> {
    /// As many rows of as many numbers as there are parts.
    Real {
        /// Where the parts are, counted in parts from the first of the group.
        parts: Vec<usize>,
        numbers: Vec<T>,
    },
    /// For a matrix `A + iB` the rows of `A`, those of `-(A + B)` and those of `B - A`: then 3
    /// products of real matrices do for 4. `A(x + y)` is a term of both `Ax - By` and `Ay + Bx`.
    Complex { numbers: [Vec<T>; 3] },
}

impl<T: Number> Mix<T> {
    /// The matrices on the parts of the amplitudes at these offsets.
    fn of(offsets: &[usize], matrix: &[Complex64]) -> Vec<Self> {
        let len = offsets.len();
        // Part `2k` is the real part of amplitude `k`, part `2k + 1` the imaginary part.
        let entry = |row: usize, column: usize| {
            let number = matrix[row / 2 * len + column / 2];
            match (row % 2, column % 2) {
                (0, 1) => -number.im,
                (1, 0) => number.im,
                _ => number.re,
            }
        };
        let components = components(2 * len, entry);
        if len > 1 && components.len() == 1 {
            let numbers =
                |of: fn(&Complex64) -> f64| matrix.iter().map(of).map(T::nearest).collect();
            let numbers = [
                numbers(|number| number.re),
                numbers(|number| -number.re - number.im),
                numbers(|number| number.im - number.re),
            ];
            return vec![Self {
                offsets: offsets.to_vec(),
                matrix: Matrix::Complex { numbers },
            }];
        }
        let real = components.into_iter().map(|parts| {
            let rows = parts.iter();
            let numbers = rows.flat_map(|&row| parts.iter().map(move |&column| entry(row, column)));
            let numbers = numbers.map(T::nearest).collect();
            let place = |&part: &usize| 2 * offsets[part / 2] + part % 2;
            Self {
                offsets: offsets.to_vec(),
                matrix: Matrix::Real {
                    parts: parts.iter().map(place).collect(),
                    numbers,
                },
            }
        });
        real.collect()
    }
}

/// The smallest sets of rows of a matrix that do not mix.
fn components(len: usize, entry: impl Fn(usize, usize) -> f64) -> Vec<Vec<usize>> {
    let mut leaders: Vec<usize> = (0..len).collect();
    for row in 0..len {
        for column in 0..len {
            let (a, b) = (leaders[row], leaders[column]);
            if a != b && entry(row, column) != 0.0 {
                let (low, high) = (a.min(b), a.max(b));
                for leader in &mut leaders {
                    if *leader == high {
                        *leader = low;
                    }
                }
            }
        }
    }
    let sets = (0..len).map(|leader| (0..len).filter(|&row| leaders[row] == leader).collect());
    sets.filter(|set: &Vec<usize>| !set.is_empty()).collect()
}

/// Shares ops, in an order that comes to the same, among as few passes as come easily.
pub(super) fn plan<T: Number>(ops: &[Op], sizes: Sizes) -> Vec<Pass<T>> {
    let masks: Vec<usize> = ops.iter().map(mask_of).collect();
    let mut left: Vec<usize> = (0..ops.len()).collect();
    let mut passes = Vec::new();
    while !left.is_empty() {
        let mut bits = (1_usize << sizes.row) - 1;
        let mut blocked = 0;
        let mut taken = Vec::new();
        left.retain(|&index| {
            let mask = masks[index];
            let fits = (bits | mask).count_ones() as usize <= sizes.block;
            if fits && mask & blocked == 0 {
                bits |= mask;
                taken.push(&ops[index]);
                return false;
            }
            blocked |= mask;
            true
        });
        // Neighbours in the block are neighbours in memory then.
        for bit in 0..sizes.state {
            if bits.count_ones() as usize == sizes.block {
                break;
            }
            bits |= 1 << bit;
        }
        let bits: Vec<usize> = (0..sizes.state)
            .filter(|bit| bits >> bit & 1 == 1)
            .collect();
        let steps = Steps::new(&bits, sizes).of(&taken);
        let tiles = tiles(steps, sizes);
        passes.push(Pass { bits, tiles });
    }
    passes
}

/// Shares steps, in an order that comes to the same, among tiles.
fn tiles<T: Number>(steps: Vec<Step<T>>, sizes: Sizes) -> Vec<Tile<T>> {
    let mut left = steps;
    let mut tiles = Vec::new();
    while !left.is_empty() {
        let mut tile = Tile {
            bits: 0,
            steps: Vec::new(),
        };
        let mut blocked = 0;
        let mut rest = Vec::new();
        for step in left {
            let places = step.places(sizes.lanes);
            let bits = tile.bits | places >> sizes.row;
            if places & blocked == 0 && bits.count_ones() as usize <= TILE_ROWS {
                tile.bits = bits;
                tile.steps.push(step);
            } else {
                blocked |= places;
                rest.push(step);
            }
        }
        left = rest;
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
    written: Vec<Step<T>>,
}

impl<T: Number> Steps<T> {
    fn new(bits: &[usize], sizes: Sizes) -> Self {
        Self {
            lanes: sizes.lanes,
            home: bits.to_vec(),
            now: bits.to_vec(),
            written: Vec::new(),
        }
    }

    fn of(mut self, ops: &[&Op]) -> Vec<Step<T>> {
        let masks: Vec<usize> = ops.iter().map(|op| mask_of(op)).collect();
        for (index, op) in ops.iter().enumerate() {
            for lane in 0..self.lanes {
                if masks[index] >> self.now[lane] & 1 == 1 {
                    let bit = self.idle_for_longest(&masks[index..]);
                    self.swap(lane, bit);
                }
            }
            self.mix(op);
        }
        self.all_home();
        self.written
    }

    /// The place beyond the lanes whose bit is needed last.
    fn idle_for_longest(&self, masks: &[usize]) -> usize {
        let idle = |&place: &usize| {
            let next = masks
                .iter()
                .position(|mask| mask >> self.now[place] & 1 == 1);
            next.unwrap_or(masks.len())
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

    fn mix(&mut self, op: &Op) {
        let places: Vec<usize> = op
            .qubits
            .iter()
            .map(|qubit| {
                let place = self.now.iter().position(|&now| now == qubit.index());
                place.expect("a pass has the bits of its ops") - self.lanes
            })
            .collect();
        let offset = |state: usize| -> usize {
            let bits = places.iter().enumerate();
            bits.map(|(k, place)| (state >> k & 1) << place).sum()
        };
        let mixes = op.blocks.iter().flat_map(|block| {
            let offsets: Vec<usize> = block.states.iter().map(|&state| offset(state)).collect();
            Mix::of(&offsets, &block.matrix)
        });
        let mixes = mixes.collect();
        let bits = places.iter().map(|place| 1 << place).sum();
        self.written.push(Step::Mix { bits, mixes });
    }
}
