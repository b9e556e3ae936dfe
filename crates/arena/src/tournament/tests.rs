use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cheqqers_game::record::Reader;
use tempfile::TempDir;

use super::*;
use crate::plan::tests::plan;
use crate::rating::Score;
use crate::sprt::Sprt;
use crate::{Cancellation, Monitor, NeverCancel, TournamentProgress, WorkerPool};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn temporary() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn three() -> Plan {
    let mut plan = plan();
    plan.players.push("c=random".parse().unwrap());
    plan.games = 6;
    plan
}

/// A monitor that wants so many games begun, and no more.
#[derive(Debug)]
struct Limited(AtomicU64);

impl Monitor for Limited {
    fn cancellation(&self) -> Cancellation {
        match self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            }) {
            Ok(_) => Cancellation::None,
            Err(_) => Cancellation::Finish,
        }
    }

    fn show(&self, _: u64) {}
}

fn play(plan: &Plan, folder: &Path, shard: Option<Shard>, monitor: &dyn Monitor) -> Standings {
    let mut arena = Tournament::open(plan.clone(), folder, shard).unwrap();
    arena
        .run(&WorkerPool::new(Some(2), monitor), &GO_ON, |_| {})
        .unwrap()
}

fn whole(plan: &Plan) -> Standings {
    let folder = temporary();
    let standing = play(plan, folder.path(), None, &NeverCancel);
    assert_eq!(standing.games, standing.of);
    standing
}

#[test]
fn a_tournament_played_in_pieces_stands_as_one_played_at_once() {
    let plan = three();
    let folder = temporary();
    let mut standing = play(&plan, folder.path(), None, &Limited(AtomicU64::new(5)));
    assert_eq!(standing.games, 5);
    while standing.games < standing.of {
        standing = play(&plan, folder.path(), None, &Limited(AtomicU64::new(4)));
    }
    assert_eq!(standing, whole(&plan));
    assert_eq!(Standings::of(folder.path()).unwrap(), standing);
}

#[test]
fn parts_merged_stand_as_the_whole_and_their_games_are_in_order() {
    let plan = three();
    let folders: Vec<TempDir> = (0..3).map(|_| temporary()).collect();
    for (folder, index) in folders.iter().zip(1..) {
        play(&plan, folder.path(), Shard::new(index, 3), &NeverCancel);
    }
    let paths: Vec<PathBuf> = folders
        .iter()
        .map(|folder| folder.path().to_owned())
        .collect();
    let out = temporary();
    let merged = merge(out.path(), &paths).unwrap();
    assert_eq!(merged, whole(&plan));
    let text = fs::read(out.path().join(ALL)).unwrap();
    let mut reader = Reader::new(&text[..]);
    let game = plan.series.game;
    for number in 1..=18 {
        let record = reader.record().unwrap().unwrap();
        assert_eq!(record.header["number"], number);
        game.resume(&record, usize::MAX).unwrap();
    }
    assert_eq!(reader.record().unwrap(), None);
    // Again it changes nothing, and neither does a file of games by its name.
    let file = folders[0].path().join("games-1-of-3.jsonl");
    assert_eq!(merge(out.path(), &[file]).unwrap(), merged);
    assert_eq!(fs::read(out.path().join(ALL)).unwrap(), text);
}

#[test]
fn parts_may_share_a_folder_and_be_finished_together() {
    let plan = three();
    let folder = temporary();
    play(&plan, folder.path(), Shard::new(2, 3), &NeverCancel);
    let first = play(
        &plan,
        folder.path(),
        Shard::new(1, 3),
        &Limited(AtomicU64::new(3)),
    );
    assert!(first.games < first.of);
    let standing = play(&plan, folder.path(), None, &NeverCancel);
    assert_eq!(standing, whole(&plan));
    let merged = merge(folder.path(), &[folder.path().to_owned()]).unwrap();
    assert_eq!(merged, standing);
    let whole = fs::read_to_string(folder.path().join(ALL)).unwrap();
    assert_eq!(whole.matches("\"format\"").count() as u64, standing.games);
}

#[test]
fn a_test_ends_the_tournament_and_its_games_do_not_depend_on_threads() {
    let mut plan = plan();
    plan.games = 2000;
    plan.sprt = Sprt::new(0.0, 300.0, 0.1, 0.1).ok();
    let standings = [1, 2, 5].map(|threads| {
        let folder = temporary();
        let mut arena = Tournament::open(plan.clone(), folder.path(), None).unwrap();
        let pool = WorkerPool::new(Some(threads), &NeverCancel);
        let standing = arena.run(&pool, &GO_ON, |_| {}).unwrap();
        assert_eq!(arena.left(), 0);
        assert!(standing.sprt.unwrap().accepted.is_some());
        standing
    });
    assert!(standings[0].games < 1000);
    assert!(standings.iter().all(|standing| *standing == standings[0]));
}

#[test]
fn whoever_looks_on_is_told_of_each_game_when_it_is_kept() {
    let plan = three();
    let folder = temporary();
    let mut arena = Tournament::open(plan, folder.path(), None).unwrap();
    let told = Mutex::new(Vec::new());
    let seen = |progress: &TournamentProgress<'_>| {
        let kept = Standings::of(folder.path()).unwrap();
        let games: u64 = progress.scores.iter().map(Score::games).sum();
        assert_eq!((progress.done, 2 * progress.done), (kept.games, games));
        told.lock().unwrap().push(progress.done);
    };
    arena
        .run(&WorkerPool::new(Some(2), &NeverCancel), &GO_ON, seen)
        .unwrap();
    assert_eq!(told.into_inner().unwrap(), (0..=18).collect::<Vec<_>>());
}

#[test]
fn games_under_way_are_dropped_when_told() {
    let folder = temporary();
    let mut arena = Tournament::open(three(), folder.path(), None).unwrap();
    let stop = AtomicBool::new(true);
    let standing = arena
        .run(&WorkerPool::new(Some(2), &NeverCancel), &stop, |_| {})
        .unwrap();
    assert_eq!((standing.games, arena.left()), (0, 18));
}

#[test]
fn another_tournament_and_another_process_are_refused() {
    let folder = temporary();
    let open = |plan: Plan| Tournament::open(plan, folder.path(), None);
    let arena = open(three()).unwrap();
    assert!(matches!(open(three()), Err(ArenaError::InUse { .. })));
    drop(arena);
    let mut other = three();
    other.games = 8;
    let error = open(other).unwrap_err().to_string();
    assert!(
        error.ends_with("of another tournament, with games 6, not 8"),
        "{error}"
    );
    assert!(open(three()).is_ok());
    let nothing = Standings::of(&folder.path().join("nowhere"));
    assert!(matches!(nothing, Err(ArenaError::None { .. })));
}

#[test]
fn games_of_others_and_two_ends_of_one_game_are_refused() {
    let plan = three();
    let folder = temporary();
    play(&plan, folder.path(), Shard::new(1, 3), &NeverCancel);
    let file = folder.path().join("games-1-of-3.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let header = text.lines().next().unwrap();
    let other = header.replace("\"level\":3", "\"level\":2");
    assert!(other != header);
    fs::write(&file, text.replace(header, &other)).unwrap();
    let error = Standings::of(folder.path()).unwrap_err();
    assert!(
        matches!(error, ArenaError::Stray { line: 1, .. }),
        "{error}"
    );
    fs::write(&file, &text).unwrap();
    let twice = text.replace("\"black_won\"", "\"draw\"");
    assert!(twice != text);
    fs::write(folder.path().join("games.jsonl"), twice).unwrap();
    let error = Standings::of(folder.path()).unwrap_err();
    assert!(matches!(error, ArenaError::Twice { .. }), "{error}");
}

#[test]
fn parts_that_share_games_are_refused_while_one_is_played() {
    let folder = temporary();
    let open = |shard| Tournament::open(three(), folder.path(), shard);
    let (half, other) = (Shard::new(1, 2), Shard::new(2, 2));
    let playing = open(half).unwrap();
    assert!(open(other).is_ok());
    for shared in [None, Shard::new(1, 3)] {
        let error = open(shared).unwrap_err();
        assert!(matches!(error, ArenaError::InUse { .. }), "{error}");
    }
    drop(playing);
    assert!(open(Shard::new(1, 3)).is_ok());
    let _whole = open(None).unwrap();
    let error = open(half).unwrap_err();
    assert!(matches!(error, ArenaError::InUse { .. }), "{error}");
}

#[test]
fn a_file_that_is_not_of_games_is_left_as_it_is() {
    let folder = temporary();
    let file = folder.path().join(ALL);
    for text in [
        "a note",
        "a note\n",
        "{\"format\":\"cheqqers-experiment\"}\n",
    ] {
        fs::write(&file, text).unwrap();
        assert!(
            Tournament::open(three(), folder.path(), None).is_err(),
            "{text}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn the_largest_limit_of_plies_limits_nothing() {
    let mut plan = three();
    plan.random_plies = 4;
    plan.max_plies = None;
    let unlimited = whole(&plan);
    plan.max_plies = Some(u32::MAX);
    assert_eq!(whole(&plan), unlimited);
}
