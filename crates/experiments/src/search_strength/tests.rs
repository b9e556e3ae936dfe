use std::fs;

use cheqqers_arena::NeverCancel;

use super::*;

#[test]
fn the_search_wins_with_both_colours_and_every_game_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let duel = SearchStrength {
        rollouts: NonZeroU32::new(50).unwrap(),
        games: 12,
        size: 5,
        levels: 3..=3,
        seed: 7,
    };
    assert_eq!(duel.num_games(), 24);
    duel.run(folder.path(), &WorkerPool::new(None, &NeverCancel))
        .unwrap();
    let text = fs::read_to_string(folder.path().join("mcts.csv")).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 3);
    for (row, colour) in rows[1..].iter().zip(["white", "black"]) {
        assert_eq!(row[..2], ["3", colour]);
        let counts: Vec<u64> = row[2..5]
            .iter()
            .map(|count| count.parse().unwrap())
            .collect();
        assert_eq!(counts.iter().sum::<u64>(), 12);
        assert!(counts[0] > 6, "{row:?}");
    }
    let kept = fs::read_to_string(folder.path().join("mcts.jsonl")).unwrap();
    assert_eq!(
        kept.lines().count(),
        1 + 2 * 2,
        "blocks of ten, and the settings"
    );
}

#[test]
fn blocks_have_seeds_of_their_own() {
    let cells = SearchStrength::default().cells();
    let mut seeds: Vec<u64> = cells.iter().map(|cell| cell.seed(1)).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 4 * 2 * 10);
}
