use cheqqers_circuit::{Circuit, Gate, Qubit};
use num_complex::Complex64;
use smallvec::SmallVec;

use super::Sparse;
use super::entry::{Entry, is_zero};
use super::pairs::{EntryIndices, Pairs, Run, ones};
use crate::class::Mix;
use crate::fuse::{Block, MOST_QUBITS, Op, fuse_gates, sparse_order};
use crate::{Limits, Readout, SimError};

/// Basis states that a matrix mixes, selected by `mask`.
struct MixedStates<'a> {
    mask: u128,
    /// Bits under the mask, state by state.
    states: SmallVec<[u128; 8]>,
    /// Rows of as many numbers as there are states.
    matrix: &'a [Complex64],
}

/// A walk over the entries of mixed states: for each state their places, and how many it has met.
struct Walk {
    places: SmallVec<[(EntryIndices, usize); 8]>,
}

/// The most states that a block mixes.
const MOST_STATES: usize = 1 << MOST_QUBITS;

impl Sparse {
    /// With up to so many amplitudes a gate takes less time than finding out what it can be fused with.
    pub(crate) const BEFORE_FUSING: usize = 128;

    /// The state that the gates of a circuit make of |0…0⟩; its measurements are left undone.
    ///
    /// Cost: gates that follow each other on two qubits are done as one where that saves work, so a
    /// gate in its decomposition takes no longer, and no more memory, than the gate itself. Above 128
    /// amplitudes the circuit is run anew with its gates in the order that needs fewer, by an estimate.
    ///
    /// # Errors
    /// Returns an error if the circuit has too many qubits, a gate on a measured qubit or one
    /// unknown here, or the state would come to hold more non-zero amplitudes than
    /// `limits.amplitudes`.
    pub fn run(circuit: &Circuit, limits: Limits) -> Result<Self, SimError> {
        let mut state = Self::zero(circuit.num_qubits())?;
        Readout::of(circuit)?;
        state.apply_circuit(circuit, limits)?;
        Ok(state)
    }

    /// Applies the gates of a circuit on as many qubits; its measurements are left undone.
    ///
    /// # Errors
    /// As [`Self::run`]; then only some of the gates have been applied.
    pub(crate) fn apply_circuit(
        &mut self,
        circuit: &Circuit,
        limits: Limits,
    ) -> Result<(), SimError> {
        if self.len() <= Self::BEFORE_FUSING {
            let initial = self.clone();
            let few = Self::BEFORE_FUSING.min(limits.amplitudes);
            if self.apply_while_few(&mut circuit.gates(), few)? {
                return Ok(());
            }
            *self = initial;
        }
        // Starts over: fused and reordered, the gates may need fewer amplitudes.
        let ops = fuse_gates(circuit.gates())?;
        for index in sparse_order(&ops) {
            self.apply_op(&ops[index], limits)?;
        }
        Ok(())
    }

    /// Applies gates one by one while the state has so few amplitudes. Returns `true` if none is left.
    ///
    /// # Errors
    /// Returns an error if a gate is unknown here.
    pub(crate) fn apply_while_few<'a>(
        &mut self,
        gates: &mut impl Iterator<Item = (Gate, &'a [Qubit])>,
        few: usize,
    ) -> Result<bool, SimError> {
        let no_limit = Limits::default().without_amplitudes();
        while self.len() <= few {
            let Some((gate, qubits)) = gates.next() else {
                return Ok(true);
            };
            self.apply_within(gate, qubits, no_limit)?;
        }
        Ok(false)
    }

    /// Applies an op.
    ///
    /// # Errors
    /// Returns an error if the state would come to be beyond the limits; then a part of the op may
    /// have been applied.
    pub(crate) fn apply_op(&mut self, op: &Op, limits: Limits) -> Result<(), SimError> {
        for block in &op.blocks {
            self.apply_block(op, block, limits)?;
        }
        Ok(())
    }

    fn apply_block(&mut self, op: &Op, block: &Block, limits: Limits) -> Result<(), SimError> {
        let mixed = MixedStates::new(op, block);
        if self.len() > limits.amplitudes / block.states.len() {
            limits.check_amplitudes(self.len() + self.count_new(&mixed))?;
        }
        match (&mixed.states[..], mixed.matrix) {
            (&[state], &[factor]) => {
                for entry in &mut self.entries {
                    if entry.key & mixed.mask == state {
                        entry.amplitude *= factor;
                    }
                }
            }
            (&[low, high], &[stay_low, down, up, stay_high]) => {
                let pairs = Pairs::new(mixed.mask, low, high);
                if stay_low == Complex64::ZERO && stay_high == Complex64::ZERO {
                    self.mix(pairs, Mix::Cross { up, down });
                } else {
                    self.mix_pairs(pairs, |a, b| {
                        (stay_low * a + down * b, up * a + stay_high * b)
                    });
                }
            }
            _ => self.mix_states(&mixed),
        }
        Ok(())
    }

    fn mix_states(&mut self, mixed: &MixedStates<'_>) {
        let len = mixed.states.len();
        let mut walk = Walk::new(self, mixed);
        let mut new: SmallVec<[Run; 8]> = (0..len).map(|_| Run::new()).collect();
        let mut any_zero = false;
        let mut places = [None; MOST_STATES];
        let mut old = [Complex64::ZERO; MOST_STATES];
        while let Some(shared) = walk.next(self, mixed, &mut places[..len]) {
            for (old, place) in old.iter_mut().zip(&places[..len]) {
                *old = place.map_or(Complex64::ZERO, |place| self.entries[place].amplitude);
            }
            for (k, row) in mixed.matrix.chunks_exact(len).enumerate() {
                let terms = row.iter().zip(&old).map(|(factor, old)| factor * old);
                let amplitude: Complex64 = terms.sum();
                if let Some(place) = places[k] {
                    self.entries[place].amplitude = amplitude;
                    any_zero |= is_zero(amplitude);
                } else if !is_zero(amplitude) {
                    let key = shared | mixed.states[k];
                    new[k].push(Entry { key, amplitude });
                }
            }
        }
        for new in &new {
            self.merge_in(new);
        }
        if any_zero {
            self.sweep();
        }
    }

    /// Number of basis states that mixing adds.
    fn count_new(&self, mixed: &MixedStates<'_>) -> usize {
        let len = mixed.states.len();
        let mut walk = Walk::new(self, mixed);
        let mut places = [None; MOST_STATES];
        let mut old = [Complex64::ZERO; MOST_STATES];
        let (mut new, mut gone) = (0, 0);
        while walk.next(self, mixed, &mut places[..len]).is_some() {
            for (old, place) in old.iter_mut().zip(&places[..len]) {
                *old = place.map_or(Complex64::ZERO, |place| self.entries[place].amplitude);
            }
            for (row, place) in mixed.matrix.chunks_exact(len).zip(&places) {
                let terms = row.iter().zip(&old).map(|(factor, old)| factor * old);
                let vanishes = is_zero(terms.sum());
                new += usize::from(place.is_none() && !vanishes);
                gone += usize::from(place.is_some() && vanishes);
            }
        }
        new.saturating_sub(gone)
    }
}

impl<'a> MixedStates<'a> {
    fn new(op: &Op, block: &'a Block) -> Self {
        let key = |state: &usize| {
            let set = op.qubits.iter().enumerate();
            set.filter(|(k, _)| state >> k & 1 == 1)
                .fold(0, |key, (_, &qubit)| key | ones(&[qubit]))
        };
        Self {
            mask: ones(&op.qubits),
            states: block.states.iter().map(key).collect(),
            matrix: &block.matrix,
        }
    }
}

impl Walk {
    fn new(state: &Sparse, mixed: &MixedStates<'_>) -> Self {
        let places = mixed.states.iter().map(|&wanted| {
            let entries = (0..).zip(&state.entries);
            let selected = entries.filter(|(_, entry)| entry.key & mixed.mask == wanted);
            (selected.map(|(place, _)| place).collect(), 0)
        });
        Self {
            places: places.collect(),
        }
    }

    /// Finds the places of the mixed states that share the next bits beside the mask; returns these
    /// bits.
    fn next(
        &mut self,
        state: &Sparse,
        mixed: &MixedStates<'_>,
        places: &mut [Option<usize>],
    ) -> Option<u128> {
        let shared = |place: usize| state.entries[place].key & !mixed.mask;
        for (place, (all, met)) in places.iter_mut().zip(&self.places) {
            *place = all.get(*met).map(|&place| place as usize);
        }
        let next = places.iter().flatten().map(|&place| shared(place)).min()?;
        for (place, (_, met)) in places.iter_mut().zip(&mut self.places) {
            *place = place.filter(|&place| shared(place) == next);
            *met += usize::from(place.is_some());
        }
        Some(next)
    }
}
