//! Positions with the values of all their moves, by which players and evaluations are compared.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::WorkerPool;
use cheqqers_game::Colour;
use cheqqers_players::{PlayerKind, Stream, below, game_seed, generator};
use cheqqers_session::Position;
use cheqqers_solve::Table as SolvedTable;
use serde_json::{Map, Value, json};

use crate::cells::{self, Cell, CellResult};
use crate::dataset::{SelfPlay, table_name};
use crate::variant::{Variant, Variants};
use crate::{ExperimentError, Settings, Table, file};

/// Positions of games, with the values of all their moves: exact on solved boards, by a full-width search on others.
#[derive(Clone, Debug)]
pub struct ReferencePositions {
    /// Games whose positions are searched.
    pub variants: Variants,
    /// Tables of solved boards, whose positions have exact values.
    pub tables: Vec<Arc<SolvedTable>>,
    /// Number of positions, spread evenly over the variants and the tables.
    pub positions: u64,
    /// Player of both sides in the games that positions are taken from, after 0 to 12 random plies.
    pub player: PlayerKind,
    /// Number of nodes searched for the values of a position.
    pub nodes: NonZeroU64,
    /// Seed of the first game of each.
    pub seed: u64,
}

/// Number of plies after which a game is left.
const MAX_PLIES: u32 = 300;

/// Most random plies that a game begins with.
const MAX_RANDOM_PLIES: usize = 12;

/// Nodes searched to see whether the moves of a position differ.
const FILTER_NODES: NonZeroU64 = NonZeroU64::new(2000).expect("not 0");

/// Number of points by which the best move is better than all are on average.
const ADVANTAGE: f64 = 0.02;

/// Number of games that are looked through for each position.
const GAMES_PER_POSITION: u64 = 50;

/// A board or a variant whose positions are wanted.
struct Source<'a> {
    name: String,
    variant: Variant,
    table: Option<&'a SolvedTable>,
    positions: u64,
}

/// A position with the values of its moves.
#[derive(Clone, PartialEq, Debug)]
struct ReferencePosition {
    /// The moves from the start, each with its outcomes.
    plies: Vec<String>,
    turn: Colour,
    /// Depth of the search in plies; 0 where values are exact.
    depth: u64,
    /// White's expected points by each legal move.
    moves: Vec<(String, f64)>,
}

/// A position, and its hash if it has one.
type Candidate = (Option<u64>, ReferencePosition);

/// Positions of a source; `None` if it was stopped.
#[derive(Clone, PartialEq, Debug)]
struct PositionSet(Option<Vec<ReferencePosition>>);

impl ReferencePositions {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "positions";

    /// Finds the positions that the folder does not hold yet, and returns what was found in some lines.
    ///
    /// Of a game one position is looked at, and taken if its best move is 0.02 points better than all are on average.
    /// The folder then holds the table `positions` with a row for each move of each position, and
    /// `positions.json`, which Python's `cheqqers.dataset` reads.
    ///
    /// # Errors
    /// Returns an error if the folder holds the experiment with other settings or can't be written, a game can't be
    /// played, or after cancellation; the next run goes on from there.
    pub fn run(&self, folder: &Path, pool: &WorkerPool<'_>) -> Result<String, ExperimentError> {
        let sources = self.sources()?;
        let cells: Vec<Cell> = sources
            .iter()
            .map(|source| Cell {
                named: Map::from_iter([("of".into(), source.name.clone().into())]),
                games: source.positions,
            })
            .collect();
        let settings = self.settings();
        let found = cells::play(folder, &settings, &cells, pool, |index, pool| {
            self.find(&sources[index], pool)
        })?;
        let found: Vec<(&Source<'_>, &[ReferencePosition])> = sources
            .iter()
            .zip(&found)
            .map(|(source, found)| (source, found.0.as_deref().unwrap_or_default()))
            .collect();
        table(&settings, &found).write(folder, Self::NAME)?;
        let document = document(&settings, &found).to_string() + "\n";
        file::write(&folder.join("positions.json"), document.as_bytes())?;
        let line = |(source, positions): &(&Source<'_>, &[ReferencePosition])| {
            let (found, most) = (positions.len(), &source.positions);
            let name = &source.name;
            let why = if (found as u64) < *most {
                ", as the moves of others hardly differ, or can't be searched by so few nodes"
            } else {
                ""
            };
            format!("{name}: {found} of {most} positions{why}\n")
        };
        Ok(found.iter().map(line).collect())
    }

    fn sources(&self) -> Result<Vec<Source<'_>>, ExperimentError> {
        let variants = self.variants.all.iter().map(|variant| {
            let (name, variant) = (variant.full_name(), variant.clone());
            Ok((name, variant, None))
        });
        let boards = self.tables.iter().map(|table| {
            let variant = Variant::of_table(table)?;
            Ok((table_name(table), variant, Some(&**table)))
        });
        let all = variants.chain(boards);
        let all: Vec<_> = all.collect::<Result<_, ExperimentError>>()?;
        let mut names = HashSet::new();
        for (name, ..) in &all {
            if !names.insert(name) {
                let board = name.clone();
                return Err(ExperimentError::SameBoard { board });
            }
        }
        let count = all.len() as u64;
        let named = all.into_iter().zip(0..);
        let sources = named.map(|((name, variant, table), place)| Source {
            name,
            variant,
            table,
            positions: self.positions / count + u64::from(place < self.positions % count),
        });
        Ok(sources.collect())
    }

    /// The positions of a source: fewer where it does not have as many.
    fn find(
        &self,
        source: &Source<'_>,
        pool: &WorkerPool<'_>,
    ) -> Result<PositionSet, ExperimentError> {
        let (mut chosen, mut keys) = (Vec::new(), HashSet::new());
        let mut games = 0;
        while (chosen.len() as u64) < source.positions
            && games < GAMES_PER_POSITION * source.positions
        {
            let found = chosen.len() as u64;
            let round = source.positions - found;
            let before = pool.before + found;
            let looked = WorkerPool { before, ..*pool }.collect(round, |number, stop| {
                self.candidate(source, games + number, stop)
            })?;
            if (looked.len() as u64) < round {
                return Ok(PositionSet(None));
            }
            games += round;
            for (key, position) in looked.into_iter().flatten() {
                if key.is_none_or(|key| keys.insert(key)) {
                    chosen.push(position);
                }
            }
        }
        Ok(PositionSet(Some(chosen)))
    }

    /// A position of the game with a number, if its moves differ, and its hash; `None` if it was stopped.
    fn candidate(
        &self,
        source: &Source<'_>,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Candidate>>, ExperimentError> {
        let self_play = SelfPlay {
            variant: &source.variant,
            player: &self.player,
            max_plies: MAX_PLIES,
            seed: self.seed,
        };
        // Another seed than that of the game itself.
        let seed = game_seed(game_seed(self.seed, number), 2);
        let mut rng = generator(seed, Stream::Setup);
        let opening = u32::try_from(below(&mut rng, MAX_RANDOM_PLIES + 1)).unwrap_or(0);
        let Some((session, _)) = self_play.play(number, opening, stop)? else {
            return Ok(None);
        };
        let position = session.position_after(below(&mut rng, session.num_plies().max(1)));
        let differing = |nodes| {
            let found = values(&position, source.table, nodes);
            found.filter(|found| found.advantage() >= ADVANTAGE)
        };
        let is_quick = source.table.is_some() || self.nodes <= FILTER_NODES;
        let found = if is_quick || differing(FILTER_NODES).is_some() {
            differing(self.nodes)
        } else {
            None
        };
        let key = position.key();
        Ok(Some(found.map(|found| (key, found)).into_iter().collect()))
    }

    fn settings(&self) -> Settings {
        let tables: Vec<String> = self.tables.iter().map(|table| table_name(table)).collect();
        let settings = Settings::new(Self::NAME).with("positions", self.positions);
        settings
            .with_all(&self.variants.settings)
            .with("tables", tables.join(" "))
            .with("player", self.player.to_string())
            .with("nodes", self.nodes.get())
            .with("seed", self.seed)
    }
}

/// A position with the values of its moves by a table, else by a search of so many nodes; `None` if they are not known.
fn values(
    position: &Position,
    table: Option<&SolvedTable>,
    nodes: NonZeroU64,
) -> Option<ReferencePosition> {
    let sign = match position.turn() {
        Colour::White => 1.0,
        Colour::Black => -1.0,
    };
    let score = |value: f64| f64::midpoint(1.0, sign * value);
    let (depth, moves) = if let Some(table) = table {
        let solved = position.look_up(table).ok().flatten()?;
        let exact = solved.moves.iter().map(|mv| {
            let value = mv.bounds.is_exact().then_some(mv.bounds.middle())?;
            Some((mv.mv.clone(), score(value)))
        });
        (0, exact.collect::<Option<Vec<_>>>()?)
    } else {
        let by_depth = position.move_values(u32::MAX, nodes);
        let names = position.legal_moves();
        let deepest = by_depth.last()?.iter().zip(names.iter());
        let moves = deepest.map(|(&value, mv)| (mv.text(), score(value)));
        (by_depth.len() as u64, moves.collect())
    };
    Some(ReferencePosition {
        plies: position.plies().to_vec(),
        turn: position.turn(),
        depth,
        moves,
    })
}

impl ReferencePosition {
    /// Score of the best move.
    fn best(&self) -> f64 {
        let scores = self.moves.iter().map(|&(_, score)| score);
        match self.turn {
            Colour::White => scores.fold(0.0, f64::max),
            Colour::Black => scores.fold(1.0, f64::min),
        }
    }

    /// Points by which the best move is better than all are on average.
    fn advantage(&self) -> f64 {
        let losses = self.moves.iter().map(|&(_, score)| self.loss(score));
        losses.sum::<f64>() / self.moves.len().max(1) as f64
    }

    /// Points that are lost by a move with a score.
    fn loss(&self, score: f64) -> f64 {
        (self.best() - score).abs()
    }

    fn to_json(&self) -> Value {
        let moves = self.moves.iter();
        let moves = moves.map(|(mv, score)| (mv.clone(), score.to_owned().into()));
        json!({
            "plies": self.plies.join(" "),
            "turn": self.turn.to_string(),
            "depth": self.depth,
            "moves": moves.collect::<Map<_, _>>(),
        })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let plies = value.get("plies")?.as_str()?.split_whitespace();
        let moves = value.get("moves")?.as_object()?.iter();
        let moves = moves.map(|(mv, score)| Some((mv.clone(), score.as_f64()?)));
        Some(Self {
            plies: plies.map(str::to_owned).collect(),
            turn: [Colour::White, Colour::Black].into_iter().find(|turn| {
                value
                    .get("turn")
                    .is_some_and(|name| *name == turn.to_string())
            })?,
            depth: value.get("depth")?.as_u64()?,
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

impl CellResult for PositionSet {
    /// All that were asked for, as there may be no more.
    fn is_complete(&self, _: u64) -> bool {
        self.0.is_some()
    }

    fn to_json(&self) -> Value {
        let positions = self.0.iter().flatten();
        positions.map(ReferencePosition::to_json).collect()
    }

    fn from_json(value: &Value) -> Option<Self> {
        let positions = value.as_array()?.iter().map(ReferencePosition::from_json);
        Some(Self(Some(positions.collect::<Option<_>>()?)))
    }
}

/// A row for each move of each position.
fn table(settings: &Settings, found: &[(&Source<'_>, &[ReferencePosition])]) -> Table {
    let mut rows = Vec::new();
    let positions = found
        .iter()
        .flat_map(|(source, positions)| positions.iter().map(move |position| (source, position)));
    for ((source, position), number) in positions.zip(1_u64..) {
        let moves = position.moves.iter();
        rows.extend(moves.map(|(mv, score)| (number, *source, position, mv, *score)));
    }
    let games = rows.iter().map(|(_, source, ..)| source.variant.game.name);
    let setup = |variant: &Variant| Value::Object(variant.start.setup().clone()).to_string();
    Table::new(settings, rows.len())
        .integers("position", rows.iter().map(|&(number, ..)| number))
        .words("game", games.map(str::to_owned))
        .words(
            "settings",
            rows.iter().map(|(_, source, ..)| setup(&source.variant)),
        )
        .words(
            "plies",
            rows.iter()
                .map(|(_, _, position, ..)| position.plies.join(" ")),
        )
        .words(
            "turn",
            rows.iter()
                .map(|(_, _, position, ..)| position.turn.to_string()),
        )
        .integers(
            "depth",
            rows.iter().map(|(_, _, position, ..)| position.depth),
        )
        .words("move", rows.iter().map(|(_, _, _, mv, _)| (*mv).clone()))
        .numbers("score", rows.iter().map(|&(.., score)| score))
        .numbers(
            "loss",
            rows.iter()
                .map(|(_, _, position, _, score)| position.loss(*score)),
        )
}

/// The document that Python reads.
fn document(settings: &Settings, found: &[(&Source<'_>, &[ReferencePosition])]) -> Value {
    let sources = found.iter().map(|(source, positions)| {
        json!({
            "name": source.name,
            "game": source.variant.game.name,
            "settings": source.variant.start.setup(),
            "exact": source.table.is_some(),
            "positions": positions.iter().map(ReferencePosition::to_json).collect::<Value>(),
        })
    });
    json!({
        "format": "cheqqers-positions",
        "version": 1,
        "made_by": settings.values(),
        "sources": sources.collect::<Value>(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use cheqqers_arena::NeverCancel;

    use super::*;
    use crate::start::solved_checkers;

    fn some() -> ReferencePositions {
        ReferencePositions {
            variants: Variants::levels(5, None, 2..=3).unwrap(),
            tables: vec![Arc::new(solved_checkers())],
            positions: 20,
            player: "random".parse().unwrap(),
            nodes: NonZeroU64::new(500).unwrap(),
            seed: 3,
        }
    }

    #[test]
    fn moves_have_the_values_of_the_table_or_of_a_search() {
        let folder = tempfile::tempdir().unwrap();
        let pool = WorkerPool::new(Some(2), &NeverCancel);
        some().run(folder.path(), &pool).unwrap();
        let text = fs::read_to_string(folder.path().join("positions.json")).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        let sources = document["sources"].as_array().unwrap();
        let count = |source: &Value| source["positions"].as_array().unwrap().len();
        let counts: Vec<_> = sources.iter().map(count).collect();
        assert_eq!(counts, [7, 7, 6]);
        let table = solved_checkers();
        for source in sources {
            let game = cheqqers_session::GameKind::named("cheqqers").unwrap();
            let start = game.start(source["settings"].as_object().unwrap()).unwrap();
            let mut session = game.session(&start, Map::new(), usize::MAX);
            let mut seen = HashSet::new();
            for found in source["positions"].as_array().unwrap() {
                let found = ReferencePosition::from_json(found).unwrap();
                session.go_to(&found.plies).unwrap();
                let position = session.position();
                assert!(seen.insert(position.key()));
                assert_eq!(position.legal_moves().len(), found.moves.len());
                assert!(found.advantage() >= ADVANTAGE);
                if source["exact"] == true {
                    let solved = position.look_up(&table).unwrap().unwrap();
                    let sign = if found.turn == Colour::White {
                        1.0
                    } else {
                        -1.0
                    };
                    let best = f64::midpoint(1.0, sign * solved.bounds.middle());
                    assert!((found.best() - best).abs() < 1e-12 && found.depth == 0);
                } else {
                    assert!(found.depth > 0);
                }
            }
        }
    }

    #[test]
    fn a_run_that_goes_on_finds_the_same_positions_with_any_number_of_threads() {
        let [whole, rest] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let pool = WorkerPool::new(Some(2), &NeverCancel);
        some().run(whole.path(), &pool).unwrap();
        let journal = fs::read_to_string(whole.path().join("positions.jsonl")).unwrap();
        let begun: Vec<&str> = journal.lines().take(2).collect();
        let begun = begun.join("\n") + "\n";
        fs::write(rest.path().join("positions.jsonl"), begun).unwrap();
        let one = WorkerPool::new(Some(1), &NeverCancel);
        some().run(rest.path(), &one).unwrap();
        for name in ["positions.json", "positions.csv", "positions.parquet"] {
            let [one, other] = [&whole, &rest].map(|folder| fs::read(folder.path().join(name)));
            assert!(one.unwrap() == other.unwrap(), "{name}");
        }
    }
}
