//! A backend of one's own, which decides the captures of a game. The manual's page
//! `how-to/write-a-backend.md` describes what a backend must keep.
//!
//! ```text
//! cargo run --example backend
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_backend::{Backend, BackendError, FailureClass, Job, JobFailure, Run};
use cheqqers_circuit::{Bitstring, Circuit, optimize};
use cheqqers_game::Encoding;
use cheqqers_measure::Measurer;
use cheqqers_players::{PlayerKind, Stream, TimeControl, generator};
use cheqqers_session::{GameKind, Seats, play_game};
use cheqqers_sim::{Limits, Readout, SimError, Sparse};
use rand_chacha::ChaCha8Rng;
use serde_json::Map;

/// The device of a laboratory.
#[derive(Debug)]
struct Lab {
    rng: ChaCha8Rng,
}

impl Lab {
    /// Runs a circuit on the device, which here is a simulator.
    fn submit(&mut self, circuit: &Circuit, shots: usize) -> Result<Vec<Bitstring>, SimError> {
        let state = Sparse::run(circuit, Limits::default())?;
        let readout = Readout::of(circuit)?;
        Ok(state.shots(&readout, shots, &mut self.rng))
    }
}

impl Backend for Lab {
    /// In records and messages.
    fn name(&self) -> &'static str {
        "lab"
    }

    /// Shots may have bits that the exact state excludes: more than one is asked for, and the first legal
    /// one decides.
    fn is_noisy(&self) -> bool {
        true
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let run = |circuit: &Circuit| -> Result<Run, BackendError> {
            let circuit = match job.mirrored {
                Some(bits) => circuit.mirrored(bits).map_err(BackendError::Mirror)?,
                None => circuit.clone(),
            };
            let optimized = optimize(&circuit, job.optimization);
            let shots = self
                .submit(&optimized.circuit, job.shots)
                .map_err(failure)?;
            let shots = shots.into_iter();
            let shots = shots.map(|bits| optimized.post_processing.apply(bits));
            Ok(Run::from(shots.collect::<Vec<_>>()))
        };
        job.circuits.iter().map(run).collect()
    }
}

/// A job that was certainly not run, so that it may be repeated or answered by another backend.
fn failure(error: SimError) -> BackendError {
    let failure = JobFailure {
        key: None,
        class: FailureClass::Terminal,
        source: Arc::new(error),
    };
    failure.into()
}

fn main() -> Result<(), Box<dyn Error>> {
    let lab = Lab {
        rng: generator(7, Stream::Measurements),
    };
    // It picks the first legal shot, and would try again where none is legal.
    let mut measurer = Measurer::by(Box::new(lab), Encoding::Minimal);
    let game = GameKind::named("cheqqers")?;
    let mut seats = Seats {
        white: game.seat(&PlayerKind::Random, generator(7, Stream::White)),
        black: game.seat(&PlayerKind::Random, generator(7, Stream::Black)),
    };
    let start = game.start(&game.settings(None, &[])?)?;
    let mut session = game.session(&start, start.header(Map::new()), usize::MAX);
    let stop = AtomicBool::new(false);
    play_game(
        &mut session,
        &mut seats,
        &mut measurer,
        TimeControl::Own,
        None,
        &stop,
    )?;
    // Each measurement names its backend, with the numbers of shots and of legal ones.
    write!(io::stdout(), "{}", session.to_record())?;
    Ok(())
}
