//! The command line.

mod arena;
mod backend;
mod benchmark;
#[cfg(feature = "remote")]
mod emulate;
mod engine;
#[cfg(feature = "experiments")]
pub(crate) mod experiment;
mod export;
mod game;
mod help;
mod luck;
mod remote;
mod seat;
#[cfg(feature = "web")]
mod serve;
mod simulate;

use std::borrow::Cow;
use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::PathBuf;

use cheqqers_engine::PlayerSpec;
use cheqqers_game::shortened;
use cheqqers_measure::Fallback;
use cheqqers_players::TimeControl;
use cheqqers_puzzles::Source;
use cheqqers_session::KNOWN;
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use clap_complete::Shell;

pub(crate) use arena::{ArenaAction, ArenaCommand, NewTournament};
pub(crate) use backend::{BackendName, RemoteOptions, check_device};
pub(crate) use benchmark::{BenchmarkAction, BenchmarkCommand};
#[cfg(feature = "remote")]
pub(crate) use emulate::Emulate;
pub(crate) use engine::Engine;
pub(crate) use export::{Drawing, Export, Form, Format};
pub(crate) use game::GameOptions;
use game::GameParser;
pub(crate) use remote::{AddBackend, BackendsAction, BackendsCommand, JobsAction, JobsCommand};
use seat::PlayerParser;
pub(crate) use seat::{ParseSeatError, Seat};
#[cfg(feature = "web")]
pub(crate) use serve::Serve;
pub(crate) use simulate::{PrecisionName, Simulate, SimulatorName};

/// Quantum checkers on qubits: every move a circuit, every capture a measurement.
#[derive(Debug, Parser)]
#[command(
    name = "cheqqers",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    max_term_width = 100,
    after_help = "\
Examples:
  cheqqers play                              a game against random moves
  cheqqers play --level 1 --size 6           a smaller and simpler one
  cheqqers selfplay --games 1000 --json      statistics of many games
  cheqqers replay game.jsonl                 a recorded game, ply by ply
'cheqqers help COMMAND' describes a command."
)]
pub(crate) struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Reads a command line, the name of the program first, with the options of the game that it chooses.
    ///
    /// Where it is wrong, or asks for help, prints that and ends the process.
    pub(crate) fn read(args: Vec<OsString>) -> Self {
        let game = game::chosen(args.iter().skip(1).cloned());
        let mut command = game::for_game(Self::whole(), game);
        let matches = command.try_get_matches_from_mut(args);
        let matches = matches.unwrap_or_else(|error| exit(&error));
        let checked = match (matches.subcommand(), command.find_subcommand_mut("export")) {
            (Some(("export", matches)), Some(command)) => Export::check(matches, command),
            _ => Ok(()),
        };
        let read = checked.and_then(|()| Self::from_arg_matches(&matches));
        let mut cli = read.unwrap_or_else(|error| exit(&error));
        if let Command::Play(play) = &mut cli.command {
            play.game.is_dry_run = play.remote.dry_run;
        }
        cli
    }

    /// The whole command line, with its texts laid out.
    pub(crate) fn whole() -> clap::Command {
        help::laid_out(Self::command())
    }
}

/// Prints a help or an error, with what it quotes cut short, and ends the process.
#[expect(clippy::exit, reason = "as the parser of the command line ends it")]
fn exit(error: &clap::Error) -> ! {
    if error.use_stderr() {
        let text = error.render().to_string();
        if let Cow::Owned(text) = shortened(&text) {
            // Standard error may be closed too.
            let _ = std::io::stderr().write_all(text.as_bytes());
            std::process::exit(error.exit_code());
        }
    }
    error.exit()
}

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game in the terminal, with a person or a computer on either side
    Play(Play),
    /// Play many games between computers in parallel; statistics, and on request every ply
    Selfplay(Selfplay),
    /// Hold a tournament between computers, interruptible and shared by machines; ratings
    Arena(ArenaCommand),
    /// Make puzzles from games between computers: positions in which one move stands out
    Puzzles(Puzzles),
    /// Show a recorded game, or a file of many, ply by ply
    Replay(Replay),
    /// List the games, or the presets and settings of one
    Games(GamesCommand),
    /// Count the leaves of the game tree, by number of turns
    Perft(Perft),
    /// Solve a small board exactly: its positions counted, and values with certified bounds
    Solve(Solve),
    /// Write the circuit of a component for other toolkits, from a recorded game or after given moves
    Export(Export),
    /// Run the circuit of an OpenQASM file: counts of each outcome, or probabilities
    Simulate(Simulate),
    /// List, describe, check and name backends, which measure
    Backends(BackendsCommand),
    /// Run the circuits of games on a backend, and tell how well it did: a score, and the largest size
    Benchmark(BenchmarkCommand),
    /// List, resume, cancel or give up jobs that were sent to remote services
    Jobs(JobsCommand),
    /// Serve the page and its API: games in a browser, alone, against computers or with others
    #[cfg(feature = "web")]
    Serve(Serve),
    /// Serve the protocols of remote quantum services on this machine, to try clients without them
    #[cfg(feature = "remote")]
    Emulate(Emulate),
    /// Offer players to other programs, by a text protocol over standard input and output
    Engine(Engine),
    /// Run the paper's experiments and gather statistics of the game: tables and plots
    #[cfg(feature = "experiments")]
    Experiment(experiment::ExperimentCommand),
    /// Print the completion script of a shell
    Completions(Completions),
    /// Print the manual page
    Man(Man),
}

/// `play`: a game in the terminal.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers play                                   you are White, Black moves at random
  cheqqers play --white random --black human      the other way round
  cheqqers play --black human --record game.jsonl  two people, and the game is kept
  cheqqers play --resume game.jsonl               go on with a recorded game
  cheqqers play --moves \"c3^b4d4 f6-e5\"          begin after these moves
  cheqqers play --black \"engine:./my-engine -x\"   another program is Black
  cheqqers play --backend dense --seed 7          the same measurements every time
  cheqqers play --backend ibm:ibm_fez --record game.jsonl --fallback local
                                                  a quantum computer decides captures; where it
                                                  can't, the local simulator goes on")]
pub(crate) struct Play {
    /// White's player: human, random, mcts:N, expert[:MS], table:FILE, which 'cheqqers solve' wrote,
    /// net:FILE, a trained network, or engine:COMMAND or hub:COMMAND, a program that speaks a protocol of 'cheqqers help engine'
    /// [default: human, or as recorded]
    #[arg(long, value_name = "PLAYER", value_parser = PlayerParser::<Seat>::with_people(), hide_possible_values = true)]
    pub(crate) white: Option<Seat>,
    /// Black's player: human, random, mcts:N, expert[:MS], table:FILE, net:FILE, engine:COMMAND,
    /// hub:COMMAND
    /// [default: random, or as recorded]
    #[arg(long, value_name = "PLAYER", value_parser = PlayerParser::<Seat>::with_people(), hide_possible_values = true)]
    pub(crate) black: Option<Seat>,
    /// Seconds that each player has, and gets back after each move, as 60+0.6; a player out of time
    /// loses. People have no clock; resumed games start with full clocks [default: off]
    #[arg(
        long,
        value_name = "BASE+INC",
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) time: TimeControl,
    /// Write the game to this file, every ply as it is played
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Go on with the game recorded in this file, and append the new plies
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "record", "game", "set", "level", "size", "rows", "entanglement", "draw_after", "moves",
        "outcomes", "position",
    ])]
    pub(crate) resume: Option<PathBuf>,
    /// Backend that takes over from the first measurement that a remote backend can't make: local,
    /// dense, noisy. Both sides agree to it by playing; the record says so
    #[arg(long, value_name = "NAME", help_heading = "Remote backends")]
    pub(crate) fallback: Option<Fallback>,
    /// Take shots of the circuits that games measure most often before the game begins, in jobs that
    /// wait in the queue together: measurements of these circuits need no job of their own. The
    /// circuits come from a table of this program, or from FILE, which 'cheqqers experiment circuits'
    /// writes; from simulated games where the table does not have the game
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          default_missing_value = "", value_parser = pool_table, value_hint = ValueHint::FilePath,
          help_heading = "Remote backends", conflicts_with = "resume")]
    pub(crate) pool: Option<PoolTable>,
    /// The most jobs that take the shots of the pool: more circuits, and a higher price
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 4, requires = "pool",
          value_parser = clap::value_parser!(u8).range(1..=64), help_heading = "Remote backends")]
    pub(crate) pool_jobs: u8,
    /// With --pool: send a job after each move with the circuits that the next one may measure and the
    /// pool does not have, and go on meanwhile; what is not needed is cancelled, and may have been paid
    /// for
    #[arg(long, help_heading = "Remote backends", requires = "pool")]
    pub(crate) prefetch: bool,
    /// Limits of remote jobs.
    #[command(flatten)]
    pub(crate) remote: RemoteOptions,
    /// Style of the board.
    #[command(flatten)]
    pub(crate) show: ShowOptions,
    /// Game, start and backend.
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// Table of the circuits for a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PoolTable {
    /// The table of this program.
    Known,
    /// A file that `experiment circuits` wrote.
    File(PathBuf),
}

#[expect(clippy::unnecessary_wraps, reason = "a value parser may fail")]
fn pool_table(text: &str) -> Result<PoolTable, Infallible> {
    Ok(match text {
        "" => PoolTable::Known,
        path => PoolTable::File(path.into()),
    })
}

/// `selfplay`: many games between players.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers selfplay --games 10000 --level 3 --seed 7
  cheqqers selfplay --games 1000 --size 6 --json > statistics.json
  cheqqers selfplay --games 100 --trace games.jsonl --seed 7
  cheqqers selfplay --games 20 --record games/ --backend local
  cheqqers selfplay --games 20 --white \"engine:./my-engine -x\" --time 60+0.6

The first game has the seed given, and every other one a seed derived from it and the game's
number, which stands in its header: '--games 1 --seed N' with that number, and all else the same,
plays that game again alone. The number of threads changes nothing.")]
pub(crate) struct Selfplay {
    /// Number of games
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// White's player: random, mcts:N, expert[:MS], table:FILE, which 'cheqqers solve' wrote,
    /// net:FILE, a trained network, or engine:COMMAND or hub:COMMAND, a program that speaks a protocol of 'cheqqers help engine';
    /// engine@SECONDS:COMMAND has so long for a move instead of 60, and hub@SECONDS:COMMAND instead of 1
    #[arg(long, value_name = "PLAYER", default_value = "random",
          value_parser = PlayerParser::<PlayerSpec>::of_program(), hide_possible_values = true)]
    pub(crate) white: PlayerSpec,
    /// Black's player: random, mcts:N, expert[:MS], table:FILE, net:FILE, engine:COMMAND,
    /// hub:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "random",
          value_parser = PlayerParser::<PlayerSpec>::of_program(), hide_possible_values = true)]
    pub(crate) black: PlayerSpec,
    /// Seconds that each player has, and gets back after each move, as 60+0.6; a player out of time
    /// loses [default: off]
    #[arg(
        long,
        value_name = "BASE+INC",
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) time: TimeControl,
    /// Count the luck of measurements by a search of so many positions for each outcome, and tell
    /// White's points adjusted by it; records tell the luck of each ply
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = luck::positions)]
    pub(crate) luck: Option<NonZeroU64>,
    /// Number of games at a time [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write all games to this file one after the other, with legal moves and board of every ply
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Write each game to a file of its own in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Replace files that exist already
    #[arg(long)]
    pub(crate) force: bool,
    /// Print the statistics as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Game, start and backend.
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// `puzzles`: positions in which one move stands out.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers puzzles --count 20 --seed 7
  cheqqers puzzles --games cheqqers,level=3,size=6 --games rotation --count 100 --out puzzles.jsonl
  cheqqers puzzles --count 504 --seed 1 --out crates/puzzles/src/shipped.jsonl --force
                                          those that come with this program, anew

A puzzle is a line of JSON: how its position is reached, the moves to find with the expected score
of every legal move, its grade and themes. In its position the best move exceeds every other by 100
thousandths of a point at least, in searches of all moves and all outcomes to two depths. The same
seed gives the same puzzles, and fewer of them are the first of more.")]
pub(crate) struct Puzzles {
    /// Games to make them from, GAME:PRESET,KEY=VALUE, as 'cheqqers games' lists them; given once for
    /// each [default: all games, on boards of several sizes]
    #[arg(long, value_name = "GAMES", value_parser = |text: &str| text.parse::<Source>())]
    pub(crate) games: Vec<Source>,
    /// Number of puzzles
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// Seed of the games
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 1
    )]
    pub(crate) seed: u64,
    /// Write them to this file as a whole [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that exists already
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// `replay`: recorded games.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers replay game.jsonl               every ply with its board, and how the game ended
  cheqqers replay game.jsonl --ply 12      the board after ply 12 alone
  cheqqers replay game.pdn                 a draughts record, of another program too
  cheqqers replay games.jsonl --verify     recompute every ply, and check all of the file

Without --verify, moves must be legal and outcomes possible; with it, everything in the file must
agree with the rules. The exit status is 1 where something does not, and the error names the line.")]
pub(crate) struct Replay {
    /// A recorded game, a trace of many, or a draughts record (.pdn)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Recompute every ply and check all of the file; only the results are shown
    #[arg(long)]
    pub(crate) verify: bool,
    /// Show this ply only, 0 being the start
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "verify"
    )]
    pub(crate) ply: Option<u32>,
    /// Tell after each game how lucky its measurements were, by a search of so many positions for each
    /// outcome; games that name a number themselves are told by that without it
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["verify", "ply"],
          value_parser = luck::positions)]
    pub(crate) luck: Option<NonZeroU64>,
    /// Style of the board.
    #[command(flatten)]
    pub(crate) show: ShowOptions,
}

/// `games`: the games, their presets and settings.
#[derive(Debug, Args)]
#[command(after_help = games_examples())]
pub(crate) struct GamesCommand {
    /// One of them, or NAME:PRESET
    #[arg(value_name = "NAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) name: Option<String>,
}

/// Examples with the first game that has presets.
fn games_examples() -> String {
    let mut examples = String::from("Examples:\n");
    let mut example = |name: &str, about: &str| {
        let line = format!("cheqqers games {name}");
        let _ = writeln!(examples, "  {:<38} {about}", line.trim_end());
    };
    example("", "all games");
    if let Some((game, preset)) = KNOWN
        .iter()
        .find_map(|game| Some((game, game.presets.first()?)))
    {
        example(game.name, "presets and settings of one");
        let name = format!("{}:{}", game.name, preset.name);
        example(&name, "the settings that a preset chooses");
    }
    examples
}

/// `perft`: leaf counts.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers perft --depth 4                 of the initial position at level 3
  cheqqers perft --depth 6 --level 0       of classical draughts

Prints a line 'depth leaves' for each depth from 1 on. A turn with several captures counts as one;
every possible outcome of a measurement is a branch of its own. Where one move measures many pieces,
the outcomes may be too many to count: take a smaller board, or a depth that reaches no such move.")]
pub(crate) struct Perft {
    /// Number of turns
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// Game, start and backend.
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// `solve`: small boards solved exactly.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers solve --size 4 --rows 1 --level 1                    4 x 4, one row of men each
  cheqqers solve --size 4 --rows 1 --level 2 --draw-after off   endless play is a draw instead
  cheqqers solve --size 4 --rows 1 --level 3 --draw-after off --limit 1000000 --json
  cheqqers solve --size 4 --rows 1 --level 1 --draw-after off -o small.table
  cheqqers solve --table small.table --moves \"c1^b2d2 b4^a3c3\"     the value of each move then
  cheqqers solve --table small.table --regret random --regret mcts:200
  cheqqers play --black table:small.table --size 4 --rows 1 --level 1 --draw-after off

Finds every position that can be reached, and the value of each under perfect play: 1 where White
wins, -1 where Black does, 0 a draw. It is known between two bounds, which are proved in the end. With
a draw after so many plies without a capture, their number is part of a position, of which there are
up to 40 times as many then. Positions are the same here if a symmetry of the rules makes them so, such
as the view of the other player, or if their quantum states differ by nothing that a move can tell.
Beyond the limit nothing is assumed of a position, so that the bounds hold, but may be far apart.

A position takes about 150 bytes of memory. Two cores find 200,000 of them a second, and the bounds of
a million take about half a minute.

A table has all positions with their bounds. --table looks a position up, and its moves: their values are
means over the outcomes. The table's settings are those of the game unless others are given.
--regret plays from there against table:FILE, and tells for a player the value that a move and a game
lose on average with 95 % intervals, and the share of moves that lose none.")]
pub(crate) struct Solve {
    /// Tell positions apart that are the same only by a symmetry, or by what no move can tell
    #[arg(long)]
    pub(crate) distinct: bool,
    /// Most positions to go on from
    #[arg(long, value_name = "N", default_value_t = 20_000_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,
    /// Threads that find positions, or games at a time [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write the positions and their bounds to this file, a table; FILE.part has what is found meanwhile, and the same
    /// command goes on from it after an interrupt
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that exists already
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Look up the start, or what it comes to by --moves, in a table, and solve nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["distinct", "limit", "out"])]
    pub(crate) table: Option<PathBuf>,
    /// Tell how much value the moves of a player lose by the table, in games against a player who loses none;
    /// given once for each
    #[arg(long, value_name = "PLAYER", requires = "table",
          value_parser = PlayerParser::<PlayerSpec>::of_program(), hide_possible_values = true)]
    pub(crate) regret: Vec<PlayerSpec>,
    /// Number of games of each such player; colours alternate, and a game ends as a draw after 200 plies
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, requires = "regret",
          value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) games: u64,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Game and start.
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// `completions`: scripts for shells.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers completions bash > ~/.local/share/bash-completion/completions/cheqqers
  cheqqers completions zsh > ~/.zfunc/_cheqqers
  cheqqers completions fish > ~/.config/fish/completions/cheqqers.fish")]
pub(crate) struct Completions {
    /// The shell to complete in
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// `man`: the manual pages.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers man > ~/.local/share/man/man1/cheqqers.1
  cheqqers man play | man -l -")]
pub(crate) struct Man {
    /// The page of this command instead of that of the whole
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// Style of boards.
#[derive(Debug, Args)]
#[command(next_help_heading = "Board")]
pub(crate) struct ShowOptions {
    /// Use of colours: auto uses them on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// Draw with plain characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            let name = command.get_name();
            assert!(
                help.is_some_and(|help| help.contains(&format!("cheqqers {name}"))),
                "{name}"
            );
        }
    }
}
