//! Positions whose game is not part of their type.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_game::network::Network;
use cheqqers_game::record;
use cheqqers_game::show::{
    BoardLayout, BoardStyle, BoardView, Look, MoveForms, MoveKind, MoveOutcomes, PlacedPiece,
    ShownPart, Standing, squares_named, squares_of_move, svg,
};
use cheqqers_game::{
    Colour, Game, GameExt, Generation, OccupiedPlace, Outcome, PAIR_PLANES, PlaneLayout, Sameness,
    Turn, growth, pair_planes,
};
use cheqqers_players::{TrainingProgress, TrainingSettings};
use cheqqers_solve::{Exploration, Extent, GameMismatch, SolveError, SolvedPosition, Table};
use cheqqers_world::{Component, Slot};
use serde_json::{Map, Value};
use thiserror::Error;

use super::moves::{LegalMoves, Move};
use crate::circuit_export::{CircuitExport, CircuitExportError};
use crate::playable::Playable;
use crate::reached::ReachedPosition;

/// A position of a game, and how it was reached. It equals another one of the same game and rules from which the same
/// can follow.
#[derive(Clone)]
pub struct Position(Arc<dyn PositionMethods>);

/// Numbering of the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionSpace {
    /// Name and version.
    pub name: &'static str,
    /// Shape of an array with an entry for each number.
    pub shape: Vec<usize>,
}

/// Error of reading a move, or of checking one.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MoveError {
    #[error(transparent)]
    Text(Box<dyn Error + Send + Sync>),
    #[error("{mv} is not legal: {reason}")]
    Illegal {
        mv: String,
        reason: Box<dyn Error + Send + Sync>,
    },
    #[error("{mv} is a move of {of}, not of {game}")]
    OtherGame {
        mv: String,
        of: &'static str,
        game: &'static str,
    },
}

/// Methods of a [`Position`].
pub trait PositionMethods: Any + Send + Sync {
    /// Name of the game.
    fn game(&self) -> &'static str;

    /// The game and its main options, such as `Cheqqers at level 3 on 8 x 8`.
    fn title(&self) -> String;

    /// Whose turn it is and what must be done, or how the game ended.
    fn status(&self) -> String;

    /// The same apart from any language, beside whose turn it is.
    fn standing(&self) -> Vec<Standing>;

    /// The player to move.
    fn turn(&self) -> Colour;

    /// The outcome of the game by its rules; `None` while it is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// Plies since the last capture, as far as the rules count them.
    fn half_move_clock(&self) -> u32;

    /// Settings of a game that starts here, as far as they can say it.
    fn settings(&self) -> Map<String, Value>;

    /// The same; `None` if they can't say all of the position.
    fn exact_settings(&self) -> Option<Map<String, Value>>;

    /// The header of the record of a game that starts here, with further entries.
    fn header(&self, more: Map<String, Value>) -> Map<String, Value>;

    /// The position that the game started from.
    fn start(&self) -> Position;

    /// The same position, from which no circuits are kept: for many games, of which nobody reads any.
    fn without_circuits(&self) -> Position;

    /// Settings of the start.
    fn setup(&self) -> &Map<String, Value>;

    /// The moves since the start, each with its outcomes.
    fn plies(&self) -> &[String];

    /// The moves since the start, without their outcomes.
    fn moves(&self) -> Vec<String>;

    /// Player of each move since the start.
    fn players(&self) -> &[Colour];

    /// Squares of the last move.
    fn last_squares(&self) -> &[String];

    /// The legal moves by the rules.
    fn legal_moves(&self) -> LegalMoves;

    /// A move, legal or not, in the form in which legal moves are listed.
    ///
    /// # Errors
    /// Returns an error if the text is none.
    fn read_move(&self, text: &str) -> Result<Move, MoveError>;

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// Returns an error if it is not.
    fn check(&self, mv: &Move) -> Result<(), MoveError>;

    /// Returns `true` if a legal move is measured.
    fn measures(&self, mv: &Move) -> bool;

    /// The number of outcomes of a legal move's measurements together, along the likeliest ones.
    fn num_outcomes(&self, mv: &Move) -> f64;

    /// Squares that places of a move stand on.
    fn squares_of(&self, places: &[String]) -> Vec<String>;

    /// The ways in which a legal move may end, the likeliest first. Cost: each is played.
    fn outcomes(&self, mv: &Move) -> MoveOutcomes<Position>;

    /// The chances that decide a legal move, in a sentence; `None` when nothing is left to chance.
    fn describe_probabilities(&self, mv: &Move) -> Option<String>;

    /// The places that hold something, in the board's order.
    fn occupied(&self) -> Vec<OccupiedPlace>;

    /// First moves as part of a sentence, such as `c3-d4 to step`.
    fn first_words(&self) -> String;

    /// Advice on the legal moves, of which there is at least one, in whole lines.
    fn hint(&self) -> String;

    /// Contents of the board.
    fn board(&self) -> BoardView;

    /// Every part of a piece, in the board's order.
    fn parts(&self) -> Vec<ShownPart>;

    /// The board, the same in the whole game.
    fn layout(&self) -> BoardLayout;

    /// Style of probabilities and phases on the board.
    fn style(&self) -> BoardStyle;

    /// Kinds of moves there may be in the game that starts here.
    fn move_kinds(&self) -> Vec<MoveKind>;

    /// Forms of moves there may be in the game that starts here, a line each.
    fn forms_of_moves(&self) -> MoveForms;

    /// Text of the setting `position` for pieces put on the board by hand; `None` where a game has no such setting.
    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String>;

    /// The board for a terminal, and the meaning of its marks, in whole lines.
    fn picture(&self, look: Look, bottom: Colour) -> (String, String);

    /// The board as SVG, with these squares marked.
    fn svg(&self, marked: &[String], bottom: Colour) -> String;

    /// Number of amplitudes of its components.
    fn num_amplitudes(&self) -> usize;

    /// The components, in the order of the board.
    fn components(&self) -> Vec<Component>;

    /// The component of a slot.
    fn component(&self, slot: Slot) -> Option<Component>;

    /// The component of which a part is on a square.
    fn component_on(&self, square: &str) -> Option<Component>;

    /// The slot that people call by this name.
    fn slot_named(&self, name: &str) -> Option<Slot>;

    /// The name of a slot.
    fn slot_name(&self, slot: Slot) -> String;

    /// Name of the square on which a slot is drawn.
    fn square(&self, slot: Slot) -> String;

    /// The circuit of a component as a text of some form.
    ///
    /// # Errors
    /// Returns an error if there is no circuit, or it does not fit the device or the form.
    fn export(
        &self,
        export: &CircuitExport<'_>,
        component: &Component,
    ) -> Result<String, CircuitExportError>;

    /// Number of ways to play so many whole turns; `None` if `stop` was set.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;

    /// The beginning of an exploration from here, as [`Exploration::new`].
    ///
    /// # Errors
    /// As there.
    fn exploration(&self, sameness: Sameness) -> Result<Exploration, SolveError>;

    /// Explores more positions that can be reached from here, as [`Exploration::explore`].
    ///
    /// # Errors
    /// As there.
    fn explore(
        &self,
        exploration: &mut Exploration,
        extent: Extent,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Exploration),
    ) -> Result<(), SolveError>;

    /// Returns `true` if an exploration begins here.
    ///
    /// # Errors
    /// Returns an error if it is of another game, or of other rules.
    fn is_start_of(&self, exploration: &Exploration) -> Result<bool, GameMismatch>;

    /// The values that a table has for the position and its legal moves; `None` if it does not have them.
    ///
    /// # Errors
    /// Returns an error if the table is of another game, or of other rules.
    fn look_up(&self, table: &Table) -> Result<Option<SolvedPosition<String>>, GameMismatch>;

    /// Numbers of positions that can be reached, as [`growth`] counts them.
    fn growth(
        &self,
        depth: u32,
        limit: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<Generation>>;

    /// Static evaluation for White, from -1 (lost) to 1 (won).
    fn evaluation(&self) -> f64;

    /// Exact expected values of the legal moves for the player to move, in -1..=1, by depth from 1 on: as deep as so
    /// many nodes go.
    fn move_values(&self, deepest: u32, nodes: NonZeroU64) -> Vec<Vec<f64>>;

    /// The network that games from here train, without circuits; `None` if it was stopped.
    fn train(
        &self,
        settings: &TrainingSettings,
        threads: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(TrainingProgress),
    ) -> Option<Network>;

    /// The numbering of moves for players that learn; `None` where the game has none.
    fn action_space(&self) -> Option<ActionSpace>;

    /// The numbers of the legal moves, in the order of [`Self::legal_moves`]; `None` for a move that has none.
    fn legal_actions(&self) -> Vec<Option<u32>>;

    /// The texts of the moves that the player to move has by a number, legal or not.
    fn moves_of_action(&self, number: u32) -> Vec<String>;

    /// Layout of [`Self::planes`]; `None` where the game has none.
    fn plane_layout(&self) -> Option<PlaneLayout>;

    /// The planes, one after the other; none where the game has none.
    fn planes(&self) -> Vec<f64>;

    /// The planes of pairs, as [`pair_planes`] has them; `None` where the game has none.
    fn pairs(&self) -> Option<Vec<f64>>;

    /// Hash of the position, equal for positions from which the same can follow; `None` if the game has none.
    fn key(&self) -> Option<u64>;

    /// Returns `true` if the other is the same position of the same game. Numbers may differ by what rounding makes.
    fn is_same(&self, other: &Position) -> bool;
}

impl Position {
    /// The start of a game of a known type.
    pub fn of_start<G: Playable>(start: G) -> Self {
        let settings = start.header();
        Self::of(ReachedPosition::of_start(start, settings))
    }

    pub(crate) fn of<G: Playable>(reached: ReachedPosition<G>) -> Self {
        Self(Arc::new(reached))
    }

    /// The position and how it was reached, if it is one of this game.
    pub(crate) fn typed<G: Playable>(&self) -> Option<&ReachedPosition<G>> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }
}

impl Deref for Position {
    type Target = dyn PositionMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}: {})", self.title(), self.status())
    }
}

/// A move of this game.
///
/// # Errors
/// Returns an error if it is of another one.
pub(crate) fn move_of<G: Playable>(mv: &Move) -> Result<G::Move, MoveError> {
    mv.of::<G>().ok_or_else(|| MoveError::OtherGame {
        mv: mv.text(),
        of: mv.game(),
        game: G::NAME,
    })
}

fn own<G: Playable>(position: &G, mv: &Move) -> G::Move {
    let mv = move_of::<G>(mv).expect("the move is one of the position");
    position.canonical(mv)
}

/// A move in the form in which legal moves are listed.
pub(crate) fn listed<G: Playable>(position: &G, mv: G::Move) -> Move {
    let mv = position.canonical(mv);
    // Only of a legal move it is known where it jumps.
    let over = match position.check(mv) {
        Ok(()) => position.over(mv),
        Err(_) => Vec::new(),
    };
    Move::new::<G>(mv, over)
}

/// The move that a text writes.
pub(crate) fn parsed<G: Playable>(text: &str) -> Result<G::Move, MoveError> {
    let mv = text.trim().parse();
    mv.map_err(|error| MoveError::Text(Box::new(error)))
}

/// Checks that a move in its canonical form is legal.
pub(crate) fn checked<G: Playable>(position: &G, mv: G::Move) -> Result<(), MoveError> {
    position.check(mv).map_err(|reason| MoveError::Illegal {
        mv: mv.to_string(),
        reason: Box::new(reason),
    })
}

impl<G: Playable> PositionMethods for ReachedPosition<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> String {
        self.position.title()
    }

    fn status(&self) -> String {
        self.position.status()
    }

    fn standing(&self) -> Vec<Standing> {
        self.position.standing()
    }

    fn turn(&self) -> Colour {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn half_move_clock(&self) -> u32 {
        self.position.half_move_clock()
    }

    fn settings(&self) -> Map<String, Value> {
        self.position.header()
    }

    fn exact_settings(&self) -> Option<Map<String, Value>> {
        let header = self.position.header();
        let started = G::from_header(&header).ok()?;
        are_same(&*self.position, &started).then_some(header)
    }

    fn header(&self, more: Map<String, Value>) -> Map<String, Value> {
        record::header(&*self.position, more)
    }

    fn start(&self) -> Position {
        Position::of(Self {
            start: Arc::clone(&self.start),
            setup: Arc::clone(&self.setup),
            plies: Vec::new(),
            players: Vec::new(),
            last: Vec::new(),
            position: Arc::clone(&self.start),
        })
    }

    fn without_circuits(&self) -> Position {
        Position::of(Self {
            position: Arc::new(self.position.without_circuits()),
            ..self.clone()
        })
    }

    fn setup(&self) -> &Map<String, Value> {
        &self.setup
    }

    fn plies(&self) -> &[String] {
        &self.plies
    }

    fn moves(&self) -> Vec<String> {
        self.moves()
    }

    fn players(&self) -> &[Colour] {
        &self.players
    }

    fn last_squares(&self) -> &[String] {
        &self.last
    }

    fn legal_moves(&self) -> LegalMoves {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        LegalMoves::new::<G>(Arc::clone(&self.position), moves.into())
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(listed(&*self.position, parsed::<G>(text)?))
    }

    fn check(&self, mv: &Move) -> Result<(), MoveError> {
        let mv = self.position.canonical(move_of::<G>(mv)?);
        checked(&*self.position, mv)
    }

    fn measures(&self, mv: &Move) -> bool {
        self.position.measures(own(&*self.position, mv))
    }

    fn num_outcomes(&self, mv: &Move) -> f64 {
        let mut turn = (*self.position)
            .clone()
            .play_unchecked(own(&*self.position, mv));
        let mut num_outcomes = 1.0;
        while let Turn::Pending(pending) = turn {
            num_outcomes *= pending.num_outcomes();
            let likeliest = pending.outcomes().max_by(|a, b| a.1.total_cmp(&b.1));
            let Some((bits, _)) = likeliest else {
                break;
            };
            match pending.clone().resolve(&bits) {
                Ok(next) => turn = next,
                Err(_) => break,
            }
        }
        num_outcomes
    }

    fn squares_of(&self, places: &[String]) -> Vec<String> {
        squares_named(&*self.position, places)
    }

    fn outcomes(&self, mv: &Move) -> MoveOutcomes<Position> {
        let mv = own(&*self.position, mv);
        let last = squares_of_move(&*self.position, mv);
        MoveOutcomes::of(&*self.position, mv).map(|ply, after| {
            let mut plies = self.plies.clone();
            plies.push(ply.to_owned());
            let mut players = self.players.clone();
            players.push(self.position.turn());
            Position::of(Self {
                start: Arc::clone(&self.start),
                setup: Arc::clone(&self.setup),
                plies,
                players,
                last: last.clone(),
                position: Arc::new(after),
            })
        })
    }

    fn describe_probabilities(&self, mv: &Move) -> Option<String> {
        let mv = own(&*self.position, mv);
        self.position.describe_probabilities(mv)
    }

    fn occupied(&self) -> Vec<OccupiedPlace> {
        self.position.occupied()
    }

    fn first_words(&self) -> String {
        self.position.first_words()
    }

    fn hint(&self) -> String {
        let mut legal = Vec::new();
        self.position.legal_moves(&mut legal);
        self.position.hint(&legal)
    }

    fn board(&self) -> BoardView {
        BoardView::new(&*self.position, &self.position.parts())
    }

    fn parts(&self) -> Vec<ShownPart> {
        self.position.parts()
    }

    fn layout(&self) -> BoardLayout {
        self.position.layout()
    }

    fn style(&self) -> BoardStyle {
        self.position.style()
    }

    fn move_kinds(&self) -> Vec<MoveKind> {
        self.position.move_kinds()
    }

    fn forms_of_moves(&self) -> MoveForms {
        self.position.forms_of_moves()
    }

    fn position_text(&self, turn: Colour, pieces: &[PlacedPiece]) -> Option<String> {
        self.position.position_text(turn, pieces)
    }

    fn picture(&self, look: Look, bottom: Colour) -> (String, String) {
        G::picture([&*self.position].into_iter(), None, look, bottom)
    }

    fn svg(&self, marked: &[String], bottom: Colour) -> String {
        svg(&*self.position, marked, bottom)
    }

    fn num_amplitudes(&self) -> usize {
        self.position.world().num_amplitudes()
    }

    fn components(&self) -> Vec<Component> {
        components(&*self.position)
    }

    fn component(&self, slot: Slot) -> Option<Component> {
        self.position.world().component(slot).cloned()
    }

    fn component_on(&self, square: &str) -> Option<Component> {
        let parts = self.position.parts();
        let on = parts.iter().filter(|part| part.place == square);
        let mut slots = on.filter_map(|part| part.slot);
        slots.find_map(|slot| self.component(slot))
    }

    fn slot_named(&self, name: &str) -> Option<Slot> {
        self.position.slot_named(name)
    }

    fn slot_name(&self, slot: Slot) -> String {
        self.position.slot_name(slot)
    }

    fn square(&self, slot: Slot) -> String {
        self.position.square(slot)
    }

    fn export(
        &self,
        export: &CircuitExport<'_>,
        component: &Component,
    ) -> Result<String, CircuitExportError> {
        export.text(self, component)
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        self.position.without_circuits().perft(depth, stop)
    }

    fn exploration(&self, sameness: Sameness) -> Result<Exploration, SolveError> {
        Exploration::new(&*self.position, sameness)
    }

    fn explore(
        &self,
        exploration: &mut Exploration,
        extent: Extent,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Exploration),
    ) -> Result<(), SolveError> {
        self.position.explore(exploration, extent, stop, progress)
    }

    fn is_start_of(&self, exploration: &Exploration) -> Result<bool, GameMismatch> {
        exploration.game().check(&*self.position)?;
        Ok(exploration.begins_at(&*self.position))
    }

    fn look_up(&self, table: &Table) -> Result<Option<SolvedPosition<String>>, GameMismatch> {
        table.check(&*self.position)?;
        let solved = table.look_up(&*self.position);
        Ok(solved.map(|solved| solved.map_moves(|mv| mv.to_string())))
    }

    fn growth(
        &self,
        depth: u32,
        limit: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<Generation>> {
        growth(&*self.position, depth, limit, is_stopped)
    }

    fn evaluation(&self) -> f64 {
        self.position.static_evaluation()
    }

    fn move_values(&self, deepest: u32, nodes: NonZeroU64) -> Vec<Vec<f64>> {
        let mut legal = Vec::new();
        self.position.legal_moves(&mut legal);
        self.position.move_values(&legal, deepest, nodes)
    }

    fn train(
        &self,
        settings: &TrainingSettings,
        threads: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(TrainingProgress),
    ) -> Option<Network> {
        self.position.train(settings, threads, stop, report)
    }

    fn action_space(&self) -> Option<ActionSpace> {
        let actions = self.position.actions()?;
        Some(ActionSpace {
            name: actions.name(),
            shape: actions.shape().to_vec(),
        })
    }

    fn legal_actions(&self) -> Vec<Option<u32>> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        let turn = self.position.turn();
        let actions = self.position.actions();
        let number = |mv| actions.and_then(|actions| actions.number(turn, mv));
        moves.into_iter().map(number).collect()
    }

    fn moves_of_action(&self, number: u32) -> Vec<String> {
        let actions = self.position.actions();
        let moves = actions.map(|actions| actions.moves(self.position.turn(), number));
        moves
            .into_iter()
            .flatten()
            .map(|mv| mv.to_string())
            .collect()
    }

    fn plane_layout(&self) -> Option<PlaneLayout> {
        self.position.plane_layout()
    }

    fn planes(&self) -> Vec<f64> {
        let len = self
            .position
            .plane_layout()
            .map_or(0, |layout| layout.len());
        let mut planes = vec![0.0; len];
        self.position.planes(|number, value| planes[number] = value);
        planes
    }

    fn pairs(&self) -> Option<Vec<f64>> {
        self.position.pair_squares()?;
        let cells = self.position.plane_layout()?.num_cells();
        let mut pairs = vec![0.0; PAIR_PLANES.len() * cells * cells];
        pair_planes(&*self.position, cells, |number, value| {
            pairs[number] = value;
        });
        Some(pairs)
    }

    fn key(&self) -> Option<u64> {
        self.position.key()
    }

    fn is_same(&self, other: &Position) -> bool {
        let other = other.typed::<G>();
        other.is_some_and(|other| are_same(&*self.position, &*other.position))
    }
}

fn components<G: Game>(position: &G) -> Vec<Component> {
    let mut components = position.world().components().to_vec();
    components.sort_by_key(Component::slots);
    components
}

/// Returns `true` if two positions of a game are the same: what can follow of one can of the other.
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
    let same_components = || {
        let (a, b) = (components(a), components(b));
        a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.is_same_state(b))
    };
    a.key() == b.key()
        && a.turn() == b.turn()
        && clock(a) == clock(b)
        && rules(a) == rules(b)
        && places(a) == places(b)
        && same_components()
}
