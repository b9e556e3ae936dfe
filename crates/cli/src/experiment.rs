//! The paper's experiments, and numbers of the game.

use std::io::{self, Write};
use std::num::NonZeroU32;

use cheqqers_experiments::{Crew, Duel, ExperimentError, Ranking};
use cheqqers_players::PlayerKind;

use crate::CliError;
use crate::args::experiment::{
    Common, Complexity, Experiment, ExperimentCommand, Mcts, Statistics, Trueskill,
};
use crate::host::Terminal;
use crate::interrupt;
use crate::setup::ready_all;

/// Makes an experiment, and says where its results are.
pub(crate) fn run(args: &ExperimentCommand) -> Result<(), CliError> {
    let (common, done) = match &args.experiment {
        Experiment::Complexity(args) => (&args.common, complexity(args)),
        Experiment::Statistics(args) => (&args.common, statistics(args)),
        Experiment::Mcts(args) => (&args.common, mcts(args)),
        Experiment::Trueskill(args) => (&args.common, trueskill(args)),
    };
    done?;
    let done = writeln!(io::stdout().lock(), "{}", common.out.display());
    done.map_err(CliError::Output)
}

fn complexity(args: &Complexity) -> Result<(), CliError> {
    let quick = args.common.quick;
    let usual = cheqqers_experiments::Complexity::default();
    let sizes = args.sizes.as_ref().map(|span| span.0.clone());
    let experiment = cheqqers_experiments::Complexity {
        games: args.games.unwrap_or(if quick { 100 } else { usual.games }),
        sizes: sizes.unwrap_or(if quick { 4..=8 } else { usual.sizes }),
        levels: args.levels.0.clone(),
        seed: args.common.seed,
        ply_limit: args.ply_limit,
    };
    let host = Terminal::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &crew(&args.common, &host));
    host.close();
    Ok(done?)
}

fn statistics(args: &Statistics) -> Result<(), CliError> {
    let quick = args.common.quick;
    let usual = cheqqers_experiments::Statistics::default();
    let experiment = cheqqers_experiments::Statistics {
        games: args.games.unwrap_or(if quick { 100 } else { usual.games }),
        size: args.size,
        rows: args.rows,
        levels: args.levels.0.clone(),
        depth: args.depth.unwrap_or(if quick { 4 } else { usual.depth }),
        position_limit: usize::try_from(args.position_limit).unwrap_or(usize::MAX),
        seed: args.common.seed,
    };
    let host = Terminal::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &crew(&args.common, &host));
    host.close();
    Ok(done?)
}

fn mcts(args: &Mcts) -> Result<(), CliError> {
    let quick = args.common.quick;
    let usual = Duel::default();
    let few = NonZeroU32::new(100).unwrap_or(usual.rollouts);
    let experiment = Duel {
        rollouts: args
            .rollouts
            .unwrap_or(if quick { few } else { usual.rollouts }),
        games: args.games.unwrap_or(if quick { 20 } else { usual.games }),
        size: args.size.unwrap_or(if quick { 5 } else { usual.size }),
        levels: args.levels.0.clone(),
        seed: args.common.seed,
    };
    let host = Terminal::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &crew(&args.common, &host));
    host.close();
    Ok(done?)
}

fn trueskill(args: &Trueskill) -> Result<(), CliError> {
    let quick = args.common.quick;
    let players = match &*args.players {
        [] => usual_players(quick),
        named => named.to_vec(),
    };
    let sizes = args.sizes.clone();
    let experiment = Ranking {
        players,
        games: args.games.unwrap_or(if quick { 10 } else { 150 }),
        sizes: sizes.unwrap_or_else(|| if quick { vec![5] } else { vec![5, 8] }),
        levels: args.levels.0.clone(),
        seed: args.common.seed,
    };
    for start in experiment.starts().map_err(ExperimentError::Rules)? {
        ready_all(&experiment.players, experiment.seed, &start)?;
    }
    let host = Terminal::new(experiment.num_games());
    let crew = crew(&args.common, &host);
    let done = experiment.run(&args.common.out, &crew, interrupt::dropped());
    host.close();
    Ok(done?)
}

/// Who plays unless others are named.
fn usual_players(quick: bool) -> Vec<PlayerKind> {
    let names: &[&str] = if quick {
        &["random", "mcts:20", "mcts:50"]
    } else {
        &Ranking::PLAYERS
    };
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

fn crew<'a>(common: &Common, host: &'a Terminal) -> Crew<'a> {
    Crew::new(common.threads.map(usize::from), host)
}
