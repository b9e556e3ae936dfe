use std::iter;

use cheqqers_world::{Component, World};
use smallvec::SmallVec;

use super::longest;
use super::position::Position;
use super::side::{Capture, Captures, Side};
use super::{Level, Move};
use crate::Square;
use crate::bitboard::{Bitboard, with_bitboard};

/// Legal moves of a position that is not over.
///
/// Their order is that of [`Move`]: steps, splits and merges, or captures alone.
pub(super) enum LegalMoves<B> {
    Captures(Captures),
    NonCaptures(NonCaptures<B>),
    /// Moves without capture where a component has no room for some of them.
    Listed(Vec<Move>),
}

/// Steps, splits and merges.
pub(super) struct NonCaptures<B> {
    /// Squares that can be left, ascending, with the open squares of each.
    open: SmallVec<[(Square, B); 12]>,
    splits: bool,
    /// Squares whose parts can merge, where they can.
    mergeable: B,
}

impl<B: Bitboard> LegalMoves<B> {
    /// Those of the player to move.
    pub(super) fn of(position: &Position) -> Self {
        let side = Side::<B>::new(&position.board, position.turn);
        let captures = captures(&side, position);
        if !captures.is_empty() {
            return Self::Captures(captures);
        }
        let level = position.rules.level();
        let mut moves = NonCaptures {
            open: side.open(),
            splits: level >= Level::Superposition,
            mergeable: B::EMPTY,
        };
        if level >= Level::Interference {
            moves.mergeable = side.own & position.board.quantum().to_bitboard();
        }
        if all_have_room(&position.world) {
            return Self::NonCaptures(moves);
        }
        let has_room = |mv: &Move| has_room(position, *mv);
        Self::Listed(moves.iter().filter(has_room).collect())
    }

    /// The one whose number, from 0 in ascending order, is chosen; `choose` is given how many
    /// there are.
    pub(super) fn choose(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        match self {
            Self::Captures(captures) => {
                (!captures.is_empty()).then(|| captures[choose(captures.len())].to_move())
            }
            Self::NonCaptures(moves) => moves.choose(choose),
            Self::Listed(moves) => (!moves.is_empty()).then(|| moves[choose(moves.len())]),
        }
    }

    /// Calls `push` with each, ascending.
    pub(super) fn for_each(&self, push: impl FnMut(Move)) {
        match self {
            Self::Captures(captures) => captures.iter().map(|one| one.to_move()).for_each(push),
            Self::NonCaptures(moves) => moves.iter().for_each(push),
            Self::Listed(moves) => moves.iter().copied().for_each(push),
        }
    }
}

impl<B: Bitboard> NonCaptures<B> {
    fn choose(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        let num_steps: usize = self.open.iter().map(|(_, open)| open.len()).sum();
        let pairs = |open: B| {
            let len = open.len();
            len * len.saturating_sub(1) / 2
        };
        let num_splits = if self.splits {
            self.open.iter().map(|&(_, open)| pairs(open)).sum()
        } else {
            0
        };
        let num_merges: usize = self.mergers().map(|(_, shared)| shared.len()).sum();
        let len = num_steps + num_splits + num_merges;
        if len == 0 {
            return None;
        }
        let mut n = choose(len);
        if n < num_steps {
            for &(from, open) in &self.open {
                if n < open.len() {
                    let to = open.squares().nth(n)?;
                    return Some(Move::Step { from, to });
                }
                n -= open.len();
            }
        }
        n -= num_steps;
        if n < num_splits {
            for &(from, open) in &self.open {
                if n < pairs(open) {
                    return splits_of(from, open).nth(n);
                }
                n -= pairs(open);
            }
        }
        self.merges().nth(n - num_splits)
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        let steps = self.open.iter().flat_map(|&(from, open)| {
            let targets = open.squares();
            targets.map(move |to| Move::Step { from, to })
        });
        let splitters = if self.splits { &self.open[..] } else { &[] };
        let splits = splitters
            .iter()
            .flat_map(|&(from, open)| splits_of(from, open));
        steps.chain(splits).chain(self.merges())
    }

    fn merges(&self) -> impl Iterator<Item = Move> {
        self.mergers().flat_map(|(from, shared)| {
            let targets = shared.squares();
            targets.map(move |to| Move::Merge { from, to })
        })
    }

    /// Pairs of quantum squares, ascending, with the squares open to both.
    fn mergers(&self) -> impl Iterator<Item = ([Square; 2], B)> {
        let quantum = self.open.iter().enumerate();
        let quantum = quantum.filter(|(_, (square, _))| self.mergeable.has(*square) == 1);
        quantum.flat_map(|(k, &(first, open))| {
            let others = self.open[k + 1..].iter();
            let others = others.filter(|(square, _)| self.mergeable.has(*square) == 1);
            others.map(move |&(second, theirs)| ([first, second], open & theirs))
        })
    }
}

fn splits_of<B: Bitboard>(from: Square, open: B) -> impl Iterator<Item = Move> {
    let mut rest = open;
    let firsts = iter::from_fn(move || {
        let (first, others) = rest.split_first()?;
        rest = others;
        Some((first, others))
    });
    firsts.flat_map(move |(first, others)| {
        let seconds = others.squares();
        seconds.map(move |second| Move::Split {
            from,
            to: [first, second],
        })
    })
}

/// Returns `true` if the player to move has any move.
pub(super) fn can_move(position: &Position) -> bool {
    with_bitboard!(position.board, B => {
        let side = Side::<B>::new(&position.board, position.turn);
        if side.can_capture() {
            return true;
        }
        if all_have_room(&position.world) {
            return side.movers().squares().any(|from| !side.open_from(from).is_empty());
        }
        LegalMoves::<B>::of(position).choose(|_| 0).is_some()
    })
}

/// The captures of the player to move that are legal.
fn captures<B: Bitboard>(side: &Side<B>, position: &Position) -> Captures {
    let mut found = Captures::new();
    if let Some(chain) = position.chain {
        side.captures_from(chain.square, |over, to| {
            if position.numbers(over) & chain.captured == 0 {
                let from = chain.square;
                found.push(Capture { from, to, over });
            }
        });
    } else {
        for from in side.capturers().squares() {
            side.captures_from(from, |over, to| found.push(Capture { from, to, over }));
        }
        if found.len() > 1 {
            longest::retain(position, &mut found);
        }
    }
    found.sort_unstable();
    found
}

/// Most amplitudes of all components together with which every move has room, however many of them
/// it joins.
const ROOM_FOR_ALL: usize = World::MAX_AMPLITUDES / 4;

/// Returns `true` if there is room for every move that joins components.
fn all_have_room(world: &World) -> bool {
    let components = world.components().iter();
    let amplitudes = components.map(Component::num_amplitudes);
    amplitudes.fold(1, usize::saturating_mul) <= ROOM_FOR_ALL
}

/// Returns `true` if a step, split or merge has room. A board has no more squares than a component
/// may have slots.
pub(super) fn has_room(position: &Position, mv: Move) -> bool {
    let times = match mv {
        Move::Step { .. } => 1,
        _ => 4,
    };
    let squares = mv.sources().chain(mv.targets());
    let slots: SmallVec<[_; 3]> = squares.map(Square::slot).collect();
    position.world.has_room(slots, 0, times)
}
