//! Leaf counts of the game tree.

use std::sync::atomic::AtomicBool;

use cheqqers_game::{Game, GameExt, Turn};
use cheqqers_measure::MeasurerKind;
use cheqqers_session::{GameVisitor, Playable, with_game};
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
    with_game(args.game.name(), PerftRun { args })
}

struct PerftRun<'a> {
    args: &'a Perft,
}

impl GameVisitor for PerftRun<'_> {
    type Done = ();
    type Error = Failure;

    fn with<G: Playable>(self) -> Result<(), Failure> {
        let args = self.args;
        let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
        let mut position = setup.open_without_chance(Map::new())?.into_position();
        position.world_mut().stop_recording();
        if let Some(mv) = countless(&position) {
            return Err(PerftError::Outcomes { mv: mv.to_string() }.into());
        }
        let progress = WorkProgress::spinner("");
        for depth in 1..=args.depth {
            progress.say(format!("counting the leaves of depth {depth}"));
            let leaves = position.perft(depth, &NEVER).expect("nobody stops it");
            progress.beside(|| print(format!("{depth} {leaves}\n")))?;
        }
        Ok(())
    }
}

/// An interrupt ends the process.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The first legal move with too many outcomes to be counted.
fn countless<G: Game>(position: &G) -> Option<G::Move> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    legal.into_iter().find(|&mv| {
        let mut turn = position.clone().play_unchecked(mv);
        let mut num_outcomes = 1.0;
        while let Turn::Pending(pending) = turn {
            num_outcomes *= pending.num_outcomes();
            let likeliest = pending.outcomes().max_by(|a, b| a.1.total_cmp(&b.1));
            let Some((bits, _)) = likeliest else {
                break;
            };
            match pending.clone().resolve(&bits) {
                Ok(next) => turn = next,
                Err(_) => break,
            }
        }
        num_outcomes > MOST_OUTCOMES
    })
}
