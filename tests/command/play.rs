//! Games in the terminal, typed by scripts.

mod games;
mod inspect;
mod interrupted;
mod kept;
mod messages;
mod record;
mod terminal;
mod typed;
mod undo;
