use std::fs;

use cheqqers_arena::NeverCancel;
use cheqqers_players::NamedTable;

use super::*;
use crate::start::solved_checkers;

fn small() -> Strength {
    let players = ["random", "few=mcts:2", "mcts:40"].map(|name| name.parse().unwrap());
    Strength {
        players: players.into(),
        games: 6,
        levels: 2..=3,
        tables: Vec::new(),
        seed: 7,
    }
}

#[test]
fn parts_add_up_to_the_table_of_one_process() {
    let never = AtomicBool::new(false);
    let pool = WorkerPool::new(Some(1), &NeverCancel);
    let whole = tempfile::tempdir().unwrap();
    let table = small().run(whole.path(), None, &pool, &never).unwrap();
    assert!(
        table.starts_with("| player | level 2 | level 3 |\n"),
        "{table}"
    );
    assert_eq!(
        fs::read_to_string(whole.path().join("strength.md")).unwrap(),
        table
    );
    let parts = tempfile::tempdir().unwrap();
    let part = |index| {
        let shard = Shard::new(index, 2);
        small().run(parts.path(), shard, &pool, &never).unwrap()
    };
    let first = part(1);
    assert!(first.starts_with("20 of 36 games"), "{first}");
    assert!(!parts.path().join("strength.md").exists());
    assert_eq!(part(2), table);
    for name in ["strength.md", "strength.csv", "strength.svg"] {
        let [one, other] =
            [whole.path(), parts.path()].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(one == other, "{name}");
    }
}

/// A table of classical checkers on 4 x 4.
fn solved() -> NamedTable {
    NamedTable::opened("small.table".into(), solved_checkers())
}

#[test]
fn the_table_has_the_regret_on_solved_boards() {
    let never = AtomicBool::new(false);
    let pool = WorkerPool::new(Some(1), &NeverCancel);
    let folder = tempfile::tempdir().unwrap();
    let mut strength = small();
    (strength.games, strength.levels) = (4, 0..=0);
    strength.tables.push(solved());
    let table = strength.run(folder.path(), None, &pool, &never).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "| player | level 0 | lost on board 1 |");
    let regret = |name: &str| -> f64 {
        let line = lines.iter().find(|line| line.starts_with(name)).unwrap();
        let cell = line.split('|').nth(3).unwrap();
        cell.split('±').next().unwrap().trim().parse().unwrap()
    };
    let [random, search] = ["| `random` |", "| `mcts:40` |"].map(regret);
    assert!(random > 0.3 && search < random, "{table}");
    assert!(
        table.contains("Board 1, cheqqers level 0 size 4 "),
        "{table}"
    );
    // Finished games are kept.
    let csv = || fs::read(folder.path().join("strength-regret.csv")).unwrap();
    let before = csv();
    assert_eq!(
        strength.run(folder.path(), None, &pool, &never).unwrap(),
        table
    );
    assert!(csv() == before);
    strength.seed += 1;
    strength
        .run(folder.path(), None, &pool, &never)
        .unwrap_err();
}

#[test]
fn results_of_another_protocol_are_not_mixed() {
    let never = AtomicBool::new(false);
    let pool = WorkerPool::new(Some(1), &NeverCancel);
    let folder = tempfile::tempdir().unwrap();
    let mut strength = small();
    (strength.games, strength.levels) = (1, 0..=0);
    strength.players.truncate(2);
    strength.run(folder.path(), None, &pool, &never).unwrap();
    strength.games = 2;
    let error = strength.run(folder.path(), None, &pool, &never);
    assert!(matches!(error, Err(ExperimentError::Arena(_))), "{error:?}");
}
