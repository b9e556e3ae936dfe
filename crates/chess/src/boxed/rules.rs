use super::half::PairType;
use crate::geometry::Geometry;

/// Options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Rules {
    /// Squares of the board and moves on it.
    pub geometry: Geometry,
    /// Squares that a superposition may have.
    pub superposition: Superposition,
    /// `true` if unequal superpositions exist.
    pub unequal: bool,
    /// Faces of a die of six on which the likely half of an unequal pair is real.
    pub unequal_faces: u8,
    /// `true` if inversions exist.
    pub inversion: bool,
    /// `true` if superpositions with phase, Z moves and Hadamard moves exist.
    pub phase: bool,
    /// `true` if Z moves and Hadamard moves of entangled pairs exist.
    pub entangled_moves: bool,
    /// Effect of an attempted capture.
    pub attempt: Attempt,
    /// `true` if tunnelling exists.
    pub tunnelling: bool,
    /// `true` if a player may collapse one of their pairs and then move with it.
    pub remote_collapse: bool,
    /// Most entangled groups at a time.
    pub max_entangled: usize,
    /// Turns without a capture or a pawn's move that make a draw; `None` for no limit.
    pub draw_after: Option<u32>,
}

/// Squares that a superposition may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Superposition {
    /// Any two squares.
    Free,
    /// The piece's own square and another.
    Stay,
    /// There are none, and no entanglement.
    Off,
}

/// Effect of an attempted capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attempt {
    /// The groups of both units are measured at once.
    Box,
    /// The attacker's group is measured first, and the target's only if the attacker is there.
    NoBox,
    /// Nothing is measured: the pairs make Hadamard moves.
    Hadamard,
}

impl Rules {
    /// Probability that the likely half of an unequal pair is real.
    pub fn likely(self) -> f64 {
        f64::from(self.unequal_faces) / 6.0
    }

    /// Probability of a class, 1 being `true`.
    pub fn class_probability(self, pair_type: PairType, class: bool) -> f64 {
        match (pair_type, class) {
            (PairType::Equal | PairType::Phase, _) => 0.5,
            (PairType::Unequal, false) => self.likely(),
            (PairType::Unequal, true) => 1.0 - self.likely(),
        }
    }

    /// Returns `true` if pairs become conventional by Hadamard moves, of their owner or by an attempted capture, so that
    /// the marks of their halves count.
    pub(super) fn has_hadamard(self) -> bool {
        self.phase || self.attempt == Attempt::Hadamard
    }

    /// Returns `true` if pairs of this type exist.
    pub fn has(self, pair_type: PairType) -> bool {
        match pair_type {
            _ if self.superposition == Superposition::Off => false,
            PairType::Equal => true,
            PairType::Unequal => self.unequal,
            PairType::Phase => self.phase,
        }
    }
}
