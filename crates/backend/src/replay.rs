use std::collections::VecDeque;

use cheqqers_circuit::{Bitstring, Circuit};

use crate::backend::next_bits;
use crate::{Backend, BackendError};

/// Gives recorded bits back, in the order they were recorded, and runs nothing.
#[derive(Clone, Debug)]
pub struct Replay {
    recorded: VecDeque<Bitstring>,
}

impl Replay {
    const NAME: &str = "replay";

    /// Gives these bits: one entry for each shot of each circuit.
    pub fn new(recorded: impl IntoIterator<Item = Bitstring>) -> Self {
        Self {
            recorded: recorded.into_iter().collect(),
        }
    }

    /// How many entries were not asked for yet.
    pub fn num_left(&self) -> usize {
        self.recorded.len()
    }
}

impl Backend for Replay {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn run(
        &mut self,
        circuits: &[Circuit],
        shots: usize,
    ) -> Result<Vec<Vec<Bitstring>>, BackendError> {
        let mut run = |circuit: &Circuit| {
            (0..shots)
                .map(|_| next_bits(Self::NAME, circuit, self.recorded.pop_front()))
                .collect()
        };
        circuits.iter().map(&mut run).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_bits_come_back_in_order_and_then_no_more() {
        let bits = |text: &str| -> Bitstring { text.parse().unwrap() };
        let mut replay = Replay::new(["01", "1", "00", "10"].map(bits));
        let circuits = [Circuit::new(2, 2), Circuit::new(1, 1)];
        let shots = replay.run(&circuits, 1).unwrap();
        assert_eq!(shots, [[bits("01")], [bits("1")]]);
        assert_eq!(
            replay.run(&circuits, 1),
            Err(BackendError::WrongLength {
                backend: "replay",
                expected: 1,
                found: 2
            })
        );
        assert_eq!(replay.num_left(), 0);
        assert_eq!(
            replay.run(&circuits, 1),
            Err(BackendError::Exhausted { backend: "replay" })
        );
    }
}
