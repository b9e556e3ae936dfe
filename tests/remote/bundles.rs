//! Circuits of one measurement that run side by side: one job for as many as there is room for, and each
//! answered once.

use std::time::Duration;

use cheqqers_backend::{Backend, BackendError, FailureClass, Job, Run};
use cheqqers_circuit::{Bitstring, Circuit, Clbit, Gate, Qubit};
use cheqqers_remote::{Remote, RemoteError, ServiceName, SpendingLimits};

use crate::faults::{Site, id};

/// Circuits that need more than one job on every device.
const CIRCUITS: usize = 14;

/// Circuit `index` of many: three bits, of which one is 1.
fn circuit(index: usize) -> Circuit {
    let mut circuit = Circuit::new(3, 3);
    let one = [Qubit(0), Qubit(1), Qubit(2)][index % 3];
    circuit.push(Gate::X, &[one]).unwrap();
    for bit in 0..3 {
        circuit.measure(Qubit(bit), Clbit(bit)).unwrap();
    }
    circuit
}

fn right(index: usize) -> Bitstring {
    ["100", "010", "001"][index % 3].parse().unwrap()
}

fn ask(client: &mut Remote, circuits: usize) -> Result<Vec<Run>, BackendError> {
    let circuits: Vec<Circuit> = (0..circuits).map(circuit).collect();
    client.run(&Job::new(&circuits, 10).of_measurement(&id(0)))
}

fn check(runs: &[Run]) {
    for (index, run) in runs.iter().enumerate() {
        assert_eq!(run.shots, [right(index); 10], "{index}");
    }
}

#[test]
fn bits_of_circuits_side_by_side_come_back_to_their_circuits() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &[]);
        let runs = ask(&mut site.client(), CIRCUITS).unwrap();
        assert_eq!(runs.len(), CIRCUITS, "{service}");
        check(&runs);
        // As many as the qubits of the device hold, or six where circuits are placed on it.
        let most = match service {
            ServiceName::Oqtopus => 5,
            ServiceName::Aqt => 4,
            ServiceName::Braket | ServiceName::Ionq => 12,
            _ => 6,
        };
        assert_eq!(site.jobs(), CIRCUITS.div_ceil(most), "{service}");
    }
}

#[test]
fn jobs_of_one_measurement_wait_in_the_queue_together() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &["wait=3600"]);
        let mut client = site.client().with_max_wait(Some(Duration::from_secs(1)));
        let error = ask(&mut client, CIRCUITS).unwrap_err();
        let timed_out = matches!(RemoteError::of(&error), Some(RemoteError::Timeout { .. }));
        assert!(timed_out, "{service}: {error:?}");
        assert!(site.jobs() > 1, "{service}");
        // As they waited together, none is left to be paid for.
        let mut entries = site.entries().into_iter();
        assert!(entries.all(|entry| !entry.is_pending()), "{service}");
    }
}

#[test]
fn nothing_is_sent_where_the_limits_do_not_allow_all_jobs_of_a_measurement() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &[]);
        let limits = SpendingLimits {
            jobs: Some(1),
            ..SpendingLimits::default()
        };
        let mut client = site.client().with_limits(limits, None).unwrap();
        let error = ask(&mut client, CIRCUITS).unwrap_err();
        let is_limit = matches!(RemoteError::of(&error), Some(RemoteError::Limit { .. }));
        assert!(is_limit, "{service}: {error:?}");
        assert_eq!(site.jobs(), 0, "{service}");
        assert_eq!(site.entries(), [], "{service}");
    }
}

#[test]
fn the_first_job_must_show_the_order_of_bits_of_all() {
    let mut empty = 0;
    for service in ServiceName::ALL {
        let site = Site::new(service, &["no-shots:1", "reversed"]);
        let mut client = site.client();
        let asked = ask(&mut client, CIRCUITS).unwrap_err();
        let Some(RemoteError::NoShots { key }) = RemoteError::of(&asked) else {
            // Some services' answers without a shot are not understood.
            let is_unread = matches!(RemoteError::of(&asked), Some(RemoteError::Protocol { .. }));
            assert!(is_unread, "{service}: {asked:?}");
            continue;
        };
        empty += 1;
        let sent = site.entries().len();
        // It is no way to roll again, and the others are not paid for twice.
        ask(&mut client, CIRCUITS).unwrap_err();
        assert_eq!(site.entries().len(), sent, "{service}");
        site.journal().forget(key).unwrap();
        let error = ask(&mut client, CIRCUITS).unwrap_err();
        let is_found = matches!(RemoteError::of(&error), Some(RemoteError::BitOrder { .. }));
        assert!(is_found, "{service}: {error:?}");
        assert_eq!(site.entries().len(), sent + 1, "{service}");
    }
    assert!(empty > 4, "{empty}");
}

#[test]
fn what_was_answered_needs_no_service() {
    for service in ServiceName::ALL {
        let site = Site::new(service, &[]);
        let runs = ask(&mut site.client(), CIRCUITS).unwrap();
        assert_eq!(ask(&mut site.client_cut_off(), CIRCUITS).unwrap(), runs);
    }
}

#[test]
fn a_job_that_may_be_there_stays_open_when_the_service_is_out_of_reach() {
    let services = ServiceName::ALL.into_iter();
    // Oqtopus names a job before it is submitted, so that none may be there.
    for service in services.filter(|&name| name != ServiceName::Oqtopus) {
        let site = Site::new(service, &["reset-before@submit"]);
        let is_open = |answer: Result<Vec<Run>, BackendError>| match answer {
            Err(BackendError::Job(failure)) => {
                let entries = site.entries().into_iter();
                let keys: Vec<String> = entries.map(|entry| entry.provenance.key).collect();
                assert_eq!(
                    failure.key.into_iter().collect::<Vec<_>>(),
                    keys,
                    "{service}"
                );
                failure.class == FailureClass::Indeterminate
            }
            other => panic!("{service}: {other:?}"),
        };
        // Nothing was sent: anybody else may answer.
        assert!(!is_open(ask(&mut site.client_cut_off(), 4)), "{service}");
        assert!(is_open(ask(&mut site.client(), 4)), "{service}");
        assert!(is_open(ask(&mut site.client_cut_off(), 4)), "{service}");
        assert_eq!(site.entries().len(), 1, "{service}");
    }
}

#[test]
fn a_job_with_other_bits_than_are_asked_for_is_an_error() {
    let site = Site::new(ServiceName::Ionq, &[]);
    ask(&mut site.client(), 4).unwrap();
    let circuits = [circuit(0), Circuit::new(4, 4)];
    let jobs = [&circuits[..], &circuits[1..]];
    for circuits in jobs {
        let id = id(0);
        let job = Job::new(circuits, 10).of_measurement(&id);
        let error = site.client().run(&job).unwrap_err();
        assert!(error.is_indeterminate(), "{error:?}");
        let Some(RemoteError::Journal { text, .. }) = RemoteError::of(&error) else {
            panic!("{error:?}");
        };
        assert!(text.contains("other bits"), "{text}");
    }
}
