use std::collections::BTreeMap;

use cheqqers_circuit::{Gate, Qubit};
use cheqqers_sim::TOLERANCE;
use rand::Rng;

use super::binomial::binomial;
use super::limits::BranchLimits;
use super::state::BranchState;
use crate::error::SimulationError;
use crate::processor::{MeasuredBit, Processor};

/// The part of all runs that takes a branch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Share {
    Probability(f64),
    Shots(u64),
}

/// A branch still to be run.
#[derive(Debug)]
pub(super) struct OpenBranch {
    pub(super) state: BranchState,
    /// Steps that lead to the state; they are passed over.
    pub(super) steps: u64,
    pub(super) forks: usize,
    pub(super) share: Share,
}

/// Branches of a circuit, depth first.
pub(super) struct Walk<'r> {
    pub(super) limits: BranchLimits,
    /// Generator of shots.
    pub(super) rng: Option<&'r mut dyn Rng>,
    pub(super) open: Vec<OpenBranch>,
    /// Steps of all branches.
    pub(super) steps: u64,
    /// Probability of the branches that were left out.
    pub(super) omitted: f64,
}

/// Processor that runs one branch: where a measurement must have a value, it takes one of them, and
/// keeps the state with the other for a branch of its own.
///
/// A measurement is put off until its value is read, its qubit is reset, or a gate acts on the qubit
/// that does not commute with it; controls and diagonal gates do.
pub struct BranchProcessor<'a, 'r> {
    pub(super) state: BranchState,
    /// Steps of this branch up to now.
    step: u64,
    /// Steps that an earlier branch has made.
    made: u64,
    forks: usize,
    measured: usize,
    share: Share,
    is_negligible: bool,
    walk: &'a mut Walk<'r>,
}

impl std::fmt::Debug for BranchProcessor<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BranchProcessor")
            .field("state", &self.state)
            .field("step", &self.step)
            .field("share", &self.share)
            .finish_non_exhaustive()
    }
}

impl<'a, 'r> BranchProcessor<'a, 'r> {
    pub(super) fn new(branch: OpenBranch, walk: &'a mut Walk<'r>) -> Self {
        Self {
            state: branch.state,
            step: 0,
            made: branch.steps,
            forks: branch.forks,
            measured: 0,
            share: branch.share,
            is_negligible: false,
            walk,
        }
    }

    /// The end of the branch: its share and state, or `None` if it is left out.
    pub(super) fn into_end(self) -> Option<(Share, BranchState)> {
        assert!(
            self.step >= self.made,
            "the same values lead to the same steps"
        );
        (!self.is_negligible).then_some((self.share, self.state))
    }

    /// Returns `true` if the branch is left out.
    pub(super) fn is_negligible(&self) -> bool {
        self.is_negligible
    }

    /// Counts a step; returns `true` if it is to be made, `false` if it was made before.
    fn next_step(&mut self) -> Result<bool, SimulationError> {
        let limit = self.walk.limits.steps;
        self.walk.steps += 1;
        if self.walk.steps > limit {
            return Err(SimulationError::TooManySteps { limit });
        }
        self.step += 1;
        Ok(self.step > self.made)
    }

    /// Collapses a slot. Where both values are possible, the branch with the smaller share goes on:
    /// so few states are kept at a time.
    fn collapse(&mut self, slot: usize) -> Result<(), SimulationError> {
        let probability = self.state.probability(slot)?;
        let shares = match self.share {
            Share::Probability(whole) => self.possible(whole, probability)?,
            Share::Shots(shots) => {
                let rng = self.walk.rng.as_deref_mut();
                let rng = rng.expect("shots have a generator");
                let ones = binomial(shots, probability, rng);
                let shares = [shots - ones, ones];
                shares.map(|shots| (shots > 0).then_some(Share::Shots(shots)))
            }
        };
        let value = match shares {
            [Some(zero), Some(one)] => one.is_below(zero),
            [None, Some(_)] => true,
            [_, None] => false,
        };
        let [zero, one] = shares;
        let (here, other) = if value { (one, zero) } else { (zero, one) };
        if let Some(other) = other {
            self.keep(slot, !value, other)?;
        }
        self.share = here.expect("one of the values is possible");
        Ok(self.state.collapse(slot, value)?)
    }

    /// The probabilities of the branches with 0 and with 1, without those left out.
    fn possible(&mut self, whole: f64, one: f64) -> Result<[Option<Share>; 2], SimulationError> {
        // A branch whose other value is impossible goes on, as small as it may be.
        let certain = one <= 0.0 || one >= 1.0;
        let mut omitted = 0.0;
        let shares = [1.0 - one, one].map(|part| {
            let probability = whole * part;
            if probability > TOLERANCE || certain && part > 0.0 {
                return Some(Share::Probability(probability));
            }
            omitted += probability;
            None
        });
        self.walk.omitted += omitted;
        if shares == [None, None] {
            self.is_negligible = true;
            return Err(SimulationError::NegligibleBranch { probability: whole });
        }
        Ok(shares)
    }

    /// Keeps the state with this value of a slot for a branch of its own.
    fn keep(&mut self, slot: usize, value: bool, share: Share) -> Result<(), SimulationError> {
        let limits = self.walk.limits;
        self.forks += 1;
        if self.forks > limits.forks {
            return Err(SimulationError::TooManyForks {
                limit: limits.forks,
            });
        }
        // Neither of the branches runs these gates again.
        self.state.flush_all()?;
        let mut state = self.state.clone();
        state.collapse(slot, value)?;
        self.walk.open.push(OpenBranch {
            state,
            steps: self.step - 1,
            forks: self.forks,
            share,
        });
        let open = self.walk.open.iter();
        // States that branches share count once.
        let kept: BTreeMap<_, _> = open
            .flat_map(|branch| branch.state.large_states())
            .collect();
        if kept.values().sum::<usize>() > limits.kept_bytes {
            return Err(SimulationError::TooManyKeptBytes {
                limit: limits.kept_bytes,
            });
        }
        Ok(())
    }
}

impl Share {
    fn is_below(self, other: Self) -> bool {
        match (self, other) {
            (Self::Probability(a), Self::Probability(b)) => a < b,
            (Self::Shots(a), Self::Shots(b)) => a < b,
            (Self::Probability(_), Self::Shots(_)) | (Self::Shots(_), Self::Probability(_)) => {
                false
            }
        }
    }
}

impl Processor for BranchProcessor<'_, '_> {
    type Error = SimulationError;

    fn add_qubits(&mut self, number: usize) -> Result<(), SimulationError> {
        if self.next_step()? {
            self.state.add_qubits(number)?;
        }
        Ok(())
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), SimulationError> {
        if !self.next_step()? {
            return Ok(());
        }
        while let Some(slot) = self.state.blocked_by(gate, qubits) {
            self.collapse(slot)?;
        }
        Ok(self.state.gate(gate, qubits)?)
    }

    fn measure(&mut self, qubit: Qubit) -> Result<MeasuredBit, SimulationError> {
        if self.next_step()? {
            self.state.measure(qubit);
        }
        self.measured += 1;
        Ok(MeasuredBit(self.measured - 1))
    }

    fn reset(&mut self, qubit: Qubit) -> Result<(), SimulationError> {
        if !self.next_step()? {
            return Ok(());
        }
        if let Some(slot) = self.state.reset_blocked_by(qubit) {
            self.collapse(slot)?;
        }
        self.state.reset(qubit);
        Ok(())
    }

    /// # Panics
    /// Panics if there is no such bit, or a run with the same values took other steps before.
    fn value(&mut self, bit: MeasuredBit) -> Result<bool, SimulationError> {
        let is_new = self.next_step()?;
        loop {
            match self.state.bit(bit.0) {
                Ok(value) => return Ok(value),
                Err(slot) => {
                    assert!(is_new, "the same values lead to the same steps");
                    self.collapse(slot)?;
                }
            }
        }
    }
}
