use nalgebra::{DMatrix, DVector, Matrix2, Matrix4, Vector4};
use num_complex::Complex64;

use crate::matrix::{both, one_of_both};
use crate::stream::SplitMix;

/// Maximum sum of squared residuals of a solution.
const FOUND: f64 = 1e-24;
/// Sum of squares that is rounding error alone.
const EXACT: f64 = 1e-29;
/// Sum of squares above which slow progress means a local minimum.
const STUCK: f64 = 1e-6;
/// Maximum number of iterations of an attempt.
const ROUNDS: usize = 100;
/// Number of attempts from different starting points for each number of CZ.
const ATTEMPTS: u64 = 8;

/// Linear map of some orthonormal states of a pair of qubits to their images.
#[derive(Clone, Debug)]
pub(crate) struct Isometry {
    pub(crate) from: Vec<Vector4<Complex64>>,
    pub(crate) to: Vec<Vector4<Complex64>>,
}

/// Decomposition of a gate on a pair: layers of rotations of both qubits, with a CZ between them.
#[derive(Clone, Debug)]
pub(crate) struct CzDecomposition {
    pub(crate) rotations: Vec<[Matrix2<Complex64>; 2]>,
}

impl CzDecomposition {
    /// Number of CZ.
    pub(crate) fn cost(&self) -> usize {
        self.rotations.len() - 1
    }

    /// Random rotations around so many CZ.
    fn random(cost: usize, stream: &mut SplitMix) -> Self {
        Self {
            rotations: (0..=cost)
                .map(|_| [random_rotation(stream), random_rotation(stream)])
                .collect(),
        }
    }
}

impl Isometry {
    /// Restriction of a unitary to some states.
    pub(crate) fn of(unitary: &Matrix4<Complex64>, from: &[Vector4<Complex64>]) -> Self {
        Self {
            from: from.to_vec(),
            to: from.iter().map(|state| unitary * state).collect(),
        }
    }

    /// Decomposition with the fewest CZ, at most `most`, up to a global phase; `None` if none is
    /// found.
    ///
    /// Fits the rotations (Levenberg-Marquardt) from fixed starting points. Three CZ suffice for
    /// any gate (arXiv:quant-ph/0308033); fewer may suffice on a subspace.
    pub(crate) fn fewest(&self, most: usize) -> Option<CzDecomposition> {
        (0..=most).find_map(|cost| {
            (0..ATTEMPTS).find_map(|attempt| {
                self.fitted(CzDecomposition::random(cost, &mut SplitMix(attempt)))
            })
        })
    }

    /// Fits the rotations of a decomposition; `None` if it doesn't converge.
    fn fitted(&self, mut decomposition: CzDecomposition) -> Option<CzDecomposition> {
        let mut damping = 1e-2;
        let mut off = self.residual(&decomposition).norm_squared();
        for _ in 0..ROUNDS {
            if off < EXACT || damping > 1e6 {
                break;
            }
            let (jacobian, residual) =
                (self.jacobian(&decomposition), self.residual(&decomposition));
            let gradient = jacobian.tr_mul(&residual);
            let mut normal = jacobian.tr_mul(&jacobian);
            for k in 0..normal.nrows() {
                normal[(k, k)] += damping;
            }
            let next = moved(&decomposition, &normal.cholesky()?.solve(&gradient));
            let off_next = self.residual(&next).norm_squared();
            if off_next >= off {
                damping *= 4.0;
                continue;
            }
            let is_stuck = off_next > STUCK && off - off_next < 1e-4 * off;
            (decomposition, off) = (next, off_next);
            if is_stuck {
                break;
            }
            damping = (damping * 0.2).max(1e-12);
        }
        (off < FOUND).then_some(decomposition)
    }

    /// Difference between target and result, real parts before imaginary ones.
    fn residual(&self, decomposition: &CzDecomposition) -> DVector<f64> {
        let unitary = unitary(decomposition);
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

    /// Derivatives of the result by each rotation about X, Y and Z, and by the phase at the end.
    fn jacobian(&self, decomposition: &CzDecomposition) -> DMatrix<f64> {
        let height = 4 * self.from.len();
        let last = decomposition.rotations.len() - 1;
        let mut jacobian = DMatrix::zeros(2 * height, 6 * decomposition.rotations.len() + 1);
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
        let mut after: Vec<Matrix4<Complex64>> =
            vec![Matrix4::identity(); decomposition.rotations.len()];
        for k in (0..last).rev() {
            after[k] = after[k + 1] * layer(&decomposition.rotations[k + 1]) * cz();
        }
        let mut states = self.from.clone();
        for (k, rotations) in decomposition.rotations.iter().enumerate() {
            let layer = if k == 0 {
                layer(rotations)
            } else {
                layer(rotations) * cz()
            };
            for state in &mut states {
                *state = layer * *state;
            }
            for (column, generator) in generators().into_iter().enumerate() {
                fill(6 * k + column, &states, &(after[k] * generator));
            }
        }
        let phase = Matrix4::identity() * Complex64::i();
        fill(6 * decomposition.rotations.len(), &states, &phase);
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

/// Unitary of a decomposition.
pub(crate) fn unitary(decomposition: &CzDecomposition) -> Matrix4<Complex64> {
    let layers = decomposition.rotations.iter().map(layer);
    let product = layers.reduce(|before, layer| layer * cz() * before);
    product.expect("a decomposition has rotations")
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

/// Decomposition with each rotation changed by a step.
fn moved(decomposition: &CzDecomposition, step: &DVector<f64>) -> CzDecomposition {
    let phase = Complex64::cis(step[step.len() - 1]);
    let turn = |k: usize, bit: usize| {
        let at = 6 * k + 3 * bit;
        rotation_by([step[at], step[at + 1], step[at + 2]])
    };
    let mut rotations: Vec<[Matrix2<Complex64>; 2]> = decomposition.rotations.clone();
    for (k, [first, second]) in rotations.iter_mut().enumerate() {
        *first = turn(k, 0) * *first;
        *second = turn(k, 1) * *second;
    }
    rotations[0][0] *= phase;
    CzDecomposition { rotations }
}

/// exp(i (x X + y Y + z Z)).
fn rotation_by([x, y, z]: [f64; 3]) -> Matrix2<Complex64> {
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

fn random_rotation(stream: &mut SplitMix) -> Matrix2<Complex64> {
    let mut part = || 4.0 * stream.unit() - 2.0;
    rotation_by([part(), part(), part()])
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
        let isometry = Isometry::of(unitary, &units(from));
        let decomposition = isometry.fewest(3).unwrap();
        let found = Isometry::of(&super::unitary(&decomposition), &isometry.from);
        for (found, to) in found.to.iter().zip(&isometry.to) {
            assert!((found - to).norm() < 1e-11);
        }
        decomposition.cost()
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
