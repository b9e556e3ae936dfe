//! Tournaments between players, with ratings.

use std::error::Error;
use std::path::Path;

use cheqqers_arena::{
    ArenaError, JobArrayError, Plan, PlanError, Score, SprtError, Standings, ThreadsError,
    Tournament, TournamentProgress, WorkerPool, merge,
};
use cheqqers_game::causes;
use cheqqers_measure::MeasureError;
use cheqqers_players::DEFAULT_LUCK;
use thiserror::Error;

use crate::args::{ArenaAction, ArenaCommand, NewTournament};
use crate::error::{CommandError, Failure, INTERRUPTED, USAGE};
use crate::interrupt::cancelled;
use crate::progress::GamesProgress;
use crate::remote::SPARSE;
use crate::setup::{Setup, SetupError, ready_all};
use crate::stdio;

impl CommandError for ThreadsError {
    fn advice(&self) -> Option<&'static str> {
        Some("Ask for fewer with --threads N.")
    }
}

/// Error of a tournament that was interrupted; its finished games are kept.
#[derive(Debug, Error)]
#[error("interrupted after {done} of {all} games")]
struct InterruptedError {
    done: u64,
    all: u64,
}

impl CommandError for InterruptedError {
    fn advice(&self) -> Option<&'static str> {
        Some("The same command again goes on from there.")
    }

    fn status(&self) -> u8 {
        INTERRUPTED
    }
}

impl CommandError for ArenaError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Plan(error) => match error {
                PlanError::Players { .. } => "Write --player for each of them.",
                PlanError::SameName { .. } => {
                    "Give one a name of its own, as in --player weak=random."
                }
                PlanError::Games { .. } => "Ask for fewer with --games N.",
                PlanError::Luck => "Leave out --luck, or choose --backend sparse.",
                PlanError::Test { .. } => "Leave out --sprt, or all players but two.",
                _ => return None,
            },
            Self::Write { .. } => {
                "Check that the folder may be written to and has room; finished results are kept."
            }
            Self::Read { .. } => "Check the name of the folder, and whether it may be read.",
            Self::None { .. } => "Name a folder in which one was begun with --out.",
            Self::NoPlan { .. } => {
                "It was changed, or written by another version of this program; choose another --out."
            }
            Self::OtherPlan { .. } => {
                "Give the arguments that it was begun with, as --resume DIR does, or choose another \
                 --out."
            }
            Self::InUse { .. } => {
                "Wait until it ends, or play another part of as many with --shard."
            }
            Self::Stray { .. } => {
                "Remove the file, or that game from it: missing games are played again."
            }
            Self::Twice { .. } => {
                "Remove one of the files: games with clocks, other programs or players that think for \
                 so much time (expert, expert:MS) differ from run to run."
            }
            // Experiments have the same advice.
            Self::Threads(error) => return error.advice(),
            Self::Game { source, .. }
                if causes(source.as_ref()).any(<dyn Error>::is::<MeasureError>) =>
            {
                SPARSE
            }
            _ => return None,
        })
    }

    fn status(&self) -> u8 {
        match self {
            Self::Plan(_) => USAGE,
            _ => 1,
        }
    }
}

impl CommandError for JobArrayError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Size { .. } => "Say how many tasks there are, as in --shard auto/16.",
            _ => "Name the part, as in --shard 3/16.",
        })
    }

    fn status(&self) -> u8 {
        USAGE
    }
}

impl CommandError for SprtError {
    fn status(&self) -> u8 {
        USAGE
    }
}

/// Holds a tournament, or prints the table of one.
pub(crate) fn run(args: &ArenaCommand) -> Result<(), Failure> {
    match &args.action {
        None => hold(&args.tournament),
        Some(ArenaAction::Show { folder, json }) => print(&Standings::of(folder)?, *json),
        Some(ArenaAction::Merge { from, out, json }) => print(&merge(out, from)?, *json),
    }
}

/// Plays the missing games, and prints the table of all that were played.
fn hold(args: &NewTournament) -> Result<(), Failure> {
    let resumed = args.resume.as_deref();
    let folder = resumed.or(args.out.as_deref());
    let folder = folder.expect("the command line has --out or --resume");
    let plan = match resumed {
        Some(folder) => plan_of(folder)?,
        None => plan(args, folder)?,
    };
    let names: Vec<String> = plan
        .players
        .iter()
        .map(|player| player.name.clone())
        .collect();
    let shard = args
        .shard
        .map(|choice| choice.shard(variable))
        .transpose()?;
    // A folder gets no plan whose players can't play.
    let is_new = matches!(Tournament::plan_of(folder), Ok(None));
    if is_new {
        ready(&plan)?;
    }
    let mut arena = Tournament::open(plan, folder, shard)?;
    if !is_new && arena.left() > 0 {
        ready(arena.plan())?;
    }
    let monitor = GamesProgress::new(0);
    let pool = WorkerPool::new(args.threads.map(usize::from), &monitor);
    let seen = |progress: &TournamentProgress<'_>| {
        monitor.update(progress.done, progress.of, lead(&names, progress));
    };
    let held = arena.run(&pool, cancelled(), seen);
    monitor.close();
    let standings = held?;
    print(&standings, args.json)?;
    match arena.left() {
        0 => Ok(()),
        left => Err(InterruptedError {
            done: arena.size() - left,
            all: arena.size(),
        }
        .into()),
    }
}

/// Checks that the players of a plan can play.
fn ready(plan: &Plan) -> Result<(), SetupError> {
    let kinds = plan.players.iter().map(|player| &player.kind);
    ready_all(kinds, plan.seed, plan.series.game, &plan.series.start)
}

/// A variable of the environment.
pub(crate) fn variable(name: &'static str) -> Option<String> {
    std::env::var(name).ok()
}

/// Number of plies at which a game is a draw by default: several times as many as the longest of nearly all games have.
const MAX_PLIES: u32 = 1000;

/// The plan that the command line describes.
fn plan(args: &NewTournament, folder: &Path) -> Result<Plan, Failure> {
    let setup = Setup::in_bulk(&args.game)?;
    let mut plan = Plan::new(args.players.clone(), args.games, setup.series, setup.seed);
    plan.format = args.format;
    plan.random_plies = args.random_plies;
    plan.max_plies = args.max_plies.or(Some(MAX_PLIES));
    plan.time = args.time;
    plan.sprt = args.test()?;
    plan.luck = match args.luck {
        Some(luck) => luck.nodes(),
        None => plan.series.is_exact().then_some(DEFAULT_LUCK),
    };
    // Options that are not given are as it was begun; errors of its plan are told when it is opened.
    if let Ok(Some(begun)) = Tournament::plan_of(folder) {
        if args.game.seed.is_none() {
            plan.seed = begun.seed;
        }
        if args.luck.is_none() {
            plan.luck = begun.luck;
        }
        if args.max_plies.is_none() {
            plan.max_plies = begun.max_plies;
        }
    }
    Ok(plan)
}

/// The plan of a tournament that was begun.
fn plan_of(folder: &Path) -> Result<Plan, ArenaError> {
    let none = || ArenaError::None {
        path: folder.to_owned(),
    };
    Tournament::plan_of(folder)?.ok_or_else(none)
}

/// The leader of a tournament under way, in a few words.
fn lead(names: &[String], progress: &TournamentProgress<'_>) -> String {
    let text = match (names, progress.scores) {
        ([first, second], [ours, theirs]) => {
            format!(", {first} {} : {} {second}", ours.points(), theirs.points())
        }
        (names, scores) => {
            let mean = |score: &Score| score.mean().unwrap_or(0.0);
            let best = names.iter().zip(scores);
            let best = best.max_by(|(_, a), (_, b)| mean(a).total_cmp(&mean(b)));
            let text = |(name, score)| format!(", {name} has {:.0} %", 100.0 * mean(score));
            best.map(text).unwrap_or_default()
        }
    };
    let ratio = progress.sprt.map(|sprt| {
        let (lower, upper) = (sprt.test.lower(), sprt.test.upper());
        format!(", ratio {:.2} in {lower:.2} to {upper:.2}", sprt.log_ratio)
    });
    text + &ratio.unwrap_or_default()
}

fn print(standings: &Standings, json: bool) -> Result<(), Failure> {
    stdio::print(if json {
        format!("{}\n", standings.to_json())
    } else {
        standings.to_string()
    })
}
