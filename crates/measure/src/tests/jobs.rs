//! Records of games by jobs: right ones, and each way of changing them.

use cheqqers_backend::{MeasurementId, Provenance};
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_game::record::{Line, PlyLine, Record};
use serde_json::{Map, Value, json};

use super::device::run;
use super::game::{Played, form_of, service};
use super::toy::{Move, Toy};
use crate::pool::{PoolBatch, PoolPlan, PoolSeeds};
use crate::{CheckedJobs, GameId, JobReader, JobReason, MeasurementIds, verify_jobs};

/// Reads the answers of the service, which are its shots. Its programs are the numbers of bits of their circuits.
struct Reader;

impl JobReader for Reader {
    fn shots(&self, line: &Value, job: &Provenance) -> Result<Option<Vec<Bitstring>>, String> {
        match (&*job.raw, line["backend"].as_str()) {
            ("", _) => Err("there is none".into()),
            (_, Some("unknown")) => Ok(None),
            (raw, _) => Ok(Some(run(raw).shots)),
        }
    }

    fn check_circuits(&self, line: &Value, circuits: &[Circuit]) -> Result<bool, String> {
        let program = line["program"].as_str().unwrap_or_default();
        if program == "secret" {
            return Ok(false);
        }
        let widths: Vec<usize> =
            serde_json::from_str(program).map_err(|error| error.to_string())?;
        let found = circuits.iter().map(Circuit::num_clbits).take(widths.len());
        let is_same = found.eq(widths.iter().copied());
        is_same
            .then_some(true)
            .ok_or_else(|| "it has other circuits".into())
    }
}

/// Each measurement but that of the quartet takes one job, or one for each circuit; that takes two attempts.
fn played(is_bundled: bool) -> Record {
    let answers = [
        "00 10 01",
        "0110 1010",
        "0000 1000",
        "1100 0101",
        "10",
        "01",
    ];
    let (device, sent) = service("service", &answers, is_bundled);
    let mut game = Played::new(4, device, &sent, Map::new());
    for mv in [Move::Pair, Move::Both, Move::Quartet, Move::Twice] {
        game.play(mv).unwrap();
    }
    game.record()
}

/// A game with a pool of pairs and quartets, whose shots came in one job or in two, and then one measurement.
fn pooled(is_bundled: bool) -> Record {
    let (device, sent) = service("service", &["101010 010101"], is_bundled);
    let seeds = PoolSeeds::new("white", "black");
    let circuits = vec![form_of(Move::Pair), form_of(Move::Quartet)];
    let plan = PoolPlan::new(&seeds, 2, circuits);
    let mut more = Map::new();
    plan.write(&mut more);
    let mut game = Played::new(4, device, &sent, more).with_pool(seeds);
    game.take_batch(&plan);
    game.play(Move::Pair).unwrap();
    game.record()
}

fn ply(record: &mut Record, index: usize) -> &mut PlyLine {
    match &mut record.lines[index].1 {
        Line::Ply(ply) => ply,
        other => panic!("{other:?}"),
    }
}

/// Item `pointer` of what the first measurement of a line tells.
fn told<'a>(record: &'a mut Record, line: usize, pointer: &str) -> &'a mut Value {
    let mut parts = pointer.splitn(2, '/');
    let more = &mut ply(record, line).measured[0].more;
    let value = more.get_mut(parts.next().unwrap()).unwrap();
    match parts.next() {
        Some(rest) => value.pointer_mut(&format!("/{rest}")).unwrap(),
        None => value,
    }
}

fn job_line(record: &mut Record, index: usize) -> &mut Value {
    &mut record.jobs[index].1
}

fn key(record: &Record, job: usize) -> String {
    record.jobs[job].1["marker"].as_str().unwrap().to_owned()
}

fn fault(record: &Record) -> (usize, JobReason) {
    let error = verify_jobs::<Toy>(record, &Reader).unwrap_err();
    (error.line, error.reason)
}

/// The line and the fault of the game with a change.
fn changed(change: impl FnOnce(&mut Record)) -> (usize, JobReason) {
    let mut record = played(true);
    change(&mut record);
    fault(&record)
}

/// Gives a record an identity without connection with its header, as those of earlier versions have; its jobs keep
/// their keys.
fn freed(record: &mut Record) {
    let id = record.header[GameId::KEY].as_str().unwrap();
    let id = id.replace("sha256-", "free-");
    record.header.shift_remove("nonce");
    record.header[GameId::KEY] = id.into();
}

/// A record of an earlier version, without lines of jobs.
fn early(record: &mut Record) {
    freed(record);
    let ids = MeasurementIds::of_game(record.header[GameId::KEY].as_str().unwrap());
    record.jobs.clear();
    let mut moves = String::new();
    for (_, line) in &mut record.lines {
        let Line::Ply(ply) = line else { continue };
        let mut ids = ids.clone();
        ids.begin(ply.ply, &ply.mv, &moves);
        for measured in &mut ply.measured {
            for (attempt, job) in (0..).zip(measured.more["jobs"].as_array_mut().unwrap()) {
                job["marker"] = ids.attempt(attempt).job_key(0, 0).into();
                job.as_object_mut().unwrap().shift_remove("raw");
            }
            ids.answered();
        }
        moves = format!("{moves}{} ", ply.with_outcomes());
    }
}

#[test]
fn a_game_by_jobs_is_right() {
    for (is_bundled, answers) in [(true, 6), (false, 7)] {
        let record = played(is_bundled);
        let expected = CheckedJobs {
            is_bound: true,
            answers,
            elsewhere: 0,
            not_compared: 0,
        };
        assert_eq!(verify_jobs::<Toy>(&record, &Reader), Ok(expected));
        let pooled = pooled(is_bundled);
        let answers = if is_bundled { 1 } else { 2 };
        let expected = CheckedJobs {
            answers,
            ..expected
        };
        assert_eq!(verify_jobs::<Toy>(&pooled, &Reader), Ok(expected));
    }
}

#[test]
fn what_cannot_be_compared_is_counted() {
    let mut record = played(true);
    for measured in &mut ply(&mut record, 3).measured {
        measured.backend = "local".into();
        measured.more.clear();
    }
    *told(&mut record, 0, "jobs/0/program") = "secret".into();
    let secret = cheqqers_backend::sha256(b"secret");
    *told(&mut record, 0, "jobs/0/program_sha256") = (&*secret).into();
    job_line(&mut record, 0)["program"] = "secret".into();
    job_line(&mut record, 0)["program_sha256"] = secret.into();
    ply(&mut record, 1).measured[0].backend = "unknown".into();
    job_line(&mut record, 1)["backend"] = "unknown".into();
    let expected = CheckedJobs {
        is_bound: true,
        answers: 3,
        elsewhere: 2,
        not_compared: 1,
    };
    assert_eq!(verify_jobs::<Toy>(&record, &Reader), Ok(expected));
    // A given outcome is no measurement, and those after it are counted without it.
    let mut record = played(true);
    let given = &mut ply(&mut record, 3).measured[0];
    given.backend = crate::FORCED.into();
    given.more.clear();
    let (line, reason) = fault(&record);
    assert_eq!(
        (line, reason),
        (
            5,
            JobReason::Key {
                job: key(&record, 5)
            }
        )
    );
}

#[test]
fn records_of_earlier_versions_lack_what_they_never_had() {
    let mut record = played(true);
    early(&mut record);
    assert_eq!(
        verify_jobs::<Toy>(&record, &Reader),
        Ok(CheckedJobs::default())
    );
    // Their keys are those of their measurements all the same.
    *told(&mut record, 1, "jobs/0/marker") = "cheqqers-0".into();
    let expected = JobReason::Key {
        job: "cheqqers-0".into(),
    };
    assert_eq!(fault(&record), (3, expected));
    // Without any identity nothing is known of keys.
    record.header.shift_remove(GameId::KEY);
    assert_eq!(
        verify_jobs::<Toy>(&record, &Reader),
        Ok(CheckedJobs::default())
    );
    // A measurement need not have a job, nor a count.
    let mut record = played(true);
    early(&mut record);
    ply(&mut record, 2).measured[0].more.clear();
    ply(&mut record, 1).measured[0].more.shift_remove("chosen");
    assert_eq!(
        verify_jobs::<Toy>(&record, &Reader),
        Ok(CheckedJobs::default())
    );
}

#[test]
fn the_identity_is_that_of_the_header() {
    let length = |record: &mut Record| record.header["length"] = 5.into();
    assert_eq!(changed(length), (1, JobReason::Header));
}

#[test]
fn a_game_that_cannot_be_replayed_is_refused() {
    let (line, reason) = changed(|record| ply(record, 1).mv = "castle".into());
    assert_eq!(line, 1);
    assert!(matches!(reason, JobReason::Replay(_)), "{reason}");
    // It is bound again, so that only the rules are wrong.
    let mut record = played(true);
    record.header.shift_remove(GameId::KEY);
    record.header["rules"] = "toy-2".into();
    crate::bind(&mut record.header, "nonce".into());
    assert!(matches!(fault(&record), (1, JobReason::Replay(_))));
}

#[test]
fn measurements_of_the_service_name_their_jobs() {
    let without = |record: &mut Record| ply(record, 1).measured[0].more.clear();
    let expected = JobReason::WithoutJob {
        number: 1,
        backend: "service".into(),
    };
    assert_eq!(changed(without), (3, expected.clone()));
    // So do those of a service that lines of jobs alone name.
    let other = |record: &mut Record| {
        without(record);
        ply(record, 1).measured[0].backend = "other".into();
        job_line(record, 5)["backend"] = "other".into();
    };
    let JobReason::WithoutJob { number, .. } = expected else {
        unreachable!();
    };
    let backend = "other".into();
    assert_eq!(
        changed(other),
        (3, JobReason::WithoutJob { number, backend })
    );
    let unreadable = |record: &mut Record| *told(record, 1, "jobs") = "all".into();
    assert_eq!(
        changed(unreadable),
        (3, JobReason::Unreadable { number: 1 })
    );
}

#[test]
fn lines_name_jobs_before_they_are_sent_and_as_they_were_sent() {
    let job = key(&played(true), 1);
    let no_line = (3, JobReason::NoLine { job: job.clone() });
    assert_eq!(changed(|record| drop(record.jobs.remove(1))), no_line);
    assert_eq!(changed(|record| record.jobs[1].0 = 2), no_line);
    assert_eq!(
        changed(|record| *job_line(record, 1) = json!({"marker": 7})),
        no_line
    );
    let unreadable = |record: &mut Record| job_line(record, 1)["placement"] = "everywhere".into();
    assert_eq!(changed(unreadable), no_line);
    let nameless = |record: &mut Record| job_line(record, 1)["question"] = Value::Null;
    assert_eq!(
        changed(nameless),
        (3, JobReason::NoMeasurement { job: job.clone() })
    );
    for (item, value, field) in [
        ("service", json!("other"), "service"),
        ("device", json!("other"), "device"),
        ("asked", json!(99), "number of shots"),
        ("calibrated", json!("today"), "calibration"),
        ("predicted", json!(0.5), "prediction"),
        ("placement", json!([1]), "placement"),
        ("program", json!("[4]"), "program"),
        ("program_sha256", json!("00"), "program's hash"),
    ] {
        let job = job.clone();
        let sent = |record: &mut Record| job_line(record, 1)[item] = value;
        assert_eq!(changed(sent), (3, JobReason::Field { job, field }));
    }
    // One of two lines of a job is enough.
    let mut record = played(true);
    let mut other = record.jobs[1].clone();
    other.1["device"] = "other".into();
    record.jobs.insert(1, other);
    assert!(verify_jobs::<Toy>(&record, &Reader).is_ok());
}

#[test]
fn a_job_is_used_once() {
    let record = played(true);
    let first = record.jobs[0].1["marker"].clone();
    let twice = |record: &mut Record| {
        let jobs = told(record, 0, "jobs").clone();
        *told(record, 1, "jobs") = jobs;
    };
    let expected = JobReason::Twice {
        job: first.as_str().unwrap().into(),
    };
    assert_eq!(changed(twice), (3, expected.clone()));
    let beside = |record: &mut Record| {
        let job = told(record, 0, "jobs/0").clone();
        told(record, 0, "jobs").as_array_mut().unwrap().push(job);
    };
    assert_eq!(changed(beside), (2, expected));
    // The same circuits of one attempt by two jobs, of which one had failed.
    let again = |record: &mut Record| {
        let id = serde_json::from_value::<MeasurementId>(job_line(record, 0)["question"].clone());
        let later = id.unwrap().job_key(0, 1);
        let mut line = record.jobs[0].clone();
        line.1["marker"] = (&*later).into();
        record.jobs.insert(1, line);
        let mut job = told(record, 0, "jobs/0").clone();
        job["marker"] = later.into();
        told(record, 0, "jobs").as_array_mut().unwrap().push(job);
    };
    let (line, reason) = changed(again);
    assert!(matches!(reason, JobReason::Twice { .. }), "{reason}");
    assert_eq!(line, 2);
    let mut pooled = pooled(false);
    let Line::Pool(pool) = &mut pooled.lines[0].1 else {
        unreachable!();
    };
    pool["jobs"][1] = pool["jobs"][0].clone();
    assert!(matches!(fault(&pooled), (2, JobReason::Twice { .. })));
}

#[test]
fn a_move_that_is_made_again_is_measured_by_the_same_jobs() {
    let (device, sent) = service("service", &["10", "01"], true);
    let mut game = Played::new(9, device, &sent, Map::new());
    let start = game.position().clone();
    game.play(Move::Rest).unwrap();
    let before = game.position().clone();
    game.play(Move::Pair).unwrap();
    game.take_back(before.clone());
    let mut record = game.record();
    let again = record.lines[1].clone();
    record.lines.push((5, again.1));
    let checked = verify_jobs::<Toy>(&record, &Reader).unwrap();
    assert_eq!((checked.answers, checked.is_bound), (2, true));
    // After another history it is another measurement.
    game.take_back(start);
    let mut record = game.record();
    let again = record.lines[1].clone();
    record.lines.push((6, again.1));
    assert!(matches!(fault(&record), (6, JobReason::Twice { .. })));
}

#[test]
fn keys_are_those_of_the_measurements_in_this_game() {
    // A key for another circuit, attempt, move or game is none.
    let measurement = |change: fn(&mut Value)| {
        move |record: &mut Record| change(&mut job_line(record, 1)["question"])
    };
    let job = key(&played(true), 1);
    let wrong = (3, JobReason::Key { job });
    for change in [
        (|id| id["series"] = "other".into()) as fn(&mut Value),
        |id| id["history"] = "00".into(),
        |id| id["name"] = "2 both 1".into(),
        |id| id["name"] = "1 both 0".into(),
        |id| id["attempt"] = 1.into(),
    ] {
        assert_eq!(changed(measurement(change)), wrong);
    }
    // One behind the first circuit has a key of its own.
    let mut record = played(false);
    let second = key(&record, 2);
    let swapped = key(&record, 1);
    *told(&mut record, 1, "jobs/0/marker") = second.clone().into();
    *told(&mut record, 1, "jobs/1/marker") = swapped.clone().into();
    assert_eq!(fault(&record), (3, JobReason::Outcome { number: 1 }));
    // Shots of a pool are of the pool.
    for bundled in [true, false] {
        let mut record = pooled(bundled);
        let job = key(&record, 0);
        job_line(&mut record, 0)["question"]["name"] = "1 pair 0".into();
        assert_eq!(fault(&record), (2, JobReason::Key { job: job.clone() }));
        let mut record = pooled(bundled);
        job_line(&mut record, 0)["question"]["series"] = "other".into();
        assert_eq!(fault(&record), (2, JobReason::Key { job }));
    }
}

/// Makes a job that of another measurement, with the key of that.
fn renamed(line: &mut Value, job: &mut Value, change: fn(&mut MeasurementId)) -> String {
    let mut id: MeasurementId = serde_json::from_value(line["question"].clone()).unwrap();
    change(&mut id);
    let key = id.job_key(0, 0);
    line["question"] = json!(id);
    line["marker"] = key.clone().into();
    job["marker"] = key.clone().into();
    key
}

#[test]
fn jobs_of_other_games_and_measurements_are_none_though_their_keys_are_right() {
    let of_other_game: fn(&mut MeasurementId) = |id| id.series = "other".into();
    let of_other_measurement: fn(&mut MeasurementId) = |id| id.name = "9 pair 0".into();
    let of_other_history: fn(&mut MeasurementId) = |id| id.history = "00".into();
    for change in [of_other_game, of_other_measurement, of_other_history] {
        let mut record = played(true);
        let mut line = record.jobs[0].1.clone();
        let job = renamed(&mut line, told(&mut record, 0, "jobs/0"), change);
        record.jobs[0].1 = line;
        assert_eq!(fault(&record), (2, JobReason::Key { job }));
        let mut record = pooled(true);
        let Line::Pool(pool) = &mut record.lines[0].1 else {
            unreachable!();
        };
        let job = renamed(&mut record.jobs[0].1, &mut pool["jobs"][0], change);
        assert_eq!(fault(&record), (2, JobReason::Key { job }));
    }
    // The same measurement under the name that it has is right.
    let mut record = pooled(true);
    let Line::Pool(pool) = &mut record.lines[0].1 else {
        unreachable!();
    };
    renamed(&mut record.jobs[0].1, &mut pool["jobs"][0], |_| ());
    assert!(verify_jobs::<Toy>(&record, &Reader).is_ok());
}

#[test]
fn backends_are_those_to_which_the_jobs_were_sent() {
    let other = |record: &mut Record| ply(record, 1).measured[0].backend = "other".into();
    let expected = JobReason::Backend {
        number: 1,
        found: "other".into(),
    };
    assert_eq!(changed(other), (3, expected));
    let mut record = pooled(false);
    job_line(&mut record, 1)["backend"] = "other".into();
    let job = key(&record, 1);
    assert_eq!(fault(&record), (2, JobReason::Backends { job }));
}

#[test]
fn answers_are_read_and_give_the_shots() {
    let empty = |record: &mut Record| *told(record, 1, "jobs/0/raw") = "".into();
    let job = key(&played(true), 1);
    let reason = "there is none".to_owned();
    assert_eq!(changed(empty), (3, JobReason::Answer { job, reason }));
    for (raw, is_right) in [
        ("0110 1010", true),
        ("0110", false),
        ("1010 0110", false),
        ("01 10", false),
        ("0000 0000", false),
        ("010 101", false),
        ("01101 10100", false),
    ] {
        let mut record = played(true);
        *told(&mut record, 1, "jobs/0/raw") = raw.into();
        let found = verify_jobs::<Toy>(&record, &Reader);
        assert_eq!(found.is_ok(), is_right, "{raw}");
        if let Err(error) = found {
            assert_eq!(error.line, 3, "{raw}");
        }
    }
    let mut record = pooled(true);
    let job = key(&record, 0);
    let Line::Pool(pool) = &mut record.lines[0].1 else {
        unreachable!();
    };
    pool["jobs"][0]["raw"] = "101010 101010".into();
    assert_eq!(fault(&record), (2, JobReason::Shots { job }));
}

#[test]
fn programs_measure_the_circuits() {
    let program = |record: &mut Record, place: usize, job: usize, program: &str| {
        let hash = cheqqers_backend::sha256(program.as_bytes());
        for (item, value) in [("program", program), ("program_sha256", &*hash)] {
            job_line(record, job)[item] = value.into();
            *told(record, 1, &format!("jobs/{place}/{item}")) = value.into();
        }
    };
    let job = key(&played(true), 1);
    let reason = "it has other circuits".to_owned();
    let expected = (3, JobReason::Circuits { job, reason });
    assert_eq!(changed(|record| program(record, 0, 1, "[4]")), expected);
    // Those from the first circuit of the job on, not all.
    let mut record = played(false);
    program(&mut record, 1, 2, "[2, 2]");
    assert!(matches!(fault(&record), (3, JobReason::Circuits { .. })));
    let mut record = pooled(true);
    let Line::Pool(pool) = &mut record.lines[0].1 else {
        unreachable!();
    };
    let hash = cheqqers_backend::sha256(b"[4, 2]");
    pool["jobs"][0]["program"] = "[4, 2]".into();
    pool["jobs"][0]["program_sha256"] = (&*hash).into();
    job_line(&mut record, 0)["program"] = "[4, 2]".into();
    job_line(&mut record, 0)["program_sha256"] = hash.into();
    assert!(matches!(fault(&record), (2, JobReason::Circuits { .. })));
}

#[test]
fn the_first_legal_shot_of_the_jobs_decides_and_is_told() {
    let other = |record: &mut Record| ply(record, 0).measured[0].occupied = vec!["s1".into()];
    assert_eq!(changed(other), (2, JobReason::Outcome { number: 1 }));
    for (field, right, wrong) in [
        ("shots", json!(4), json!(5)),
        ("accepted", json!(1), json!(2)),
        ("chosen", json!(1), json!(0)),
        (
            "rejected",
            json!({"wrong_weight": 2, "wrong_piece": 1}),
            json!({}),
        ),
        ("rule", json!("first_legal"), json!("best")),
    ] {
        let change = |record: &mut Record| *told(record, 2, field) = wrong.clone();
        let expected = JobReason::Selection {
            number: 1,
            field: field.into(),
            expected: right.into(),
            found: wrong.clone().into(),
        };
        assert_eq!(changed(change), (4, expected));
        let without = |record: &mut Record| {
            ply(record, 2).measured[0].more.shift_remove(field);
        };
        let (line, reason) = changed(without);
        assert!(matches!(reason, JobReason::Selection { .. }), "{reason}");
        assert_eq!(line, 4);
    }
    // Nothing is sent after a legal shot, and something is until there is one.
    let early = |record: &mut Record| *told(record, 2, "jobs/0/raw") = "0101 1000".into();
    assert_eq!(changed(early), (4, JobReason::Outcome { number: 1 }));
    let never = |record: &mut Record| *told(record, 2, "jobs/1/raw") = "1100 0100".into();
    assert_eq!(changed(never), (4, JobReason::Outcome { number: 1 }));
    let second = |record: &mut Record| {
        ply(record, 3).measured[1].more["shots"] = 2.into();
    };
    let (line, reason) = changed(second);
    assert!(
        matches!(reason, JobReason::Selection { number: 2, .. }),
        "{reason}"
    );
    assert_eq!(line, 5);
}

#[test]
fn shots_of_a_pool_are_of_jobs_and_what_was_sent_ahead_comes_alone() {
    let mut record = pooled(true);
    let Line::Pool(pool) = &mut record.lines[0].1 else {
        unreachable!();
    };
    pool["circuits"][1]["job"] = Value::Null;
    assert!(PoolBatch::of_record(pool).is_some());
    assert_eq!(fault(&record), (2, JobReason::NoJob { circuit: 1 }));
    // Other checks refuse lines that are no batch.
    let Line::Pool(pool) = &mut record.lines[0].1 else {
        unreachable!();
    };
    pool["sha256"] = "00".into();
    assert!(verify_jobs::<Toy>(&record, &Reader).is_ok());
    // Prefetched shots are of one job.
    for (is_bundled, is_right) in [(true, true), (false, false)] {
        let (device, sent) = service("service", &["101010 010101"], is_bundled);
        let mut device = device;
        device.room = Ok(9);
        let seeds = PoolSeeds::new("white", "black");
        let mut game = Played::new(4, device, &sent, Map::new()).with_pool(seeds);
        let start = game.position().clone();
        assert_eq!(game.backend().prefetch(&start, String::new), Ok(2));
        game.play(Move::Pair).unwrap();
        let record = game.record();
        assert!(matches!(record.lines[0].1, Line::Pool(_)));
        let found = verify_jobs::<Toy>(&record, &Reader);
        match found {
            Ok(checked) => assert!(is_right && checked.answers == 1),
            Err(error) => {
                assert!(!is_right);
                assert!(matches!(error.reason, JobReason::Joined { .. }), "{error}");
            }
        }
    }
}
