//! A game under way, whatever its kind, for whoever shows it to people.
//!
//! [`KNOWN`] lists the games there are, and [`with_game`] does a [`Task`] with one of them by its name.
//! A [`Session`] is a game from its start to where it stands, with its record; [`Reached`] is one
//! position of a game and [`Sheet`] how the circuits of its components are written. [`Recordings`] reads
//! recorded games, in whatever form they are.
//!
//! Nothing here opens files. Below it: `cheqqers_checkers` and whatever other games there are,
//! `cheqqers_players`. Above it: the command and the page.

mod games;
mod machine;
mod reached;
mod recordings;
mod session;
mod sheet;

pub use games::{KNOWN, Known, Task, UnknownGame, names, recorded, with_game};
pub use reached::Reached;
pub use recordings::{RecordingError, Recordings};
pub use session::{Played, Session, UndoRefusal, in_words};
pub use sheet::{Notation, Sheet, SheetError};
