//! Games under way whose game is not part of their type.

use std::any::Any;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_game::notation::{Demand, ForcedMove, write_plies, write_ply};
use cheqqers_game::record::{Detail, EndLine, Line};
use cheqqers_game::show::{Look, MoveOutcome, PlyFacts, WrittenGame, squares_of_move};
use cheqqers_game::{Colour, CompletedPly, Measurement, Outcome, Ply, Status};
use cheqqers_measure::{BackendMeasurer, FORCED, MeasureError, Measurer};
use cheqqers_players::LuckMeter;
use cheqqers_world::Component;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};

use super::analysis::AnalysisStep;
use super::moves::{LegalMoves, Move};
use super::ply::PlayedPly;
use super::ply_in_progress::{BeginError, FinishedPly, PlyInProgress, PlyInProgressOf};
use super::position::{MoveError, Position, checked, listed, move_of, parsed};
use crate::forced::{ForceError, play_forced};
use crate::given::GivenPlyError;
use crate::opening::{MissingOutcomes, Opening, OpeningError};
use crate::playable::Playable;
use crate::reached::ReachedPosition;
use crate::typed_session::{PlyError, TypedSession, in_words};
use crate::undo::{KnownOutcomes, MeasuredPlies, UndoRefusal};

/// A game under way: its plies, its positions and its record.
///
/// A ply takes one road, whoever plays it: [`begin`](SessionMethods::begin) checks the move and begins it,
/// [`PlyInProgress::complete`] answers its measurements, [`append`](SessionMethods::append) adds it;
/// [`play`](SessionMethods::play) does all three.
pub struct Session(Box<dyn SessionMethods>);

/// Methods of a [`Session`].
pub trait SessionMethods: Any + Send + Sync {
    /// Name of the game.
    fn game(&self) -> &'static str;

    /// The header of its record.
    fn header(&self) -> &Map<String, Value>;

    /// The lines of its record below the header: all that happened, plies that were taken back included.
    fn lines(&self) -> &[Line];

    /// The record of the game, as JSON Lines.
    fn to_record(&self) -> String;

    /// The game in a form of record of its own; `None` where it has none of this name.
    fn form(&self, name: &str, header: &Map<String, Value>) -> Option<WrittenGame>;

    /// Keeps of the positions from now on the start and the last two, so that plies can't be taken back, nor positions
    /// and plies asked for.
    fn keep_last_positions(&mut self);

    /// Tells of plies from now on as much as this.
    fn set_detail(&mut self, detail: Detail);

    /// The same game under another header, as records tell it.
    fn set_header(&mut self, header: Map<String, Value>);

    /// The status of the game, by the rules or off the board.
    fn status(&self) -> Status;

    /// The outcome of the game, by the rules or off the board; `None` while it is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// The end of the game off the board, as by resignation.
    fn end(&self) -> Option<&EndLine>;

    /// Whose turn it is and what must be done, or how the game ended.
    fn words(&self) -> String;

    /// The player to move.
    fn turn(&self) -> Colour;

    /// The number of plies that were not taken back.
    fn num_plies(&self) -> usize;

    /// The number of the next ply, from 1.
    fn next_ply(&self) -> u32;

    /// The position it stands at.
    fn position(&self) -> Position;

    /// The position after so many plies; 0 is the start.
    ///
    /// # Panics
    /// Panics if there are fewer plies.
    fn position_after(&self, plies: usize) -> Position;

    /// The ply with this index, from 0.
    ///
    /// # Panics
    /// Panics if there are fewer plies.
    fn ply(&self, index: usize) -> PlayedPly;

    /// The moves until now with their outcomes, on a line.
    fn moves(&self) -> String;

    /// The components whose circuits a ply ran, by its number from 1; see [`TypedSession::components_of_ply`].
    fn components_of_ply(&self, number: u32) -> Vec<Component>;

    /// The command that goes on with the game in a terminal, for people on both sides.
    fn command(&self) -> String;

    /// The legal moves; none when the game is over.
    fn legal_moves(&self) -> LegalMoves;

    /// The last move that was not taken back.
    fn last_move(&self) -> Option<Move>;

    /// The board for a terminal with a move marked, and the meaning of its marks, in whole lines.
    fn picture(&self, marked: Option<&Move>, look: Look, bottom: Colour) -> (String, String);

    /// Sends the circuits that the next move may measure, as [`BackendMeasurer::prefetch`].
    ///
    /// # Errors
    /// Returns an error if the job can't be sent.
    fn prefetch(&self, measurer: &mut BackendMeasurer) -> Result<usize, MeasureError>;

    /// Takes up the job that was sent after so many plies, as [`BackendMeasurer::recall_prefetch`].
    fn recall_prefetch(&self, plies: usize, measurer: &mut BackendMeasurer);

    /// A move, legal or not, in the form in which legal moves are listed, and the outcomes that stand behind it.
    ///
    /// # Errors
    /// Returns an error if the text is none.
    fn read_forced(&self, text: &str) -> Result<(Move, Demand), MoveError>;

    /// A legal move.
    ///
    /// # Errors
    /// Returns an error if the text is no move, or it is not legal.
    fn read_legal(&self, text: &str) -> Result<Move, MoveError>;

    /// Checks a move and begins it; the game stays as it is until the ply is appended.
    ///
    /// # Errors
    /// Returns an error if the move is not legal, the game is over, or there is no room for its position.
    fn begin(&self, mv: &Move, known: KnownOutcomes) -> Result<PlyInProgress, BeginError>;

    /// Plays a move with outcomes that are given or, where they are not, measured; the game stays as it is until the ply
    /// is appended. Outcomes of a move that must succeed or fail are drawn from `rng`.
    ///
    /// # Errors
    /// Returns an error if the move is not legal, or its outcome is impossible, or it was not met in many draws.
    fn force(
        &self,
        mv: &Move,
        demand: Demand,
        measurer: &mut Measurer,
        rng: &mut ChaCha8Rng,
    ) -> Result<FinishedPly, ForceError>;

    /// Adds a ply that was begun here. Returns the line of its record.
    ///
    /// # Panics
    /// Panics if it is one of another game.
    fn append(&mut self, completed: FinishedPly) -> &Line;

    /// Plays a move: begins it, measures and appends it. Returns the line of its record.
    ///
    /// # Errors
    /// Returns an error if the move is not legal or a measurement has no answer; the game stays as it is.
    fn play(&mut self, mv: &Move, measurer: &mut Measurer) -> Result<&Line, PlyError>;

    /// Plays the moves of an opening, as in the game with this seed.
    ///
    /// # Errors
    /// Returns an error if one of them is no legal move, or has an outcome that is impossible, or there is no room for it;
    /// the moves before it were played.
    fn play_opening(
        &mut self,
        opening: &Opening,
        seed: u64,
        missing: MissingOutcomes,
        measurer: &mut Measurer,
    ) -> Result<(), OpeningError>;

    /// Ends the game off the board. Returns the line of its record.
    fn finish(&mut self, end: EndLine) -> &Line;

    /// Adds a line about shots that were taken beforehand, and returns it.
    fn add_pool(&mut self, pool: Value) -> &Line;

    /// Adds the lines about shots that were taken beforehand from the record of the game that this one branched from,
    /// each before the plies that may use them.
    fn add_pool_of(&mut self, record: &[Line]);

    /// The number of plies to take back so that `count` of those of these players are gone.
    ///
    /// # Errors
    /// Returns an error if there are fewer, or the game was ended off the board, or that reaches back to a measurement that
    /// is final.
    fn undoable(
        &self,
        count: usize,
        own: &[Colour],
        measured: MeasuredPlies,
    ) -> Result<usize, UndoRefusal>;

    /// Takes back the last plies. Returns the line of the record.
    ///
    /// # Panics
    /// Panics if there are fewer.
    fn undo(&mut self, plies: usize) -> &Line;

    /// Drops the last ply and its line, as if it had not been played; lines about shots that were taken beforehand stay.
    ///
    /// # Panics
    /// Panics if there is no ply.
    fn drop_last(&mut self);

    /// The move that was taken back from here and is made again by [`KnownOutcomes::Used`].
    fn undone_move(&self) -> Option<String>;

    /// The way in which a move ends that measured when it was made from here before, and was taken back.
    fn repeated(&self, mv: &Move) -> Option<MoveOutcome<Position>>;

    /// A copy that goes on by itself, with the whole record.
    fn copy(&self) -> Session;

    /// A game of its own that begins with the first so many plies of this one, under another header.
    ///
    /// # Panics
    /// Panics if there are fewer plies.
    fn branch(&self, plies: usize, header: Map<String, Value>) -> Session;

    /// A copy to choose a move from, elsewhere: it has no record, and of the positions the start and the last one.
    fn last_position(&self) -> Session;

    /// Goes to the position after these plies from the start, each written with the outcomes of its measurements
    /// behind it. Plies that are not among them are taken back.
    ///
    /// Cost: only the plies behind the first difference from those played before are played.
    ///
    /// # Errors
    /// Returns the index of the first ply that can't be played, and why. Nothing changes then.
    fn go_to(&mut self, plies: &[String]) -> Result<(), (usize, GivenPlyError)>;

    /// The step of an analysis for a ply, by its number from 1; 0 is the start.
    ///
    /// # Panics
    /// Panics if there are fewer plies.
    fn analysis(&self, number: usize) -> AnalysisStep;

    /// White's gain by the measurements of each ply, in points, as a [`LuckMeter`] of so many nodes counts it. Outcomes
    /// that were given, not measured, are no luck. `None` if it was stopped.
    ///
    /// # Panics
    /// Panics if the session keeps the last positions only.
    fn luck(&self, nodes: NonZeroU64, stop: &AtomicBool) -> Option<Vec<f64>>;

    /// Counts its luck as [`luck`](SessionMethods::luck), and tells it in its record beside each ply that measured. White's
    /// gain in all of them; `None` if it was stopped.
    ///
    /// # Panics
    /// Panics as there, and if plies were taken back.
    fn tell_luck(&mut self, nodes: NonZeroU64, stop: &AtomicBool) -> Option<f64>;

    /// Sets the number of amplitudes that its positions may hold together, but for one that a measurement leads to.
    fn set_room(&mut self, amplitudes: usize);

    /// The components of the position it stands at.
    fn components(&self) -> &[Component];

    /// Number of amplitudes of the position it stands at.
    fn num_amplitudes(&self) -> usize;

    /// Number of amplitudes that its positions hold together.
    fn held_amplitudes(&self) -> usize;

    /// Returns `true` if there is room for so many amplitudes more.
    fn has_room(&self, amplitudes: usize) -> bool;
}

impl Session {
    /// A session of a known type.
    pub fn of<G: Playable>(session: TypedSession<G>) -> Self {
        Self(Box::new(session))
    }

    /// The session, if it is of this game.
    pub(crate) fn typed<G: Playable>(&self) -> Option<&TypedSession<G>> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }

    /// The same, to be changed.
    pub(crate) fn typed_mut<G: Playable>(&mut self) -> Option<&mut TypedSession<G>> {
        let any: &mut dyn Any = &mut *self.0;
        any.downcast_mut()
    }
}

impl Deref for Session {
    type Target = dyn SessionMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Session {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}

impl<G: Playable> SessionMethods for TypedSession<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn header(&self) -> &Map<String, Value> {
        self.header()
    }

    fn lines(&self) -> &[Line] {
        self.lines()
    }

    fn to_record(&self) -> String {
        self.to_record()
    }

    fn form(&self, name: &str, header: &Map<String, Value>) -> Option<WrittenGame> {
        let form = G::FORMS.iter().find(|form| form.name == name)?;
        let mut played = self.played();
        played.header = header;
        Some((form.write)(&played))
    }

    fn keep_last_positions(&mut self) {
        self.keep_last_positions();
    }

    fn set_detail(&mut self, detail: Detail) {
        self.set_detail(detail);
    }

    fn set_header(&mut self, header: Map<String, Value>) {
        self.set_header(header);
    }

    fn status(&self) -> Status {
        self.status()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn end(&self) -> Option<&EndLine> {
        self.end()
    }

    fn words(&self) -> String {
        self.end()
            .map_or_else(|| self.position().status(), in_words)
    }

    fn turn(&self) -> Colour {
        self.position().turn()
    }

    fn num_plies(&self) -> usize {
        self.plies().len()
    }

    fn next_ply(&self) -> u32 {
        self.next_ply()
    }

    fn position(&self) -> Position {
        Position::of(self.reached(self.plies().len()))
    }

    fn position_after(&self, plies: usize) -> Position {
        Position::of(self.reached(plies))
    }

    fn ply(&self, index: usize) -> PlayedPly {
        let [before, after] = [index, index + 1].map(|at| Arc::clone(&self.positions[at]));
        PlayedPly::new(before, self.plies()[index].clone(), after)
    }

    fn moves(&self) -> String {
        self.moves()
    }

    fn components_of_ply(&self, number: u32) -> Vec<Component> {
        self.components_of_ply(number)
    }

    fn command(&self) -> String {
        self.command()
    }

    fn legal_moves(&self) -> LegalMoves {
        let position = self.positions.last().expect("the start is always kept");
        LegalMoves::new::<G>(Arc::clone(position), Arc::clone(self.legal_moves()))
    }

    fn last_move(&self) -> Option<Move> {
        let index = self.plies().len().checked_sub(1)?;
        let mv = self.plies()[index].mv;
        Some(Move::legal(self.before(index), mv))
    }

    fn picture(&self, marked: Option<&Move>, look: Look, bottom: Colour) -> (String, String) {
        let marked = marked.and_then(Move::of::<G>);
        G::picture(self.positions(), marked, look, bottom)
    }

    fn prefetch(&self, measurer: &mut BackendMeasurer) -> Result<usize, MeasureError> {
        measurer.prefetch(self.position(), || self.moves())
    }

    fn recall_prefetch(&self, plies: usize, measurer: &mut BackendMeasurer) {
        let moves = || write_plies(self.start(), &self.plies()[..plies]);
        measurer.recall_prefetch(self.before(plies), moves);
    }

    fn read_forced(&self, text: &str) -> Result<(Move, Demand), MoveError> {
        let forced = text.parse::<ForcedMove<G::Move>>();
        let forced = forced.map_err(|error| MoveError::Text(Box::new(error)))?;
        Ok((listed(self.position(), forced.mv), forced.demand))
    }

    fn read_legal(&self, text: &str) -> Result<Move, MoveError> {
        let position = self.position();
        let mv = position.canonical(parsed::<G>(text)?);
        checked(position, mv)?;
        Ok(Move::legal(position, mv))
    }

    fn begin(&self, mv: &Move, known: KnownOutcomes) -> Result<PlyInProgress, BeginError> {
        if self.end().is_some() {
            return Err(BeginError::Over);
        }
        let started = self.begin(move_of::<G>(mv)?);
        let started = started.map_err(|reason| MoveError::Illegal {
            mv: mv.text(),
            reason: Box::new(reason),
        })?;
        if !self.room.fits_started(&started) {
            return Err(BeginError::Room);
        }
        let before = self.positions.last().expect("the start is always kept");
        Ok(PlyInProgress::new(PlyInProgressOf {
            before: Arc::clone(before),
            number: self.next_ply(),
            known: match known {
                KnownOutcomes::Used => self.known_measurements(&started),
                KnownOutcomes::Ignored => None,
            },
            // Only a measurement is told what came before it.
            moves: match started.pending() {
                Some(_) => self.moves(),
                None => String::new(),
            },
            started,
            detail: self.detail(),
        }))
    }

    fn force(
        &self,
        mv: &Move,
        demand: Demand,
        measurer: &mut Measurer,
        rng: &mut ChaCha8Rng,
    ) -> Result<FinishedPly, ForceError> {
        let own = move_of::<G>(mv);
        let own = own.map_err(|error| PlyError::illegal(mv, &error))?;
        self.announce(own, measurer);
        let forced = ForcedMove { mv: own, demand };
        let mut apart = std::iter::empty();
        let completed = play_forced(self.position(), &forced, &mut apart, measurer, rng)?;
        Ok(FinishedPly {
            line: Box::new(self.line(&completed)),
            ply: Box::new(completed),
        })
    }

    fn append(&mut self, completed: FinishedPly) -> &Line {
        let FinishedPly { line, ply } = completed;
        let ply = ply.downcast::<CompletedPly<G>>();
        let ply = ply.expect("it was begun in a session of this game");
        self.append_as(*ply, *line)
    }

    fn play(&mut self, mv: &Move, measurer: &mut Measurer) -> Result<&Line, PlyError> {
        let own = move_of::<G>(mv);
        let own = own.map_err(|error| PlyError::illegal(mv, &error))?;
        self.play(own, measurer)
    }

    fn play_opening(
        &mut self,
        opening: &Opening,
        seed: u64,
        missing: MissingOutcomes,
        measurer: &mut Measurer,
    ) -> Result<(), OpeningError> {
        opening.play(self, seed, missing, measurer)
    }

    fn finish(&mut self, end: EndLine) -> &Line {
        self.finish(end)
    }

    fn add_pool(&mut self, pool: Value) -> &Line {
        self.add_pool(pool)
    }

    fn add_pool_of(&mut self, record: &[Line]) {
        self.add_pool_of(record);
    }

    fn undoable(
        &self,
        count: usize,
        own: &[Colour],
        measured: MeasuredPlies,
    ) -> Result<usize, UndoRefusal> {
        self.undoable(count, |colour| own.contains(&colour), measured)
    }

    fn undo(&mut self, plies: usize) -> &Line {
        self.undo(plies)
    }

    fn drop_last(&mut self) {
        self.drop_last();
    }

    fn undone_move(&self) -> Option<String> {
        Some(self.undone_move()?.to_string())
    }

    fn repeated(&self, mv: &Move) -> Option<MoveOutcome<Position>> {
        let completed = self.repeated(mv.of::<G>()?)?;
        let before = self.position();
        let (ply, after) = (completed.ply, completed.position);
        let mut reached = self.reached(self.plies().len());
        let mv = write_ply(before, &ply);
        let facts = PlyFacts::of(before, &ply, &after);
        reached.plies.push(mv.clone());
        reached.players.push(before.turn());
        Some(MoveOutcome {
            mv,
            probability: 1.0,
            told: facts.told(),
            facts,
            after: Position::of(ReachedPosition {
                last: squares_of_move(before, ply.mv),
                position: Arc::new(after),
                ..reached
            }),
        })
    }

    fn copy(&self) -> Session {
        Session::of(self.clone())
    }

    fn branch(&self, plies: usize, header: Map<String, Value>) -> Session {
        Session::of(self.branch(plies, header))
    }

    fn last_position(&self) -> Session {
        Session::of(self.last_position())
    }

    fn go_to(&mut self, plies: &[String]) -> Result<(), (usize, GivenPlyError)> {
        self.go_to(plies)
    }

    fn analysis(&self, number: usize) -> AnalysisStep {
        let played = number.checked_sub(1).map(|index| {
            let before = Arc::clone(&self.positions[index]);
            (before, self.plies()[index].clone())
        });
        AnalysisStep::new(number, played, Arc::clone(&self.positions[number]))
    }

    fn luck(&self, nodes: NonZeroU64, stop: &AtomicBool) -> Option<Vec<f64>> {
        let mut meter = LuckMeter::new(nodes);
        let played = self.plies().iter().zip(self.played().positions);
        let gain = |(ply, before): (&Ply<G::Move>, &G)| {
            let is_given = |measurement: &Measurement| measurement.backend == FORCED;
            if ply.measurements.iter().any(is_given) {
                return Some(0.0);
            }
            before.luck(&mut meter, ply, stop)
        };
        played.map(gain).collect()
    }

    fn tell_luck(&mut self, nodes: NonZeroU64, stop: &AtomicBool) -> Option<f64> {
        let luck = SessionMethods::luck(self, nodes, stop)?;
        self.tell_luck(&luck);
        Some(luck.iter().sum())
    }

    fn set_room(&mut self, amplitudes: usize) {
        self.set_room(amplitudes);
    }

    fn components(&self) -> &[Component] {
        self.position().world().components()
    }

    fn num_amplitudes(&self) -> usize {
        self.position().world().num_amplitudes()
    }

    fn held_amplitudes(&self) -> usize {
        self.room.held()
    }

    fn has_room(&self, amplitudes: usize) -> bool {
        self.room.has(amplitudes)
    }
}
