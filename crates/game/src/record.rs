//! Recorded games: JSON Lines, written line by line and read back.

mod reader;

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use reader::{MAX_LINE, ReadError, Reader};

use crate::{Colour, Game, Occupied, Outcome, Status};

/// The `format` of the header line of every record.
pub const FORMAT: &str = "cheqqers";
/// The `version` of the header line that this crate writes and reads.
pub const VERSION: u64 = 1;

/// One measurement of a ply, in the words of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// All places of the components measured, in the board's order.
    pub squares: Vec<String>,
    /// Those found occupied, in the same order.
    pub occupied: Vec<String>,
    /// Who measured.
    pub backend: String,
    /// What a remote backend adds: job, shots, accepted, rejected.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// One ply of a record. Places and pieces are named as the game names them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyLine {
    /// From 1.
    pub ply: u32,
    /// Who moved.
    pub turn: Colour,
    /// All legal moves before it, sorted as text, without outcomes; traces only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// The move, without outcomes.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its measurements in order.
    pub measured: Vec<Measured>,
    /// Places captured for certain by this ply.
    pub captured: Vec<String>,
    /// What the board holds afterwards; traces only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Map<String, Value>>,
    /// Plies since the last capture, this one included.
    pub quiet: u32,
    /// Whether the game goes on.
    pub status: Status,
}

/// How a game ended off the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndLine {
    /// What happened.
    pub end: EndKind,
    /// Who did it, where one player did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Colour>,
    /// What their fault was, where they lost by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who won.
    pub status: Status,
}

/// The ways to end a game off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndKind {
    /// A player gave up.
    Resigned,
    /// Both players took a draw.
    Agreed,
    /// A player lost by a fault of its own: an illegal move, no time left, no answer.
    Forfeited,
}

impl EndLine {
    /// `by` gave up.
    pub fn resigned(by: Colour) -> Self {
        Self::lost(EndKind::Resigned, by, None)
    }

    /// `by` lost by a fault of its own, for this reason.
    pub fn forfeited(by: Colour, reason: String) -> Self {
        Self::lost(EndKind::Forfeited, by, Some(reason))
    }

    fn lost(end: EndKind, by: Colour, reason: Option<String>) -> Self {
        let outcome = Outcome::Decisive {
            winner: by.opponent(),
        };
        Self {
            end,
            by: Some(by),
            reason,
            status: Some(outcome).into(),
        }
    }

    /// Both took a draw.
    pub fn agreed() -> Self {
        Self {
            end: EndKind::Agreed,
            by: None,
            reason: None,
            status: Status::Draw,
        }
    }
}

impl EndLine {
    /// What such an end says, as far as it follows from what happened and who did it.
    pub(crate) fn expected(&self) -> Self {
        match (self.end, self.by) {
            (EndKind::Resigned, Some(by)) => Self::resigned(by),
            (EndKind::Forfeited, Some(by)) => {
                Self::forfeited(by, self.reason.clone().unwrap_or_default())
            }
            (EndKind::Agreed, _) | (_, None) => Self::agreed(),
        }
    }
}

/// A line of a record after its header.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// A ply was played.
    Ply(Box<PlyLine>),
    /// The last so many plies were taken back.
    Undo(u32),
    /// The game ended off the board.
    End(EndLine),
}

/// A recorded game: JSON Lines, a header and then one line for each thing that happened.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The header line.
    pub header: Map<String, Value>,
    /// The number of the header line in its file, from 1.
    pub header_line: usize,
    /// Each later line with its number in the file.
    pub lines: Vec<(usize, Line)>,
    /// Whether the last line was cut off and left out, as an interrupted write leaves it.
    pub cut_off: bool,
    /// How many bytes of the file hold whole lines: where to go on writing.
    pub whole_bytes: u64,
    /// Whether the last whole line lacks its line end.
    pub unterminated: bool,
}

/// The header of a game that starts from `start`; `more` is added behind the game's own options.
pub fn header<G: Game>(start: &G, more: Map<String, Value>) -> Map<String, Value> {
    let mut header = Map::new();
    header.insert("format".into(), FORMAT.into());
    header.insert("version".into(), VERSION.into());
    header.insert("game".into(), G::NAME.into());
    header.insert("rules".into(), G::RULES.into());
    header.extend(start.header());
    header.extend(more);
    header
}

/// How much a line tells beyond what a replay needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What a replay needs.
    Record,
    /// The legal moves and the board as well.
    Trace,
}

impl PlyLine {
    /// The line of the ply numbered `ply` that led from `before` to `after`.
    pub fn new<G: Game>(
        ply: u32,
        before: &G,
        mv: G::Move,
        measured: Vec<Measured>,
        after: &G,
        detail: Detail,
    ) -> Self {
        let trace = detail == Detail::Trace;
        Self {
            ply,
            turn: before.turn(),
            legal: trace.then(|| legal_texts(before)),
            mv: mv.to_string(),
            measured,
            captured: after.captured(),
            board: trace.then(|| board(after)),
            quiet: after.quiet(),
            status: after.outcome().into(),
        }
    }
}

/// The legal moves of a position as text, sorted.
pub fn legal_texts<G: Game>(position: &G) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

/// What the board holds, as records write it.
pub fn board<G: Game>(position: &G) -> Map<String, Value> {
    let entry = |o: Occupied| {
        let mut value = Map::new();
        value.insert("piece".into(), o.piece.into());
        value.insert("p".into(), o.probability.into());
        (o.place, Value::Object(value))
    };
    position.occupied().into_iter().map(entry).collect()
}

/// Writes records; every line is flushed before the call returns.
#[derive(Debug)]
pub struct Recorder<W: Write> {
    out: W,
}

impl<W: Write> Recorder<W> {
    /// Writes the header of a new record.
    ///
    /// # Errors
    /// When the line could not be written.
    pub fn start(out: W, header: &Map<String, Value>) -> io::Result<Self> {
        let mut recorder = Self { out };
        recorder.write(header)?;
        Ok(recorder)
    }

    /// Goes on behind what `out` holds already.
    pub fn resume(out: W) -> Self {
        Self { out }
    }

    /// Writes a line.
    ///
    /// # Errors
    /// When the line could not be written.
    pub fn line(&mut self, line: &Line) -> io::Result<()> {
        match line {
            Line::Ply(ply) => self.write(ply),
            Line::Undo(plies) => self.write(&UndoLine { undo: *plies }),
            Line::End(end) => self.write(end),
        }
    }

    /// What is written to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        // One write for the whole line, so that an interruption cuts at most one line.
        let mut text = serde_json::to_string(value)?;
        text.push('\n');
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct UndoLine {
    pub(crate) undo: u32,
}
