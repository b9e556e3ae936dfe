//! Our players for other programs.

use std::io;

use cheqqers_engine::{EngineGame, EngineSettings, OpenGameError, PlayerSpec, ServeError, serve};
use cheqqers_session::{GameVisitor, Playable, recorded, with_game};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};

use crate::args::Engine;
use crate::error::Failure;
use crate::setup::new_seed;
use crate::stdio::{InputError, OutputError};

/// Offers players over standard input and output.
pub(crate) fn run(args: &Engine) -> Result<(), Failure> {
    let settings = EngineSettings {
        name: "Cheqqers".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        player: args.player.clone().into(),
        seed: args.seed.map_or_else(new_seed, Ok)?,
    };
    let served = serve(io::stdin().lock(), io::stdout(), settings, &open);
    served.map_err(|error| match error {
        ServeError::Input(source) => InputError(source).into(),
        ServeError::Output(source) => OutputError(source).into(),
    })
}

/// The game that a header names, and a player for it.
fn open(
    header: Map<String, Value>,
    player: &PlayerSpec,
    rng: ChaCha8Rng,
) -> Result<EngineGame, OpenGameError> {
    let name = recorded(&header).map_err(|error| OpenGameError::no_game(&error))?;
    let game = EngineRun {
        header,
        player,
        rng,
    };
    with_game(name, game).expect("a game of this name is known")
}

/// A player that is to play the game of a header.
struct EngineRun<'a> {
    header: Map<String, Value>,
    player: &'a PlayerSpec,
    rng: ChaCha8Rng,
}

impl GameVisitor for EngineRun<'_> {
    type Done = Result<EngineGame, OpenGameError>;
    type Error = Failure;

    fn with<G: Playable>(self) -> Result<Self::Done, Failure> {
        Ok(EngineGame::new::<G>(self.header, self.player, self.rng))
    }
}
