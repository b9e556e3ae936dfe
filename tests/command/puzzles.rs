//! The puzzles that come with this program: sound, of many kinds, and made again as they were.

use std::collections::{BTreeMap, BTreeSet};

use cheqqers_puzzles::{CLEAR_MARGIN, Grade, Puzzle, Source, Theme, check, daily, shipped};
use cheqqers_session::KNOWN;

use crate::command::{cheqqers, printed};

#[test]
fn five_hundred_come_along_from_all_games_and_grades() {
    let puzzles = shipped();
    assert!(puzzles.len() >= 500, "{}", puzzles.len());
    let ids: BTreeSet<&str> = puzzles.iter().map(|puzzle| &puzzle.id[..]).collect();
    assert_eq!(ids.len(), puzzles.len());
    let of =
        |is_it: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|&puzzle| is_it(puzzle)).count();
    let sources = Source::usual();
    for game in KNOWN {
        let found = of(&|puzzle| puzzle.game == game.name);
        assert!(found >= 12, "{} of {}", found, game.name);
        let mut sources = sources.iter();
        assert!(sources.any(|source| source.game == game.name));
    }
    for grade in Grade::ALL {
        let found = of(&|puzzle| puzzle.grade == grade);
        assert!(found >= puzzles.len() / 9, "{found} {}", grade.name());
    }
    for theme in Theme::ALL {
        let found = of(&|puzzle| puzzle.themes.contains(&theme));
        assert!(found >= 5, "{found} of {}", theme.name());
    }
    let quantum = of(&|puzzle| puzzle.themes.iter().any(|theme| theme.is_quantum()));
    assert!(5 * quantum >= 2 * puzzles.len(), "{quantum}");
}

/// Every puzzle can be opened, and one move of each step exceeds the others in what is written of it.
#[test]
fn each_can_be_played_and_one_move_stands_out() {
    for puzzle in shipped() {
        for (number, step) in puzzle.steps.iter().enumerate() {
            let (best, second) = step.best_and_second();
            assert!(best >= second + CLEAR_MARGIN, "{}", puzzle.id);
            let legal = puzzle.legal_moves(number).unwrap();
            assert_eq!(legal.len(), step.scores.len(), "{}", puzzle.id);
            let found = legal.iter().find(|(mv, _)| mv.text() == step.mv());
            assert_eq!(found.unwrap().1, best, "{}", puzzle.id);
        }
        let end = puzzle.legal_moves(puzzle.steps.len()).unwrap();
        assert_eq!(end, [], "{}", puzzle.id);
    }
}

/// Puzzles of each source in the sample.
const PUZZLES_PER_SOURCE: usize = if cfg!(feature = "slow-tests") { 3 } else { 1 };

/// A sample of each game is searched again: the others are made by the same code.
#[test]
fn a_sample_is_sound_by_the_exact_search() {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    for puzzle in shipped().iter().rev() {
        let taken = taken.entry(puzzle.source().to_string()).or_default();
        if *taken < PUZZLES_PER_SOURCE {
            *taken += 1;
            check(puzzle).unwrap();
        }
    }
    assert!(taken.values().sum::<usize>() >= 12 * PUZZLES_PER_SOURCE);
}

#[test]
fn a_puzzle_with_another_solution_is_unsound() {
    let mut puzzle = shipped()[0].clone();
    check(&puzzle).unwrap();
    let others = puzzle.legal_moves(0).unwrap();
    let other = others
        .into_iter()
        .find(|(mv, _)| mv.text() != puzzle.steps[0].mv());
    puzzle.steps[0].ply = other.unwrap().0.text();
    let error = check(&puzzle).unwrap_err().to_string();
    assert!(error.contains("another move is the best"), "{error}");
}

#[test]
fn the_first_ones_are_made_again_byte_for_byte() {
    let made = printed(&["puzzles", "--count", "3", "--seed", "1"]);
    let lines = shipped()
        .iter()
        .take(3)
        .map(|puzzle| serde_json::to_string(puzzle).unwrap() + "\n");
    assert_eq!(made, lines.collect::<String>());
}

#[test]
fn a_file_that_is_there_is_replaced_by_force_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    let args = ["puzzles", "--count", "1", "--out", path.to_str().unwrap()];
    std::fs::write(&path, "mine\n").unwrap();
    let done = cheqqers(&args);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(done.err.contains("exists already"), "{}", done.err);
    assert!(done.err.contains("--force"), "{}", done.err);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine\n");
    printed(&[&args[..], &["--force"]].concat());
    let made = std::fs::read_to_string(&path).unwrap();
    assert_eq!(made, printed(&["puzzles", "--count", "1"]));
}

#[test]
fn each_has_its_day_before_one_comes_again() {
    let len = u64::try_from(shipped().len()).unwrap();
    let of = |day| &daily(day).id;
    // Wherever the days of a year begin.
    for first in [0, 20_000, 20_000 / len * len - 1] {
        let days: BTreeSet<&String> = (first..first + len).map(of).collect();
        assert_eq!(days.len(), shipped().len());
        assert_eq!(of(first), of(first + len));
    }
}
