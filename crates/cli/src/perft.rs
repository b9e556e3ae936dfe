//! Leaf counts of the game tree.

use std::sync::atomic::AtomicBool;

use cheqqers_measure::MeasurerKind;
use serde_json::Map;
use thiserror::Error;

use crate::args::Perft;
use crate::error::{CommandError, Failure};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::setup::Setup;
use crate::stdio::print;

/// The most outcomes of a move that are counted one by one.
const MOST_OUTCOMES: f64 = 1e9;

#[derive(Debug, Error)]
enum PerftError {
    #[error("{mv} has more outcomes than can be counted")]
    Outcomes { mv: String },
}

impl CommandError for PerftError {
    fn advice(&self) -> Option<&'static str> {
        Some("Count from a position after it, by --position.")
    }
}

/// Prints a line for each depth.
pub(crate) fn run(args: &Perft) -> Result<(), Failure> {
    interrupt::exit_on_interrupt(|| ());
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    let position = setup.open_without_chance(Map::new())?.position();
    let legal = position.legal_moves();
    if let Some(mv) = legal
        .iter()
        .find(|mv| position.num_outcomes(mv) > MOST_OUTCOMES)
    {
        return Err(PerftError::Outcomes { mv: mv.text() }.into());
    }
    let progress = WorkProgress::spinner("");
    for depth in 1..=args.depth {
        progress.say(format!("counting the leaves of depth {depth}"));
        let leaves = position.perft(depth, &NEVER).expect("nobody stops it");
        progress.beside(|| print(format!("{depth} {leaves}\n")))?;
    }
    Ok(())
}

/// An interrupt ends the process.
static NEVER: AtomicBool = AtomicBool::new(false);
