//! Our players for other programs.

use std::io;

use cheqqers_checkers::Position;
use cheqqers_players::engine::{Offer, ServeError, serve};

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
    serve::<Position>(io::stdin().lock(), io::stdout(), offer).map_err(|error| match error {
        ServeError::Input(source) => CliError::Input(source),
        ServeError::Output(source) => CliError::Output(source),
    })
}
