//! Counting the ways to play.

use std::io::{self, Write};

use cheqqers_game::perft;
use cheqqers_game::show::Show;
use cheqqers_players::MeasurerKind;
use cheqqers_session::{Task, with_game};

use crate::args::Perft;
use crate::setup::Setup;
use crate::{CliError, interrupt};

/// Prints a line for each depth.
pub(crate) fn run(args: &Perft) -> Result<(), CliError> {
    interrupt::leave(|| ());
    with_game(args.game.name(), Counting { args })
}

/// The ways to play, counted.
struct Counting<'a> {
    args: &'a Perft,
}

impl Task for Counting<'_> {
    type Done = ();
    type Error = CliError;

    fn with<G: Show>(self) -> Result<(), CliError> {
        let args = self.args;
        let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
        let openings = setup.open_without_chance()?;
        let mut position = openings
            .last()
            .map_or(setup.series.start, |last| last.ply.position.clone());
        position.world_mut().stop_recording();
        let mut out = io::stdout().lock();
        for depth in 1..=args.depth {
            let leaves = perft(&position, depth);
            writeln!(out, "{depth} {leaves}")
                .and_then(|()| out.flush())
                .map_err(CliError::Output)?;
        }
        Ok(())
    }
}
