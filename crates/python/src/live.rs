//! Games under way, one kind behind each implementation.

use std::any::Any;
use std::fmt::Display;
use std::iter;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cheqqers_backend::generator_of;
use cheqqers_engine::PlayerSpec;
use cheqqers_game::notation::{Demand, ForcedMove, write_plies};
use cheqqers_game::record::{self, EndLine, Record};
use cheqqers_game::settings::quoted;
use cheqqers_game::show::{Show, squares_of_move};
use cheqqers_game::{Colour, CompletedPly, Encoding, Outcome, Ply as Played, StartedPly};
use cheqqers_measure::{
    BackendMeasurer, MeasureError, MeasurementIds, Measurer, MeasurerKind, Policy,
};
use cheqqers_players::{Limit, MoveContext, Player, Stream, generator};
use cheqqers_session::{ForceError, Playable, PlyError, Session, play_forced};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};

use crate::backend::PythonBackend;
use crate::errors::{
    GameOverError, IllegalMoveError, RecordError, backend_error, game_over, with_causes,
};
use crate::interrupt::check_threads;
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
    fn turn(&self) -> Colour;
    fn outcome(&self) -> Option<Outcome>;
    fn status(&self) -> String;
    fn num_plies(&self) -> usize;
    fn legal(&self) -> Arc<dyn AnyMoves>;
    fn push(&mut self, mv: &Bound<'_, PyAny>, answers: Answers<'_>) -> PyResult<PlyProgress>;
    /// Goes on with a move that waited for a Python object.
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
    fn copy(&self, seed: u64, id: String) -> Box<dyn AnyGame>;
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
    /// A Python object that measures in place of `kind`.
    pub(crate) object: Option<Arc<Py<PyAny>>>,
}

pub(crate) struct Live<G: Playable> {
    options: MeasurerOptions,
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
    measurer: Mutex<Measurer>,
    /// Tries of simulators, of the next move, that got no answer.
    unanswered: u32,
    /// The Python object that measured last, and the measurer around it.
    custom: Option<(Py<PyAny>, Mutex<Measurer>)>,
    /// Draws outcomes that must succeed or fail.
    rng: ChaCha8Rng,
}

impl<G: Playable> Live<G> {
    pub(crate) fn new(start: G, options: MeasurerOptions) -> Self {
        Self {
            read: None,
            players: ["human".to_owned(), "human".to_owned()],
            positions: vec![start],
            plies: Vec::new(),
            legal: OnceLock::new(),
            end: None,
            measurer: Mutex::new(options.kind.measurer(
                generator(options.seed, Stream::Measurements),
                options.encoding,
            )),
            unanswered: 0,
            custom: None,
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
        let session = Session::<G>::of_record(record);
        let session = session.map_err(|error| RecordError::new_err(error.to_string()))?;
        let player = |key: &str| {
            let name = session.header().get(key).and_then(Value::as_str);
            name.unwrap_or("human").to_owned()
        };
        Ok(Self {
            players: [player("white"), player("black")],
            read: Some(session.header().clone()),
            positions: session.positions().to_vec(),
            plies: session.plies().to_vec(),
            end: session.end().cloned(),
            ..Self::new(session.start().clone(), options)
        })
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

    fn session(&self, header: Map<String, Value>) -> Session<G> {
        let mut session = Session::new(self.positions[0].clone(), header);
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

    /// Takes the measurer around a Python object: the same as before if the object is.
    fn take_custom(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Measurer> {
        match self.custom.take() {
            Some((known, measurer)) if known.is(object) => Ok(measurer
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner)),
            _ => {
                let backend = Box::new(PythonBackend::new(object)?);
                let measurer = BackendMeasurer::new(backend, Policy::new(self.options.encoding));
                let ids = MeasurementIds::of_game(self.options.id.clone());
                Ok(Measurer::Backend(measurer.identified(ids)))
            }
        }
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
        let usual = self.options.object.clone();
        let object = match (object, &usual) {
            (Some(object), _) => Some(object.clone()),
            (None, Some(usual)) => Some(usual.bind(py).clone()),
            (None, None) => None,
        };
        if let Some(object) = object.filter(|_| measures) {
            let mut measurer = self.take_custom(&object)?;
            let number = u32::try_from(self.plies.len() + 1).unwrap_or(u32::MAX);
            measurer.begin(number, mv, || self.moves());
            return Ok(PlyProgress::Waiting(Box::new(WaitingPly {
                mv,
                started: Some(started),
                object: object.unbind(),
                measurer,
                completed: None,
            })));
        }
        let is_exact = !measures || self.options.kind == MeasurerKind::Sparse;
        if !is_exact {
            check_threads()?;
        }
        let measurer = self
            .measurer
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        // A simulator may take its time; the exact state is read in less than it takes to let go.
        let completed = if is_exact {
            measurer.complete(started)
        } else {
            py.detach(|| measurer.complete(started))
        };
        let completed = completed.map_err(|error| unmeasured(&mv, &error))?;
        Ok(PlyProgress::Played(self.append(completed)))
    }

    /// Plays a legal move that a simulator measures. Its random numbers are those of the game's seed, the plies before,
    /// the move, and the number of the try.
    fn simulate(&mut self, py: Python<'_>, mv: G::Move, kind: MeasurerKind) -> PyResult<Ply> {
        check_threads()?;
        let (seed, tried) = (self.options.seed, self.unanswered);
        let rng = generator_of(&format!("{seed}\n{}\n{mv}\n{tried}", self.moves()));
        let mut measurer = kind.measurer(rng, self.options.encoding);
        let started = StartedPly::unchecked(self.last(), mv);
        match py.detach(|| measurer.complete(started)) {
            Ok(completed) => Ok(self.append(completed)),
            Err(error) => {
                self.unanswered += 1;
                Err(unmeasured(&mv, &error))
            }
        }
    }

    fn force(&mut self, mv: G::Move, demand: Demand) -> PyResult<Ply> {
        let forced = ForcedMove { mv, demand };
        let before = self.positions.last().expect("the start is always kept");
        let measurer = self
            .measurer
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let completed = play_forced(before, &forced, &mut iter::empty(), measurer, &mut self.rng);
        let completed = completed.map_err(|error| match error {
            ForceError::Ply(PlyError::Measure { mv, source }) => unmeasured(&mv, &source),
            error => IllegalMoveError::new_err(error.to_string()),
        })?;
        Ok(self.append(completed))
    }
}

/// A move that waits for a Python object, apart from its game, which can be looked at meanwhile.
pub(crate) trait Waiting: Send {
    /// Asks the object.
    fn measure(&mut self);
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

/// A move of the game `G` that waits for a Python object.
struct WaitingPly<G: Playable> {
    mv: G::Move,
    /// `None` once the object was asked.
    started: Option<StartedPly<G>>,
    object: Py<PyAny>,
    measurer: Measurer,
    completed: Option<PyResult<CompletedPly<G>>>,
}

impl<G: Playable> Waiting for WaitingPly<G> {
    fn measure(&mut self) {
        if let Some(started) = self.started.take() {
            let completed = self.measurer.complete(started);
            self.completed = Some(completed.map_err(|error| unmeasured(&self.mv, &error)));
        }
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// A move that was pushed.
pub(crate) enum PlyProgress {
    /// It was played.
    Played(Ply),
    /// It waits for a Python object; the game takes no other until [`AnyGame::complete`].
    Waiting(Box<dyn Waiting>),
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
                self.simulate(py, mv, kind).map(PlyProgress::Played)
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
        self.custom = Some((waiting.object, Mutex::new(waiting.measurer)));
        let completed = waiting.completed.expect("the object was asked")?;
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
        let moves = self.plies[..ply].iter().map(|ply| ply.mv.to_string());
        let last = ply.checked_sub(1);
        let last = last.map(|index| squares_of_move(&self.positions[index], self.plies[index].mv));
        Arc::new(PositionOf(Arc::new(PlayedPosition {
            position: self.positions[ply].clone(),
            moves: moves.collect(),
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

    fn copy(&self, seed: u64, id: String) -> Box<dyn AnyGame> {
        let options = MeasurerOptions {
            seed,
            id,
            ..self.options.clone()
        };
        Box::new(Self {
            read: self.read.clone(),
            players: self.players.clone(),
            positions: self.positions.clone(),
            plies: self.plies.clone(),
            end: self.end.clone(),
            ..Self::new(self.positions[0].clone(), options)
        })
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
