//! What goes to the page and comes from it, as JSON.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use cheqqers_game::{Colour, Status, record};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// A game as far as it is seen on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Position {
    #[serde(flatten)]
    pub(crate) about: Arc<About>,
    pub(crate) turn: Colour,
    pub(crate) status: Status,
    /// Whose turn it is and what must be done, or how the game ended.
    pub(crate) words: String,
    /// How it ended off the board.
    pub(crate) end: Option<End>,
    /// The kind of the legal moves where all are of a compulsory one.
    pub(crate) must: Option<&'static str>,
    pub(crate) board: Board,
    /// The places of the last move.
    pub(crate) last: Vec<String>,
    /// What whoever is to move may choose from, who alone is told of it; empty when the game is over.
    #[serde(skip)]
    pub(crate) legal: Vec<Move>,
}

/// What of a game stays as it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct About {
    /// The game's name.
    pub(crate) kind: &'static str,
    /// The game and its main options.
    pub(crate) title: String,
    pub(crate) rules: &'static str,
    /// The game's options, each as text.
    pub(crate) settings: BTreeMap<String, String>,
}

/// How a game ended off the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct End {
    pub(crate) by: Option<Colour>,
    pub(crate) reason: Option<String>,
}

/// The clocks of a game, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Clock {
    pub(crate) base: f64,
    pub(crate) increment: f64,
    /// What is left now.
    pub(crate) white: f64,
    pub(crate) black: f64,
    pub(crate) running: Option<Colour>,
}

/// A line of the list of moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "as the page calls it")]
pub(crate) struct Ply {
    pub(crate) ply: usize,
    pub(crate) side: Colour,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) kind: &'static str,
    pub(crate) measured: bool,
    pub(crate) told: Vec<String>,
}

/// Something that stays as it is, beside the JSON that it is sent as each time.
#[derive(Clone, Debug)]
pub(crate) struct Written<T> {
    value: T,
    json: Box<RawValue>,
}

impl<T: Serialize> Written<T> {
    pub(crate) fn new(value: T) -> Self {
        let json = to_raw_value(&value).expect("what is shown is JSON");
        Self { value, json }
    }
}

impl<T> Deref for Written<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Written<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

/// What stands where.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Board {
    /// Files and ranks.
    pub(crate) size: u64,
    /// Those that hold something, in the board's order.
    pub(crate) squares: Vec<Square>,
    /// The squares that are together in one circuit.
    pub(crate) components: Vec<Vec<String>>,
    /// The squares of each piece that has several parts.
    pub(crate) pieces: Vec<Vec<String>>,
}

/// A square that holds something.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "as the page calls it")]
pub(crate) struct Square {
    pub(crate) square: String,
    /// As draughts players number it.
    pub(crate) number: Option<u32>,
    /// Mostly one; several where parts that are never there together share it.
    pub(crate) parts: Vec<Part>,
}

/// A part of a piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Part {
    /// Parts of one piece share it.
    pub(crate) piece: u32,
    pub(crate) colour: Colour,
    pub(crate) king: bool,
    /// In (0, 1]; exactly 1 when it is certain.
    pub(crate) probability: f64,
    pub(crate) phase: Option<Phase>,
    /// Its place in the board's components.
    pub(crate) component: Option<usize>,
    /// The letter of a piece with several parts.
    pub(crate) mark: String,
}

/// The phase of a part beside the first part of its piece.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Phase {
    /// In whole turns, in [0, 1).
    pub(crate) turns: f64,
    /// How much of it interference could show, in (0, 1]: less where other pieces know the way.
    pub(crate) visible: f64,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Move {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) kind: &'static str,
    pub(crate) from: Vec<String>,
    pub(crate) to: Vec<String>,
    /// The squares jumped over.
    pub(crate) takes: Vec<String>,
}

/// How the game stood after a ply.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Moment {
    pub(crate) ply: usize,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    pub(crate) board: Board,
    pub(crate) told: Vec<String>,
    pub(crate) measured: Vec<Measured>,
}

/// A measurement that was made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Measured {
    pub(crate) squares: Vec<String>,
    pub(crate) occupied: Vec<String>,
    pub(crate) backend: String,
    /// The service's name of the job.
    pub(crate) job: Option<String>,
    pub(crate) shots: Option<u64>,
    /// The shots that the rules allow.
    pub(crate) accepted: Option<u64>,
}

/// What a move would lead to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Preview {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What chance has to do with it.
    pub(crate) words: Option<String>,
    /// The likeliest first; one of probability 1 when nothing is measured.
    pub(crate) outcomes: Vec<Branch>,
    /// Whether there are more than are told.
    pub(crate) more: bool,
}

/// One way a move may end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Branch {
    /// The move with what it measures on this way.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) probability: f64,
    pub(crate) told: Vec<String>,
    pub(crate) board: Board,
}

/// The circuit of a component.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Circuit {
    pub(crate) squares: Vec<String>,
    /// What each qubit carries, one after the other.
    pub(crate) qubits: Vec<String>,
    pub(crate) gates: Vec<Gate>,
    pub(crate) statistics: Statistics,
    pub(crate) svg: String,
    /// The likeliest first.
    pub(crate) outcomes: Vec<Outcome>,
    /// Whether there are more outcomes than are told.
    pub(crate) more: bool,
}

/// A gate of a circuit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Gate {
    pub(crate) name: String,
    pub(crate) qubits: Vec<u32>,
    /// In radians, where it has one.
    pub(crate) angle: Option<f64>,
    /// The ply that it belongs to, from 1; none for what a set-up position is prepared by.
    pub(crate) ply: Option<usize>,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
}

/// How large a circuit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Statistics {
    pub(crate) qubits: usize,
    pub(crate) gates: usize,
    pub(crate) two_qubit: usize,
    pub(crate) depth: usize,
}

/// What a measurement of a component may read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Outcome {
    pub(crate) bits: String,
    pub(crate) occupied: Vec<String>,
    pub(crate) probability: f64,
}

/// A text to be downloaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Download {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl From<&record::Measured> for Measured {
    fn from(measured: &record::Measured) -> Self {
        let number = |key: &str| measured.more.get(key).and_then(Value::as_u64);
        let job = measured.more.get("job").and_then(Value::as_str);
        Self {
            squares: measured.squares.clone(),
            occupied: measured.occupied.clone(),
            backend: measured.backend.clone(),
            job: job.map(str::to_owned),
            shots: number("shots"),
            accepted: number("accepted"),
        }
    }
}
