//! A game under way, whatever its kind: what the page may ask of it.

mod board;
mod branch;
mod circuit;
mod live;
mod open;
mod preview;
mod work;

use std::any::Any;

use cheqqers_game::record::{EndLine, Line, PlyLine};
use cheqqers_game::{Colour, Encoding, Status};
use cheqqers_players::{Limit, MeasureError, Measurer, PlayerKind};
use cheqqers_session::{Notation, UnknownGame};
use thiserror::Error;

use crate::dto::{self, Written};
pub(crate) use open::{Names, Order, load, open, resume};

/// The most amplitudes that the positions of a game may hold together, but for one that a measurement leads
/// to: 64 MiB. Games played at random on boards up to 10 x 10 hold less; blocking on 16 x 16 without draws comes
/// to it after 800 to 1,500 plies.
const ROOM: usize = 1 << 21;

/// A game under way.
///
/// Nothing here waits for anybody: moves are prepared, played by [`Work::run`] wherever that may take its
/// time, and pushed when their line is safe.
pub(crate) trait Table: Send + Sync {
    /// Its record, as JSON Lines.
    fn record(&self) -> String;

    /// Whose turn it is.
    fn turn(&self) -> Colour;

    /// How it stands, by the rules or off the board.
    fn status(&self) -> Status;

    /// The plies that were played and not taken back.
    fn plies(&self) -> &[Written<dto::Ply>];

    fn num_plies(&self) -> usize {
        self.plies().len()
    }

    /// How many amplitudes its positions hold together.
    fn held(&self) -> usize;

    /// Whether there is room for a position that holds twice what this one does.
    fn has_room(&self) -> bool;

    /// Whether all that has to do with its position may take long.
    fn is_heavy(&self) -> bool;

    /// What of it stays as it is.
    fn about(&self) -> &dto::About;

    /// As it is seen.
    fn position(&self) -> dto::Position;

    /// As it stood after a ply; 0 is the start.
    fn moment(&self, ply: usize) -> Result<dto::Moment, TableError>;

    /// What a move would lead to.
    fn preview(&self, mv: &str) -> Result<dto::Preview, TableError>;

    /// The circuit of the component that holds a square after a ply.
    fn circuit(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
    ) -> Result<dto::Circuit, TableError>;

    /// The same as a text of some form.
    fn sheet(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
        notation: Notation,
    ) -> Result<dto::Download, TableError>;

    /// The game as a draughts record.
    fn draughts(&self) -> Result<dto::Download, TableError>;

    /// Its moves with their outcomes, on a line.
    fn moves(&self) -> String;

    /// The command that goes on with it in a terminal.
    fn command(&self) -> String;

    /// A game of its own that begins as this one did up to a ply, and by a move with given outcomes.
    fn branch(
        &self,
        ply: usize,
        mv: Option<&str>,
        names: &Names,
    ) -> Result<Box<dyn Table>, TableError>;

    /// Gets ready to play a move as ply `ply`, from 1.
    ///
    /// A move that was played from here before and taken back has the outcome it had, unless `afresh`.
    fn prepare(&self, ply: usize, mv: &str, afresh: bool) -> Result<Box<dyn Work>, TableError>;

    /// Gets ready to choose a move for the side whose turn it is, by a player that may think for so long.
    fn choose(&self, player: &PlayerKind, seed: u64, limit: Limit) -> Box<dyn Choice>;

    /// Goes on by what [`Work::run`] gave for the position it stands at.
    fn push(&mut self, done: Done);

    /// Ends the game off the board, and gives the line of its record.
    fn finish(&mut self, end: EndLine) -> Line;

    /// How many plies are taken back so that the last of `by` is gone, and whether one of them measured.
    fn undoable(&self, by: Colour) -> Option<(usize, bool)>;

    /// Takes back the last plies, and gives the line of its record.
    fn undo(&mut self, plies: usize) -> Line;

    /// The move that was taken back from here and would be played with its outcome.
    fn ahead(&self) -> Option<String>;
}

/// A move that may be played apart from its game.
pub(crate) trait Work: Send {
    /// Whether a measurer will be asked.
    fn measures(&self) -> bool;

    /// The most slots that it measures at once, as far as that is known before it is asked.
    fn num_slots(&self) -> usize;

    /// Plays it to its end.
    ///
    /// # Errors
    /// When a measurement has no answer; nothing was played then.
    fn run(self: Box<Self>, measurer: &mut Measurer) -> Result<Done, MeasureError>;
}

/// A player's choice, made apart from its game.
pub(crate) trait Choice: Send {
    /// Makes it: a move, or why the player loses.
    fn make(self: Box<Self>) -> Result<String, String>;
}

/// A move that was played, and its line.
pub(crate) struct Done {
    line: Box<PlyLine>,
    ply: Box<dyn Any + Send>,
}

impl Done {
    pub(crate) fn line(&self) -> Line {
        Line::Ply(self.line.clone())
    }
}

/// Why a game does not do what was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum TableError {
    #[error("{0}")]
    Illegal(String),
    #[error("ply {found} is not the next one, which is {next}")]
    Stale { found: usize, next: usize },
    #[error("the game is over")]
    Over,
    #[error(
        "this server keeps {ROOM} amplitudes of a game, and its positions would hold more; moves that are taken back make room"
    )]
    Room,
    #[error("there is no ply {0}")]
    NoSuchPly(usize),
    #[error("there is no square {0:?} on this board")]
    NoSuchSquare(String),
    #[error("nothing on {0} is uncertain, so it has no circuit")]
    Certain(String),
    #[error("{0}")]
    NoText(String),
    #[error("{0}")]
    Setup(String),
}

impl From<UnknownGame> for TableError {
    fn from(error: UnknownGame) -> Self {
        Self::Setup(error.to_string())
    }
}

#[cfg(test)]
mod tests;
