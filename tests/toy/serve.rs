//! Serves the page with the toy game beside all others, for tests in a browser. The folder that its games are
//! kept in is the only argument; the address is written to standard output.

#[path = "../../crates/game/examples/coins/coins.rs"]
mod coins;

use std::error::Error;
use std::io::Write;
use std::{env, io, thread};

use cheqqers_session::GameKind;
use cheqqers_web::{Catalogue, GameServer, ServerOptions};
use coins::Coins;

fn main() -> Result<(), Box<dyn Error>> {
    let options = ServerOptions {
        data: env::args_os().nth(1).map(Into::into),
        games: Catalogue::default().with(GameKind::of::<Coins>()),
        ..ServerOptions::default()
    };
    let server = GameServer::start(options, ([127, 0, 0, 1], 0).into())?;
    writeln!(io::stdout(), "{}", server.url())?;
    loop {
        thread::park();
    }
}
