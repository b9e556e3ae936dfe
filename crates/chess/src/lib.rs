//! Quantum chess: two games on the board of chess and smaller ones.
//!
//! A `Position` is a [`Game`](cheqqers_game::Game): it lists legal moves, plays them, and asks for
//! measurements where the rules want one. [`queens`] is Queen's quantum chess, in which a piece is of
//! two types; [`boxed`] is Box chess, in which a piece is on two squares. They share the geometry of
//! boards and attacks ([`Geometry`], on the tables of `cozy_chess`), castling ([`CastlingRights`]), capturing
//! en passant ([`EnPassant`]), the fields of FEN ([`SetupError`]), the reading of moves, and pictures.
//!
//! Nothing here reads files or draws random numbers: the bits of measurements come from the caller.
//!
//! Below it: `cheqqers_game`, `cheqqers_world` and `cheqqers_circuit`. Above it: sessions, the page and
//! the command.

pub mod boxed;
mod castling;
mod en_passant;
mod features;
mod fen;
mod geometry;
mod notation;
mod pieces;
mod planes;
pub mod queens;
mod settings;
mod value;
mod words;

pub use castling::{Castling, CastlingRights, CastlingSide};
pub use cozy_chess::{BitBoard, Piece as Kind, Square};
pub use en_passant::EnPassant;
pub use fen::SetupError;
pub use geometry::Geometry;
pub use notation::ReadMoveError;
pub use settings::OptionError;

#[cfg(test)]
mod learning;
