//! Shots that were taken before the game: used once, in the order of the seeds, and put back where a move fails.

use cheqqers_backend::{BackendError, FailureClass, Misreading, Run};
use cheqqers_circuit::{Circuit, Clbit, Gate, Qubit};
use cheqqers_game::Encoding;
use serde_json::{Map, Value, json};

use super::device::{Device, failure, run, run_by};
use super::game::{Played, form_of, order};
use super::toy::Move;
use crate::pool::{PoolBatch, PoolPlan, PoolSeeds, ShotPool, form};
use crate::{BackendMeasurer, MeasurementProvenance, Policy};

const SEEDS: [&str; 2] = ["white", "black"];

fn seeds() -> PoolSeeds {
    PoolSeeds::new(SEEDS[0], SEEDS[1])
}

/// A game whose pool has these shots of pairs; later jobs are answered with `answers`.
fn played(
    shots: &str,
    answers: impl IntoIterator<Item = Result<Vec<Run>, BackendError>>,
) -> (Played, PoolPlan, super::device::Requests) {
    let plan = PoolPlan::new(
        &seeds(),
        shots.split_whitespace().count(),
        vec![form_of(Move::Pair)],
    );
    let first = Ok(vec![run_by("a", shots)]);
    let device = Device::scripted("device", [first].into_iter().chain(answers));
    let requests = device.requests();
    let mut more = Map::new();
    plan.write(&mut more);
    let played = Played::new(9, device, &<_>::default(), more).with_pool(seeds());
    (played, plan, requests)
}

/// Hash of the batch, and the draws, of a measurement.
fn draws(more: &Map<String, Value>, component: usize) -> (String, Vec<usize>) {
    let draws = &more["pool"][component];
    let [draws] = &draws.as_array().unwrap()[..] else {
        panic!("all of one batch: {draws}");
    };
    assert_eq!(draws["circuit"], 0);
    let shots = serde_json::from_value(draws["shots"].clone());
    (draws["batch"].as_str().unwrap().to_owned(), shots.unwrap())
}

fn shots_left(played: &mut Played, batch: &PoolBatch, plies: &[&Map<String, Value>]) -> usize {
    let mut pool = ShotPool::new(seeds());
    pool.add(batch, played.backend().name());
    for more in plies {
        pool.use_recorded(MeasurementProvenance::new(more));
    }
    pool.shots_left(&form_of(Move::Pair))
}

#[test]
fn measurements_take_the_next_shots_in_the_order_of_the_seeds() {
    let shots = ["00", "10", "01", "11", "10", "00", "01", "10"];
    let (mut played, plan, requests) = played(&shots.join(" "), []);
    let batch = played.backend().take_batch(&plan).unwrap();
    assert_eq!((batch.num_circuits(), batch.num_shots()), (1, 8));
    assert_eq!(requests.take(), ["run 1x8 pool #0"]);
    let line = batch.to_record();
    let hash = line["sha256"].as_str().unwrap();
    let order = order(SEEDS, hash, 0, 8);
    let mut next = order.iter().copied();
    let mut recorded: Vec<Map<String, Value>> = Vec::new();
    for left in (0..8).rev() {
        let mut expected = Vec::new();
        let legal = loop {
            let Some(index) = next.next() else {
                break None;
            };
            expected.push(index);
            if matches!(shots[index], "10" | "01") {
                break Some(shots[index]);
            }
        };
        let Some(legal) = legal else { break };
        let line = played.play(Move::Pair).unwrap();
        let measured = &line.measured[0];
        let occupied = ["s0", "s1"][usize::from(legal == "01")];
        assert_eq!(measured.occupied, [occupied]);
        assert_eq!(measured.backend, "device");
        let more = &measured.more;
        assert_eq!(draws(more, 0), (hash.to_owned(), expected.clone()));
        assert_eq!(more["shots"], expected.len());
        assert_eq!(more["chosen"], expected.len() - 1);
        assert_eq!(more["accepted"], 1);
        assert_eq!(more["job"], "number of a");
        assert!(!more.contains_key("jobs"));
        recorded.push(more.clone());
        let used: Vec<_> = recorded.iter().collect();
        assert!(shots_left(&mut played, &batch, &used) <= left);
        assert_eq!(
            shots_left(&mut played, &batch, &used),
            8 - order
                .iter()
                .position(|of| of == expected.last().unwrap())
                .unwrap()
                - 1
        );
    }
    assert_eq!(recorded.len(), 5);
    assert!(requests.take().is_empty());
    // Whatever the order in which a resumed game reads them.
    let backwards: Vec<_> = recorded.iter().rev().collect();
    let forwards: Vec<_> = recorded.iter().collect();
    let left = shots_left(&mut played, &batch, &forwards);
    assert_eq!(shots_left(&mut played, &batch, &backwards), left);
    assert_eq!(shots_left(&mut played, &batch, &[]), 8);
}

#[test]
fn circuits_that_are_alike_take_shots_of_the_same_ones_in_turn() {
    let (mut played, plan, requests) = played("10 10 10 10 10", []);
    let batch = played.backend().take_batch(&plan).unwrap();
    requests.take();
    let hash = batch.to_record()["sha256"].as_str().unwrap().to_owned();
    let order = order(SEEDS, &hash, 0, 5);
    for turn in [[0, 1], [2, 3]] {
        let line = played.play(Move::Both).unwrap();
        let more = &line.measured[0].more;
        assert_eq!(line.measured[0].occupied, ["s0", "s2"]);
        for (component, place) in turn.into_iter().enumerate() {
            assert_eq!(draws(more, component).1, [order[place]]);
        }
        assert_eq!((&more["shots"], &more["chosen"]), (&1.into(), &0.into()));
    }
    assert!(requests.take().is_empty());
    // The last one alone is no answer for two, and not used up by the job that is sent.
    let line = played.play(Move::Pair).unwrap();
    assert_eq!(draws(&line.measured[0].more, 0).1, [order[4]]);
}

#[test]
fn a_job_answers_where_the_pool_has_no_legal_shot_and_the_record_has_those_that_were_used() {
    let answers = [Ok(vec![run_by("b", "11 01")]), Ok(vec![run("10")])];
    let (mut played, plan, requests) = played("00 11 00", answers);
    let batch = played.backend().take_batch(&plan).unwrap();
    requests.take();
    let line = played.play(Move::Pair).unwrap();
    let more = &line.measured[0].more;
    assert_eq!(requests.take(), ["run 1x64 1 pair 0 #0"]);
    let mut used = draws(more, 0).1;
    used.sort_unstable();
    assert_eq!(used, [0, 1, 2]);
    // The counts are those of the job.
    assert_eq!((&more["shots"], &more["chosen"]), (&2.into(), &1.into()));
    assert_eq!(more["jobs"][0]["marker"], "b");
    assert_eq!(shots_left(&mut played, &batch, &[more]), 0);
    // An empty pool leaves no trace.
    let line = played.play(Move::Pair).unwrap();
    assert!(!line.measured[0].more.contains_key("pool"));
    assert_eq!(requests.take(), ["run 1x64 2 pair 0 #0"]);
}

#[test]
fn circuits_that_are_not_in_the_pool_use_none_of_its_shots() {
    let answers = [Ok(vec![run("10 10"), run("0101 0101")])];
    let (mut played, plan, requests) = played("10 10", answers);
    played.backend().take_batch(&plan).unwrap();
    requests.take();
    let line = played.play(Move::Mixed).unwrap();
    assert_eq!(requests.take(), ["run 2x64 1 mixed 0 #0"]);
    assert!(!line.measured[0].more.contains_key("pool"));
    played.play(Move::Both).unwrap();
    assert!(requests.take().is_empty());
}

#[test]
fn shots_of_a_move_that_fails_are_drawn_again() {
    let down = || Err(failure(FailureClass::Indeterminate, "no word"));
    let answers = [down(), down(), Ok(vec![run("01")])];
    let (mut played, plan, requests) = played("00 10", answers);
    let batch = played.backend().take_batch(&plan).unwrap();
    let hash = batch.to_record()["sha256"].as_str().unwrap().to_owned();
    requests.take();
    let order = order(SEEDS, &hash, 0, 2);
    // The first measurement is answered by the pool, the second finds it empty, and gets no answer.
    for _ in 0..2 {
        let error = played.play(Move::Twice).unwrap_err();
        assert!(error.is_indeterminate());
        assert_eq!(requests.take(), ["run 1x64 1 twice 1 #0"]);
    }
    let line = played.play(Move::Twice).unwrap();
    assert_eq!(line.measured[0].occupied, ["s0"]);
    assert_eq!(line.measured[1].occupied, ["s3"]);
    let used = order.iter().position(|&of| of == 1).unwrap() + 1;
    assert_eq!(draws(&line.measured[0].more, 0).1, order[..used]);
    assert_eq!(requests.take(), ["run 1x64 1 twice 1 #0"]);
}

#[test]
fn shots_that_were_used_stay_used_when_the_next_move_fails() {
    let down = Err(failure(FailureClass::Indeterminate, "no word"));
    let (mut played, plan, requests) = played("10", [down]);
    let batch = played.backend().take_batch(&plan).unwrap();
    requests.take();
    let line = played.play(Move::Pair).unwrap();
    assert_eq!(
        shots_left(&mut played, &batch, &[&line.measured[0].more]),
        0
    );
    played.play(Move::Pair).unwrap_err();
    assert_eq!(requests.take(), ["run 1x64 2 pair 0 #0"]);
}

#[test]
fn a_batch_needs_a_run_of_each_circuit() {
    let plan = PoolPlan::new(
        &seeds(),
        1,
        vec![form_of(Move::Pair), form_of(Move::Quartet)],
    );
    let device = Device::scripted("device", [Ok(vec![run("10")])]);
    let requests = device.requests();
    let measurer = BackendMeasurer::new(Box::new(device), Policy::new(Encoding::Minimal));
    let mut measurer = measurer.with_pool(ShotPool::new(seeds()));
    let error = measurer.take_batch(&plan).unwrap_err();
    assert_eq!(error.to_string(), "device returned 1 shot for 2 circuits");
    // A game without an identity has no measurement to name.
    assert_eq!(requests.take(), ["run 2x1"]);
}

/// The backends of a quartet and then a pair in a game whose pool has two shots of pairs, by a device that takes these and
/// then answers so, and a fallback.
fn backends_of_two(then: Result<Run, BackendError>, fallback: Device) -> Vec<String> {
    let answers = [Ok(vec![run("10 10")]), then.map(|run| vec![run])];
    let policy = Policy {
        fallback: Some(Box::new(fallback)),
        ..Policy::new(Encoding::Minimal)
    };
    let device = Device::scripted("device", answers);
    let measurer = BackendMeasurer::new(Box::new(device), policy);
    let mut measurer = measurer.with_pool(ShotPool::new(seeds()));
    measurer
        .take_batch(&PoolPlan::new(&seeds(), 2, vec![form_of(Move::Pair)]))
        .unwrap();
    let mut measurer = crate::Measurer::Backend(measurer);
    let toy = super::toy::Toy::new(9);
    let backends = [Move::Quartet, Move::Pair].map(|mv| {
        let completed = measurer.complete(toy.start(mv)).unwrap();
        completed.ply.measurements[0].backend.clone()
    });
    backends.into()
}

#[test]
fn shots_of_a_pool_are_those_of_the_backend_that_took_them() {
    let other = Device::scripted("other", [Ok(vec![run("0101")])]);
    let down = failure(FailureClass::Terminal, "down");
    assert_eq!(backends_of_two(Err(down), other), ["other", "device"]);
}

#[test]
fn shots_of_a_device_that_misreads_are_not_used_after_it_was_replaced() {
    let misreading = Misreading {
        prepared: "10".into(),
        read: "01".into(),
    };
    let wrong = Run {
        misreading: Some(misreading),
        ..run("0000")
    };
    let other = Device::scripted("other", [Ok(vec![run("0101")]), Ok(vec![run("01")])]).exact();
    assert_eq!(backends_of_two(Ok(wrong), other), ["other", "other"]);
}

#[test]
fn circuits_have_a_form_up_to_a_size_if_all_is_measured_at_the_end() {
    /// Qubits in a chain, none of which is known.
    fn chain(len: u32) -> Circuit {
        let mut circuit = Circuit::new(len as usize, 0);
        circuit.push(Gate::H, &[Qubit(0)]).unwrap();
        for k in 1..len {
            circuit.push(Gate::Cx, &[Qubit(k - 1), Qubit(k)]).unwrap();
            circuit.push(Gate::H, &[Qubit(k)]).unwrap();
        }
        circuit.measure_all();
        circuit
    }
    assert!(form(&chain(20)).is_some());
    assert!(form(&chain(21)).is_none());
    let mut twice = Circuit::new(1, 2);
    twice.push(Gate::H, &[Qubit(0)]).unwrap();
    for clbit in [Clbit(0), Clbit(1)] {
        twice.measure(Qubit(0), clbit).unwrap();
    }
    assert!(form(&twice).is_none());
}

#[test]
fn plans_are_read_back_from_the_header_of_a_record() {
    let circuits = vec![form_of(Move::Pair), form_of(Move::Quartet)];
    let plan = PoolPlan::new(&seeds(), 17, circuits);
    assert_eq!(PoolPlan::of_header(&Map::new()), None);
    let mut header = Map::new();
    plan.write(&mut header);
    assert_eq!(header["pool"]["seeds"], json!(seeds().commitments()));
    assert_eq!(header["pool"].get("prefetch"), None);
    assert_eq!(PoolPlan::of_header(&header).as_ref(), Some(&plan));
    let prefetching = plan.clone().prefetching(true);
    assert_ne!(prefetching, plan);
    prefetching.write(&mut header);
    assert_eq!(header["pool"]["prefetch"], true);
    let read = PoolPlan::of_header(&header).unwrap();
    assert!(read.prefetches && read == prefetching);
    assert_eq!(read.prefetching(false), plan);
    header["pool"]["circuits"][0] = "no circuit".into();
    assert_eq!(PoolPlan::of_header(&header), None);
}

#[test]
fn seeds_are_revealed_by_their_line_alone() {
    use cheqqers_game::record::{EndLine, Line};
    let (mut played, plan, _) = played("10", []);
    played.take_batch(&plan);
    let batch = played.record().lines[0].1.clone();
    let lines = [
        batch,
        Line::End(EndLine::agreed()),
        Line::Pool(seeds().to_record()),
    ];
    let mut header = Map::new();
    PoolPlan::new(&seeds(), 9, vec![]).write(&mut header);
    assert!(PoolPlan::in_use(&header, &lines[..2]).is_some());
    assert_eq!(PoolPlan::in_use(&header, &lines), None);
    assert_eq!(PoolPlan::in_use(&Map::new(), &lines[..2]), None);
    assert_eq!(PoolSeeds::of_record(&json!({"shots": 1})), None);
}
