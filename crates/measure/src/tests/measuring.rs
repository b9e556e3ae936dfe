//! Measurements by a device that lies, fails, or is not heard of.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_backend::{BackendError, FailureClass, Misreading, Run};
use cheqqers_game::{Encoding, Game, ResolveReason};
use serde_json::{Value, json};

use super::device::{Device, failure, run, run_by};
use super::toy::{Move, Toy};
use crate::{BackendMeasurer, FallbackConsent, MeasureError, MeasurementIds, Measurer, Policy};

fn identified(device: Device, policy: Policy) -> BackendMeasurer {
    let ids = MeasurementIds::of_game("game");
    BackendMeasurer::new(Box::new(device), policy).identified(ids)
}

fn policy() -> Policy {
    Policy::new(Encoding::Minimal)
}

/// Plays a move of a game that was not played before: the outcomes, each with its provenance.
fn play(measurer: &mut Measurer, mv: Move) -> Result<Vec<(String, Value)>, MeasureError> {
    let toy = Toy::new(9);
    measurer.begin(1, mv, String::new);
    let completed = measurer.complete(toy.start(mv))?;
    let measurements = completed.ply.measurements.into_iter();
    let told = measurements.map(|of| (of.bits.to_string(), of.provenance.into()));
    Ok(told.collect())
}

fn bits(played: Result<Vec<(String, Value)>, MeasureError>) -> Vec<String> {
    played.unwrap().into_iter().map(|of| of.0).collect()
}

fn names(ids: &BackendMeasurer) -> Vec<(String, u32)> {
    let ids = ids.ids().unwrap().attempts();
    ids.map(|(id, attempts)| (id.name.clone(), attempts))
        .collect()
}

fn down() -> BackendError {
    failure(FailureClass::Terminal, "it is down")
}

#[test]
fn an_exact_backend_is_asked_for_one_shot_of_each_circuit() {
    let answers = [
        Ok(vec![run("01"), run("10")]),
        Ok(vec![run("10")]),
        Ok(vec![run("01")]),
    ];
    let device = Device::scripted("exact", answers).exact();
    let requests = device.requests();
    let mut measurer = Measurer::Backend(identified(device, policy()));
    let both = play(&mut measurer, Move::Both).unwrap();
    assert_eq!(both, [("0110".to_owned(), json!({}))]);
    assert_eq!(bits(play(&mut measurer, Move::Twice)), ["10", "01"]);
    assert!(bits(play(&mut measurer, Move::Rest)).is_empty());
    assert_eq!(
        requests.take(),
        [
            "run 2x1 1 both 0 #0 shortened further",
            "run 1x1 1 twice 0 #0 shortened further",
            "run 1x1 1 twice 1 #0 shortened further",
        ]
    );
}

#[test]
fn more_or_fewer_shots_of_an_exact_backend_are_an_error() {
    for (shots, number) in [("", 0), ("10 01", 2)] {
        let device = Device::scripted("exact", [Ok(vec![run(shots)])]).exact();
        let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
        let error = play(&mut measurer, Move::Pair).unwrap_err();
        let expected = MeasureError::Shots {
            backend: "exact".into(),
            expected: 1,
            found: number,
        };
        assert_eq!(error, expected);
    }
}

#[test]
fn a_run_for_each_circuit_is_expected() {
    for runs in [vec![run("10 01 10")], vec![run("10"); 3]] {
        let device = Device::scripted("device", [Ok(runs)]);
        let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
        let error = play(&mut measurer, Move::Both).unwrap_err();
        let told = "device returned 3 shots for 2 circuits";
        assert_eq!(error.to_string(), told);
        assert!(!error.is_indeterminate() && !error.is_dry_run());
    }
}

#[test]
fn the_first_legal_shot_decides_and_all_are_counted() {
    let shots = "00 11 01 10 11 01";
    let device = Device::scripted("device", [Ok(vec![run_by("a", shots)])]);
    let requests = device.requests();
    let mut measurer = Measurer::Backend(identified(device, policy()));
    let (bits, told) = play(&mut measurer, Move::Pair).unwrap().remove(0);
    assert_eq!(bits, "01");
    assert_eq!(told["chosen"], 2);
    assert_eq!((&told["shots"], &told["accepted"]), (&6.into(), &3.into()));
    assert_eq!(told["rejected"], json!({"wrong_weight": 3}));
    assert_eq!(told["job"], "number of a");
    assert_eq!(told["jobs"].as_array().unwrap().len(), 1);
    assert_eq!(told["jobs"][0]["marker"], "a");
    assert_eq!(told.get("fallback"), None);
    assert_eq!(requests.take(), ["run 1x64 1 pair 0 #0"]);
    let Measurer::Backend(measurer) = measurer else {
        unreachable!();
    };
    assert!(names(&measurer).is_empty());
}

#[test]
fn jobs_go_on_until_a_shot_is_legal() {
    let answers = [
        Ok(vec![run_by("a", "00 00")]),
        Ok(vec![run_by("b", "")]),
        Ok(vec![run_by("c", "11 10")]),
    ];
    let device = Device::scripted("device", answers);
    let requests = device.requests();
    let mut measurer = Measurer::Backend(identified(device, policy()));
    let (bits, told) = play(&mut measurer, Move::Pair).unwrap().remove(0);
    assert_eq!(bits, "10");
    assert_eq!((&told["shots"], &told["chosen"]), (&4.into(), &1.into()));
    assert_eq!(told["job"], "number of c");
    let keys = told["jobs"].as_array().unwrap().iter();
    let keys: Vec<&str> = keys.map(|job| job["marker"].as_str().unwrap()).collect();
    assert_eq!(keys, ["a", "b", "c"]);
    assert_eq!(
        requests.take(),
        [
            "run 1x64 1 pair 0 #0",
            "run 1x256 1 pair 0 #1",
            "run 1x1024 1 pair 0 #2",
        ]
    );
}

#[test]
fn a_measurement_without_a_legal_shot_takes_further_jobs_when_it_is_tried_again() {
    let nothing = || Ok(vec![run("00 11")]);
    let answers = [
        nothing(),
        nothing(),
        nothing(),
        nothing(),
        nothing(),
        Ok(vec![run("01")]),
    ];
    let device = Device::scripted("device", answers);
    let requests = device.requests();
    let mut measurer = Measurer::Backend(identified(device, policy()));
    let error = play(&mut measurer, Move::Pair).unwrap_err();
    assert_eq!(
        error.to_string(),
        "device returned no legal bits: 0 of 6 shots are legal, 6 wrong weight"
    );
    let Measurer::Backend(first) = &measurer else {
        unreachable!();
    };
    assert_eq!(names(first), [("1 pair 0".to_owned(), 3)]);
    assert_eq!(bits(play(&mut measurer, Move::Pair)), ["01"]);
    let asked = requests.take();
    assert_eq!(asked.len(), 6);
    assert_eq!(
        asked[3..5],
        ["run 1x64 1 pair 0 #3", "run 1x256 1 pair 0 #4"]
    );
    assert_eq!(asked[5], "run 1x1024 1 pair 0 #5");
}

#[test]
fn attempts_are_remembered_from_before_a_crash_and_add_up() {
    let device = Device::new("device", |_| Ok(vec![run("00")]));
    let requests = device.requests();
    let mut first = identified(device, policy());
    first.begin(1, Move::Pair, String::new);
    let ids = first.ids().unwrap();
    assert_eq!(ids.game(), "game");
    let id = ids.attempt(0);
    let again = MeasurementIds::of_game("game").after([(id.history, id.name, 5)]);
    let mut measurer = Measurer::Backend(first.identified(again));
    play(&mut measurer, Move::Pair).unwrap_err();
    assert_eq!(requests.take()[0], "run 1x64 1 pair 0 #5");
    let Measurer::Backend(measurer) = measurer else {
        unreachable!();
    };
    assert_eq!(names(&measurer), [("1 pair 0".to_owned(), 8)]);
}

#[test]
fn a_device_that_misreads_its_test_bits_gets_no_further_job() {
    let misreading = Misreading {
        prepared: "10".into(),
        read: "01".into(),
    };
    let told = Run {
        misreading: Some(misreading.clone()),
        ..run("00 11")
    };
    let device = Device::scripted("device", [Ok(vec![told.clone()])]);
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    let error = play(&mut measurer, Move::Pair).unwrap_err();
    assert_eq!(
        error.to_string(),
        "device returned no legal bits: 0 of 2 shots are legal, 2 wrong weight; where 10 was prepared, \
         the device read 01, so no further job was sent"
    );
    // A legal shot is taken all the same.
    let told = Run {
        misreading: Some(misreading),
        ..run("00 10")
    };
    let device = Device::scripted("device", [Ok(vec![told])]);
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    assert_eq!(bits(play(&mut measurer, Move::Pair)), ["10"]);
}

#[test]
fn shots_of_two_circuits_are_joined_as_far_as_both_have_them() {
    let runs = vec![run_by("a", "00 10 10"), run_by("b", "01 11")];
    let device = Device::scripted("device", [Ok(runs), Ok(vec![run("10"), run("10")])]);
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    let (bits, told) = play(&mut measurer, Move::Both).unwrap().remove(0);
    // No shot is legal on both: the one of the second job is.
    assert_eq!(bits, "1010");
    assert_eq!(told["shots"], 3);
    assert_eq!(told["rejected"], json!({"wrong_weight": 2}));
    assert_eq!(told["job"], "number of b");
    assert_eq!(told["jobs"].as_array().unwrap().len(), 2);
}

#[test]
fn bits_that_no_fault_of_a_qubit_explains_are_refused() {
    let device = Device::scripted("device", [Ok(vec![run("10 101")])]);
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    let expected = MeasureError::Refused {
        backend: "device".into(),
        reason: ResolveReason::WrongLength {
            expected: 2,
            found: 3,
        },
    };
    assert_eq!(play(&mut measurer, Move::Pair), Err(expected));
    let long = "0".repeat(100);
    let device = Device::scripted("device", [Ok(vec![run(&long), run(&long)])]);
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    let error = play(&mut measurer, Move::Both).unwrap_err();
    assert_eq!(error.to_string(), "device returned more than 128 bits");
    // An exact backend's bits are judged by the game.
    let device = Device::scripted("liar", [Ok(vec![run("11")])]).exact();
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    let error = play(&mut measurer, Move::Pair).unwrap_err();
    assert_eq!(
        error.to_string(),
        "liar returned illegal bits: {s0,s1} is impossible here: its probability is zero"
    );
}

#[test]
fn every_test_of_a_shot_has_its_count() {
    let device = Device::scripted("device", [Ok(vec![run("0000 1100 1001 0101 1000 1010")])]);
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    let (bits, told) = play(&mut measurer, Move::Quartet).unwrap().remove(0);
    assert_eq!(bits, "0101");
    assert_eq!(
        told["rejected"],
        json!({"wrong_weight": 2, "wrong_piece": 1, "off_support": 1})
    );
}

#[test]
fn a_fallback_takes_over_for_good_when_a_job_certainly_failed() {
    let device = Device::scripted("device", [Err(down())]);
    let requests = device.requests();
    let fallback = Device::new("other", |_| Ok(vec![run_by("a", "10")]));
    let others = fallback.requests();
    let policy = Policy {
        fallback: Some(Box::new(fallback)),
        further_shots: vec![256],
        ..policy()
    };
    let measurer = identified(device, policy);
    assert!(measurer.has_fallback());
    assert_eq!(measurer.name(), "device");
    let mut measurer = Measurer::Backend(measurer);
    let (bits, told) = play(&mut measurer, Move::Pair).unwrap().remove(0);
    assert_eq!(bits, "10");
    assert_eq!(
        told["fallback"],
        "device could not run the measurement: job key failed: it is down"
    );
    // A job sent beside it, under one of its two attempts, would be paid for in vain.
    assert_eq!(
        requests.take(),
        [
            "run 1x64 1 pair 0 #0",
            "cancel 1 pair 0 #0",
            "cancel 1 pair 0 #1",
            "cancel pool #0",
        ]
    );
    assert_eq!(measurer.name(), "other");
    let (_, told) = play(&mut measurer, Move::Pair).unwrap().remove(0);
    assert_eq!(told.get("fallback"), None);
    assert_eq!(others.take().len(), 2);
    let Measurer::Backend(mut measurer) = measurer else {
        unreachable!();
    };
    assert!(!measurer.has_fallback());
    measurer.end_game();
    assert_eq!(requests.take(), ["end game"]);
    assert!(others.take().is_empty());
}

#[test]
fn a_fallback_answers_where_no_shot_is_legal() {
    let device = Device::new("device", |_| Ok(vec![run("00")]));
    let fallback = Device::scripted("other", [Ok(vec![run("01")])]).exact();
    let policy = Policy {
        fallback: Some(Box::new(fallback)),
        ..policy()
    };
    let mut measurer = Measurer::Backend(BackendMeasurer::new(Box::new(device), policy));
    let (bits, told) = play(&mut measurer, Move::Pair).unwrap().remove(0);
    assert_eq!(bits, "01");
    assert_eq!(
        told["fallback"],
        "device returned no legal bits: 0 of 3 shots are legal, 3 wrong weight"
    );
}

#[test]
fn nobody_answers_in_place_of_a_job_that_may_be_answered_or_was_only_shown() {
    for class in [FailureClass::Indeterminate, FailureClass::DryRun] {
        let error = failure(class, "no word");
        let device = Device::scripted("device", [Err(error.clone()), Ok(vec![run("10")])]);
        let requests = device.requests();
        let fallback = Device::scripted("other", []);
        let policy = Policy {
            fallback: Some(Box::new(fallback)),
            ..policy()
        };
        let mut measurer = Measurer::Backend(identified(device, policy));
        let found = play(&mut measurer, Move::Pair).unwrap_err();
        let is_open = class == FailureClass::Indeterminate;
        assert_eq!(found.is_indeterminate(), is_open);
        assert_eq!(found.is_dry_run(), !is_open);
        assert_eq!(bits(play(&mut measurer, Move::Pair)), ["10"]);
        // It is the same job both times.
        assert_eq!(requests.take(), ["run 1x64 1 pair 0 #0"; 2]);
    }
}

/// Consent that the test gives.
#[derive(Debug)]
struct Asked(Arc<AtomicBool>);

impl FallbackConsent for Asked {
    fn is_given(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_fallback_takes_over_with_consent_alone() {
    let is_given = Arc::new(AtomicBool::new(false));
    let device = Device::scripted("device", [Err(down()), Err(down())]);
    let policy = Policy {
        fallback: Some(Box::new(Device::scripted("other", [Ok(vec![run("10")])]))),
        consent: Some(Box::new(Asked(Arc::clone(&is_given)))),
        ..policy()
    };
    let mut measurer = Measurer::Backend(identified(device, policy));
    assert!(play(&mut measurer, Move::Pair).is_err());
    assert_eq!((measurer.name(), measurer.has_fallback()), ("device", true));
    is_given.store(true, Ordering::Relaxed);
    assert_eq!(bits(play(&mut measurer, Move::Pair)), ["10"]);
    assert_eq!(measurer.name(), "other");
}

#[test]
fn without_a_fallback_the_error_is_that_of_the_backend() {
    let device = Device::scripted("device", [Err(down())]);
    let requests = device.requests();
    let measurer = BackendMeasurer::new(Box::new(device), policy());
    assert!(!measurer.has_fallback());
    assert!(measurer.ids().is_none());
    let mut measurer = Measurer::Backend(measurer);
    let error = play(&mut measurer, Move::Pair).unwrap_err();
    let MeasureError::Backend { backend, source } = error else {
        panic!("{error}");
    };
    assert_eq!(
        (&*backend, source.to_string()),
        ("device", "job key failed".into())
    );
    assert_eq!(requests.take(), ["run 1x64"]);
    let Measurer::Backend(mut measurer) = measurer else {
        unreachable!();
    };
    // Nothing is known to be paid for by a game without an identity.
    measurer.end_game();
    assert!(requests.take().is_empty());
}

#[test]
fn measurements_are_named_by_ply_move_number_and_what_was_before() {
    let device = Device::new("device", |_| Ok(vec![run("10")]));
    let mut measurer = identified(device, policy());
    let ids = |measurer: &BackendMeasurer| measurer.ids().unwrap().attempt(0);
    measurer.begin(3, Move::Twice, || "pair{s0} rest ".into());
    let first = ids(&measurer);
    let mut measurer = Measurer::Backend(measurer);
    let started = Toy::new(9).start(Move::Twice);
    let measured = measurer.measure(started.pending().unwrap()).unwrap();
    assert_eq!(
        (&*measured.backend, measured.bits),
        ("device", "10".parse().unwrap())
    );
    let Measurer::Backend(mut measurer) = measurer else {
        unreachable!();
    };
    let second = ids(&measurer);
    assert_eq!((&*first.name, &*second.name), ("3 twice 0", "3 twice 1"));
    assert_eq!((&*first.series, &first.history), ("game", &second.history));
    assert_eq!(crate::ply_and_move(&second), Some((3, "twice")));
    measurer.begin(3, Move::Twice, || "pair{s1} rest ".into());
    assert_eq!(ids(&measurer).name, first.name);
    assert_ne!(ids(&measurer).history, first.history);
}

#[test]
fn a_position_without_circuits_is_measured_by_its_state_alone() {
    let device = Device::scripted("device", []);
    let mut measurer = Measurer::by(Box::new(device), Encoding::Minimal);
    let toy = Toy::unrecorded();
    let error = measurer.complete(toy.start(Move::Pair)).unwrap_err();
    assert!(matches!(error, MeasureError::Circuit(_)), "{error}");
    assert!(toy.outcome().is_none());
}
