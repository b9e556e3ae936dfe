use std::collections::BTreeSet;

use cheqqers_game::Colour;
use cheqqers_game::show::MoveShape;
use cheqqers_session::{LegalMoves, Move, Position};
use serde::{Deserialize, Serialize};

use crate::exact::WIN;

/// Effect of the first move of a puzzle, in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// It wins for certain, and no other does.
    Win,
    /// It holds a game that every other move most likely loses.
    Defence,
    /// A piece becomes two parts.
    Superposition,
    /// Parts meet, and interfere.
    Interference,
    /// Pieces become entangled that were not.
    Entanglement,
    /// It is measured.
    Measurement,
    /// It is not measured, though many other moves are.
    Certainty,
    /// A piece is captured that may not be there.
    QuantumTarget,
    /// It gives something up at first.
    Sacrifice,
    /// There are several moves to find.
    Line,
}

impl Theme {
    /// All of them, in the order of data.
    pub const ALL: [Self; 10] = [
        Self::Win,
        Self::Defence,
        Self::Superposition,
        Self::Interference,
        Self::Entanglement,
        Self::Measurement,
        Self::Certainty,
        Self::QuantumTarget,
        Self::Sacrifice,
        Self::Line,
    ];

    /// Returns `true` if it is about what no classical game has.
    pub fn is_quantum(self) -> bool {
        match self {
            Self::Superposition
            | Self::Interference
            | Self::Entanglement
            | Self::Measurement
            | Self::Certainty
            | Self::QuantumTarget => true,
            Self::Win | Self::Defence | Self::Sacrifice | Self::Line => false,
        }
    }

    /// The name in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Defence => "defence",
            Self::Superposition => "superposition",
            Self::Interference => "interference",
            Self::Entanglement => "entanglement",
            Self::Measurement => "measurement",
            Self::Certainty => "certainty",
            Self::QuantumTarget => "quantum-target",
            Self::Sacrifice => "sacrifice",
            Self::Line => "line",
        }
    }
}

/// Change of the static evaluation, in -1..=1, from which on something counts as given up.
const GIVEN_UP: f64 = 0.1;

/// Themes of a move with its scores, the best and the second best, and a position it leads to.
pub(crate) fn themes(
    before: &Position,
    legal: &LegalMoves,
    mv: &Move,
    (best, second): (u16, u16),
    after: &Position,
) -> BTreeSet<Theme> {
    let mut themes = BTreeSet::new();
    let mut add = |theme, holds: bool| {
        if holds {
            themes.insert(theme);
        }
    };
    add(Theme::Win, best == WIN);
    add(Theme::Defence, (400..=650).contains(&best) && second <= 300);
    let kinds = before.move_kinds();
    let shape = kinds
        .iter()
        .find(|kind| kind.name == mv.kind())
        .map(|kind| kind.shape);
    add(Theme::Superposition, shape == Some(MoveShape::Split));
    add(Theme::Interference, shape == Some(MoveShape::Merge));
    add(Theme::Entanglement, entangled(after) > entangled(before));
    let is_measured = before.measures(mv);
    add(Theme::Measurement, is_measured);
    let measured = legal.iter().filter(|mv| before.measures(mv)).count();
    add(
        Theme::Certainty,
        !is_measured && 3 * measured >= legal.len(),
    );
    let reached = [mv.over(), mv.targets()].concat();
    let turn = before.turn();
    let is_quantum = before.parts().into_iter().any(|part| {
        part.colour == Some(turn.opponent())
            && part.probability < 1.0
            && reached.contains(&part.place)
    });
    add(Theme::QuantumTarget, is_quantum);
    let lost = sign(turn) * (before.evaluation() - after.evaluation());
    add(
        Theme::Sacrifice,
        after.outcome().is_none() && lost >= GIVEN_UP,
    );
    themes
}

/// Number of pieces in components with others.
fn entangled(position: &Position) -> usize {
    let parts = position.parts();
    let components = position.components();
    let pieces = components.iter().map(|component| {
        let slots = component.unordered_slots();
        let own = parts
            .iter()
            .filter(|part| part.slot.is_some_and(|slot| slots.contains(&slot)));
        own.map(|part| part.piece).collect::<BTreeSet<_>>().len()
    });
    pieces.filter(|&pieces| pieces > 1).sum()
}

pub(crate) fn sign(turn: Colour) -> f64 {
    match turn {
        Colour::White => 1.0,
        Colour::Black => -1.0,
    }
}
