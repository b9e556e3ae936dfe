//! Shots that are sent for while a player thinks: sent once, waited for where they are needed, cancelled where not.

use cheqqers_backend::{BackendError, FailureClass, Job, Run};
use cheqqers_circuit::Circuit;
use cheqqers_game::Encoding;
use serde_json::Map;

use super::device::{Device, Requests, failure, run, run_by};
use super::game::{Played, form_of};
use super::toy::{Move, Toy};
use crate::pool::{PoolBatch, PoolPlan, PoolSeeds, ShotPool};
use crate::{BackendMeasurer, MeasureError, MeasurementProvenance, Measurer, Policy};

fn seeds() -> PoolSeeds {
    PoolSeeds::new("white", "black")
}

/// A game with an empty pool on a device whose jobs hold so many circuits.
fn played(
    room: usize,
    script: impl FnMut(&Job<'_>) -> Result<Vec<Run>, BackendError> + Send + 'static,
) -> (Played, Requests) {
    let mut device = Device::new("device", script);
    device.room = Ok(room);
    let requests = device.requests();
    let played = Played::new(9, device, &<_>::default(), Map::new()).with_pool(seeds());
    (played, requests)
}

/// Legal shots of pairs and quartets.
#[expect(clippy::unnecessary_wraps, reason = "as a device returns them")]
fn legal(job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
    let widths = job.circuits.iter().map(Circuit::num_clbits);
    let shots = widths.map(|width| match width {
        2 => run_by("a", "10 01 10"),
        _ => run_by("b", "1010 0101 1010"),
    });
    Ok(shots.collect())
}

fn prefetch(played: &mut Played) -> Result<usize, MeasureError> {
    let (position, moves) = (played.position().clone(), played.moves());
    played.backend().prefetch(&position, || moves)
}

#[test]
fn circuits_of_the_next_move_are_sent_for_once() {
    let (mut played, requests) = played(9, legal);
    assert_eq!(prefetch(&mut played), Ok(2));
    assert_eq!(requests.take(), ["send 2x64 prefetch #0"]);
    assert_eq!(prefetch(&mut played), Ok(0));
    assert!(requests.take().is_empty());
    assert!(played.backend().fetched().is_empty());
    // The measurement waits for the shots, and sends no job of its own.
    let line = played.play(Move::Pair).unwrap();
    assert_eq!(requests.take(), ["run 2x64 prefetch #0"]);
    let more = &line.measured[0].more;
    assert!(more.contains_key("pool") && !more.contains_key("jobs"));
    // Both circuits have shots now.
    played.play(Move::Quartet).unwrap();
    assert_eq!(prefetch(&mut played), Ok(0));
    assert!(requests.take().is_empty());
    // Those of pairs are used up by two more: they are sent for again.
    played.play(Move::Both).unwrap();
    assert_eq!(prefetch(&mut played), Ok(1));
    assert_eq!(requests.take(), ["send 1x64 prefetch #0"]);
}

#[test]
fn fetched_shots_are_handed_out_for_the_record_once() {
    let (mut played, _) = played(9, legal);
    prefetch(&mut played).unwrap();
    let position = played.position().clone();
    played.measurer.begin(1, Move::Pair, String::new);
    played
        .measurer
        .complete(position.start(Move::Pair))
        .unwrap();
    let fetched = played.backend().fetched();
    let numbers: Vec<_> = fetched
        .iter()
        .map(|of| (of.num_circuits(), of.num_shots()))
        .collect();
    assert_eq!(numbers, [(2, 6)]);
    assert!(played.backend().fetched().is_empty());
}

#[test]
fn a_job_holds_as_many_circuits_as_the_device_says() {
    let (mut played, requests) = played(1, legal);
    assert_eq!(prefetch(&mut played), Ok(1));
    assert_eq!(prefetch(&mut played), Ok(1));
    assert_eq!(prefetch(&mut played), Ok(0));
    let sent = ["send 2x64 prefetch #0", "send 1x64 prefetch #0"];
    assert_eq!(requests.take(), sent);
    // Of two jobs the one is waited for that has the circuit.
    played.play(Move::Quartet).unwrap();
    assert_eq!(requests.take(), ["run 1x64 prefetch #0"]);
    assert_eq!(played.backend().cancel_prefetched(), 1);
    assert_eq!(requests.take(), ["cancel prefetch #0"]);
    assert_eq!(played.backend().cancel_prefetched(), 0);
    assert!(requests.take().is_empty());
}

#[test]
fn a_measurement_waits_for_all_that_it_lacks_and_for_nothing_else() {
    let (mut played, requests) = played(1, legal);
    prefetch(&mut played).unwrap();
    prefetch(&mut played).unwrap();
    requests.take();
    played.play(Move::Pair).unwrap();
    assert_eq!(requests.take(), ["run 1x64 prefetch #0"]);
    // Pairs have shots: they are not waited for again.
    played.play(Move::Pair).unwrap();
    assert!(requests.take().is_empty());
    played.play(Move::Mixed).unwrap();
    assert_eq!(requests.take(), ["run 1x64 prefetch #0"]);
}

#[test]
fn where_nothing_is_gained_nothing_is_on_its_way() {
    let (mut first, requests) = played(0, legal);
    assert_eq!(prefetch(&mut first), Ok(0));
    assert_eq!(requests.take(), ["send 2x64 prefetch #0"]);
    assert_eq!(first.backend().cancel_prefetched(), 0);
    let line = first.play(Move::Pair).unwrap();
    assert!(line.measured[0].more.contains_key("jobs"));
    // Without an identity nothing can be sent ahead.
    let mut device = Device::new("device", legal);
    device.room = Ok(9);
    let requests = device.requests();
    let measurer = BackendMeasurer::new(Box::new(device), Policy::new(Encoding::Minimal));
    let mut measurer = measurer.with_pool(ShotPool::new(seeds()));
    assert_eq!(measurer.prefetch(&Toy::new(9), String::new), Ok(0));
    assert!(requests.take().is_empty());
    // Nor is there a move after the last one.
    let (mut played, requests) = played(9, legal);
    let over = Toy::new(0);
    assert_eq!(played.backend().prefetch(&over, String::new), Ok(0));
    assert!(requests.take().is_empty());
}

#[test]
fn a_job_that_cannot_be_sent_is_an_error_and_not_on_its_way() {
    let (mut played, requests) = played(9, legal);
    let mut device = Device::new("device", legal);
    device.room = Err(failure(FailureClass::Terminal, "it is full"));
    let full = device.requests();
    let measurer = BackendMeasurer::new(Box::new(device), Policy::new(Encoding::Minimal));
    let ids = played.backend().ids().unwrap().clone();
    let mut measurer = measurer.with_pool(ShotPool::new(seeds())).identified(ids);
    let error = measurer.prefetch(&Toy::new(9), String::new).unwrap_err();
    assert_eq!(error.to_string(), "device could not run the measurement");
    assert_eq!(measurer.cancel_prefetched(), 0);
    assert_eq!(full.take(), ["send 2x64 prefetch #0"]);
    assert!(requests.take().is_empty());
}

#[test]
fn shots_that_fail_to_come_are_asked_for_by_the_measurement_itself() {
    let mut answers = vec![
        Ok(vec![run("10")]),
        Err(failure(FailureClass::Terminal, "it is lost")),
    ];
    let (mut played, requests) = played(9, move |_| answers.pop().unwrap());
    prefetch(&mut played).unwrap();
    requests.take();
    let line = played.play(Move::Pair).unwrap();
    assert_eq!(
        requests.take(),
        ["run 2x64 prefetch #0", "run 1x64 1 pair 0 #0"]
    );
    assert!(!line.measured[0].more.contains_key("pool"));
    assert_eq!(played.backend().cancel_prefetched(), 0);
}

#[test]
fn shots_that_may_still_come_are_waited_for_again() {
    let mut answers = vec![
        Ok(vec![run("10"), run("1010")]),
        Err(failure(FailureClass::Indeterminate, "no word")),
    ];
    let (mut played, requests) = played(9, move |_| answers.pop().unwrap());
    prefetch(&mut played).unwrap();
    requests.take();
    assert!(played.play(Move::Pair).unwrap_err().is_indeterminate());
    let line = played.play(Move::Pair).unwrap();
    assert_eq!(requests.take(), ["run 2x64 prefetch #0"; 2]);
    assert!(line.measured[0].more.contains_key("pool"));
}

#[test]
fn a_resumed_game_takes_up_what_was_sent() {
    let mut device = Device::new("device", legal);
    device.sent_before = 1;
    let requests = device.requests();
    let mut played = Played::new(9, device, &<_>::default(), Map::new()).with_pool(seeds());
    let position = played.position().clone();
    played.backend().recall_prefetch(&position, String::new);
    assert_eq!(requests.take(), ["recall 2x64 prefetch #0"]);
    played.play(Move::Pair).unwrap();
    // One circuit was sent, so that one is asked for.
    assert_eq!(requests.take(), ["run 1x64 prefetch #0"]);
}

/// A batch of the circuits of a record, and the plan of a game with them.
fn batch(circuits: &[Move]) -> PoolBatch {
    let circuits = circuits.iter().map(|&mv| form_of(mv)).collect();
    let plan = PoolPlan::new(&seeds(), 3, circuits);
    let device = Device::new("device", legal);
    let measurer = BackendMeasurer::new(Box::new(device), Policy::new(Encoding::Minimal));
    let mut measurer = measurer.with_pool(ShotPool::new(seeds()));
    measurer.take_batch(&plan).unwrap()
}

#[test]
fn shots_of_the_record_are_no_longer_on_their_way() {
    let (mut played, requests) = played(1, legal);
    prefetch(&mut played).unwrap();
    prefetch(&mut played).unwrap();
    requests.take();
    let pairs = batch(&[Move::Pair]);
    played.backend().add_recorded(&pairs, "an earlier one");
    let line = played.play(Move::Pair).unwrap();
    assert_eq!(line.measured[0].backend, "an earlier one");
    assert!(requests.take().is_empty());
    // Shots of a recorded measurement are used.
    for _ in 0..2 {
        let more = line.measured[0].more.clone();
        played
            .backend()
            .use_recorded(MeasurementProvenance::new(&more));
    }
    let all = (0..3).map(|_| {
        played
            .play(Move::Pair)
            .map(|line| line.measured[0].backend.clone())
    });
    let all: Vec<String> = all.map(Result::unwrap).collect();
    assert_eq!(all, ["an earlier one", "an earlier one", "device"]);
    assert_eq!(requests.take(), ["run 1x64 4 pair 0 #0"]);
    // The job with the quartet still is.
    assert_eq!(played.backend().cancel_prefetched(), 1);
}

#[test]
fn shots_that_a_record_used_are_not_used_again() {
    let (mut first, _) = played(9, legal);
    let both = batch(&[Move::Pair, Move::Quartet]);
    first.backend().add_recorded(&both, "device");
    let lines = [Move::Both, Move::Pair].map(|mv| first.play(mv).unwrap());
    let (mut resumed, requests) = played(9, legal);
    resumed.backend().add_recorded(&both, "device");
    for line in &lines {
        resumed
            .backend()
            .use_recorded(MeasurementProvenance::new(&line.measured[0].more));
    }
    assert_eq!(prefetch(&mut resumed), Ok(1));
    assert_eq!(requests.take(), ["send 1x64 prefetch #0"]);
}

#[test]
fn a_fallback_gets_nothing_ahead_and_the_device_is_told_to_cancel() {
    let down = failure(FailureClass::Terminal, "it is down");
    let mut device = Device::new("device", move |_| Err(down.clone()));
    device.room = Ok(1);
    let requests = device.requests();
    let mut other = Device::new("other", legal);
    other.room = Ok(9);
    let others = other.requests();
    let policy = Policy {
        fallback: Some(Box::new(other)),
        further_shots: Vec::new(),
        ..Policy::new(Encoding::Minimal)
    };
    let ids = crate::MeasurementIds::of_game("game");
    let measurer = BackendMeasurer::new(Box::new(device), policy).identified(ids);
    let mut measurer = measurer.with_pool(ShotPool::new(seeds()));
    let toy = Toy::new(9);
    assert_eq!(measurer.prefetch(&toy, String::new), Ok(1));
    requests.take();
    let mut measurer = Measurer::Backend(measurer);
    measurer.begin(1, Move::Quartet, String::new);
    measurer.complete(toy.start(Move::Quartet)).unwrap();
    assert_eq!(
        requests.take(),
        [
            "run 1x64 1 quartet 0 #0",
            "cancel 1 quartet 0 #0",
            "cancel pool #0"
        ]
    );
    assert_eq!(others.take(), ["run 1x64 1 quartet 0 #0"]);
    // The other one does not have the job of pairs, and is not asked for it.
    measurer.complete(toy.start(Move::Pair)).unwrap();
    assert_eq!(others.take(), ["run 1x64 1 quartet 1 #0"]);
    let Measurer::Backend(mut measurer) = measurer else {
        unreachable!();
    };
    assert_eq!(measurer.prefetch(&toy, String::new), Ok(0));
    assert_eq!(measurer.cancel_prefetched(), 1);
    assert_eq!(requests.take(), ["cancel prefetch #0"]);
    assert!(others.take().is_empty());
}
