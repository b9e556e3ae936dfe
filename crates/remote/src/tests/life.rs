//! One job: sent once, waited for, read, and gone on with after a crash.

use std::time::Duration;

use cheqqers_backend::{Backend, FailureClass, Job, ResponseForm};

use super::lab::{Bench, Submit, circuit, dollars, error, id, lost, measure, unreachable_error};
use crate::{DeviceState, Entry, EntryState, JobOutput, JobState, JobStatus, Remote, RemoteError};

use FailureClass::{Indeterminate, Terminal};

fn status(state: JobState) -> JobStatus {
    JobStatus::new(state, "as told")
}

fn failed(text: &str) -> JobStatus {
    JobStatus {
        failure: Some(RemoteError::Failed {
            code: "7".into(),
            text: text.into(),
        }),
        ..status(JobState::Failed)
    }
}

fn refused() -> RemoteError {
    RemoteError::BadProgram {
        code: "1".into(),
        text: "no".into(),
    }
}

fn protocol() -> RemoteError {
    RemoteError::Protocol {
        what: "no JSON".into(),
        raw: None,
    }
}

#[test]
fn a_job_is_sent_once_and_its_answer_kept() {
    let bench = Bench::new();
    let id = id("1 a 0");
    let runs = measure(&mut bench.remote(), &id, 1).unwrap();
    assert_eq!(runs[0].shots, ["00".parse().unwrap(); 5]);
    let taken = runs[0].provenance.as_ref().unwrap();
    assert_eq!(taken.raw, "raw of job-0");
    assert_eq!(taken.job.as_deref(), Some("job-0"));
    assert_eq!(taken.answer, Some(ResponseForm::Shots));
    assert_eq!(taken.calibrated.as_deref(), Some("today"));
    assert_eq!(runs[0].misreading, None);
    assert_eq!(
        bench.asked(),
        ["describe", "submit x5", "status job-0", "response job-0"]
    );
    assert_eq!(bench.told(), ["sending", "sent job-0", "ended"]);
    let entry = bench.entry(&id, 0).unwrap();
    assert_eq!(entry.state, EntryState::Answered);
    assert_eq!(entry.measurement.as_ref(), Some(&id));
    assert_eq!(entry.bits, ["110000"; 5]);
    // Another process has the answer without the service.
    let mut remote = bench.remote();
    assert_eq!(remote.name(), "lab:device");
    assert!(remote.is_noisy());
    assert_eq!(measure(&mut remote, &id, 1).unwrap(), runs);
    assert!(bench.asked().is_empty());
    assert_eq!(bench.told(), ["resumed", "ended"]);
    assert_eq!(remote.resume(&id.job_key(0, 0)).unwrap(), runs[0]);
    assert!(bench.entry(&id, 1).is_none());
}

#[test]
fn a_job_that_was_sent_is_waited_for_by_the_next_process() {
    let bench = Bench::new();
    let id = id("1 a 0");
    let unauthorised = RemoteError::Unauthorised {
        service: "lab".into(),
        text: "who?".into(),
    };
    bench.lab().statuses = [Ok(status(JobState::Queued)), Err(unauthorised.clone())].into();
    let found = error(measure(&mut bench.remote(), &id, 1));
    assert_eq!(found, (unauthorised, Indeterminate));
    assert_eq!(bench.entry(&id, 0).unwrap().state, EntryState::Sent);
    bench.asked();
    assert_eq!(bench.told(), ["sending", "sent job-0", "waiting Queued"]);
    measure(&mut bench.remote(), &id, 1).unwrap();
    assert_eq!(bench.asked(), ["status job-0", "response job-0"]);
    assert_eq!(bench.told(), ["resumed", "ended"]);
}

#[test]
fn a_job_whose_confirmation_was_lost_is_looked_up_and_not_sent_again() {
    let bench = Bench::new();
    bench.lab().submits = [Submit::Lose(lost())].into();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    let asked = bench.asked();
    assert_eq!(
        asked,
        [
            "describe",
            "submit x5",
            "find",
            "status job-0",
            "response job-0"
        ]
    );
    // The list may lag behind.
    let bench = Bench::new();
    bench.lab().submits = [Submit::Lose(lost())].into();
    bench.lab().finds = [Ok(vec![]), Ok(vec![]), Ok(vec![])].into();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    assert_eq!(
        bench.asked()[1..6],
        ["submit x5", "find", "find", "find", "find"]
    );
    assert_eq!(bench.lab().taken.len(), 1);
}

#[test]
fn a_job_that_was_not_taken_is_sent_again_twice_and_stays_open_then() {
    let bench = Bench::new();
    let id = id("1 a 0");
    bench.lab().submits = vec![Submit::Refuse(lost()); 3].into();
    let (error, class) = error(measure(&mut bench.remote(), &id, 1));
    assert!(matches!(error, RemoteError::Ambiguous { .. }), "{error}");
    assert_eq!(class, Indeterminate);
    let look_up = ["find"; 5];
    let expected = [
        &["describe", "submit x5"][..],
        &look_up,
        &["submit x5"],
        &look_up,
        &["submit x5"],
    ];
    assert_eq!(bench.asked(), expected.concat());
    let entry = bench.entry(&id, 0).unwrap();
    assert_eq!(entry.state, EntryState::Sending);
    assert!(entry.resent.is_some());
    // The next process looks for it before it sends it.
    measure(&mut bench.remote(), &id, 1).unwrap();
    let asked = bench.asked();
    assert_eq!(asked[..6], [&look_up[..], &["submit x5"]].concat());
    // What was sent more than once may have been taken more than once.
    assert_eq!(asked[6..], ["status job-0", "find", "response job-0"]);
}

#[test]
fn a_second_job_of_one_submission_is_cancelled() {
    let bench = Bench::new();
    let id = id("1 a 0");
    bench.lab().submits = [Submit::Lose(lost())].into();
    // It turns up after the job was sent again.
    bench.lab().finds = vec![Ok(vec![]); 5].into();
    bench.lab().state = JobState::Queued;
    bench.lab().statuses = [Ok(status(JobState::Done))].into();
    measure(&mut bench.remote(), &id, 1).unwrap();
    let states: Vec<JobState> = bench.lab().taken.iter().map(|taken| taken.state).collect();
    assert_eq!(states, [JobState::Cancelled, JobState::Queued]);
    let told = bench.told();
    let twice = "the service took the same job twice, as job-1 and job-0: it is cancelled";
    assert!(told.iter().any(|told| told == twice), "{told:?}");
}

#[test]
fn a_service_without_a_list_keeps_a_job_open_until_it_is_given_up() {
    let bench = Bench::new();
    let id = id("1 a 0");
    let no_list = RemoteError::NoLookup {
        service: "lab".into(),
        key: "key".into(),
    };
    for submit in [lost(), protocol()] {
        bench.lab().submits = [Submit::Refuse(submit)].into();
        bench.lab().finds = vec![Err(no_list.clone()); 3].into();
        let found = error(measure(&mut bench.remote(), &id, 1));
        assert_eq!(found, (no_list.clone(), Indeterminate));
        let found = error(measure(&mut bench.remote(), &id, 1));
        assert_eq!(found, (no_list.clone(), Indeterminate));
        assert!(bench.lab().taken.is_empty());
        let journal = bench.journal();
        let open: Vec<Entry> = journal
            .list()
            .unwrap()
            .into_iter()
            .filter(Entry::is_pending)
            .collect();
        assert_eq!(open.len(), 1);
        bench.remote().give_up(open[0].key()).unwrap();
        assert!(journal.load(open[0].key()).unwrap().unwrap().is_given_up());
    }
    bench.lab().finds.clear();
    measure(&mut bench.remote(), &id, 1).unwrap();
    assert_eq!(bench.entry(&id, 2).unwrap().state, EntryState::Answered);
}

#[test]
fn a_service_that_failed_without_taking_the_job_is_asked_again() {
    let bench = Bench::new();
    let not_taken = || {
        Submit::Refuse(RemoteError::NotTaken {
            text: "busy".into(),
        })
    };
    bench.lab().submits = [not_taken(), not_taken()].into();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    let asked = bench.asked();
    assert_eq!(
        asked[1..6],
        ["submit x5", "find", "submit x5", "find", "submit x5"]
    );
    bench.lab().submits = [not_taken(), not_taken(), not_taken()].into();
    let (error, class) = error(measure(&mut bench.remote(), &id("2 a 0"), 1));
    assert!(matches!(error, RemoteError::NotTaken { .. }), "{error}");
    assert_eq!(class, Indeterminate);
}

#[test]
fn a_service_that_takes_no_job_now_is_asked_after_a_while_and_not_for_ever() {
    let bench = Bench::new();
    let limited = || Submit::Refuse(RemoteError::RateLimited { after: None });
    bench.lab().submits = vec![limited(); 8].into();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    let asked = bench.asked();
    assert_eq!(
        asked.iter().filter(|asked| *asked == "submit x5").count(),
        9
    );
    let warned = bench
        .told()
        .iter()
        .filter(|told| told.contains("takes no job now"))
        .count();
    // Three tries are for short waits.
    assert_eq!(warned, 5);
    // Once more is too much: three tries, and five long waits.
    bench.lab().submits = vec![limited(); 9].into();
    let id = id("2 a 0");
    let found = error(measure(&mut bench.remote(), &id, 1));
    assert_eq!(found, (RemoteError::RateLimited { after: None }, Terminal));
    assert_eq!(bench.lab().taken.len(), 1);
    assert!(bench.entry(&id, 0).unwrap().has_failed());
    // Where the service says how long, that is waited, and five times at most.
    let after = Some(Duration::from_millis(2));
    let limited = || Submit::Refuse(RemoteError::RateLimited { after });
    bench.lab().submits = vec![limited(); 6].into();
    bench.told();
    let found = error(measure(&mut bench.remote(), &super::lab::id("3 a 0"), 1));
    assert_eq!(found, (RemoteError::RateLimited { after }, Terminal));
    let warned = bench
        .told()
        .iter()
        .filter(|told| told.contains("takes no job now"))
        .count();
    assert_eq!(warned, 5);
}

#[test]
fn a_refusal_ends_a_job_and_the_next_is_another() {
    let bench = Bench::new();
    let id = id("1 a 0");
    bench.lab().submits = [Submit::Refuse(refused())].into();
    assert_eq!(
        error(measure(&mut bench.remote(), &id, 1)),
        (refused(), Terminal)
    );
    let entry = bench.entry(&id, 0).unwrap();
    let reason = refused().to_string();
    assert_eq!(
        entry.state,
        EntryState::Failed {
            reason: reason.clone()
        }
    );
    let before = bench.remote().resume(entry.key()).unwrap_err();
    assert_eq!(before, RemoteError::EndedBefore { reason });
    bench.asked();
    // The service may have it all the same: it is asked once.
    measure(&mut bench.remote(), &id, 1).unwrap();
    assert_eq!(bench.asked()[..3], ["find", "describe", "submit x5"]);
    assert_eq!(bench.entry(&id, 1).unwrap().state, EntryState::Answered);
}

#[test]
fn a_job_that_a_service_has_though_it_refused_it_is_used() {
    let bench = Bench::new();
    let id = id("1 a 0");
    bench.lab().submits = [Submit::Lose(refused())].into();
    error(measure(&mut bench.remote(), &id, 1));
    bench.asked();
    bench.told();
    measure(&mut bench.remote(), &id, 1).unwrap();
    assert_eq!(bench.asked(), ["find", "status job-0", "response job-0"]);
    assert!(bench.told()[0].ends_with("as job-0, though it had refused it"));
    assert_eq!(bench.lab().taken.len(), 1);
}

#[test]
fn an_answer_to_a_submit_that_cannot_be_read_says_nothing_of_the_job() {
    let bench = Bench::new();
    bench.lab().submits = [Submit::Lose(protocol())].into();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 1);
    bench.lab().submits = [Submit::Refuse(protocol())].into();
    let found = error(measure(&mut bench.remote(), &id("2 a 0"), 1));
    assert_eq!(found, (protocol(), Terminal));
}

#[test]
fn a_job_that_fails_at_the_device_is_run_anew_twice() {
    let bench = Bench::new();
    let first = id("1 a 0");
    bench.lab().statuses = [Ok(failed("hot")), Ok(failed("hot"))].into();
    measure(&mut bench.remote(), &first, 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 3);
    let states = [0, 1, 2].map(|again| bench.entry(&first, again).unwrap().has_failed());
    assert_eq!(states, [true, true, false]);
    let second = id("2 a 0");
    bench.lab().statuses = [Ok(failed("hot")), Ok(failed("hot")), Ok(failed("cold"))].into();
    let (found, class) = error(measure(&mut bench.remote(), &second, 1));
    assert_eq!(found.to_string(), "the job failed (7): cold");
    assert_eq!(class, Terminal);
    assert_eq!(bench.lab().taken.len(), 6);
    // Where the service does not say why, its word is told.
    bench.lab().statuses = vec![Ok(status(JobState::Failed)); 3].into();
    let (found, _) = error(measure(&mut bench.remote(), &id("3 a 0"), 1));
    let told = "the job failed (as told): the service does not say why";
    assert_eq!(found.to_string(), told);
}

#[test]
fn a_job_that_was_cancelled_or_ran_too_long_is_not_run_anew() {
    let bench = Bench::new();
    bench.lab().statuses = [Ok(status(JobState::Cancelled))].into();
    let first = id("1 a 0");
    let found = error(measure(&mut bench.remote(), &first, 1));
    assert_eq!(found, (RemoteError::Cancelled, Terminal));
    let entry = bench.entry(&first, 0).unwrap();
    assert_eq!(entry.state, EntryState::Cancelled);
    assert_eq!(
        bench.remote().resume(entry.key()),
        Err(RemoteError::Cancelled)
    );
    let too_long = RemoteError::RanTooLong {
        limit: Some(Duration::from_secs(1)),
        text: "stopped".into(),
    };
    bench.lab().statuses = [Ok(JobStatus {
        failure: Some(too_long),
        ..status(JobState::Failed)
    })]
    .into();
    let (found, class) = error(measure(&mut bench.remote(), &id("2 a 0"), 1));
    // The lab sent no limit with the job.
    assert!(
        matches!(found, RemoteError::RanTooLong { limit: None, .. }),
        "{found}"
    );
    assert_eq!(class, Terminal);
    assert_eq!(bench.lab().taken.len(), 2);
}

#[test]
fn polls_that_fail_are_borne_for_a_while() {
    let mut bench = Bench::new();
    bench.lab().statuses = [
        Err(unreachable_error()),
        Err(unreachable_error()),
        Err(RemoteError::RateLimited { after: None }),
        Err(RemoteError::JobNotFound {
            job: "job-0".into(),
            text: "not yet".into(),
        }),
        Ok(status(JobState::Unknown)),
        Ok(status(JobState::Unknown)),
        Ok(status(JobState::Running)),
    ]
    .into();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    // Each is told once.
    assert_eq!(
        bench.told()[2..],
        [
            "the service can't be reached: no word",
            "the service takes no more requests for now",
            "the service has no job job-0: not yet",
            "the service calls the state of the job \"as told\", which is taken for under way",
            "waiting Unknown",
            "waiting Unknown",
            "waiting Running",
            "ended",
        ]
    );
    bench.retry.unreachable_timeout = Duration::ZERO;
    bench.retry.not_found_timeout = Duration::from_hours(1);
    bench.lab().statuses = vec![Err(unreachable_error()); 99].into();
    let second = id("2 a 0");
    let found = error(measure(&mut bench.remote(), &second, 1));
    assert_eq!(found, (unreachable_error(), Indeterminate));
    assert!(bench.entry(&second, 0).unwrap().is_pending());
    let not_found = RemoteError::JobNotFound {
        job: "job-1".into(),
        text: "gone".into(),
    };
    bench.retry.unreachable_timeout = Duration::from_hours(1);
    bench.retry.not_found_timeout = Duration::ZERO;
    bench.lab().statuses = vec![Err(not_found.clone()); 99].into();
    let found = error(measure(&mut bench.remote(), &second, 1));
    assert_eq!(found, (not_found, Indeterminate));
    bench.lab().statuses.clear();
    measure(&mut bench.remote(), &second, 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 2);
}

#[test]
fn an_answer_that_cannot_be_read_is_read_again_and_kept() {
    let bench = Bench::new();
    bench.lab().outputs = [Err(protocol()), Err(protocol())].into();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    assert_eq!(
        bench.asked()[3..],
        ["response job-0", "response job-0", "response job-0"]
    );
    bench.lab().outputs = vec![Err(protocol()); 3].into();
    let second = id("2 a 0");
    let (found, class) = error(measure(&mut bench.remote(), &second, 1));
    let RemoteError::Protocol {
        raw: Some(path), ..
    } = found
    else {
        panic!("{found}");
    };
    assert_eq!(std::fs::read_to_string(path).unwrap(), "raw of job-1");
    assert_eq!(class, Indeterminate);
    assert_eq!(bench.entry(&second, 0).unwrap().state, EntryState::Sent);
    measure(&mut bench.remote(), &second, 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 2);
}

#[test]
fn shots_are_as_many_as_come_and_no_more_than_were_asked_for() {
    let bench = Bench::new();
    let bits = |text: &str| text.parse().unwrap();
    bench.lab().outputs = [Ok(JobOutput::Counts(vec![
        (bits("110100"), 2),
        (bits("111000"), 1),
    ]))]
    .into();
    let runs = measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    let mut shots: Vec<String> = runs[0].shots.iter().map(ToString::to_string).collect();
    shots.sort();
    assert_eq!(shots, ["01", "01", "10"]);
    let taken = runs[0].provenance.as_ref().unwrap();
    assert_eq!(taken.answer, Some(ResponseForm::Counts));
    assert!(bench.told().contains(&"3 of 5 shots came".to_owned()));
    let many = JobOutput::Counts(vec![(bits("110000"), 6)]);
    bench.lab().outputs = vec![Ok(many); 3].into();
    let (found, class) = error(measure(&mut bench.remote(), &id("2 a 0"), 1));
    assert!(matches!(found, RemoteError::Protocol { .. }), "{found}");
    assert_eq!(class, Indeterminate);
    // As many as were asked for are no cause for a word.
    let bench = Bench::new();
    measure(&mut bench.remote(), &id("1 a 0"), 1).unwrap();
    assert!(!bench.told().iter().any(|told| told.contains("came")));
}

#[test]
fn a_device_that_reverses_the_bits_gets_no_more_jobs_of_the_series() {
    let bench = Bench::new();
    let first = id("1 a 0");
    bench.lab().outputs = [Ok(JobOutput::Shots(vec!["000011".parse().unwrap(); 5]))].into();
    let mut remote = bench.remote();
    let (found, class) = error(measure(&mut remote, &first, 1));
    let key = first.job_key(0, 0);
    let expected = RemoteError::BitOrder {
        key: key.clone(),
        prepared: "1100".into(),
        read: "0011".into(),
    };
    assert_eq!((found, class), (expected.clone(), Terminal));
    let found = error(measure(&mut remote, &id("2 a 0"), 1));
    assert_eq!(found, (expected.clone(), Terminal));
    // Nor in another process; another device has shown nothing.
    let resumed = |remote: Remote| remote.with_limits(<_>::default(), Some("game")).unwrap();
    let found = error(measure(&mut resumed(bench.remote()), &id("2 a 0"), 1));
    assert_eq!(found, (expected, Terminal));
    assert_eq!(bench.lab().taken.len(), 1);
    let mut other = resumed(bench.remote_of("other"));
    measure(&mut other, &id("3 a 0"), 1).unwrap();
    assert_eq!(bench.entry(&id("3 a 0"), 0).unwrap().num_clbits, 6);
    // Until its user gives the answer up.
    remote.give_up(&key).unwrap();
    measure(&mut remote, &id("2 a 0"), 1).unwrap();
}

#[test]
fn a_device_that_misreads_its_test_bits_is_told_of() {
    let bench = Bench::new();
    let shots = ["100000"; 5].map(|shot| shot.parse().unwrap());
    bench.lab().outputs = [Ok(JobOutput::Shots(shots.to_vec()))].into();
    let mut remote = bench.remote();
    let runs = measure(&mut remote, &id("1 a 0"), 1).unwrap();
    let misreading = runs[0].misreading.as_ref().unwrap();
    assert_eq!((&*misreading.prepared, &*misreading.read), ("1100", "1000"));
    let told = bench.told();
    assert!(
        told.iter()
            .any(|told| told.starts_with("where 1100 was prepared, job ")),
        "{told:?}"
    );
    // What was not shown is tested again by the next job, and by none after that.
    let sizes = |name| {
        measure(
            &mut bench
                .remote()
                .with_limits(<_>::default(), Some("game"))
                .unwrap(),
            &id(name),
            1,
        )
        .unwrap();
        bench.entry(&id(name), 0).unwrap().num_clbits
    };
    assert_eq!(["2 a 0", "3 a 0"].map(sizes), [6, 2]);
}

#[test]
fn time_that_is_over_sends_nothing() {
    let bench = Bench::new();
    let waited = Duration::ZERO;
    let mut remote = bench.remote().with_max_wait(Some(waited));
    let found = error(measure(&mut remote, &id("1 a 0"), 1));
    assert_eq!(found, (RemoteError::TooLate { waited }, Terminal));
    assert!(bench.lab().taken.is_empty());
    assert!(bench.journal().list().unwrap().is_empty());
}

/// The jobs of so many circuits that are queued for longer than is waited for them, and the time waited: more where a
/// slow machine has not sent them before.
fn overdue(
    circuits: usize,
    prepare: impl Fn(&Bench),
) -> (
    Bench,
    Duration,
    Result<Vec<cheqqers_backend::Run>, cheqqers_backend::BackendError>,
) {
    let mut waited = Duration::from_millis(500);
    loop {
        let bench = Bench::new();
        bench.lab().state = JobState::Queued;
        bench.lab().slowness = waited + Duration::from_millis(100);
        prepare(&bench);
        let mut remote = bench.remote().with_max_wait(Some(waited));
        let found = measure(&mut remote, &id("1 a 0"), circuits);
        let failed = found.as_ref().err().and_then(RemoteError::of);
        if !matches!(failed, Some(RemoteError::TooLate { .. })) {
            return (bench, waited, found);
        }
        waited *= 2;
    }
}

#[test]
fn a_job_that_takes_too_long_is_cancelled() {
    let (bench, waited, found) = overdue(2, |bench| bench.lab().num_qubits = 2);
    assert_eq!(error(found), (RemoteError::Timeout { waited }, Terminal));
    // With the one behind it, for which no time is left.
    let states: Vec<JobState> = bench.lab().taken.iter().map(|taken| taken.state).collect();
    assert_eq!(states, [JobState::Cancelled; 2]);
    assert_eq!(
        bench.entry(&id("1 a 0"), 0).unwrap().state,
        EntryState::Cancelled
    );
}

#[test]
fn a_job_that_takes_too_long_and_cannot_be_cancelled_stays_open() {
    let (bench, _, found) = overdue(1, |bench| bench.lab().is_stubborn = true);
    let (found, class) = error(found);
    assert_eq!(
        found.to_string(),
        "the service can't be reached: the job took too long and could not be cancelled: the service calls it \
         \"as it is\""
    );
    assert_eq!(class, Indeterminate);
    assert_eq!(
        bench.entry(&id("1 a 0"), 0).unwrap().state,
        EntryState::Sent
    );
}

#[test]
fn a_job_that_is_done_when_it_is_cancelled_is_used() {
    let (bench, _, found) = overdue(1, |bench| {
        bench.lab().statuses = [JobState::Queued, JobState::Done]
            .map(|s| Ok(status(s)))
            .into();
    });
    assert_eq!(found.unwrap()[0].shots.len(), 5);
    assert!(bench.asked().contains(&"cancel job-0".to_owned()));
}

#[test]
fn a_job_that_cannot_be_written_down_elsewhere_is_not_sent() {
    let bench = Bench::new();
    let full = RemoteError::Journal {
        path: "record".into(),
        text: "full".into(),
    };
    bench.lab().log_error = Some(full.clone());
    let first = id("1 a 0");
    let found = error(measure(&mut bench.remote(), &first, 1));
    assert_eq!(found, (full.clone(), Terminal));
    assert!(bench.lab().taken.is_empty());
    // One that was sent stays.
    measure(&mut bench.remote(), &first, 1).unwrap();
    bench.lab().log_error = Some(full.clone());
    let found = error(measure(&mut bench.remote(), &first, 1));
    assert_eq!(found, (full, Indeterminate));
    measure(&mut bench.remote(), &first, 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 1);
}

#[test]
fn devices_that_take_no_jobs_get_none() {
    let bench = Bench::new();
    for state in [DeviceState::Offline, DeviceState::Paused] {
        bench.lab().device = state;
        let (found, class) = error(measure(&mut bench.remote(), &id("1 a 0"), 1));
        assert_eq!(
            found.to_string(),
            "device takes no jobs now: as the lab says"
        );
        assert_eq!(class, Terminal);
    }
    // It may come back at any time, so that it is asked anew.
    let mut remote = bench.remote();
    error(measure(&mut remote, &id("1 a 0"), 1));
    bench.lab().device = DeviceState::Unknown;
    measure(&mut remote, &id("1 a 0"), 1).unwrap();
    bench.asked();
    // A description is used again, until an attempt without a legal shot.
    measure(&mut remote, &id("2 a 0"), 1).unwrap();
    assert_eq!(bench.asked()[0], "submit x5");
    let again = cheqqers_backend::MeasurementId {
        attempt: 1,
        ..id("2 a 0")
    };
    measure(&mut remote, &again, 1).unwrap();
    assert_eq!(bench.asked()[0], "describe");
}

#[test]
fn shots_and_qubits_are_those_that_the_device_has() {
    let bench = Bench::new();
    bench.lab().max_shots = 100;
    let circuits = [circuit(2)];
    let run = |id: &cheqqers_backend::MeasurementId, shots| {
        bench
            .remote()
            .run(&Job::new(&circuits, shots).of_measurement(id))
    };
    let first = id("1 a 0");
    let (found, class) = error(run(&first, 101));
    assert_eq!(
        found.to_string(),
        "device can't run this: it takes at most 100 shots"
    );
    assert_eq!(class, Terminal);
    assert_eq!(run(&first, 100).unwrap()[0].shots.len(), 100);
    // Fewer than it takes are taken all the same, and later attempts have as many as it takes.
    assert_eq!(run(&id("2 a 0"), 1).unwrap()[0].shots.len(), 2);
    let again = cheqqers_backend::MeasurementId {
        attempt: 1,
        ..id("3 a 0")
    };
    assert_eq!(run(&again, 256).unwrap()[0].shots.len(), 100);
    bench.lab().num_qubits = 1;
    let (found, _) = error(run(&id("4 a 0"), 5));
    let told = "device can't run this: the circuit has 2 qubits, the device 1";
    assert_eq!(found.to_string(), told);
}

#[test]
fn a_job_is_of_one_device_and_of_one_process_at_a_time() {
    let bench = Bench::new();
    let first = id("1 a 0");
    bench.lab().statuses = [Err(RemoteError::Unauthorised {
        service: "lab".into(),
        text: String::new(),
    })]
    .into();
    error(measure(&mut bench.remote(), &first, 1));
    let key = first.job_key(0, 0);
    let elsewhere = RemoteError::Elsewhere {
        key: key.clone(),
        backend: "lab:device".into(),
    };
    let mut other = bench.remote_of("other");
    let found = error(measure(&mut other, &first, 1));
    assert_eq!(found, (elsewhere.clone(), Indeterminate));
    assert_eq!(other.resume(&key), Err(elsewhere.clone()));
    assert_eq!(Remote::cancel(&mut other, &key), Err(elsewhere));
    let journal = bench.journal();
    let lock = journal.lock(&key).unwrap();
    let busy = RemoteError::Busy { key: key.clone() };
    let found = error(measure(&mut bench.remote(), &first, 1));
    assert_eq!(found, (busy.clone(), Indeterminate));
    assert_eq!(bench.remote().resume(&key), Err(busy));
    drop(lock);
    // A job of another number of bits is no answer.
    let circuits = [circuit(3)];
    let job = Job::new(&circuits, 5).of_measurement(&first);
    let (found, class) = error(bench.remote().run(&job));
    assert!(
        found
            .to_string()
            .ends_with("it answers with other bits than were asked for"),
        "{found}"
    );
    assert_eq!(class, Indeterminate);
    let missing = bench.remote().resume("cheqqers-0").unwrap_err();
    assert!(
        missing.to_string().ends_with("it has no job cheqqers-0"),
        "{missing}"
    );
    measure(&mut bench.remote(), &first, 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 1);
}

#[test]
fn jobs_are_cancelled_by_key_or_measurement() {
    let bench = Bench::new();
    let unauthorised = || {
        Err(RemoteError::Unauthorised {
            service: "lab".into(),
            text: String::new(),
        })
    };
    let open = |name: &str| {
        bench.lab().state = JobState::Queued;
        bench.lab().statuses = [unauthorised()].into();
        error(measure(&mut bench.remote(), &id(name), 1));
        id(name)
    };
    let first = open("1 a 0");
    Backend::cancel(&mut bench.remote(), &first).unwrap();
    assert_eq!(bench.entry(&first, 0).unwrap().state, EntryState::Cancelled);
    assert_eq!(bench.lab().taken[0].state, JobState::Cancelled);
    bench.asked();
    // What has ended is left alone, and so are other measurements.
    let second = open("2 a 0");
    bench.asked();
    Backend::cancel(&mut bench.remote(), &first).unwrap();
    assert!(bench.asked().is_empty());
    assert!(bench.entry(&second, 0).unwrap().is_pending());
    bench.lab().is_stubborn = true;
    let state = Remote::cancel(&mut bench.remote(), &second.job_key(0, 0));
    assert_eq!(state, Ok(JobState::Queued));
    // It is polled four times more.
    assert_eq!(
        bench.asked(),
        [&["cancel job-1"][..], &["status job-1"; 5]].concat()
    );
    assert!(bench.entry(&second, 0).unwrap().is_pending());
    bench.lab().statuses = [Ok(failed("hot"))].into();
    let state = Remote::cancel(&mut bench.remote(), &second.job_key(0, 0));
    assert_eq!(state, Ok(JobState::Failed));
    let reason = "the job failed (7): hot".to_owned();
    assert_eq!(
        bench.entry(&second, 0).unwrap().state,
        EntryState::Failed { reason }
    );
    let state = Remote::cancel(&mut bench.remote(), &second.job_key(0, 0));
    assert_eq!(state, Ok(JobState::Failed));
    // One that cannot be cancelled may still be answered.
    let third = open("3 a 0");
    bench.lab().statuses = [Err(unreachable_error())].into();
    let failure = Backend::cancel(&mut bench.remote(), &third).unwrap_err();
    assert!(failure.is_indeterminate());
    // One that was never taken has nothing to cancel.
    let fourth = id("4 a 0");
    bench.lab().submits = vec![Submit::Refuse(lost()); 3].into();
    error(measure(&mut bench.remote(), &fourth, 1));
    let state = Remote::cancel(&mut bench.remote(), &fourth.job_key(0, 0));
    assert_eq!(state, Ok(JobState::Cancelled));
    let state = Remote::cancel(&mut bench.remote(), &fourth.job_key(0, 0));
    assert_eq!(state, Ok(JobState::Cancelled));
}

#[test]
fn a_job_that_the_service_has_is_not_given_up() {
    let bench = Bench::new();
    let first = id("1 a 0");
    let key = first.job_key(0, 0);
    bench.lab().submits = [Submit::Lose(lost())].into();
    bench.lab().finds = [Err(unreachable_error())].into();
    error(measure(&mut bench.remote(), &first, 1));
    let found = bench.remote().give_up(&key);
    let job = "job-0".to_owned();
    assert_eq!(
        found,
        Err(RemoteError::JobFound {
            key: key.clone(),
            job: job.clone()
        })
    );
    bench.lab().state = JobState::Queued;
    bench.lab().statuses = [Err(RemoteError::Unauthorised {
        service: "lab".into(),
        text: String::new(),
    })]
    .into();
    error(measure(&mut bench.remote(), &first, 1));
    assert_eq!(bench.entry(&first, 0).unwrap().state, EntryState::Sent);
    for (state, is_open) in [
        (JobState::Done, true),
        (JobState::Queued, true),
        (JobState::Failed, false),
    ] {
        bench.lab().taken[0].state = state;
        let found = bench.remote().give_up(&key);
        let expected = if is_open {
            Err(RemoteError::JobFound {
                key: key.clone(),
                job: job.clone(),
            })
        } else {
            Ok(())
        };
        assert_eq!(found, expected, "{state:?}");
    }
    assert!(bench.entry(&first, 0).unwrap().is_given_up());
    bench.lab().state = JobState::Done;
    bench.lab().cost = dollars(0.0);
    measure(&mut bench.remote(), &first, 1).unwrap();
    assert_eq!(bench.lab().taken.len(), 2);
}
