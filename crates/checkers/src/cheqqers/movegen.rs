pub(super) mod count;

use cheqqers_game::Colour;

use crate::bitboard::{Bitboard, with_bitboard};
use crate::parts::Parts;
use crate::{Board, Direction, Level, Move, Position, Square, Squares};

/// The legal moves of a position that is not drawn, as sets of squares: they are counted, and one
/// of them is found, without a list of all.
///
/// Their order is that of [`Move`]: steps, splits and merges, or captures alone.
pub(crate) struct LegalMoves<'a, B> {
    board: &'a Board,
    kind: Kind,
    /// Parts that can step, or capture, by direction.
    sources: Sources<B>,
    /// Parts that may split: of these, those with two steps at least.
    splitters: B,
    /// Parts that may merge with another of the same piece.
    mergers: B,
}

/// Kind of the legal moves: captures alone if there is one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Captures,
    Quiet,
}

impl<'a, B: Bitboard> LegalMoves<'a, B> {
    /// Those of the player to move.
    pub(crate) fn of(position: &'a Position) -> Self {
        let board = &position.board;
        let side = Side::new(board, position.turn);
        let mut moves = Self {
            board,
            kind: Kind::Captures,
            sources: side.capturers(position.chain),
            splitters: B::EMPTY,
            mergers: B::EMPTY,
        };
        if !moves.sources.is_empty() {
            return moves;
        }
        moves.kind = Kind::Quiet;
        moves.sources = side.steppers();
        let level = position.rules.level();
        if level >= Level::Superposition {
            let can_branch = position.can_branch().to_bitboard();
            moves.splitters = moves.sources.any() & can_branch;
            if level >= Level::Interference {
                let parts = moves.splitters & board.quantum().to_bitboard();
                moves.mergers = moves.sources.meeting(parts);
            }
        }
        moves
    }

    /// Number of legal moves.
    pub(crate) fn len(&self) -> usize {
        self.sources.len() + self.num_splits() + self.merges().count()
    }

    /// Kind of the moves.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The one whose number, from 0 in ascending order, is chosen; `choose` is given how many
    /// there are.
    pub(crate) fn choose(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        let num_singles = self.sources.len();
        let num_splits = self.num_splits();
        let len = num_singles + num_splits + self.merges().count();
        if len == 0 {
            return None;
        }
        let n = choose(len);
        if n < num_singles {
            let (from, to) = self.sources.nth_way(n, self.distance())?;
            return Some(self.single(from, to));
        }
        let n = n - num_singles;
        if n < num_splits {
            return self.nth_split(n);
        }
        self.merges().nth(n - num_splits)
    }

    /// The legal moves, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Move> {
        self.singles().chain(self.splits()).chain(self.merges())
    }

    /// The steps, or the captures.
    fn singles(&self) -> impl Iterator<Item = Move> {
        let ways = self.sources.ways(self.distance());
        ways.map(|(from, to)| self.single(from, to))
    }

    fn single(&self, from: Square, to: Square) -> Move {
        match self.kind {
            Kind::Captures => Move::Capture { from, to },
            Kind::Quiet => Move::Step { from, to },
        }
    }

    fn splits(&self) -> impl Iterator<Item = Move> {
        let splitters = self.splitters.squares();
        splitters.flat_map(|from| self.splits_of(from))
    }

    fn splits_of(&self, from: Square) -> impl Iterator<Item = Move> + use<B> {
        let targets = self.targets(from);
        (0..targets.len).flat_map(move |k| {
            (k + 1..targets.len).map(move |l| Move::Split {
                from,
                to: [targets.squares[k], targets.squares[l]],
            })
        })
    }

    fn nth_split(&self, mut n: usize) -> Option<Move> {
        for from in self.splitters.squares() {
            let ways = self.sources.num_ways(from);
            let pairs = ways * (ways - 1) / 2;
            if n < pairs {
                return self.splits_of(from).nth(n);
            }
            n -= pairs;
        }
        None
    }

    fn num_splits(&self) -> usize {
        self.sources.num_pairs(self.splitters)
    }

    fn merges(&self) -> impl Iterator<Item = Move> {
        self.mergers.squares().flat_map(move |first| {
            let seconds = self.mergers.squares();
            let seconds = seconds
                .filter(move |&second| second > first && can_merge(self.board, first, second));
            seconds.flat_map(move |second| {
                let (ours, theirs) = (self.targets(first), self.targets(second));
                let shared = (0..ours.len).map(move |k| ours.squares[k]);
                let shared = shared.filter(move |to| theirs.as_slice().contains(to));
                shared.map(move |to| Move::Merge {
                    from: [first, second],
                    to,
                })
            })
        })
    }

    fn targets(&self, from: Square) -> Targets {
        self.sources.targets(from, self.distance())
    }

    /// Squares that a move leads along a diagonal.
    fn distance(&self) -> u8 {
        match self.kind {
            Kind::Captures => 2,
            Kind::Quiet => 1,
        }
    }
}

/// Returns `true` if `colour` has a step or a capture.
pub(crate) fn can_move(parts: &Parts, colour: Colour) -> bool {
    with_bitboard!(parts, B => {
        let side = Side::<B>::new(parts, colour);
        !side.steppers().is_empty() || !side.capturers(None).is_empty()
    })
}

/// Number of steps of `colour`, legal or ruled out by a capture.
#[inline]
pub(crate) fn num_steps(parts: &Parts, colour: Colour) -> usize {
    with_bitboard!(parts, B => Side::<B>::new(parts, colour).steppers().len())
}

/// Returns `true` if `colour` has a capture; with `only`, one from that square.
pub(crate) fn can_capture(parts: &Parts, colour: Colour, only: Option<Square>) -> bool {
    with_bitboard!(parts, B => !Side::<B>::new(parts, colour).capturers(only).is_empty())
}

/// Returns `true` if the part that landed on `to` must go on capturing; crowning ends the turn.
pub(crate) fn goes_on(parts: &Parts, colour: Colour, to: Square, crowned: bool) -> bool {
    !crowned && can_capture(parts, colour, Some(to))
}

/// Returns `true` if two occupied squares hold parts that may merge: of the same piece and both men
/// or both kings.
pub(crate) fn can_merge(board: &Board, a: Square, b: Square) -> bool {
    board.piece(a) == board.piece(b) && board.kings().contains(a) == board.kings().contains(b)
}

/// Parts of one player, and squares to step or capture from.
#[derive(Clone, Copy)]
struct Side<B> {
    /// The player's parts that may move in each direction.
    movers: Sources<B>,
    /// From where a part that may move in each direction can step in it.
    step_points: Sources<B>,
    /// From where it can capture.
    capture_points: Sources<B>,
}

impl<B: Bitboard> Side<B> {
    fn new(parts: &Parts, colour: Colour) -> Self {
        let movers = |direction| parts.movers(colour, direction).to_bitboard();
        let empty: B = parts.empty().to_bitboard();
        let opposing: B = parts.of(colour.opponent()).to_bitboard();
        let step_points = Sources::of(|direction| empty.behind(direction));
        Self {
            movers: Sources::of(movers),
            step_points,
            capture_points: step_points
                .each(|before_empty, direction| (before_empty & opposing).behind(direction)),
        }
    }

    /// Parts that can step, by direction.
    fn steppers(&self) -> Sources<B> {
        self.movers.and(self.step_points)
    }

    /// Parts that can capture, by direction; with `only`, of that square alone.
    fn capturers(&self, only: Option<Square>) -> Sources<B> {
        let among = only.map_or(!B::EMPTY, |square| Squares::from(square).to_bitboard());
        let capturers = self.movers.and(self.capture_points);
        capturers.each(|sources, _| sources & among)
    }
}

/// For each direction, the squares from which something can be done in it.
#[derive(Clone, Copy)]
struct Sources<B>([B; 4]);

impl<B: Bitboard> Sources<B> {
    fn of(of: impl Fn(Direction) -> B) -> Self {
        let [a, b, c, d] = Direction::ALL;
        Self([of(a), of(b), of(c), of(d)])
    }

    fn each(self, of: impl Fn(B, Direction) -> B) -> Self {
        let [a, b, c, d] = self.0;
        let [first, second, third, fourth] = Direction::ALL;
        Self([of(a, first), of(b, second), of(c, third), of(d, fourth)])
    }

    fn and(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }

    fn any(self) -> B {
        let [a, b, c, d] = self.0;
        a | b | c | d
    }

    fn is_empty(self) -> bool {
        self.any().is_empty()
    }

    /// Number of ways, each a source and a direction.
    fn len(self) -> usize {
        B::total(self.0)
    }

    /// Number of pairs of ways from the same square, among these squares.
    fn num_pairs(self, among: B) -> usize {
        if among.is_empty() {
            return 0;
        }
        let [a, b, c, d] = self.0.map(|sources| sources & among);
        let both = |a: B, b: B| (a & b).len();
        let along = both(a, b) + both(c, d);
        // Men move in two of the directions only.
        if (a | b).is_empty() || (c | d).is_empty() {
            return along;
        }
        along + both(a, c) + both(a, d) + both(b, c) + both(b, d)
    }

    /// Those of the squares that can step to where another of them can step.
    fn meeting(self, squares: B) -> B {
        let sources = self.each(|sources, _| sources & squares);
        let (mut one, mut two) = (B::EMPTY, B::EMPTY);
        for (sources, direction) in sources.0.into_iter().zip(Direction::ALL) {
            let targets = sources.shifted(direction);
            two |= one & targets;
            one |= targets;
        }
        sources
            .each(|sources, direction| sources & two.behind(direction))
            .any()
    }

    /// From where to where, so many steps on, ascending.
    fn ways(self, distance: u8) -> impl Iterator<Item = (Square, Square)> {
        self.any().squares().flat_map(move |from| {
            let directions = self.0.into_iter().zip(Direction::ALL);
            let directions = directions.filter(move |(sources, _)| sources.has(from) == 1);
            directions
                .map(move |(_, direction)| (from, from.neighbour_unchecked(direction, distance)))
        })
    }

    /// The same in no particular order, which is faster.
    fn unordered_ways(self, distance: u8) -> impl Iterator<Item = (Square, Square)> {
        let directions = self.0.into_iter().zip(Direction::ALL);
        directions.flat_map(move |(sources, direction)| {
            let squares = sources.squares();
            squares.map(move |from| (from, from.neighbour_unchecked(direction, distance)))
        })
    }

    /// The one of [`Self::ways`] with this number.
    fn nth_way(self, mut n: usize, distance: u8) -> Option<(Square, Square)> {
        for from in self.any().squares() {
            let ways = self.num_ways(from);
            if n < ways {
                return Some((from, self.targets(from, distance).squares[n]));
            }
            n -= ways;
        }
        None
    }

    /// Number of ways from the square.
    fn num_ways(self, from: Square) -> usize {
        self.0.into_iter().map(|sources| sources.has(from)).sum()
    }

    /// Targets of the square, so many steps on.
    fn targets(self, from: Square, distance: u8) -> Targets {
        let mut targets = Targets {
            squares: [from; 4],
            len: 0,
        };
        for (sources, direction) in self.0.into_iter().zip(Direction::ALL) {
            // What is no target is overwritten by the next: no branch to guess.
            targets.squares[targets.len] = from.neighbour_unchecked(direction, distance);
            targets.len += sources.has(from);
        }
        targets
    }
}

/// Targets of one square, ascending.
#[derive(Clone, Copy)]
struct Targets {
    squares: [Square; 4],
    len: usize,
}

impl Targets {
    #[inline]
    fn as_slice(&self) -> &[Square] {
        &self.squares[..self.len]
    }
}

#[cfg(test)]
mod tests;
