//! Positions of any game.

use std::any::Any;
use std::error::Error;
use std::f64::consts::TAU;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_game::notation::split_moves;
use cheqqers_game::settings::quoted;
use cheqqers_game::show::{BoardView, Look, MoveOutcomes, Show, squares_of_move, svg};
use cheqqers_game::{Colour, Game, Outcome};
use cheqqers_measure::Measurer;
use cheqqers_players::{Stream, generator};
use cheqqers_session::{GameVisitor, Playable, play_forced, with_game};
use cheqqers_world::{Component as Inner, Slot};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use serde_json::{Map, Value};

use crate::component::{Component, Names, are_same_components};
use crate::errors::{
    CircuitError, IllegalMoveError, RecordError, SettingError, VisitError, with_causes,
};
use crate::interrupt::{abandonable, interruptible};
use crate::json;
use crate::moves::{AnyMoves, LegalMoves, Move, MovesOf};
use crate::pickle::{PickleParts, reduced};

/// A position of some game, and how it was reached.
pub(crate) trait AnyPosition: Any + Send + Sync {
    fn game(&self) -> &'static str;
    fn title(&self) -> String;
    fn status(&self) -> String;
    /// Settings of a game that starts here; `None` if they can't say all of the position.
    fn settings(&self) -> Option<Map<String, Value>>;
    fn turn(&self) -> Colour;
    fn outcome(&self) -> Option<Outcome>;
    fn legal(&self) -> Arc<dyn AnyMoves>;
    fn board(&self) -> BoardView;
    /// As people see it in a terminal.
    fn text(&self) -> String;
    fn svg(&self, bottom: Colour) -> String;
    fn components(&self) -> Vec<Inner>;
    fn slot(&self, name: &str) -> Option<Slot>;
    fn component(&self, slot: Slot) -> Option<Inner>;
    fn names(&self) -> Arc<dyn Names>;
    fn outcomes(&self, mv: &Bound<'_, PyAny>) -> PyResult<Vec<MoveOutcome>>;
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
    fn evaluation(&self) -> f64;
    fn key(&self) -> Option<u64>;
    /// Returns `true` if the other is the same position of the same game.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;
    /// The settings of the start, and the moves since with their outcomes.
    fn history(&self) -> History;
}

/// Settings of a start as JSON, and the moves since with their outcomes: all that makes a position.
pub(crate) type History = (String, String);

/// A position of the game `G`.
pub(crate) struct PositionOf<G: Show>(pub(crate) Arc<PlayedPosition<G>>);

pub(crate) struct PlayedPosition<G: Show> {
    /// Settings of the start.
    pub(crate) setup: Arc<Map<String, Value>>,
    pub(crate) position: G,
    /// The moves since the start with their outcomes.
    pub(crate) plies: Vec<String>,
    /// The squares of the last one.
    pub(crate) last: Vec<String>,
}

impl<G: Playable> PlayedPosition<G> {
    /// The position that a history makes.
    ///
    /// # Errors
    /// Returns an error if it is none of this game.
    fn of_history((setup, plies): &History) -> PyResult<Self> {
        let refused = |error: &dyn Error| RecordError::new_err(with_causes(error));
        let setup: Map<String, Value> =
            serde_json::from_str(setup).map_err(|error| refused(&error))?;
        let mut position = G::from_header(&setup).map_err(|error| refused(&error))?;
        let plies = split_moves(plies);
        let mut last = Vec::new();
        let rng = &mut generator(0, Stream::Setup);
        let mut measurer = Measurer::State(rng.clone());
        for ply in &plies {
            let forced = ply.parse().map_err(|error| refused(&error))?;
            let played = play_forced(&position, &forced, &mut iter::empty(), &mut measurer, rng);
            last = squares_of_move(&position, forced.mv);
            position = played.map_err(|error| refused(&error))?.position;
        }
        Ok(Self {
            setup: Arc::new(setup),
            position,
            plies,
            last,
        })
    }
}

impl<G: Playable> Names for PlayedPosition<G> {
    fn slot(&self, slot: Slot) -> String {
        self.position.slot_name(slot)
    }

    fn title(&self) -> Vec<String> {
        let reached = match self.plies.len() {
            0 => "at the start".to_owned(),
            _ => format!("after: {}", self.groups().join(" ")),
        };
        vec![format!("{} {reached}", G::NAME)]
    }

    fn groups(&self) -> Vec<String> {
        let plies = self.plies.iter();
        let moves = plies.filter_map(|ply| ply.split('{').next());
        moves.map(str::to_owned).collect()
    }

    fn owner(self: Arc<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let position = Position(Arc::new(PositionOf(self)));
        Ok(Bound::new(py, position)?.into_any())
    }
}

/// Returns `true` if two positions of a game are the same: what can follow of one can of the other. Numbers may
/// differ by what rounding makes.
fn are_same<G: Game>(a: &G, b: &G) -> bool {
    let rules = |position: &G| {
        let mut header = position.header();
        header.remove("position");
        header
    };
    let places = |position: &G| {
        let places = position.occupied().into_iter();
        places
            .map(|occupied| (occupied.place, occupied.piece))
            .collect::<Vec<_>>()
    };
    let counts = |position: &G| {
        let header = position.header();
        let limits = ["draw_after", "draw_turns"];
        limits
            .iter()
            .any(|key| header.get(*key).is_some_and(Value::is_number))
    };
    let clock = |position: &G| {
        let clock = counts(position).then(|| position.half_move_clock());
        (clock, position.rights())
    };
    let components = |position: &G| {
        let mut components = position.world().components().to_vec();
        components.sort_by_key(Inner::slots);
        components
    };
    a.key() == b.key()
        && a.turn() == b.turn()
        && clock(a) == clock(b)
        && rules(a) == rules(b)
        && places(a) == places(b)
        && are_same_components(&components(a), &components(b))
}

/// A legal move, given as itself or as text.
///
/// # Errors
/// Returns an error if it is of another game, or not legal.
pub(crate) fn legal_move<G: Show>(position: &G, mv: &Bound<'_, PyAny>) -> PyResult<G::Move> {
    checked(position, any_move::<G>(mv)?)
}

/// The canonical form of a legal move.
///
/// # Errors
/// Returns an error if it is not legal.
pub(crate) fn checked<G: Show>(position: &G, mv: G::Move) -> PyResult<G::Move> {
    let mv = position.canonical(mv);
    let checked = position.check(mv);
    checked.map_err(|reason| IllegalMoveError::new_err(format!("{mv} is not legal: {reason}")))?;
    Ok(mv)
}

/// A move of a game, legal or not.
///
/// # Errors
/// Returns an error if it is none.
pub(crate) fn any_move<G: Show>(mv: &Bound<'_, PyAny>) -> PyResult<G::Move> {
    if let Ok(mv) = mv.cast::<Move>() {
        let mv = mv.get();
        return mv.of::<G>().ok_or_else(|| {
            IllegalMoveError::new_err(format!(
                "{} is a move of {}, not of {}",
                mv.0.text(),
                mv.0.game(),
                G::NAME
            ))
        });
    }
    let text: &str = mv.extract()?;
    text.trim().parse().map_err(|error| {
        IllegalMoveError::new_err(format!("{}: {}", quoted(text), with_causes(&error)))
    })
}

impl<G: Playable> AnyPosition for PositionOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> String {
        self.0.position.title()
    }

    fn status(&self) -> String {
        self.0.position.status()
    }

    fn settings(&self) -> Option<Map<String, Value>> {
        let header = self.0.position.header();
        let started = G::from_header(&header).ok()?;
        are_same(&self.0.position, &started).then_some(header)
    }

    fn turn(&self) -> Colour {
        self.0.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.position.outcome()
    }

    fn legal(&self) -> Arc<dyn AnyMoves> {
        let position = self.0.position.clone();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        Arc::new(MovesOf { position, moves })
    }

    fn board(&self) -> BoardView {
        BoardView::new(&self.0.position, &self.0.position.parts())
    }

    fn text(&self) -> String {
        let (board, legend) = G::picture(
            [&self.0.position].into_iter(),
            None,
            Look::default(),
            Colour::White,
        );
        format!("{board}{legend}").trim_end().to_owned()
    }

    fn svg(&self, bottom: Colour) -> String {
        svg(&self.0.position, &self.0.last, bottom)
    }

    fn components(&self) -> Vec<Inner> {
        let mut components = self.0.position.world().components().to_vec();
        components.sort_by_key(Inner::slots);
        components
    }

    fn slot(&self, name: &str) -> Option<Slot> {
        self.0.position.slot_named(name)
    }

    fn component(&self, slot: Slot) -> Option<Inner> {
        self.0.position.world().component(slot).cloned()
    }

    fn names(&self) -> Arc<dyn Names> {
        Arc::<PlayedPosition<G>>::clone(&self.0)
    }

    fn outcomes(&self, mv: &Bound<'_, PyAny>) -> PyResult<Vec<MoveOutcome>> {
        let before = &self.0.position;
        let py = mv.py();
        let mv = legal_move(before, mv)?;
        let played = Arc::clone(&self.0);
        let found = abandonable(py, move || MoveOutcomes::of(&played.position, mv))?;
        if found.more {
            return Err(IllegalMoveError::new_err(format!(
                "{mv} has more than 1024 outcomes: too many to list"
            )));
        }
        let last = squares_of_move(before, mv);
        let outcomes = found.outcomes.into_iter().map(|outcome| {
            let mut plies = self.0.plies.clone();
            plies.push(outcome.mv.clone());
            let reached = PlayedPosition {
                setup: Arc::clone(&self.0.setup),
                position: outcome.after,
                plies,
                last: last.clone(),
            };
            MoveOutcome {
                text: outcome.mv,
                probability: outcome.probability,
                told: outcome.told,
                position: Position(Arc::new(PositionOf(Arc::new(reached)))),
            }
        });
        Ok(outcomes.collect())
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        self.0.position.perft(depth, stop)
    }

    fn evaluation(&self) -> f64 {
        self.0.position.static_evaluation()
    }

    fn key(&self) -> Option<u64> {
        self.0.position.key()
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let other: &dyn Any = other;
        let other = other.downcast_ref::<Self>();
        other.is_some_and(|other| are_same(&self.0.position, &other.0.position))
    }

    fn history(&self) -> History {
        let setup = serde_json::to_string(&*self.0.setup).expect("all keys are texts");
        (setup, self.0.plies.join(" "))
    }
}

struct Restore(History);

impl GameVisitor for Restore {
    type Done = Position;
    type Error = VisitError;

    fn with<G: Playable>(self) -> Result<Position, VisitError> {
        let position = PlayedPosition::<G>::of_history(&self.0)?;
        Ok(Position(Arc::new(PositionOf(Arc::new(position)))))
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
#[derive(Clone)]
pub(crate) struct Position(pub(crate) Arc<dyn AnyPosition>);

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&*other.0)
    }
}

impl Position {
    pub(crate) fn all_components(&self) -> Vec<Component> {
        let components = self.0.components().into_iter();
        components
            .map(|inner| Component::new(inner, self.0.names()))
            .collect()
    }

    /// The component of a slot.
    fn of_slot(&self, slot: Slot) -> Option<Component> {
        let inner = self.0.component(slot)?;
        Some(Component::new(inner, self.0.names()))
    }

    /// Number of ways to play so many whole turns.
    pub(crate) fn count(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let leaves = interruptible(py, |stop| self.0.perft(depth, stop))?;
        Ok(leaves.expect("only an interrupt stops it"))
    }

    /// The component of which a part is on a square.
    pub(crate) fn component_of(&self, square: &str) -> PyResult<Component> {
        let component = self.0.slot(square).and_then(|slot| self.of_slot(slot));
        component.ok_or_else(|| {
            CircuitError::new_err(format!("nothing on {square:?} is in superposition"))
        })
    }
}

#[pymethods]
impl Position {
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
        let settings = self.0.settings().ok_or_else(|| {
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
        py.import("json")?
            .call_method1("loads", (self.0.history().0,))
    }

    /// The moves that reached it from the start, with their outcomes.
    #[getter]
    fn moves(&self) -> String {
        self.0.history().1
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
        LegalMoves(self.0.legal())
    }

    /// The ways in which a legal move may end, the likeliest first.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is not legal, or has more than 1024 outcomes.
    fn outcomes(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<MoveOutcome>> {
        self.0.outcomes(r#move)
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
    fn amplitudes<'py>(&self, py: Python<'py>, square: &str) -> PyResult<Bound<'py, PyAny>> {
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
        Ok(self.0.svg(colour_of(bottom)?))
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg(Colour::White)
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
        reduced(slf, (position.game(), position.history()))
    }

    fn _of_slot(&self, slot: u16) -> Option<Component> {
        self.of_slot(Slot(slot))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, game: &str, history: History) -> PyResult<Self> {
        Ok(with_game(game, Restore(history))?)
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.0.title(), self.0.status())
    }
}
