//! Games of an expert as data to learn from: every ply with its value, its outcomes and its luck.

mod game;
mod tables;

use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;

use cheqqers_arena::WorkerPool;
use cheqqers_players::PlayerKind;
use cheqqers_session::AnalysisMemory;
use cheqqers_solve::Table as SolvedTable;
use serde_json::{Map, Value, json};

use crate::cells::{self, Cell, CellResult};
use crate::variant::{Variant, Variants};
use crate::{ExperimentError, Settings};
use game::AnalysedGame;

pub(crate) use game::SelfPlay;

/// Games of a player with itself, each ply analysed: what the position was worth before it, what the move was expected to
/// give, which outcomes it could have and how lucky the one that came was.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Games that are played.
    pub variants: Variants,
    /// Number of games of each.
    pub games: u64,
    /// Player of both sides.
    pub player: PlayerKind,
    /// Number of random plies that each game begins with.
    pub random_plies: u32,
    /// Number of plies after which a game is drawn.
    pub max_plies: u32,
    /// Number of positions searched for each value that no table has.
    pub nodes: NonZeroU64,
    /// Tables of solved boards, whose values are exact.
    pub tables: Vec<Arc<SolvedTable>>,
    /// Seed of the first game of each variant.
    pub seed: u64,
}

/// Games of a part, which is kept as a whole.
const PART: u64 = 1000;

/// Counts of the games of a part.
#[derive(Clone, PartialEq, Debug, Default)]
struct PartSummary {
    games: u64,
    plies: u64,
    /// Plies with several outcomes.
    measured: u64,
    /// Points of White.
    points: f64,
}

impl Dataset {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "dataset";

    /// Number of games of each variant by default.
    pub const GAMES: u64 = 100_000;

    /// Number of games in all.
    pub fn num_games(&self) -> u64 {
        self.games * u64::try_from(self.variants.all.len()).unwrap_or(u64::MAX)
    }

    /// Plays and analyses the games that the folder does not hold yet, and returns what was found in some lines.
    ///
    /// Of each variant, as `level-3`, the folder then holds tables of 1,000 games each: `dataset-plies-level-3-0001` with a
    /// row for each ply and `dataset-outcomes-level-3-0001` with one for each outcome of the plies that had several, as
    /// Parquet. They are the same for the same settings, unless the player thinks for so much time.
    ///
    /// # Errors
    /// Returns an error if the folder holds the experiment with other settings or can't be written, a game can't be
    /// played, or after cancellation; the next run goes on from there.
    pub fn run(&self, folder: &Path, pool: &WorkerPool<'_>) -> Result<String, ExperimentError> {
        for table in &self.tables {
            let mut starts = self.variants.all.iter().map(|variant| &variant.start);
            if starts.all(|start| start.look_up(table).is_err()) {
                let board = table_name(table);
                return Err(ExperimentError::OtherBoard { board });
            }
        }
        let settings = self.settings();
        let mut parts = Vec::new();
        for variant in &self.variants.all {
            parts.extend((1..=self.games.div_ceil(PART)).map(|part| (variant, part)));
        }
        let cells: Vec<Cell> = parts
            .iter()
            .map(|&(variant, part)| Cell {
                named: Map::from_iter([
                    ("variant".into(), variant.full_name().into()),
                    ("part".into(), part.into()),
                ]),
                games: PART.min(self.games - (part - 1) * PART),
            })
            .collect();
        let write = |index: usize, pool: &WorkerPool<'_>| -> Result<PartSummary, ExperimentError> {
            let (variant, part) = parts[index];
            let games = self.play(variant, part, cells[index].games, pool)?;
            let summary = PartSummary::of(&games);
            if summary.is_complete(cells[index].games) {
                let settings = of_variant(&settings, variant);
                tables::write(folder, &settings, &stem(variant, part), &games)?;
            }
            Ok(summary)
        };
        let played = cells::play(folder, &settings, &cells, pool, write)?;
        // The journal may tell of parts whose files are gone.
        for (index, &(variant, part)) in parts.iter().enumerate() {
            let is_there = tables::are_there(folder, &stem(variant, part));
            if !is_there && !write(index, pool)?.is_complete(cells[index].games) {
                return Err(ExperimentError::Dropped);
            }
        }
        let mut lines = Vec::new();
        for variant in &self.variants.all {
            let mut all = PartSummary::default();
            for ((of, _), part) in parts.iter().zip(&played) {
                if of.full_name() == variant.full_name() {
                    all.add(part);
                }
            }
            lines.push(format!("{}: {all}\n", variant.full_name()));
        }
        Ok(lines.concat())
    }

    /// Plays the games of a part.
    fn play(
        &self,
        variant: &Variant,
        part: u64,
        games: u64,
        pool: &WorkerPool<'_>,
    ) -> Result<Vec<AnalysedGame>, ExperimentError> {
        let before = (part - 1) * PART;
        pool.collect(games, |number, stop| {
            let number = before + number;
            let self_play = self.self_play(variant);
            let Some((session, opening)) = self_play.play(number, self.random_plies, stop)? else {
                return Ok(None);
            };
            let mut memory = AnalysisMemory::new(self.nodes.get(), self.tables.clone());
            Ok(AnalysedGame::of(
                number,
                &session,
                opening,
                &mut memory,
                stop,
            ))
        })
    }

    fn self_play<'a>(&'a self, variant: &'a Variant) -> SelfPlay<'a> {
        SelfPlay {
            variant,
            player: &self.player,
            max_plies: self.max_plies,
            seed: self.seed,
        }
    }

    fn settings(&self) -> Settings {
        let table = |table: &Arc<SolvedTable>| table_name(table);
        let tables: Vec<String> = self.tables.iter().map(table).collect();
        let settings = Settings::new(Self::NAME).with("games", self.games);
        settings
            .with_all(&self.variants.settings)
            .with("player", self.player.to_string())
            .with("random_plies", self.random_plies)
            .with("max_plies", self.max_plies)
            .with("nodes", self.nodes.get())
            .with("tables", tables.join(" "))
            .with("seed", self.seed)
    }
}

/// End of the names of the files of a part.
fn stem(variant: &Variant, part: u64) -> String {
    format!("{}-{part:04}", variant.file_name())
}

/// Settings of the files of a variant, from which its games can be set up again.
fn of_variant(settings: &Settings, variant: &Variant) -> Settings {
    let setup = Value::Object(variant.start.setup().clone());
    (settings.clone())
        .with("game", variant.game.name)
        .with("variant", variant.full_name())
        .with("settings", setup.to_string())
}

/// The game that a table has solved, and its settings.
pub(crate) fn table_name(table: &SolvedTable) -> String {
    let game = &table.header().game;
    format!("{} {}", game.name, Value::Object(game.settings.clone()))
}

impl PartSummary {
    fn of(games: &[AnalysedGame]) -> Self {
        let measured =
            |game: &AnalysedGame| game.plies.iter().filter(|ply| ply.is_measured()).count();
        Self {
            games: games.len() as u64,
            plies: games.iter().map(|game| game.plies.len() as u64).sum(),
            measured: games.iter().map(|game| measured(game) as u64).sum(),
            points: games.iter().map(|game| game.points).sum(),
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.measured += other.measured;
        self.points += other.points;
    }
}

impl std::fmt::Display for PartSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            games,
            plies,
            measured,
            points,
        } = self;
        let score = 100.0 * points / *games as f64;
        write!(
            f,
            "{games} games, {plies} plies, {measured} with several outcomes, White's score {score:.1} %"
        )
    }
}

impl CellResult for PartSummary {
    fn is_complete(&self, games: u64) -> bool {
        self.games == games
    }

    fn to_json(&self) -> Value {
        json!([self.games, self.plies, self.measured, self.points])
    }

    fn from_json(value: &Value) -> Option<Self> {
        let number = |place: usize| value.get(place)?.as_u64();
        Some(Self {
            games: number(0)?,
            plies: number(1)?,
            measured: number(2)?,
            points: value.get(3)?.as_f64()?,
        })
    }
}

#[cfg(test)]
mod tests;
