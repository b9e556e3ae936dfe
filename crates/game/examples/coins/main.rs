//! A game of one's own, played at random: the whole game is `coins.rs`, made by the steps of the manual's
//! page `how-to/add-a-game.md`.
//!
//! ```text
//! cargo run --example coins
//! ```

mod coins;

use std::error::Error;
use std::io::{self, Write};

use cheqqers_game::show::{Look, Show};
use cheqqers_game::{Colour, Encoding, Game, record};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, below, generator};
use cheqqers_session::TypedSession;
use serde_json::Map;

use crate::coins::Coins;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // Settings of a game stand in the header of its records; this one has none.
    let start = Coins::from_header(&Map::new())?;
    let header = record::header(&start, Map::new());
    let mut session = TypedSession::new(start, header);
    let mut rng = generator(7, Stream::White);
    let local = MeasurerKind::Local;
    let mut measurer = local.measurer(generator(7, Stream::Measurements), Encoding::Minimal);
    let mut moves = Vec::new();
    loop {
        moves.clear();
        session.position().legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        session.play(moves[below(&mut rng, moves.len())], &mut measurer)?;
        let position = session.position();
        // The usual picture is a list of places; a game with a board shows one.
        let (picture, _) =
            Coins::picture([position].into_iter(), None, Look::default(), Colour::White);
        writeln!(out, "{}\n{picture}", position.status())?;
    }
    // It was recorded, as every game is.
    write!(out, "{}", session.to_record())?;
    Ok(())
}
