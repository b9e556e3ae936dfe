//! Expectation values of observables: exact, or estimated from shots.

use cheqqers_circuit::Circuit;
use cheqqers_players::{Stream, generator};
use cheqqers_program::{Observable, SimulationError};
use rand_chacha::ChaCha8Rng;

use super::error::SimulateError;
use super::report::{ObservableValue, ShotsInBasis};
use super::run::Run;
use crate::args::Simulate;
use crate::error::Failure;
use crate::setup::new_seed;

/// The values of the observables, of a circuit that was run, and the shots that they are estimated
/// from.
pub(super) fn values(
    args: &Simulate,
    circuit: &Circuit,
    run: &Run,
) -> Result<(Vec<ObservableValue>, Option<ShotsInBasis>), Failure> {
    let failed = |source| SimulateError::new(&args.file, circuit, source);
    let observables = args.observables.iter();
    let Some(shots) = args.shots.filter(|_| !args.observables.is_empty()) else {
        let values = observables.map(|observable| {
            Ok(ObservableValue::exact(
                observable,
                run.expectation(observable)?,
            ))
        });
        let values: Result<_, SimulationError> = values.collect();
        return Ok((values.map_err(failed)?, None));
    };
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    let rng = &mut generator(seed, Stream::Measurements);
    let values = observables.map(|observable| estimate(args, circuit, observable, shots, rng));
    let values: Result<_, SimulationError> = values.collect();
    let estimated = ShotsInBasis { seed, shots };
    Ok((values.map_err(failed)?, Some(estimated)))
}

/// An observable by so many shots in each of its bases.
fn estimate(
    args: &Simulate,
    circuit: &Circuit,
    observable: &Observable,
    shots: u64,
    rng: &mut ChaCha8Rng,
) -> Result<ObservableValue, SimulationError> {
    observable.check_qubits(circuit.num_qubits())?;
    ObservableValue::estimated(observable, |basis| {
        let circuit = basis.circuit(circuit);
        let run = Run::new(&circuit, args.simulator, args.precision, 1)?;
        Ok(run.counts(shots, rng))
    })
}
