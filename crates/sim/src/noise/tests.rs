use std::collections::BTreeMap;

use cheqqers_circuit::{Action, Circuit, Gate};
use nalgebra::{DMatrix, Matrix2};
use num_complex::Complex64;

use super::*;
use crate::reference::{embed, rng};
use crate::{Dense, Sparse};

type Density = DMatrix<Complex64>;
type Kraus = Matrix2<Complex64>;

fn real(rows: [[f64; 2]; 2]) -> Kraus {
    Kraus::from_fn(|row, column| rows[row][column].into())
}

/// I, X, Y and Z.
fn paulis() -> [Kraus; 4] {
    let i = Complex64::i();
    [
        real([[1.0, 0.0], [0.0, 1.0]]),
        real([[0.0, 1.0], [1.0, 0.0]]),
        Kraus::new(0.0.into(), -i, i, 0.0.into()),
        real([[1.0, 0.0], [0.0, -1.0]]),
    ]
}

/// The matrix with this one on some qubits, by Kronecker products; qubit 0 stands last.
fn spread(parts: &[(Qubit, Kraus)], num_qubits: usize) -> Density {
    (0..num_qubits).fold(Density::identity(1, 1), |all, k| {
        let part = parts.iter().find(|(qubit, _)| qubit.index() == k);
        let part = part.map_or(Kraus::identity(), |&(_, part)| part);
        part.kronecker(&all)
    })
}

fn channel(rho: &Density, kraus: impl IntoIterator<Item = Density>) -> Density {
    kraus
        .into_iter()
        .map(|k| &k * rho * k.adjoint())
        .reduce(|sum, term| sum + term)
        .unwrap()
}

/// The density matrix of a circuit on few qubits, noise by its Kraus operators in full.
struct Exact<'a> {
    model: &'a NoiseModel,
    rho: Density,
    num_qubits: usize,
    /// When each qubit is done; it relaxes from 0 on, which does nothing to |0⟩.
    clocks: Vec<f64>,
}

impl Exact<'_> {
    fn relax(&mut self, qubit: Qubit, until: f64) {
        let length = until - self.clocks[qubit.index()];
        self.clocks[qubit.index()] = until;
        let Some(Relaxation { t1, t2 }) = self.model.qubit(qubit).relaxation else {
            return;
        };
        let gamma = 1.0 - (-length / t1).exp();
        // What is left beside the diagonal, over what amplitude damping leaves of it.
        let flips = (1.0 - (-length / t2).exp() / (1.0 - gamma).sqrt()) / 2.0;
        let z = paulis()[3];
        let damping = [
            real([[1.0, 0.0], [0.0, (1.0 - gamma).sqrt()]]),
            real([[0.0, gamma.sqrt()], [0.0, 0.0]]),
        ];
        let dephasing = [
            Kraus::identity() * Complex64::from((1.0 - flips).sqrt()),
            z * Complex64::from(flips.max(0.0).sqrt()),
        ];
        for kraus in [damping, dephasing] {
            let kraus = kraus.map(|k| spread(&[(qubit, k)], self.num_qubits));
            self.rho = channel(&self.rho, kraus);
        }
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) {
        if qubits.len() == 3 {
            for (part, places) in gate.definition() {
                let qubits: Vec<Qubit> = places.iter().map(|&place| qubits[place]).collect();
                self.gate(*part, &qubits);
            }
            return;
        }
        let unitary = embed(gate, qubits, self.num_qubits);
        if ["z", "s", "sdg", "t", "tdg", "p", "rz"].contains(&gate.name()) {
            self.rho = channel(&self.rho, [unitary]);
            return;
        }
        let start = qubits.iter().map(|q| self.clocks[q.index()]);
        let start = start.fold(0.0, f64::max);
        for &qubit in qubits {
            self.relax(qubit, start);
        }
        self.rho = channel(&self.rho, [unitary]);
        let (length, fault) = if let [a, b] = *qubits {
            let pair = self.model.pair(a, b);
            (pair.length, pair.fault)
        } else {
            let one = self.model.qubit(qubits[0]);
            (one.length, one.fault)
        };
        for &qubit in qubits {
            self.relax(qubit, start + length);
        }
        let words = 4usize.pow(u32::try_from(qubits.len()).unwrap());
        let kraus = (0..words).map(|word| {
            let share = if word == 0 {
                1.0 - fault
            } else {
                fault / (words - 1) as f64
            };
            let parts: Vec<_> = qubits
                .iter()
                .enumerate()
                .map(|(k, &qubit)| (qubit, paulis()[word >> (2 * k) & 3]))
                .collect();
            spread(&parts, self.num_qubits) * Complex64::from(share.sqrt())
        });
        self.rho = channel(&self.rho, kraus.collect::<Vec<_>>());
    }
}

/// The exact probability of each bitstring.
fn exact(circuit: &Circuit, model: &NoiseModel) -> BTreeMap<Bitstring, f64> {
    let num_qubits = circuit.num_qubits();
    let mut rho = Density::zeros(1 << num_qubits, 1 << num_qubits);
    rho[(0, 0)] = 1.0.into();
    let mut state = Exact {
        model,
        rho,
        num_qubits,
        clocks: vec![0.0; num_qubits],
    };
    for operation in circuit.operations() {
        if let Action::Gate(gate, operands) = operation.action {
            state.gate(gate, operands.as_slice());
        }
    }
    let end = state.clocks.iter().copied().fold(0.0, f64::max);
    for k in 0..num_qubits {
        state.relax(Qubit::from_index(k), end);
    }
    let sources = Readout::of(circuit).unwrap();
    let mut probabilities = BTreeMap::new();
    for index in 0..1usize << num_qubits {
        for read in 0..1u128 << circuit.num_clbits() {
            let bits = Bitstring::from_index(read, circuit.num_clbits());
            let errors = sources
                .sources()
                .iter()
                .zip(bits.iter())
                .map(|(qubit, bit)| {
                    let qubit = qubit.unwrap();
                    let error = model.qubit(qubit).readout;
                    match (index >> qubit.0 & 1 == 1, bit) {
                        (false, true) => error.one_given_zero,
                        (false, false) => 1.0 - error.one_given_zero,
                        (true, false) => error.zero_given_one,
                        (true, true) => 1.0 - error.zero_given_one,
                    }
                });
            let probability = state.rho[(index, index)].re * errors.product::<f64>();
            *probabilities.entry(bits).or_default() += probability;
        }
    }
    probabilities
}

/// Panics where a count is more than 6 standard deviations off.
fn assert_follow(shots: &[Bitstring], exact: &BTreeMap<Bitstring, f64>, what: &str) {
    let mut counts: BTreeMap<Bitstring, f64> = BTreeMap::new();
    for &bits in shots {
        *counts.entry(bits).or_default() += 1.0;
    }
    let total: f64 = exact.values().sum();
    assert!((total - 1.0).abs() < 1e-9, "{what}: {total}");
    let number = shots.len() as f64;
    for (bits, &probability) in exact {
        let probability = probability.clamp(0.0, 1.0);
        let expected = number * probability;
        let sigma = (expected * (1.0 - probability)).sqrt();
        let count = counts.remove(bits).unwrap_or_default();
        // A rare one may come a few times: the binomial has a longer tail there.
        assert!(
            (count - expected).abs() <= 6.0 * sigma + if expected < 30.0 { 6.0 } else { 1e-6 },
            "{what}: {count} of {number} shots gave {bits}, whose probability is {probability}"
        );
    }
    assert!(counts.is_empty(), "{what}: {counts:?}");
}

const SHOTS: usize = 40_000;

fn check(circuit: &Circuit, model: &NoiseModel, what: &str) {
    let exact = exact(circuit, model);
    let mut rng = rng(11);
    let dense = Dense::noisy_shots(circuit, model, SHOTS, &mut rng).unwrap();
    assert_follow(&dense, &exact, &format!("{what}, dense"));
    let sparse = Sparse::noisy_shots(circuit, model, SHOTS, &mut rng).unwrap();
    assert_follow(&sparse, &exact, &format!("{what}, sparse"));
}

/// Superpositions, entanglement and phases that show in the end, on 1 to 3 qubits.
fn some_circuits() -> Vec<(&'static str, Circuit)> {
    let q = Qubit;
    let of = |num_qubits, gates: &[(Gate, &[Qubit])]| {
        let mut circuit = Circuit::new(num_qubits, 0);
        for &(gate, qubits) in gates {
            circuit.push(gate, qubits).unwrap();
        }
        circuit.measure_all();
        circuit
    };
    vec![
        (
            "fringe",
            of(
                1,
                &[
                    (Gate::H, &[q(0)]),
                    (Gate::Rz(0.7), &[q(0)]),
                    (Gate::H, &[q(0)]),
                ],
            ),
        ),
        (
            "excited",
            of(
                2,
                &[(Gate::X, &[q(1)]), (Gate::Sx, &[q(0)]), (Gate::Sx, &[q(0)])],
            ),
        ),
        (
            "phases of a pair",
            of(
                2,
                &[
                    (Gate::H, &[q(0)]),
                    (Gate::H, &[q(1)]),
                    (Gate::Swap, &[q(0), q(1)]),
                    (Gate::H, &[q(0)]),
                    (Gate::H, &[q(1)]),
                ],
            ),
        ),
        (
            "split and merged",
            of(
                3,
                &[
                    (Gate::X, &[q(2)]),
                    (Gate::Siswap, &[q(2), q(0)]),
                    (Gate::Cx, &[q(0), q(1)]),
                    (Gate::T, &[q(0)]),
                    (Gate::Siswap, &[q(0), q(2)]),
                ],
            ),
        ),
        (
            "three at once",
            of(
                3,
                &[
                    (Gate::H, &[q(1)]),
                    (Gate::Ry(1.0), &[q(2)]),
                    (Gate::Ccx, &[q(1), q(2), q(0)]),
                    (Gate::H, &[q(1)]),
                ],
            ),
        ),
    ]
}

const SLOW: Relaxation = Relaxation { t1: 2e-6, t2: 3e-6 };

fn qubit(fault: f64, relaxation: Option<Relaxation>, readout: [f64; 2]) -> QubitNoise {
    QubitNoise {
        fault,
        length: 1e-7,
        relaxation,
        readout: ReadoutError {
            one_given_zero: readout[0],
            zero_given_one: readout[1],
        },
    }
}

fn pair(fault: f64) -> PairNoise {
    PairNoise {
        fault,
        length: 3e-7,
    }
}

#[test]
fn shots_follow_the_density_matrix_channel_by_channel_and_together() {
    let uniform = |qubit, fault| NoiseModel::uniform(qubit, pair(fault)).unwrap();
    let models = [
        ("gates on one", uniform(qubit(0.1, None, [0.0; 2]), 0.0)),
        ("gates on two", uniform(qubit(0.0, None, [0.0; 2]), 0.15)),
        // So that each of the 15 has to be as likely as the others.
        (
            "every gate on two",
            uniform(qubit(0.0, None, [0.0; 2]), 1.0),
        ),
        ("relaxation", uniform(qubit(0.0, Some(SLOW), [0.0; 2]), 0.0)),
        ("readout", uniform(qubit(0.0, None, [0.03, 0.2]), 0.0)),
        ("all", uniform(qubit(0.05, Some(SLOW), [0.02, 0.1]), 0.08)),
        (
            "each its own",
            uniform(qubit(0.02, None, [0.1, 0.0]), 0.3)
                .with_qubit(Qubit(0), qubit(0.3, Some(SLOW), [0.0, 0.3]))
                .unwrap()
                .with_pair(
                    Qubit(2),
                    Qubit(0),
                    PairNoise {
                        fault: 0.01,
                        length: 9e-7,
                    },
                )
                .unwrap(),
        ),
    ];
    for (noise, model) in &models {
        for (name, circuit) in &some_circuits() {
            check(circuit, model, &format!("{name} with noise of {noise}"));
        }
    }
}

#[test]
fn without_noise_shots_follow_the_state() {
    for (name, circuit) in &some_circuits() {
        let state = Dense::run(circuit).unwrap().probabilities();
        let ideal = state.iter().zip(0u128..).map(|(&probability, index)| {
            (
                Bitstring::from_index(index, circuit.num_qubits()),
                probability,
            )
        });
        let ideal: BTreeMap<_, _> = ideal
            .filter(|&(_, probability)| probability > 1e-12)
            .collect();
        let mut rng = rng(3);
        let none = NoiseModel::none();
        assert!(!none.has_gate_noise());
        let shots = Dense::noisy_shots(circuit, &none, SHOTS, &mut rng).unwrap();
        assert_follow(&shots, &ideal, name);
    }
}

#[test]
fn a_one_is_lost_as_often_as_said_and_a_zero_never() {
    let mut circuit = Circuit::new(2, 0);
    circuit.push(Gate::X, &[Qubit(1)]).unwrap();
    circuit.measure_all();
    let lossy = NoiseModel::uniform(qubit(0.0, None, [0.0, 1.0]), PairNoise::default());
    let shots = Dense::noisy_shots(&circuit, &lossy.unwrap(), 9, &mut rng(1)).unwrap();
    assert_eq!(shots, ["00".parse().unwrap(); 9]);
    let seeing = NoiseModel::uniform(qubit(0.0, None, [1.0, 0.0]), PairNoise::default());
    let shots = Dense::noisy_shots(&circuit, &seeing.unwrap(), 9, &mut rng(1)).unwrap();
    assert_eq!(shots, ["11".parse().unwrap(); 9]);
}

#[test]
fn noise_of_one_qubit_stays_on_it() {
    let mut circuit = Circuit::new(3, 2);
    circuit
        .measure(Qubit(2), cheqqers_circuit::Clbit(0))
        .unwrap();
    circuit
        .measure(Qubit(0), cheqqers_circuit::Clbit(1))
        .unwrap();
    let model = NoiseModel::none().with_qubit(Qubit(0), qubit(0.0, None, [1.0, 0.0]));
    let shots = Dense::noisy_shots(&circuit, &model.unwrap(), 5, &mut rng(1)).unwrap();
    assert_eq!(shots, ["01".parse().unwrap(); 5]);
}

/// As one state its relaxation would leave 2¹²⁰ amplitudes.
#[test]
fn components_run_apart() {
    let mut circuit = Circuit::new(120, 0);
    for k in (0..120).step_by(2) {
        circuit.push(Gate::H, &[Qubit(k)]).unwrap();
        circuit.push(Gate::Cx, &[Qubit(k), Qubit(k + 1)]).unwrap();
    }
    circuit.measure_all();
    let relaxation = Relaxation { t1: 1e-4, t2: 1e-4 };
    let model = NoiseModel::uniform(qubit(0.0, Some(relaxation), [0.0; 2]), pair(0.01));
    let dense = Dense::noisy_shots(&circuit, &model.unwrap(), 100, &mut rng(1)).unwrap();
    let bits = |shot: &Bitstring| shot.iter().collect::<Vec<bool>>();
    let pairs: Vec<[bool; 2]> = dense
        .iter()
        .flat_map(|shot| {
            bits(shot)
                .chunks(2)
                .map(|pair| [pair[0], pair[1]])
                .collect::<Vec<_>>()
        })
        .collect();
    let count = |is: fn(&[bool; 2]) -> bool| pairs.iter().filter(|pair| is(pair)).count();
    assert_eq!(pairs.len(), 6000);
    // Both values of each bit, and a few that differ by noise.
    assert!(count(|pair| pair[0]) > 2500 && count(|pair| !pair[0]) > 2500);
    let different = count(|[a, b]| a != b);
    assert!((1..600).contains(&different), "{different}");
}

#[test]
fn the_same_generator_gives_the_same_shots() {
    let (_, circuit) = some_circuits().remove(2);
    let model = NoiseModel::uniform(qubit(0.1, Some(SLOW), [0.1, 0.1]), pair(0.1)).unwrap();
    let shots = || Dense::noisy_shots(&circuit, &model, 200, &mut rng(5)).unwrap();
    assert_eq!(shots(), shots());
}

#[test]
fn a_fault_of_a_known_infidelity_is_that_of_the_formula() {
    // Where nothing is left of the state, each Pauli is as likely as the identity; the mean fidelity
    // is then 1/2 for a qubit, 1/4 for two.
    assert!((NoiseModel::fault_of_infidelity(0.5, 1) - 0.75).abs() < 1e-15);
    assert!((NoiseModel::fault_of_infidelity(0.75, 2) - 0.9375).abs() < 1e-15);
}

#[test]
fn numbers_out_of_range_are_refused() {
    assert!(NoiseModel::bit_flip(1.1).is_err());
    assert!(NoiseModel::bit_flip(f64::NAN).is_err());
    let refused = |qubit| NoiseModel::none().with_qubit(Qubit(0), qubit).is_err();
    assert!(refused(qubit(-0.1, None, [0.0; 2])));
    assert!(refused(qubit(
        0.0,
        Some(Relaxation { t1: 1.0, t2: 2.1 }),
        [0.0; 2]
    )));
    assert!(refused(qubit(
        0.0,
        Some(Relaxation { t1: 0.0, t2: 0.0 }),
        [0.0; 2]
    )));
    assert!(!refused(qubit(
        0.0,
        Some(Relaxation { t1: 1.0, t2: 2.0 }),
        [0.0; 2]
    )));
    let backwards = QubitNoise {
        length: -1.0,
        ..QubitNoise::default()
    };
    assert!(refused(backwards));
    let refused = |noise| NoiseModel::uniform(QubitNoise::default(), noise).is_err();
    assert!(refused(pair(2.0)));
    let endless = PairNoise {
        fault: 0.0,
        length: f64::INFINITY,
    };
    assert!(refused(endless));
}

#[test]
fn the_infidelity_of_waiting_is_that_of_its_channel() {
    let model = NoiseModel::none().with_qubit(Qubit(0), qubit(0.0, Some(SLOW), [0.0; 2]));
    let model = model.unwrap();
    let seconds = 7e-7;
    // The mean over the six ends of the axes of the Bloch sphere.
    let ends = [
        vec![],
        vec![Gate::X],
        vec![Gate::H],
        vec![Gate::X, Gate::H],
        vec![Gate::H, Gate::S],
        vec![Gate::X, Gate::H, Gate::S],
    ];
    let fidelities = ends.iter().map(|gates| {
        let mut circuit = Circuit::new(1, 0);
        for &gate in gates {
            circuit.push(gate, &[Qubit(0)]).unwrap();
        }
        let state = Dense::run(&circuit).unwrap();
        let state = DMatrix::from_column_slice(2, 1, state.amplitudes());
        let mut exact = Exact {
            model: &model,
            rho: &state * state.adjoint(),
            num_qubits: 1,
            clocks: vec![0.0],
        };
        exact.relax(Qubit(0), seconds);
        (state.adjoint() * &exact.rho * state)[(0, 0)].re
    });
    let mean = fidelities.sum::<f64>() / 6.0;
    assert!((1.0 - mean - SLOW.infidelity(seconds)).abs() < 1e-12);
}
