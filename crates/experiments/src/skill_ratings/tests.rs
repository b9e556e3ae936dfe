use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use cheqqers_arena::{Cancellation, Monitor, NeverCancel};

use super::*;

fn small() -> SkillRatings {
    let players = ["random", "mcts:2", "mcts:60"].map(|name| name.parse().unwrap());
    SkillRatings {
        players: players.into(),
        games: 6,
        sizes: vec![4, 5],
        levels: 2..=3,
        seed: 7,
    }
}

/// Wants an end when it was asked so often.
#[derive(Debug)]
struct Impatient(AtomicU64);

impl Monitor for Impatient {
    fn cancellation(&self) -> Cancellation {
        let left = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        left.map_or(Cancellation::Finish, |_| Cancellation::None)
    }

    fn show(&self, _: u64) {}
}

#[test]
fn ratings_go_on_where_they_were_interrupted_and_rank_who_thinks_more_higher() {
    let never = AtomicBool::new(false);
    assert_eq!(small().num_games(), 4 * 3 * 6);
    let whole = tempfile::tempdir().unwrap();
    small()
        .run(
            whole.path(),
            &WorkerPool::new(Some(2), &NeverCancel),
            &never,
        )
        .unwrap();
    let parts = tempfile::tempdir().unwrap();
    let monitor = Impatient(AtomicU64::new(25));
    let error = small().run(parts.path(), &WorkerPool::new(Some(1), &monitor), &never);
    let Err(ExperimentError::Interrupted { done, all, .. }) = error else {
        panic!("{error:?}");
    };
    // It is asked before each game, and after the last of a tournament.
    assert_eq!((done, all), (24, 72));
    small()
        .run(
            parts.path(),
            &WorkerPool::new(Some(1), &NeverCancel),
            &never,
        )
        .unwrap();
    for name in [
        "trueskill.csv",
        "trueskill-meetings.parquet",
        "trueskill.svg",
    ] {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(read(whole.path()) == read(parts.path()), "{name}");
    }
    let text = fs::read_to_string(whole.path().join("trueskill.csv")).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 4 * 3);
    let mu = |row: &str| {
        row.split(',')
            .nth(6)
            .and_then(|mu| mu.parse::<f64>().ok())
            .unwrap()
    };
    let best: Vec<&&str> = rows
        .iter()
        .filter(|row| row.contains(",mcts:60,"))
        .collect();
    let worst: Vec<&&str> = rows.iter().filter(|row| row.contains(",random,")).collect();
    for (best, worst) in best.iter().zip(worst) {
        assert!(mu(best) > mu(worst), "{best} {worst}");
    }
    let other = SkillRatings {
        games: 7,
        ..small()
    };
    let error = other
        .run(parts.path(), &WorkerPool::new(None, &NeverCancel), &never)
        .unwrap_err();
    assert!(error.to_string().contains("with games 6, not 7"), "{error}");
}
