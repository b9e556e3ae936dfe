use std::mem;
use std::ops::Range;

/// Positions, numbered, and the moves between them. Of moves that lead to the same, one is kept.
#[derive(Debug, Default)]
pub struct Graph {
    /// Number of positions, with those whose moves are not known.
    pub(crate) num_positions: usize,
    /// End of the moves of each position, as far as they are known.
    pub(crate) move_ends: Vec<u32>,
    /// Target of each move.
    pub(crate) moves: Vec<Target>,
    /// End of the outcomes of each move that measures.
    pub(crate) outcome_ends: Vec<u32>,
    /// Positions after each outcome, and its probability.
    pub(crate) outcomes: Vec<Target>,
    pub(crate) probabilities: Vec<f64>,
    /// Positions at which the game is over, with the outcome for the player to move.
    pub(crate) ended: Vec<(u32, i8)>,
}

/// Position that a move or an outcome leads to; or of a move that measures, the number of its outcomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Target(u32);

impl Target {
    /// The most positions, and the most moves that measure.
    pub(crate) const MOST: u32 = (1 << 30) - 1;
    const MEASURED: u32 = 1 << 31;
    const PASSES_TURN: u32 = 1 << 30;

    /// A position, and whether the other player is to move there.
    pub(crate) fn position(number: u32, passes_turn: bool) -> Self {
        Self(number | if passes_turn { Self::PASSES_TURN } else { 0 })
    }

    /// Outcomes of a measurement.
    pub(crate) fn measured(number: u32) -> Self {
        Self(number | Self::MEASURED)
    }

    /// It as a number.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// That of a number.
    pub(crate) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The number of the outcomes, where the move measures.
    #[inline]
    pub(crate) fn outcomes(self) -> Option<usize> {
        (self.0 & Self::MEASURED != 0).then_some(self.number())
    }

    #[inline]
    pub(crate) fn number(self) -> usize {
        (self.0 & Self::MOST) as usize
    }

    #[inline]
    pub(crate) fn passes_turn(self) -> bool {
        self.0 & Self::PASSES_TURN != 0
    }
}

impl Graph {
    /// Number of positions.
    pub fn num_positions(&self) -> usize {
        self.num_positions
    }

    /// Number of positions whose moves are known.
    pub fn num_expanded(&self) -> usize {
        self.move_ends.len()
    }

    /// Returns `true` if the moves of all positions are known.
    pub fn is_closed(&self) -> bool {
        self.num_expanded() == self.num_positions
    }

    /// Number of moves that lead to different outcomes.
    pub fn num_moves(&self) -> usize {
        self.moves.len()
    }

    /// Number of outcomes of the moves that measure.
    pub fn num_outcomes(&self) -> usize {
        self.outcomes.len()
    }

    /// Memory in bytes that it takes, together with that of its [bounds](crate::Bounds::of) while they are found.
    pub(crate) fn memory(&self) -> usize {
        let of_graph = mem::size_of_val(&self.move_ends[..])
            + mem::size_of_val(&self.moves[..])
            + mem::size_of_val(&self.outcome_ends[..])
            + mem::size_of_val(&self.outcomes[..])
            + mem::size_of_val(&self.probabilities[..])
            + mem::size_of_val(&self.ended[..]);
        // Predecessors, twice the bounds, and which positions are open and due.
        let of_steps = mem::size_of::<u32>() * (self.moves.len() + self.outcomes.len());
        let of_positions = 2 * mem::size_of::<[f64; 2]>() + 2 * mem::size_of::<u32>() + 1;
        of_graph + of_steps + of_positions * self.num_positions
    }

    /// For each position, those from which a move may lead there.
    pub(crate) fn predecessors(&self) -> Predecessors {
        let mut ends = vec![0_u32; self.num_positions + 1];
        self.each_step(|_, after| ends[after + 1] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut positions = vec![0; sum as usize];
        // Each start moves on to the end, which is the start of the next.
        self.each_step(|before, after| {
            let place = &mut ends[after];
            positions[*place as usize] = before;
            *place += 1;
        });
        ends.pop();
        Predecessors { ends, positions }
    }

    /// Returns `true` if all numbers refer to existing positions, moves and outcomes, and probabilities are some.
    pub(crate) fn is_valid(&self) -> bool {
        let ends_at = |ends: &[u32], len: usize| {
            ends.is_sorted() && ends.last().map_or(0, |&end| end as usize) == len
        };
        let is_position =
            |target: &Target| target.outcomes().is_none() && target.number() < self.num_positions;
        let is_target = |target: &Target| match target.outcomes() {
            Some(number) => number < self.outcome_ends.len(),
            None => is_position(target),
        };
        self.num_expanded() <= self.num_positions
            && ends_at(&self.move_ends, self.moves.len())
            && ends_at(&self.outcome_ends, self.outcomes.len())
            && self.moves.iter().all(is_target)
            && self.outcomes.iter().all(is_position)
            && self.probabilities.len() == self.outcomes.len()
            && self
                .probabilities
                .iter()
                .all(|&p| 0.0 < p && p <= 1.0 + f64::EPSILON)
            && self.ended.iter().all(|&(position, outcome)| {
                (position as usize) < self.num_expanded() && outcome.abs() <= 1
            })
    }

    /// Calls a function with the positions before and after each outcome of each move.
    fn each_step(&self, mut step: impl FnMut(u32, usize)) {
        for (position, before) in (0..self.num_expanded()).zip(0..) {
            for &target in self.moves(position) {
                match target.outcomes() {
                    None => step(before, target.number()),
                    Some(outcomes) => {
                        for (target, _) in self.outcomes(outcomes) {
                            step(before, target.number());
                        }
                    }
                }
            }
        }
    }

    /// The moves of a position; none where the game is over, or they are not known.
    #[inline]
    pub(crate) fn moves(&self, position: usize) -> &[Target] {
        if position < self.move_ends.len() {
            &self.moves[range(&self.move_ends, position)]
        } else {
            &[]
        }
    }

    /// The outcomes with this number, with their probabilities.
    #[inline]
    pub(crate) fn outcomes(&self, number: usize) -> impl Iterator<Item = (Target, f64)> {
        let range = range(&self.outcome_ends, number);
        let targets = self.outcomes[range.clone()].iter().copied();
        targets.zip(self.probabilities[range].iter().copied())
    }
}

/// For each position, those from which a move may lead there, as often as there are ways.
pub(crate) struct Predecessors {
    ends: Vec<u32>,
    positions: Vec<u32>,
}

impl Predecessors {
    pub(crate) fn of(&self, position: usize) -> &[u32] {
        &self.positions[range(&self.ends, position)]
    }
}

#[inline]
fn range(ends: &[u32], number: usize) -> Range<usize> {
    let start = if number == 0 { 0 } else { ends[number - 1] };
    start as usize..ends[number] as usize
}
