//! A game under way: the road of its plies, and the list of games.
//!
//! A [`GameKind`] is a game on the list, a [`Session`] one under way, and a [`Seat`] its player; what game it is, is
//! not part of their types. [`play_game`] plays a whole game between the players of two [`Seats`], and
//! [`Seats::play_out`] one without a record, as fast as possible; the games of a [`Series`] differ by their seeds and
//! players. A [`TypedSession`] is a session of a known type, and a [`Playable`] a game whose hot functions are compiled
//! here. A [`GamePool`] has shots that are taken before they are needed. An [`Opening`] and [`play_forced`] play moves with given outcomes. [`KNOWN`] lists the games, and
//! [`with_game`] calls a [`GameVisitor`] with one of them by its name. [`BatchedGames`] steps many
//! games together, and a [`GameNode`] is a node of the tree of a game;
//! [`GameSearches`] search positions side by side. [`ReachedPosition`] is one position of a game,
//! [`CircuitExport`] exports the circuits of its components, and [`Recordings`] reads recorded games in any form.
//!
//! Nothing here opens files. Below: `cheqqers_checkers` and other games, `cheqqers_players` and
//! `cheqqers_measure`. Above: tournaments, the page and the command.

mod batched_games;
mod circuit_export;
mod door;
mod forced;
mod game_node;
mod game_pool;
mod game_searches;
mod games;
mod given;
mod group_facts;
mod machine;
mod matchplay;
mod opening;
mod playable;
mod playout;
mod reached;
mod recordings;
mod series;
mod typed_session;
mod undo;
mod undone_plies;

pub use batched_games::{
    Autoreset, BatchArrays, BatchSettings, BatchStepError, BatchedGameRecord, BatchedGames,
    BatchedGamesMethods, FloatArray, PositionArrays, RANDOM_ACTION,
};
pub use circuit_export::{CircuitExport, CircuitExportError, CircuitFormat};
pub use door::{
    ActionSpace, AnalysedChoice, AnalysedOutcome, AnalysedPly, AnalysisMemory, AnalysisStep,
    BeginError, ChosenMove, FinishedPly, FormEntry, GameEntry, GameKind, LegalMoves,
    LegalMovesMethods, Move, MoveError, MoveMethods, NamedMeasurement, OpenError, PlayedPly,
    PlayedPlyMethods, PlyInProgress, Position, PositionMethods, RecordReplay, Seat, Seats, Session,
    SessionMethods, SettingsError, TextContext, TextPlayer,
};
pub use forced::{AcceptedOutcomes, ForceError, play_forced};
pub use game_node::{GameNode, GameNodeMethods, NodeError};
pub use game_pool::GamePool;
pub use game_searches::{GameSearchError, GameSearches, GameSearchesMethods};
pub use games::{GameVisitor, KNOWN, UnknownGame, names, recorded, with_game};
pub use given::GivenPlyError;
pub use group_facts::group_facts;
pub use matchplay::{play_game, play_random_plies};
pub use opening::{MissingOutcomes, Opening, OpeningError};
pub use playable::Playable;
pub use playout::{PendingMeasurement, PlayOutError, PlayedOut};
pub use reached::ReachedPosition;
pub use recordings::{RecordingError, Recordings};
pub use series::Series;
pub use typed_session::{PlyError, TypedSession, in_words};
pub use undo::{KnownOutcomes, MeasuredPlies, UndoRefusal};
