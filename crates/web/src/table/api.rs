//! Operations on a game under way, whatever its kind.

use std::any::Any;

use cheqqers_game::record::{EndLine, Line, PlyLine};
use cheqqers_game::{Colour, Encoding, Status};
use cheqqers_measure::{MeasureError, Measurer};
use cheqqers_players::{Limit, PlayerKind};
use cheqqers_session::Notation;
use serde_json::Value;

use super::analysis::AnalysisStep;
use super::circuit::States;
use super::error::TableError;
use super::header_entries::HeaderEntries;
use crate::dto::{self, CachedJson};

/// A game under way.
///
/// Nothing here waits for anybody: moves are prepared, played by [`Work::run`] wherever that may take its
/// time, and pushed when their line is safe.
pub(crate) trait Table: Send + Sync {
    /// Its description for a page.
    fn description(&self) -> &dto::Description;

    /// Its record, as JSON Lines, with its jobs, each of which has the number of lines before it.
    fn record(&self, jobs: &[(usize, Value)]) -> String;

    /// Whose turn it is.
    fn turn(&self) -> Colour;

    /// Status of the game, by the rules or off the board.
    fn status(&self) -> Status;

    /// The plies that were played and not taken back.
    fn plies(&self) -> &[CachedJson<dto::Ply>];

    fn num_plies(&self) -> usize {
        self.plies().len()
    }

    /// Number of amplitudes that its positions hold together.
    fn held(&self) -> usize;

    /// Returns `true` if there is room for a position that holds twice what this one does.
    fn has_room(&self) -> bool;

    /// Returns `true` if operations on its position may take long.
    fn is_heavy(&self) -> bool;

    /// Its title, rules and settings.
    fn about(&self) -> &dto::About;

    /// The position as the page shows it.
    fn position(&self) -> dto::Position;

    /// All of it: the position, and the moves that lead there.
    fn line(&self) -> dto::Line;

    /// As it stood after a ply; 0 is the start.
    fn moment(&self, ply: usize) -> Result<dto::Moment, TableError>;

    /// Drawing of the board after a ply as SVG, with a side below.
    fn drawing(&self, ply: usize, bottom: Colour) -> Result<String, TableError>;

    /// Outcomes of a move before it is made.
    fn preview(&self, mv: &str) -> Result<dto::Preview, TableError>;

    /// The circuit of the component that holds a square after a ply.
    fn circuit(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
        states: States,
    ) -> Result<dto::Circuit, TableError>;

    /// The same as a text of some form.
    fn sheet(
        &self,
        ply: usize,
        square: &str,
        encoding: Encoding,
        notation: Notation,
    ) -> Result<dto::Download, TableError>;

    /// The game in a form of record of its own; `None` where it has none of this name.
    fn form(&self, name: &str) -> Option<dto::Download>;

    /// Its moves with their outcomes, on a line.
    fn moves(&self) -> String;

    /// The command that goes on with it in a terminal.
    fn command(&self) -> String;

    /// A game of its own that begins as this one did up to a ply, and by a move with given outcomes.
    fn branch(
        &self,
        ply: usize,
        mv: Option<&str>,
        entries: &HeaderEntries,
    ) -> Result<Box<dyn Table>, TableError>;

    /// Gets ready to analyse a ply, or the start for 0.
    fn analysis(&self, ply: usize) -> Result<Box<dyn AnalysisStep>, TableError>;

    /// A move as the game writes it, as ply `ply` or the next one, from 1; `None` if it is no move, or there is no
    /// such ply.
    fn canonical(&self, ply: usize, mv: &str) -> Option<String>;

    /// Gets ready to play a move as ply `ply`, from 1.
    ///
    /// A move that was played from here before and taken back has the outcome it had, unless `afresh`.
    fn prepare(&self, ply: usize, mv: &str, afresh: bool) -> Result<Box<dyn Work>, TableError>;

    /// Gets ready to choose a move for the side whose turn it is, by a player that may think for so long.
    fn choose(&self, player: &PlayerKind, seed: u64, limit: Limit) -> Box<dyn Choice>;

    /// Goes on by what [`Work::run`] gave for the position it stands at.
    fn push(&mut self, done: CompletedMove);

    /// Ends the game off the board.
    fn finish(&mut self, end: EndLine);

    /// Number of plies to take back so that the last of `by` is gone, and whether one of them measured.
    fn undoable(&self, by: Colour) -> Option<(usize, bool)>;

    /// Takes back the last plies.
    fn undo(&mut self, plies: usize);

    /// The move that was taken back from here and would be played with its outcome.
    fn ahead(&self) -> Option<String>;
}

/// A move that may be played apart from its game.
pub(crate) trait Work: Send + Sync {
    /// Returns `true` if a backend will be asked.
    fn measures(&self) -> bool;

    /// The most slots that it measures at once, as far as that is known before it is asked.
    fn num_slots(&self) -> usize;

    /// Plays it to its end.
    ///
    /// # Errors
    /// Returns an error if a measurement has no answer; nothing was played then.
    fn run(self: Box<Self>, measurer: &mut Measurer) -> Result<CompletedMove, MeasureError>;
}

/// A player's choice, made apart from its game.
pub(crate) trait Choice: Send {
    /// Makes it: a move, or why the player loses.
    fn make(self: Box<Self>) -> Result<String, String>;
}

/// A move that was played, and its line.
pub(crate) struct CompletedMove {
    pub(super) line: Box<PlyLine>,
    pub(super) ply: Box<dyn Any + Send>,
}

impl CompletedMove {
    pub(crate) fn line(&self) -> Line {
        Line::Ply(self.line.clone())
    }
}
