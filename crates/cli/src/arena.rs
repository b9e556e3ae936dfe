//! Tournaments between players, with ratings.

mod advice;

use std::io::{self, Write};
use std::path::Path;

use cheqqers_experiments::{
    Arena, ArenaError, Crew, ExperimentError, Plan, Progress, Score, Standing, game_of, merge,
};
use cheqqers_game::Game;
use cheqqers_game::show::Show;
use cheqqers_players::MeasurerKind;
use cheqqers_session::{KNOWN, Task, with_game};

use crate::CliError;
use crate::args::{ArenaAction, ArenaCommand, Tournament};
use crate::host::Terminal;
use crate::interrupt::dropped;
use crate::setup::{Setup, ready_all};
pub(crate) use advice::advice;

/// Holds a tournament, or tells how one stands.
pub(crate) fn run(args: &ArenaCommand) -> Result<(), CliError> {
    let name = match (&args.action, &args.tournament.resume) {
        (None, None) => args.tournament.game.name().to_owned(),
        (None, Some(folder)) | (Some(ArenaAction::Show { folder, .. }), _) => played_in(folder)?,
        (Some(ArenaAction::Merge { from, .. }), _) => played_in(&from[0])?,
    };
    with_game(&name, Tourney { args })
}

/// The name of the game of the tournament in a folder; that of the usual game where there is none,
/// as it is told later.
fn played_in(part: &Path) -> Result<String, CliError> {
    let name = game_of(part)?;
    Ok(name.unwrap_or_else(|| KNOWN[0].name.to_owned()))
}

/// A tournament, held or told of.
struct Tourney<'a> {
    args: &'a ArenaCommand,
}

impl Task for Tourney<'_> {
    type Done = ();
    type Error = CliError;

    fn with<G: Show>(self) -> Result<(), CliError> {
        match &self.args.action {
            None => hold::<G>(&self.args.tournament),
            Some(ArenaAction::Show { folder, json }) => print(&Standing::of::<G>(folder)?, *json),
            Some(ArenaAction::Merge { from, out, json }) => print(&merge::<G>(out, from)?, *json),
        }
    }
}

/// Plays what is missing, and prints the table of what is there then.
fn hold<G: Game>(args: &Tournament) -> Result<(), CliError> {
    let resumed = args.resume.as_deref();
    let folder = resumed.or(args.out.as_deref());
    let folder = folder.expect("the command line has --out or --resume");
    let plan = match resumed {
        Some(folder) => plan_of::<G>(folder)?,
        None => plan(args, folder)?,
    };
    let names: Vec<String> = plan
        .players
        .iter()
        .map(|player| player.name.clone())
        .collect();
    let mut arena = Arena::open(plan, folder, args.shard)?;
    if arena.left() > 0 {
        let plan = arena.plan();
        let kinds = plan.players.iter().map(|player| &player.kind);
        ready_all(kinds, plan.seed, &plan.series.start)?;
    }
    let host = Terminal::new(0);
    let crew = Crew::new(args.threads.map(usize::from), &host);
    let seen = |progress: &Progress<'_>| {
        host.tell(progress.done, progress.of, lead(&names, progress));
    };
    let held = arena.run(&crew, dropped(), seen);
    host.close();
    let standing = held?;
    print(&standing, args.json)?;
    match arena.left() {
        0 => Ok(()),
        left => Err(CliError::Experiment(ExperimentError::Interrupted {
            done: arena.size() - left,
            all: arena.size(),
            what: "games",
        })),
    }
}

/// The plan that the command line describes.
fn plan<G: Game>(args: &Tournament, folder: &Path) -> Result<Plan<G>, CliError> {
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    if let Some((backend, _)) = setup.remote {
        return Err(CliError::RemoteInBulk { backend });
    }
    // What is wrong with the moves to make first should show before a file is made.
    setup.open(&mut setup.series.measurer(setup.seed))?;
    let mut plan = Plan::new(args.players.clone(), args.games, setup.series, setup.seed);
    plan.format = args.format;
    plan.time = args.time;
    plan.sprt = args.test()?;
    if args.game.seed.is_none()
        && let Some(begun) = Arena::<G>::plan_of(folder)?
    {
        plan.seed = begun.seed;
    }
    Ok(plan)
}

/// The plan of a tournament that was begun.
fn plan_of<G: Game>(folder: &Path) -> Result<Plan<G>, CliError> {
    let plan = Arena::plan_of(folder)?;
    let none = || ArenaError::None {
        path: folder.to_owned(),
    };
    Ok(plan.ok_or_else(none)?)
}

/// Who is ahead, in a few words.
fn lead(names: &[String], progress: &Progress<'_>) -> String {
    let text = match (names, progress.scores) {
        ([first, second], [ours, theirs]) => {
            format!(", {first} {} : {} {second}", ours.points(), theirs.points())
        }
        (names, scores) => {
            let mean = |score: &Score| score.mean().unwrap_or(0.0);
            let best = names.iter().zip(scores);
            let best = best.max_by(|(_, a), (_, b)| mean(a).total_cmp(&mean(b)));
            let told = |(name, score)| format!(", {name} has {:.0} %", 100.0 * mean(score));
            best.map(told).unwrap_or_default()
        }
    };
    let ratio = progress.tested.map(|tested| {
        let (lower, upper) = (tested.test.lower(), tested.test.upper());
        format!(", ratio {:.2} in {lower:.2} to {upper:.2}", tested.ratio)
    });
    text + &ratio.unwrap_or_default()
}

fn print(standing: &Standing, json: bool) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let written = if json {
        writeln!(out, "{}", standing.to_json())
    } else {
        write!(out, "{standing}")
    };
    written.and_then(|()| out.flush()).map_err(CliError::Output)
}
