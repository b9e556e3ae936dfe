use std::path::PathBuf;

use cheqqers_arena::{Contender, PairingFormat, ShardChoice, Sprt, SprtError};
use cheqqers_players::TimeControl;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::GameOptions;
use super::luck::{self, LuckOption};
use super::seat::PlayerParser;

/// `arena`: tournaments with ratings.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  cheqqers arena --player random --player mcts:50 --games 200 --seed 7 --out cup
  cheqqers arena --resume cup                     go on with it after an interruption
  cheqqers arena show cup --json                  its table, also while it is played
  cheqqers arena --player new=mcts:90 --player old=mcts:80 --games 5000 --sprt 0,20 --out test
                                                  play until it is known whether the first one's
                                                  lead is 0 or 20 Elo, and 5000 games at most
  cheqqers arena --player random --player mcts:50 --seed 7 --out cup --shard 3/8
                                                  the third of eight equal parts, for eight
                                                  processes, on one machine or many
  cheqqers arena merge --out all cup-1 cup-2      parts that were played in folders of their own

Results are adjusted by luck: of the points of each game is subtracted what its measurements gave
beyond what was expected of them. That changes no mean, whatever the search finds, and takes about
2 ms for a game; so fewer games show who is stronger. --luck off is the test of outcomes alone.

Each game is on disk when it is finished: the same command again goes on, and only games under way
are lost. Between players of this program the table depends on the arguments alone, not on threads,
parts or interruptions; but players that think for so much time (expert, expert:MS) differ from run
to run, as do games with clocks or other programs."
)]
pub(crate) struct ArenaCommand {
    /// An action on games that were played.
    #[command(subcommand)]
    pub(crate) action: Option<ArenaAction>,
    /// The games to play.
    #[command(flatten)]
    pub(crate) tournament: NewTournament,
}

/// Actions of `arena` on games that were played.
#[derive(Debug, Subcommand)]
pub(crate) enum ArenaAction {
    /// Print the table of a tournament, finished or not
    Show {
        /// Folder of the tournament
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Print the table as a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Merge the games of parts into one folder and one file, in order, and print their table
    Merge {
        /// Folders of parts, or files of their games
        #[arg(value_name = "DIR|FILE", required = true)]
        from: Vec<PathBuf>,
        /// The folder for all, which is created if it does not exist
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Print the table as a JSON object
        #[arg(long)]
        json: bool,
    },
}

/// The games to play.
#[derive(Debug, Args)]
pub(crate) struct NewTournament {
    /// A player, as --white of selfplay takes it, or a name for it and the player: NAME=PLAYER; given
    /// once for each
    #[arg(
        long = "player",
        value_name = "PLAYER",
        value_parser = PlayerParser::<Contender>::of_program(),
        hide_possible_values = true,
        required_unless_present = "resume"
    )]
    pub(crate) players: Vec<Contender>,
    /// Pairings: round-robin, all of them; gauntlet, the first player with each other one
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = format())]
    pub(crate) format: PairingFormat,
    /// Plies played at random before the players take over, the same with either colour: otherwise
    /// players that always choose alike play the same game again where nothing is measured
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(..1000))]
    pub(crate) random_plies: u32,
    /// A game of so many plies is a draw [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: Option<u32>,
    /// Number of games of each pairing; colours alternate
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// End as soon as it is known whether the first player's lead over the second is ELO0 or ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = leads)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Probability that --sprt accepts ELO1 where ELO0 is true
    #[arg(long, value_name = "P", requires = "sprt", default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// Probability that --sprt accepts ELO0 where ELO1 is true
    #[arg(long, value_name = "P", requires = "sprt", default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// Adjust results by the luck of measurements, counted by a search of so many positions for each
    /// outcome, or don't: off [default: 1, or off with a noisy backend]
    #[arg(long, value_name = "N|off", allow_negative_numbers = true, value_parser = luck::option)]
    pub(crate) luck: Option<LuckOption>,
    /// Seconds that each player has, and gets back after each move, as 60+0.6; a player out of time
    /// loses [default: off]
    #[arg(
        long,
        value_name = "BASE+INC",
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) time: TimeControl,
    /// Number of games at a time [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Play this part of so many equal ones, beside others in the same folder or elsewhere; auto is the
    /// part of a task in a job array of Slurm, Grid Engine or AWS Batch, and auto/N that of one of N
    /// tasks, as of PBS or Kubernetes
    #[arg(long, value_name = "I/N|auto")]
    pub(crate) shard: Option<ShardChoice>,
    /// The folder for the plan and all games
    #[arg(long, value_name = "DIR", required_unless_present = "resume")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the tournament in this folder, with the arguments it was begun with
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "players", "format", "games", "random_plies", "max_plies", "sprt", "alpha", "beta", "luck", "time", "out", "game", "set", "level",
        "size", "rows", "entanglement", "draw_after", "moves", "outcomes", "position", "seed",
        "backend", "encoding",
    ])]
    pub(crate) resume: Option<PathBuf>,
    /// Print the table as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Game, start and backend.
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

impl NewTournament {
    /// The test of --sprt.
    ///
    /// # Errors
    /// Returns an error if its numbers are out of range.
    pub(crate) fn test(&self) -> Result<Option<Sprt>, SprtError> {
        let test = |(elo0, elo1)| Sprt::new(elo0, elo1, self.alpha, self.beta);
        self.sprt.map(test).transpose()
    }
}

fn format() -> impl TypedValueParser<Value = PairingFormat> {
    PossibleValuesParser::new(PairingFormat::ALL.map(PairingFormat::name))
        .map(|name| name.parse().unwrap_or_default())
}

fn leads(text: &str) -> Result<(f64, f64), String> {
    let refused = || "write two leads in Elo, as 0,10".to_owned();
    let (elo0, elo1) = text.split_once(',').ok_or_else(refused)?;
    let number = |text: &str| text.trim().parse().map_err(|_| refused());
    Ok((number(elo0)?, number(elo1)?))
}
