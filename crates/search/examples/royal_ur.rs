//! The Royal Game of Ur by Finkel's rules, searched and solved.
//!
//! Each side brings its pieces along 14 squares, 8 of them shared, by the number of marked corners of
//! four dice. A piece captures on shared squares; a rosette gives another turn, and the shared one is
//! safe. With 7 pieces there are 137,892,016 positions, and their values fill 550 MB; with fewer:
//! `cargo run --release -p cheqqers-search --example royal_ur -- 3 200`, that is a number of pieces, and
//! of random positions in which searches choose.

#![expect(clippy::print_stdout, reason = "an example reports to the terminal")]

use std::convert::Infallible;
use std::error::Error;

use cheqqers_search::{
    Gumbel, NodeKind, Prediction, Puct, SearchSettings, Searches, Selection, Side, StochasticGame,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The first square of a path; 0 is the start, and behind the last square is the end.
const FIRST_SHARED: u32 = 5;
const LAST_SHARED: u32 = 12;
const END: u32 = 15;
const ROSETTES: [u32; 3] = [4, 8, 14];
const SAFE: u32 = 8;
/// Probabilities of 0 to 4 marked corners.
const DICE: [f32; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];

/// The pieces of a side: bit `k` of `board` is square `k` of its path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pieces {
    board: u32,
    done: u32,
}

/// The pieces of the player to move, and the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    own: Pieces,
    other: Pieces,
}

/// The rules, for a number of pieces.
#[derive(Clone, Copy)]
struct Ur {
    pieces: u32,
}

impl Ur {
    fn start() -> Position {
        let none = Pieces { board: 0, done: 0 };
        Position {
            own: none,
            other: none,
        }
    }

    /// The squares whose piece may move, ascending; 0 brings in a new one.
    fn moves(self, position: &Position, roll: u32) -> impl Iterator<Item = u32> {
        let Position { own, other } = *position;
        let waiting = self.pieces - own.done - own.board.count_ones();
        (0..END).filter(move |&from| {
            let to = from + roll;
            let is_there = if from == 0 {
                waiting > 0
            } else {
                own.board >> from & 1 == 1
            };
            let is_taken = own.board >> to & 1 == 1 || to == SAFE && other.board >> to & 1 == 1;
            roll > 0 && is_there && to <= END && (to == END || !is_taken)
        })
    }

    /// The position after a move, and if the same player goes on; still as that player sees it.
    fn play(position: &Position, from: u32, roll: u32) -> (Position, bool) {
        let Position { mut own, mut other } = *position;
        let to = from + roll;
        own.board &= !(1 << from);
        if to == END {
            own.done += 1;
        } else {
            own.board |= 1 << to;
            if (FIRST_SHARED..=LAST_SHARED).contains(&to) {
                other.board &= !(1 << to);
            }
        }
        (Position { own, other }, ROSETTES.contains(&to))
    }
}

impl Position {
    fn swapped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }
}

/// A position, before or after the dice were rolled.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    to_move: Side,
    roll: Option<u32>,
}

impl StochasticGame for Ur {
    type State = State;
    type Error = Infallible;

    fn kind(&self, state: &State) -> Result<NodeKind, Infallible> {
        Ok(if state.position.other.done == self.pieces {
            NodeKind::Terminal(state.to_move.view(-1.0))
        } else if state.position.own.done == self.pieces {
            NodeKind::Terminal(state.to_move.view(1.0))
        } else if state.roll.is_none() {
            NodeKind::Random
        } else {
            NodeKind::Decision(state.to_move)
        })
    }

    fn actions(&self, state: &State, actions: &mut Vec<u32>) -> Result<(), Infallible> {
        actions.extend(self.moves(&state.position, state.roll.unwrap_or(0)));
        Ok(())
    }

    fn outcomes(&self, _: &State, outcomes: &mut Vec<(u32, f64)>) -> Result<(), Infallible> {
        outcomes.extend((0..).zip(DICE.map(f64::from)));
        Ok(())
    }

    fn next(&self, state: &State, step: u32) -> Result<State, Infallible> {
        let (position, goes_on, roll) = match state.roll {
            Some(roll) => {
                let (position, goes_on) = Ur::play(&state.position, step, roll);
                (position, goes_on, None)
            }
            // Without a move the other player's turn follows.
            None => match self.moves(&state.position, step).next() {
                Some(_) => (state.position, true, Some(step)),
                None => (state.position, false, None),
            },
        };
        Ok(match (goes_on, state.to_move) {
            (true, to_move) => State {
                position,
                to_move,
                roll,
            },
            (false, Side::First) => State {
                position: position.swapped(),
                to_move: Side::Second,
                roll,
            },
            (false, Side::Second) => State {
                position: position.swapped(),
                to_move: Side::First,
                roll,
            },
        })
    }
}

/// Probabilities to win of the player who rolls, in all positions.
struct Solution {
    rules: Ur,
    /// The first index of each occupation of the shared squares, in base 3.
    offsets: Vec<usize>,
    /// The sides that have so many pieces on shared squares: how many there are, and their ranks by the
    /// private squares and the pieces that are done.
    sides: Vec<Sides>,
    values: Vec<f32>,
}

struct Sides {
    list: Vec<(u32, u32)>,
    ranks: Vec<usize>,
}

/// The squares 1 to 4, 13 and 14 as six bits.
fn private(board: u32) -> u32 {
    board >> 1 & 0xf | board >> 13 << 4
}

/// Base 3 numbers of sets of shared squares, the first square lowest.
fn ternary(board: u32) -> usize {
    let shared = board >> FIRST_SHARED & 0xff;
    (0..8)
        .map(|bit| (shared >> bit & 1) as usize * 3_usize.pow(bit))
        .sum()
}

impl Solution {
    fn index(&self, position: &Position, ternary: &[usize; 256]) -> usize {
        let shared = |pieces: Pieces| (pieces.board >> FIRST_SHARED & 0xff) as usize;
        let rank = |pieces: Pieces| {
            let sides = &self.sides[shared(pieces).count_ones() as usize];
            let index = private(pieces.board) * (self.rules.pieces + 1) + pieces.done;
            (sides.ranks[index as usize], sides.list.len())
        };
        let pattern = ternary[shared(position.own)] + 2 * ternary[shared(position.other)];
        let ((own, _), (other, len)) = (rank(position.own), rank(position.other));
        self.offsets[pattern] + own * len + other
    }

    /// Solves the game by layers of pieces that are done, the most first: within a layer positions lead
    /// to each other, and are computed until none changes by more than the tolerance.
    fn solve(rules: Ur, tolerance: f32) -> Self {
        let sides = (0..=rules.pieces.min(8)).map(|shared| Sides::new(rules, shared));
        let mut solution = Self {
            rules,
            offsets: Vec::new(),
            sides: sides.collect(),
            values: Vec::new(),
        };
        let mut len = 0;
        for pattern in 0..3_usize.pow(8) {
            solution.offsets.push(len);
            let [own, other] = counts(pattern);
            if own.max(other) <= rules.pieces {
                let num = |shared: u32| solution.sides[shared as usize].list.len();
                len += num(own) * num(other);
            }
        }
        solution.values = vec![0.5; len];
        let ternaries = ternaries();
        for sum in (0..2 * rules.pieces - 1).rev() {
            for more in sum.div_ceil(2)..=sum.min(rules.pieces - 1) {
                let mut change = 1.0;
                while change > tolerance {
                    change = solution.sweep(more, sum - more, &ternaries);
                    if more > sum - more {
                        change = change.max(solution.sweep(sum - more, more, &ternaries));
                    }
                }
            }
        }
        solution
    }

    /// Computes all positions with so many pieces done anew, and returns the largest change.
    fn sweep(&mut self, own_done: u32, other_done: u32, ternaries: &[usize; 256]) -> f32 {
        let mut change = 0.0;
        // Pieces far ahead first: most moves lead to what is new already.
        for pattern in (0..3_usize.pow(8)).rev() {
            let [own, other] = boards(pattern);
            if own.count_ones().max(other.count_ones()) > self.rules.pieces {
                continue;
            }
            let [owns, others] = [(own, own_done), (other, other_done)].map(|(board, done)| {
                let sides = &self.sides[board.count_ones() as usize].list;
                let with = sides.iter().rev().filter(move |side| side.1 == done);
                let boards = with.map(move |side| board | (side.0 & 0xf) << 1 | side.0 >> 4 << 13);
                boards
                    .map(|board| Pieces { board, done })
                    .collect::<Vec<_>>()
            });
            for &own in &owns {
                for &other in &others {
                    let position = Position { own, other };
                    let index = self.index(&position, ternaries);
                    let value = self.backup(&position, ternaries);
                    change = f32::max(change, (value - self.values[index]).abs());
                    self.values[index] = value;
                }
            }
        }
        change
    }

    fn backup(&self, position: &Position, ternaries: &[usize; 256]) -> f32 {
        let rolls = (0..).zip(DICE).map(|(roll, probability)| {
            let moves = self.rules.moves(position, roll);
            let values = moves.map(|from| self.after(position, from, roll, ternaries));
            let best = values.reduce(f32::max);
            let pass = || 1.0 - self.values[self.index(&position.swapped(), ternaries)];
            probability * best.unwrap_or_else(pass)
        });
        rolls.sum()
    }

    /// The probability to win after a move.
    fn after(&self, position: &Position, from: u32, roll: u32, ternaries: &[usize; 256]) -> f32 {
        let (next, goes_on) = Ur::play(position, from, roll);
        if next.own.done == self.rules.pieces {
            1.0
        } else if goes_on {
            self.values[self.index(&next, ternaries)]
        } else {
            1.0 - self.values[self.index(&next.swapped(), ternaries)]
        }
    }
}

impl Sides {
    fn new(rules: Ur, shared: u32) -> Self {
        let mut sides = Self {
            list: Vec::new(),
            ranks: vec![0; 64 * (rules.pieces as usize + 1)],
        };
        for private in 0..64_u32 {
            for done in 0..=rules.pieces {
                if shared + private.count_ones() + done <= rules.pieces {
                    sides.ranks[(private * (rules.pieces + 1) + done) as usize] = sides.list.len();
                    sides.list.push((private, done));
                }
            }
        }
        sides
    }
}

/// The base 3 number of each set of shared squares.
fn ternaries() -> [usize; 256] {
    let mut table = [0; 256];
    for (shared, number) in (0..).zip(&mut table) {
        *number = ternary(shared << FIRST_SHARED);
    }
    table
}

/// The shared squares of both sides.
fn boards(pattern: usize) -> [u32; 2] {
    let mut boards = [0, 0];
    for bit in 0..8 {
        match pattern / 3_usize.pow(bit) % 3 {
            0 => {}
            digit => boards[digit - 1] |= 1 << (bit + FIRST_SHARED),
        }
    }
    boards
}

fn counts(pattern: usize) -> [u32; 2] {
    boards(pattern).map(u32::count_ones)
}

/// A rule of thumb: the lead in squares, a piece that is done having gone to the end.
fn predict(rules: Ur, state: &State, num_actions: usize) -> Prediction {
    let gone = |pieces: Pieces| {
        let squares = (1..END).filter(|square| pieces.board >> square & 1 == 1);
        squares.sum::<u32>() + END * pieces.done
    };
    let lead = gone(state.position.own) as f32 - gone(state.position.other) as f32;
    Prediction {
        value: (2.0 * lead / (END * rules.pieces) as f32).tanh(),
        logits: vec![0.0; num_actions],
    }
}

/// Positions with a choice, met by random play.
fn positions(rules: Ur, len: usize, seed: u64) -> Result<Vec<State>, Infallible> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = |bound: usize| rng.next_u32() as usize % bound;
    let mut found = Vec::new();
    while found.len() < len {
        // One of each game.
        let mut state = State {
            position: Ur::start(),
            to_move: Side::First,
            roll: None,
        };
        let mut met = Vec::new();
        loop {
            let step = match rules.kind(&state)? {
                NodeKind::Terminal(_) => break,
                NodeKind::Random => (0..4).map(|_| u32::from(draw(2) == 1)).sum(),
                NodeKind::Decision(_) => {
                    let moves: Vec<u32> = rules
                        .moves(&state.position, state.roll.unwrap_or(0))
                        .collect();
                    if moves.len() > 1 {
                        met.push(state);
                    }
                    moves[draw(moves.len())]
                }
            };
            state = rules.next(&state, step)?;
        }
        if !met.is_empty() {
            found.push(met[draw(met.len())]);
        }
    }
    Ok(found)
}

/// The mean loss of the actions chosen, and the mean error of the values of roots, both as
/// probabilities to win.
fn measure(
    solution: &Solution,
    states: &[State],
    settings: &SearchSettings,
) -> Result<(f64, f64), Box<dyn Error>> {
    let (rules, ternaries) = (solution.rules, ternaries());
    let (mut loss, mut error) = (0.0, 0.0);
    for batch in states.chunks(64) {
        let roots = batch.iter().map(|&state| (state, 1));
        let mut searches = Searches::new(rules, settings.clone(), roots)?;
        while searches.select()? {
            let leaves = searches.leaves();
            let predicted = leaves.map(|leaf| predict(rules, leaf.state, leaf.actions().len()));
            let predictions: Vec<_> = predicted.collect();
            searches.expand(&predictions)?;
        }
        for (state, summary) in batch.iter().zip(searches.summaries()) {
            let roll = state.roll.unwrap_or(0);
            let after = |from| f64::from(solution.after(&state.position, from, roll, &ternaries));
            let moves = rules.moves(&state.position, roll).map(after);
            let best = moves.fold(0.0, f64::max);
            loss += best - after(summary.action().ok_or("roots are decisions")?);
            let value = state
                .to_move
                .view(summary.value.ok_or("roots were predicted")?);
            error += (f64::midpoint(value, 1.0) - best).abs();
        }
    }
    let len = states.len() as f64;
    Ok((loss / len, error / len))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let pieces = arguments.next().map_or(Ok(3), |pieces| pieces.parse())?;
    let len = arguments.next().map_or(Ok(200), |len| len.parse())?;
    let rules = Ur { pieces };
    let solution = Solution::solve(rules, 1e-6);
    let start = solution.values[solution.index(&Ur::start(), &ternaries())];
    println!(
        "{pieces} pieces: the first player wins with {start:.4}, {} positions",
        solution.values.len()
    );
    let states = positions(rules, len, 1)?;
    println!(
        "{:>11}  {:>11}  {:>10}  {:>11}",
        "rule", "simulations", "mean loss", "root error"
    );
    for (name, selection) in [
        ("PUCT", Selection::Puct(Puct::default())),
        (
            "Gumbel",
            Selection::Gumbel(Gumbel {
                noise_scale: 0.0,
                ..Gumbel::default()
            }),
        ),
    ] {
        for simulations in [16, 64, 256, 1024] {
            let selection = selection.clone();
            let settings = SearchSettings {
                simulations,
                selection,
                ..SearchSettings::default()
            };
            let (loss, error) = measure(&solution, &states, &settings)?;
            println!("{name:>11}  {simulations:>11}  {loss:>10.5}  {error:>11.5}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_game_has_as_many_positions_as_are_known() {
        // Ended ones are counted for the side that lost; the index has room for the others as well.
        let rules = Ur { pieces: 7 };
        let sides: Vec<Sides> = (0..=7).map(|shared| Sides::new(rules, shared)).collect();
        let mut len = 0;
        for pattern in 0..3_usize.pow(8) {
            let [own, other] = counts(pattern);
            if own.max(other) <= rules.pieces {
                let own = sides[own as usize].list.iter();
                let going_on = own.filter(|side| side.1 < rules.pieces).count();
                len += going_on * sides[other as usize].list.len();
            }
        }
        assert_eq!(len, 137_892_016);
    }

    #[test]
    fn a_search_loses_less_than_half_a_percent_a_move() {
        let rules = Ur { pieces: 2 };
        let solution = Solution::solve(rules, 1e-6);
        let states = positions(rules, 40, 1).unwrap();
        for selection in [
            Selection::Puct(Puct::default()),
            Selection::Gumbel(Gumbel {
                noise_scale: 0.0,
                ..Gumbel::default()
            }),
        ] {
            let settings = SearchSettings {
                selection,
                ..SearchSettings::default()
            };
            let (loss, _) = measure(&solution, &states, &settings).unwrap();
            assert!(loss < 0.005, "{loss}");
        }
    }
}
