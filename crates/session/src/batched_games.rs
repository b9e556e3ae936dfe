//! Many games of one kind stepped together, for players that learn.

use std::convert::Infallible;
use std::num::NonZeroU64;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{fmt, mem, process};

use cheqqers_game::{
    ActionTable, Colour, GameExt, Measurement, Outcome, PAIR_PLANES, Pending, PlaneLayout, Ply,
    Turn, pair_planes,
};
use cheqqers_players::{LuckMeter, Stream, below, game_seed, generator};
use rand_chacha::ChaCha8Rng;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::door::Position;
use crate::playable::Playable;

/// Many games that begin at one position and are stepped together, each by the number of its move.
///
/// The `n`-th of `N` games plays those numbered `n`, `n + N`, `n + 2N` and so on of the seed, counted from 1, each with
/// the seed of [`game_seed`]: neither the number of threads nor what other games do changes one.
pub struct BatchedGames(Box<dyn BatchedGamesMethods>);

/// Settings of [`BatchedGames`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchSettings {
    /// Number of games, at least 1.
    pub games: usize,
    /// Seed of all games.
    pub seed: u64,
    /// Number of threads that step them, at least 1; at most one for each 256 games is used.
    pub threads: usize,
    /// Time at which the next game begins.
    pub autoreset: Autoreset,
    /// Number of plies after which a game is stopped.
    pub max_plies: Option<u32>,
    /// Positions searched for the luck that rewards are adjusted by; see [`LuckMeter`]. Each measurement has a
    /// meter of its own, so that its luck does not depend on the plies before.
    pub luck: Option<NonZeroU64>,
}

/// Time at which the next game begins where one has ended, by the names of Gymnasium.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoreset {
    /// In the step after, which plays nothing.
    NextStep,
    /// In the same step.
    SameStep,
    /// By [`BatchedGamesMethods::reset`] alone.
    Disabled,
}

/// Arrays that steps fill in place, each with a row for each game.
#[derive(Debug, Default)]
pub struct BatchArrays<'a> {
    /// Number of the game being played, from 1.
    pub games: &'a mut [u64],
    /// Plies that it has.
    pub plies: &'a mut [u32],
    /// The player to move: 0 for White, 1 for Black.
    pub turns: &'a mut [i8],
    /// Rewards of White and of Black for the last ply, opposite numbers.
    pub rewards: &'a mut [f32],
    /// The game ended by its rules.
    pub terminated: &'a mut [bool],
    /// The game was stopped by [`BatchSettings::max_plies`].
    pub truncated: &'a mut [bool],
    /// The position to move in.
    pub current: PositionArrays<'a>,
    /// The last position of games that ended, with [`Autoreset::SameStep`]; other rows stay as they are.
    pub last: PositionArrays<'a>,
}

/// Arrays of positions; those that are not wanted are empty.
#[derive(Debug, Default)]
pub struct PositionArrays<'a> {
    /// 1 for the number of each legal move, else 0.
    pub mask: &'a mut [i8],
    /// Planes, as [`Game::planes`](cheqqers_game::Game::planes) has them.
    pub planes: FloatArray<'a>,
    /// Planes of pairs, as [`pair_planes`] has them.
    pub pairs: FloatArray<'a>,
}

/// An array of numbers of either size.
#[derive(Debug, Default)]
pub enum FloatArray<'a> {
    /// None is wanted.
    #[default]
    None,
    /// Numbers of 32 bits.
    Single(&'a mut [f32]),
    /// Numbers of 64 bits.
    Double(&'a mut [f64]),
}

/// Error of stepping games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BatchStepError {
    #[error("{game} has no numbering of its moves")]
    NoActions { game: &'static str },
    #[error("action {action} of game {index} is not legal there")]
    Illegal { index: usize, action: i64 },
}

/// The action that stands for a random legal move, drawn as the player `random` draws it.
pub const RANDOM_ACTION: i64 = -1;

/// A game of a batch so that it can be played again: its number and the actions since its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchedGameRecord {
    /// Number of the game, from 1.
    pub game: u64,
    /// Actions in order, each as the step was given it.
    pub actions: Vec<i32>,
}

/// Methods of [`BatchedGames`].
pub trait BatchedGamesMethods: Send + Sync {
    /// Steps every game by its action, or by a random move where that is [`RANDOM_ACTION`]. Actions of games that
    /// have ended are ignored.
    ///
    /// # Errors
    /// Returns an error if an action is not legal. No game has been stepped then.
    fn step(&mut self, actions: &[i64], arrays: BatchArrays<'_>) -> Result<(), BatchStepError>;

    /// Begins the next game in the rows that are `true`.
    fn reset(&mut self, rows: &[bool], arrays: BatchArrays<'_>);

    /// Begins all games anew, with another seed if one is given.
    fn restart(&mut self, seed: u64, arrays: BatchArrays<'_>);

    /// The games as they are.
    fn records(&self) -> Vec<BatchedGameRecord>;

    /// Plays games again that another batch of the same settings has recorded.
    ///
    /// # Errors
    /// Returns an error if they can't be played.
    fn restore(&mut self, records: &[BatchedGameRecord]) -> Result<(), BatchStepError>;

    /// The position of a game.
    fn position(&self, index: usize) -> Position;

    /// The same games, which go on apart from these.
    fn copy(&self) -> BatchedGames;
}

impl BatchedGames {
    /// Games that begin at a position.
    ///
    /// # Errors
    /// Returns an error if the game has no numbering of its moves.
    pub(crate) fn of<G: Playable>(
        start: &G,
        settings: BatchSettings,
    ) -> Result<Self, BatchStepError> {
        let actions = start.actions();
        let actions = actions.ok_or(BatchStepError::NoActions { game: G::NAME })?;
        let start = start.without_circuits();
        let rows =
            (0..settings.games).map(|index| Row::new(&start, settings.seed, index as u64 + 1));
        Ok(Self(Box::new(TypedBatch {
            rows: rows.collect(),
            actions,
            layout: start.plane_layout(),
            start,
            settings,
            workers: Workers::default(),
        })))
    }
}

impl Deref for BatchedGames {
    type Target = dyn BatchedGamesMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for BatchedGames {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl fmt::Debug for BatchedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchedGames").finish_non_exhaustive()
    }
}

#[derive(Clone)]
struct TypedBatch<G: Playable> {
    rows: Vec<Row<G>>,
    start: G,
    actions: &'static ActionTable<G::Move>,
    layout: Option<PlaneLayout>,
    settings: BatchSettings,
    workers: Workers,
}

/// Threads of a batch besides the caller's, started by the first step that needs them.
///
/// A fork copies no threads, so that each process starts its own.
#[derive(Default)]
struct Workers(Option<(u32, ThreadPool)>);

impl Workers {
    /// `None` if the system starts no more threads.
    fn pool(&mut self, threads: usize) -> Option<&ThreadPool> {
        self.forget_others();
        if self.0.is_none() {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            self.0 = pool.ok().map(|pool| (process::id(), pool));
        }
        self.0.as_ref().map(|(_, pool)| pool)
    }

    /// Leaves a pool of another process as it is: threads that are not here may have held its locks.
    fn forget_others(&mut self) {
        if self.0.as_ref().is_some_and(|(id, _)| *id != process::id()) {
            mem::forget(self.0.take());
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.forget_others();
    }
}

impl Clone for Workers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A game of a batch.
#[derive(Clone)]
struct Row<G: Playable> {
    /// Always there between steps.
    position: Option<G>,
    game: u64,
    /// Generators of measurements, and of random moves of White and of Black.
    generators: [ChaCha8Rng; 3],
    /// Legal moves with their numbers, if they are listed.
    legal: Vec<(u32, G::Move)>,
    is_listed: bool,
    /// The actions since the start.
    actions: Vec<i32>,
    ended: bool,
}

/// Result of a step for one game.
#[derive(Clone, Copy, Default)]
struct StepEffect {
    /// Reward of White.
    reward: f64,
    terminated: bool,
    truncated: bool,
}

impl<G: Playable> Row<G> {
    fn new(start: &G, seed: u64, game: u64) -> Self {
        Self {
            position: Some(start.clone()),
            game,
            generators: generators(seed, game),
            legal: Vec::new(),
            is_listed: false,
            actions: Vec::new(),
            ended: false,
        }
    }

    fn position(&self) -> &G {
        self.position.as_ref().expect("no step is under way")
    }

    /// Begins a game anew, in the memory of the last one.
    fn begin(&mut self, start: &G, seed: u64, game: u64) {
        let position = self.position.as_mut().expect("no step is under way");
        position.clone_from(start);
        self.game = game;
        self.generators = generators(seed, game);
        self.is_listed = false;
        self.actions.clear();
        self.ended = false;
    }

    /// Lists the legal moves that have numbers.
    fn list(&mut self, actions: &ActionTable<G::Move>, buffer: &mut Vec<G::Move>) {
        if !self.is_listed {
            let mut legal = mem::take(&mut self.legal);
            self.position().numbered_moves(actions, buffer, &mut legal);
            self.legal = legal;
            self.is_listed = true;
        }
    }

    /// The move of an action, which was found legal; `None` where there is none to play.
    fn choose(&mut self, action: i64) -> Option<G::Move> {
        if action == RANDOM_ACTION {
            let position = self.position.as_ref().expect("no step is under way");
            let rng = &mut self.generators[1 + position.turn() as usize];
            return position.choose_move(|len| below(rng, len));
        }
        let of_action = |(number, _): &&(u32, G::Move)| i64::from(*number) == action;
        self.legal.iter().find(of_action).map(|&(_, mv)| mv)
    }

    /// Plays the move of an action.
    fn play(&mut self, action: i64, settings: &BatchSettings) -> StepEffect {
        let mut result = StepEffect::default();
        let Some(mv) = self.choose(action) else {
            return result;
        };
        let mut position = self.position.take().expect("no step is under way");
        let before = settings.luck.map(|nodes| (position.clone(), nodes));
        if let Some(ask) = position.begin(mv) {
            let rng = &mut self.generators[0];
            let mut measurements = Vec::new();
            let turn = Turn::Pending(Pending::new(position, ask));
            let finished = turn.finish(|pending| {
                let bits = pending.sample(rng);
                if before.is_some() {
                    measurements.push(Measurement::new(pending, bits, ""));
                }
                Ok::<_, Infallible>(bits)
            });
            position = finished.expect("what the exact state gives is legal");
            if let Some((before, nodes)) = before {
                let ply = Ply { mv, measurements };
                let never = AtomicBool::new(false);
                let luck = before.luck(&mut LuckMeter::new(nodes), &ply, &never);
                // Points from 0 to 1, where rewards are -1 to 1.
                result.reward -= 2.0 * luck.unwrap_or(0.0);
            }
        }
        self.is_listed = false;
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer actions")]
        self.actions.push(action as i32);
        if let Some(outcome) = position.outcome() {
            result.terminated = true;
            result.reward += match outcome {
                Outcome::Decisive {
                    winner: Colour::White,
                } => 1.0,
                Outcome::Decisive {
                    winner: Colour::Black,
                } => -1.0,
                Outcome::Draw => 0.0,
            };
        } else if let Some(most) = settings.max_plies {
            result.truncated = self.actions.len() as u64 >= u64::from(most);
        }
        self.ended = result.terminated || result.truncated;
        self.position = Some(position);
        result
    }

    /// Returns `true` if an action is legal, or the game has ended.
    fn accepts(
        &mut self,
        action: i64,
        actions: &ActionTable<G::Move>,
        buffer: &mut Vec<G::Move>,
    ) -> bool {
        if self.ended || action == RANDOM_ACTION {
            return true;
        }
        self.list(actions, buffer);
        self.legal
            .iter()
            .any(|&(number, _)| i64::from(number) == action)
    }

    fn write(
        &mut self,
        index: usize,
        arrays: &mut PositionArrays<'_>,
        rules: &Rules<'_, G>,
        buffer: &mut Vec<G::Move>,
    ) {
        let [num_actions, planes, pairs] = rules.sizes();
        if !arrays.mask.is_empty() {
            self.list(rules.actions, buffer);
            let mask = row_of(arrays.mask, index, num_actions);
            mask.fill(0);
            if !self.ended {
                for &(number, _) in &self.legal {
                    mask[number as usize] = 1;
                }
            }
        }
        let position = self.position();
        if let Some(mut row) = arrays.planes.row(index, planes) {
            position.planes(|number, value| row.set(number, value));
        }
        if let Some(mut row) = arrays.pairs.row(index, pairs) {
            let cells = rules.layout.map_or(0, |layout| layout.num_cells());
            pair_planes(position, cells, |number, value| row.set(number, value));
        }
    }
}

/// Generators of the game with a number.
fn generators(seed: u64, game: u64) -> [ChaCha8Rng; 3] {
    let seed = game_seed(seed, game);
    [Stream::Measurements, Stream::White, Stream::Black].map(|stream| generator(seed, stream))
}

/// A row of an array whose rows have so many entries.
fn row_of<T>(values: &mut [T], index: usize, len: usize) -> &mut [T] {
    &mut values[index * len..(index + 1) * len]
}

/// Contents of a batch that no step changes.
struct Rules<'a, G: Playable> {
    start: &'a G,
    actions: &'static ActionTable<G::Move>,
    layout: Option<PlaneLayout>,
    settings: &'a BatchSettings,
}

/// A row while it is stepped.
struct Step<'r, 'a, G: Playable> {
    row: &'r mut Row<G>,
    /// Number of the row among all.
    index: usize,
    /// Number of the row in the arrays.
    at: usize,
    arrays: &'r mut BatchArrays<'a>,
    /// Memory for legal moves.
    buffer: &'r mut Vec<G::Move>,
}

impl<G: Playable> TypedBatch<G> {
    /// Does something with each row, on several threads.
    fn each(
        &mut self,
        mut arrays: BatchArrays<'_>,
        run: impl Fn(&Rules<'_, G>, Step<'_, '_, G>) + Sync,
    ) {
        let rules = Rules {
            start: &self.start,
            actions: self.actions,
            layout: self.layout,
            settings: &self.settings,
        };
        let (rules, run) = (&rules, &run);
        // To wake a thread takes as long as some hundred plies.
        let threads = self.settings.threads.min(self.rows.len() / 256).max(1);
        let pool = match threads {
            1 => None,
            threads => self.workers.pool(threads - 1),
        };
        let threads = pool.map_or(1, |pool| pool.current_num_threads() + 1);
        let len = self.rows.len().div_ceil(threads);
        let run_chunk = move |first: usize, rows: &mut [Row<G>], mut arrays: BatchArrays<'_>| {
            let mut buffer = Vec::new();
            for (at, row) in rows.iter_mut().enumerate() {
                let step = Step {
                    row,
                    index: first + at,
                    at,
                    arrays: &mut arrays,
                    buffer: &mut buffer,
                };
                run(rules, step);
            }
        };
        let sizes = rules.sizes();
        let Some(pool) = pool else {
            return run_chunk(0, &mut self.rows, arrays);
        };
        let mut chunks: Vec<_> = self.rows.chunks_mut(len).enumerate().collect();
        let last = chunks.pop();
        pool.in_place_scope(|scope| {
            for (number, rows) in chunks {
                let arrays = arrays.take_front(rows.len(), sizes);
                scope.spawn(move |_| run_chunk(number * len, rows, arrays));
            }
            if let Some((number, rows)) = last {
                run_chunk(number * len, rows, arrays);
            }
        });
    }
}

impl<G: Playable> Rules<'_, G> {
    /// Entries of a row of masks, planes and pairs.
    fn sizes(&self) -> [usize; 3] {
        let cells = self.layout.map_or(0, |layout| layout.num_cells());
        let planes = self.layout.map_or(0, |layout| layout.len());
        [
            self.actions.len(),
            planes,
            PAIR_PLANES.len() * cells * cells,
        ]
    }

    /// The number of the game that a row plays next.
    fn next(&self, row: &Row<G>) -> u64 {
        row.game + self.settings.games as u64
    }
}

impl<G: Playable> Step<'_, '_, G> {
    /// Steps the row by an action.
    fn play(mut self, rules: &Rules<'_, G>, action: i64) {
        let mut result = StepEffect::default();
        let next = rules.next(self.row);
        if !self.row.ended {
            result = self.row.play(action, rules.settings);
            if self.row.ended && rules.settings.autoreset == Autoreset::SameStep {
                self.row
                    .write(self.at, &mut self.arrays.last, rules, self.buffer);
                self.row.begin(rules.start, rules.settings.seed, next);
            }
        } else if rules.settings.autoreset == Autoreset::NextStep {
            self.row.begin(rules.start, rules.settings.seed, next);
        } else {
            // It stays as it has ended.
            row_of(self.arrays.rewards, self.at, 2).fill(0.0);
            return;
        }
        self.write(rules, result);
    }

    /// Begins the game with a number.
    fn begin(mut self, rules: &Rules<'_, G>, game: u64) {
        self.row.begin(rules.start, rules.settings.seed, game);
        self.write(rules, StepEffect::default());
    }

    fn write(&mut self, rules: &Rules<'_, G>, result: StepEffect) {
        let Self {
            row, at, arrays, ..
        } = self;
        let at = *at;
        arrays.games[at] = row.game;
        arrays.plies[at] = u32::try_from(row.actions.len()).unwrap_or(u32::MAX);
        arrays.turns[at] = row.position().turn() as i8;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "luck has not that many digits"
        )]
        let reward = result.reward as f32;
        row_of(arrays.rewards, at, 2).copy_from_slice(&[reward, 0.0 - reward]);
        arrays.terminated[at] = result.terminated;
        arrays.truncated[at] = result.truncated;
        row.write(at, &mut arrays.current, rules, self.buffer);
    }
}

impl<G: Playable> BatchedGamesMethods for TypedBatch<G> {
    fn step(&mut self, actions: &[i64], arrays: BatchArrays<'_>) -> Result<(), BatchStepError> {
        if actions.iter().any(|&action| action != RANDOM_ACTION) {
            let illegal = AtomicUsize::new(usize::MAX);
            self.each(BatchArrays::default(), |rules, step| {
                if !step
                    .row
                    .accepts(actions[step.index], rules.actions, step.buffer)
                {
                    illegal.fetch_min(step.index, Ordering::Relaxed);
                }
            });
            let index = illegal.into_inner();
            if let Some(&action) = actions.get(index) {
                return Err(BatchStepError::Illegal { index, action });
            }
        }
        self.each(arrays, |rules, step| {
            let action = actions[step.index];
            step.play(rules, action);
        });
        Ok(())
    }

    fn reset(&mut self, rows: &[bool], arrays: BatchArrays<'_>) {
        self.each(arrays, |rules, step| {
            if rows[step.index] {
                let next = rules.next(step.row);
                step.begin(rules, next);
            }
        });
    }

    fn restart(&mut self, seed: u64, arrays: BatchArrays<'_>) {
        self.settings.seed = seed;
        self.each(arrays, |rules, step| {
            let game = step.index as u64 + 1;
            step.begin(rules, game);
        });
    }

    fn records(&self) -> Vec<BatchedGameRecord> {
        let record = |row: &Row<G>| BatchedGameRecord {
            game: row.game,
            actions: row.actions.clone(),
        };
        self.rows.iter().map(record).collect()
    }

    fn restore(&mut self, records: &[BatchedGameRecord]) -> Result<(), BatchStepError> {
        let mut buffer = Vec::new();
        for (index, (row, record)) in self.rows.iter_mut().zip(records).enumerate() {
            row.begin(&self.start, self.settings.seed, record.game);
            for &action in &record.actions {
                let action = i64::from(action);
                if row.ended || !row.accepts(action, self.actions, &mut buffer) {
                    return Err(BatchStepError::Illegal { index, action });
                }
                // Rewards were given before.
                let settings = BatchSettings {
                    luck: None,
                    ..self.settings
                };
                row.play(action, &settings);
            }
        }
        Ok(())
    }

    fn position(&self, index: usize) -> Position {
        Position::of_start(self.rows[index].position().clone())
    }

    fn copy(&self) -> BatchedGames {
        BatchedGames(Box::new(self.clone()))
    }
}

impl BatchArrays<'_> {
    /// The arrays of the first rows, whose parts for positions have these sizes; the others are left.
    fn take_front(&mut self, rows: usize, sizes: [usize; 3]) -> Self {
        Self {
            games: take_front(&mut self.games, rows),
            plies: take_front(&mut self.plies, rows),
            turns: take_front(&mut self.turns, rows),
            rewards: take_front(&mut self.rewards, 2 * rows),
            terminated: take_front(&mut self.terminated, rows),
            truncated: take_front(&mut self.truncated, rows),
            current: self.current.take_front(rows, sizes),
            last: self.last.take_front(rows, sizes),
        }
    }
}

impl PositionArrays<'_> {
    fn take_front(&mut self, rows: usize, [mask, planes, pairs]: [usize; 3]) -> Self {
        Self {
            mask: take_front(&mut self.mask, mask * rows),
            planes: self.planes.take_front(planes * rows),
            pairs: self.pairs.take_front(pairs * rows),
        }
    }
}

impl FloatArray<'_> {
    /// A row of so many numbers, all 0; `None` where none is wanted.
    fn row(&mut self, index: usize, len: usize) -> Option<FloatArray<'_>> {
        match self {
            Self::None => None,
            Self::Single(values) => {
                let row = row_of(values, index, len);
                row.fill(0.0);
                Some(FloatArray::Single(row))
            }
            Self::Double(values) => {
                let row = row_of(values, index, len);
                row.fill(0.0);
                Some(FloatArray::Double(row))
            }
        }
    }

    #[inline]
    fn set(&mut self, index: usize, value: f64) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "half the digits are wanted"
        )]
        match self {
            Self::None => {}
            Self::Single(values) => values[index] = value as f32,
            Self::Double(values) => values[index] = value,
        }
    }

    fn take_front(&mut self, len: usize) -> Self {
        match self {
            Self::None => Self::None,
            Self::Single(values) => Self::Single(take_front(values, len)),
            Self::Double(values) => Self::Double(take_front(values, len)),
        }
    }
}

/// Splits the front off a slice; all of it where it is shorter.
#[expect(clippy::mut_mut, reason = "the slice itself gets shorter")]
fn take_front<'a, T>(values: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    let all = mem::take(values);
    let (front, rest) = all.split_at_mut(len.min(all.len()));
    *values = rest;
    front
}
