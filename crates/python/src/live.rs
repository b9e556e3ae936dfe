//! Games under way, one kind behind each implementation.

use std::any::Any;
use std::fmt::Display;
use std::iter;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use cheqqers_backend::generator_of;
use cheqqers_engine::PlayerSpec;
use cheqqers_game::notation::{Demand, ForcedMove, write_plies};
use cheqqers_game::record::{self, EndLine, Record};
use cheqqers_game::settings::{Setting, quoted};
use cheqqers_game::show::{Show, squares_of_move};
use cheqqers_game::{Colour, CompletedPly, Encoding, Outcome, Ply as Played, StartedPly};
use cheqqers_measure::{
    BackendMeasurer, MeasureError, MeasurementIds, Measurer, MeasurerKind, Policy,
};
use cheqqers_players::{Limit, MoveContext, Player, Stream, generator};
use cheqqers_session::{ForceError, Playable, PlyError, TypedSession, play_forced};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::backend::PythonBackend;
use crate::errors::{
    GameOverError, IllegalMoveError, RecordError, SettingError, backend_error, game_over,
    with_causes,
};
use crate::interrupt::{abandonable, check_threads};
use crate::moves::{AnyMoves, Move, MoveOf, MovesOf};
use crate::ply::{Measurement, Ply};
use crate::position::{AnyPosition, PlayedPosition, PositionOf, any_move, checked};

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

/// A game under way, of whatever kind.
pub(crate) trait AnyGame: Send + Sync {
    fn name(&self) -> &'static str;
    fn seed(&self) -> u64;
    fn title(&self) -> String;
    fn settings(&self) -> Map<String, Value>;
    fn turn(&self) -> Colour;
    fn outcome(&self) -> Option<Outcome>;
    fn status(&self) -> String;
    fn num_plies(&self) -> usize;
    fn legal(&self) -> Arc<dyn AnyMoves>;
    fn push(&mut self, mv: &Bound<'_, PyAny>, answers: Answers<'_>) -> PyResult<PlyProgress>;
    /// Goes on with a move that waited.
    fn complete(&mut self, waiting: Box<dyn Waiting>) -> PyResult<Ply>;
    fn pop(&mut self) -> PyResult<Ply>;
    fn plies(&self) -> Vec<Ply>;
    fn describe(&self, ply: usize) -> Vec<String>;
    fn position(&self, ply: usize) -> Arc<dyn AnyPosition>;
    fn moves(&self) -> String;
    fn players(&self) -> [String; 2];
    fn set_players(&mut self, players: [String; 2]);
    /// The header of a record.
    fn header(&self) -> Map<String, Value>;
    fn record(&self, header: Map<String, Value>) -> String;
    fn form(&self, name: &str, header: Map<String, Value>) -> Option<String>;
    fn finish(&mut self, end: EndLine);
    /// The Python object that measures.
    fn object(&self) -> Option<&Py<PyAny>>;
    fn set_object(&mut self, object: Option<Py<PyAny>>);
    /// An exact copy that shares nothing and has no Python object.
    fn exact_copy(&self) -> Box<dyn AnyGame>;
    /// A copy with measurements of its own.
    fn copy(&self, py: Python<'_>, seed: u64, id: String) -> Box<dyn AnyGame>;
    /// The header of a record that starts exactly where the game did.
    fn setup(&self) -> Map<String, Value>;
    /// All that a record does not say, for an exact copy in another process.
    fn state(&self) -> GameState;
    fn seat(&self, spec: &PlayerSpec, rng: ChaCha8Rng) -> Result<Box<dyn AnyPlayer>, String>;
    /// Returns `true` if the player is one of this game.
    fn seats(&self, player: &dyn AnyPlayer) -> bool;
    fn choose(
        &self,
        player: &mut dyn AnyPlayer,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<Move, String>;
}

/// A player of some game, with all that it remembers.
pub(crate) trait AnyPlayer: Any + Send {}

/// A player of the game `G`.
struct Seat<G: Playable>(Box<dyn Player<G>>);

impl<G: Playable> AnyPlayer for Seat<G> {}

/// Measurer of a game.
#[derive(Clone)]
pub(crate) struct MeasurerOptions {
    pub(crate) kind: MeasurerKind,
    pub(crate) encoding: Encoding,
    pub(crate) seed: u64,
    /// Identity of the game, in the names of its measurements.
    pub(crate) id: String,
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
}

pub(crate) struct Live<G: Playable> {
    options: MeasurerOptions,
    /// The Python object that measures in place of the options' kind.
    object: Option<Py<PyAny>>,
    /// Settings of the start.
    setup: Arc<Map<String, Value>>,
    /// The header of the record it was read from.
    read: Option<Map<String, Value>>,
    /// Names of White's and Black's player.
    players: [String; 2],
    /// The start, then the position after each ply.
    positions: Vec<G>,
    plies: Vec<Played<G::Move>>,
    /// The legal moves of the last position, once somebody asked.
    legal: OnceLock<Arc<MovesOf<G>>>,
    end: Option<EndLine>,
    /// Draws the bits of measurements of the exact state.
    measurements: ChaCha8Rng,
    /// Tries of simulators, of the next move, that got no answer.
    unanswered: u32,
    /// Identities of the measurements by Python objects.
    ids: MeasurementIds,
    /// Draws outcomes that must succeed or fail.
    rng: ChaCha8Rng,
}

impl<G: Playable> Live<G> {
    /// A game of these settings.
    ///
    /// # Errors
    /// Returns an error if the game does not take them.
    pub(crate) fn begin(setup: Map<String, Value>, options: MeasurerOptions) -> PyResult<Self> {
        let start = G::from_header(&setup);
        let start = start.map_err(|error| SettingError::new_err(with_causes(&error)))?;
        Ok(Self::new(Arc::new(setup), start, options))
    }

    fn new(setup: Arc<Map<String, Value>>, start: G, options: MeasurerOptions) -> Self {
        Self {
            object: None,
            setup,
            read: None,
            players: ["human".to_owned(), "human".to_owned()],
            positions: vec![start],
            plies: Vec::new(),
            legal: OnceLock::new(),
            end: None,
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
        if let Some(line) = record.checksums.changed {
            return Err(RecordError::new_err(format!(
                "line {line}: it was changed after it was written: its checksum is another"
            )));
        }
        let session = TypedSession::<G>::of_record(record);
        let session = session.map_err(|error| RecordError::new_err(error.to_string()))?;
        let player = |key: &str| {
            let name = session.header().get(key).and_then(Value::as_str);
            name.unwrap_or("human").to_owned()
        };
        let setting = |setting: &Setting| {
            let value = record.header.get(setting.key)?;
            Some((setting.key.to_owned(), value.clone()))
        };
        let setup = Arc::new(G::SETTINGS.iter().filter_map(setting).collect());
        Ok(Self {
            players: [player("white"), player("black")],
            read: Some(session.header().clone()),
            positions: session.positions().cloned().collect(),
            plies: session.plies().to_vec(),
            end: session.end().cloned(),
            ..Self::new(setup, session.start().clone(), options)
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
        let options = MeasurerOptions {
            kind,
            encoding,
            seed: state.seed,
            id: state.id,
        };
        let mut game = Self::of_record(record, options)?;
        game.measurements.set_word_pos(drawn);
        game.ids = game.ids.after(state.attempts);
        game.rng.set_word_pos(asked);
        Ok(Self {
            setup: Arc::new(state.setup),
            read: state.read,
            players: state.players,
            unanswered: state.unanswered,
            ..game
        })
    }

    fn copied(&self, options: MeasurerOptions) -> Self {
        Self {
            read: self.read.clone(),
            players: self.players.clone(),
            positions: self.positions.clone(),
            plies: self.plies.clone(),
            end: self.end.clone(),
            ..Self::new(Arc::clone(&self.setup), self.positions[0].clone(), options)
        }
    }

    fn last(&self) -> &G {
        self.positions.last().expect("the start is always kept")
    }

    fn legal_moves(&self) -> &Arc<MovesOf<G>> {
        self.legal.get_or_init(|| {
            let position = self.last().clone();
            let mut moves = Vec::new();
            if self.end.is_none() {
                position.legal_moves(&mut moves);
            }
            Arc::new(MovesOf { position, moves })
        })
    }

    fn session(&self, header: Map<String, Value>) -> TypedSession<G> {
        let mut session = TypedSession::new(self.positions[0].clone(), header);
        for (ply, position) in self.plies.iter().zip(&self.positions[1..]) {
            session.append(CompletedPly {
                ply: ply.clone(),
                position: position.clone(),
            });
        }
        if let Some(end) = &self.end {
            session.finish(end.clone());
        }
        session
    }

    /// A measurer by a Python object.
    fn by_object(&self, object: &Bound<'_, PyAny>) -> PyResult<BackendMeasurer> {
        let backend = Box::new(PythonBackend::new(object)?);
        let measurer = BackendMeasurer::new(backend, Policy::new(self.options.encoding));
        Ok(measurer.identified(self.ids.clone()))
    }

    /// Adds a ply that was played from here.
    fn append(&mut self, completed: CompletedPly<G>) -> Ply {
        self.plies.push(completed.ply);
        self.positions.push(completed.position);
        self.legal = OnceLock::new();
        self.unanswered = 0;
        self.shown(self.plies.len() - 1)
    }

    fn shown(&self, index: usize) -> Ply {
        let (ply, before) = (&self.plies[index], &self.positions[index]);
        let measured = |measurement| Measurement::new(before, measurement);
        Ply {
            number: index + 1,
            mv: Arc::new(MoveOf::new(before, ply.mv)),
            turn: before.turn(),
            measurements: ply.measurements.iter().map(measured).collect(),
        }
    }

    /// Plays a legal move whose outcome is not given, or lets it wait for a Python object.
    fn measure(
        &mut self,
        py: Python<'_>,
        mv: G::Move,
        object: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PlyProgress> {
        let started = StartedPly::unchecked(self.last(), mv);
        let measures = started.pending().is_some();
        let object = object.or_else(|| self.object.as_ref().map(|usual| usual.bind(py)));
        if let Some(object) = object.filter(|_| measures) {
            let mut measurer = Measurer::Backend(self.by_object(object)?);
            let number = u32::try_from(self.plies.len() + 1).unwrap_or(u32::MAX);
            measurer.begin(number, mv, || self.moves());
            return Ok(PlyProgress::Waiting(Box::new(WaitingPly {
                mv,
                begun: Some((started, measurer)),
                is_simulated: false,
                ended: None,
            })));
        }
        let mut measurer = self.measurer(mv);
        if measures && !matches!(measurer, Measurer::State(_)) {
            return simulated(mv, started, measurer);
        }
        let completed = measurer.complete(started);
        self.keep(measurer);
        let completed = completed.map_err(|error| unmeasured(&mv, &error))?;
        Ok(PlyProgress::Played(self.append(completed)))
    }

    /// The game's own measurer of a move.
    fn measurer(&self, mv: G::Move) -> Measurer {
        match self.options.kind {
            MeasurerKind::Sparse => Measurer::State(self.measurements.clone()),
            kind => self.simulator(kind, mv),
        }
    }

    /// Keeps what a measurer has drawn.
    fn keep(&mut self, measurer: Measurer) {
        if let Measurer::State(rng) = measurer {
            self.measurements = rng;
        }
    }

    /// A simulator that measures a move. Its random numbers are those of the game's seed, the plies before, the move,
    /// and the number of the try.
    fn simulator(&self, kind: MeasurerKind, mv: G::Move) -> Measurer {
        let (seed, tried) = (self.options.seed, self.unanswered);
        let rng = generator_of(&format!("{seed}\n{}\n{mv}\n{tried}", self.moves()));
        kind.measurer(rng, self.options.encoding)
    }

    fn force(&mut self, mv: G::Move, demand: Demand) -> PyResult<Ply> {
        let forced = ForcedMove { mv, demand };
        let mut measurer = self.measurer(mv);
        let before = self.positions.last().expect("the start is always kept");
        let completed = play_forced(
            before,
            &forced,
            &mut iter::empty(),
            &mut measurer,
            &mut self.rng,
        );
        self.keep(measurer);
        let completed = completed.map_err(|error| match error {
            ForceError::Ply(PlyError::Measure { mv, source }) => unmeasured(&mv, &source),
            error => IllegalMoveError::new_err(error.to_string()),
        })?;
        Ok(self.append(completed))
    }
}

/// A move that waits for a Python object or a simulator, apart from its game, which can be looked at meanwhile.
pub(crate) trait Waiting: Send {
    /// Asks the object or the simulator.
    ///
    /// # Errors
    /// Returns an error if that is interrupted; then the game stays as it is.
    fn measure(&mut self, py: Python<'_>) -> PyResult<()>;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

/// A move of the game `G` that waits.
struct WaitingPly<G: Playable> {
    mv: G::Move,
    /// `None` once it was measured.
    begun: Option<(StartedPly<G>, Measurer)>,
    /// `true` if it waits for a simulator.
    is_simulated: bool,
    ended: Option<(Result<CompletedPly<G>, MeasureError>, Measurer)>,
}

impl<G: Playable> Waiting for WaitingPly<G> {
    fn measure(&mut self, py: Python<'_>) -> PyResult<()> {
        if let Some((started, mut measurer)) = self.begun.take() {
            let measured = move || (measurer.complete(started), measurer);
            self.ended = Some(if self.is_simulated {
                abandonable(py, measured)?
            } else {
                measured()
            });
        }
        Ok(())
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// A move that was pushed.
pub(crate) enum PlyProgress {
    /// It was played.
    Played(Ply),
    /// It waits to be measured; the game takes no other until [`AnyGame::complete`].
    Waiting(Box<dyn Waiting>),
}

/// Lets a move wait for a simulator.
fn simulated<G: Playable>(
    mv: G::Move,
    started: StartedPly<G>,
    measurer: Measurer,
) -> PyResult<PlyProgress> {
    check_threads()?;
    Ok(PlyProgress::Waiting(Box::new(WaitingPly {
        mv,
        begun: Some((started, measurer)),
        is_simulated: true,
        ended: None,
    })))
}

/// The exception of a measurement that has no answer.
fn unmeasured(mv: &dyn Display, error: &MeasureError) -> PyErr {
    backend_error(&format!("{mv} could not be measured"), error)
}

/// A move as text, with its outcomes behind it.
fn forced_move<G: Show>(text: &str) -> PyResult<ForcedMove<G::Move>> {
    text.parse().map_err(|error| {
        IllegalMoveError::new_err(format!("{}: {}", quoted(text), with_causes(&error)))
    })
}

impl<G: Playable> AnyGame for Live<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seed(&self) -> u64 {
        self.options.seed
    }

    fn title(&self) -> String {
        self.positions[0].title()
    }

    fn settings(&self) -> Map<String, Value> {
        self.positions[0].header()
    }

    fn turn(&self) -> Colour {
        self.last().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.end {
            Some(end) => end.status.into(),
            None => self.last().outcome(),
        }
    }

    fn status(&self) -> String {
        self.end
            .as_ref()
            .map_or_else(|| self.last().status(), cheqqers_session::in_words)
    }

    fn num_plies(&self) -> usize {
        self.plies.len()
    }

    fn legal(&self) -> Arc<dyn AnyMoves> {
        Arc::<MovesOf<G>>::clone(self.legal_moves())
    }

    fn push(&mut self, mv: &Bound<'_, PyAny>, answers: Answers<'_>) -> PyResult<PlyProgress> {
        let py = mv.py();
        if let Some(end) = &self.end {
            return Err(game_over(&cheqqers_session::in_words(end)));
        }
        // A move of the list needs no check.
        if let (Ok(object), Answers::Own, Some(legal)) =
            (mv.cast::<Move>(), &answers, self.legal.get())
            && let Some(mv) = object.get().of::<G>()
            && legal.moves.binary_search(&mv).is_ok()
        {
            return self.measure(py, mv, None);
        }
        let (mv, own) = match mv.extract::<&str>() {
            Ok(text) if text.contains(['{', '.']) => {
                let forced = forced_move::<G>(text)?;
                (forced.mv, forced.demand)
            }
            _ => (any_move::<G>(mv)?, Demand::Any),
        };
        let mv = checked(self.last(), mv)?;
        match (own, answers) {
            (Demand::Any, Answers::Own) => self.measure(py, mv, None),
            (Demand::Any, Answers::Simulator(kind)) => {
                let started = StartedPly::unchecked(self.last(), mv);
                match started.pending() {
                    Some(_) => simulated(mv, started, self.simulator(kind, mv)),
                    None => self.measure(py, mv, None),
                }
            }
            (Demand::Any, Answers::Backend(object)) => self.measure(py, mv, Some(&object)),
            (Demand::Any, Answers::Given(demand)) | (demand, Answers::Own) => {
                self.force(mv, demand).map(PlyProgress::Played)
            }
            _ => Err(IllegalMoveError::new_err(format!(
                "{mv} has its outcome twice"
            ))),
        }
    }

    fn complete(&mut self, waiting: Box<dyn Waiting>) -> PyResult<Ply> {
        let waiting = waiting.into_any().downcast::<WaitingPly<G>>();
        let waiting = *waiting.unwrap_or_else(|_| unreachable!("it was begun here"));
        let (completed, measurer) = waiting.ended.expect("it was measured");
        if let Measurer::Backend(measurer) = &measurer
            && let Some(ids) = measurer.ids()
        {
            self.ids.clone_from(ids);
        }
        let completed = completed.map_err(|error| {
            self.unanswered += u32::from(waiting.is_simulated);
            unmeasured(&waiting.mv, &error)
        })?;
        Ok(self.append(completed))
    }

    fn pop(&mut self) -> PyResult<Ply> {
        if let Some(end) = &self.end {
            let end = cheqqers_session::in_words(end);
            return Err(GameOverError::new_err(format!(
                "the end is not taken back: {end}"
            )));
        }
        let Some(last) = self.plies.len().checked_sub(1) else {
            return Err(PyIndexError::new_err("no ply was played"));
        };
        let ply = self.shown(last);
        self.plies.pop();
        self.positions.pop();
        self.legal = OnceLock::new();
        self.unanswered = 0;
        Ok(ply)
    }

    fn plies(&self) -> Vec<Ply> {
        (0..self.plies.len())
            .map(|index| self.shown(index))
            .collect()
    }

    fn describe(&self, ply: usize) -> Vec<String> {
        G::describe_ply(
            &self.positions[ply - 1],
            &self.plies[ply - 1],
            &self.positions[ply],
        )
    }

    fn position(&self, ply: usize) -> Arc<dyn AnyPosition> {
        let plies = self.plies[..ply].iter();
        let plies = plies.map(|ply| write_plies(&self.positions[0], [ply]).trim_end().to_owned());
        let last = ply.checked_sub(1);
        let last = last.map(|index| squares_of_move(&self.positions[index], self.plies[index].mv));
        Arc::new(PositionOf(Arc::new(PlayedPosition {
            setup: Arc::clone(&self.setup),
            position: self.positions[ply].clone(),
            plies: plies.collect(),
            last: last.unwrap_or_default(),
        })))
    }

    fn moves(&self) -> String {
        write_plies(&self.positions[0], &self.plies)
    }

    fn players(&self) -> [String; 2] {
        self.players.clone()
    }

    fn set_players(&mut self, players: [String; 2]) {
        self.players = players;
    }

    fn header(&self) -> Map<String, Value> {
        let mut header = self.read.clone().unwrap_or_else(|| {
            let mut more = Map::new();
            more.insert("seed".into(), self.options.seed.into());
            record::header(&self.positions[0], more)
        });
        for (key, player) in ["white", "black"].into_iter().zip(&self.players) {
            if self.read.is_none() || player != "human" || header.contains_key(key) {
                header.insert(key.into(), player.as_str().into());
            }
        }
        if self.read.is_none() {
            header.insert("backend".into(), self.options.kind.to_string().into());
        }
        // By it the measurements are known again, in another process too.
        header.insert("id".into(), self.options.id.clone().into());
        header
    }

    fn record(&self, header: Map<String, Value>) -> String {
        self.session(header).to_record()
    }

    fn form(&self, name: &str, header: Map<String, Value>) -> Option<String> {
        let form = G::FORMS.iter().find(|form| form.name == name)?;
        Some((form.write)(&self.session(header).played()).text)
    }

    fn finish(&mut self, end: EndLine) {
        self.end = Some(end);
        self.legal = OnceLock::new();
    }

    fn object(&self) -> Option<&Py<PyAny>> {
        self.object.as_ref()
    }

    fn set_object(&mut self, object: Option<Py<PyAny>>) {
        self.object = object;
    }

    fn exact_copy(&self) -> Box<dyn AnyGame> {
        Box::new(Self {
            measurements: self.measurements.clone(),
            ids: self.ids.clone(),
            unanswered: self.unanswered,
            rng: self.rng.clone(),
            ..self.copied(self.options.clone())
        })
    }

    fn copy(&self, py: Python<'_>, seed: u64, id: String) -> Box<dyn AnyGame> {
        let options = MeasurerOptions {
            seed,
            id,
            ..self.options.clone()
        };
        Box::new(Self {
            object: self.object.as_ref().map(|object| object.clone_ref(py)),
            ..self.copied(options)
        })
    }

    fn setup(&self) -> Map<String, Value> {
        let mut header = record::header(&self.positions[0], Map::new());
        header.extend((*self.setup).clone());
        header
    }

    fn state(&self) -> GameState {
        let MeasurerOptions {
            kind,
            encoding,
            seed,
            id,
        } = self.options.clone();
        let attempts = self.ids.attempts();
        let words = [&self.measurements, &self.rng].map(|rng| rng.get_word_pos().to_string());
        GameState {
            setup: (*self.setup).clone(),
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
        }
    }

    fn seat(&self, spec: &PlayerSpec, rng: ChaCha8Rng) -> Result<Box<dyn AnyPlayer>, String> {
        let mut player = spec.player::<G>(rng);
        let prepared = player.prepare(&self.positions[0]);
        prepared.map_err(|fault| format!("{spec}: {}", with_causes(&fault)))?;
        Ok(Box::new(Seat(player)))
    }

    fn seats(&self, player: &dyn AnyPlayer) -> bool {
        let player: &dyn Any = player;
        player.is::<Seat<G>>()
    }

    fn choose(
        &self,
        player: &mut dyn AnyPlayer,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<Move, String> {
        let player: &mut dyn Any = player;
        let Seat(player) = player
            .downcast_mut::<Seat<G>>()
            .expect("the player is of this game");
        let legal = self.legal_moves();
        let context = MoveContext {
            position: self.last(),
            legal: &legal.moves,
            start: &self.positions[0],
            past: &self.plies,
            limit,
            stop,
        };
        let chosen = player.choose(&context);
        let chosen = chosen.map_err(|fault| with_causes(&fault))?;
        Ok(Move(Arc::new(MoveOf::new(self.last(), chosen))))
    }
}
