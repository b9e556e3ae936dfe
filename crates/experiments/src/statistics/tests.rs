use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use cheqqers_arena::{Batch, Cancellation, Monitor, NeverCancel};
use cheqqers_checkers::Position;
use cheqqers_engine::PlayerSpec;
use cheqqers_game::{Game, GameExt, Turn, perft, settings};
use cheqqers_session::{GameVisitor, KNOWN, Playable, Series, with_game};

use super::*;
use crate::start::{rules, unrecorded};
use growth::growth;
use survey::survey;

fn start(level: u8, size: u8) -> Position {
    unrecorded(rules(size, None, level).unwrap())
}

/// Games with the seed 7.
fn games(player: &PlayerKind, count: u64) -> Games<'_> {
    Games {
        variant: String::new(),
        player,
        seed: 7,
        count,
        journal: None,
    }
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
        let start = start(level, 6);
        let player: PlayerKind = player.parse().unwrap();
        let bulk = Batch {
            series: &Series::of(start.clone()),
            white: &PlayerSpec::from(player.clone()),
            black: &PlayerSpec::from(player.clone()),
            seed: 7,
            games: many,
            ply_limit: None,
        };
        let tally = bulk.play(&pool).unwrap();
        let surveyed = survey(&start, &games(&player, many), &pool).unwrap();
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
        survey(&start, &games(&PlayerKind::Random, 40), &pool).unwrap()
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn levels_have_the_moves_and_components_they_should() {
    let pool = WorkerPool::new(None, &NeverCancel);
    for level in 0..=3 {
        let games = games(&PlayerKind::Random, 100);
        let survey = survey(&start(level, 8), &games, &pool).unwrap();
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

/// Every position that plies lead to, each path on its own, by its text and legal moves.
fn texts<G: Game>(
    position: &G,
    plies: u32,
    text: &impl Fn(&G) -> String,
    reached: &mut BTreeSet<String>,
) {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    if plies == 0 {
        reached.insert(format!("{} {legal:?}", text(position)));
        return;
    }
    for mv in legal {
        let mut turns = vec![position.clone().play_unchecked(mv)];
        while let Some(turn) = turns.pop() {
            match turn {
                Turn::Ready(position) => texts(&position, plies - 1, text, reached),
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
    // Positions that differ in the half-move clock alone are counted as one.
    let text = |position: &Position| {
        let clock = format!(":H{}", position.half_move_clock());
        position.to_fen().replace(&clock, "")
    };
    for (level, size, depth) in [(0, 8, 4), (1, 6, 4), (2, 6, 4), (3, 4, 6), (3, 6, 4)] {
        let start = start(level, size);
        let growth = growth(&start, depth, 100_000, &NeverCancel).unwrap();
        for generation in growth {
            let mut reached = BTreeSet::new();
            texts(&start, generation.plies, &text, &mut reached);
            let plies = generation.plies;
            assert_eq!(
                generation.positions,
                reached.len() as u64,
                "level {level}, size {size}, {plies} plies"
            );
        }
    }
}

/// Numbers of positions reached by 1, 2 and more plies from a chess position, as they are counted, and
/// as their texts without the half-move clock are.
struct ChessGrowth {
    preset: &'static str,
    position: &'static str,
    depth: u32,
}

impl GameVisitor for ChessGrowth {
    type Done = [Vec<u64>; 2];
    type Error = ExperimentError;

    fn with<G: Playable>(self) -> Result<[Vec<u64>; 2], ExperimentError> {
        let header = settings::header::<G>(Some(self.preset), [("position", self.position)])?;
        let mut start = G::from_header(&header).unwrap();
        start.world_mut().stop_recording();
        let growth = growth(&start, self.depth, 100_000, &NeverCancel).unwrap();
        let text = |position: &G| {
            let header = position.header();
            let mut fields: Vec<_> = header["position"].as_str().unwrap().split(' ').collect();
            fields.remove(4);
            fields.join(" ")
        };
        let distinct = (1..=self.depth).map(|plies| {
            let mut reached = BTreeSet::new();
            texts(&start, plies, &text, &mut reached);
            reached.len() as u64
        });
        let counted = growth.iter().map(|generation| generation.positions);
        Ok([counted.collect(), distinct.collect()])
    }
}

#[test]
fn positions_that_differ_in_pools_or_rights_are_counted_apart() {
    for (game, preset, position, depth) in [
        // A captured piece shows one of three types, and leaves.
        (
            "queens-chess",
            "2010",
            "7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1",
            2,
        ),
        // A rook returns to its corner.
        (
            "box-chess",
            "classical",
            "4k3/8/8/8/8/8/8/1N2K2R w K - 0 -",
            4,
        ),
        // Halves exchange their squares, and their marks with them.
        (
            "box-chess",
            "hadamard",
            "7k/8/8/8/8/8/8/(N1r)(N1b)5K w - - 0 1e",
            3,
        ),
    ] {
        let task = ChessGrowth {
            preset,
            position,
            depth,
        };
        let [counted, distinct] = with_game(game, task).unwrap();
        assert_eq!(counted, distinct, "{game}:{preset} {position}");
    }
}

#[test]
fn growth_stops_at_its_limit_and_is_new_where_nothing_repeats() {
    let start = start(0, 8);
    // Men only go forward: the first turns reach nothing twice, and whole turns are plies.
    let growth = growth(&start, 8, 40, &NeverCancel).unwrap();
    assert_eq!(growth.len(), 2, "49 positions are too many to go on from");
    for generation in growth {
        assert_eq!(generation.positions, generation.new);
        assert_eq!(generation.positions, perft(&start, generation.plies));
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
            assert_eq!(variant.game, entry.name);
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
        let games = games(&PlayerKind::Random, 10);
        let survey = variant.start.survey(&games, &pool).unwrap();
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
            let growth = variant.start.growth(depth, limit, &NeverCancel).unwrap();
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
