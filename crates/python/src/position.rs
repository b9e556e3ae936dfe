//! Positions of any game.

use std::error::Error;
use std::f64::consts::TAU;
use std::sync::Arc;

use cheqqers_game::notation::split_moves;
use cheqqers_game::show::Look;
use cheqqers_game::{Colour, Outcome, PAIR_PLANES, with_causes};
use cheqqers_measure::Measurer;
use cheqqers_players::{Stream, generator};
use cheqqers_world::Slot;
use num_complex::Complex64;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::catalogue::kind_of;
use crate::component::{Component, Names};
use crate::errors::{CircuitError, IllegalMoveError, RecordError, SettingError, unreadable_move};
use crate::interrupt::{abandonable, interruptible};
use crate::json;
use crate::moves::{LegalMoves, Move};
use crate::pickle::{PickleParts, reduced};

/// Settings of a start as JSON, and the moves since with their outcomes: all that makes a position.
pub(crate) type History = (String, String);

/// The position that a history makes.
///
/// # Errors
/// Returns an error if it is none of the game.
fn of_history(game: &str, (setup, plies): &History) -> PyResult<cheqqers_session::Position> {
    let refused = |error: &(dyn Error + 'static)| RecordError::new_err(with_causes(error));
    let kind = kind_of(game)?;
    let setup = serde_json::from_str(setup).map_err(|error| refused(&error))?;
    let start = kind.start(&setup).map_err(|error| refused(&error))?;
    let mut session = kind.session(&start, setup, usize::MAX);
    let rng = &mut generator(0, Stream::Setup);
    let mut measurer = Measurer::State(rng.clone());
    for ply in split_moves(plies) {
        let read = session.read_forced(&ply);
        let (mv, outcomes) = read.map_err(|error| refused(&error))?;
        let played = session.force(&mv, outcomes, &mut measurer, rng);
        session.append(played.map_err(|error| refused(&error))?);
    }
    Ok(session.position())
}

impl Names for Position {
    fn slot(&self, slot: Slot) -> String {
        self.0.slot_name(slot)
    }

    fn title(&self) -> Vec<String> {
        let reached = match self.0.moves() {
            moves if moves.is_empty() => "at the start".to_owned(),
            moves => format!("after: {}", moves.join(" ")),
        };
        vec![format!("{} {reached}", self.0.game())]
    }

    fn groups(&self) -> Vec<String> {
        self.0.moves()
    }

    fn players(&self) -> Vec<String> {
        self.0.players().iter().map(ToString::to_string).collect()
    }

    fn owner(self: Arc<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(Bound::new(py, (*self).clone())?.into_any())
    }
}

/// Names of the players, as Python has them.
pub(crate) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

/// The player of this name.
///
/// # Errors
/// Returns an error if there is none.
pub(crate) fn colour_of(name: &str) -> PyResult<Colour> {
    match name {
        "white" => Ok(Colour::White),
        "black" => Ok(Colour::Black),
        _ => Err(SettingError::new_err(format!(
            "there is no colour {name:?}: white or black"
        ))),
    }
}

/// Outcomes of games, as Python has them.
pub(crate) fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "draw",
        Outcome::Decisive { winner } => colour_name(winner),
    }
}

/// A part of a piece on the board.
///
/// Attributes:
///     square: Name of its square.
///     piece: Number that parts of one piece share.
///     color: ``white``, ``black`` or ``None``.
///     kind: Kind of piece; empty while none of its kinds is shown.
///     kinds: Kinds of a piece that has several.
///     probability: Probability that it is there, in (0, 1].
///     phase: Phase relative to the first part of its piece, in radians, in [0, 2π); ``None`` where there is none.
///     coherence: Normalized coherence with the first part, in (0, 1]: less than 1 where other pieces are entangled
///         with it.
#[pyclass(frozen, get_all, eq, module = "cheqqers")]
#[derive(Clone, PartialEq)]
pub(crate) struct Part {
    square: String,
    /// Parts of one piece share it.
    piece: u32,
    color: Option<String>,
    kind: String,
    kinds: Vec<String>,
    probability: f64,
    /// Phase in radians.
    phase: Option<f64>,
    /// Share of the phase that interference could show.
    coherence: Option<f64>,
}

#[pymethods]
impl Part {
    fn __repr__(&self) -> String {
        let Self {
            square,
            kind,
            probability,
            ..
        } = self;
        let color = self
            .color
            .as_ref()
            .map_or_else(String::new, |color| format!("{color} "));
        format!("<Part {color}{kind} on {square}, {probability:.4}>")
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (&self.square, self.piece, &self.kind)
            .into_pyobject(py)?
            .hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickleParts<'py, PickledPart>> {
        let part = slf.get().clone();
        let named = (part.square, part.piece, part.color, part.kind, part.kinds);
        let numbers = (part.probability, part.phase, part.coherence);
        reduced(slf, (named, numbers))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, names: PartNames, numbers: PartNumbers) -> Self {
        let (square, piece, color, kind, kinds) = names;
        let (probability, phase, coherence) = numbers;
        Self {
            square,
            piece,
            color,
            kind,
            kinds,
            probability,
            phase,
            coherence,
        }
    }
}

type PartNames = (String, u32, Option<String>, String, Vec<String>);
type PartNumbers = (f64, Option<f64>, Option<f64>);
type PickledPart = (PartNames, PartNumbers);

/// A way in which a move may end.
#[pyclass(frozen, eq, module = "cheqqers")]
#[derive(Clone, PartialEq)]
pub(crate) struct MoveOutcome {
    pub(crate) text: String,
    pub(crate) probability: f64,
    pub(crate) told: Vec<String>,
    pub(crate) position: Position,
}

#[pymethods]
impl MoveOutcome {
    /// The move with its outcome, as :meth:`Game.push` takes it.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Probability in (0, 1].
    #[getter]
    fn probability(&self) -> f64 {
        self.probability
    }

    /// Description of it, in sentences.
    #[getter]
    fn description(&self) -> String {
        self.told.join(" ")
    }

    /// The position after it.
    #[getter]
    fn position(&self) -> Position {
        self.position.clone()
    }

    fn __repr__(&self) -> String {
        format!(
            "<MoveOutcome {} with probability {:.4}>",
            self.text, self.probability
        )
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text.as_str().into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickleParts<'py, PickledOutcome>> {
        let MoveOutcome {
            text,
            probability,
            told,
            position,
        } = slf.get().clone();
        reduced(slf, (text, probability, told, position))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        text: String,
        probability: f64,
        told: Vec<String>,
        position: &Bound<'_, Position>,
    ) -> Self {
        Self {
            text,
            probability,
            told,
            position: position.get().clone(),
        }
    }
}

type PickledOutcome = (String, f64, Vec<String>, Position);

/// A position of a game. It equals another one of the same game and rules from which the same can follow.
#[pyclass(frozen, eq, module = "cheqqers")]
#[derive(Clone, PartialEq)]
pub(crate) struct Position(pub(crate) cheqqers_session::Position);

impl Position {
    pub(crate) fn all_components(&self) -> Vec<Component> {
        let names: Arc<dyn Names> = Arc::new(self.clone());
        let components = self.0.components().into_iter();
        components
            .map(|inner| Component::new(inner, Arc::clone(&names)))
            .collect()
    }

    /// The component of a slot.
    fn of_slot(&self, slot: Slot) -> Option<Component> {
        let inner = self.0.component(slot)?;
        Some(Component::new(inner, Arc::new(self.clone())))
    }

    /// The board with the squares of the last move marked.
    pub(crate) fn draw(&self, bottom: Colour) -> String {
        self.0.svg(self.0.last_squares(), bottom)
    }

    /// Number of ways to play so many whole turns.
    pub(crate) fn count(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let leaves = interruptible(py, |stop| self.0.perft(depth, stop))?;
        Ok(leaves.expect("only an interrupt stops it"))
    }

    /// The component of which a part is on a square.
    pub(crate) fn component_of(&self, square: &str) -> PyResult<Component> {
        let component = self
            .0
            .slot_named(square)
            .and_then(|slot| self.of_slot(slot));
        component.ok_or_else(|| {
            CircuitError::new_err(format!("nothing on {square:?} is in superposition"))
        })
    }
}

#[pymethods]
impl Position {
    /// Name and shape of the numbering of moves, for players that learn; ``None`` where the game has none.
    #[getter]
    fn action_space(&self) -> Option<(&'static str, Vec<usize>)> {
        let space = self.0.action_space()?;
        Some((space.name, space.shape))
    }

    /// Numbers of the legal moves, in the order of :attr:`legal_moves`; ``None`` for a move that has none.
    fn legal_actions(&self) -> Vec<Option<u32>> {
        self.0.legal_actions()
    }

    /// Texts of the moves that the player to move has by a number, legal or not.
    fn moves_of_action(&self, action: u32) -> Vec<String> {
        self.0.moves_of_action(action)
    }

    /// Name and version of the planes; ``None`` where the game has none.
    #[getter]
    fn planes_name(&self) -> Option<&'static str> {
        Some(self.0.plane_layout()?.name)
    }

    /// Meaning of each plane.
    #[getter]
    fn plane_names(&self) -> Vec<&'static str> {
        let layout = self.0.plane_layout();
        layout.map_or_else(Vec::new, |layout| layout.planes.to_vec())
    }

    /// The position as planes, as the player to move sees the board; ``None`` where the game has none.
    ///
    /// Returns:
    ///     An array of float64: planes, rows, columns.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray3<f64>>>> {
        let Some(layout) = self.0.plane_layout() else {
            return Ok(None);
        };
        let planes = PyArray1::from_vec(py, self.0.planes());
        let shape = [layout.planes.len(), layout.rows, layout.columns];
        planes.reshape(shape).map(Some)
    }

    /// Pairs of squares as planes: the probability that both are occupied, their coherence as real and imaginary
    /// part, 1 for two of one component, and 1 for parts of one piece; ``None`` where qubits are not squares.
    ///
    /// Returns:
    ///     An array of float64: planes, cells, cells; cells are those of :meth:`planes`, row by row.
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray3<f64>>>> {
        let (Some(layout), Some(pairs)) = (self.0.plane_layout(), self.0.pairs()) else {
            return Ok(None);
        };
        let cells = layout.num_cells();
        let pairs = PyArray1::from_vec(py, pairs);
        pairs.reshape([PAIR_PLANES.len(), cells, cells]).map(Some)
    }

    /// Name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game()
    }

    /// The game and its main options.
    #[getter]
    fn title(&self) -> String {
        self.0.title()
    }

    /// Whose turn it is and what must be done, or how the game ended.
    #[getter]
    fn status(&self) -> String {
        self.0.status()
    }

    /// Settings of a game that starts here: ``Game(position.game, **position.settings)`` stands at an equal position.
    ///
    /// Raises:
    ///     SettingError: They can't say all of the position, as of one within a chain of captures. ``start`` and ``moves`` do.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.0.exact_settings().ok_or_else(|| {
            SettingError::new_err(
                "no settings start a game at this position, of which they can't say all: begin with its `start`, and \
                 make its `moves`",
            )
        })?;
        json::to_python(py, &settings.into())
    }

    /// Settings of the game in which it was reached. ``Game(position.game, moves=position.moves, **position.start)`` reaches
    /// it again.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.0.setup().clone().into())
    }

    /// The moves that reached it from the start, with their outcomes.
    #[getter]
    fn moves(&self) -> String {
        self.0.plies().join(" ")
    }

    /// ``white`` or ``black``.
    #[getter]
    fn turn(&self) -> &'static str {
        colour_name(self.0.turn())
    }

    /// ``white``, ``black`` or ``draw``; ``None`` while the game goes on by its rules.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(outcome_name)
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(self.0.legal_moves())
    }

    /// The ways in which a legal move may end, the likeliest first.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is not legal, or has more than 1024 outcomes.
    pub(crate) fn outcomes(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<MoveOutcome>> {
        let py = r#move.py();
        let mv = if let Ok(mv) = r#move.cast::<Move>() {
            mv.get().0.clone()
        } else {
            let text = r#move.extract()?;
            let read = self.0.read_move(text);
            read.map_err(|error| unreadable_move(text, &error))?
        };
        let checked = self.0.check(&mv);
        checked.map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
        let (position, text) = (self.0.clone(), mv.text());
        let found = abandonable(py, move || position.outcomes(&mv))?;
        if found.more {
            return Err(IllegalMoveError::new_err(format!(
                "{text} has more than 1024 outcomes: too many to list"
            )));
        }
        let outcomes = found.outcomes.into_iter().map(|outcome| MoveOutcome {
            text: outcome.mv,
            probability: outcome.probability,
            told: outcome.told,
            position: Position(outcome.after),
        });
        Ok(outcomes.collect())
    }

    /// All parts of pieces, in the order of the board.
    fn parts(&self) -> Vec<Part> {
        let board = self.0.board();
        let squares = board.squares.into_iter().flat_map(|square| {
            let name = square.square;
            square
                .parts
                .into_iter()
                .map(move |part| (name.clone(), part))
        });
        let part = |(square, part): (String, cheqqers_game::show::PartView)| Part {
            square,
            piece: part.piece,
            color: part.colour.map(|colour| colour_name(colour).to_owned()),
            kind: part.kind,
            kinds: part.types,
            probability: part.probability,
            phase: part.phase.map(|phase| TAU * phase.turns),
            coherence: part.phase.map(|phase| phase.visible),
        };
        squares.map(part).collect()
    }

    /// For each square that may hold something, the probability that it does.
    fn probabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for square in self.0.board().squares {
            let sum: f64 = square.parts.iter().map(|part| part.probability).sum();
            dict.set_item(square.square, sum.min(1.0))?;
        }
        Ok(dict)
    }

    /// The components, in the order of the board.
    fn components(&self) -> Vec<Component> {
        self.all_components()
    }

    /// The component that holds a square.
    ///
    /// Raises:
    ///     CircuitError: Nothing there is in superposition.
    fn component(&self, square: &str) -> PyResult<Component> {
        self.component_of(square)
    }

    /// The circuit of the component that holds a square: see :meth:`Component.circuit`.
    ///
    /// Raises:
    ///     CircuitError: Nothing there is in superposition.
    #[pyo3(signature = (square, *, encoding = "minimal", measured = false))]
    fn circuit(
        &self,
        square: &str,
        encoding: &str,
        measured: bool,
    ) -> PyResult<crate::circuit::Circuit> {
        self.component_of(square)?.circuit(encoding, measured)
    }

    /// The amplitudes of the component that holds a square: see :meth:`Component.amplitudes`.
    ///
    /// Raises:
    ///     CircuitError: Nothing there is in superposition.
    fn amplitudes<'py>(
        &self,
        py: Python<'py>,
        square: &str,
    ) -> PyResult<Bound<'py, PyArray1<Complex64>>> {
        self.component_of(square)?.amplitudes(py)
    }

    /// Number of ways to play so many whole turns; a measured move counts once for each outcome.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        self.count(py, depth)
    }

    /// Static evaluation for White, from -1 (lost) to 1 (won).
    #[getter]
    fn evaluation(&self) -> f64 {
        self.0.evaluation()
    }

    /// Hash of the position, equal for positions from which the same can follow; ``None`` if the game has none.
    #[getter]
    fn key(&self) -> Option<u64> {
        self.0.key()
    }

    /// Drawing of the board as SVG.
    ///
    /// Args:
    ///     bottom: Whose side is below, ``white`` or ``black``.
    #[pyo3(signature = (*, bottom = "white"))]
    fn svg(&self, bottom: &str) -> PyResult<String> {
        Ok(self.draw(colour_of(bottom)?))
    }

    fn _repr_svg_(&self) -> String {
        self.draw(Colour::White)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let squares = self.0.board().squares.into_iter();
        let squares: Vec<String> = squares.map(|square| square.square).collect();
        let named = (self.0.game(), self.turn(), squares.join(" "));
        named.into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<PickleParts<'py, (&'static str, History)>> {
        let position = &slf.get().0;
        let setup = serde_json::to_string(position.setup()).expect("all keys are texts");
        reduced(slf, (position.game(), (setup, position.plies().join(" "))))
    }

    fn _of_slot(&self, slot: u16) -> Option<Component> {
        self.of_slot(Slot(slot))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, game: &str, history: History) -> PyResult<Self> {
        Ok(Self(of_history(game, &history)?))
    }

    pub(crate) fn __str__(&self) -> String {
        let (board, legend) = self.0.picture(Look::default(), Colour::White);
        format!("{board}{legend}").trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.0.title(), self.0.status())
    }
}
