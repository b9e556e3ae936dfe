use std::num::NonZeroU64;

use cheqqers_session::{LegalMoves, Position};

/// Scores are whole numbers of thousandths: 1000 is a certain win, 500 a draw, 0 a certain loss.
pub(crate) const WIN: u16 = 1000;

/// Thousandths of a point by which the best move exceeds every other.
pub const CLEAR_MARGIN: u16 = 100;

/// The deepest search.
const DEEPEST: u32 = 6;

/// The shallowest search that a verdict rests on.
const SHALLOWEST: u32 = 3;

/// Nodes of a search.
const NODES: NonZeroU64 = NonZeroU64::new(120_000).expect("not zero");

/// The deepest first look at a position.
const LOOK_DEPTH: u32 = 4;

/// Nodes of a first look.
const LOOK: NonZeroU64 = NonZeroU64::new(5_000).expect("not zero");

/// Exact expected scores of the legal moves of a position, by depth.
#[derive(Clone, Debug)]
pub struct MoveValues {
    /// All legal moves, ascending.
    pub moves: LegalMoves,
    /// Score of each move for the player to move, in thousandths, for each depth from 1 on.
    pub scores: Vec<Vec<u16>>,
}

impl MoveValues {
    /// Searches a position as deep as 6 plies and 120,000 nodes go; the same for the same position, always.
    pub fn of(position: &Position) -> Self {
        Self::within(position, DEEPEST, NODES)
    }

    /// A quick search.
    pub(crate) fn look(position: &Position) -> Self {
        Self::within(position, LOOK_DEPTH, LOOK)
    }

    fn within(position: &Position, deepest: u32, nodes: NonZeroU64) -> Self {
        let values = position.move_values(deepest, nodes);
        let scores = values.iter().map(|row| row.iter().copied().map(score));
        Self {
            moves: position.legal_moves(),
            scores: scores.map(Iterator::collect).collect(),
        }
    }

    /// The deepest search, in plies.
    pub fn depth(&self) -> usize {
        self.scores.len()
    }

    /// Scores of the deepest search.
    pub fn deepest(&self) -> &[u16] {
        self.scores.last().map_or(&[], Vec::as_slice)
    }

    /// The move that exceeds every other by the margin in the two deepest searches, by number.
    pub fn clear_best(&self) -> Option<usize> {
        let [.., before, last] = &self.scores[..] else {
            return None;
        };
        let best = clear(last, CLEAR_MARGIN)?;
        (self.depth() >= SHALLOWEST as usize && clear(before, CLEAR_MARGIN) == Some(best))
            .then_some(best)
    }

    /// The depth from which on every search finds the best move of the deepest one.
    pub fn found_from(&self) -> usize {
        let best = self.scores.last().map(|row| highest(row));
        let later = self.scores.iter().rev();
        let agreeing = later.take_while(|row| Some(highest(row)) == best);
        self.depth() + 1 - agreeing.count()
    }
}

/// The move that exceeds every other by a margin, by number.
pub(crate) fn clear(scores: &[u16], margin: u16) -> Option<usize> {
    let best = highest(scores);
    (scores.len() > 1 && scores[best] >= second(scores, best) + margin).then_some(best)
}

/// The highest score but that of one move.
pub(crate) fn second(scores: &[u16], best: usize) -> u16 {
    let others = scores.iter().enumerate().filter(|&(at, _)| at != best);
    others.map(|(_, &score)| score).max().unwrap_or(0)
}

/// The first of the highest scores, by number.
fn highest(scores: &[u16]) -> usize {
    let mut best = 0;
    for (at, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = at;
        }
    }
    best
}

/// Value above which a win was found, however many plies it takes; estimates are lower.
const FOUND: f64 = 0.99;

/// Thousandths of a point of a value in -1..=1.
fn score(value: f64) -> u16 {
    let value = if value.abs() > FOUND {
        value.signum()
    } else {
        value
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a score is in 0..=1000"
    )]
    let score = ((value + 1.0) * 0.5 * f64::from(WIN)).round() as u16;
    score
}
