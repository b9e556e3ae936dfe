//! Recorded games: JSON Lines, written and read back.

mod checksum;
mod reader;

use cheqqers_world::Slot;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use checksum::{ChecksumChain, Checksums};
pub use reader::{MAX_LINE, MAX_RECORD, ReadError, Reader};

use crate::{Colour, Game, Measurement, OccupiedPlace, Outcome, Ply, Status};

/// The `format` of the header line of every record.
pub const FORMAT: &str = "cheqqers";
/// The `version` of the header line that this crate writes and reads.
pub const VERSION: u64 = 1;

/// A measurement as records write it: [`Measurement`] with slots by their names.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeasurementEntry {
    /// All slots measured, in order.
    pub squares: Vec<String>,
    /// Those found occupied, in the same order.
    pub occupied: Vec<String>,
    /// The backend that measured.
    pub backend: String,
    /// Further provenance, as of a remote backend: job, shots, accepted, rejected.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl MeasurementEntry {
    /// The entry of a measurement made in a game that a position belongs to.
    pub fn new<G: Game>(position: &G, measurement: &Measurement) -> Self {
        let name = |slot: Slot| position.slot_name(slot);
        Self {
            squares: measurement.slots.iter().copied().map(name).collect(),
            occupied: measurement.occupied().map(name).collect(),
            backend: measurement.backend.clone(),
            more: measurement.provenance.clone(),
        }
    }
}

/// One ply of a record. Places and pieces are named as the game names them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyLine {
    /// Number of the ply, from 1.
    pub ply: u32,
    /// The player who moved.
    pub turn: Colour,
    /// All legal moves before it, sorted as text, without outcomes; traces only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// The move, without outcomes.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its measurements in order.
    pub measured: Vec<MeasurementEntry>,
    /// Places captured for certain by this ply.
    pub captured: Vec<String>,
    /// Content of the board afterwards; traces only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Map<String, Value>>,
    /// Plies since the last capture, this one included.
    #[serde(rename = "quiet")]
    pub half_move_clock: u32,
    /// White's gain by its measurements, in points, beyond what was expected of them; of tournaments that count luck
    /// only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// Status of the game afterwards.
    pub status: Status,
}

/// End of a game off the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndLine {
    /// Kind of the end.
    pub end: EndKind,
    /// The player who caused it, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Colour>,
    /// The fault of that player, if it lost by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Status of the game: the outcome.
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
    /// Somebody who does not play stopped it, as a draw.
    Stopped,
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
        Self::drawn(EndKind::Agreed)
    }

    /// Somebody who does not play stopped it.
    pub fn stopped() -> Self {
        Self::drawn(EndKind::Stopped)
    }

    fn drawn(end: EndKind) -> Self {
        Self {
            end,
            by: None,
            reason: None,
            status: Status::Draw,
        }
    }
}

impl EndLine {
    /// The end that follows from its kind and from the player who caused it.
    pub(crate) fn expected(&self) -> Self {
        match (self.end, self.by) {
            (EndKind::Resigned, Some(by)) => Self::resigned(by),
            (EndKind::Forfeited, Some(by)) => {
                Self::forfeited(by, self.reason.clone().unwrap_or_default())
            }
            (EndKind::Stopped, _) => Self::stopped(),
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
    /// Shots that were taken before they are needed, or the seeds of their order; written and read by
    /// what measures.
    Pool(Value),
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
    /// Jobs as their backend wrote them before they were sent, each with the number of lines before it.
    pub jobs: Vec<(usize, Value)>,
    /// `true` if the last line was cut off and left out, as an interrupted write leaves it.
    pub cut_off: bool,
    /// Number of bytes of whole lines: the place to append at.
    pub whole_bytes: u64,
    /// `true` if the last whole line lacks its line end.
    pub unterminated: bool,
    /// Remarks for people: what the text left open, or where its program plays differently.
    pub notes: Vec<String>,
    /// Checksums of its lines, which records have since 2026-11.
    pub checksums: Checksums,
}

impl Record {
    /// Number of the line that names a job in the file, from 1, by the job's index. Blank lines after the line
    /// before are not counted.
    ///
    /// # Panics
    /// Panics if there is no such job.
    pub fn line_of_job(&self, index: usize) -> usize {
        let (before, _) = self.jobs[index];
        let last = before.checked_sub(1).map(|line| self.lines[line].0);
        let beside = self.jobs[..index].iter().filter(|job| job.0 == before);
        last.unwrap_or(self.header_line) + beside.count() + 1
    }

    /// The jobs after the last line: measurements of the next ply that may be under way.
    pub fn last_jobs(&self) -> impl Iterator<Item = &Value> {
        let jobs = self.jobs.iter();
        jobs.filter_map(|(before, job)| (*before == self.lines.len()).then_some(job))
    }
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

/// Detail of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Only the fields that a replay needs.
    Record,
    /// The legal moves and the board as well.
    Trace,
}

impl PlyLine {
    /// The line of a ply that led from `before` to `after`; `number` counts plies from 1.
    pub fn new<G: Game>(
        number: u32,
        before: &G,
        ply: &Ply<G::Move>,
        after: &G,
        detail: Detail,
    ) -> Self {
        let trace = detail == Detail::Trace;
        let entry = |measurement| MeasurementEntry::new(before, measurement);
        Self {
            ply: number,
            turn: before.turn(),
            legal: trace.then(|| legal_texts(before)),
            mv: ply.mv.to_string(),
            measured: ply.measurements.iter().map(entry).collect(),
            captured: after.captured(),
            board: trace.then(|| board(after)),
            half_move_clock: after.half_move_clock(),
            luck: None,
            status: after.outcome().into(),
        }
    }
}

impl PlyLine {
    /// The move with the outcomes of its measurements behind it: `d4xf6{f6}`.
    pub fn with_outcomes(&self) -> String {
        let mut text = self.mv.clone();
        for measured in &self.measured {
            text.push('{');
            text.push_str(&measured.occupied.join(","));
            text.push('}');
        }
        text
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

/// The content of the board, as records write it.
pub fn board<G: Game>(position: &G) -> Map<String, Value> {
    let entry = |o: OccupiedPlace| {
        let mut value = Map::new();
        value.insert("piece".into(), o.piece.into());
        value.insert("p".into(), o.probability.into());
        (o.place, Value::Object(value))
    };
    position.occupied().into_iter().map(entry).collect()
}

/// A record as text: its header, then its lines, each with its checksum.
pub fn to_text(header: &Map<String, Value>, lines: &[Line]) -> String {
    to_text_with(ChecksumChain::START, header, lines)
}

/// A record as text, as it was written before there were checksums.
pub fn to_text_without_checksums(header: &Map<String, Value>, lines: &[Line]) -> String {
    to_text_with(ChecksumChain::NONE, header, lines)
}

/// A record as text, with the lines of its jobs between them: each job with the number of lines before it.
pub fn to_text_with_jobs(
    header: &Map<String, Value>,
    lines: &[Line],
    jobs: &[(usize, Value)],
) -> String {
    let mut chain = ChecksumChain::START;
    let mut text = chain.add(json_line(header));
    let mut jobs = jobs.iter().peekable();
    for index in 0..=lines.len() {
        while let Some((_, job)) = jobs.next_if(|(before, _)| *before <= index) {
            text.push_str(&chain.add(job_line(job)));
        }
        if let Some(line) = lines.get(index) {
            text.push_str(&chain.add(line.to_text()));
        }
    }
    text
}

fn to_text_with(mut chain: ChecksumChain, header: &Map<String, Value>, lines: &[Line]) -> String {
    let mut text = chain.add(json_line(header));
    text.extend(lines.iter().map(|line| chain.add(line.to_text())));
    text
}

impl Line {
    /// The line as text, with its line end and without a checksum, which [`ChecksumChain::add`] adds.
    pub fn to_text(&self) -> String {
        match self {
            Self::Ply(ply) => json_line(ply),
            Self::Undo(plies) => json_line(&UndoLine { undo: *plies }),
            Self::End(end) => json_line(end),
            Self::Pool(pool) => json_line(&PoolLine { pool }),
        }
    }
}

/// A header as text, with its line end and without a checksum.
pub fn header_line(header: &Map<String, Value>) -> String {
    json_line(header)
}

/// A line that names a job before it is sent, with its line end and without a checksum. It is no part of
/// the game.
pub fn job_line(job: &impl Serialize) -> String {
    json_line(&JobLine { job })
}

fn json_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the keys of records are texts") + "\n"
}

#[derive(Serialize, Deserialize)]
pub(crate) struct JobLine<T> {
    pub(crate) job: T,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PoolLine<T> {
    pub(crate) pool: T,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct UndoLine {
    pub(crate) undo: u32,
}
