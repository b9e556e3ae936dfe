//! Games as values.

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use cheqqers_game::notation::ForcedMove;
use cheqqers_game::record::{ReadError, Reader, Record};
use cheqqers_game::replay::{Replay, ReplayError, Verify};
use cheqqers_game::settings::{self, Preset, Setting, SettingError};
use cheqqers_game::show::{Demo, Lesson, MoveForms, PieceKind, SettingField, Settings, Show};
use cheqqers_measure::pool::{self, PoolError, PoolReport};
use cheqqers_measure::{CheckedJobs, JobError, JobReader, verify_jobs};
use cheqqers_players::PlayerKind;
use cheqqers_search::SearchSettings;
use cheqqers_world::Recording;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::moves::{LegalMoves, Move};
use super::position::{MoveError, Position};
use super::replay::RecordReplay;
use super::seat::Seat;
use super::session::Session;
use super::text_player::{TextPlayer, TextPlayerOf};
use crate::batched_games::{BatchSettings, BatchStepError, BatchedGames};
use crate::game_node::{GameNode, NodeError};
use crate::game_searches::{GameSearchError, GameSearches};
use crate::playable::Playable;
use crate::reached::ReachedPosition;
use crate::typed_session::TypedSession;

/// A game, as chess is one.
#[derive(Clone, Copy)]
pub struct GameKind {
    entry: &'static GameEntry,
    methods: &'static dyn GameKindMethods,
}

/// Description of a game, before one is begun.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// Name, as [`Game::NAME`](cheqqers_game::Game::NAME).
    pub name: &'static str,
    /// Name that people call the game by, as [`Show::CALLED`].
    pub called: &'static str,
    /// Rule set, as [`Game::RULES`](cheqqers_game::Game::RULES).
    pub rules: &'static str,
    /// Short description, as [`Show::ABOUT`].
    pub about: &'static str,
    /// Settings, as [`Game::SETTINGS`](cheqqers_game::Game::SETTINGS).
    pub settings: &'static [Setting],
    /// Named settings, as [`Game::PRESETS`](cheqqers_game::Game::PRESETS).
    pub presets: &'static [Preset],
    /// Settings that are asked for first, as [`Show::FIELDS`].
    pub fields: &'static [SettingField],
    /// Settings of a first game, as [`Show::FIRST_GAME`].
    pub first_game: Settings,
    /// A short game to watch, as [`Show::DEMO`].
    pub demo: Option<Demo>,
    /// Lessons, as [`Show::LESSONS`].
    pub lessons: &'static [Lesson],
    /// Forms of moves, as [`Show::MOVES`].
    pub moves: MoveForms,
    /// Advice, as [`Show::ADVICE`].
    pub advice: &'static str,
    /// Kinds of pieces, as [`Show::PIECES`].
    pub pieces: &'static [PieceKind],
}

/// A form of record that a game has beside JSON Lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FormEntry {
    /// Name of the form.
    pub name: &'static str,
    /// Its purpose, in a few words.
    pub about: &'static str,
    /// Extensions of its files.
    pub extensions: &'static [&'static str],
}

/// Error of setting up a start.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct SettingsError(Box<dyn Error + Send + Sync>);

/// Error of opening a session by the header of a record.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OpenError {
    #[error("the header of the game can't be read: {0}")]
    Header(#[from] ReadError),
    #[error("there is no such game here: {0}")]
    Start(String),
}

impl GameEntry {
    /// The entry of a game.
    pub const fn of<G: Show>() -> Self {
        Self {
            name: G::NAME,
            called: G::CALLED,
            rules: G::RULES,
            about: G::ABOUT,
            settings: G::SETTINGS,
            presets: G::PRESETS,
            fields: G::FIELDS,
            first_game: G::FIRST_GAME,
            demo: G::DEMO,
            lessons: G::LESSONS,
            moves: G::MOVES,
            advice: G::ADVICE,
            pieces: G::PIECES,
        }
    }

    /// A move as it is written, the first that the game tells of.
    pub fn example(&self) -> Option<&'static str> {
        self.moves.first().map(|(form, _)| *form)
    }
}

impl GameKind {
    /// A game by its type, as one that is not [on the list](Self::all).
    pub fn of<G: Playable>() -> Self {
        Self {
            entry: &const { GameEntry::of::<G>() },
            methods: &KindOf::<G>(PhantomData),
        }
    }

    /// Forms of record that it has beside JSON Lines.
    pub fn forms(self) -> Vec<FormEntry> {
        self.methods.forms()
    }

    /// All settings of a game with a preset, or without, and these changes, as a record's header has them.
    ///
    /// # Errors
    /// Returns an error if there is no such preset or setting, or it does not take the value.
    pub fn settings(
        self,
        preset: Option<&str>,
        changes: &[(String, String)],
    ) -> Result<Map<String, Value>, SettingError> {
        self.methods.settings(preset, changes)
    }

    /// The start of a game with these settings.
    ///
    /// # Errors
    /// Returns an error if the game does not take them.
    pub fn start(self, settings: &Map<String, Value>) -> Result<Position, SettingsError> {
        self.methods.start(settings)
    }

    /// A session that begins at a position, whatever led there, under a header; its positions may hold so many amplitudes
    /// together.
    ///
    /// # Panics
    /// Panics if the position is one of another game.
    pub fn session(self, start: &Position, header: Map<String, Value>, room: usize) -> Session {
        self.methods.session(start, header, room)
    }

    /// A session that begins as the header of a record says, with circuits or without.
    ///
    /// # Errors
    /// Returns an error if the header can't be read, or describes no position of the game.
    pub fn open(
        self,
        header: Map<String, Value>,
        recording: Recording,
    ) -> Result<Session, OpenError> {
        self.methods.open(header, recording)
    }

    /// A replay of a record, which has just begun; its positions may hold so many amplitudes together.
    ///
    /// # Errors
    /// Returns an error if the header is of another game or rule set, or describes no position.
    pub fn replay(
        self,
        record: &Record,
        verify: Verify,
        room: usize,
    ) -> Result<RecordReplay<'_>, ReplayError> {
        self.methods.replay(record, verify, room)
    }

    /// A recorded game where it stands; its positions may hold so many amplitudes together.
    ///
    /// # Errors
    /// Returns an error if the record does not follow the rules, to the last word.
    pub fn resume(self, record: &Record, room: usize) -> Result<Session, ReplayError> {
        self.replay(record, Verify::Everything, room)?.finish()
    }

    /// Checks the jobs of a record, as [`verify_jobs`].
    ///
    /// # Errors
    /// Returns an error that says which line is wrong.
    pub fn verify_jobs(
        self,
        record: &Record,
        reader: &dyn JobReader,
    ) -> Result<CheckedJobs, JobError> {
        self.methods.verify_jobs(record, reader)
    }

    /// Checks the pool of a record, as [`pool::verify`].
    ///
    /// # Errors
    /// Returns an error that says which line is wrong.
    pub fn verify_pool(self, record: &Record) -> Result<Option<PoolReport>, PoolError> {
        self.methods.verify_pool(record)
    }

    /// A move of any position, that jumps over these places.
    ///
    /// # Errors
    /// Returns an error if the text is none.
    pub fn read_move(self, text: &str, over: Vec<String>) -> Result<Move, MoveError> {
        let read = self.read_legal_moves(&[(text.to_owned(), over)])?;
        Ok(read.at(0))
    }

    /// Legal moves of any position, ascending, each with the places that it jumps over.
    ///
    /// # Errors
    /// Returns an error if a text is no move.
    pub fn read_legal_moves(
        self,
        moves: &[(String, Vec<String>)],
    ) -> Result<LegalMoves, MoveError> {
        self.methods.read_legal_moves(moves)
    }

    /// A move with outcomes behind it or without, in the form in which records have it.
    ///
    /// # Errors
    /// Returns an error if the text is none.
    pub fn read_ply(self, text: &str) -> Result<String, MoveError> {
        self.methods.read_ply(text)
    }

    /// Many games that begin at a position of this game.
    ///
    /// # Errors
    /// Returns an error if the game has no numbering of its moves.
    ///
    /// # Panics
    /// Panics if the position is of another game.
    pub fn batched_games(
        self,
        start: &Position,
        settings: BatchSettings,
    ) -> Result<BatchedGames, BatchStepError> {
        self.methods.batched_games(start, settings)
    }

    /// The node of the tree of this game that a position is, with a draw after so many plies from there.
    ///
    /// # Errors
    /// Returns an error if the game has no numbering of its moves.
    ///
    /// # Panics
    /// Panics if the position is of another game.
    pub fn node(self, position: &Position, max_plies: Option<u32>) -> Result<GameNode, NodeError> {
        self.methods.node(position, max_plies)
    }

    /// Searches of positions of this game side by side, each with the seed of its random numbers, on some threads.
    ///
    /// # Errors
    /// Returns an error if a position is of another game, or the settings are out of range.
    pub fn searches(
        self,
        roots: &[(Position, u64)],
        settings: &SearchSettings,
        threads: usize,
    ) -> Result<GameSearches, GameSearchError> {
        self.methods.searches(roots, settings, threads)
    }

    /// A player of this program, whose choices are drawn from a generator.
    pub fn seat(self, player: &PlayerKind, rng: ChaCha8Rng) -> Seat {
        self.methods.seat(player, rng)
    }

    /// A player to which games are text, such as another program.
    pub fn text_seat(self, player: Box<dyn TextPlayer>) -> Seat {
        self.methods.text_seat(player)
    }
}

impl Deref for GameKind {
    type Target = GameEntry;

    fn deref(&self) -> &GameEntry {
        self.entry
    }
}

impl fmt::Debug for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameKind").field(&self.name).finish()
    }
}

trait GameKindMethods: Send + Sync {
    fn forms(&self) -> Vec<FormEntry>;
    fn settings(
        &self,
        preset: Option<&str>,
        changes: &[(String, String)],
    ) -> Result<Map<String, Value>, SettingError>;
    fn start(&self, settings: &Map<String, Value>) -> Result<Position, SettingsError>;
    fn session(&self, start: &Position, header: Map<String, Value>, room: usize) -> Session;
    fn open(&self, header: Map<String, Value>, recording: Recording) -> Result<Session, OpenError>;
    fn replay<'a>(
        &self,
        record: &'a Record,
        verify: Verify,
        room: usize,
    ) -> Result<RecordReplay<'a>, ReplayError>;
    fn verify_jobs(&self, record: &Record, reader: &dyn JobReader)
    -> Result<CheckedJobs, JobError>;
    fn verify_pool(&self, record: &Record) -> Result<Option<PoolReport>, PoolError>;
    fn read_legal_moves(&self, moves: &[(String, Vec<String>)]) -> Result<LegalMoves, MoveError>;
    fn read_ply(&self, text: &str) -> Result<String, MoveError>;
    fn batched_games(
        &self,
        start: &Position,
        settings: BatchSettings,
    ) -> Result<BatchedGames, BatchStepError>;
    fn node(&self, position: &Position, max_plies: Option<u32>) -> Result<GameNode, NodeError>;
    fn searches(
        &self,
        roots: &[(Position, u64)],
        settings: &SearchSettings,
        threads: usize,
    ) -> Result<GameSearches, GameSearchError>;
    fn seat(&self, player: &PlayerKind, rng: ChaCha8Rng) -> Seat;
    fn text_seat(&self, player: Box<dyn TextPlayer>) -> Seat;
}

/// The position, which is of this game.
fn of_game<G: Playable>(position: &Position) -> &G {
    let reached = position.typed::<G>();
    &reached.expect("the position is of this game").position
}

struct KindOf<G>(PhantomData<fn() -> G>);

impl<G: Playable> GameKindMethods for KindOf<G> {
    fn forms(&self) -> Vec<FormEntry> {
        let forms = G::FORMS.iter().map(|form| FormEntry {
            name: form.name,
            about: form.about,
            extensions: form.extensions,
        });
        forms.collect()
    }

    fn settings(
        &self,
        preset: Option<&str>,
        changes: &[(String, String)],
    ) -> Result<Map<String, Value>, SettingError> {
        let changes = changes.iter().map(|(key, value)| (&**key, &**value));
        settings::header::<G>(preset, changes)
    }

    fn start(&self, settings: &Map<String, Value>) -> Result<Position, SettingsError> {
        let start = G::from_header(settings).map_err(|error| SettingsError(Box::new(error)))?;
        let reached = ReachedPosition::of_start(start, settings.clone());
        Ok(Position::of(reached))
    }

    fn session(&self, start: &Position, header: Map<String, Value>, room: usize) -> Session {
        let start = of_game::<G>(start).clone();
        let mut session = TypedSession::new(start, header);
        session.set_room(room);
        Session::of(session)
    }

    fn open(&self, header: Map<String, Value>, recording: Recording) -> Result<Session, OpenError> {
        let text = Value::Object(header).to_string();
        let record = Reader::new(text.as_bytes()).record()?;
        let record = record.ok_or(ReadError::Empty)?;
        let replay = Replay::<G>::new(&record, Verify::Moves);
        let replay = replay.map_err(|error| OpenError::Start(error.reason.to_string()))?;
        let mut start = replay.position().clone();
        if recording == Recording::Off {
            start.world_mut().stop_recording();
        }
        Ok(Session::of(TypedSession::new(start, record.header.clone())))
    }

    fn replay<'a>(
        &self,
        record: &'a Record,
        verify: Verify,
        room: usize,
    ) -> Result<RecordReplay<'a>, ReplayError> {
        RecordReplay::new::<G>(record, verify, room)
    }

    fn verify_jobs(
        &self,
        record: &Record,
        reader: &dyn JobReader,
    ) -> Result<CheckedJobs, JobError> {
        verify_jobs::<G>(record, reader)
    }

    fn verify_pool(&self, record: &Record) -> Result<Option<PoolReport>, PoolError> {
        pool::verify::<G>(record)
    }

    fn read_legal_moves(&self, moves: &[(String, Vec<String>)]) -> Result<LegalMoves, MoveError> {
        let read = moves.iter().map(|(text, over)| {
            let mv: Result<G::Move, _> = text.parse();
            mv.map(|mv| (mv, over.clone()))
        });
        let read: Result<Vec<_>, _> = read.collect();
        let read = read.map_err(|error| MoveError::Text(Box::new(error)))?;
        Ok(LegalMoves::with_over::<G>(read))
    }

    fn read_ply(&self, text: &str) -> Result<String, MoveError> {
        let read = text.parse::<ForcedMove<G::Move>>();
        read.map(|ply| ply.to_string())
            .map_err(|error| MoveError::Text(Box::new(error)))
    }

    fn batched_games(
        &self,
        start: &Position,
        settings: BatchSettings,
    ) -> Result<BatchedGames, BatchStepError> {
        BatchedGames::of(of_game::<G>(start), settings)
    }

    fn node(&self, position: &Position, max_plies: Option<u32>) -> Result<GameNode, NodeError> {
        GameNode::of(of_game::<G>(position), max_plies)
    }

    fn searches(
        &self,
        roots: &[(Position, u64)],
        settings: &SearchSettings,
        threads: usize,
    ) -> Result<GameSearches, GameSearchError> {
        GameSearches::of::<G>(roots, settings, threads)
    }

    fn seat(&self, player: &PlayerKind, rng: ChaCha8Rng) -> Seat {
        Seat::of(G::player(player, rng))
    }

    fn text_seat(&self, player: Box<dyn TextPlayer>) -> Seat {
        Seat::of::<G>(Box::new(TextPlayerOf(player)))
    }
}
