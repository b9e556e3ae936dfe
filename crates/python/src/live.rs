//! Games under way, apart from the objects of Python that show them.

use std::fmt::Display;

use cheqqers_backend::generator_of;
use cheqqers_game::notation::Demand;
use cheqqers_game::record::{Line, Record, to_text};
use cheqqers_game::{Encoding, Status};
use cheqqers_measure::pool::PoolBatch;
use cheqqers_measure::{
    BackendMeasurer, Fallback, MeasureError, MeasurementIds, Measurer, MeasurerKind, Policy,
};
use cheqqers_players::{Stream, generator};
use cheqqers_session::{
    FinishedPly, ForceError, GameKind, GamePool, KnownOutcomes, MoveError, PlyError, PlyInProgress,
    Position, Session,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::backend::PythonBackend;
use crate::catalogue::Start;
use crate::errors::{
    GameOverError, IllegalMoveError, RecordError, backend_error, game_over, unreadable_move,
};
use crate::interrupt::{abandonable, check_threads};
use crate::moves::Move;
use crate::ply::Ply;
use crate::pool::PoolOptions;

/// Source of the answers to a move's measurements.
pub(crate) enum Answers<'py> {
    /// By the game's own measurer.
    Own,
    /// Those of the outcome.
    Given(Demand),
    /// By a simulator.
    Simulator(MeasurerKind),
    /// By a Python object.
    Backend(Bound<'py, PyAny>),
}

/// Measurer of a game.
#[derive(Clone)]
pub(crate) struct MeasurerOptions {
    pub(crate) kind: MeasurerKind,
    pub(crate) encoding: Encoding,
    pub(crate) seed: u64,
    /// Identity of the game, in the names of its measurements.
    pub(crate) id: String,
    /// Takes over from a Python object, for good.
    pub(crate) fallback: Option<Fallback>,
}

/// A game apart from its plies.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct GameState {
    /// Settings of the start.
    setup: Map<String, Value>,
    /// The header of the record that it was read from.
    read: Option<Map<String, Value>>,
    players: [String; 2],
    kind: String,
    encoding: String,
    seed: u64,
    id: String,
    /// Words drawn by the measurer, and for outcomes that were asked for.
    words: [String; 2],
    unanswered: u32,
    /// Attempts without a legal shot: history, name and number.
    attempts: Vec<(String, String, u32)>,
    #[serde(default)]
    fallback: Option<String>,
    #[serde(default)]
    pool: Option<Value>,
}

/// A game under way, and what measures it.
pub(crate) struct LiveGame {
    /// Its header has the settings of the start, and its lines are those of the plies that were not taken back.
    pub(crate) session: Session,
    pub(crate) options: MeasurerOptions,
    /// The Python object that measures in place of the options' kind.
    pub(crate) object: Option<Py<PyAny>>,
    /// The shots that the object takes before they are needed.
    pub(crate) pool: Option<PoolOptions>,
    /// Names of White's and Black's player.
    pub(crate) players: [String; 2],
    /// The header of the record it was read from.
    read: Option<Map<String, Value>>,
    /// Draws the bits of measurements of the exact state.
    measurements: ChaCha8Rng,
    /// Tries of simulators, of the next move, that got no answer.
    unanswered: u32,
    /// Identities of the measurements by Python objects.
    ids: MeasurementIds,
    /// Draws outcomes that must succeed or fail.
    rng: ChaCha8Rng,
}

/// A move that was pushed.
pub(crate) enum PlyProgress {
    /// It was played.
    Played(Ply),
    /// It waits to be measured; the game takes no other until [`LiveGame::complete`].
    Waiting(Box<WaitingPly>),
}

/// A move that waits for a Python object or a simulator, apart from its game, which can be looked at meanwhile.
pub(crate) struct WaitingPly {
    started: PlyInProgress,
    measurer: Measurer,
    pool: GamePool,
    /// `true` if it waits for a simulator.
    is_simulated: bool,
}

/// A move that waited, and the answer.
pub(crate) struct AnsweredPly {
    mv: cheqqers_session::Move,
    finished: Result<FinishedPly, MeasureError>,
    /// Shots that were taken for the pool.
    batch: Option<PoolBatch>,
    measurer: Measurer,
    is_simulated: bool,
}

impl WaitingPly {
    /// Asks the object or the simulator.
    ///
    /// # Errors
    /// Returns an error if that is interrupted; then the game stays as it is.
    pub(crate) fn measure(self, py: Python<'_>) -> PyResult<AnsweredPly> {
        let Self {
            started,
            mut measurer,
            mut pool,
            is_simulated,
        } = self;
        let mv = started.mv();
        let measured = move || {
            let (finished, batch) = match pool.take(&mut measurer) {
                // The measurement finds out what is wrong, and for whom.
                Err(error) if !measurer.may_fall_back(&error) => (Err(error), None),
                taken => (started.complete(&mut measurer), taken.ok().flatten()),
            };
            (finished, batch, measurer)
        };
        let (finished, batch, measurer) = if is_simulated {
            abandonable(py, measured)?
        } else {
            measured()
        };
        Ok(AnsweredPly {
            mv,
            finished,
            batch,
            measurer,
            is_simulated,
        })
    }
}

/// The exception of a measurement that has no answer.
fn unmeasured(mv: &dyn Display, error: &MeasureError) -> PyErr {
    backend_error(&format!("{mv} could not be measured"), error)
}

/// The exception of a ply that was not played.
fn unplayed(error: &PlyError) -> PyErr {
    match error {
        PlyError::Measure { mv, source } => unmeasured(mv, source),
        error => IllegalMoveError::new_err(error.to_string()),
    }
}

impl LiveGame {
    /// A game that begins at a start.
    ///
    /// # Errors
    /// Returns an error if there is no such game, or it does not take the settings.
    pub(crate) fn begin(start: &Start, options: MeasurerOptions) -> PyResult<Self> {
        let kind = start.kind()?;
        let start = start.position(kind)?;
        let session = kind.session(&start, start.setup().clone(), usize::MAX);
        Ok(Self::new(session, options))
    }

    fn new(session: Session, options: MeasurerOptions) -> Self {
        Self {
            session,
            object: None,
            pool: None,
            read: None,
            players: ["human".to_owned(), "human".to_owned()],
            measurements: generator(options.seed, Stream::Measurements),
            unanswered: 0,
            ids: MeasurementIds::of_game(options.id.clone()),
            rng: generator(options.seed, Stream::Setup),
            options,
        }
    }

    /// The game of a record, as it stands.
    ///
    /// # Errors
    /// Returns an error if the record does not follow the rules, to the last word.
    pub(crate) fn of_record(record: &Record, options: MeasurerOptions) -> PyResult<Self> {
        let kind = GameKind::of_header(&record.header);
        let kind = kind.map_err(|error| RecordError::new_err(error.to_string()))?;
        if let Some(line) = record.checksums.changed {
            return Err(RecordError::new_err(format!(
                "line {line}: it was changed after it was written: its checksum is another"
            )));
        }
        let recorded = kind.resume(record, usize::MAX);
        let recorded = recorded.map_err(|error| RecordError::new_err(error.to_string()))?;
        let read = recorded.header().clone();
        let player = |key: &str| {
            let name = read.get(key).and_then(Value::as_str);
            name.unwrap_or("human").to_owned()
        };
        let players = [player("white"), player("black")];
        let setup = recorded.position_after(0).setup().clone();
        let mut session = recorded.branch(recorded.num_plies(), setup);
        if let Some(end) = recorded.end() {
            session.finish(end.clone());
        }
        session.add_pool_of(recorded.lines());
        Ok(Self {
            players,
            read: Some(read),
            ..Self::new(session, options)
        })
    }

    /// The game of a record as it was when its state was taken.
    ///
    /// # Errors
    /// As [`Self::of_record`], and if the state is none.
    pub(crate) fn of_state(record: &Record, state: GameState) -> PyResult<Self> {
        let words = state.words.each_ref().map(|words| words.parse().ok());
        let (kind, encoding) = (state.kind.parse(), state.encoding.parse());
        let ([Some(drawn), Some(asked)], Ok(kind), Ok(encoding)) = (words, kind, encoding) else {
            return Err(RecordError::new_err("this is no state of a game"));
        };
        let fallback = state.fallback.as_deref();
        let options = MeasurerOptions {
            kind,
            encoding,
            seed: state.seed,
            id: state.id,
            fallback: fallback.and_then(|fallback| fallback.parse().ok()),
        };
        let mut game = Self::of_record(record, options)?;
        game.session.set_header(state.setup);
        game.measurements.set_word_pos(drawn);
        game.ids = game.ids.after(state.attempts);
        game.rng.set_word_pos(asked);
        Ok(Self {
            pool: state.pool.as_ref().and_then(PoolOptions::of_state),
            read: state.read,
            players: state.players,
            unanswered: state.unanswered,
            ..game
        })
    }

    /// All that a record does not say, for an exact copy in another process.
    pub(crate) fn state(&self) -> GameState {
        let MeasurerOptions {
            kind,
            encoding,
            seed,
            id,
            fallback,
        } = self.options.clone();
        let attempts = self.ids.attempts();
        let words = [&self.measurements, &self.rng].map(|rng| rng.get_word_pos().to_string());
        GameState {
            setup: self.start().setup().clone(),
            read: self.read.clone(),
            players: self.players.clone(),
            kind: kind.to_string(),
            encoding: encoding.to_string(),
            seed,
            id,
            words,
            unanswered: self.unanswered,
            attempts: attempts
                .map(|(id, attempts)| (id.history.clone(), id.name.clone(), attempts))
                .collect(),
            fallback: fallback.map(|fallback| fallback.to_string()),
            pool: self.pool.as_ref().map(PoolOptions::to_state),
        }
    }

    /// The record with which the state makes the game again: its header starts exactly where the game did.
    pub(crate) fn record_of_state(&self) -> String {
        let start = self.start();
        to_text(&start.header(start.setup().clone()), self.session.lines())
    }

    /// An exact copy that shares nothing and has no Python object.
    pub(crate) fn exact_copy(&self) -> Self {
        Self {
            measurements: self.measurements.clone(),
            ids: self.ids.clone(),
            unanswered: self.unanswered,
            rng: self.rng.clone(),
            pool: self.pool.clone(),
            ..self.copied(self.options.clone())
        }
    }

    /// A copy with measurements of its own.
    pub(crate) fn copy(&self, py: Python<'_>, seed: u64, id: String) -> Self {
        let options = MeasurerOptions {
            seed,
            id,
            ..self.options.clone()
        };
        Self {
            object: self.object.as_ref().map(|object| object.clone_ref(py)),
            pool: self.pool.as_ref().map(PoolOptions::closed),
            ..self.copied(options)
        }
    }

    fn copied(&self, options: MeasurerOptions) -> Self {
        Self {
            read: self.read.clone(),
            players: self.players.clone(),
            ..Self::new(self.session.copy(), options)
        }
    }

    /// The position it started from.
    pub(crate) fn start(&self) -> Position {
        self.session.position_after(0)
    }

    /// The header of its record.
    pub(crate) fn header(&self) -> Map<String, Value> {
        let mut header = self.read.clone().unwrap_or_else(|| {
            let mut more = Map::new();
            more.insert("seed".into(), self.options.seed.into());
            self.start().header(more)
        });
        for (key, player) in ["white", "black"].into_iter().zip(&self.players) {
            if self.read.is_none() || player != "human" || header.contains_key(key) {
                header.insert(key.into(), player.as_str().into());
            }
        }
        if self.read.is_none() {
            header.insert("backend".into(), self.backend_name().into());
            if let Some(fallback) = self.options.fallback {
                fallback.write(&mut header);
            }
            if let Some(pool) = &self.pool {
                pool.write(&mut header);
            }
        }
        // By it the measurements are known again, in another process too.
        header.insert("id".into(), self.options.id.clone().into());
        header
    }

    /// Name of its backend in the header. That of an object stands for the shots of a pool, and for what a fallback
    /// takes over from.
    fn backend_name(&self) -> String {
        let is_told = self.pool.is_some() || self.options.fallback.is_some();
        let object = self.object.as_ref().filter(|_| is_told);
        let name = object.and_then(|object| {
            Python::attach(|py| object.bind(py).getattr("name")?.extract::<String>()).ok()
        });
        name.unwrap_or_else(|| self.options.kind.to_string())
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> String {
        let mut lines = self.session.lines().to_vec();
        if let Some(pool) = &self.pool
            && self.session.status() != Status::InProgress
        {
            lines.push(Line::Pool(pool.revealed()));
        }
        to_text(&self.header(), &lines)
    }

    /// The ply with this index, from 0.
    pub(crate) fn ply(&self, index: usize) -> Ply {
        Ply::new(index + 1, &self.session.ply(index))
    }

    /// Plays a move, or lets it wait to be measured.
    pub(crate) fn push(
        &mut self,
        mv: &Bound<'_, PyAny>,
        answers: Answers<'_>,
    ) -> PyResult<PlyProgress> {
        let py = mv.py();
        if self.session.end().is_some() {
            return Err(game_over(&self.session.words()));
        }
        let (mv, own) = self.read_move(mv)?;
        let (own, answers) = match (own, answers) {
            (Demand::Any, Answers::Given(demand)) | (demand, Answers::Own)
                if demand != Demand::Any =>
            {
                return self.force(&mv, demand);
            }
            (Demand::Any, Answers::Own)
                if self.object.is_none() && self.options.kind == MeasurerKind::Sparse =>
            {
                return self.play(&mv);
            }
            others => others,
        };
        let started = self.session.begin(&mv, KnownOutcomes::Ignored);
        let started = started.map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
        let mut pool = GamePool::default();
        let lines = self.session.lines();
        let (measurer, is_simulated) = match (own, answers) {
            (Demand::Any, _) if !started.measures() => return self.play(&mv),
            (Demand::Any, Answers::Own) => match (&self.object, self.options.fallback) {
                (Some(_), Some(fallback)) if Fallback::has_taken_over(lines) => {
                    (self.simulator(fallback.kind(), &mv), true)
                }
                (Some(object), _) => {
                    let measurer = self.by_object(object.bind(py), &mv)?;
                    let in_use = self.pool.as_ref().and_then(PoolOptions::in_use);
                    pool = in_use.unwrap_or_default();
                    let measurer = pool.resume(&self.session, measurer, |_| None);
                    (Measurer::Backend(measurer), false)
                }
                (None, _) => (self.simulator(self.options.kind, &mv), true),
            },
            (Demand::Any, Answers::Simulator(kind)) => (self.simulator(kind, &mv), true),
            (Demand::Any, Answers::Backend(object)) => {
                let measurer = self.by_object(&object, &mv)?;
                (Measurer::Backend(measurer), false)
            }
            _ => {
                return Err(IllegalMoveError::new_err(format!(
                    "{mv} has its outcome twice"
                )));
            }
        };
        if is_simulated || measurer.has_fallback() {
            check_threads()?;
        }
        Ok(PlyProgress::Waiting(Box::new(WaitingPly {
            started,
            measurer,
            pool,
            is_simulated,
        })))
    }

    /// Goes on with a move that waited.
    ///
    /// # Errors
    /// Returns an error if it has no answer.
    pub(crate) fn complete(&mut self, answered: AnsweredPly) -> PyResult<Ply> {
        if let Measurer::Backend(measurer) = &answered.measurer
            && let Some(ids) = measurer.ids()
        {
            self.ids.clone_from(ids);
        }
        if let Some(batch) = answered.batch {
            self.session.add_pool(batch.to_record());
        }
        let finished = answered.finished.map_err(|error| {
            self.unanswered += u32::from(answered.is_simulated);
            unmeasured(&answered.mv, &error)
        })?;
        self.session.append(finished);
        Ok(self.played())
    }

    /// Takes the last ply back.
    ///
    /// # Errors
    /// Returns an error if there is none, or the game was ended off the board.
    pub(crate) fn pop(&mut self) -> PyResult<Ply> {
        if self.session.end().is_some() {
            let end = self.session.words();
            return Err(GameOverError::new_err(format!(
                "the end is not taken back: {end}"
            )));
        }
        let Some(last) = self.session.num_plies().checked_sub(1) else {
            return Err(PyIndexError::new_err("no ply was played"));
        };
        let ply = self.ply(last);
        self.session.drop_last();
        self.unanswered = 0;
        Ok(ply)
    }

    /// A move of this game, and the outcomes that stand behind it as text.
    fn read_move(&self, mv: &Bound<'_, PyAny>) -> PyResult<(cheqqers_session::Move, Demand)> {
        let Ok(mv) = mv.cast::<Move>() else {
            let text = mv.extract()?;
            let read = self.session.read_forced(text);
            return read.map_err(|error| unreadable_move(text, &error));
        };
        let mv = &mv.get().0;
        let (of, game) = (mv.game(), self.session.game());
        if of != game {
            let mv = mv.text();
            let error = MoveError::OtherGame { mv, of, game };
            return Err(IllegalMoveError::new_err(error.to_string()));
        }
        Ok((mv.clone(), Demand::Any))
    }

    /// Plays a move that the exact state measures.
    fn play(&mut self, mv: &cheqqers_session::Move) -> PyResult<PlyProgress> {
        let mut measurer = Measurer::State(self.measurements.clone());
        let played = self.session.play(mv, &mut measurer).map(|_| ());
        self.keep(measurer);
        played.map_err(|error| unplayed(&error))?;
        Ok(PlyProgress::Played(self.played()))
    }

    /// Plays a move with given outcomes.
    fn force(&mut self, mv: &cheqqers_session::Move, demand: Demand) -> PyResult<PlyProgress> {
        let mut measurer = match self.options.kind {
            MeasurerKind::Sparse => Measurer::State(self.measurements.clone()),
            kind => self.simulator(kind, mv),
        };
        let forced = self.session.force(mv, demand, &mut measurer, &mut self.rng);
        self.keep(measurer);
        let finished = forced.map_err(|error| match error {
            ForceError::Ply(error) => unplayed(&error),
            error => IllegalMoveError::new_err(error.to_string()),
        })?;
        self.session.append(finished);
        Ok(PlyProgress::Played(self.played()))
    }

    /// The ply that was just played.
    fn played(&mut self) -> Ply {
        self.unanswered = 0;
        self.ply(self.session.num_plies() - 1)
    }

    /// Keeps what a measurer has drawn.
    fn keep(&mut self, measurer: Measurer) {
        if let Measurer::State(rng) = measurer {
            self.measurements = rng;
        }
    }

    /// A measurer of a move by a Python object, or what takes over from it.
    fn by_object(
        &self,
        object: &Bound<'_, PyAny>,
        mv: &cheqqers_session::Move,
    ) -> PyResult<BackendMeasurer> {
        let backend = Box::new(PythonBackend::new(object)?);
        let fallback = self.options.fallback;
        let policy = Policy {
            fallback: fallback.and_then(|of| of.kind().backend(self.random_numbers(mv))),
            ..Policy::new(self.options.encoding)
        };
        Ok(BackendMeasurer::new(backend, policy).identified(self.ids.clone()))
    }

    /// A simulator that measures a move.
    fn simulator(&self, kind: MeasurerKind, mv: &cheqqers_session::Move) -> Measurer {
        kind.measurer(self.random_numbers(mv), self.options.encoding)
    }

    /// The random numbers of a simulator for a move: those of the game's seed, the plies before, the move, and the
    /// number of the try.
    fn random_numbers(&self, mv: &cheqqers_session::Move) -> ChaCha8Rng {
        let (seed, tried) = (self.options.seed, self.unanswered);
        let moves = self.session.moves();
        generator_of(&format!("{seed}\n{moves}\n{mv}\n{tried}"))
    }
}
