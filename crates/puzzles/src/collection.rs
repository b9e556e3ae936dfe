use std::collections::{HashSet, VecDeque};

use cheqqers_players::game_seed;

use crate::error::PuzzleError;
use crate::games;
use crate::grade::Grade;
use crate::likeness::hash;
use crate::puzzle::Puzzle;
use crate::source::Source;

/// Puzzles made one by one, from each source in turn, without two that are alike.
///
/// The same seed and sources give the same puzzles, and a shorter collection is the beginning of a longer one.
#[derive(Debug)]
pub struct Collection {
    streams: Vec<Stream>,
    /// Numbers of the streams in the order of their turns.
    turns: VecDeque<usize>,
    ids: HashSet<String>,
}

/// The puzzles of one source.
#[derive(Debug)]
struct Stream {
    source: Source,
    seed: u64,
    /// Number of games played.
    games: u64,
    /// Games since a puzzle was last taken, and puzzles passed over since.
    idle: u64,
    passed: u64,
    taken: Vec<Features>,
    ready: VecDeque<Puzzle>,
}

/// Puzzles passed over for balance, after which the next one is taken as it comes.
const PATIENCE: u64 = 4;

/// Games without a puzzle after which a source is given up.
const MOST_IDLE: u64 = 3000;

impl Collection {
    /// Puzzles from these sources; one that is named twice has twice as many.
    pub fn new(sources: Vec<Source>, seed: u64) -> Self {
        let mut streams: Vec<Stream> = Vec::new();
        let turns = sources.into_iter().map(|source| {
            let known = streams.iter().position(|stream| stream.source == source);
            known.unwrap_or_else(|| {
                streams.push(Stream {
                    seed: game_seed(seed, hash(&source.to_string()) >> 1),
                    source,
                    games: 0,
                    idle: 0,
                    passed: 0,
                    taken: Vec::new(),
                    ready: VecDeque::new(),
                });
                streams.len() - 1
            })
        });
        Self {
            turns: turns.collect(),
            streams,
            ids: HashSet::new(),
        }
    }

    /// The next puzzle; `None` when no source has any more.
    ///
    /// # Errors
    /// Returns an error if a source has no such game or settings, or a game can't be played.
    pub fn make(&mut self) -> Result<Option<Puzzle>, PuzzleError> {
        while let Some(turn) = self.turns.pop_front() {
            let made = self.streams[turn].make(&mut self.ids)?;
            if made.is_some() {
                self.turns.push_back(turn);
                return Ok(made);
            }
        }
        Ok(None)
    }
}

impl Stream {
    fn make(&mut self, ids: &mut HashSet<String>) -> Result<Option<Puzzle>, PuzzleError> {
        while self.idle < MOST_IDLE {
            while let Some(puzzle) = self.ready.pop_front() {
                if ids.contains(&puzzle.id) {
                    continue;
                }
                if self.passed >= PATIENCE || self.balances(&puzzle) {
                    (self.idle, self.passed) = (0, 0);
                    ids.insert(puzzle.id.clone());
                    self.taken.push(Features::of(&puzzle));
                    return Ok(Some(puzzle));
                }
                self.passed += 1;
            }
            self.games += 1;
            self.idle += 1;
            let seed = game_seed(self.seed, self.games);
            self.ready.extend(games::puzzles(&self.source, seed)?);
        }
        Ok(None)
    }

    /// Returns `true` if neither its grade, nor the kind of its first move, nor being without quantum themes
    /// is too common by now.
    fn balances(&self, puzzle: &Puzzle) -> bool {
        let features = Features::of(puzzle);
        let count = |is_like: &dyn Fn(&Features) -> bool| {
            self.taken.iter().filter(|&taken| is_like(taken)).count()
        };
        let total = self.taken.len();
        let most = 1 + total * 2 / 5;
        count(&|taken| taken.grade == features.grade) <= most
            && count(&|taken| taken.kind == features.kind) <= most
            && (features.is_quantum || count(&|taken| !taken.is_quantum) <= 1 + total / 4)
    }
}

/// Features of a puzzle that are balanced.
#[derive(Debug)]
struct Features {
    grade: Grade,
    kind: String,
    is_quantum: bool,
}

impl Features {
    fn of(puzzle: &Puzzle) -> Self {
        Self {
            grade: puzzle.grade,
            kind: puzzle.kinds[0].clone(),
            is_quantum: puzzle.themes.iter().any(|theme| theme.is_quantum()),
        }
    }
}
