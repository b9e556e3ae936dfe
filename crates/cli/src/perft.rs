//! Leaf counts of the game tree.

use cheqqers_game::perft;
use cheqqers_game::show::Show;
use cheqqers_measure::MeasurerKind;
use cheqqers_session::{GameVisitor, with_game};
use serde_json::Map;

use crate::args::Perft;
use crate::error::Failure;
use crate::interrupt;
use crate::setup::Setup;
use crate::stdio::print;

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

    fn with<G: Show>(self) -> Result<(), Failure> {
        let args = self.args;
        let setup = Setup::<G>::new(&args.game, MeasurerKind::Sparse)?;
        let mut position = setup.open_without_chance(Map::new())?.into_position();
        position.world_mut().stop_recording();
        for depth in 1..=args.depth {
            print(format!("{depth} {}\n", perft(&position, depth)))?;
        }
        Ok(())
    }
}
