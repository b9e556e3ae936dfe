//! Records of games with a pool: right ones, and each way of changing them.

use cheqqers_circuit::Circuit;
use cheqqers_game::Encoding;
use cheqqers_game::record::{EndLine, Line, PlyLine, Record};
use serde_json::{Map, Value, json};

use super::device::{run, run_by};
use super::game::{Played, form_of, order, service};
use super::toy::{Move, Toy};
use crate::pool::{
    CircuitCounts, CommonCircuits, PoolBatch, PoolPlan, PoolReport, PoolSeeds, verify,
};
use crate::{Fallback, JobReport};

const SEEDS: [&str; 2] = ["white", "black"];

fn seeds() -> PoolSeeds {
    PoolSeeds::new(SEEDS[0], SEEDS[1])
}

/// Shots of pairs and of quartets, one behind the other: every third is legal for neither.
const SHOTS: &str = "000000 101010 010101 000000 101010 010101";

/// A game of three plies, of which the first two are measured by a pool of pairs and quartets, and the last by a
/// job, as the pool has no shots left for it; with the seeds at its end.
fn played() -> Record {
    let (mut game, plan) = begun(false);
    game.take_batch(&plan);
    for mv in [Move::Both, Move::Mixed, Move::Mixed] {
        game.play(mv).unwrap();
    }
    game.add_line(Line::Pool(seeds().to_record()));
    game.record()
}

fn begun(prefetches: bool) -> (Played, PoolPlan) {
    let (device, sent) = service("service", &[SHOTS, "001010 101010"], true);
    let circuits = vec![form_of(Move::Pair), form_of(Move::Quartet)];
    let plan = PoolPlan::new(&seeds(), 6, circuits).prefetching(prefetches);
    let mut more = Map::new();
    plan.write(&mut more);
    (Played::new(3, device, &sent, more).with_pool(seeds()), plan)
}

fn ply(record: &mut Record, index: usize) -> &mut PlyLine {
    match &mut record.lines[index].1 {
        Line::Ply(ply) => ply,
        other => panic!("{other:?}"),
    }
}

fn more(record: &mut Record, index: usize) -> &mut Map<String, Value> {
    &mut ply(record, index).measured[0].more
}

fn fault(record: &Record) -> String {
    verify::<Toy>(record).unwrap_err().to_string()
}

/// The fault of the game with a change.
fn changed(change: impl FnOnce(&mut Record)) -> String {
    let mut record = played();
    change(&mut record);
    fault(&record)
}

fn draws(record: &mut Record, index: usize, component: usize) -> Vec<usize> {
    let shots = &more(record, index)["pool"][component][0]["shots"];
    serde_json::from_value(shots.clone()).unwrap()
}

#[test]
fn a_game_with_a_pool_is_right() {
    let mut record = played();
    let used: usize = [1, 2, 3]
        .iter()
        .flat_map(|&line| [0, 1].map(|component| draws(&mut record, line, component).len()))
        .sum();
    let expected = PoolReport {
        shots: 12,
        used,
        measurements: 3,
        is_revealed: true,
    };
    assert_eq!(verify::<Toy>(&record).unwrap(), Some(expected));
    // The last shots were not legal, and a job decided.
    assert!(used > 6 && more(&mut record, 3).contains_key("jobs"));
    // While it goes on its seeds are not known, and all but the order can be checked.
    record.lines.truncate(2);
    let report = verify::<Toy>(&record).unwrap().unwrap();
    assert_eq!((report.shots, report.measurements), (12, 1));
    assert!(!report.is_revealed && report.used < used);
}

#[test]
fn a_fallback_decides_where_no_shot_that_is_left_is_legal() {
    let mut record = played();
    more(&mut record, 3).shift_remove("jobs");
    assert_eq!(
        fault(&record),
        "line 5: the shots of measurement 1 do not decide as recorded"
    );
    ply(&mut record, 3).measured[0].backend = "local".into();
    record.header.insert("fallback".into(), "local".into());
    assert!(verify::<Toy>(&record).is_ok());
    // For good it takes over where the ply says so.
    let has_taken_over = |record: &Record| {
        let lines: Vec<Line> = record.lines.iter().map(|(_, line)| line.clone()).collect();
        Fallback::has_taken_over(&lines)
    };
    assert!(!has_taken_over(&record));
    more(&mut record, 3).insert("fallback".into(), "the job failed".into());
    assert!(has_taken_over(&record));
}

#[test]
fn a_game_without_a_pool_has_none() {
    let (device, sent) = service("service", &["10 01"], true);
    let mut game = Played::new(1, device, &sent, Map::new());
    assert_eq!(verify::<Toy>(&game.record()).unwrap(), None);
    game.play(Move::Pair).unwrap();
    assert_eq!(verify::<Toy>(&game.record()).unwrap(), None);
}

#[test]
fn a_plan_is_needed_where_shots_are_taken_or_used() {
    let plan = "line 1: the header has no plan of the pool";
    let without = |record: &mut Record| drop(record.header.shift_remove("pool"));
    assert_eq!(changed(without), plan);
    let used = |record: &mut Record| {
        without(record);
        record
            .lines
            .retain(|(_, line)| matches!(line, Line::Ply(_)));
    };
    assert_eq!(changed(used), plan);
}

#[test]
fn batches_are_those_of_the_plan_and_come_once() {
    let wrong =
        "it is no batch of shots, its hash is wrong, or it has other circuits than the plan";
    let other = |record: &mut Record| {
        let Line::Pool(pool) = &mut record.lines[0].1 else {
            unreachable!();
        };
        pool["sha256"] = "00".into();
    };
    assert_eq!(changed(other), format!("line 2: {wrong}"));
    let fewer = |record: &mut Record| {
        let circuits = record.header["pool"]["circuits"].as_array_mut().unwrap();
        circuits.pop();
    };
    assert_eq!(changed(fewer), format!("line 2: {wrong}"));
    // Further batches have what the next move may measure.
    let mut prefetching = played();
    fewer(&mut prefetching);
    prefetching.header["pool"]["prefetch"] = true.into();
    verify::<Toy>(&prefetching).unwrap();
    let twice = |record: &mut Record| {
        let batch = record.lines[0].1.clone();
        record.lines.insert(1, (9, batch));
    };
    assert_eq!(changed(twice), "line 9: the batch of shots is there before");
}

#[test]
fn a_game_that_cannot_be_replayed_is_refused() {
    let other = |record: &mut Record| record.header["rules"] = "toy-2".into();
    assert_eq!(changed(other), "line 1: the game can't be replayed");
    let illegal = |record: &mut Record| ply(record, 2).mv = "castle".into();
    assert_eq!(changed(illegal), "line 1: the game can't be replayed");
}

#[test]
fn the_seeds_are_revealed_in_the_end_and_are_those_of_the_header() {
    let hidden = |record: &mut Record| drop(record.lines.pop());
    assert_eq!(
        changed(hidden),
        "line 5: no line reveals the seeds of the pool, as where the game ended on a machine without them: that \
         the shots of 3 measurements, in plies 1, 2, 3, were used in their order can't be checked"
    );
    let one = |record: &mut Record| {
        record.lines.truncate(2);
        record.lines.push((7, Line::End(EndLine::agreed())));
    };
    let told = changed(one);
    assert!(
        told.starts_with("line 7: ") && told.contains("1 measurement, in ply 1, were"),
        "{told}"
    );
    // A game that used no shot has no seeds to reveal.
    let unused = |record: &mut Record| {
        record.lines.truncate(1);
        record.lines.push((7, Line::End(EndLine::agreed())));
    };
    let mut record = played();
    unused(&mut record);
    let report = verify::<Toy>(&record).unwrap().unwrap();
    assert_eq!((report.used, report.is_revealed), (0, false));
    let others = |record: &mut Record| {
        let other = PoolSeeds::new("white", "other").to_record();
        record.lines.last_mut().unwrap().1 = Line::Pool(other);
    };
    let seeds = "line 6: the seeds are not those whose hashes the header has";
    assert_eq!(changed(others), seeds);
    let early = |record: &mut Record| {
        let (number, revealed) = record.lines.pop().unwrap();
        record.lines.insert(2, (number, revealed));
    };
    assert_eq!(
        changed(early),
        "line 4: the game goes on after its seeds were revealed"
    );
}

#[test]
fn plies_that_used_shots_are_not_taken_back() {
    let (mut game, plan) = begun(false);
    game.take_batch(&plan);
    let start = game.position().clone();
    game.play(Move::Rest).unwrap();
    game.take_back(start.clone());
    game.play(Move::Both).unwrap();
    verify::<Toy>(&game.record()).unwrap();
    game.take_back(start);
    assert_eq!(
        fault(&game.record()),
        "line 6: a ply that used shots of the pool is taken back"
    );
}

#[test]
fn shots_that_are_not_there_before_are_none() {
    let unknown = "line 3: measurement 1 names shots that the record does not have before it";
    let set = |value: Value| move |record: &mut Record| more(record, 1)["pool"] = value;
    assert_eq!(changed(set(json!("all"))), unknown);
    assert_eq!(changed(set(json!([]))), unknown);
    let at = |pointer: &'static str, value: Value| {
        move |record: &mut Record| {
            *more(record, 1)["pool"].pointer_mut(pointer).unwrap() = value;
        }
    };
    assert_eq!(changed(at("/0/0/batch", "00".into())), unknown);
    assert_eq!(changed(at("/0/0/shots/0", 6.into())), unknown);
    let late = |record: &mut Record| record.lines.swap(0, 1);
    let told = changed(late);
    assert!(
        told.ends_with("names shots that the record does not have before it"),
        "{told}"
    );
    // The second measurement of a ply is the second.
    let (mut game, plan) = begun(false);
    game.take_batch(&plan);
    game.play(Move::Twice).unwrap();
    let mut record = game.record();
    ply(&mut record, 1).measured[1].more["pool"] = json!("all");
    assert_eq!(
        fault(&record),
        unknown.replace("measurement 1", "measurement 2")
    );
}

#[test]
fn shots_are_of_the_circuit_that_was_measured_and_used_once_in_order() {
    let at = |line: usize, pointer: &'static str, value: Value| {
        move |record: &mut Record| {
            *more(record, line)["pool"].pointer_mut(pointer).unwrap() = value;
        }
    };
    assert_eq!(
        changed(at(1, "/0/0/circuit", 1.into())),
        "line 3: measurement 1 uses shots of another circuit"
    );
    let fewer = |record: &mut Record| {
        let all = more(record, 1)["pool"].as_array_mut().unwrap();
        all.pop();
    };
    assert_eq!(
        changed(fewer),
        "line 3: measurement 1 uses shots of another circuit"
    );
    let first = draws(&mut played(), 1, 0)[0];
    assert_eq!(
        changed(at(2, "/0/0/shots/0", first.into())),
        "line 4: measurement 1 uses a shot that was used before"
    );
    let mut record = played();
    let used = [draws(&mut record, 1, 0), draws(&mut record, 1, 1)].concat();
    let hash = more(&mut record, 1)["pool"][0][0]["batch"].clone();
    let order = order(SEEDS, hash.as_str().unwrap(), 0, 6);
    assert!(order.starts_with(&[used[0]]));
    assert_eq!(
        changed(at(1, "/0/0/shots/0", order[2].into())),
        "line 3: the shots of measurement 1 are not the next in the order of the seeds"
    );
}

#[test]
fn the_first_legal_shots_decide() {
    let outcome = "line 3: the shots of measurement 1 do not decide as recorded";
    let other = |record: &mut Record| {
        let occupied = &mut ply(record, 1).measured[0].occupied;
        let first = if occupied[0] == "s0" { "s1" } else { "s0" };
        occupied[0] = first.into();
    };
    assert_eq!(changed(other), outcome);
    let uneven = |record: &mut Record| {
        let shots = more(record, 1)["pool"].pointer_mut("/1/0/shots").unwrap();
        shots.as_array_mut().unwrap().pop();
    };
    assert_eq!(changed(uneven), outcome);
    // A pool that did not decide had no legal shot.
    let decided = |record: &mut Record| drop(more(record, 3).shift_remove("jobs"));
    assert_eq!(changed(decided), outcome.replace("line 3", "line 5"));
    // One that is legal is the last.
    let further = |record: &mut Record| {
        record.lines.truncate(2);
        let hash = more(record, 1)["pool"][0][0]["batch"].clone();
        let used = [0, 1].map(|component| draws(record, 1, component)).concat();
        let rest = order(SEEDS, hash.as_str().unwrap(), 0, 6);
        let mut rest = rest.into_iter().filter(|index| !used.contains(index));
        for component in ["/0/0/shots", "/1/0/shots"] {
            let shots = more(record, 1)["pool"].pointer_mut(component).unwrap();
            let next = rest.next().unwrap();
            shots.as_array_mut().unwrap().push(next.into());
        }
    };
    assert_eq!(changed(further), outcome);
}

#[test]
fn counts_and_backends_are_those_of_the_shots() {
    for (field, value) in [("shots", 9), ("accepted", 2), ("chosen", 9)] {
        let mut right = Value::Null;
        let told =
            changed(|record| right = more(record, 1).insert(field.into(), value.into()).unwrap());
        assert_eq!(
            told,
            format!(
                "line 3: by its shots {field} of measurement 1 should be {right}, the record says {value}"
            )
        );
    }
    let none = |record: &mut Record| drop(more(record, 1).shift_remove("job"));
    let told = changed(none);
    assert!(
        told.contains("job of measurement 1 should be \"number of cheqqers-"),
        "{told}"
    );
    let other = |record: &mut Record| ply(record, 1).measured[0].backend = "other".into();
    assert_eq!(
        changed(other),
        "line 3: by its shots backend of measurement 1 should be \"service\", the record says \"other\""
    );
    // Earlier versions wrote the fallback's name, once it had taken over.
    let mut early = played();
    other(&mut early);
    early.header.insert("fallback".into(), "other".into());
    verify::<Toy>(&early).unwrap();
}

#[test]
fn jobs_beside_a_pool_are_counted() {
    let mut record = played();
    let report = JobReport::of_record(&record).unwrap();
    assert_eq!(
        report.to_string(),
        "3 measurements by service, in 2 jobs; 1 not by shots of the pool"
    );
    let Line::Pool(pool) = &record.lines[0].1 else {
        unreachable!();
    };
    let key = pool["jobs"][0]["marker"].as_str().unwrap();
    assert_eq!(report.used()[key], Some(format!("number of {key}")));
    assert_eq!(report.used().len(), 2);
    // Lines alone name no job that was lost.
    record.jobs.push((0, json!({"marker": "lost"})));
    let lines = record.lines.iter().map(|(_, line)| line);
    assert_eq!(JobReport::of_lines(lines).to_string(), report.to_string());
    let told = JobReport::of_record(&record).unwrap().to_string();
    assert!(told.ends_with("; 1 job without shots"), "{told}");
    // By the pool alone.
    record.lines.remove(3);
    let lines = record.lines.iter().map(|(_, line)| line);
    assert_eq!(
        JobReport::of_lines(lines).to_string(),
        "2 measurements by service, in 1 job"
    );
}

/// Two jobs, of which the first ran two circuits side by side.
fn batch() -> PoolBatch {
    let circuits = [Move::Pair, Move::Quartet, Move::Pair].map(form_of);
    let side_by_side = run_by("a", "101010 010101").separate(&[2, 4]);
    let runs = side_by_side.into_iter().chain([run_by("b", "11")]);
    PoolBatch::new(circuits.into(), runs.collect())
}

#[test]
fn batches_know_the_jobs_of_their_circuits() {
    let batch = batch();
    let line = batch.to_record();
    assert_eq!(PoolBatch::of_record(&line).as_ref(), Some(&batch));
    assert_eq!((batch.num_circuits(), batch.num_shots()), (3, 5));
    let keys: Vec<&str> = batch.jobs().iter().map(|job| &*job.key).collect();
    assert_eq!(keys, ["a", "b"]);
    let of: Vec<&str> = (0..3)
        .map(|circuit| &*batch.job(circuit).unwrap().key)
        .collect();
    assert_eq!(of, ["a", "a", "b"]);
    let widths = |job| -> Vec<usize> {
        let circuits = batch.circuits_of(job);
        circuits.iter().map(Circuit::num_clbits).collect()
    };
    assert_eq!(
        (widths(0), widths(1), widths(2)),
        (vec![2, 4], vec![2], vec![])
    );
    let shots = |text: &str| run(text).shots;
    assert!(batch.has_shots(0, &shots("101010 010101")));
    for other in [
        "101010",
        "101010 010100",
        "010101 101010",
        "1010101 0101011",
        "10101 01010",
        "",
    ] {
        assert!(!batch.has_shots(0, &shots(other)), "{other}");
    }
    assert!(batch.has_shots(1, &shots("11")) && !batch.has_shots(1, &shots("10")));
    let local = PoolBatch::new(vec![form_of(Move::Pair)], vec![run("10")]);
    assert_eq!(local.job(0), None);
    assert_eq!(local.to_record()["circuits"][0]["job"], Value::Null);
}

#[test]
fn batches_are_of_the_backend_that_the_line_of_their_first_job_names() {
    let batch = batch();
    let mut record = Record::default();
    assert_eq!(batch.backend_in(&record), None);
    record.header.insert("backend".into(), "header".into());
    assert_eq!(batch.backend_in(&record), Some("header"));
    record.jobs = vec![
        (0, json!({"marker": "b", "backend": "second"})),
        (0, json!({"marker": "a", "backend": "first"})),
    ];
    assert_eq!(batch.backend_in(&record), Some("first"));
    let local = PoolBatch::new(vec![form_of(Move::Pair)], vec![run("10")]);
    assert_eq!(local.backend_in(&record), Some("header"));
}

#[test]
fn batches_with_another_program_are_refused() {
    let line = batch().to_record();
    let with = |change: fn(&mut Value)| {
        let mut line = line.clone();
        change(&mut line);
        PoolBatch::of_record(&line)
    };
    assert_eq!(with(|_| ()).as_ref(), Some(&batch()));
    for change in [
        (|line| line["jobs"][0]["program"] = "other".into()) as fn(&mut Value),
        |line| line["circuits"][2]["job"] = 2.into(),
        |line| line["circuits"][0]["shots"] = "10 2".into(),
        |line| line["circuits"][0]["circuit"] = "no circuit".into(),
        |line| line["sha256"] = "00".into(),
        |line| *line = json!({"seeds": ["a", "b"]}),
    ] {
        assert_eq!(with(change), None);
    }
}

#[test]
fn tables_of_common_circuits_are_read_by_game_and_settings() {
    let mut counts = CircuitCounts::default();
    let started = |mv| Toy::new(9).start(mv);
    for (mv, times) in [(Move::Quartet, 3), (Move::Pair, 2)] {
        for _ in 0..times {
            let circuits = started(mv).pending().unwrap().circuits(Encoding::Minimal);
            counts.count(&circuits.unwrap()[0]);
        }
    }
    // One without a form is counted among all.
    counts.count(&Circuit::new(1, 1));
    assert_eq!(counts.total(), 6);
    assert_eq!(counts.commonest().len(), 2);
    let settings = |level: u32| Map::from_iter([("level".to_owned(), level.into())]);
    let mut table = CommonCircuits::default();
    table.insert("toy", settings(1), &counts, 1);
    table.insert("toy", settings(2), &counts, 9);
    let table: CommonCircuits = serde_json::from_value(json!(table)).unwrap();
    let found = |game, level, encoding| {
        let found = table.of_game(game, &settings(level), encoding)?;
        Some(found.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let [pair, quartet] = [Move::Pair, Move::Quartet].map(|mv| form_of(mv).to_string());
    assert_eq!(
        found("toy", 1, Encoding::Minimal),
        Some(vec![quartet.clone()])
    );
    assert_eq!(
        found("toy", 2, Encoding::Minimal),
        Some(vec![quartet, pair])
    );
    assert_eq!(found("toy", 3, Encoding::Minimal), None);
    assert_eq!(found("other", 1, Encoding::Minimal), None);
    for encoding in Encoding::ALL
        .into_iter()
        .filter(|&of| of != Encoding::Minimal)
    {
        assert_eq!(found("toy", 1, encoding), None);
    }
}
