use cheqqers_backend::{Noise, Noisy};

use super::*;

fn settings() -> BenchmarkSettings {
    BenchmarkSettings {
        backend: "noisy".into(),
        quick: true,
        shots: 50,
        seed: Some(3),
        identity: "one".into(),
    }
}

#[test]
fn a_folder_is_of_one_process_and_keeps_its_identity() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = BenchmarkRun::open(folder.path(), &settings()).unwrap();
    let error = BenchmarkRun::open(folder.path(), &settings()).unwrap_err();
    assert!(matches!(error, BenchmarkError::InUse { .. }), "{error}");
    let first = run.left()[0];
    let mut noisy = Noisy::new(Noise::typical(), run.generator(first));
    run.measure(&mut noisy, &[first]).unwrap();
    drop(run);
    let other = BenchmarkSettings {
        identity: "two".into(),
        seed: None,
        ..settings()
    };
    let run = BenchmarkRun::open(folder.path(), &other).unwrap();
    assert_eq!(run.benchmark().series(), "one");
    assert!(run.left().iter().all(|circuit| circuit.name != first.name));
    let error = run.finish().unwrap_err();
    assert!(
        matches!(error, BenchmarkError::Unfinished { left, .. } if left > 5),
        "{error}"
    );
}
