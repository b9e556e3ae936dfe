use cheqqers_sim::Limits;

use super::*;

/// Reads so many qubits in superposition, one after the other.
fn coins(number: u32) -> impl FnMut(&mut Branch<'_, '_>) -> Bits {
    move |processor| {
        processor.add_qubits(1)?;
        let mut bits = Vec::new();
        for _ in 0..number {
            processor.gate(Gate::H, &[Q[0]])?;
            let bit = processor.measure(Q[0])?;
            bits.push(OutputBit::Known(processor.value(bit)?));
        }
        bits.truncate(8);
        Ok(bits)
    }
}

fn refused(limits: BranchLimits, number: u32) -> SimulationError {
    let simulator = BranchSimulator::new(limits);
    simulator.probabilities(coins(number)).unwrap_err()
}

#[test]
fn branches_forks_and_steps_are_limited() {
    let limits = BranchLimits {
        branches: 1 << 10,
        ..BranchLimits::default()
    };
    let simulator = BranchSimulator::new(limits);
    let found = simulator.probabilities(coins(10)).unwrap();
    assert_eq!(
        (found.branches, found.probabilities.len()),
        (1 << 10, 1 << 8)
    );
    let error = refused(limits, 11);
    assert_eq!(error, SimulationError::TooManyBranches { limit: 1 << 10 });
    // Shots take no more branches than they are.
    let counts = simulator.counts(3000, &mut rng(74), coins(11)).unwrap();
    assert!(counts.branches > 1 << 10 && counts.branches <= 3000);
    let limits = BranchLimits {
        forks: 6,
        ..BranchLimits::default()
    };
    assert_eq!(
        refused(limits, 7),
        SimulationError::TooManyForks { limit: 6 }
    );
    let limits = BranchLimits {
        steps: 1000,
        ..BranchLimits::default()
    };
    assert_eq!(
        refused(limits, 7),
        SimulationError::TooManySteps { limit: 1000 }
    );
}

#[test]
fn a_loop_without_an_end_is_stopped() {
    let simulator = BranchSimulator::new(BranchLimits {
        steps: 10_000,
        ..BranchLimits::default()
    });
    let run = |processor: &mut Branch<'_, '_>| {
        processor.add_qubits(1)?;
        loop {
            processor.gate(Gate::X, &[Q[0]])?;
        }
    };
    let counts = simulator.counts(10, &mut rng(75), run);
    assert_eq!(counts, Err(SimulationError::TooManySteps { limit: 10_000 }));
}

#[test]
fn states_beyond_the_limits_are_refused() {
    let simulator = BranchSimulator::new(BranchLimits {
        kept_bytes: 1 << 20,
        ..BranchLimits::default()
    });
    // At each fork half of the amplitudes is kept, but small states count for nothing.
    let run = |num_qubits| simulator.probabilities(move |processor| layers(num_qubits, processor));
    assert_eq!(run(14).map(|found| found.branches), Ok(8));
    assert_eq!(
        run(18),
        Err(SimulationError::TooManyKeptBytes { limit: 1 << 20 })
    );
    let simulator = BranchSimulator::new(BranchLimits {
        state: Limits {
            qubits: 10,
            amplitudes: 1 << 8,
            ..Limits::default()
        },
        ..BranchLimits::default()
    });
    let run = |num_qubits| simulator.probabilities(move |processor| layers(num_qubits, processor));
    assert!(run(10).is_ok());
    let error = run(11).unwrap_err();
    assert!(
        matches!(
            error,
            SimulationError::State(SimError::TooManyAmplitudes { .. })
        ),
        "{error}"
    );
}

#[test]
fn bits_of_an_outcome_are_limited() {
    let run = |_: &mut Branch<'_, '_>| Ok::<_, SimulationError>(vec![OutputBit::Known(true); 129]);
    let error = BranchSimulator::default().probabilities(run).unwrap_err();
    let expected = SimError::TooManyClbits {
        num_clbits: 129,
        limit: 128,
    };
    assert_eq!(error, expected.into());
}
