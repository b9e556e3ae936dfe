use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use cheqqers_arena::{Contender, ShardChoice};
use cheqqers_backend::Noise;
use cheqqers_engine::PlayerSpec;
use cheqqers_experiments as experiments;
use cheqqers_players::PlayerKind;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use thiserror::Error;

use super::game::{GameParser, key_and_value};
use super::seat::PlayerParser;

/// `experiment`: the paper's experiments, and statistics of games.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  cheqqers experiment complexity --out complexity       random games by board size and level
  cheqqers experiment complexity --out try --quick      the same in a moment, with few games
  cheqqers experiment statistics --out statistics       results, moves and measurements by level
  cheqqers experiment statistics --out chess --game queens-chess --game box-chess
                                                        the same of other games, by preset
  cheqqers experiment mcts --out mcts                   tree search against random moves
  cheqqers experiment trueskill --out trueskill         ratings of random moves and tree searches
  cheqqers experiment strength --out strength           ratings of the standing players by level
  cheqqers experiment circuits --out circuits           the circuits that games measure most often
  cheqqers experiment noise --out noise                 the benchmark's scores and games under noise
  cheqqers experiment train --out level3 --level 3      the network of 'expert' for a game
  cheqqers experiment dataset --out games               games of 'expert' to learn from
  cheqqers experiment positions --out positions         positions with the values of all moves

The folder gets tables as CSV and Parquet, with the settings and the version in every row, plots as
SVG and PNG, and a journal of finished games: after an interruption the same command goes on."
)]
pub(crate) struct ExperimentCommand {
    /// The experiment to run.
    #[command(subcommand)]
    pub(crate) experiment: Experiment,
}

/// An experiment with its settings.
#[derive(Debug, Subcommand)]
pub(crate) enum Experiment {
    /// Lengths of games between random players and shares of draws, by board size and level, with the
    /// draw after 40 plies without a capture and without it
    Complexity(Complexity),
    /// Statistics of games by level or preset and by ply: results, legal moves, kinds of moves,
    /// measurements, components; and numbers of positions that can be reached
    Statistics(Statistics),
    /// Monte Carlo tree search as White and as Black against random moves, by level
    Mcts(Mcts),
    /// The circuits that games measure most often, by preset, from which pools of shots are planned
    Circuits(Circuits),
    /// Scores of 'cheqqers benchmark' under models of noise, beside the share of measurements of whole games
    /// at level 3 that the same noise leaves undisturbed
    Noise(NoiseModels),
    /// Ratings of players after a round-robin tournament, by board size and level
    Trueskill(Trueskill),
    /// Ratings of the standing players and of others at every level, by a fixed protocol, adjusted by
    /// the luck of measurements
    Strength(Strength),
    /// Training of the network by which 'expert' evaluates the positions of a game
    Train(Train),
    /// Games of 'expert' to learn from, by level or preset: every ply with its value, its outcomes and
    /// its luck
    Dataset(Dataset),
    /// Positions of all games with the values of all their moves, to compare players and evaluations
    Positions(Positions),
}

impl Experiment {
    /// The options that all experiments have, and the name of this one.
    pub(crate) fn common(&self) -> (&Common, &'static str) {
        match self {
            Self::Complexity(args) => (&args.common, experiments::Complexity::NAME),
            Self::Statistics(args) => (&args.common, experiments::GameStatistics::NAME),
            Self::Mcts(args) => (&args.common, experiments::SearchStrength::NAME),
            Self::Circuits(args) => (&args.common, experiments::CircuitFrequencies::NAME),
            Self::Noise(args) => (&args.common, experiments::NoisePrediction::NAME),
            Self::Trueskill(args) => (&args.common, experiments::SkillRatings::NAME),
            Self::Strength(args) => (&args.common, experiments::Strength::NAME),
            Self::Train(args) => (&args.common, experiments::Training::NAME),
            Self::Dataset(args) => (&args.common, experiments::Dataset::NAME),
            Self::Positions(args) => (&args.common, experiments::ReferencePositions::NAME),
        }
    }
}

/// Options of all experiments.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// The folder for the results; where it holds a part of them, the experiment goes on
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Replace results of which no journal tells the settings
    #[arg(long)]
    pub(crate) force: bool,
    /// Seed of all games, below 2^63: tables keep it as a number
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(..1 << 63))]
    pub(crate) seed: u64,
    /// Number of games at a time [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Fewer games and smaller boards by default, for a quick trial
    #[arg(long)]
    pub(crate) quick: bool,
}

/// Games by level or by preset.
#[derive(Debug, Args)]
pub(crate) struct VariantArgs {
    /// A game, as NAME for all of its presets or as NAME:PRESET; given once for each [default: cheqqers
    /// by level]
    #[arg(long = "game", value_name = "GAME", value_parser = GameParser, hide_possible_values = true,
          conflicts_with_all = ["size", "rows", "levels"])]
    pub(crate) names: Vec<String>,
    /// Files and ranks of the board, 4 to 16
    #[arg(long, value_name = "4..16", allow_negative_numbers = true, default_value_t = 8,
          value_parser = clap::value_parser!(u8).range(4..=16))]
    pub(crate) size: u8,
    /// Rows of men on either side [default: 3, or as many as fit]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) rows: Option<u8>,
    /// Levels, one or FIRST..LAST
    #[arg(long, value_name = "LEVELS", default_value = "0..3")]
    pub(crate) levels: Span,
}

/// `experiment complexity`: lengths and draws of random games.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment complexity --out complexity
  cheqqers experiment complexity --out large --sizes 15..16 --levels 3 --games 5000

Boards have one row of men on either side. complexity.csv and .parquet have a row for each board
size, level and rule; complexity-lengths has the numbers of games by length.")]
pub(crate) struct Complexity {
    /// Number of games for each board size, level and rule [default: 1000; --quick: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Board sizes, one or FIRST..LAST [default: 4..14; --quick: 4..8]
    #[arg(long, value_name = "SIZES")]
    pub(crate) sizes: Option<Span>,
    /// Levels, one or FIRST..LAST
    #[arg(long, value_name = "LEVELS", default_value = "0..3")]
    pub(crate) levels: Span,
    /// Plies after which a game is stopped and counted as unfinished
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ply_limit: u32,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment mcts`: tree search against random moves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment mcts --out mcts
  cheqqers experiment mcts --out strong --rollouts 3200 --levels 3 --games 50

mcts.csv and .parquet have a row for each level and colour. Finished games are kept by tens.")]
pub(crate) struct Mcts {
    /// Number of rollouts for each move [default: 800; --quick: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) rollouts: Option<NonZeroU32>,
    /// Number of games for each colour and level [default: 100; --quick: 20]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Files and ranks of the board, 4 to 16 [default: 8; --quick: 5]
    #[arg(long, value_name = "4..16", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(4..=16))]
    pub(crate) size: Option<u8>,
    /// Levels, one or FIRST..LAST
    #[arg(long, value_name = "LEVELS", default_value = "0..3")]
    pub(crate) levels: Span,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment trueskill`: ratings.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment trueskill --out trueskill
  cheqqers experiment trueskill --out mine --sizes 6,8 --levels 3 --player random --player mcts:100

trueskill.csv and .parquet have a row for each player, board size and level, trueskill-meetings one
for each pairing. The games are in folders that 'cheqqers arena' reads too, each kept when it ends.")]
pub(crate) struct Trueskill {
    /// A player, as --white of selfplay takes it; given once for each [default: random, mcts:200,
    /// mcts:400 and mcts:800; --quick: random, mcts:20 and mcts:50]
    #[arg(long = "player", value_name = "PLAYER", value_parser = PlayerParser::<PlayerSpec>::of_program(), hide_possible_values = true)]
    pub(crate) players: Vec<PlayerSpec>,
    /// Number of games for each pairing, size and level [default: 150; --quick: 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Board sizes [default: 5,8; --quick: 5]
    #[arg(long, value_name = "SIZES", allow_negative_numbers = true, value_delimiter = ',',
          value_parser = clap::value_parser!(u8).range(4..=16))]
    pub(crate) sizes: Option<Vec<u8>>,
    /// Levels, one or FIRST..LAST
    #[arg(long, value_name = "LEVELS", default_value = "0..3")]
    pub(crate) levels: Span,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment strength`: ratings by a fixed protocol.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment strength --out strength
  cheqqers experiment strength --out mine --entrant mine=engine:./my-engine --levels 3
  cheqqers experiment strength --out strength --shard auto   a task of a job array
  cheqqers experiment strength --out strength --table small.table

Everybody meets everybody, on 8 x 8, with alternating colours; each pair of games begins with the same 6
random plies. The standing players are random, mcts:200, mcts:800, mcts:20000, and expert:10, expert:50 and
expert:200, each also as expert:MS,classic. strength.csv and .parquet have a row for each player and level, strength.md the table; with
--table strength-regret.csv and .parquet have what each player loses on each solved board, in five times as many
games against the perfect player as for a pairing. The games are in folders that 'cheqqers arena' reads too,
each kept when it ends. Players that think for so
much time depend on the machine: state it beside the table. Days on two cores; tens of minutes with
--without mcts:20000 --games 4.")]
pub(crate) struct Strength {
    /// A player besides the standing ones, or a name for it and the player: NAME=PLAYER; given once for
    /// each
    #[arg(long = "entrant", value_name = "PLAYER", value_parser = PlayerParser::<Contender>::of_program(), hide_possible_values = true)]
    pub(crate) entrants: Vec<Contender>,
    /// A standing player to leave out; given once for each
    #[arg(long, value_name = "PLAYER",
          value_parser = PossibleValuesParser::new(experiments::Strength::STANDING))]
    pub(crate) without: Vec<String>,
    /// Number of games for each pairing and level [default: 20; --quick: 2, and quick players]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Levels, one or FIRST..LAST
    #[arg(long, value_name = "LEVELS", default_value = "0..3")]
    pub(crate) levels: Span,
    /// Play this part of so many equal ones, as in 'cheqqers arena'; the last part writes the table
    #[arg(long, value_name = "I/N|auto")]
    pub(crate) shard: Option<ShardChoice>,
    /// Measure regret on this solved board too, a table that 'cheqqers solve -o FILE' wrote; may be repeated
    #[arg(long = "table", value_name = "FILE")]
    pub(crate) tables: Vec<String>,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment statistics`: games of any player, by level or preset and by ply.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment statistics --out statistics
  cheqqers experiment statistics --out small --size 5 --depth 12
  cheqqers experiment statistics --out chess --game queens-chess --game box-chess:full
  cheqqers experiment statistics --out first --game queens-chess:2010 --player expert:5

statistics.csv and .parquet have a row for each level or preset, with the shares of games that White
won, who moves first, and of draws; statistics-plies has one for each ply too; statistics-moves has
the number of moves of each kind, statistics-growth the number of different positions after so many
plies, every possible outcome counted. Finished games between players that think are kept; players
that think for so much time (expert, expert:MS) play other games each time.")]
pub(crate) struct Statistics {
    /// The games to play.
    #[command(flatten)]
    pub(crate) variants: VariantArgs,
    /// Player of both sides
    #[arg(long, value_name = "PLAYER", default_value = "random",
          value_parser = PlayerParser::<PlayerKind>::of_program(), hide_possible_values = true)]
    pub(crate) player: PlayerKind,
    /// Number of games at each level or of each preset [default: 1000; --quick: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Number of plies within which positions are counted [default: 8; --quick: 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// The most positions after a ply from which counting goes on; each takes a few KiB of memory
    /// [default: 50000; --game: 5000, as many games have more moves]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) position_limit: Option<u32>,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment circuits`: frequencies of measured circuits.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment circuits --out circuits
  cheqqers experiment circuits --out mine --game cheqqers --player expert:50 --games 100
  cheqqers experiment circuits --out ours --game cheqqers --games 1 --record game.jsonl

circuits.csv and .parquet have a row for each of the 256 commonest circuits of a level or preset,
with its share of all circuits and that of all up to it. Circuits are the same if they differ only in
the names of qubits, in the order of gates on different qubits, and in which half of an even split is
which. circuits.json has the same for
'cheqqers play --pool FILE'.")]
pub(crate) struct Circuits {
    /// A game, as NAME for all of its presets or as NAME:PRESET; given once for each [default: all games]
    #[arg(long = "game", value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) names: Vec<String>,
    /// A player of both sides; given once for each [default: random and expert:nodes=200]
    #[arg(long = "player", value_name = "PLAYER", value_parser = PlayerParser::<PlayerKind>::of_program(), hide_possible_values = true)]
    pub(crate) players: Vec<PlayerKind>,
    /// Number of games of each player in each variant [default: 500; --quick: 50]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// A file of recorded games whose circuits are counted too; given once for each
    #[arg(long = "record", value_name = "FILE")]
    pub(crate) records: Vec<PathBuf>,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment noise`: what the score of the benchmark says about games.
#[derive(Debug, Args)]
pub(crate) struct NoiseModels {
    /// A model of noise, as --backend has it: noisy, noisy:Fx, noisy:P, noisy:DEVICE; given once for each [default:
    /// fourteen from a quarter to sixteen times a typical device, with devices]
    #[arg(long = "model", value_name = "NOISE")]
    pub(crate) models: Vec<Noise>,
    /// A player of both sides; given once for each [default: random and expert:nodes=200]
    #[arg(long = "player", value_name = "PLAYER", value_parser = PlayerParser::<PlayerKind>::of_program(), hide_possible_values = true)]
    pub(crate) players: Vec<PlayerKind>,
    /// Number of games of each player [default: 200; --quick: 5]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Number of shots of each circuit [default: 1000; --quick: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) shots: Option<u64>,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment train`: the network of a game.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment train --out level3 --level 3
  cheqqers experiment train --out large --game international:10x10 --level 0
  cheqqers experiment train --out try --quick

train.network has the weights, the same for the same settings and seed; train.csv and .parquet have a
row for each generation. An interrupted training begins anew.")]
pub(crate) struct Train {
    /// The game, as NAME or as NAME:PRESET
    #[arg(long, value_name = "GAME", default_value = "cheqqers", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) game: String,
    /// Level of the game, short for --set level=N
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) level: Option<u8>,
    /// A setting of the game; given once for each
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(crate) set: Vec<(String, String)>,
    /// Number of times that games are played and learnt from [default: 2; --quick: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) generations: Option<u32>,
    /// Number of positions that are learnt from in each generation [default: 500000; --quick: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) positions: Option<u64>,
    /// Number of positions that are searched for a move [default: 150]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) nodes: Option<NonZeroU64>,
    /// Number of times that each position is learnt [default: 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: Option<u32>,
    /// Scale the network's correction of the static evaluation to this percentage
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub(crate) share: u8,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment dataset`: games of the expert.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment dataset --out games
  cheqqers experiment dataset --out few --games 1000 --levels 3
  cheqqers experiment dataset --out chess --game queens-chess:2020 --games 1000
  cheqqers experiment dataset --out solved --size 4 --rows 1 --levels 1 --table small.table

For each level or preset, and each 1000 games, there are two files: dataset-plies-level-3-0001.parquet
has a row for each ply, dataset-outcomes-level-3-0001.parquet one for each outcome of the plies that
had several. Scores are White's expected points, from 0 to 1: by a search of --nodes positions, or
exact where a --table has the position. By default that is 100000 games at each level, of about 45
minutes on one core and 300 MB each; files are kept as they are finished.")]
pub(crate) struct Dataset {
    /// The games to play.
    #[command(flatten)]
    pub(crate) variants: VariantArgs,
    /// Player of both sides
    #[arg(long, value_name = "PLAYER", default_value = "expert:nodes=100",
          value_parser = PlayerParser::<PlayerKind>::of_program(), hide_possible_values = true)]
    pub(crate) player: PlayerKind,
    /// Number of games at each level or of each preset [default: 100000; --quick: 20]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=9_999_000))]
    pub(crate) games: Option<u64>,
    /// Number of random plies that each game begins with
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 8
    )]
    pub(crate) random_plies: u32,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: u32,
    /// Number of positions searched for each value
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value = "100"
    )]
    pub(crate) nodes: NonZeroU64,
    /// A table of a solved board, which 'cheqqers solve -o FILE' wrote: the values of its game are
    /// exact; may be repeated
    #[arg(long = "table", value_name = "FILE")]
    pub(crate) tables: Vec<PathBuf>,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `experiment positions`: positions with the values of their moves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers experiment positions --out positions
  cheqqers experiment positions --out solved --game cheqqers --table small.table --positions 100
  cheqqers experiment positions --out try --quick

positions.csv and .parquet have a row for each move of each position, with White's expected points
and how many the move loses; positions.json has the same for Python's cheqqers.dataset. Values of a
solved board are exact, others by a full-width search of --nodes positions. Of a game one position
is looked at, and taken if its best move is 0.02 points better than all are on average.")]
pub(crate) struct Positions {
    /// A game, as NAME for all of its presets or as NAME:PRESET; given once for each [default: all
    /// games, Cheqqers at each level]
    #[arg(long = "game", value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) names: Vec<String>,
    /// A table of a solved board, which 'cheqqers solve -o FILE' wrote: positions of it are taken too;
    /// may be repeated
    #[arg(long = "table", value_name = "FILE")]
    pub(crate) tables: Vec<PathBuf>,
    /// Number of positions, spread evenly over games and tables [default: 1000; --quick: 18]
    #[arg(long = "positions", value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: Option<u64>,
    /// Player of both sides in the games that positions are taken from
    #[arg(long, value_name = "PLAYER", default_value = "expert:nodes=100",
          value_parser = PlayerParser::<PlayerKind>::of_program(), hide_possible_values = true)]
    pub(crate) player: PlayerKind,
    /// Number of positions searched for the values of one [default: 1000000; --quick: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) nodes: Option<NonZeroU64>,
    /// Options of all experiments.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A range of whole numbers, written `4..14`, or as one number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Span(pub(crate) RangeInclusive<u8>);

/// A text that is not a span.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("write a number, or two as in 4..14")]
pub(crate) struct ParseSpanError;

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

impl FromStr for Span {
    type Err = ParseSpanError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.parse::<u8>().map_err(|_| ParseSpanError);
        let span = number(first)?..=number(last)?;
        if span.is_empty() {
            return Err(ParseSpanError);
        }
        Ok(Self(span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_a_number_or_two() {
        assert_eq!("8".parse(), Ok(Span(8..=8)));
        assert_eq!("4..14".parse(), Ok(Span(4..=14)));
        assert_eq!(Span(4..=14).to_string(), "4..14");
        for wrong in ["", "..", "4..", "5..4", "4-14", "-1", "256"] {
            assert_eq!(wrong.parse::<Span>(), Err(ParseSpanError), "{wrong}");
        }
    }
}
