use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use cheqqers_arena::{Cancellation, Monitor, NeverCancel};

use super::*;

fn small() -> Complexity {
    Complexity {
        games: 20,
        sizes: 4..=5,
        levels: 0..=1,
        ..Complexity::default()
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = entries.map(name).collect();
    names.sort();
    names
}

/// Wants an end when it was asked so often.
#[derive(Debug)]
struct Impatient(AtomicU64);

impl Monitor for Impatient {
    fn cancellation(&self) -> Cancellation {
        match self.0.fetch_sub(1, Ordering::Relaxed) {
            0 | 0x8000_0000_0000_0000.. => {
                self.0.store(0, Ordering::Relaxed);
                Cancellation::Drop
            }
            _ => Cancellation::None,
        }
    }

    fn show(&self, _: u64) {}
}

#[test]
fn an_interrupted_experiment_goes_on_to_the_same_files() {
    let whole = tempfile::tempdir().unwrap();
    small()
        .run(whole.path(), &WorkerPool::new(Some(2), &NeverCancel))
        .unwrap();
    let names = names(whole.path());
    assert_eq!(names.len(), 1 + 2 * 2 + 3 * 2, "{names:?}");
    let parts = tempfile::tempdir().unwrap();
    let mut interruptions = 0;
    for asked in [0, 25, 45, 65, 100] {
        let monitor = Impatient(AtomicU64::new(asked));
        match small().run(parts.path(), &WorkerPool::new(Some(1), &monitor)) {
            Err(ExperimentError::Interrupted { done, all, .. }) => {
                assert!(done < 8 && all == 8);
                interruptions += 1;
            }
            other => drop(other.unwrap()),
        }
    }
    assert!(interruptions > 2);
    small()
        .run(parts.path(), &WorkerPool::new(Some(3), &NeverCancel))
        .unwrap();
    for name in names {
        let read = |folder: &Path| fs::read(folder.join(&name)).unwrap();
        assert!(read(whole.path()) == read(parts.path()), "{name}");
    }
}

#[test]
fn a_cell_has_its_seed_whatever_else_is_asked_for() {
    let cells = Complexity::default().cells();
    let mut seeds: Vec<u64> = cells.iter().map(|cell| cell.seed(7)).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 11 * 4 * 2);
    let folder = |complexity: Complexity| {
        let folder = tempfile::tempdir().unwrap();
        complexity
            .run(folder.path(), &WorkerPool::new(None, &NeverCancel))
            .unwrap();
        let text = fs::read_to_string(folder.path().join("complexity.csv")).unwrap();
        let row = text
            .lines()
            .find(|line| line.starts_with("5,1,1,40,"))
            .unwrap();
        // Behind the row's own cells come the settings, which differ.
        row.split(',')
            .take(22)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let one = Complexity {
        sizes: 5..=5,
        levels: 1..=1,
        ..small()
    };
    assert_eq!(folder(small()), folder(one));
}

#[test]
fn games_at_the_limit_are_unfinished_and_in_no_mean() {
    let folder = tempfile::tempdir().unwrap();
    let short = Complexity {
        ply_limit: 5,
        sizes: 6..=6,
        ..small()
    };
    short
        .run(folder.path(), &WorkerPool::new(None, &NeverCancel))
        .unwrap();
    let text = fs::read_to_string(folder.path().join("complexity.csv")).unwrap();
    let row = text.lines().nth(1).unwrap();
    assert!(
        row.starts_with("6,0,1,40,20,0,0,0,20,,,,,,,,,,,,,"),
        "{row}"
    );
}

#[test]
fn sizes_that_are_none_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let large = Complexity {
        sizes: 17..=17,
        ..small()
    };
    let error = large.run(folder.path(), &WorkerPool::new(None, &NeverCancel));
    assert!(matches!(error, Err(ExperimentError::Setting(_))));
    assert!(names(folder.path()).is_empty());
}

#[test]
fn what_is_kept_must_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let run = || small().run(folder.path(), &WorkerPool::new(Some(1), &NeverCancel));
    run().unwrap();
    let path = folder.path().join("complexity.jsonl");
    let kept = fs::read_to_string(&path).unwrap();
    let last = kept.lines().last().unwrap();
    // The same again does no harm.
    fs::write(&path, format!("{kept}{last}\n")).unwrap();
    run().unwrap();
    for wrong in [
        kept.replacen(",1]", ",2]", 1),
        kept.replacen(",1]", ",18446744073709551615]", 1),
        kept.replacen("\"draw\":[", "\"draw\":[[7,1],", 1),
    ] {
        assert_ne!(wrong, kept);
        fs::write(&path, wrong).unwrap();
        assert!(matches!(run(), Err(ExperimentError::Line { .. })));
    }
}
