//! Our players for other programs.

use std::io;

use cheqqers_game::show::Show;
use cheqqers_players::PlayerKind;
use cheqqers_players::engine::{Offer, SeatError, Seated, ServeError, serve};
use cheqqers_session::{Task, recorded, with_game};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};

use crate::CliError;
use crate::args::Engine;
use crate::setup::new_seed;

/// Offers players over standard input and output.
pub(crate) fn run(args: &Engine) -> Result<(), CliError> {
    let offer = Offer {
        name: "Cheqqers".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        player: args.player.clone(),
        seed: args.seed.map_or_else(new_seed, Ok)?,
    };
    let served = serve(io::stdin().lock(), io::stdout(), offer, &seat);
    served.map_err(|error| match error {
        ServeError::Input(source) => CliError::Input(source),
        ServeError::Output(source) => CliError::Output(source),
    })
}

/// The game that a header names, and a player for it.
fn seat(
    header: Map<String, Value>,
    player: &PlayerKind,
    rng: ChaCha8Rng,
) -> Result<Seated, SeatError> {
    let name = recorded(&header).map_err(|error| SeatError::no_game(&error))?;
    let newcomer = Newcomer {
        header,
        player,
        rng,
    };
    with_game(name, newcomer).expect("a game of this name is known")
}

/// A player that is to play the game of a header.
struct Newcomer<'a> {
    header: Map<String, Value>,
    player: &'a PlayerKind,
    rng: ChaCha8Rng,
}

impl Task for Newcomer<'_> {
    type Done = Result<Seated, SeatError>;
    type Error = CliError;

    fn with<G: Show>(self) -> Result<Self::Done, CliError> {
        Ok(Seated::new::<G>(self.header, self.player, self.rng))
    }
}
