//! The paper's experiments, and statistics of games.

use std::num::{NonZeroU32, NonZeroU64};

use cheqqers_arena::{ArenaError, WorkerPool, num_threads};
use cheqqers_engine::PlayerSpec;
use cheqqers_experiments::{
    CircuitFrequencies, Dataset, ExperimentError, GameStatistics, NoisePrediction,
    ReferencePositions, SearchStrength, SkillRatings, Strength, Training, Variants, check_results,
};
use cheqqers_files::Existing;
use cheqqers_players::{NamedTable, PlayerKind, TrainingSettings};
use cheqqers_session::{GameKind, KNOWN, Series};

use crate::arena::variable;
use crate::args::experiment::{
    self as args, Circuits, Common, Complexity, Experiment, ExperimentCommand, Mcts, NoiseModels,
    Positions, Statistics, Train, Trueskill, VariantArgs,
};
use crate::error::{CommandError, Failure, INTERRUPTED, USAGE};
use crate::files::check_free;
use crate::interrupt;
use crate::progress::{GamesProgress, WorkProgress};
use crate::record::Games;
use crate::setup::ready_all;
use crate::solve::open_tables;
use crate::stdio::print;

/// Models of noise from none to one that leaves little of a circuit.
const NOISE_MODELS: [&str; 14] = [
    "noisy:pittsburgh",
    "noisy:fez",
    "noisy:torino",
    "noisy:forte-1",
    "noisy:0.25x",
    "noisy:0.5x",
    "noisy",
    "noisy:2x",
    "noisy:4x",
    "noisy:8x",
    "noisy:16x",
    "noisy:0.01",
    "noisy:0.04",
    "noisy:0.1",
];

impl CommandError for ExperimentError {
    fn advice(&self) -> Option<&'static str> {
        const SETTINGS: &str = "Give the same settings to go on with it, or choose another --out.";
        const IN_USE: &str = "Wait for the other one, or choose another --out.";
        Some(match self {
            Self::Write { .. } => {
                "Check that the folder may be written to and has room; finished results are kept."
            }
            Self::InUse { .. } => IN_USE,
            Self::Read { .. } => "Check whether it may be read, or choose another --out.",
            Self::NoJournal { .. } | Self::Line { .. } => {
                "Choose another --out, or remove the file."
            }
            Self::ResultsWithoutJournal { .. } => "Choose another --out, or replace it by --force.",
            Self::OtherSettings { .. } => SETTINGS,
            Self::Arena(error) => match &**error {
                ArenaError::OtherPlan { .. } => SETTINGS,
                ArenaError::InUse { .. } => IN_USE,
                error => return error.advice(),
            },
            Self::Regret(error) => return error.advice(),
            Self::Threads(error) => return error.advice(),
            Self::Record { .. } => "Check it by 'cheqqers replay --verify', or leave it out.",
            Self::Interrupted { .. } => "The same command again goes on from there.",
            Self::Dropped => "Run the same command again.",
            Self::UnknownGame(error) => return error.advice(),
            Self::Setting(error) => return error.advice(),
            _ => return None,
        })
    }

    fn status(&self) -> u8 {
        match self {
            Self::Start(_) | Self::UnknownGame(_) | Self::Setting(_) => USAGE,
            Self::Interrupted { .. } | Self::Dropped => INTERRUPTED,
            Self::Arena(error) => error.status(),
            _ => 1,
        }
    }
}

/// Runs an experiment, and prints what it found and, in the last line, the folder of its results.
pub(crate) fn run(args: &ExperimentCommand) -> Result<(), Failure> {
    let (common, name) = args.experiment.common();
    if !common.force {
        match args.experiment {
            // Folders of tournaments tell their settings themselves.
            Experiment::Strength(_) => {}
            // It has no journal, as it begins anew.
            Experiment::Train(_) => {
                for name in ["train.network", "train.csv"] {
                    check_free(&common.out.join(name), Existing::Refuse)?;
                }
            }
            _ => check_results(&common.out, name)?,
        }
    }
    let done = match &args.experiment {
        Experiment::Complexity(args) => complexity(args),
        Experiment::Statistics(args) => statistics(args),
        Experiment::Mcts(args) => mcts(args),
        Experiment::Circuits(args) => circuits(args),
        Experiment::Noise(args) => noise(args),
        Experiment::Trueskill(args) => trueskill(args),
        Experiment::Strength(args) => strength(args),
        Experiment::Train(args) => train(args),
        Experiment::Dataset(args) => dataset(args),
        Experiment::Positions(args) => positions(args),
    };
    print(format!("{}{}\n", done?, common.out.display()))
}

fn complexity(args: &Complexity) -> Result<String, Failure> {
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
    let monitor = GamesProgress::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &pool(&args.common, &monitor));
    monitor.close();
    Ok(done?)
}

fn statistics(args: &Statistics) -> Result<String, Failure> {
    let quick = args.common.quick;
    let usual = GameStatistics::default();
    let position_limit = if args.variants.names.is_empty() {
        GameStatistics::POSITION_LIMIT
    } else {
        GameStatistics::PRESET_POSITION_LIMIT
    };
    let chosen_limit = args.position_limit;
    let chosen_limit = chosen_limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let experiment = GameStatistics {
        variants: variants(&args.variants)?,
        games: args.games.unwrap_or(if quick { 100 } else { usual.games }),
        player: args.player.clone(),
        depth: args.depth.unwrap_or(if quick { 4 } else { usual.depth }),
        position_limit: chosen_limit.unwrap_or(position_limit),
        seed: args.common.seed,
    };
    let monitor = GamesProgress::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &pool(&args.common, &monitor));
    monitor.close();
    Ok(done?)
}

fn dataset(args: &args::Dataset) -> Result<String, Failure> {
    let quick = args.common.quick;
    let experiment = Dataset {
        variants: variants(&args.variants)?,
        games: args
            .games
            .unwrap_or(if quick { 20 } else { Dataset::GAMES }),
        player: args.player.clone(),
        random_plies: args.random_plies,
        max_plies: args.max_plies,
        nodes: args.nodes,
        tables: open_tables(&args.tables)?,
        seed: args.common.seed,
    };
    let monitor = GamesProgress::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &pool(&args.common, &monitor));
    monitor.close();
    Ok(done?)
}

fn positions(args: &Positions) -> Result<String, Failure> {
    let quick = args.common.quick;
    let nodes = if quick { 2000 } else { 1_000_000 };
    let experiment = ReferencePositions {
        variants: match &*args.names {
            [] => Variants::all_games()?,
            names => Variants::games(names)?,
        },
        tables: open_tables(&args.tables)?,
        positions: args.count.unwrap_or(if quick { 18 } else { 1000 }),
        player: args.player.clone(),
        nodes: (args.nodes).unwrap_or(NonZeroU64::new(nodes).expect("not 0")),
        seed: args.common.seed,
    };
    let monitor = GamesProgress::of(experiment.positions, "positions");
    let done = experiment.run(&args.common.out, &pool(&args.common, &monitor));
    monitor.close();
    Ok(done?)
}

/// The games that were chosen by level or by preset.
fn variants(args: &VariantArgs) -> Result<Variants, ExperimentError> {
    if args.names.is_empty() {
        Variants::levels(args.size, args.rows, args.levels.0.clone())
    } else {
        Variants::games(&args.names)
    }
}

fn mcts(args: &Mcts) -> Result<String, Failure> {
    let quick = args.common.quick;
    let usual = SearchStrength::default();
    let few = NonZeroU32::new(100).unwrap_or(usual.rollouts);
    let experiment = SearchStrength {
        rollouts: args
            .rollouts
            .unwrap_or(if quick { few } else { usual.rollouts }),
        games: args.games.unwrap_or(if quick { 20 } else { usual.games }),
        size: args.size.unwrap_or(if quick { 5 } else { usual.size }),
        levels: args.levels.0.clone(),
        seed: args.common.seed,
    };
    let monitor = GamesProgress::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &pool(&args.common, &monitor));
    monitor.close();
    Ok(done?)
}

fn trueskill(args: &Trueskill) -> Result<String, Failure> {
    let quick = args.common.quick;
    let players = match &*args.players {
        [] => usual_players(quick),
        named => named.to_vec(),
    };
    let sizes = args.sizes.clone();
    let experiment = SkillRatings {
        players,
        games: args.games.unwrap_or(if quick { 10 } else { 150 }),
        sizes: sizes.unwrap_or_else(|| if quick { vec![5] } else { vec![5, 8] }),
        levels: args.levels.0.clone(),
        seed: args.common.seed,
    };
    for Series { game, start, .. } in experiment.series()? {
        ready_all(&experiment.players, experiment.seed, game, &start)?;
    }
    let monitor = GamesProgress::new(experiment.num_games());
    let pool = pool(&args.common, &monitor);
    let done = experiment.run(&args.common.out, &pool, interrupt::cancelled());
    monitor.close();
    Ok(done?)
}

fn strength(args: &args::Strength) -> Result<String, Failure> {
    let quick = args.common.quick;
    let standing: &[&str] = if quick {
        &["random", "mcts:20", "expert:nodes=50"]
    } else {
        &Strength::STANDING
    };
    let standing = standing
        .iter()
        .filter(|name| !args.without.iter().any(|out| out == *name))
        .map(|name| name.parse().expect("the names are those of players"));
    let experiment = Strength {
        players: standing.chain(args.entrants.iter().cloned()).collect(),
        games: args
            .games
            .unwrap_or(if quick { 2 } else { Strength::GAMES }),
        levels: args.levels.0.clone(),
        tables: args.tables.iter().cloned().map(NamedTable::new).collect(),
        seed: args.common.seed,
    };
    let shard = args
        .shard
        .map(|choice| choice.shard(variable))
        .transpose()?;
    let kinds = || experiment.players.iter().map(|player| &player.kind);
    for Series { game, start, .. } in experiment.series()? {
        ready_all(kinds(), experiment.seed, game, &start)?;
    }
    for board in experiment.boards()? {
        let Series { game, start, .. } = &board.series;
        ready_all(kinds(), experiment.seed, *game, start)?;
    }
    let monitor = GamesProgress::new(experiment.num_all_games());
    let pool = pool(&args.common, &monitor);
    let done = experiment.run(&args.common.out, shard, &pool, interrupt::cancelled());
    monitor.close();
    Ok(done?)
}

fn noise(args: &NoiseModels) -> Result<String, Failure> {
    let quick = args.common.quick;
    let models = match &*args.models {
        [] => NOISE_MODELS
            .map(|name| name.parse().expect("the names are those of noise"))
            .into(),
        models => models.to_vec(),
    };
    let experiment = NoisePrediction {
        models,
        players: measuring_players(&args.players),
        games: args.games.unwrap_or(if quick { 5 } else { 200 }),
        shots: args.shots.unwrap_or(if quick { 100 } else { 1000 }),
        seed: args.common.seed,
    };
    let monitor = GamesProgress::new(experiment.num_games());
    let done = experiment.run(&args.common.out, &pool(&args.common, &monitor));
    monitor.close();
    Ok(done?)
}

/// Players of `experiment circuits` and `noise`, those by default if none are given.
fn measuring_players(players: &[PlayerKind]) -> Vec<PlayerKind> {
    match players {
        [] => ["random", "expert:nodes=200"]
            .map(|player| player.parse().expect("the names are those of players"))
            .into(),
        players => players.to_vec(),
    }
}

fn circuits(args: &Circuits) -> Result<String, Failure> {
    let quick = args.common.quick;
    let names = match &*args.names {
        [] => KNOWN.iter().map(|game| game.name.to_owned()).collect(),
        names => names.to_vec(),
    };
    let experiment = CircuitFrequencies {
        names,
        players: measuring_players(&args.players),
        games: args.games.unwrap_or(if quick { 50 } else { 500 }),
        seed: args.common.seed,
    };
    let mut records = Vec::new();
    for path in &args.records {
        let mut games = Games::open(path)?;
        while let Some(record) = games.next()? {
            records.push(record);
        }
    }
    let monitor = GamesProgress::new(experiment.num_games());
    let done = experiment.run(&records, &args.common.out, &pool(&args.common, &monitor));
    monitor.close();
    Ok(done?)
}

fn train(args: &Train) -> Result<String, Failure> {
    let (name, preset) = match args.game.split_once(':') {
        Some((name, preset)) => (name, Some(preset)),
        None => (&*args.game, None),
    };
    let level = args.level.map(|level| ("level".into(), level.to_string()));
    let changes: Vec<_> = level.into_iter().chain(args.set.iter().cloned()).collect();
    let game = GameKind::named(name)?;
    let header = game
        .settings(preset, &changes)
        .map_err(ExperimentError::from)?;
    let usual = TrainingSettings::default();
    let usual = if args.common.quick {
        TrainingSettings {
            generations: 1,
            positions: 2000,
            ..usual
        }
    } else {
        usual
    };
    let training = Training {
        start: game.start(&header).map_err(ExperimentError::from)?,
        settings: TrainingSettings {
            generations: args.generations.unwrap_or(usual.generations),
            positions: args.positions.unwrap_or(usual.positions),
            nodes: args.nodes.unwrap_or(usual.nodes),
            epochs: args.epochs.unwrap_or(usual.epochs),
            share: args.share,
            seed: args.common.seed,
        },
    };
    interrupt::defer();
    let threads = num_threads(args.common.threads.map(usize::from));
    let settings = training.settings;
    let positions = settings
        .positions
        .saturating_mul(settings.generations.into());
    let progress = WorkProgress::bar(positions, "{human_pos} of {human_len} positions");
    let say = &|positions| progress.set(positions);
    Ok(training.run(&args.common.out, threads, interrupt::cancelled(), say)?)
}

/// The players of a ranking unless others are named.
fn usual_players(quick: bool) -> Vec<PlayerSpec> {
    let names: &[&str] = if quick {
        &["random", "mcts:20", "mcts:50"]
    } else {
        &SkillRatings::PLAYERS
    };
    let player = |name: &&str| name.parse().expect("the names are those of players");
    names.iter().map(player).collect()
}

fn pool<'a>(common: &Common, monitor: &'a GamesProgress) -> WorkerPool<'a> {
    WorkerPool::new(common.threads.map(usize::from), monitor)
}
