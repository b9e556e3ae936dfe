use std::fs;

use cheqqers_arena::NeverCancel;
use cheqqers_game::Colour;

use super::*;
use crate::start::solved_checkers;

fn small(games: u64) -> Dataset {
    Dataset {
        variants: Variants::levels(5, None, 1..=3).unwrap(),
        games,
        player: "expert:nodes=20".parse().unwrap(),
        random_plies: 4,
        max_plies: 60,
        nodes: NonZeroU64::new(20).unwrap(),
        tables: Vec::new(),
        seed: 7,
    }
}

fn games(dataset: &Dataset, variant: usize, games: u64) -> Vec<AnalysedGame> {
    let pool = WorkerPool::new(Some(2), &NeverCancel);
    let variant = &dataset.variants.all[variant];
    dataset.play(variant, 1, games, &pool).unwrap()
}

#[test]
fn luck_is_what_an_outcome_was_worth_beyond_the_mean_of_all() {
    let mut measured = 0;
    for variant in 0..3 {
        for game in games(&small(20), variant, 20) {
            for (ply, next) in game.plies.iter().zip(game.plies.iter().skip(1)) {
                let choice = ply.choice.as_ref().unwrap();
                let Some(luck) = ply.luck() else {
                    assert_eq!(ply.probability(), Some(1.0));
                    assert!((next.score - choice.expected).abs() < 1e-12);
                    continue;
                };
                measured += 1;
                let sum: f64 = ply.outcomes().iter().map(|one| one.probability).sum();
                let mean = ply.outcomes().iter().map(|one| one.probability * one.score);
                assert!((sum - 1.0).abs() < 1e-12);
                assert!((mean.sum::<f64>() - choice.expected).abs() < 1e-12);
                let sign = if ply.turn == Colour::White { 1.0 } else { -1.0 };
                assert!((luck - sign * (next.score - choice.expected)).abs() < 1e-9);
                let came: Vec<_> = ply.outcomes().iter().filter(|one| one.is_actual).collect();
                assert_eq!(came.len(), 1);
            }
        }
    }
    assert!(measured > 100, "{measured}");
}

#[test]
fn the_plies_of_a_game_can_be_played_again_by_their_text_and_by_their_action() {
    let dataset = small(5);
    let variant = &dataset.variants.all[2];
    for game in games(&dataset, 2, 5) {
        let mut session = variant.game.session(&variant.start, Map::new(), usize::MAX);
        assert!(game.plies[..4].iter().all(|ply| ply.is_random) && !game.plies[4].is_random);
        for ply in &game.plies {
            let position = session.position();
            assert_eq!(position.legal_moves().len(), ply.num_legal);
            let action = ply.action.unwrap();
            assert!(position.moves_of_action(action).contains(&ply.mv));
            let mut plies: Vec<String> = position.plies().to_vec();
            plies.push(ply.text.clone());
            session.go_to(&plies).unwrap();
        }
        let is_over = session.legal_moves().is_empty();
        assert!(is_over || game.plies.len() == 60);
        assert!(!is_over || session.outcome().is_some());
    }
}

#[test]
fn values_of_a_solved_board_are_those_of_its_table() {
    let table = Arc::new(solved_checkers());
    let mut dataset = Dataset {
        variants: Variants::levels(4, None, 0..=0).unwrap(),
        random_plies: 2,
        tables: vec![Arc::clone(&table)],
        ..small(10)
    };
    let exact = games(&dataset, 0, 10);
    let variant = &dataset.variants.all[0];
    let mut session = variant.game.session(&variant.start, Map::new(), usize::MAX);
    for game in &exact {
        let mut plies = Vec::new();
        for ply in &game.plies {
            session.go_to(&plies).unwrap();
            let value = session.position().look_up(&table).unwrap().unwrap().bounds;
            assert!(ply.is_exact && value.is_exact());
            let sign = if ply.turn == Colour::White { 1.0 } else { -1.0 };
            assert!((ply.score - f64::midpoint(1.0, sign * value.middle())).abs() < 1e-12);
            plies.push(ply.text.clone());
        }
    }
    dataset.tables.clear();
    let searched = games(&dataset, 0, 10);
    assert!(
        searched
            .iter()
            .flat_map(|game| &game.plies)
            .all(|ply| !ply.is_exact)
    );
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_files() {
    let files = |folder: &Path| -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, fs::read(path).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    let whole = tempfile::tempdir().unwrap();
    let pool = WorkerPool::new(Some(2), &NeverCancel);
    let told = small(3).run(whole.path(), &pool).unwrap();
    assert_eq!(told.lines().count(), 3);
    let names: Vec<String> = files(whole.path())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names.len(), 1 + 3 * 2);
    assert!(
        names.contains(&"dataset-plies-level-3-0001.parquet".to_owned()),
        "{names:?}"
    );
    // As if it had been killed behind the first part.
    let rest = tempfile::tempdir().unwrap();
    for (name, bytes) in files(whole.path()) {
        let journal = String::from_utf8_lossy(&bytes);
        let lines: Vec<_> = journal.lines().take(2).collect();
        match name.as_str() {
            "dataset.jsonl" => fs::write(rest.path().join(name), lines.join("\n") + "\n").unwrap(),
            // One that is gone is written again.
            "dataset-plies-level-1-0001.parquet" => {}
            _ if name.contains("level-1") => fs::write(rest.path().join(name), bytes).unwrap(),
            _ => {}
        }
    }
    let one = WorkerPool::new(Some(1), &NeverCancel);
    assert_eq!(small(3).run(rest.path(), &one).unwrap(), told);
    assert!(files(rest.path()) == files(whole.path()));
    let other = small(4).run(rest.path(), &one).unwrap_err();
    assert!(matches!(other, ExperimentError::OtherSettings { ref name, .. } if name == "games"));
}

#[test]
fn variants_have_files_of_their_own() {
    let mut names = Vec::new();
    for variants in [
        Variants::levels(8, None, 0..=3),
        Variants::games(&[
            "international".into(),
            "queens-chess".into(),
            "box-chess:full".into(),
        ]),
    ] {
        names.extend(variants.unwrap().all.iter().map(Variant::file_name));
    }
    let different: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
    assert!(names.contains(&"international-level-3".to_owned()));
}

#[test]
fn a_table_of_another_board_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = Dataset {
        tables: vec![Arc::new(solved_checkers())],
        ..small(1)
    };
    let pool = WorkerPool::new(Some(1), &NeverCancel);
    let refused = dataset.run(folder.path(), &pool).unwrap_err();
    assert!(
        matches!(refused, ExperimentError::OtherBoard { .. }),
        "{refused}"
    );
}
