//! Circuits that measure in the middle, run branch by branch.

mod binomial;
mod component;
mod limits;
mod output;
mod processor;
mod reduce;
mod state;

use std::collections::BTreeMap;

use cheqqers_circuit::Bitstring;
use cheqqers_sim::TOLERANCE;
use rand::Rng;

pub use self::limits::BranchLimits;
pub use self::output::OutputBit;
pub use self::processor::BranchProcessor;

use self::processor::{OpenBranch, Share, Walk};
use self::state::{BranchReadout, BranchState};
use crate::error::SimulationError;
use crate::observable::{MeasurementBasis, Observable};

/// Simulator of circuits that measure in the middle, and whose later steps may depend on the results.
///
/// The circuit is a closure that controls a [`BranchProcessor`] and returns the bits of its outcome. It
/// is called once for each branch, from the start; what an earlier branch has done already is passed
/// over, its state having been kept. So the closure must take the same steps where it reads the same
/// values, and pass on the errors of the processor.
///
/// Only a measurement that something depends on makes branches: its value is read, or its qubit is
/// reset or changed by a later gate. All others are taken from the final state. Qubits that gates don't
/// link, or no longer, are simulated apart, up to 128 at a time; those in a basis state take no memory.
///
/// ```
/// use cheqqers_circuit::{Gate, Qubit};
/// use cheqqers_program::{BranchProcessor, BranchSimulator, OutputBit, Processor, SimulationError};
///
/// // Until the first qubit reads 1, which ends sooner or later.
/// let repeat = |processor: &mut BranchProcessor<'_, '_>| {
///     processor.add_qubits(1)?;
///     for turn in 0.. {
///         processor.reset(Qubit(0))?;
///         processor.gate(Gate::H, &[Qubit(0)])?;
///         let bit = processor.measure(Qubit(0))?;
///         if processor.value(bit)? {
///             return Ok::<_, SimulationError>(vec![OutputBit::Known(turn == 0)]);
///         }
///     }
///     unreachable!("the loop has no other end")
/// };
/// let outcomes = BranchSimulator::default().probabilities(repeat)?;
/// assert!((outcomes.probabilities[1].1 - 0.5).abs() < 1e-11);
/// assert!(outcomes.omitted < 1e-11);
/// # Ok::<(), SimulationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BranchSimulator {
    limits: BranchLimits,
}

/// Exact probabilities of a circuit with branches.
#[derive(Clone, PartialEq, Debug)]
pub struct BranchProbabilities {
    /// Outcomes with a probability above [`TOLERANCE`], in their order.
    pub probabilities: Vec<(Bitstring, f64)>,
    /// Number of branches.
    pub branches: usize,
    /// Probability of the branches that were left out because each had no more than [`TOLERANCE`]:
    /// every outcome may have so much more. A value of a qubit that has no more than [`TOLERANCE`] counts
    /// as rounding, not as a branch.
    pub omitted: f64,
}

/// Counts of a circuit with branches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCounts {
    /// Shots with each outcome, in order of their text.
    pub counts: BTreeMap<Bitstring, u64>,
    /// Number of different branches that the shots took.
    pub branches: usize,
}

/// Expectation values at the end of a circuit with branches.
#[derive(Clone, PartialEq, Debug)]
pub struct BranchExpectations {
    /// The value of each observable.
    pub values: Vec<f64>,
    /// Number of branches.
    pub branches: usize,
    /// Probability of the branches that were left out because each had no more than [`TOLERANCE`]: a
    /// value is off by at most so much of the [bound](Observable::bound) of its observable.
    pub omitted: f64,
}

impl BranchSimulator {
    /// A simulator with these limits.
    pub fn new(limits: BranchLimits) -> Self {
        Self { limits }
    }

    /// Exact probabilities of the outcomes.
    ///
    /// A branch with a probability up to [`TOLERANCE`] is left out, so loops that end with probability
    /// 1 have an end here, too.
    ///
    /// # Errors
    /// Returns an error of the closure, or of the simulation beyond its limits.
    ///
    /// # Panics
    /// Panics if the closure takes other steps after the same values, or names a bit that was not
    /// measured.
    pub fn probabilities<E: From<SimulationError>>(
        &self,
        run: impl FnMut(&mut BranchProcessor<'_, '_>) -> Result<Vec<OutputBit>, E>,
    ) -> Result<BranchProbabilities, E> {
        let mut all = BTreeMap::<Bitstring, f64>::new();
        let whole = Share::Probability(1.0);
        let (branches, omitted) = self.walk(whole, None, run, |share, mut state, bits, _| {
            let Share::Probability(branch) = share else {
                unreachable!("shares are of one kind");
            };
            for (bits, probability) in state.readout(&bits)?.marginal()? {
                *all.entry(bits).or_default() += branch * probability;
            }
            Ok(())
        })?;
        let likely = all.into_iter().filter(|&(_, p)| p > TOLERANCE);
        Ok(BranchProbabilities {
            probabilities: likely.collect(),
            branches,
            omitted,
        })
    }

    /// Counts of the outcomes in so many shots.
    ///
    /// At a fork it is drawn how many of the shots take each branch, so the cost grows with the number
    /// of different branches taken, not with the shots. The same generator gives the same counts.
    ///
    /// # Errors
    /// Returns an error of the closure, or of the simulation beyond its limits.
    ///
    /// # Panics
    /// Panics if the closure takes other steps after the same values, or names a bit that was not
    /// measured.
    pub fn counts<E: From<SimulationError>, R: Rng + ?Sized>(
        &self,
        shots: u64,
        rng: &mut R,
        run: impl FnMut(&mut BranchProcessor<'_, '_>) -> Result<Vec<OutputBit>, E>,
    ) -> Result<BranchCounts, E> {
        self.draw(shots, rng, run, |state, bits| Ok(state.readout(&bits)?))
    }

    /// Counts of shots that measure the operators of a basis at the end: a bit for each in order of the
    /// qubits, as [`Observable::estimate`] takes them.
    ///
    /// Measurements that no later step depends on are left undone, as for [`Self::expectations`].
    ///
    /// # Errors
    /// Returns an error of the closure, or of the simulation beyond its limits, or if the basis has a
    /// qubit that is not there.
    ///
    /// # Panics
    /// Panics if the closure takes other steps after the same values.
    pub fn counts_in_basis<T, E: From<SimulationError>, R: Rng + ?Sized>(
        &self,
        basis: &MeasurementBasis,
        shots: u64,
        rng: &mut R,
        run: impl FnMut(&mut BranchProcessor<'_, '_>) -> Result<T, E>,
    ) -> Result<BranchCounts, E> {
        let operators = basis.operators();
        self.draw(shots, rng, run, |state, _| {
            state.readout_in_basis(&operators)
        })
    }

    /// Counts of what `read` reads out at the end of each branch.
    fn draw<T, E: From<SimulationError>, R: Rng + ?Sized>(
        &self,
        shots: u64,
        mut rng: &mut R,
        run: impl FnMut(&mut BranchProcessor<'_, '_>) -> Result<T, E>,
        read: impl Fn(&mut BranchState, T) -> Result<BranchReadout<'_>, SimulationError>,
    ) -> Result<BranchCounts, E> {
        let mut counts = BTreeMap::<Bitstring, u64>::new();
        if shots == 0 {
            return Ok(BranchCounts {
                counts,
                branches: 0,
            });
        }
        let whole = Share::Shots(shots);
        let (branches, _) = self.walk(
            whole,
            Some(&mut rng),
            run,
            |share, mut state, result, rng| {
                let Share::Shots(shots) = share else {
                    unreachable!("shares are of one kind");
                };
                let rng = rng.expect("shots have a generator");
                for (bits, count) in read(&mut state, result)?.counts(shots, rng) {
                    *counts.entry(bits).or_default() += count;
                }
                Ok(())
            },
        )?;
        Ok(BranchCounts { counts, branches })
    }

    /// Exact expectation values of observables at the end, the mean over the branches.
    ///
    /// Measurements that no later step depends on are left undone, as those of a `Circuit` are.
    ///
    /// # Errors
    /// Returns an error of the closure, or of the simulation beyond its limits, or if an observable has
    /// a qubit that is not there.
    ///
    /// # Panics
    /// Panics if the closure takes other steps after the same values.
    pub fn expectations<T, E: From<SimulationError>>(
        &self,
        observables: &[Observable],
        run: impl FnMut(&mut BranchProcessor<'_, '_>) -> Result<T, E>,
    ) -> Result<BranchExpectations, E> {
        let mut values = vec![0.0; observables.len()];
        let whole = Share::Probability(1.0);
        let (branches, omitted) = self.walk(whole, None, run, |share, mut state, _, _| {
            let Share::Probability(branch) = share else {
                unreachable!("shares are of one kind");
            };
            for (value, observable) in values.iter_mut().zip(observables) {
                *value += branch * state.expectation(observable)?;
            }
            Ok(())
        })?;
        Ok(BranchExpectations {
            values,
            branches,
            omitted,
        })
    }

    /// Runs all branches; `end` takes what each ends with. Returns the number of branches, and the
    /// probability of those left out.
    fn walk<T, E: From<SimulationError>>(
        &self,
        whole: Share,
        rng: Option<&mut dyn Rng>,
        mut run: impl FnMut(&mut BranchProcessor<'_, '_>) -> Result<T, E>,
        mut end: impl FnMut(Share, BranchState, T, Option<&mut dyn Rng>) -> Result<(), SimulationError>,
    ) -> Result<(usize, f64), E> {
        let mut walk = Walk {
            limits: self.limits,
            rng,
            open: vec![OpenBranch {
                state: BranchState::new(self.limits.state),
                steps: 0,
                forks: 0,
                share: whole,
            }],
            steps: 0,
            omitted: 0.0,
        };
        let mut branches = 0;
        while let Some(branch) = walk.open.pop() {
            let mut processor = BranchProcessor::new(branch, &mut walk);
            let done = run(&mut processor);
            if processor.is_negligible() {
                continue;
            }
            let done = done?;
            let Some((share, state)) = processor.into_end() else {
                continue;
            };
            branches += 1;
            let limit = self.limits.branches;
            let is_exact = matches!(share, Share::Probability(_));
            if is_exact && branches + walk.open.len() > limit {
                return Err(SimulationError::TooManyBranches { limit }.into());
            }
            let rng = walk.rng.as_mut().map(|rng| &mut **rng as &mut dyn Rng);
            end(share, state, done, rng)?;
        }
        Ok((branches, walk.omitted))
    }
}

#[cfg(test)]
mod tests;
