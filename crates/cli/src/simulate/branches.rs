//! Circuits that measure in the middle, branch by branch.

use std::time::Instant;

use cheqqers_circuit::{Gate, Qubit};
use cheqqers_players::{Stream, generator};
use cheqqers_program::{
    BitValue, BranchProcessor, BranchSimulator, Inputs, MeasuredBit, OutputBit, Processor, Program,
    RunError, SimulationError,
};
use thiserror::Error;

use super::error::SimulateError;
use super::report::{BranchReport, ObservableValue, Report, ShotCounts, ShotsInBasis};
use crate::args::{PrecisionName, Simulate};
use crate::error::Failure;
use crate::setup::new_seed;

/// Error of a branch.
#[derive(Debug, Error)]
#[error(transparent)]
enum BranchError {
    Run(#[from] RunError<SimulationError>),
    Simulation(#[from] SimulationError),
}

/// Processor that counts what it passes on.
struct CountingProcessor<'p, 'a, 'r> {
    inner: &'p mut BranchProcessor<'a, 'r>,
    gates: usize,
    measurements: usize,
}

/// Runs a circuit branch by branch, for counts with so many shots by default.
pub(super) fn report(
    args: &Simulate,
    circuit: &Program,
    inputs: &Inputs,
    default_shots: u64,
) -> Result<Report, Failure> {
    refuse_options(args)?;
    let failed = |error| match error {
        BranchError::Run(source) => SimulateError::Branch {
            path: args.file.clone(),
            source,
        },
        BranchError::Simulation(source) => SimulateError::Simulation {
            path: args.file.clone(),
            num_qubits: circuit.num_qubits(),
            source,
        },
    };
    let mut gates = 0;
    let mut run = |processor: &mut BranchProcessor<'_, '_>| {
        let mut counting = CountingProcessor {
            inner: processor,
            gates: 0,
            measurements: 0,
        };
        let bits = circuit.run(&mut counting, inputs)?;
        gates = gates.max(counting.gates);
        if counting.measurements > 0 || circuit.declares_outputs() {
            return Ok::<_, BranchError>(bits.into_iter().map(output).collect());
        }
        let qubits = (0..circuit.num_qubits()).map(Qubit::from_index);
        let measured = qubits.map(|qubit| processor.measure(qubit).map(OutputBit::Measured));
        Ok(measured.collect::<Result<Vec<_>, _>>()?)
    };
    let simulator = BranchSimulator::default();
    let start = Instant::now();
    let mut branches = BranchReport::default();
    let shots = match args.shots {
        _ if !args.observables.is_empty() => None,
        None if args.probabilities => None,
        shots => Some(shots.unwrap_or(default_shots)),
    };
    let drawn = match shots {
        None => None,
        Some(shots) => {
            let seed = args.seed.map_or_else(new_seed, Ok)?;
            let rng = &mut generator(seed, Stream::Measurements);
            let found = simulator.counts(shots, rng, &mut run).map_err(failed)?;
            branches.number = found.branches;
            let counts = found.counts;
            Some(ShotCounts {
                seed,
                shots,
                counts,
            })
        }
    };
    let probabilities = if args.probabilities {
        let found = simulator.probabilities(&mut run).map_err(failed)?;
        branches.number = found.branches;
        branches.omitted = Some(found.omitted);
        Some(found.probabilities)
    } else {
        None
    };
    // A number alone is exact without a shot.
    let measured = args
        .observables
        .iter()
        .any(|observable| observable.num_qubits() > 0);
    let estimated = match args.shots.filter(|_| measured) {
        None => None,
        Some(shots) => {
            let seed = args.seed.map_or_else(new_seed, Ok)?;
            Some(ShotsInBasis { seed, shots })
        }
    };
    let observables = values(args, estimated, simulator, &mut branches, run).map_err(failed)?;
    Ok(Report {
        qubits: circuit.num_qubits(),
        gates,
        components: None,
        branches: Some(branches),
        simulator: "branches",
        reason: None,
        precision: "double",
        seconds: start.elapsed().as_secs_f64(),
        drawn,
        probabilities,
        observables,
        estimated,
    })
}

/// The values of the observables, exact or from shots.
fn values(
    args: &Simulate,
    shots: Option<ShotsInBasis>,
    simulator: BranchSimulator,
    branches: &mut BranchReport,
    mut run: impl FnMut(&mut BranchProcessor<'_, '_>) -> Result<Vec<OutputBit>, BranchError>,
) -> Result<Vec<ObservableValue>, BranchError> {
    let observables = args.observables.iter();
    if args.observables.is_empty() {
        return Ok(Vec::new());
    }
    let Some(ShotsInBasis { seed, shots }) = shots else {
        let found = simulator.expectations(&args.observables, run)?;
        branches.number = found.branches;
        branches.omitted = Some(found.omitted);
        let values = observables.zip(found.values);
        let exact = values.map(|(observable, value)| ObservableValue::exact(observable, value));
        return Ok(exact.collect());
    };
    let rng = &mut generator(seed, Stream::Measurements);
    let estimates = observables.map(|observable| {
        ObservableValue::estimated(observable, |basis| {
            let found = simulator.counts_in_basis(basis, shots, rng, &mut run)?;
            branches.number = branches.number.max(found.branches);
            Ok::<_, BranchError>(found.counts)
        })
    });
    estimates.collect()
}

/// Refuses options that only circuits with measurements last have.
fn refuse_options(args: &Simulate) -> Result<(), SimulateError> {
    let options = [
        (args.backend.is_some(), "--backend"),
        (args.simulator.is_some(), "--simulator"),
        (
            args.precision == PrecisionName::Single,
            "--precision single",
        ),
        (args.repeat > 1, "--repeat"),
    ];
    match options.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(SimulateError::OnlyLast {
            path: args.file.clone(),
            option,
        }),
    }
}

fn output(bit: BitValue) -> OutputBit {
    match bit {
        BitValue::Known(value) => OutputBit::Known(value),
        BitValue::Measured(bit) => OutputBit::Measured(bit),
    }
}

impl Processor for CountingProcessor<'_, '_, '_> {
    type Error = SimulationError;

    fn add_qubits(&mut self, number: usize) -> Result<(), SimulationError> {
        self.inner.add_qubits(number)
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), SimulationError> {
        self.gates += 1;
        self.inner.gate(gate, qubits)
    }

    fn measure(&mut self, qubit: Qubit) -> Result<MeasuredBit, SimulationError> {
        self.measurements += 1;
        self.inner.measure(qubit)
    }

    fn reset(&mut self, qubit: Qubit) -> Result<(), SimulationError> {
        self.inner.reset(qubit)
    }

    fn value(&mut self, bit: MeasuredBit) -> Result<bool, SimulationError> {
        self.inner.value(bit)
    }
}
