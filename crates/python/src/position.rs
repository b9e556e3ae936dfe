//! Positions of any game.

use std::any::Any;
use std::f64::consts::TAU;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_game::settings::quoted;
use cheqqers_game::show::{BoardView, Look, MoveOutcomes, Show, squares_of_move, svg};
use cheqqers_game::{Colour, Outcome};
use cheqqers_session::Playable;
use cheqqers_world::{Component as Inner, Slot};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::component::{Component, Names};
use crate::errors::{CircuitError, IllegalMoveError, SettingError, with_causes};
use crate::interrupt::interruptible;
use crate::json;
use crate::moves::{AnyMoves, LegalMoves, Move, MovesOf};

/// A position of some game, and how it was reached.
pub(crate) trait AnyPosition: Any + Send + Sync {
    fn game(&self) -> &'static str;
    fn title(&self) -> String;
    fn status(&self) -> String;
    fn settings(&self) -> serde_json::Map<String, serde_json::Value>;
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
}

/// A position of the game `G`.
pub(crate) struct PositionOf<G: Show>(pub(crate) Arc<PlayedPosition<G>>);

pub(crate) struct PlayedPosition<G: Show> {
    pub(crate) position: G,
    /// The moves since the start.
    pub(crate) moves: Vec<String>,
    /// The squares of the last one.
    pub(crate) last: Vec<String>,
}

impl<G: Show> Names for PlayedPosition<G> {
    fn slot(&self, slot: Slot) -> String {
        self.position.slot_name(slot)
    }

    fn title(&self) -> Vec<String> {
        let reached = match self.moves.len() {
            0 => "at the start".to_owned(),
            _ => format!("after: {}", self.moves.join(" ")),
        };
        vec![format!("{} {reached}", G::NAME)]
    }

    fn groups(&self) -> Vec<String> {
        self.moves.clone()
    }
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

    fn settings(&self) -> serde_json::Map<String, serde_json::Value> {
        self.0.position.header()
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
        let found = py.detach(|| MoveOutcomes::of(before, mv));
        if found.more {
            return Err(IllegalMoveError::new_err(format!(
                "{mv} has more than 1024 outcomes: too many to list"
            )));
        }
        let last = squares_of_move(before, mv);
        let outcomes = found.outcomes.into_iter().map(|outcome| {
            let mut moves = self.0.moves.clone();
            moves.push(mv.to_string());
            let reached = PlayedPosition {
                position: outcome.after,
                moves,
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
#[pyclass(frozen, get_all, module = "cheqqers")]
pub(crate) struct Part {
    square: String,
    /// Parts of one piece share it.
    piece: u32,
    color: Option<&'static str>,
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
            .map_or_else(String::new, |color| format!("{color} "));
        format!("<Part {color}{kind} on {square}, {probability:.4}>")
    }
}

/// A way in which a move may end.
#[pyclass(frozen, module = "cheqqers")]
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
}

/// A position of a game.
#[pyclass(frozen, module = "cheqqers")]
#[derive(Clone)]
pub(crate) struct Position(pub(crate) Arc<dyn AnyPosition>);

impl Position {
    pub(crate) fn all_components(&self) -> Vec<Component> {
        let components = self.0.components().into_iter();
        components
            .map(|inner| Component::new(inner, self.0.names()))
            .collect()
    }

    /// Number of ways to play so many whole turns.
    pub(crate) fn count(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let leaves = interruptible(py, |stop| self.0.perft(depth, stop))?;
        Ok(leaves.expect("only an interrupt stops it"))
    }

    /// The component of which a part is on a square.
    pub(crate) fn component_of(&self, square: &str) -> PyResult<Component> {
        let inner = self.0.slot(square).and_then(|slot| self.0.component(slot));
        match inner {
            Some(inner) => Ok(Component::new(inner, self.0.names())),
            None => Err(CircuitError::new_err(format!(
                "nothing on {square:?} is in superposition"
            ))),
        }
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

    /// Settings of a game that starts here.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.0.settings().into())
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
            color: part.colour.map(colour_name),
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

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.0.title(), self.0.status())
    }
}
