//! Our players for other programs.

use std::io;

use cheqqers_engine::{EngineProtocol, EngineSettings, ServeError, serve};

use crate::args::Engine;
use crate::error::Failure;
use crate::setup::new_seed;
use crate::stdio::{InputError, OutputError};

/// Offers players over standard input and output.
pub(crate) fn run(args: &Engine) -> Result<(), Failure> {
    let settings = EngineSettings {
        name: "Cheqqers".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        protocol: if args.hub {
            EngineProtocol::Hub
        } else {
            EngineProtocol::Cqi
        },
        player: args.player.clone().into(),
        seed: args.seed.map_or_else(new_seed, Ok)?,
    };
    let served = serve(io::stdin().lock(), io::stdout(), settings);
    served.map_err(|error| match error {
        ServeError::Input(source) => InputError(source).into(),
        ServeError::Output(source) => OutputError(source).into(),
    })
}
