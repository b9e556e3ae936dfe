//! Games in the terminal, typed by scripts.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "cli/command.rs"]
mod command;
#[path = "play/games.rs"]
mod games;
#[path = "play/inspect.rs"]
mod inspect;
#[path = "play/interrupted.rs"]
mod interrupted;
#[path = "play/kept.rs"]
mod kept;
#[path = "play/messages.rs"]
mod messages;
#[path = "play/record.rs"]
mod record;
#[path = "play/terminal.rs"]
mod terminal;
#[path = "play/typed.rs"]
mod typed;
#[path = "play/undo.rs"]
mod undo;
