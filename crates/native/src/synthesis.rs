use nalgebra::{DMatrix, DVector, Matrix2, Matrix4, Vector4};
use num_complex::Complex64;

use crate::matrix::{both, one_of_both};
use crate::stream::Stream;

/// How far, as a sum of squares, what is found may be from what is wanted.
const FOUND: f64 = 1e-24;
/// A sum of squares that is all rounding.
const EXACT: f64 = 1e-29;
/// A sum of squares that no more rounds will bring down.
const STUCK: f64 = 1e-6;
/// Rounds of one attempt.
const ROUNDS: usize = 100;
/// Attempts from other beginnings, before a number of CZ is taken for too low.
const ATTEMPTS: u64 = 8;

/// What is wanted of gates on a pair: for each of some orthonormal states, what becomes of it.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) from: Vec<Vector4<Complex64>>,
    pub(crate) to: Vec<Vector4<Complex64>>,
}

/// Gates on a pair: turns of both qubits, with a CZ between each two of them.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) turns: Vec<[Matrix2<Complex64>; 2]>,
}

impl Word {
    /// How many CZ it takes.
    pub(crate) fn cost(&self) -> usize {
        self.turns.len() - 1
    }

    /// A word of so many CZ with any turns.
    fn random(cost: usize, stream: &mut Stream) -> Self {
        Self {
            turns: (0..=cost)
                .map(|_| [any_turn(stream), any_turn(stream)])
                .collect(),
        }
    }
}

impl Wanted {
    /// What a unitary does to some states.
    pub(crate) fn of(unitary: &Matrix4<Complex64>, from: &[Vector4<Complex64>]) -> Self {
        Self {
            from: from.to_vec(),
            to: from.iter().map(|state| unitary * state).collect(),
        }
    }

    /// The word with the fewest CZ, at most `most`, that does it up to a global phase; `None`
    /// where none is found.
    ///
    /// Found by fitting the turns (Levenberg and Marquardt), from fixed beginnings. Three CZ do
    /// any gate (arXiv:quant-ph/0308033); fewer do those that matter only for some states.
    pub(crate) fn fewest(&self, most: usize) -> Option<Word> {
        (0..=most).find_map(|cost| {
            (0..ATTEMPTS).find_map(|attempt| self.fitted(Word::random(cost, &mut Stream(attempt))))
        })
    }

    /// The word with its turns changed until it does what is wanted.
    fn fitted(&self, mut word: Word) -> Option<Word> {
        let mut damping = 1e-2;
        let mut off = self.residual(&word).norm_squared();
        for _ in 0..ROUNDS {
            if off < EXACT || damping > 1e6 {
                break;
            }
            let (jacobian, residual) = (self.jacobian(&word), self.residual(&word));
            let gradient = jacobian.tr_mul(&residual);
            let mut normal = jacobian.tr_mul(&jacobian);
            for k in 0..normal.nrows() {
                normal[(k, k)] += damping;
            }
            let next = moved(&word, &normal.cholesky()?.solve(&gradient));
            let off_next = self.residual(&next).norm_squared();
            if off_next >= off {
                damping *= 4.0;
                continue;
            }
            let is_stuck = off_next > STUCK && off - off_next < 1e-4 * off;
            (word, off) = (next, off_next);
            if is_stuck {
                break;
            }
            damping = (damping * 0.2).max(1e-12);
        }
        (off < FOUND).then_some(word)
    }

    /// What is wanted less what the word does, real parts before imaginary ones.
    fn residual(&self, word: &Word) -> DVector<f64> {
        let unitary = unitary(word);
        let pairs = self.from.iter().zip(&self.to);
        let off: Vec<Complex64> = pairs
            .flat_map(|(from, to)| {
                let off: [Complex64; 4] = (to - unitary * from).into();
                off
            })
            .collect();
        let parts = off.iter().map(|z| z.re).chain(off.iter().map(|z| z.im));
        DVector::from_iterator(2 * off.len(), parts)
    }

    /// How what the word does changes with each turn about X, Y and Z, and with the phase at last.
    fn jacobian(&self, word: &Word) -> DMatrix<f64> {
        let height = 4 * self.from.len();
        let last = word.turns.len() - 1;
        let mut jacobian = DMatrix::zeros(2 * height, 6 * word.turns.len() + 1);
        let mut fill = |column: usize, before: &[Vector4<Complex64>], then: &Matrix4<Complex64>| {
            let entries = before.iter().flat_map(|state| {
                let entries: [Complex64; 4] = (then * state).into();
                entries
            });
            for (row, entry) in entries.enumerate() {
                jacobian[(row, column)] = entry.re;
                jacobian[(height + row, column)] = entry.im;
            }
        };
        let mut after: Vec<Matrix4<Complex64>> = vec![Matrix4::identity(); word.turns.len()];
        for k in (0..last).rev() {
            after[k] = after[k + 1] * layer(&word.turns[k + 1]) * cz();
        }
        let mut states = self.from.clone();
        for (k, turns) in word.turns.iter().enumerate() {
            let layer = if k == 0 {
                layer(turns)
            } else {
                layer(turns) * cz()
            };
            for state in &mut states {
                *state = layer * *state;
            }
            for (column, generator) in generators().into_iter().enumerate() {
                fill(6 * k + column, &states, &(after[k] * generator));
            }
        }
        let phase = Matrix4::identity() * Complex64::i();
        fill(6 * word.turns.len(), &states, &phase);
        jacobian
    }
}

fn cz() -> Matrix4<Complex64> {
    let mut cz = Matrix4::identity();
    cz[(3, 3)] = Complex64::new(-1.0, 0.0);
    cz
}

fn layer([first, second]: &[Matrix2<Complex64>; 2]) -> Matrix4<Complex64> {
    both(first, second)
}

/// What the word does.
pub(crate) fn unitary(word: &Word) -> Matrix4<Complex64> {
    let layers = word.turns.iter().map(layer);
    let product = layers.reduce(|before, layer| layer * cz() * before);
    product.expect("a word has turns")
}

/// i times each Pauli matrix.
fn paulis() -> [Matrix2<Complex64>; 3] {
    let (zero, one, i) = (Complex64::ZERO, Complex64::ONE, Complex64::i());
    [
        Matrix2::new(zero, i, i, zero),
        Matrix2::new(zero, one, -one, zero),
        Matrix2::new(i, zero, zero, -i),
    ]
}

fn generators() -> [Matrix4<Complex64>; 6] {
    let [x, y, z] = paulis();
    [(0, x), (0, y), (0, z), (1, x), (1, y), (1, z)].map(|(bit, pauli)| one_of_both(bit, &pauli))
}

/// The word with each turn turned on by a step.
fn moved(word: &Word, step: &DVector<f64>) -> Word {
    let phase = Complex64::cis(step[step.len() - 1]);
    let turn = |k: usize, bit: usize| {
        let at = 6 * k + 3 * bit;
        turned_by([step[at], step[at + 1], step[at + 2]])
    };
    let mut turns: Vec<[Matrix2<Complex64>; 2]> = word.turns.clone();
    for (k, [first, second]) in turns.iter_mut().enumerate() {
        *first = turn(k, 0) * *first;
        *second = turn(k, 1) * *second;
    }
    turns[0][0] *= phase;
    Word { turns }
}

/// exp(i (x X + y Y + z Z)).
fn turned_by([x, y, z]: [f64; 3]) -> Matrix2<Complex64> {
    let angle = (x * x + y * y + z * z).sqrt();
    let sinc = if angle > 0.0 {
        angle.sin() / angle
    } else {
        1.0
    };
    let mut turn = Matrix2::identity() * Complex64::from(angle.cos());
    for (part, pauli) in [x, y, z].into_iter().zip(paulis()) {
        turn += pauli * Complex64::from(part * sinc);
    }
    turn
}

fn any_turn(stream: &mut Stream) -> Matrix2<Complex64> {
    let mut part = || 4.0 * stream.unit() - 2.0;
    turned_by([part(), part(), part()])
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::Gate;

    use super::*;
    use crate::matrix;

    fn units(of: &[usize]) -> Vec<Vector4<Complex64>> {
        let unit = |k: &usize| Matrix4::identity().column(*k).into_owned();
        of.iter().map(unit).collect()
    }

    fn fewest(unitary: &Matrix4<Complex64>, from: &[usize]) -> usize {
        let wanted = Wanted::of(unitary, &units(from));
        let word = wanted.fewest(3).unwrap();
        let found = Wanted::of(&super::unitary(&word), &wanted.from);
        for (found, to) in found.to.iter().zip(&wanted.to) {
            assert!((found - to).norm() < 1e-11);
        }
        word.cost()
    }

    #[test]
    fn whole_gates_take_what_theory_says() {
        let all = [0, 1, 2, 3];
        for (gate, expected) in [
            (Gate::Cx, 1),
            (Gate::Ch, 1),
            (Gate::Iswap, 2),
            (Gate::Siswap, 2),
            (Gate::Swap, 3),
        ] {
            assert_eq!(fewest(&matrix::pair(gate), &all), expected, "{gate}");
        }
        assert_eq!(fewest(&Matrix4::identity(), &all), 0);
    }

    #[test]
    fn exchanges_cost_less_where_less_is_possible() {
        let exchange = matrix::exchange();
        assert_eq!(fewest(&exchange, &[0, 1, 2]), 2);
        assert_eq!(fewest(&exchange, &[0, 1]), 2);
        assert_eq!(fewest(&exchange, &[1, 2]), 0);
        assert_eq!(fewest(&exchange, &[0, 3]), 0);
    }

    #[test]
    fn a_split_costs_the_same_whichever_way_round() {
        let split = matrix::pair(Gate::Siswap);
        assert_eq!(fewest(&split, &[0, 1]), 2);
        assert_eq!(fewest(&(matrix::exchange() * split), &[0, 1]), 2);
        assert_eq!(fewest(&split, &[1]), 1);
    }
}
