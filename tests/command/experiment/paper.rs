//! Random games of the paper's program, and ours.

use cheqqers_arena::{Batch, NeverCancel, PliesByOutcome, WorkerPool};
use cheqqers_players::PlayerKind;
use cheqqers_session::{GameKind, Series};

/// What came of games between the random players of the paper's program, with a draw after 40 plies
/// without a capture.
struct Measured {
    size: u64,
    rows: u64,
    level: u64,
    /// Mean plies of a game, and the standard error.
    plies: (f64, f64),
    /// The share of draws, where it was noted.
    draws: Option<f64>,
}

/// The most standard errors of the difference by which ours and theirs may be apart.
const MOST: f64 = 4.0;

/// How many games each is of.
const GAMES: u64 = 1000;

const fn measured(
    (size, rows, level): (u64, u64, u64),
    plies: (f64, f64),
    draws: Option<f64>,
) -> Measured {
    Measured {
        size,
        rows,
        level,
        plies,
        draws,
    }
}

const PAPER: [Measured; 14] = [
    measured((8, 3, 0), (68.3, 0.8), Some(0.123)),
    measured((8, 3, 1), (75.5, 0.9), Some(0.256)),
    measured((8, 3, 2), (79.6, 1.0), Some(0.255)),
    measured((8, 3, 3), (79.8, 1.0), Some(0.261)),
    measured((8, 1, 0), (49.2, 0.7), Some(0.210)),
    measured((8, 1, 1), (58.3, 0.8), Some(0.419)),
    measured((8, 1, 2), (61.1, 0.8), Some(0.406)),
    measured((8, 1, 3), (61.1, 0.8), Some(0.445)),
    measured((5, 1, 0), (14.9, 0.3), None),
    measured((5, 1, 1), (16.9, 0.3), None),
    measured((5, 1, 2), (18.3, 0.3), None),
    measured((5, 1, 3), (18.4, 0.3), None),
    measured((14, 1, 0), (55.0, 1.1), Some(0.958)),
    measured((14, 1, 3), (43.9, 0.7), Some(0.996)),
];

/// As many games of ours.
fn ours(measured: &Measured) -> PliesByOutcome {
    let game = GameKind::named("cheqqers").unwrap();
    let &Measured {
        size, rows, level, ..
    } = measured;
    let settings = [("size", size), ("rows", rows), ("level", level)];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_string()));
    let start = game.start(&game.settings(None, &settings).unwrap());
    let start = start.unwrap().without_circuits();
    let bulk = Batch {
        series: &Series::of(game, start),
        white: &PlayerKind::Random.into(),
        black: &PlayerKind::Random.into(),
        seed: 2025,
        games: GAMES,
        ply_limit: None,
    };
    bulk.play(&WorkerPool::new(None, &NeverCancel)).unwrap()
}

/// The standard error of a share of the games.
fn share_error(share: f64) -> f64 {
    (share * (1.0 - share) / GAMES as f64).sqrt()
}

#[test]
fn random_games_are_as_long_and_as_often_drawn_as_those_of_the_papers_program() {
    for measured in &PAPER {
        let Measured {
            size, rows, level, ..
        } = *measured;
        let what = format!("size {size}, {rows} rows, level {level}");
        let tally = ours(measured);
        let lengths = tally.finished();
        let (mean, error) = (lengths.mean().unwrap(), lengths.standard_error().unwrap());
        let (paper, paper_error) = measured.plies;
        let away = (mean - paper) / error.hypot(paper_error);
        assert!(
            away.abs() < MOST,
            "{what}: {mean} plies and {paper} in the paper's program are {away} errors apart"
        );
        let Some(paper) = measured.draws else {
            continue;
        };
        let share = tally.draws.len() as f64 / GAMES as f64;
        let away = (share - paper) / share_error(share).hypot(share_error(paper));
        assert!(
            away.abs() < MOST,
            "{what}: {share} drawn and {paper} in the paper's program are {away} errors apart"
        );
    }
}
