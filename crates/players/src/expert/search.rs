use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use cheqqers_game::network::Network;
use cheqqers_game::{Colour, Game, Outcome, Pending};

use super::frame::Frame;
use super::order::Order;
use super::table::{BoundKind, Entry, Table};
use super::value::{LONGEST, PROVEN, from_table, to_table, worth};
use crate::budget::Budget;

/// Depths are counted in parts of a ply.
pub(super) const PLY: i32 = 16;

/// Quiescence: so many plies are followed at most where the search stops in a position that is not quiescent.
const QUIESCENCE: i32 = 12 * PLY;

/// The deepest search.
pub(super) const DEEPEST: u32 = 60;

/// The width of a null window, which only tells better from worse.
const NULL_WINDOW: f32 = 1e-4;

/// Largest change of an evaluation by the salt.
const NOISE: f32 = 2e-3;

/// Late move reductions: from this move on, in the order they are tried, moves are first searched less
/// deep.
const LATE: usize = 3;

/// From this move on they are searched two plies less deep.
const VERY_LATE: usize = 9;

/// Static null-move pruning: the most remaining depth at which it is done.
const MARGIN_DEPTH: i32 = 4 * PLY;

/// Static null-move pruning: by what an evaluation must exceed the window for each ply of remaining depth.
const MARGIN: f32 = 0.15;

/// Ways to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// As far as it pays: later moves and unlikely outcomes less deep, many outcomes by a sample, and
    /// evaluations changed a little by a salt.
    Selective { salt: u64 },
    /// Every move and every outcome to the same depth.
    Uniform,
}

/// A search by one thread.
#[derive(Debug)]
pub(super) struct Search<'a, G: Game> {
    table: &'a Table,
    budget: &'a Budget<'a>,
    /// Set when another thread has found the move.
    done: &'a AtomicBool,
    pub(super) manner: Manner,
    /// Corrects static evaluations.
    network: Option<&'a Network>,
    /// The number of the thread; those behind the first begin at other depths.
    number: u8,
    order: Order<G::Move>,
    nodes: u64,
    /// Nothing that is returned from now on means anything.
    pub(super) is_over: bool,
}

/// Result of a search.
#[derive(Debug)]
pub(super) struct SearchOutcome<M> {
    /// The best moves, of which there is one at least.
    pub(super) line: Vec<M>,
    /// For the player to move, in -1..=1.
    pub(super) value: f64,
    /// Depth in plies.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// `true` unless the budget ended the search of that depth.
    pub(super) is_complete: bool,
}

/// Remaining depth behind a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Depth when the turn passes to the opponent.
    pub(super) passing: i32,
    /// Depth when the same player goes on: no deeper than before the move.
    pub(super) going_on: i32,
}

/// Between which values the result matters: what is not above the first, or not below the second,
/// is only a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window(pub(super) f32, pub(super) f32);

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(
        table: &'a Table,
        budget: &'a Budget<'a>,
        done: &'a AtomicBool,
        manner: Manner,
        network: Option<&'a Network>,
        number: u8,
    ) -> Self {
        Self {
            table,
            budget,
            done,
            manner,
            network,
            number,
            order: Order::new(LONGEST + 1),
            nodes: 0,
            is_over: false,
        }
    }

    /// Searches deeper and deeper, up to a depth, until the budget is used up, or a win or a loss is
    /// certain.
    pub(super) fn deepen(
        mut self,
        root: &G,
        legal: &[G::Move],
        deepest: u32,
    ) -> SearchOutcome<G::Move> {
        let frame = || Frame::like(root);
        let mut frames: Vec<Frame<G>> = std::iter::repeat_with(frame).take(LONGEST + 1).collect();
        let mut moves = legal.to_vec();
        let mut found = SearchOutcome {
            line: vec![moves[0]],
            value: 0.0,
            depth: 0,
            nodes: 0,
            is_complete: false,
        };
        let first = 1 + u32::from(self.number % 2);
        for depth in first..=deepest {
            let Some((best, value)) = self.root(root, &mut frames, &moves, depth) else {
                break;
            };
            moves[..=best].rotate_right(1);
            found.line[0] = moves[0];
            found.value = f64::from(value);
            found.depth = depth;
            if self.is_over || value.abs() > PROVEN {
                break;
            }
        }
        found.nodes = self.nodes;
        found.is_complete = !self.is_over;
        self.follow_table(root, &mut found.line);
        found
    }

    /// Values of all moves, each with a full window, for each depth from 1 to `deepest` that was searched to the
    /// end; fewer where the budget was used up before.
    pub(super) fn values(mut self, root: &G, legal: &[G::Move], deepest: u32) -> Vec<Vec<f64>> {
        let frame = || Frame::like(root);
        let mut frames: Vec<Frame<G>> = std::iter::repeat_with(frame).take(LONGEST + 1).collect();
        let mut found = Vec::new();
        for depth in 1..=i32::try_from(deepest).unwrap_or(i32::MAX / PLY) {
            let behind = Depth {
                passing: (depth - 1) * PLY,
                going_on: depth * PLY,
            };
            let window = Window(-1.0, 1.0);
            let value =
                |&mv: &G::Move| f64::from(self.try_move(root, mv, &mut frames, behind, window, 1));
            let values: Vec<f64> = legal.iter().map(value).collect();
            if self.is_over {
                break;
            }
            found.push(values);
        }
        found
    }

    /// The best of the moves, by number, and what it is worth; `None` when not one was searched to
    /// the end.
    fn root(
        &mut self,
        root: &G,
        frames: &mut [Frame<G>],
        moves: &[G::Move],
        depth: u32,
    ) -> Option<(usize, f32)> {
        let depth = i32::try_from(depth).unwrap_or(i32::MAX / PLY) * PLY;
        let behind = Depth {
            passing: depth - PLY,
            going_on: depth,
        };
        let mut best: Option<(usize, f32)> = None;
        for (number, &mv) in moves.iter().enumerate() {
            let low = best.map_or(-1.0, |(_, value)| value);
            let mut value = 0.0;
            if best.is_some() {
                let null = Window(low, low + NULL_WINDOW);
                value = self.try_move(root, mv, frames, behind, null, 1);
            }
            if best.is_none() || value > low {
                let window = Window(low, 1.0);
                value = self.try_move(root, mv, frames, behind, window, 1);
            }
            if self.is_over {
                break;
            }
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((number, value));
            }
        }
        best
    }

    /// Value of a move for the player who makes it; `frames` are those behind it.
    fn try_move(
        &mut self,
        position: &G,
        mv: G::Move,
        frames: &mut [Frame<G>],
        depth: Depth,
        window: Window,
        ply: usize,
    ) -> f32 {
        let turn = position.turn();
        let next = frames
            .first_mut()
            .expect("a node without frames behind it is a leaf");
        next.position.clone_from(position);
        match next.position.begin(mv) {
            None => self.follow(turn, frames, depth, window, ply),
            Some(ask) => {
                let pending = Pending::new(next.position.clone(), ask);
                self.chance(&pending, turn, frames, depth, window, ply)
            }
        }
    }

    /// Value of the position of the first frame for `turn`, the side that has moved there.
    pub(super) fn follow(
        &mut self,
        turn: Colour,
        frames: &mut [Frame<G>],
        depth: Depth,
        window: Window,
        ply: usize,
    ) -> f32 {
        if frames[0].position.turn() == turn {
            return self.node(frames, depth.going_on, window, ply);
        }
        -self.node(frames, depth.passing, Window(-window.1, -window.0), ply)
    }

    /// Value of the position of the first frame for the player to move.
    fn node(&mut self, frames: &mut [Frame<G>], depth: i32, window: Window, ply: usize) -> f32 {
        if self.is_stopped() {
            return 0.0;
        }
        let (frame, behind) = frames
            .split_first_mut()
            .expect("moves are tried with frames behind");
        let position = &frame.position;
        let turn = position.turn();
        let key = position.key();
        let known = key.and_then(|key| self.table.get(key));
        if let Some(entry) = known
            && entry.depth >= depth
        {
            let Window(low, high) = window;
            let value = from_table(entry.value, ply);
            match entry.bound {
                BoundKind::Exact => return value,
                BoundKind::AtLeast if value >= high => return value,
                BoundKind::AtMost if value <= low => return value,
                _ => {}
            }
        }
        let is_quiescent = position.is_quiescent();
        if behind.is_empty() || depth <= 0 && (is_quiescent || depth <= -QUIESCENCE) {
            return match position.outcome() {
                Some(outcome) => worth(outcome, turn, ply),
                None => self.evaluate(position, key),
            };
        }
        // A lead so far outside the window of a test stays there.
        let Window(low, high) = window;
        if self.manner != Manner::Uniform
            && high - low < 2.0 * NULL_WINDOW
            && high.abs() < PROVEN
            && is_quiescent
            && depth <= MARGIN_DEPTH
            && position.outcome().is_none()
        {
            let value = self.evaluate(position, key);
            if value - MARGIN * depth as f32 / PLY as f32 >= high {
                return value;
            }
        }
        frame.moves.clear();
        position.legal_moves(&mut frame.moves);
        if frame.moves.is_empty() {
            let outcome = position.outcome().unwrap_or(Outcome::Draw);
            return worth(outcome, turn, ply);
        }
        let best = known.map(|entry| entry.best);
        frame.rank(&self.order, best, ply);
        let (number, value) = self.moves(frame, behind, depth, window, is_quiescent, ply);
        if !self.is_over
            && let Some(key) = key
        {
            let bound = if value <= window.0 {
                BoundKind::AtMost
            } else if value >= window.1 {
                BoundKind::AtLeast
            } else {
                BoundKind::Exact
            };
            let entry = Entry {
                value: to_table(value, ply),
                bound,
                depth,
                best: number,
            };
            self.table.put(key, entry);
        }
        value
    }

    /// The best of a frame's moves, by number, and what it is worth.
    fn moves(
        &mut self,
        frame: &mut Frame<G>,
        behind: &mut [Frame<G>],
        depth: i32,
        window: Window,
        is_quiescent: bool,
        ply: usize,
    ) -> (u16, f32) {
        let Window(mut low, high) = window;
        let turn = frame.position.turn();
        // What has no choice is no deeper.
        let step = if frame.moves.len() == 1 { 0 } else { PLY };
        let behind_by = |less: i32| Depth {
            passing: depth - step - less,
            going_on: depth - less,
        };
        let mut best = (0, f32::NEG_INFINITY);
        for tried in 0..frame.moves.len() {
            let (number, mv) = frame.next(tried);
            let position = &frame.position;
            let mut value = 0.0;
            if tried > 0 {
                let is_late = self.manner != Manner::Uniform
                    && tried >= LATE
                    && is_quiescent
                    && depth >= 2 * PLY;
                let null = Window(low, low + NULL_WINDOW);
                value = if is_late {
                    let less = if tried >= VERY_LATE { 2 * PLY } else { PLY };
                    self.try_move(position, mv, behind, behind_by(less), null, ply + 1)
                } else {
                    f32::INFINITY
                };
                if value > low {
                    value = self.try_move(position, mv, behind, behind_by(0), null, ply + 1);
                }
            }
            if tried == 0 || value > low && value < high {
                let window = Window(low, high);
                value = self.try_move(position, mv, behind, behind_by(0), window, ply + 1);
            }
            if self.is_over {
                break;
            }
            if value > best.1 {
                best = (number, value);
            }
            low = low.max(value);
            if low >= high {
                if is_quiescent {
                    let plies = u32::try_from(depth / PLY).unwrap_or(0) + 1;
                    self.order.refuted(mv, turn, ply, plies);
                }
                break;
            }
        }
        best
    }

    /// Counts a node; whether the search is over.
    fn is_stopped(&mut self) -> bool {
        if self.is_over {
            return true;
        }
        self.nodes += 1;
        // A look at the clock takes as long as a position.
        let looks = self.nodes.is_multiple_of(256);
        if self.budget.is_spent(self.nodes)
            || looks && (self.budget.is_over() || self.done.load(Relaxed))
        {
            self.is_over = true;
        }
        self.is_over
    }

    /// Static evaluation for the player to move, changed a little by the salt.
    fn evaluate(&self, position: &G, key: Option<u64>) -> f32 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an evaluation is not exact"
        )]
        let evaluation = position.static_evaluation() as f32;
        let noise = match (self.manner, key) {
            (Manner::Selective { salt }, Some(key)) => {
                let mixed = (key ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                NOISE * (mixed as f32 / (1 << 23) as f32 - 1.0)
            }
            _ => 0.0,
        };
        let sign = match position.turn() {
            Colour::White => 1.0,
            Colour::Black => -1.0,
        };
        let evaluation = sign * evaluation;
        let evaluation = match self.network {
            Some(network) => {
                let mut inputs = network.inputs(evaluation);
                let share = position.features(|feature, value| inputs.add(feature, value));
                inputs.evaluation(share)
            }
            None => evaluation,
        };
        (evaluation + noise).clamp(-PROVEN, PROVEN)
    }

    /// Adds to a line the best moves that the table knows, as far as nothing is measured.
    fn follow_table(&self, root: &G, line: &mut Vec<G::Move>) {
        let mut position = root.clone();
        let mut legal = Vec::new();
        while line.len() < LONGEST {
            let mv = line[line.len() - 1];
            if position.begin(mv).is_some() {
                return;
            }
            legal.clear();
            position.legal_moves(&mut legal);
            let known = position.key().and_then(|key| self.table.get(key));
            let best = known.filter(|entry| entry.bound != BoundKind::AtMost);
            match best.and_then(|entry| legal.get(usize::from(entry.best))) {
                Some(&mv) => line.push(mv),
                None => return,
            }
        }
    }
}
