//! Syntax of a text.

use cheqqers_game::Status;

use super::command::Command;
use super::cursor::TextPosition;

/// The name of the tag of a position.
pub(super) const FEN: &str = "FEN";

/// A game as it stands in a text, without its variations.
#[derive(Clone, Debug)]
pub(super) struct Game<'a> {
    /// Place of its beginning.
    pub(super) at: TextPosition,
    /// Each name once. A position set up before the first move is one called [`FEN`].
    pub(super) tags: Vec<Tag>,
    /// Commands before the first move.
    pub(super) commands: Vec<Command>,
    pub(super) plies: Vec<PlyText<'a>>,
    /// A result behind the moves.
    pub(super) result: Option<(TextPosition, Status)>,
}

#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) at: TextPosition,
    pub(super) name: String,
    pub(super) text: String,
}

/// A move, a chain being one.
#[derive(Clone, Debug)]
pub(super) struct PlyText<'a> {
    pub(super) at: TextPosition,
    /// As it stands there, without its strength.
    pub(super) text: &'a str,
    pub(super) shape: Shape<'a>,
    /// Those behind a move without capture.
    pub(super) readings: Vec<Reading>,
}

#[derive(Clone, Debug)]
pub(super) enum Shape<'a> {
    Step {
        from: Number<'a>,
        to: Number<'a>,
    },
    Split {
        from: Number<'a>,
        to: [Number<'a>; 2],
    },
    Merge {
        from: [Number<'a>; 2],
        to: Number<'a>,
    },
    Capture {
        from: Number<'a>,
        hops: Vec<Hop<'a>>,
    },
}

/// The number of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<'a> {
    pub(super) at: TextPosition,
    pub(super) digits: &'a str,
}

#[derive(Clone, Debug)]
pub(super) struct Hop<'a> {
    pub(super) to: Number<'a>,
    pub(super) readings: Vec<Reading>,
}

/// Reading of the square that a measurement tells of first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) at: TextPosition,
    /// `true` if it was found occupied.
    pub(super) found: bool,
}
