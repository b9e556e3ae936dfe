//! How strong players are, by board size and level.

mod results;

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use cheqqers_checkers::{Position, RulesError};
use cheqqers_players::{PlayerKind, Series, game_seed};

use crate::arena::{Arena, Entrant, Plan, Standing};
use crate::start::rules;
use crate::{Crew, ExperimentError, Host, Settings, Wish};

/// The paper's third experiment: a tournament of everybody against everybody for each board size and
/// level, and the ratings of `TrueSkill` after it.
///
/// Source: arXiv:2506.05962, section on ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// Who plays.
    pub players: Vec<PlayerKind>,
    /// How many games for each pairing, size and level.
    pub games: u64,
    /// Files and ranks of the boards, 4 to 16.
    pub sizes: Vec<u8>,
    /// The levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// The seed of all.
    pub seed: u64,
}

/// A tournament of its own.
#[derive(Clone, Copy, Debug)]
struct Cell {
    size: u8,
    level: u8,
}

impl Ranking {
    /// The name of the experiment and of its files.
    pub const NAME: &'static str = "trueskill";

    /// The paper's players: random moves, and tree search of 200, 400 and 800 rollouts.
    pub const PLAYERS: [&'static str; 4] = ["random", "mcts:200", "mcts:400", "mcts:800"];

    /// How many games there are in all.
    pub fn num_games(&self) -> u64 {
        let tournaments = u64::try_from(self.cells().len()).unwrap_or(u64::MAX);
        self.games_of_one() * tournaments
    }

    /// Plays the games that the folder does not hold yet, and writes tables and a plot of all.
    ///
    /// Each tournament has a folder of its own in it, as `size-8-level-3`, that is an
    /// [`Arena`]'s. Beside them are the tables `trueskill` (a row for each player) and
    /// `trueskill-meetings` (one for each pairing), and the plot `trueskill`. `stop` drops the games
    /// under way.
    ///
    /// # Errors
    /// When the folder holds other tournaments or can't be written, a board, level or tournament
    /// can't be, or the crew's host wanted an end: what is kept then goes on the next time.
    pub fn run(
        &self,
        folder: &Path,
        crew: &Crew<'_>,
        stop: &AtomicBool,
    ) -> Result<(), ExperimentError> {
        let cells = self.cells();
        let plans: Vec<_> = cells
            .iter()
            .map(|&cell| self.plan(cell))
            .collect::<Result<_, _>>()?;
        let mut standings = Vec::new();
        for (cell, plan) in cells.iter().zip(plans) {
            let before = self.games_of_one() * standings.len() as u64;
            let host = After {
                host: crew.host,
                before,
            };
            let crew = Crew {
                host: &host,
                ..*crew
            };
            let folder = folder.join(format!("size-{}-level-{}", cell.size, cell.level));
            let mut arena = Arena::open(plan, &folder, None)?;
            let standing = arena.run(&crew, stop, |_| ())?;
            if arena.left() > 0 {
                return Err(ExperimentError::Interrupted {
                    done: before + standing.games,
                    all: self.num_games(),
                    what: "games",
                });
            }
            standings.push((*cell, standing));
        }
        results::write(folder, self, &standings)
    }

    /// Where the games of each tournament start.
    ///
    /// # Errors
    /// When a board or level can't be.
    pub fn starts(&self) -> Result<Vec<Position>, RulesError> {
        let start = |cell: Cell| Ok(Position::initial(rules(cell.size, None, cell.level)?));
        self.cells().into_iter().map(start).collect()
    }

    fn plan(&self, cell: Cell) -> Result<Plan<Position>, RulesError> {
        let players = self.players.iter().cloned().map(Entrant::of).collect();
        let start = Position::initial(rules(cell.size, None, cell.level)?);
        let seed = cell.seed(self.seed);
        Ok(Plan::new(players, self.games, Series::of(start), seed))
    }

    fn games_of_one(&self) -> u64 {
        let players = self.players.len() as u64;
        self.games * (players * players.saturating_sub(1) / 2)
    }

    fn settings(&self) -> Settings {
        let levels = format!("{}..{}", self.levels.start(), self.levels.end());
        let sizes: Vec<String> = self.sizes.iter().map(u8::to_string).collect();
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        Settings::new(Self::NAME)
            .with("players", players)
            .with("games", self.games)
            .with("sizes", sizes.join(" "))
            .with("levels", levels)
            .with("seed", self.seed)
    }

    fn cells(&self) -> Vec<Cell> {
        let of_size = |&size: &u8| self.levels.clone().map(move |level| Cell { size, level });
        self.sizes.iter().flat_map(of_size).collect()
    }
}

impl Cell {
    fn seed(self, seed: u64) -> u64 {
        let number = u64::from(self.size) << 8 | u64::from(self.level);
        game_seed(seed, 2 + number)
    }
}

/// A host of several tournaments, one after the other.
#[derive(Debug)]
struct After<'a> {
    host: &'a dyn Host,
    /// How many games those before have.
    before: u64,
}

impl Host for After<'_> {
    fn wish(&self) -> Wish {
        self.host.wish()
    }

    fn show(&self, begun: u64) {
        self.host.show(self.before + begun);
    }
}

/// A tournament and how it ended.
type Held = (Cell, Standing);

#[cfg(test)]
mod tests;
