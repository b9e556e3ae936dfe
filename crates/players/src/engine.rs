//! A text protocol for programs that play, both ways: `PROTOCOL.md` beside this crate's manifest
//! tells it in full.
//!
//! [`serve`] offers players of this crate to another program, its host; [`Foreign`] is a player that
//! asks another program. Both write and read the words of [`protocol`].

mod board;
mod command;
mod foreign;
mod lines;
mod process;
pub mod protocol;
mod served;

pub use command::{EngineCommand, ParseEngineError};
pub use foreign::Foreign;
pub use process::kill_all;
pub use served::{Offer, Seat, SeatError, Seated, ServeError, serve};

/// How much of another program's text is told.
const SHOWN: usize = 120;

/// The beginning of a text of another program, where it is long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
