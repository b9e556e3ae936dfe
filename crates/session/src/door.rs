//! Games, sessions, positions, moves and players whose game is not part of their type: what a client needs that is
//! not generic.
//!
//! Each is a value over a trait with its methods, to which it dereferences; behind it stands a type that knows the
//! game.

mod analysis;
mod kind;
mod moves;
mod ply;
mod ply_in_progress;
mod position;
mod replay;
mod seat;
mod session;
mod text_player;

pub use analysis::{AnalysedChoice, AnalysedOutcome, AnalysedPly, AnalysisMemory, AnalysisStep};
pub use kind::{FormEntry, GameEntry, GameKind, OpenError, SettingsError};
pub use moves::{LegalMoves, LegalMovesMethods, Move, MoveMethods};
pub use ply::{NamedMeasurement, PlayedPly, PlayedPlyMethods};
pub use ply_in_progress::{BeginError, FinishedPly, PlyInProgress};
pub use position::{ActionSpace, MoveError, Position, PositionMethods};
pub use replay::RecordReplay;
pub use seat::{ChosenMove, Seat, Seats};
pub use session::{Session, SessionMethods};
pub use text_player::{TextContext, TextPlayer};
