//! The jobs of a series: side by side, sent ahead, resumed elsewhere, and at its end.

use cheqqers_backend::{Backend, BackendError, FailureClass, Job, Run};
use cheqqers_circuit::Circuit;

use super::lab::{Bench, Submit, circuit, dollars, error, id, lost, measure, unreachable_error};
use crate::{Entry, EntryState, JobState, JobStatus, Journal, Remote, RemoteError};

use FailureClass::{DryRun, Indeterminate, Terminal};

fn unauthorised() -> RemoteError {
    RemoteError::Unauthorised {
        service: "lab".into(),
        text: String::new(),
    }
}

/// Circuits of which two go into one job.
fn pairs(bench: &Bench, number: usize) -> Vec<Circuit> {
    bench.lab().num_qubits = 8;
    vec![circuit(4); number]
}

fn run(remote: &mut Remote, name: &str, circuits: &[Circuit]) -> Result<Vec<Run>, BackendError> {
    remote.run(&Job::new(circuits, 5).of_measurement(&id(name)))
}

fn submits(bench: &Bench) -> usize {
    let asked = bench.asked();
    asked
        .iter()
        .filter(|asked| asked.starts_with("submit"))
        .count()
}

#[test]
fn circuits_run_side_by_side_as_far_as_there_is_room() {
    let bench = Bench::new();
    let circuits = pairs(&bench, 5);
    let mut remote = bench.remote();
    // The first has a probe of the order of bits beside it.
    assert_eq!(remote.bundle_sizes(&circuits), Ok(vec![1, 2, 2]));
    bench.asked();
    let runs = run(&mut remote, "1 a 0", &circuits).unwrap();
    let lens: Vec<(usize, usize)> = runs
        .iter()
        .map(|run| (run.shots.len(), run.shots[0].len()))
        .collect();
    assert_eq!(lens, [(5, 4); 5]);
    // All of them are in the queue before one is waited for.
    assert_eq!(bench.asked()[..3], ["submit x5"; 3]);
    let known: Vec<bool> = runs.iter().map(|run| run.provenance.is_some()).collect();
    assert_eq!(known, [true, true, false, true, false]);
    // What is part of no measurement runs by itself, and nobody has it twice.
    for _ in 0..2 {
        remote.run(&Job::new(&circuits[..2], 5)).unwrap();
        assert_eq!(submits(&bench), 2);
    }
    // A resumed measurement has the bundles that it had, whatever the device is now.
    bench.lab().num_qubits = 20;
    assert_eq!(run(&mut bench.remote(), "1 a 0", &circuits).unwrap(), runs);
    assert_eq!(submits(&bench), 0);
}

#[test]
fn jobs_for_which_there_is_no_place_are_sent_when_others_are_done() {
    let bench = Bench::new();
    let circuits = pairs(&bench, 4);
    let full = RemoteError::Quota {
        text: "one at a time".into(),
    };
    bench.lab().submits = [Submit::Take, Submit::Refuse(full.clone())].into();
    let runs = run(&mut bench.remote(), "1 a 0", &circuits).unwrap();
    assert_eq!(runs.len(), 4);
    let asked = bench.asked();
    let order: Vec<&str> = asked
        .iter()
        .map(String::as_str)
        .filter(|asked| !asked.starts_with("find"))
        .collect();
    assert_eq!(
        order[1..],
        [
            "submit x5",
            "submit x5",
            "status job-0",
            "response job-0",
            "submit x5",
            "status job-1",
            "response job-1"
        ]
    );
    // If it is the first, there is nothing to wait for.
    bench.lab().submits = [Submit::Refuse(full.clone())].into();
    let found = error(run(&mut bench.remote(), "2 a 0", &circuits));
    assert_eq!(found, (full, Terminal));
}

#[test]
fn jobs_beside_one_that_failed_are_kept_for_the_next_try() {
    let bench = Bench::new();
    let circuits = pairs(&bench, 4);
    bench.lab().statuses = [Ok(JobStatus::new(JobState::Cancelled, ""))].into();
    let mut remote = bench.remote();
    let found = error(run(&mut remote, "1 a 0", &circuits));
    assert_eq!(found, (RemoteError::Cancelled, Terminal));
    let asked = bench.asked();
    assert!(
        asked.iter().all(|asked| !asked.starts_with("cancel")),
        "{asked:?}"
    );
    run(&mut remote, "1 a 0", &circuits).unwrap();
    assert_eq!(submits(&bench), 1);
    // Those of no measurement are cancelled, as nobody can use them.
    bench.lab().state = JobState::Queued;
    bench.lab().statuses = [Ok(JobStatus::new(JobState::Cancelled, ""))].into();
    let found = error(remote.run(&Job::new(&circuits[..3], 5)));
    assert_eq!(found, (RemoteError::Cancelled, Terminal));
    let states: Vec<JobState> = bench.lab().taken[3..]
        .iter()
        .map(|taken| taken.state)
        .collect();
    assert_eq!(
        states,
        [JobState::Queued, JobState::Cancelled, JobState::Cancelled]
    );
    bench.told();
    bench.lab().is_stubborn = true;
    bench.lab().submits = [
        Submit::Take,
        Submit::Refuse(RemoteError::BadProgram {
            code: "1".into(),
            text: "no".into(),
        }),
    ]
    .into();
    bench.lab().statuses = [Err(unreachable_error())].into();
    error(remote.run(&Job::new(&circuits[..2], 5)));
    let told = bench.told();
    let is_told =
        |told: &String| told.ends_with("may still run: the service can't be reached: no word");
    assert!(told.iter().any(is_told), "{told:?}");
}

#[test]
fn a_first_job_without_shots_does_not_show_the_order_of_the_others() {
    let bench = Bench::new();
    bench.lab().num_qubits = 12;
    let circuits = vec![circuit(4); 4];
    bench.lab().outputs = [Ok(crate::JobOutput::Shots(Vec::new()))].into();
    let (found, class) = error(run(&mut bench.remote(), "1 a 0", &circuits));
    let key = id("1 a 0").job_key(0, 0);
    assert_eq!(
        (found, class),
        (RemoteError::NoShots { key: key.clone() }, Terminal)
    );
    // It may be given up, as its answer is of no use.
    bench.remote().give_up(&key).unwrap();
    run(&mut bench.remote(), "1 a 0", &circuits).unwrap();
    // Alone it is an answer.
    bench.lab().outputs = [Ok(crate::JobOutput::Shots(Vec::new()))].into();
    let runs = run(&mut bench.remote(), "2 a 0", &circuits[..1]).unwrap();
    assert!(runs[0].shots.is_empty());
}

#[test]
fn what_is_sent_ahead_is_waited_for_when_it_is_needed() {
    let bench = Bench::new();
    let circuits = pairs(&bench, 4);
    let first = id("prefetch");
    let job = Job::new(&circuits, 5).of_measurement(&first);
    assert_eq!(bench.remote().num_sent(&job), 0);
    assert_eq!(bench.remote().send(&job), Ok(2));
    assert_eq!(bench.asked(), ["describe", "submit x5"]);
    // In another process too.
    let mut remote = bench.remote();
    assert_eq!(remote.num_sent(&job), 2);
    let sent = Job::new(&circuits[..2], 5).of_measurement(&first);
    assert_eq!(remote.run(&sent).unwrap().len(), 2);
    assert_eq!(bench.asked(), ["status job-0", "response job-0"]);
    let other = id("2 a 0");
    let other = Job::new(&circuits, 5).of_measurement(&other);
    assert_eq!(remote.num_sent(&other), 0);
    assert_eq!(remote.num_sent(&Job::new(&circuits, 5)), 0);
}

#[test]
fn a_dry_run_shows_all_and_sends_nothing() {
    let bench = Bench::new();
    let circuits = pairs(&bench, 3);
    let mut remote = bench.remote().dry_run();
    let found = error(run(&mut remote, "1 a 0", &circuits));
    assert_eq!(found, (RemoteError::DryRun, DryRun));
    // The device is not asked for its size: all go together.
    let told = bench.told();
    assert!(told[0].starts_with("a dry run does not ask lab for the description of device"));
    assert_eq!(told[1..], ["POST 5 shots"]);
    let first = id("1 a 0");
    let job = Job::new(&circuits[..1], 5).of_measurement(&first);
    let sent = remote.send(&job).unwrap_err();
    assert!(sent.is_dry_run());
    remote.end_series("game");
    assert!(bench.asked().is_empty());
    assert!(bench.journal().list().unwrap().is_empty());
    assert_eq!(remote.quote(&[circuit(2)], 64), Err(RemoteError::DryRun));
    bench.lab().cost = dollars(2.0);
    let quoted = remote.quote(&[circuit(2)], 64).unwrap();
    assert_eq!(quoted.to_string(), "64 shots for up to $2.00");
}

#[test]
fn a_game_that_is_resumed_elsewhere_finds_its_jobs_at_the_service() {
    let bench = Bench::new();
    let first = id("1 a 0");
    bench.lab().statuses = [Err(unauthorised())].into();
    error(measure(&mut bench.remote(), &first, 1));
    let elsewhere = tempfile::tempdir().unwrap();
    let remote = || {
        let (service, observer) = (
            Box::new(bench.shared.clone()),
            Box::new(bench.shared.clone()),
        );
        let journal = Journal::at(elsewhere.path());
        Remote::new("lab", service, "device", journal, observer).with_retry_policy(bench.retry)
    };
    bench.asked();
    bench.told();
    measure(&mut remote().resumed(), &first, 1).unwrap();
    assert_eq!(
        bench.asked(),
        ["describe", "find", "status job-0", "response job-0"]
    );
    let told = bench.told();
    assert_eq!(
        told[0],
        "the service has this measurement already, as job job-0: nothing is sent"
    );
    assert_eq!(bench.lab().taken.len(), 1);
    // Who does not say so sends another.
    let second = id("2 a 0");
    measure(&mut bench.remote(), &second, 1).unwrap();
    measure(&mut remote(), &second, 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 3);
}

#[test]
fn of_two_machines_that_send_at_once_one_job_counts() {
    let bench = Bench::new();
    let first = id("1 a 0");
    let other = id("other");
    bench.lab().state = JobState::Queued;
    bench.lab().statuses = [Err(unauthorised())].into();
    error(measure(&mut bench.remote(), &other, 1));
    // The other machine's job turns up when this one was sent, and is done.
    bench.lab().taken[0].state = JobState::Done;
    bench.lab().finds = [Ok(vec![]), Ok(vec!["job-0".into()])].into();
    measure(&mut bench.remote().resumed(), &first, 1).unwrap();
    let entry = bench.entry(&first, 0).unwrap();
    assert_eq!(entry.provenance.job.as_deref(), Some("job-0"));
    assert_eq!(bench.lab().taken[1].state, JobState::Cancelled);
    // Of several the first that has not ended counts, unless one is done.
    let second = id("2 a 0");
    let ids = |ids: &[&str]| Ok(ids.iter().map(ToString::to_string).collect());
    bench.lab().submits = [Submit::Lose(lost())].into();
    bench.lab().finds = [ids(&["job-1", "job-2"])].into();
    bench.lab().statuses = [
        Ok(JobStatus::new(JobState::Cancelled, "")),
        Ok(JobStatus::new(JobState::Queued, "")),
        Ok(JobStatus::new(JobState::Cancelled, "")),
        Ok(JobStatus::new(JobState::Done, "")),
    ]
    .into();
    measure(&mut bench.remote(), &second, 1).unwrap();
    let entry = bench.entry(&second, 0).unwrap();
    assert_eq!(entry.provenance.job.as_deref(), Some("job-2"));
}

#[test]
fn the_end_of_a_series_ends_what_is_paid_for() {
    let bench = Bench::new();
    let mut remote = bench.remote();
    remote.end_series("game");
    assert!(bench.asked().is_empty());
    measure(&mut remote, &id("1 a 0"), 1).unwrap();
    bench.asked();
    remote.end_series("other");
    assert!(bench.asked().is_empty());
    remote.end_series("game");
    assert_eq!(bench.asked(), ["end game device"]);
    bench.lab().end_error = Some(unreachable_error());
    bench.told();
    remote.end_series("game");
    assert_eq!(
        bench.told(),
        [
            "a session may still be open at the service, and be paid for: the service can't be reached: no word"
        ]
    );
    // It is still needed while a job may be answered.
    bench.lab().statuses = [Err(unauthorised())].into();
    error(measure(&mut remote, &id("2 a 0"), 1));
    bench.asked();
    remote.end_series("game");
    assert!(bench.asked().is_empty());
    // Those of another device are not its own.
    bench.remote_of("other").end_series("game");
    assert!(bench.asked().is_empty());
}

#[test]
fn jobs_of_no_series_are_ended_by_the_process_that_made_them() {
    let bench = Bench::new();
    let circuits = [circuit(2)];
    let mut remote = bench.remote();
    remote.run(&Job::new(&circuits, 5)).unwrap();
    bench.asked();
    bench.remote().end_series("");
    assert!(bench.asked().is_empty());
    remote.end_series("");
    assert_eq!(bench.asked(), ["end  device"]);
}

#[test]
fn jobs_that_a_service_made_twice_are_cancelled_at_the_end() {
    let bench = Bench::new();
    bench.lab().is_free = false;
    let first = id("1 a 0");
    let mut remote = bench.remote();
    measure(&mut remote, &first, 1).unwrap();
    let second = {
        let key = first.job_key(0, 0);
        let mut lab = bench.lab();
        let mut second = lab.taken[0].clone();
        assert_eq!(second.key, key);
        (second.id, second.state) = ("job-9".into(), JobState::Queued);
        lab.taken.push(second);
        "job-9"
    };
    bench.told();
    bench.asked();
    remote.end_series("game");
    assert_eq!(
        bench.asked(),
        [
            "find",
            &*format!("cancel {second}"),
            &*format!("status {second}"),
            "end game device"
        ]
    );
    assert_eq!(
        bench.told(),
        ["the service took the same job twice, as job-0 and job-9: it is cancelled"]
    );
    // It is told of once.
    remote.end_series("game");
    assert!(bench.told().is_empty());
    bench.lab().finds = [Err(unreachable_error())].into();
    remote.end_series("game");
    let told = bench.told();
    assert!(
        told[0].starts_with("whether the service took a job twice"),
        "{told:?}"
    );
    bench.lab().finds = [Err(RemoteError::NoLookup {
        service: "lab".into(),
        key: String::new(),
    })]
    .into();
    remote.end_series("game");
    assert!(bench.told().is_empty());
    // Where jobs cost nothing they are not looked for.
    let free = Bench::new();
    let mut remote = free.remote();
    measure(&mut remote, &first, 1).unwrap();
    free.asked();
    remote.end_series("game");
    assert_eq!(free.asked(), ["end game device"]);
}

#[test]
fn a_second_job_that_cannot_be_cancelled_is_told_of() {
    for (answer, told) in [
        (
            Ok(JobStatus::new(JobState::Done, "finished")),
            "it can't be cancelled and may cost as much: the service calls it \"finished\"",
        ),
        (
            Err(unreachable_error()),
            "it could not be cancelled and may cost as much: the service can't be reached: no word",
        ),
    ] {
        let bench = Bench::new();
        bench.lab().is_free = false;
        let mut remote = bench.remote();
        measure(&mut remote, &id("1 a 0"), 1).unwrap();
        bench.told();
        let mut second = bench.lab().taken[0].clone();
        second.id = "job-9".into();
        bench.lab().taken.push(second);
        bench.lab().statuses = [answer].into();
        remote.end_series("game");
        let expected = format!("the service took the same job twice, as job-0 and job-9: {told}");
        assert_eq!(bench.told(), [expected]);
    }
    // One that ended here before has none that counts.
    let bench = Bench::new();
    bench.lab().is_free = false;
    bench.lab().state = JobState::Queued;
    let refused = RemoteError::BadProgram {
        code: "1".into(),
        text: "no".into(),
    };
    bench.lab().submits = [Submit::Lose(refused)].into();
    let mut remote = bench.remote();
    error(measure(&mut remote, &id("1 a 0"), 1));
    bench.told();
    remote.end_series("game");
    let told = bench.told();
    assert!(
        told[0].ends_with("as job-0, though it ended here before: it is cancelled"),
        "{told:?}"
    );
}

/// The entry of a job as a record has it that was made elsewhere.
fn recorded(bench: &Bench, name: &str) -> Entry {
    let mut entry = Entry::new(id(name).job_key(0, 0), "lab:device", "lab", "device");
    entry.measurement = Some(id(name));
    bench
        .journal()
        .load(entry.key())
        .unwrap()
        .map_or(entry, |entry| entry.before_sending())
}

#[test]
fn jobs_that_nobody_can_use_any_more_are_cancelled() {
    let bench = Bench::new();
    bench.lab().state = JobState::Queued;
    bench.lab().statuses = [Err(unauthorised())].into();
    error(measure(&mut bench.remote(), &id("1 a 0"), 1));
    let jobs = ["1 a 0", "2 a 0", "3 a 0"].map(|name| recorded(&bench, name));
    let mut remote = bench.remote().with_recorded(jobs.to_vec()).unwrap();
    bench.told();
    bench.asked();
    remote.cancel_unusable(|id| id.name != "3 a 0");
    assert_eq!(bench.asked(), ["cancel job-0", "status job-0", "find"]);
    let told = bench.told();
    assert!(
        told[0].ends_with("can't be used any more: it is cancelled"),
        "{told:?}"
    );
    assert_eq!(told.len(), 1);
    assert_eq!(
        bench.entry(&id("1 a 0"), 0).unwrap().state,
        EntryState::Cancelled
    );
    // The other one may not be shown yet: it is looked for at the end once more.
    assert!(bench.entry(&id("2 a 0"), 0).is_none());
    remote.end_series("game");
    assert_eq!(bench.asked()[0], "find");
    assert_eq!(
        bench.entry(&id("2 a 0"), 0).unwrap().state,
        EntryState::Cancelled
    );
    remote.end_series("game");
    assert!(!bench.asked().contains(&"find".to_owned()));
}

#[test]
fn unusable_jobs_that_go_on_are_told_of_and_tried_again() {
    for (state, text, is_tried) in [
        (
            JobState::Queued,
            "it can't be cancelled and may be paid for",
            true,
        ),
        (JobState::Done, "it has ended and may be paid for", false),
        (JobState::Failed, "it has ended and may be paid for", false),
    ] {
        let bench = Bench::new();
        bench.lab().is_stubborn = true;
        bench.lab().state = JobState::Queued;
        bench.lab().statuses = [Err(unauthorised())].into();
        error(measure(&mut bench.remote(), &id("1 a 0"), 1));
        bench.lab().taken[0].state = state;
        let job = recorded(&bench, "1 a 0");
        let mut remote = bench.remote().with_recorded(vec![job]).unwrap();
        bench.told();
        remote.cancel_unusable(|_| true);
        let told = bench.told();
        assert!(told[0].ends_with(text), "{told:?}");
        bench.asked();
        remote.end_series("game");
        assert_eq!(
            bench.asked().contains(&"cancel job-0".to_owned()),
            is_tried,
            "{state:?}"
        );
        let entry = bench.entry(&id("1 a 0"), 0).unwrap();
        assert_eq!(entry.is_pending(), is_tried);
    }
    for (error, is_tried) in [
        (unreachable_error(), true),
        (
            RemoteError::NoLookup {
                service: "lab".into(),
                key: "key".into(),
            },
            false,
        ),
    ] {
        let bench = Bench::new();
        let job = recorded(&bench, "1 a 0");
        let mut remote = bench.remote().with_recorded(vec![job]).unwrap();
        bench.lab().finds = [Err(error)].into();
        remote.cancel_unusable(|_| true);
        let told = bench.told();
        assert!(
            told[0].contains("it may still run and be paid for: "),
            "{told:?}"
        );
        bench.asked();
        remote.end_series("game");
        assert_eq!(bench.asked().contains(&"find".to_owned()), is_tried);
    }
}

#[test]
fn jobs_whose_shots_the_record_has_are_not_waited_for() {
    let bench = Bench::new();
    bench.lab().statuses = [Err(unauthorised())].into();
    error(measure(&mut bench.remote(), &id("1 a 0"), 1));
    let mut answered = recorded(&bench, "1 a 0");
    answered.provenance.job = Some("job-0".into());
    let mut remote = bench.remote().with_recorded(vec![answered]).unwrap();
    bench.asked();
    remote.cancel_unusable(|_| true);
    remote.end_series("game");
    assert_eq!(bench.asked(), ["describe", "end game device"]);
}

#[test]
fn jobs_of_no_measurement_that_are_open_are_told_of() {
    let bench = Bench::new();
    let circuits = [circuit(2)];
    bench.lab().statuses = [Err(unauthorised())].into();
    let job = Job::new(&circuits, 5);
    let (_, class) = error(bench.remote().run(&job));
    assert_eq!(class, Indeterminate);
    bench.remote().run(&job).unwrap();
    bench.lab().statuses = [Err(unauthorised())].into();
    error(measure(&mut bench.remote(), &id("1 a 0"), 1));
    bench.told();
    let mut entries = bench.journal().of_series("").unwrap();
    entries.retain(Entry::is_pending);
    let [open] = &entries[..] else {
        panic!("one is open");
    };
    bench.remote().tell_of_open_jobs().unwrap();
    assert_eq!(bench.told(), [format!("open {}", open.key())]);
    bench.remote_of("other").tell_of_open_jobs().unwrap();
    assert!(bench.told().is_empty());
    let _lock = bench.journal().lock(open.key()).unwrap();
    bench.remote().tell_of_open_jobs().unwrap();
    assert!(bench.told().is_empty());
}
