use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use cheqqers_arena::{Batch, Cancellation, Monitor, NeverCancel};
use cheqqers_engine::PlayerSpec;
use cheqqers_session::{KNOWN, Series};

use super::*;
use crate::variant::Variant;

/// Cheqqers on a board of this size at this level.
fn variant(level: u8, size: u8) -> Variant {
    let variants = Variants::levels(size, None, level..=level).unwrap();
    variants.all.into_iter().next().unwrap()
}

/// Games of a variant with the seed 7.
fn games<'a>(variant: &'a Variant, player: &'a PlayerKind, count: u64) -> Games<'a> {
    Games {
        variant: String::new(),
        game: variant.game,
        start: &variant.start,
        player,
        seed: 7,
        count,
        journal: None,
    }
}

/// Their start, for many games.
fn series(variant: &Variant) -> Series {
    Series::of(variant.game, variant.start.clone())
}

#[test]
fn the_games_surveyed_are_those_that_bulk_plays() {
    let pool = WorkerPool::new(Some(2), &NeverCancel);
    for (level, player, many) in [
        (0, "random", 50),
        (1, "random", 50),
        (2, "random", 50),
        (3, "random", 50),
        (3, "mcts:3", 5),
        (3, "expert:nodes=50", 5),
    ] {
        let variant = variant(level, 6);
        let player: PlayerKind = player.parse().unwrap();
        let bulk = Batch {
            series: &series(&variant),
            white: &PlayerSpec::from(player.clone()),
            black: &PlayerSpec::from(player.clone()),
            seed: 7,
            games: many,
            ply_limit: None,
        };
        let tally = bulk.play(&pool).unwrap();
        let surveyed = survey(&games(&variant, &player, many), &pool).unwrap();
        assert_eq!(surveyed.plies_by_outcome, tally, "level {level}");
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
            series: &series(&variant(3, 6)),
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
    let variant = variant(3, 6);
    let with = |threads| {
        let pool = WorkerPool::new(Some(threads), &NeverCancel);
        survey(&games(&variant, &PlayerKind::Random, 40), &pool).unwrap()
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn levels_have_the_moves_and_components_they_should() {
    let pool = WorkerPool::new(None, &NeverCancel);
    for level in 0..=3 {
        let variant = variant(level, 8);
        let survey = survey(&games(&variant, &PlayerKind::Random, 100), &pool).unwrap();
        let whole = survey.whole();
        let has = |kind| whole.move_kinds.contains_key(kind);
        assert!(has("step") && has("capture"), "level {level}");
        assert_eq!(has("split") && has("pass"), level >= 1, "level {level}");
        assert_eq!(has("entangling capture"), level >= 2, "level {level}");
        assert_eq!(has("merge"), level >= 3, "level {level}");
        let pieces: Vec<u32> = whole.pieces.iter().map(|(pieces, _)| pieces).collect();
        let expected: &[u32] = [&[][..], &[1], &[1, 2], &[1, 2]][usize::from(level)];
        assert_eq!(pieces, expected, "level {level}");
        // No measurement is of nothing, and none tells more than which of its outcomes there is.
        let most = whole.outcomes.iter().last();
        let most = most.map(|(outcomes, _)| f64::from(outcomes).log2());
        let bits = whole.mean_entropy();
        assert_eq!(bits.is_some(), level >= 1, "level {level}");
        assert!(
            bits.zip(most)
                .is_none_or(|(bits, most)| 0.0 < bits && bits <= most),
            "level {level}: {bits:?} of {most:?}"
        );
    }
}

/// A start by the name of its variant.
fn named(name: &str) -> Variants {
    Variants::games(&[name.to_owned()]).unwrap()
}

#[test]
fn every_game_has_its_presets_and_what_it_is_without_one() {
    for entry in KNOWN {
        let variants = named(entry.name).all;
        let presets: Vec<_> = variants.iter().filter_map(|one| one.preset).collect();
        let expected: Vec<_> = entry.presets.iter().map(|preset| preset.name).collect();
        assert_eq!(presets, expected, "{}", entry.name);
        let is_plain = entry.presets.iter().any(|preset| preset.values.is_empty());
        let plain = variants.len() - presets.len();
        assert_eq!(plain, usize::from(!is_plain), "{}", entry.name);
        for variant in &variants {
            assert_eq!(variant.game.name, entry.name);
            let one = named(&variant.full_name().replace(" level 3", "")).all;
            assert!(one.iter().any(|one| one.preset == variant.preset));
        }
        let names = [entry.name.to_owned(), variants[0].full_name()];
        if variants[0].preset.is_some() {
            let again = Variants::games(&names).unwrap().all;
            assert_eq!(again.len(), variants.len(), "each once");
        }
    }
}

#[test]
fn games_and_presets_that_are_none_are_told() {
    let error = |name: &str| Variants::games(&[name.to_owned()]).unwrap_err();
    assert!(matches!(error("chess"), ExperimentError::UnknownGame(_)));
    assert!(matches!(
        error("chess:2010"),
        ExperimentError::UnknownGame(_)
    ));
    let preset = format!("{}:none", KNOWN[1].name);
    assert!(matches!(error(&preset), ExperimentError::Setting(_)));
    assert!(matches!(error(""), ExperimentError::UnknownGame(_)));
}

#[test]
fn counts_of_any_game_agree_with_each_other() {
    let pool = WorkerPool::new(None, &NeverCancel);
    for variant in KNOWN.iter().flat_map(|entry| named(entry.name).all) {
        let name = variant.full_name();
        let survey = survey(&games(&variant, &PlayerKind::Random, 10), &pool).unwrap();
        assert_eq!(survey.num_games(), 10, "{name}");
        let whole = survey.whole();
        let plies = survey.plies_by_outcome.finished();
        assert_eq!(plies.len(), 10, "{name}");
        assert_eq!(whole.moves(), plies.sum(), "{name}");
        assert_eq!(whole.outcomes.len(), survey.measurements.sum(), "{name}");
        let bits = survey.entropies.sum() as f64 / survey::GAME_ENTROPY_UNITS_PER_BIT;
        let of_plies = whole.mean_entropy().unwrap_or(0.0) * whole.outcomes.len() as f64;
        assert!(
            (bits - of_plies).abs() < 1e-3,
            "{name}: {bits} and {of_plies}"
        );
    }
}

#[test]
fn growth_ends_where_the_measurements_of_one_move_are_too_many() {
    for variant in KNOWN.iter().flat_map(|entry| named(entry.name).all) {
        for (depth, limit) in [(1, 50_000), (2, 500)] {
            let growth = variant.start.growth(depth, limit, &|| false).unwrap();
            let numbers: Vec<u32> = growth.iter().map(|generation| generation.plies).collect();
            let name = variant.full_name();
            if name == "queens-chess:2020" {
                assert!(numbers.is_empty(), "the types are dealt first: {numbers:?}");
            } else {
                let counted = u32::try_from(growth.len()).unwrap();
                assert!(numbers.iter().copied().eq(1..=counted), "{name}");
                assert!((1..=depth).contains(&counted), "{name}: {counted}");
            }
        }
    }
}

#[test]
fn no_result_is_written_after_cancellation() {
    #[derive(Debug)]
    struct Cancelled;
    impl Monitor for Cancelled {
        fn cancellation(&self) -> Cancellation {
            Cancellation::Finish
        }
        fn show(&self, _: u64) {}
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let error = GameStatistics::default().run(&out, &WorkerPool::new(None, &Cancelled));
    assert!(matches!(error, Err(ExperimentError::Dropped)));
    let names = fs::read_dir(&out)
        .unwrap()
        .map(|file| file.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["statistics.jsonl"]);
}

/// Ends a run after so many games were begun.
#[derive(Debug)]
struct Budget(AtomicU32);

impl Monitor for Budget {
    fn cancellation(&self) -> Cancellation {
        let spent = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        if spent.is_err() {
            Cancellation::Finish
        } else {
            Cancellation::None
        }
    }

    fn show(&self, _: u64) {}
}

#[test]
fn games_of_players_that_think_are_kept_and_not_played_again() {
    let statistics = |player: &str| GameStatistics {
        variants: Variants::levels(5, None, 2..=3).unwrap(),
        games: 6,
        player: player.parse().unwrap(),
        depth: 1,
        position_limit: 10,
        ..GameStatistics::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let read = |out: &str, name: &str| fs::read(folder.path().join(out).join(name)).unwrap();
    let run = |player: &str, out: &str, monitor: &dyn Monitor| {
        let pool = WorkerPool::new(Some(2), monitor);
        statistics(player).run(&folder.path().join(out), &pool)
    };
    run("mcts:3", "whole", &NeverCancel).unwrap();
    let error = run("mcts:3", "parts", &Budget(15.into())).unwrap_err();
    let ExperimentError::Interrupted { done, all: 12, .. } = error else {
        panic!("{error}");
    };
    let kept = read("parts", "statistics.jsonl");
    let lines = |kept: &[u8]| str::from_utf8(kept).unwrap().lines().count() as u64;
    assert!(0 < done && done < 12);
    assert_eq!(lines(&kept), 1 + done);
    run("mcts:3", "parts", &NeverCancel).unwrap();
    let whole = read("parts", "statistics.jsonl");
    assert!(whole.starts_with(&kept));
    assert_eq!(lines(&whole), 13);
    for name in [
        "statistics.csv",
        "statistics-plies.csv",
        "statistics-results.svg",
    ] {
        assert!(read("whole", name) == read("parts", name), "{name}");
    }
    let other = run("mcts:4", "parts", &NeverCancel).unwrap_err();
    assert!(
        matches!(other, ExperimentError::OtherSettings { .. }),
        "{other}"
    );
    let text = String::from_utf8(whole).unwrap();
    let wrong = text.replacen("\"choices\":[", "\"choices\":[999,", 1);
    fs::write(folder.path().join("parts/statistics.jsonl"), wrong).unwrap();
    let error = run("mcts:3", "parts", &NeverCancel).unwrap_err();
    assert!(
        matches!(error, ExperimentError::Line { line: 2, .. }),
        "{error}"
    );
}
