//! The layouts that a move may lead to.

use cozy_chess::{Piece as Kind, Square};
use smallvec::{SmallVec, smallvec};

use super::layout::Layout;
use super::moves::Move;
use super::rules::Attempt;
use crate::castling::Castling;
use crate::fen::EnPassant;

/// Layouts after each outcome of a move; at most two groups are measured.
pub(super) type Outcomes = SmallVec<[Layout; 4]>;

/// An attempted capture, or a capture, whose halves have been measured or are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assault {
    /// Square of the attacker.
    pub from: Square,
    /// Square of arrival.
    pub to: Square,
    /// Square of the target: that of arrival, unless a pawn is taken en passant.
    pub target: Square,
    /// The kind that a pawn becomes on the last rank.
    pub promotion: Option<Kind>,
    /// `true` if the attacker is a pawn.
    pub by_pawn: bool,
}

impl Assault {
    /// The capture from one square onto another.
    pub(super) fn new(
        layout: &Layout,
        en_passant: Option<EnPassant>,
        [from, to]: [Square; 2],
        promotion: Option<Kind>,
    ) -> Self {
        let target = match en_passant {
            Some(right) if right.skipped == to => right.pawn,
            _ => to,
        };
        Self {
            from,
            to,
            target,
            promotion,
            by_pawn: layout.kind(from) == Kind::Pawn,
        }
    }

    /// Goes on once both units are conventional or gone: returns `true` if the target is captured.
    pub(super) fn finish(self, layout: &mut Layout) -> bool {
        if layout.unit(self.from).is_none() {
            return false;
        }
        let captures = layout.unit(self.target).is_some();
        if captures {
            layout.remove(self.target);
        }
        layout.relocate(self.from, self.to, self.promotion);
        captures
    }

    /// Group of the half on a square.
    fn group(layout: &Layout, square: Square) -> Option<u8> {
        layout.half(square).map(|half| half.component)
    }

    /// The groups that the attempt measures first.
    pub(super) fn groups(self, layout: &Layout, attempt: Attempt) -> SmallVec<[u8; 2]> {
        let [attacker, target] = [self.from, self.target].map(|square| Self::group(layout, square));
        let mut groups: SmallVec<[u8; 2]> = attacker.into_iter().collect();
        if attempt != Attempt::NoBox || groups.is_empty() {
            groups.extend(target.filter(|group| !groups.contains(group)));
        }
        groups
    }

    /// Decides an attempt without a measurement: by Hadamard moves of the target's pair and then of
    /// the attacker's, unless it is of the same group. `act` is called before each.
    pub(super) fn decide_by_phase(self, layout: &mut Layout, mut act: impl FnMut(&Layout, Square)) {
        for square in [self.target, self.from] {
            if let Some(half) = layout.half(square) {
                act(layout, square);
                layout.collapse(half.component, half.hadamard_class());
            }
        }
    }
}

/// The layouts after each outcome of a move, which fits its row of the rules.
pub(super) fn outcomes(
    layout: &Layout,
    attempt: Attempt,
    en_passant: Option<EnPassant>,
    mv: Move,
) -> Outcomes {
    let mut after = *layout;
    match mv {
        Move::Capture {
            from,
            to,
            promotion,
        } => {
            let assault = Assault::new(layout, en_passant, [from, to], promotion);
            return assaults(layout, attempt, assault);
        }
        Move::Tunnel { from, to } => {
            after.relocate(from, to, None);
            return smallvec![*layout, after];
        }
        Move::Collapse(square) => {
            let group = layout.known_half(square).component;
            return classes(layout, group);
        }
        _ => apply(&mut after, mv),
    }
    smallvec![after]
}

/// The layouts after each outcome of measuring a group.
fn classes(layout: &Layout, group: u8) -> Outcomes {
    let of = |class| {
        let mut after = *layout;
        after.collapse(group, class);
        after
    };
    smallvec![of(false), of(true)]
}

fn assaults(layout: &Layout, attempt: Attempt, assault: Assault) -> Outcomes {
    if attempt == Attempt::Hadamard {
        let mut after = *layout;
        assault.decide_by_phase(&mut after, |_, _| ());
        assault.finish(&mut after);
        return smallvec![after];
    }
    let mut outcomes: Outcomes = smallvec![*layout];
    for group in assault.groups(layout, attempt) {
        outcomes = outcomes
            .iter()
            .flat_map(|layout| classes(layout, group))
            .collect();
    }
    let found = |layout: &Layout| layout.unit(assault.from).is_some();
    // Without a box the target is measured only if the attacker is there.
    let mut all = Outcomes::new();
    for after in outcomes {
        match after.half(assault.target) {
            Some(half) if found(&after) => all.extend(classes(&after, half.component)),
            _ => all.push(after),
        }
    }
    for after in &mut all {
        assault.finish(after);
    }
    all
}

/// Applies a move that measures nothing and captures nothing.
pub(super) fn apply(layout: &mut Layout, mv: Move) {
    match mv {
        Move::Step {
            from,
            to,
            promotion,
        } => {
            let unit = layout.known(from);
            layout.relocate(from, to, promotion);
            if unit.kind == Kind::King
                && unit.half.is_none()
                && let Some(way) = Castling::of_move(unit.colour, from, to)
            {
                layout.relocate(way.rook_from, way.rook_to, None);
            }
        }
        Move::Split {
            from,
            to,
            pair_type,
            promotion,
        } => layout.split(from, to, pair_type, promotion),
        Move::Join {
            from,
            to,
            with,
            promotion,
        } => layout.join(from, to, with, promotion),
        Move::Invert(squares) => layout.invert(squares),
        Move::PhaseFlip([square, _]) => layout.flip_phase(layout.known_half(square).component),
        Move::Hadamard {
            pair: [square, _], ..
        } => {
            let half = layout.known_half(square);
            layout.collapse(half.component, half.hadamard_class());
        }
        Move::Capture { .. } | Move::Tunnel { .. } | Move::Collapse(_) | Move::Castle(_) => {
            unreachable!("it measures or captures")
        }
    }
}
