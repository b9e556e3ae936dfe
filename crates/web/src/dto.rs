//! JSON that is sent to clients.

mod analysis;

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use cheqqers_game::show::{
    BoardLayout, BoardStyle, BoardView, MoveForms, MoveKind, PieceKind, PlyFacts, Standing,
};
use cheqqers_game::{Colour, Status};
use cheqqers_measure::MeasurementProvenance;
use cheqqers_session::{FormEntry, NamedMeasurement};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

pub(crate) use analysis::{AnalysisLine, AnalysisSummary, PlyAnalysis};

/// A game as far as it is seen on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Position {
    #[serde(flatten)]
    pub(crate) about: Arc<About>,
    pub(crate) turn: Colour,
    pub(crate) status: Status,
    /// Whose turn it is and what must be done, or how the game ended.
    pub(crate) words: String,
    /// Facts beside whose turn it is, or the reason for which the game is over.
    pub(crate) standing: Vec<Standing>,
    /// End of the game off the board.
    pub(crate) end: Option<End>,
    /// The kind of the legal moves where all of them take something.
    pub(crate) must: Option<&'static str>,
    pub(crate) board: BoardView,
    /// The places of the last move.
    pub(crate) last: Vec<String>,
    /// Legal moves, sent to the side that is to move alone; empty when the game is over.
    #[serde(skip)]
    pub(crate) legal: Vec<Move>,
}

/// A line of moves, played to its end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Line {
    #[serde(flatten)]
    pub(crate) position: Position,
    /// Each with its outcomes, so that it can be played again.
    pub(crate) moves: Vec<String>,
    pub(crate) plies: Vec<CachedJson<Ply>>,
    pub(crate) legal: Vec<Move>,
}

/// Title, rules and settings of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct About {
    /// The game's name.
    pub(crate) kind: &'static str,
    /// The game and its main options.
    pub(crate) title: String,
    pub(crate) rules: &'static str,
    /// The game's options, each as text.
    pub(crate) settings: BTreeMap<String, String>,
    /// Of a loaded game what its record said of itself beside the rules, as its players.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) source: BTreeMap<String, String>,
}

/// Description of a game for a page that shows it, the same from its start to its end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Description {
    /// The game's name.
    pub(crate) game: &'static str,
    pub(crate) layout: BoardLayout,
    pub(crate) pieces: &'static [PieceKind],
    pub(crate) moves: Vec<MoveKind>,
    pub(crate) style: BoardStyle,
    pub(crate) forms: Vec<FormEntry>,
    /// A move as it is written.
    pub(crate) example: Option<&'static str>,
    pub(crate) help: Help,
}

/// The game in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Help {
    /// Moves as they are written, with their meanings.
    pub(crate) moves: MoveForms,
    pub(crate) advice: &'static str,
}

/// A position set up by hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct SetupPosition {
    /// As text; empty for the usual start.
    pub(crate) position: String,
    pub(crate) turn: Colour,
    pub(crate) board: BoardView,
    /// Number of pieces that had no place.
    pub(crate) left_out: usize,
    /// `true` if its pieces tell all of it.
    pub(crate) by_hand: bool,
    pub(crate) description: Description,
}

/// End of a game off the board.
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
    /// Time left to White.
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
    /// Its places on the board.
    pub(crate) squares: Vec<String>,
    pub(crate) measured: bool,
    /// Places on the board that were measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) places: Vec<String>,
    /// Those of them that were found occupied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) occupied: Vec<String>,
    pub(crate) told: Vec<String>,
    pub(crate) facts: PlyFacts,
}

/// Something that stays as it is, beside the JSON that it is sent as each time.
#[derive(Clone, Debug)]
pub(crate) struct CachedJson<T> {
    value: T,
    json: Box<RawValue>,
}

impl<T: Serialize> CachedJson<T> {
    pub(crate) fn new(value: T) -> Self {
        let json = to_raw_value(&value).expect("what is shown is JSON");
        Self { value, json }
    }
}

impl<T> Deref for CachedJson<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for CachedJson<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T> Serialize for CachedJson<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
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
    /// `true` if it is measured.
    pub(crate) measures: bool,
}

/// The game after a ply.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Moment {
    pub(crate) ply: usize,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    /// The places of that move.
    pub(crate) last: Vec<String>,
    pub(crate) board: BoardView,
    pub(crate) told: Vec<String>,
    /// None of the start.
    pub(crate) facts: Option<PlyFacts>,
    pub(crate) measured: Vec<MeasurementView>,
}

/// A measurement that was made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct MeasurementView {
    pub(crate) squares: Vec<String>,
    /// Square of the board for each of them.
    pub(crate) places: Vec<String>,
    pub(crate) occupied: Vec<String>,
    pub(crate) backend: String,
    /// Probability of what was read, as it was before.
    pub(crate) probability: f64,
    /// The service's name of the job.
    pub(crate) job: Option<String>,
    pub(crate) shots: Option<u64>,
    /// The shots that the rules allow.
    pub(crate) accepted: Option<u64>,
}

/// Outcomes of a move before it is made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Preview {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Chances of the move, in a sentence.
    pub(crate) words: Option<String>,
    /// The likeliest first; one of probability 1 when nothing is measured.
    pub(crate) outcomes: Vec<Branch>,
    /// `true` if there are more than are listed.
    pub(crate) more: bool,
    /// Probability that it captures what it jumps over; none where it jumps over nothing, there are too many outcomes,
    /// or the outcome is known.
    pub(crate) captures: Option<f64>,
}

/// One way a move may end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Branch {
    /// The move with what it measures on this way.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) probability: f64,
    pub(crate) told: Vec<String>,
    pub(crate) facts: PlyFacts,
    pub(crate) board: BoardView,
}

/// The circuit of a component.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Circuit {
    /// The slots that are measured, in the order of the bits of a measurement.
    pub(crate) squares: Vec<String>,
    pub(crate) wires: Vec<Wire>,
    pub(crate) gates: Vec<Gate>,
    pub(crate) statistics: CircuitStatistics,
    /// The address that opens it in Quirk; none where Quirk has too few wires.
    pub(crate) quirk: Option<String>,
    /// The state at its end.
    pub(crate) state: CircuitState,
    /// The states before the first gate and after each; none where nobody asked, or they are too large.
    pub(crate) steps: Option<Vec<CircuitState>>,
}

/// A qubit of a circuit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Wire {
    /// Slots that it carries, one after the other.
    pub(crate) carried: Vec<CarriedSquare>,
    /// `true` if it still carries the last one.
    pub(crate) live: bool,
}

/// A slot on a wire.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct CarriedSquare {
    pub(crate) square: String,
    /// Square of the board.
    pub(crate) place: String,
    /// Number of gates before it.
    pub(crate) since: usize,
}

/// A gate of a circuit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Gate {
    pub(crate) name: String,
    pub(crate) qubits: Vec<u32>,
    /// Drawing on each qubit: ●, ⊕, ×, or else the text of a box.
    pub(crate) marks: Vec<String>,
    /// In radians, where it has one.
    pub(crate) angle: Option<f64>,
    /// The ply that it belongs to, from 1; none for what a set-up position is prepared by.
    pub(crate) ply: Option<usize>,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    /// Some gates of this ply prepare a state, in place of gates before.
    pub(crate) prepared: bool,
}

/// Size of a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct CircuitStatistics {
    pub(crate) qubits: usize,
    pub(crate) gates: usize,
    pub(crate) two_qubit: usize,
    pub(crate) depth: usize,
}

/// A state of the qubits of a circuit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct CircuitState {
    /// Probability that each qubit reads 1.
    pub(crate) ones: Vec<f64>,
    /// The likeliest basis states first.
    pub(crate) kets: Vec<Ket>,
    /// Number of basis states, with those that are not listed.
    pub(crate) num_kets: usize,
}

/// A basis state with its amplitude.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Ket {
    /// The first character is qubit 0.
    pub(crate) bits: String,
    /// The slots that are occupied in it.
    pub(crate) occupied: Vec<String>,
    pub(crate) probability: f64,
    /// Real and imaginary part; the first ket's is real and positive.
    pub(crate) amplitude: [f64; 2],
}

/// A text to be downloaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Download {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl From<NamedMeasurement> for MeasurementView {
    fn from(measurement: NamedMeasurement) -> Self {
        let provenance = MeasurementProvenance::new(&measurement.provenance);
        Self {
            job: provenance.job().map(str::to_owned),
            shots: provenance.shots(),
            accepted: provenance.accepted(),
            squares: measurement.slots,
            places: measurement.squares,
            occupied: measurement.occupied,
            probability: measurement.probability,
            backend: measurement.backend,
        }
    }
}
