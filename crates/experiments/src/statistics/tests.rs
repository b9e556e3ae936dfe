use std::collections::BTreeSet;

use cheqqers_arena::{Batch, Cancellation, NeverCancel};
use cheqqers_game::{Game, GameExt, Turn, perft};
use cheqqers_players::PlayerKind;
use cheqqers_session::Series;

use super::*;

fn start(level: u8, size: u8) -> Position {
    let statistics = GameStatistics {
        size,
        rows: None,
        ..GameStatistics::default()
    };
    statistics.start(level).unwrap()
}

#[test]
fn the_games_surveyed_are_those_that_bulk_plays() {
    let pool = WorkerPool::new(Some(2), &NeverCancel);
    for level in 0..=3 {
        let start = start(level, 6);
        let bulk = Batch {
            series: &Series::of(start.clone()),
            white: &PlayerKind::Random.into(),
            black: &PlayerKind::Random.into(),
            seed: 7,
            games: 50,
            ply_limit: None,
        };
        let tally = bulk.play(&pool).unwrap();
        let surveyed = survey::survey(&start, 7, 50, &pool).unwrap();
        assert_eq!(surveyed.lengths, tally.finished(), "level {level}");
        let whole = surveyed.whole();
        assert_eq!(whole.moves(), tally.finished().sum());
        assert_eq!(whole.outcomes.len(), surveyed.measurements.sum());
        assert_eq!(whole.branching.len(), whole.moves());
    }
}

#[test]
fn games_decided_at_the_limit_are_finished_and_longer_ones_are_not() {
    let pool = WorkerPool::new(Some(2), &NeverCancel);
    let tally = |ply_limit| {
        let bulk = Batch {
            series: &Series::of(start(3, 6)),
            white: &PlayerKind::Random.into(),
            black: &PlayerKind::Random.into(),
            seed: 7,
            games: 50,
            ply_limit,
        };
        bulk.play(&pool).unwrap()
    };
    let all = tally(None).finished();
    let (longest, how_many) = all.iter().last().unwrap();
    assert_eq!(tally(Some(longest)).finished(), all);
    let shorter = tally(Some(longest - 1));
    assert_eq!(shorter.finished().len(), 50 - how_many);
    assert_eq!(shorter.games(), 50);
}

#[test]
fn threads_change_nothing() {
    let start = start(3, 6);
    let with = |threads| {
        let pool = WorkerPool::new(Some(threads), &NeverCancel);
        survey::survey(&start, 7, 40, &pool).unwrap()
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn levels_have_the_moves_and_components_they_should() {
    let pool = WorkerPool::new(None, &NeverCancel);
    for level in 0..=3 {
        let whole = survey::survey(&start(level, 8), 7, 100, &pool)
            .unwrap()
            .whole();
        let has = |deed| whole.deeds.contains_key(deed);
        assert!(has("step") && has("capture"), "level {level}");
        assert_eq!(has("split") && has("pass"), level >= 1, "level {level}");
        assert_eq!(has("entangling capture"), level >= 2, "level {level}");
        assert_eq!(has("merge"), level >= 3, "level {level}");
        let pieces: Vec<u32> = whole.pieces.iter().map(|(pieces, _)| pieces).collect();
        let expected: &[u32] = [&[][..], &[1], &[1, 2], &[1, 2]][usize::from(level)];
        assert_eq!(pieces, expected, "level {level}");
        // A fair choice of two is one bit, and no measurement is of nothing.
        assert!(
            whole
                .mean_entropy()
                .is_none_or(|bits| (0.3..3.0).contains(&bits))
        );
    }
}

/// Every position that plies lead to, each path on its own, by its text.
fn texts(position: &Position, plies: u32, reached: &mut BTreeSet<String>) {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    if plies == 0 {
        reached.insert(format!("{} {legal:?}", position.to_fen()));
        return;
    }
    for mv in legal {
        let mut turns = vec![position.clone().play_unchecked(mv)];
        while let Some(turn) = turns.pop() {
            match turn {
                Turn::Ready(position) => texts(&position, plies - 1, reached),
                Turn::Pending(pending) => {
                    for (bits, _) in pending.outcomes() {
                        turns.push(pending.clone().resolve(&bits).unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn positions_are_counted_once_as_their_texts_are() {
    let pool = WorkerPool::new(None, &NeverCancel);
    for (level, size, depth) in [(0, 8, 4), (1, 6, 4), (2, 6, 4), (3, 4, 6), (3, 6, 4)] {
        let start = start(level, size);
        let growth = growth::growth(&start, depth, 100_000, &pool).unwrap();
        for generation in growth {
            let mut reached = BTreeSet::new();
            texts(&start, generation.plies, &mut reached);
            let plies = generation.plies;
            assert_eq!(
                generation.positions,
                reached.len() as u64,
                "level {level}, size {size}, {plies} plies"
            );
        }
    }
}

#[test]
fn growth_stops_at_its_limit_and_is_new_where_nothing_repeats() {
    let pool = WorkerPool::new(None, &NeverCancel);
    let start = start(0, 8);
    // Men only go forward: the first turns reach nothing twice, and whole turns are plies.
    let growth = growth::growth(&start, 8, 40, &pool).unwrap();
    assert_eq!(growth.len(), 2, "49 positions are too many to go on from");
    for generation in growth {
        assert_eq!(generation.positions, generation.new);
        assert_eq!(generation.positions, perft(&start, generation.plies));
    }
}

#[test]
fn nothing_is_written_when_the_host_wants_an_end() {
    #[derive(Debug)]
    struct Gone;
    impl cheqqers_arena::Monitor for Gone {
        fn cancellation(&self) -> Cancellation {
            Cancellation::Finish
        }
        fn show(&self, _: u64) {}
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let error = GameStatistics::default().run(&out, &WorkerPool::new(None, &Gone));
    assert!(matches!(error, Err(ExperimentError::Dropped)));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
}
