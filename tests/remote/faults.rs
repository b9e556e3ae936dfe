//! What goes wrong on the way to a service and back: nothing hangs, nothing is sent twice, and what
//! was sent is answered.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cheqqers_backend::{Backend, Job, MeasurementId, ProbeKind, ResponseForm, Run, probe, sha256};
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_emulate::{DeviceNoise, Emulator, EmulatorOptions};
use cheqqers_remote::{
    Entry, EntryState, Event, JobState, Journal, NoObserver, Observer, Profile, Quote, Remote,
    RemoteError, RetryPolicy, ServiceName, SpendingLimits,
};

use crate::common;

/// Longer than anything may take that waits for hundredths of what it waits for in earnest.
const ENDLESS: Duration = Duration::from_mins(3);

/// A service as emulated, and a client of it with a journal.
pub(crate) struct Site {
    service: ServiceName,
    pub(crate) server: Emulator,
    folder: tempfile::TempDir,
    pace: RetryPolicy,
}

impl Site {
    pub(crate) fn new(service: ServiceName, faults: &[&str]) -> Self {
        let options = EmulatorOptions {
            noise: DeviceNoise::None,
            faults: faults.iter().map(|fault| fault.parse().unwrap()).collect(),
            ..EmulatorOptions::default()
        };
        Self {
            service,
            server: Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap(),
            folder: tempfile::tempdir().unwrap(),
            pace: common::pace(),
        }
    }

    /// A client of its own, as another process would be: it shares the journal alone.
    pub(crate) fn client(&self) -> Remote {
        self.client_observed(Box::new(NoObserver))
    }

    /// The same with an observer.
    fn client_observed(&self, observer: Box<dyn Observer>) -> Remote {
        let (profile, variables) = self.account();
        let service = common::service_at(&profile, &variables, self.pace);
        Remote::new("site", service, profile.device, self.journal(), observer)
            .with_retry_policy(self.pace)
    }

    /// A client of the same account and journal whose way to the service is closed.
    pub(crate) fn client_cut_off(&self) -> Remote {
        let (mut profile, variables) = self.account();
        profile.url = Some("http://127.0.0.1:9".into());
        let service = common::service_at(&profile, &variables, self.pace);
        let observer = Box::new(NoObserver);
        let pace = RetryPolicy {
            unreachable_timeout: Duration::from_millis(50),
            ..self.pace
        };
        Remote::new("site", service, profile.device, self.journal(), observer)
            .with_retry_policy(pace)
    }

    fn account(&self) -> (Profile, Vec<(&'static str, &'static str)>) {
        let at = |path: &str| Some(format!("{}{path}", self.server.url()));
        let device = match self.service {
            ServiceName::Ibm | ServiceName::IbmSystem => "ibm_torino",
            ServiceName::Ionq => "qpu.forte-1",
            ServiceName::Braket => "qpu/ionq/Forte-1",
            ServiceName::Oqtopus => "lattice",
            ServiceName::Iqm => "garnet",
            ServiceName::Aqt => "emulated/ibex",
            ServiceName::Scaleway => "QPU-GARNET-20PQ",
            ServiceName::Qbraid => "aws:iqm:qpu:garnet",
        };
        let profile = Profile::new(self.service, device);
        let amazon = [
            ("AWS_ACCESS_KEY_ID", "emulate"),
            ("AWS_SECRET_ACCESS_KEY", "emulate"),
        ];
        let ibm = [("QISKIT_IBM_TOKEN", "key")];
        let instance = "crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::";
        let stored = Profile {
            region: Some("us-east-1".into()),
            storage_url: at("/s3"),
            bucket: Some("amazon-braket-jobs".into()),
            ..profile.clone()
        };
        match self.service {
            ServiceName::Ionq => (
                Profile {
                    url: at("/ionq/v0.4"),
                    ..profile
                },
                vec![("IONQ_API_KEY", "key")],
            ),
            ServiceName::Oqtopus => (
                Profile {
                    url: at("/oqtopus"),
                    ..profile
                },
                vec![("OQTOPUS_API_TOKEN", "token")],
            ),
            ServiceName::Iqm => (
                Profile {
                    url: at(""),
                    ..profile
                },
                vec![("IQM_TOKEN", "token")],
            ),
            ServiceName::Aqt => (
                Profile {
                    url: at("/aqt/api"),
                    ..profile
                },
                vec![("AQT_TOKEN", "token")],
            ),
            ServiceName::Scaleway => (
                Profile {
                    url: at("/scaleway"),
                    ..profile
                },
                vec![("SCW_SECRET_KEY", "key"), ("SCW_PROJECT_ID", "project")],
            ),
            ServiceName::Qbraid => (
                Profile {
                    url: at("/qbraid/api/v1"),
                    ..profile
                },
                vec![("QBRAID_API_KEY", "key")],
            ),
            ServiceName::Braket => (
                Profile {
                    url: at("/braket"),
                    ..stored
                },
                amazon.to_vec(),
            ),
            ServiceName::Ibm => (
                Profile {
                    url: at("/ibm/api/v1"),
                    token_url: at("/ibm"),
                    instance: Some(instance.into()),
                    ..profile
                },
                ibm.to_vec(),
            ),
            ServiceName::IbmSystem => (
                Profile {
                    url: at("/ibm-system"),
                    token_url: at("/ibm-system"),
                    instance: Some(instance.into()),
                    ..stored
                },
                ibm.into_iter().chain(amazon).collect(),
            ),
        }
    }

    pub(crate) fn journal(&self) -> Journal {
        Journal::at(self.folder.path())
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.journal().list().unwrap()
    }

    /// How many jobs the service has of all that were written down; of those of a service without a
    /// list, as many as it confirmed.
    pub(crate) fn jobs(&self) -> usize {
        let entries = self.entries();
        if !has_list(self.service) {
            let confirmed = entries
                .iter()
                .filter(|entry| entry.provenance.job.is_some());
            return confirmed.count();
        }
        let mut client = self.client();
        let found = |entry: &Entry| client.service().find(entry).unwrap().len();
        entries.iter().map(found).sum()
    }

    fn ask(&self) -> Result<Run, RemoteError> {
        ask(&mut self.client(), 0)
    }
}

/// The warnings of a client.
#[derive(Clone, Debug, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Observer for Warnings {
    fn approves(&mut self, _: &Quote<'_>) -> bool {
        true
    }

    fn notify(&mut self, event: &Event<'_>) {
        if let Event::Warning(text) = event {
            self.0.lock().unwrap().push((*text).to_owned());
        }
    }
}

pub(crate) fn id(attempt: u32) -> MeasurementId {
    MeasurementId {
        series: "a game".into(),
        history: sha256(b""),
        name: "7 d4xf6 0".into(),
        attempt,
    }
}

/// Runs the circuit of [`common::asymmetric`] as a measurement.
fn ask(client: &mut Remote, attempt: u32) -> Result<Run, RemoteError> {
    let circuits: [Circuit; 1] = [common::asymmetric()];
    let id = id(attempt);
    let begun = Instant::now();
    let answer = client.run(&Job::new(&circuits, 20).of_measurement(&id));
    assert!(begun.elapsed() < ENDLESS, "it took {:?}", begun.elapsed());
    match answer {
        Ok(mut runs) => Ok(runs.remove(0)),
        Err(error) => Err(common::cause(&error)),
    }
}

fn right() -> Bitstring {
    "001".parse().unwrap()
}

/// Returns `true` if a job can be looked up in a service by its key.
pub(crate) fn has_list(service: ServiceName) -> bool {
    !matches!(service, ServiceName::Iqm | ServiceName::Aqt)
}

/// Services in which a job can be looked up.
fn with_lookup() -> impl Iterator<Item = ServiceName> {
    let services = ServiceName::ALL.into_iter();
    services.filter(|&service| has_list(service))
}

/// Asks with a fault on every service: the answer comes, of one job. A submit that may have been lost
/// is another matter where it can't be looked for.
fn survives(fault: &str) {
    let may_lose_it = fault.contains("@submit") && !fault.starts_with("limit");
    let services = ServiceName::ALL.into_iter();
    let services = services.filter(|&name| !may_lose_it || has_list(name));
    let services: Vec<ServiceName> = services.collect();
    survives_on(&services, fault);
}

fn survives_on(services: &[ServiceName], fault: &str) {
    for &service in services {
        let site = Site::new(service, &[fault]);
        let run = site
            .ask()
            .unwrap_or_else(|error| panic!("{service} {fault}: {error}"));
        assert_eq!(run.shots, [right(); 20], "{service} {fault}");
        assert_eq!(site.jobs(), 1, "{service} {fault}");
        assert_eq!(site.entries().len(), 1, "{service} {fault}");
        // Asked again, it is not sent again, nor by another client.
        let again = site.ask().unwrap();
        assert_eq!(again, run, "{service} {fault}");
        assert_eq!(site.jobs(), 1, "{service} {fault}");
    }
}

#[test]
fn without_faults_one_job_is_one_answer() {
    survives("extra-fields");
}

#[test]
fn a_service_that_fails_for_a_while_is_asked_again() {
    for status in [500, 502, 503, 504, 520] {
        survives(&format!("status={status}@status:2"));
    }
    for route in ["token", "result", "other"] {
        survives(&format!("status=503@{route}:2"));
    }
}

#[test]
fn too_many_requests_are_made_later() {
    for fault in ["limit@submit:2", "limit=0@submit:2", "limit=0@status:3"] {
        survives(fault);
    }
    survives("limit@result:2");
    // Later, or more often, than a request is tried again by itself.
    survives("limit@submit:8");
    let services = [
        ServiceName::Ibm,
        ServiceName::Ionq,
        ServiceName::Oqtopus,
        ServiceName::Scaleway,
        ServiceName::Qbraid,
    ];
    survives_on(&services, "limit=2@submit:1");
}

#[test]
fn an_answer_that_is_no_answer_is_asked_for_again() {
    for fault in [
        "html",
        "truncate",
        "malformed",
        "reset-before",
        "reset-after",
    ] {
        for route in ["status", "result"] {
            survives(&format!("{fault}@{route}:2"));
        }
    }
    // IonQ answers so now and then, and its own clients ask again.
    survives_on(&[ServiceName::Ionq], "conflict@status:1");
}

#[test]
fn a_submit_that_may_have_been_lost_is_looked_for_before_it_is_repeated() {
    // Not done: it is sent again. Done: it is found.
    for fault in ["status=503", "html", "reset-before"] {
        survives(&format!("{fault}@submit:1"));
    }
    for fault in ["status-after=503", "reset-after", "truncate", "malformed"] {
        survives(&format!("{fault}@submit:1"));
    }
}

#[test]
fn a_submit_that_may_have_been_lost_is_looked_for_though_its_repetition_is_refused() {
    // Those that repeat a submit at once, as the service takes it for the same.
    for service in [ServiceName::Braket, ServiceName::IbmSystem] {
        for lost in ["status-after=503", "reset-after", "reset-before"] {
            for refused in [400, 402, 409, 424] {
                let refused = format!("status={refused}@submit:1");
                let site = Site::new(service, &[&format!("{lost}@submit:1"), &refused]);
                let told = format!("{service} {lost} {refused}");
                let run = site.ask().unwrap_or_else(|error| panic!("{told}: {error}"));
                assert_eq!(run.shots, [right(); 20], "{told}");
                assert_eq!((site.entries().len(), site.jobs()), (1, 1), "{told}");
                assert_eq!(site.server.num_jobs(), 1, "{told}");
            }
        }
    }
}

#[test]
fn an_answer_that_comes_too_late_is_looked_for() {
    for service in with_lookup() {
        let mut site = Site::new(service, &["delay=1.5@submit:1"]);
        site.pace.request_timeout = Duration::from_millis(700);
        let run = site.ask().unwrap();
        assert_eq!(run.shots, [right(); 20], "{service}");
        assert_eq!(site.jobs(), 1, "{service}");
    }
}

/// Services that take every submit for a new job.
const WITHOUT_TOKENS: [ServiceName; 4] = [
    ServiceName::Ibm,
    ServiceName::Ionq,
    ServiceName::Scaleway,
    ServiceName::Qbraid,
];

#[test]
fn a_job_that_is_taken_late_is_found_and_not_sent_again() {
    for service in with_lookup() {
        let mut site = Site::new(service, &["late=1@submit:1"]);
        site.pace.request_timeout = Duration::from_millis(300);
        site.pace.settle_timeout = Duration::from_secs(20);
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{service}");
        assert_eq!(site.jobs(), 1, "{service}");
    }
}

#[test]
fn a_second_job_that_turns_up_later_is_cancelled_and_told() {
    for service in WITHOUT_TOKENS {
        let mut site = Site::new(service, &["late=4@submit:1", "wait=3600:2"]);
        site.pace.request_timeout = Duration::from_millis(300);
        let warnings = Warnings::default();
        let client = site.client_observed(Box::new(warnings.clone()));
        let mut client = client.with_max_wait(Some(Duration::from_secs(8)));
        let error = ask(&mut client, 0).unwrap_err();
        assert!(matches!(error, RemoteError::Timeout { .. }), "{error}");
        let entry = site.entries().remove(0);
        let found = client.service().find(&entry).unwrap();
        assert_eq!(found.len(), 2, "{service}");
        for job in &found {
            let state = client.service().status(job).unwrap().state;
            assert_eq!(state, JobState::Cancelled, "{service}");
        }
        let told = warnings.all();
        let twice = |text: &&String| text.contains("twice") && text.contains("is cancelled");
        assert_eq!(told.iter().filter(twice).count(), 1, "{service}: {told:?}");
    }
}

#[test]
fn a_game_that_is_resumed_with_another_journal_finds_its_job() {
    for service in with_lookup() {
        let site = Site::new(service, &[]);
        let run = site.ask().unwrap();
        let warnings = Warnings::default();
        let elsewhere = tempfile::tempdir().unwrap();
        let (profile, variables) = site.account();
        let client = Remote::new(
            "site",
            common::service_at(&profile, &variables, site.pace),
            profile.device,
            Journal::at(elsewhere.path()),
            Box::new(warnings.clone()),
        );
        let mut client = client.with_retry_policy(site.pace).resumed();
        let again = ask(&mut client, 0).unwrap();
        assert_eq!(again.shots, run.shots, "{service}");
        let job = |run: &Run| run.provenance.as_ref().unwrap().job.clone();
        assert_eq!(job(&again), job(&run), "{service}");
        assert_eq!(site.jobs(), 1, "{service}");
        assert!(warnings.all()[0].contains("nothing is sent"), "{service}");
        // The next measurement is new, and its job is sent.
        ask(&mut client, 1).unwrap();
        assert_eq!(Journal::at(elsewhere.path()).list().unwrap().len(), 2);
    }
}

/// Keeps the jobs that a record of the series would have.
#[derive(Clone, Debug, Default)]
struct Recorder(Arc<Mutex<Vec<Entry>>>);

impl Observer for Recorder {
    fn approves(&mut self, _: &Quote<'_>) -> bool {
        true
    }

    fn log(&mut self, entry: &Entry) -> Result<(), RemoteError> {
        self.0.lock().unwrap().push(entry.before_sending());
        Ok(())
    }

    fn notify(&mut self, _: &Event<'_>) {}
}

#[test]
fn a_job_sent_in_place_of_one_that_was_refused_is_found_with_another_journal() {
    for service in with_lookup() {
        let site = Site::new(service, &["status=402@submit:1"]);
        let recorder = Recorder::default();
        let mut client = site.client_observed(Box::new(recorder.clone()));
        ask(&mut client, 0).unwrap_err();
        let run = ask(&mut client, 0).unwrap();
        assert_eq!(site.entries().len(), 2, "{service}");
        // A record names both, and does not say what came of them.
        let elsewhere = tempfile::tempdir().unwrap();
        let journal = Journal::at(elsewhere.path());
        for entry in recorder.0.lock().unwrap().drain(..) {
            journal.import(entry).unwrap();
        }
        let (profile, variables) = site.account();
        let client = Remote::new(
            "site",
            common::service_at(&profile, &variables, site.pace),
            profile.device,
            journal.clone(),
            Box::new(NoObserver),
        );
        let client = client.with_retry_policy(site.pace).resumed();
        let limits = SpendingLimits {
            jobs: Some(2),
            ..SpendingLimits::default()
        };
        let mut client = client.with_limits(limits, Some("a game")).unwrap();
        let again = ask(&mut client, 0).unwrap();
        let job = |run: &Run| run.provenance.as_ref().unwrap().job.clone();
        assert_eq!(job(&again), job(&run), "{service}");
        assert_eq!(site.server.num_jobs(), 1, "{service}");
        let entries = journal.list().unwrap();
        let states: Vec<bool> = entries.iter().map(Entry::has_failed).collect();
        assert_eq!(states, [true, false], "{service}");
        // The one that was refused does not count.
        ask(&mut client, 1).unwrap();
    }
}

#[test]
fn a_job_that_can_not_be_written_down_elsewhere_is_not_sent() {
    #[derive(Debug)]
    struct Full;
    impl Observer for Full {
        fn approves(&mut self, _: &Quote<'_>) -> bool {
            true
        }
        fn log(&mut self, entry: &Entry) -> Result<(), RemoteError> {
            assert_eq!(
                (entry.state.clone(), entry.provenance.shots),
                (EntryState::Sending, 20)
            );
            let (path, text) = ("game.jsonl".into(), "no space".into());
            Err(RemoteError::Journal { path, text })
        }
        fn notify(&mut self, _: &Event<'_>) {}
    }
    let site = Site::new(ServiceName::Ionq, &[]);
    let mut client = site.client_observed(Box::new(Full));
    let error = ask(&mut client, 0).unwrap_err();
    assert!(matches!(error, RemoteError::Journal { .. }), "{error}");
    assert_eq!(site.jobs(), 0);
    assert!(site.entries()[0].has_failed());
}

#[test]
fn a_token_that_expires_is_asked_for_again() {
    let services = [ServiceName::Ibm, ServiceName::IbmSystem];
    for route in ["submit", "status", "result"] {
        let services = if route == "result" {
            &services[..1]
        } else {
            &services
        };
        survives_on(services, &format!("expired@{route}:1"));
    }
}

#[test]
fn a_job_that_can_not_reach_its_storage_is_sent_again_as_a_new_one() {
    let site = Site::new(ServiceName::IbmSystem, &["status=503@storage:1"]);
    assert_eq!(site.ask().unwrap().shots, [right(); 20]);
    let entries = site.entries();
    assert_eq!(entries.len(), 2);
    assert!(entries[0].has_failed() && entries[1].state == EntryState::Answered);
}

#[test]
fn a_state_that_nobody_knows_is_waited_out() {
    survives("unknown-state=3");
}

#[test]
fn what_never_gets_through_is_an_error_and_goes_on_later() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["reset-before@submit"]);
        let error = site.ask().unwrap_err();
        let known = matches!(
            error,
            RemoteError::Ambiguous { .. }
                | RemoteError::NoLookup { .. }
                | RemoteError::Unreachable { .. }
        );
        assert!(known, "{service}: {error}");
        assert_eq!(site.jobs(), 0, "{service}");
        if service == ServiceName::Oqtopus {
            // A job is registered before it is submitted: without a name nothing can be there.
            assert!(site.entries()[0].has_failed());
            continue;
        }
        // It is not given up: whoever asks again goes on with the same job.
        assert_eq!(site.entries()[0].state, EntryState::Sending, "{service}");
        assert!(site.ask().is_err());
        assert_eq!(site.entries().len(), 1, "{service}");
    }
}

#[test]
fn of_two_jobs_that_a_service_made_of_one_the_first_answers() {
    for service in with_lookup() {
        let site = Site::new(service, &["duplicate:1"]);
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{service}");
        // Found by its marker after the answer was lost, it is the first too.
        let site = Site::new(service, &["duplicate:1", "reset-after@submit:1"]);
        let run = site.ask().unwrap();
        assert_eq!(run.shots, [right(); 20], "{service}");
        let entry = site.entries().remove(0);
        let found = site.client().service().find(&entry).unwrap();
        if WITHOUT_TOKENS.contains(&service) {
            assert_eq!(entry.provenance.job.as_ref(), found.first(), "{service}");
        } else {
            // It is named before it is submitted, or by the answer to the same token: nothing has to be
            // looked for.
            let job = entry.provenance.job.as_ref().unwrap();
            assert!(found.contains(job), "{service}");
        }
        assert_eq!(site.ask().unwrap(), run, "{service}");
    }
}

#[test]
fn a_second_job_of_one_submission_is_told_when_the_series_is_over() {
    for service in with_lookup() {
        let site = Site::new(service, &["duplicate:1"]);
        let warnings = Warnings::default();
        let mut client = site.client_observed(Box::new(warnings.clone()));
        ask(&mut client, 0).unwrap();
        ask(&mut client, 1).unwrap();
        client.end_series("a game");
        // Of a submission with a token Amazon Braket and IBM's System API make one job, whatever happens.
        let twice = site.jobs() - site.entries().len();
        let told = warnings.all();
        let told_twice = told.iter().filter(|text| text.contains("twice"));
        assert_eq!(told_twice.count(), twice, "{service}: {told:?}");
        assert!(twice > 0 || !WITHOUT_TOKENS.contains(&service), "{service}");
        client.end_series("a game");
        assert_eq!(warnings.all(), told, "{service}");
    }
}

#[test]
fn a_second_job_that_waits_is_cancelled_when_the_series_is_over() {
    for service in WITHOUT_TOKENS {
        let site = Site::new(service, &["duplicate:1", "wait=3600:1"]);
        let warnings = Warnings::default();
        let mut client = site.client_observed(Box::new(warnings.clone()));
        let circuits = [common::asymmetric()];
        let id = id(0);
        let job = Job::new(&circuits, 20).of_measurement(&id);
        assert_eq!(client.send(&job).unwrap(), 1);
        client.end_series("a game");
        let entry = site.entries().remove(0);
        let found = client.service().find(&entry).unwrap();
        assert_eq!(found.len(), 2, "{service}");
        for job in &found {
            let state = client.service().status(job).unwrap().state;
            let is_first = entry.provenance.job.as_ref() == Some(job);
            assert_eq!(state == JobState::Cancelled, !is_first, "{service}");
        }
        let told = warnings.all();
        assert!(
            told[0].contains("twice") && told[0].contains("is cancelled"),
            "{told:?}"
        );
    }
}

/// Lets another machine send the same measurement when a job is about to be sent here.
#[derive(Debug)]
struct OtherMachine {
    client: Option<Remote>,
    warnings: Warnings,
}

impl Observer for OtherMachine {
    fn approves(&mut self, _: &Quote<'_>) -> bool {
        true
    }

    fn notify(&mut self, event: &Event<'_>) {
        self.warnings.notify(event);
        if let (Event::Sending { .. }, Some(mut client)) = (event, self.client.take()) {
            let circuits = [common::asymmetric()];
            let id = id(0);
            let job = Job::new(&circuits, 20).of_measurement(&id);
            assert_eq!(client.send(&job).unwrap(), 1);
        }
    }
}

#[test]
fn of_two_machines_that_send_a_measurement_at_the_same_moment_one_gives_way() {
    for service in with_lookup() {
        let site = Site::new(service, &["wait=3600:2"]);
        let elsewhere = tempfile::tempdir().unwrap();
        let journal = Journal::at(elsewhere.path());
        let (profile, variables) = site.account();
        let there = Remote::new(
            "site",
            common::service_at(&profile, &variables, site.pace),
            profile.device,
            journal.clone(),
            Box::new(NoObserver),
        );
        let warnings = Warnings::default();
        let observer = OtherMachine {
            client: Some(there.with_retry_policy(site.pace).resumed()),
            warnings: warnings.clone(),
        };
        let mut here = site.client_observed(Box::new(observer)).resumed();
        let circuits = [common::asymmetric()];
        let id = id(0);
        let job = Job::new(&circuits, 20).of_measurement(&id);
        assert_eq!(here.send(&job).unwrap(), 1);
        let (ours, theirs) = (site.entries().remove(0), journal.list().unwrap().remove(0));
        assert_eq!(ours.provenance.job, theirs.provenance.job, "{service}");
        let found = here.service().find(&ours).unwrap();
        let mut states: Vec<JobState> = found
            .iter()
            .map(|job| here.service().status(job).unwrap().state)
            .collect();
        states.retain(|state| *state != JobState::Cancelled);
        assert_eq!(states.len(), 1, "{service}");
        let told = warnings.all();
        assert_eq!(told.len(), found.len() - 1, "{service}: {told:?}");
    }
}

#[test]
fn a_job_that_the_device_spoilt_is_sent_again_twice() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["fail=device:2"]);
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{service}");
        assert_eq!(site.entries().len(), 3, "{service}");
        let site = Site::new(service, &["fail=device"]);
        let error = site.ask().unwrap_err();
        assert!(
            matches!(error, RemoteError::Failed { .. }),
            "{service}: {error}"
        );
        assert_eq!(site.entries().len(), 3, "{service}");
    }
}

#[test]
fn a_program_that_is_refused_is_not_sent_again() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["fail=program"]);
        let error = site.ask().unwrap_err();
        assert!(
            matches!(error, RemoteError::BadProgram { .. }),
            "{service}: {error}"
        );
        assert_eq!(site.entries().len(), 1, "{service}");
    }
}

#[test]
fn a_job_that_ran_too_long_is_not_sent_again() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["fail=time"]);
        let error = site.ask().unwrap_err();
        let RemoteError::RanTooLong { limit, .. } = error else {
            panic!("{service}: {error}");
        };
        // It is told where it was sent with the job.
        let is_sent = matches!(service, ServiceName::Ibm | ServiceName::IbmSystem);
        assert_eq!(limit.is_some(), is_sent, "{service}: {limit:?}");
        assert_eq!((site.entries().len(), site.jobs()), (1, 1), "{service}");
        assert_eq!(site.server.num_jobs(), 1, "{service}");
    }
}

#[test]
fn nothing_is_sent_to_a_device_that_takes_nothing() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["offline"]);
        let error = site.ask().unwrap_err();
        assert!(
            matches!(error, RemoteError::DeviceOffline { .. }),
            "{service}: {error}"
        );
        assert_eq!(site.entries(), [], "{service}");
    }
}

#[test]
fn what_came_of_fewer_shots_is_taken_and_of_none_is_nothing() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["fewer-shots:1"]);
        let run = site.ask().unwrap();
        assert_eq!(run.shots, [right(); 10], "{service}");
        let site = Site::new(service, &["no-shots:1"]);
        match site.ask() {
            Ok(run) => assert_eq!(run.shots, [], "{service}"),
            Err(RemoteError::Protocol { .. }) => {}
            Err(error) => panic!("{service}: {error}"),
        }
        assert_eq!(site.jobs(), 1, "{service}");
    }
}

#[test]
fn a_result_that_can_not_be_understood_is_kept_and_read_again() {
    for service in [
        ServiceName::Ibm,
        ServiceName::IbmSystem,
        ServiceName::Ionq,
        ServiceName::Scaleway,
        ServiceName::Qbraid,
    ] {
        let site = Site::new(service, &["missing-register:1"]);
        for _ in 0..2 {
            let error = site.ask().unwrap_err();
            let RemoteError::Protocol { raw: Some(raw), .. } = &error else {
                panic!("{service}: {error}");
            };
            let kept = std::fs::read_to_string(raw).unwrap();
            assert!(kept.starts_with('{'), "{service}: {kept}");
            // It has been paid for, so no other is sent in its place.
            assert_eq!(site.entries()[0].state, EntryState::Sent, "{service}");
            assert_eq!((site.entries().len(), site.jobs()), (1, 1), "{service}");
        }
        // Unless the user gives it up.
        site.journal().forget(site.entries()[0].key()).unwrap();
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{service}");
        assert_eq!(site.entries().len(), 2, "{service}");
    }
}

#[test]
fn counts_and_probabilities_are_made_shots_and_said_to_be() {
    let mut seen = Vec::new();
    for fault in ["counts", "probabilities"] {
        for service in ServiceName::ALL {
            let site = Site::new(service, &[fault]);
            let run = site.ask().unwrap();
            assert_eq!(run.shots, [right(); 20], "{service} {fault}");
            seen.extend(run.provenance.unwrap().answer);
        }
    }
    let forms = [
        ResponseForm::Shots,
        ResponseForm::Counts,
        ResponseForm::Probabilities,
    ];
    assert!(forms.iter().all(|form| seen.contains(form)));
}

#[test]
fn exchanged_bits_are_found_by_probes() {
    for service in ServiceName::ALL {
        for fault in ["reversed", "swap=0,1"] {
            let site = Site::new(service, &[fault]);
            let probes = probe(&mut site.client()).unwrap();
            let failed: Vec<ProbeKind> = probes
                .iter()
                .filter(|probe| !probe.has_passed())
                .map(|probe| probe.kind)
                .collect();
            assert!(failed.contains(&ProbeKind::Order), "{service} {fault}");
            assert!(failed.contains(&ProbeKind::Mirror), "{service} {fault}");
            // All of its shots are legal, so that no game could tell.
            assert!(
                !failed.contains(&ProbeKind::Acceptance),
                "{service} {fault}"
            );
        }
        let site = Site::new(service, &[]);
        let probes = probe(&mut site.client()).unwrap();
        assert!(
            probes.iter().all(cheqqers_backend::Probe::has_passed),
            "{service}: {probes:?}"
        );
    }
}

#[test]
fn a_job_without_a_shot_does_not_show_the_order_of_bits() {
    let mut empty = 0;
    for service in ServiceName::ALL {
        let site = Site::new(service, &["no-shots:1", "reversed"]);
        let mut client = site.client();
        match ask(&mut client, 0) {
            Ok(run) => assert_eq!(run.shots, [], "{service}"),
            // Such an answer is not understood, so that the measurement gets no other job.
            Err(RemoteError::Protocol { .. }) => continue,
            Err(error) => panic!("{service}: {error}"),
        }
        empty += 1;
        // Here and in a process that knows the journal alone.
        let series = id(0).series;
        let limits = SpendingLimits::default();
        let other = site.client().with_limits(limits, Some(&series)).unwrap();
        for (mut client, attempt) in [(client, 1), (other, 2)] {
            let error = ask(&mut client, attempt).unwrap_err();
            let is_found = matches!(error, RemoteError::BitOrder { .. });
            assert!(is_found, "{service} {attempt}: {error}");
        }
    }
    assert!(empty > 4, "{empty}");
}

#[test]
fn a_job_that_takes_too_long_is_cancelled_and_asked_anew() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["wait=3600:1"]);
        let error = ask_in_time(&site);
        assert!(
            matches!(error, RemoteError::Timeout { .. }),
            "{service}: {error}"
        );
        assert_eq!(site.entries()[0].state, EntryState::Cancelled, "{service}");
        let mut client = site.client();
        assert_eq!(
            ask(&mut client, 0).unwrap().shots,
            [right(); 20],
            "{service}"
        );
    }
}

/// Longest time for a job in the tests of what happens after it.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// A time in which a client that waits longer than [`MAX_WAIT`], as the faults here make it, has not ended: a
/// hundred times what it takes.
const LATE: Duration = Duration::from_secs(50);

/// Asks with a fault, and for [`MAX_WAIT`] at most, or longer where a slow machine has not sent the job by then;
/// returns the error.
fn ask_in_time(site: &Site) -> RemoteError {
    let mut max_wait = MAX_WAIT;
    loop {
        let mut client = site.client().with_max_wait(Some(max_wait));
        let begun = Instant::now();
        let error = ask(&mut client, 0).unwrap_err();
        assert!(begun.elapsed() < LATE, "{:?}: {error}", begun.elapsed());
        if !matches!(error, RemoteError::TooLate { .. }) {
            return error;
        }
        max_wait *= 2;
    }
}

#[test]
fn a_job_is_cancelled_in_time_though_its_polls_fail() {
    // IonQ is asked for prices on the same route.
    let services = ServiceName::ALL.into_iter();
    for service in services.filter(|&name| name != ServiceName::Ionq) {
        let site = Site::new(service, &["limit=200@status:1", "wait=3600"]);
        let error = ask_in_time(&site);
        let timed_out = matches!(error, RemoteError::Timeout { .. });
        assert!(timed_out, "{service}: {error}");
        let state = site.entries()[0].state.clone();
        assert_eq!(state, EntryState::Cancelled, "{service}");
        // What can't be confirmed stays open.
        let site = Site::new(service, &["limit=200@status", "wait=3600"]);
        let error = ask_in_time(&site);
        assert_eq!(site.entries()[0].state, EntryState::Sent, "{service}");
        assert!(error.to_string().contains("too long"), "{service}: {error}");
    }
}

#[test]
fn a_submit_that_is_not_confirmed_in_time_stays_open_and_is_sent_once() {
    for service in WITHOUT_TOKENS {
        for (fault, taken) in [("reset-before@submit:1", 0), ("late=1@submit:1", 1)] {
            let mut site = Site::new(service, &[fault]);
            site.pace.request_timeout = Duration::from_millis(300);
            site.pace.settle_timeout = Duration::from_mins(1);
            let error = ask_in_time(&site);
            let told = format!("{service} {fault}: {error}");
            assert!(matches!(error, RemoteError::Ambiguous { .. }), "{told}");
            assert_eq!(site.entries()[0].state, EntryState::Sending, "{told}");
            site.pace.settle_timeout = Duration::from_secs(4 * taken);
            assert_eq!(site.ask().unwrap().shots, [right(); 20], "{told}");
            assert_eq!(site.server.num_jobs(), 1, "{told}");
        }
    }
}

#[test]
fn a_refusal_does_not_put_off_the_time_until_which_the_submit_before_it_is_looked_for() {
    for service in WITHOUT_TOKENS {
        let site = Site::new(service, &["reset-before@submit:1", "limit=200@submit:1"]);
        let mut error = ask_in_time(&site);
        // It is sent again once it can't be taken any more.
        while matches!(error, RemoteError::Ambiguous { .. }) {
            error = ask_in_time(&site);
        }
        let limited = matches!(error, RemoteError::RateLimited { .. });
        assert!(limited, "{service}: {error}");
        assert_eq!(site.entries()[0].resent, None, "{service}");
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{service}");
        assert_eq!(site.server.num_jobs(), 1, "{service}");
    }
}

#[test]
fn a_submit_that_would_wait_longer_than_it_may_is_not_sent() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["limit=200@submit"]);
        let error = ask_in_time(&site);
        let limited = matches!(
            error,
            RemoteError::RateLimited { .. } | RemoteError::Ambiguous { .. }
        );
        assert!(limited, "{service}: {error}");
        assert_eq!(site.server.num_jobs(), 0, "{service}");
    }
}

#[test]
fn nothing_is_sent_once_the_time_is_over() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &[]);
        let mut client = site.client().with_max_wait(Some(Duration::ZERO));
        let error = ask(&mut client, 0).unwrap_err();
        let waited = Duration::ZERO;
        assert_eq!(error, RemoteError::TooLate { waited }, "{service}");
        assert_eq!(site.entries(), [], "{service}");
        assert_eq!(site.server.num_jobs(), 0, "{service}");
    }
}

#[test]
fn a_job_that_can_not_be_cancelled_is_told_as_itself_alone() {
    let site = Site::new(ServiceName::Ionq, &["wait=3600", "status=500@cancel"]);
    let warnings = Warnings::default();
    let client = site.client_observed(Box::new(warnings.clone()));
    let mut client = client.with_max_wait(Some(MAX_WAIT));
    let error = ask(&mut client, 0).unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
    assert_eq!(warnings.all(), [""; 0]);
}

#[test]
fn a_job_that_the_service_refused_and_took_is_found_and_not_sent_again() {
    for service in with_lookup() {
        let site = Site::new(service, &["status-after=402@submit:1"]);
        site.ask().unwrap_err();
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{service}");
        assert_eq!(site.server.num_jobs(), 1, "{service}");
        if service == ServiceName::Oqtopus {
            // Its jobs cost nothing.
            continue;
        }
        // Nobody asks for it again: it is cancelled at the end.
        let site = Site::new(service, &["status-after=402@submit:1", "wait=3600"]);
        let warnings = Warnings::default();
        let mut client = site.client_observed(Box::new(warnings.clone()));
        ask(&mut client, 0).unwrap_err();
        client.end_series("a game");
        let told = warnings.all().concat();
        assert!(
            told.contains("though it ended here before: it is cancelled"),
            "{service}: {told}"
        );
    }
}

/// Of several forms of its parameters, the next one is sent after a refusal of the first.
#[test]
fn a_job_that_was_taken_though_its_form_was_refused_is_found() {
    let site = Site::new(ServiceName::Ibm, &["status-after=422@submit:1"]);
    assert_eq!(site.ask().unwrap().shots, [right(); 20]);
    assert_eq!(site.server.num_jobs(), 1);
}

#[test]
fn a_job_that_was_taken_beyond_a_rate_limit_is_found() {
    for service in with_lookup() {
        let site = Site::new(service, &["status-after=429@submit:1"]);
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{service}");
        assert_eq!(site.server.num_jobs(), 1, "{service}");
    }
}

#[test]
fn an_answer_that_is_not_understood_may_be_that_of_a_job_which_was_taken() {
    // OQTOPUS registers a job before it is submitted, and that is what the fault meets.
    let services = ServiceName::ALL.into_iter();
    for service in services.filter(|&name| name != ServiceName::Oqtopus) {
        let site = Site::new(service, &["status-after=418@submit:1"]);
        let asked = site.ask();
        if has_list(service) {
            let run = asked.unwrap_or_else(|error| panic!("{service}: {error}"));
            assert_eq!(run.shots, [right(); 20], "{service}");
        } else {
            let error = asked.unwrap_err();
            let is_lost = matches!(error, RemoteError::NoLookup { .. });
            assert!(is_lost, "{service}: {error}");
            assert_eq!(site.entries()[0].state, EntryState::Sending, "{service}");
            assert_eq!(site.ask().unwrap_err(), error, "{service}");
        }
        assert_eq!(site.server.num_jobs(), 1, "{service}");
    }
}

#[test]
fn a_refused_job_stays_ended_once_another_was_made_in_its_place() {
    let site = Site::new(ServiceName::Ionq, &["status-after=402@submit:1"]);
    site.ask().unwrap_err();
    // As where the list of the service lagged behind.
    let mut successor = site.entries().remove(0).before_sending();
    let key = id(0).job_key(0, 1);
    successor.provenance.key.clone_from(&key);
    site.journal().import(successor).unwrap();
    let run = site.ask().unwrap();
    assert_eq!(run.provenance.unwrap().key, key);
}

#[test]
fn a_submit_is_sent_again_at_once_where_the_service_promises_that_to_be_safe() {
    let mut faults = vec!["html@submit:2".to_owned()];
    faults.extend([500, 502, 503, 504, 520].map(|status| format!("status={status}@submit:2")));
    // It is looked for all the same.
    faults.push("status-after=503@submit:1".into());
    for fault in &faults {
        let mut site = Site::new(ServiceName::Ibm, &[fault]);
        site.pace.settle_timeout = Duration::from_hours(1);
        assert_eq!(site.ask().unwrap().shots, [right(); 20], "{fault}");
        assert_eq!(site.server.num_jobs(), 1, "{fault}");
    }
    // A refusal says nothing of the try before.
    let faults = ["status=503@submit:1", "status=403@submit:1"];
    let site = Site::new(ServiceName::Ibm, &faults);
    site.ask().unwrap_err();
    assert_eq!(site.entries()[0].state, EntryState::Sending);
    assert_eq!(site.ask().unwrap().shots, [right(); 20]);
    assert_eq!((site.entries().len(), site.server.num_jobs()), (1, 1));
}

#[test]
fn limits_stop_a_game_whatever_process_plays_it() {
    let site = Site::new(ServiceName::Ionq, &[]);
    let limits = SpendingLimits {
        jobs: Some(2),
        ..SpendingLimits::default()
    };
    let client = || site.client().with_limits(limits, Some("a game")).unwrap();
    ask(&mut client(), 0).unwrap();
    ask(&mut client(), 1).unwrap();
    let error = ask(&mut client(), 2).unwrap_err();
    assert!(matches!(error, RemoteError::Limit { .. }), "{error}");
    // What was answered is answered again.
    ask(&mut client(), 1).unwrap();
    assert_eq!(site.entries().len(), 2);
}

/// Quotes that were asked about, as shots and whether more had been agreed to, and the answers to them.
#[derive(Clone, Debug, Default)]
struct Asked {
    quotes: Arc<Mutex<Vec<(usize, bool)>>>,
    answers: Arc<Mutex<Vec<bool>>>,
}

impl Observer for Asked {
    fn approves(&mut self, quote: &Quote<'_>) -> bool {
        let asked = (quote.shots, quote.exceeded.is_some());
        self.quotes.lock().unwrap().push(asked);
        self.answers.lock().unwrap().pop().unwrap()
    }

    fn notify(&mut self, _: &Event<'_>) {}
}

#[test]
fn each_job_that_costs_more_than_was_agreed_to_is_asked_about() {
    for service in [ServiceName::Braket, ServiceName::Iqm] {
        let site = Site::new(service, &[]);
        let circuits = [common::asymmetric()];
        let quotes = |answers: &[bool], jobs: &[(u32, usize)], announced: Option<usize>| {
            let asked = Asked::default();
            asked.answers.lock().unwrap().extend(answers);
            let client = site.client_observed(Box::new(asked.clone()));
            let limits = SpendingLimits::default();
            let mut client = client.with_limits(limits, Some("a game")).unwrap();
            if let Some(shots) = announced {
                client.announce(&circuits[..1], shots).unwrap();
            }
            for &(attempt, shots) in jobs {
                let id = id(attempt);
                let run = client.run(&Job::new(&circuits, shots).of_measurement(&id));
                if let Err(error) = run {
                    let error = common::cause(&error);
                    let is_refused = matches!(error, RemoteError::Excess { .. });
                    assert!(is_refused, "{service}: {error}");
                }
            }
            asked.quotes.lock().unwrap().clone()
        };
        // The answers are given from the last to the first.
        let found = quotes(&[false], &[(0, 80)], Some(20));
        assert_eq!((found, site.entries().len()), (vec![(80, true)], 0));
        let found = quotes(&[false, true], &[(0, 20), (1, 80)], None);
        assert_eq!(found, [(20, false), (80, true)], "{service}");
        assert_eq!(site.entries().len(), 1, "{service}");
        // Another process knows what was agreed to, and who agreed to one agreed to that one alone.
        let found = quotes(&[true, true], &[(0, 20), (1, 80), (2, 20), (3, 80)], None);
        assert_eq!(found, [(80, true), (80, true)], "{service}");
        let found = quotes(&[false], &[(4, 20), (5, 80)], None);
        assert_eq!(found, [(80, true)], "{service}");
        assert_eq!(site.entries().len(), 5, "{service}");
    }
}

#[test]
fn what_would_be_sent_is_shown_and_not_sent() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &[]);
        let error = ask(&mut site.client().dry_run(), 0).unwrap_err();
        assert_eq!(error, RemoteError::DryRun, "{service}");
        assert_eq!(site.entries(), [], "{service}");
    }
}
