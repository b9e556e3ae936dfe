use crate::{Gate, Qubit};

/// Most basis states that are told apart; beyond, what is known is known of single qubits.
const MOST: usize = 1024;

/// The basis states that a circuit from |0…0⟩ may be in, as far as is known without amplitudes:
/// never fewer than the true ones, as interference is left out.
#[derive(Clone, Debug)]
pub(super) enum Reach {
    /// One of these, each once; qubit `k` is bit `k`.
    Joint(Vec<u128>),
    /// Each qubit has its bit, or either.
    Single(Vec<Option<bool>>),
}

/// Some indices of a gate's matrix: bit `i` is set when index `i` is among them.
pub(super) type Indices = u8;

impl Reach {
    pub(super) fn start(num_qubits: usize) -> Self {
        if num_qubits <= 128 {
            Self::Joint(vec![0])
        } else {
            Self::Single(vec![Some(false); num_qubits])
        }
    }

    /// The states of some qubits, at most 3, that are possible.
    pub(super) fn possible(&self, qubits: &[Qubit]) -> Indices {
        match self {
            Self::Joint(states) => states
                .iter()
                .fold(0, |found, &state| found | 1 << local(state, qubits)),
            Self::Single(known) => (0..1 << qubits.len())
                .filter(|index: &usize| {
                    let mut bits = qubits.iter().zip(0..);
                    bits.all(|(qubit, k)| {
                        known[qubit.index()].is_none_or(|bit| bit == (index >> k & 1 == 1))
                    })
                })
                .fold(0, |found, index| found | 1 << index),
        }
    }

    /// The qubit's bit, if it is certain.
    pub(super) fn bit(&self, qubit: Qubit) -> Option<bool> {
        match self.possible(&[qubit]) {
            0b01 => Some(false),
            0b10 => Some(true),
            _ => None,
        }
    }

    /// Takes in that a gate was applied.
    pub(super) fn apply(&mut self, gate: Gate, qubits: &[Qubit]) {
        if gate.is_diagonal() {
            return;
        }
        let images = images(gate);
        match self {
            Self::Joint(states) if images.iter().all(|image| image.count_ones() <= 1) => {
                for state in states {
                    let to = images[local(*state, qubits)].trailing_zeros();
                    *state = with_local(*state, qubits, to);
                }
            }
            Self::Joint(states) => {
                let mut reached = Vec::with_capacity(states.len() * 2);
                for &state in states.iter() {
                    let mut to = images[local(state, qubits)];
                    while to != 0 {
                        reached.push(with_local(state, qubits, to.trailing_zeros()));
                        to &= to - 1;
                    }
                }
                reached.sort_unstable();
                reached.dedup();
                *states = reached;
                if states.len() > MOST {
                    self.forget_links();
                }
            }
            Self::Single(_) => {
                let from = self.possible(qubits);
                let to = (0..8)
                    .filter(|index| from >> index & 1 == 1)
                    .fold(0, |to, index: usize| to | images[index]);
                let Self::Single(known) = self else { return };
                for (k, qubit) in qubits.iter().enumerate() {
                    known[qubit.index()] = agreed(to, k);
                }
            }
        }
    }

    /// Keeps what is known of each qubit by itself.
    fn forget_links(&mut self) {
        let Self::Joint(states) = self else { return };
        let all = states.iter().fold(u128::MAX, |all, state| all & state);
        let any = states.iter().fold(0, |any, state| any | state);
        let known = (0..128).map(|k| match (all >> k & 1, any >> k & 1) {
            (1, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        });
        *self = Self::Single(known.collect());
    }
}

/// The bit that place `k` has in all of the indices.
fn agreed(indices: Indices, k: usize) -> Option<bool> {
    let ones = [0b1010_1010, 0b1100_1100, 0b1111_0000][k];
    match (indices & ones, indices & !ones) {
        (0, _) => Some(false),
        (_, 0) => Some(true),
        _ => None,
    }
}

fn local(state: u128, qubits: &[Qubit]) -> usize {
    let bits = qubits.iter().enumerate();
    bits.map(|(k, qubit)| usize::from(state >> qubit.index() & 1 == 1) << k)
        .sum()
}

fn with_local(state: u128, qubits: &[Qubit], index: u32) -> u128 {
    let bits = qubits.iter().enumerate();
    bits.fold(state, |state, (k, qubit)| {
        let bit = 1 << qubit.index();
        if index >> k & 1 == 1 {
            state | bit
        } else {
            state & !bit
        }
    })
}

/// For each index of a gate's matrix those that it may be sent to.
pub(super) fn images(gate: Gate) -> [Indices; 8] {
    let of_pair = |images: [Indices; 4]| {
        let mut all = [0; 8];
        all[..4].copy_from_slice(&images);
        all
    };
    match gate {
        Gate::X => [0b10, 0b01, 0, 0, 0, 0, 0, 0],
        Gate::H => [0b11, 0b11, 0, 0, 0, 0, 0, 0],
        Gate::Cx => of_pair([1 << 0, 1 << 3, 1 << 2, 1 << 1]),
        Gate::Ch => of_pair([1 << 0, 0b1010, 1 << 2, 0b1010]),
        Gate::Siswap | Gate::Siswapdg => of_pair([1 << 0, 0b110, 0b110, 1 << 3]),
        _ if gate.is_diagonal() => [0, 1, 2, 3, 4, 5, 6, 7].map(|index| 1 << index),
        _ => by_entries(gate),
    }
}

fn by_entries(gate: Gate) -> [Indices; 8] {
    let mut images = [0; 8];
    let size = 1 << gate.num_qubits();
    for (from, image) in images.iter_mut().enumerate().take(size) {
        *image = (0..size)
            .filter(|&to| gate.entry(to, from).norm_sqr() > 0.0)
            .fold(0, |image, to| image | 1 << to);
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_the_entries_that_are_not_zero() {
        for gate in Gate::all(0.7) {
            let size = 1 << gate.num_qubits();
            assert_eq!(images(gate)[..size], by_entries(gate)[..size], "{gate}");
        }
    }

    fn reach(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Reach {
        let mut reach = Reach::start(num_qubits);
        for (gate, qubits) in gates {
            let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
            reach.apply(*gate, &qubits);
        }
        reach
    }

    /// Qubit 0 is either, 1 is as it, 2 is 1, 3 is 0.
    const BELL: &[(Gate, &[u32])] = &[
        (Gate::H, &[0]),
        (Gate::Cx, &[0, 1]),
        (Gate::X, &[2]),
        (Gate::Cx, &[3, 2]),
    ];

    #[test]
    fn few_qubits_are_known_together_and_many_each_by_itself() {
        let bits = [None, None, Some(true), Some(false)];
        for (num_qubits, pair) in [(4, 0b1001), (129, 0b1111)] {
            let reach = reach(num_qubits, BELL);
            let found = [0, 1, 2, 3].map(|qubit| reach.bit(Qubit(qubit)));
            assert_eq!(found, bits, "{num_qubits}");
            let together = reach.possible(&[Qubit(0), Qubit(1)]);
            assert_eq!(together, pair, "{num_qubits}");
            // The first qubit is the least significant bit.
            let order = [Qubit(3), Qubit(2), Qubit(3)];
            assert_eq!(reach.possible(&order), 0b100, "{num_qubits}");
        }
    }

    #[test]
    fn controls_that_are_certain_decide_what_is_known() {
        let toffoli: &[(Gate, &[u32])] = &[
            (Gate::Ccx, &[2, 4, 5]),
            (Gate::X, &[4]),
            (Gate::Ccx, &[2, 4, 6]),
        ];
        let gates = [BELL, toffoli].concat();
        for num_qubits in [7, 129] {
            let reach = reach(num_qubits, &gates);
            let found = [4, 5, 6].map(|qubit| reach.bit(Qubit(qubit)));
            assert_eq!(found, [Some(true), Some(false), Some(true)], "{num_qubits}");
        }
    }

    #[test]
    fn too_many_states_leave_what_each_qubit_is() {
        let spread: Vec<[u32; 1]> = (0..11).map(|qubit| [qubit]).collect();
        let mut gates: Vec<(Gate, &[u32])> = spread.iter().map(|k| (Gate::H, &k[..])).collect();
        gates.push((Gate::X, &[12]));
        let before = reach(13, &gates[..10]);
        assert!(matches!(&before, Reach::Joint(states) if states.len() == MOST));
        gates.rotate_right(1);
        let after = reach(13, &gates);
        assert!(matches!(after, Reach::Single(_)));
        let found = [0, 10, 11, 12].map(|qubit| after.bit(Qubit(qubit)));
        assert_eq!(found, [None, None, Some(false), Some(true)]);
    }
}
