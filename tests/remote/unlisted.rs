//! What every service without a list of jobs must do.

use cheqqers_backend::{Backend, BackendError, Job};
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_remote::{
    Entry, EntryState, JobState, Journal, NoObserver, Remote, RemoteError, Service, ServiceName,
};

use crate::common;
use crate::faults::{Site, id};

/// The entry of a job that is never answered, with a program for the device as it is now.
pub(crate) fn entry(service: &mut dyn Service, device: &str, key: &str) -> Entry {
    let found = service.capabilities(device).unwrap();
    let native = found.native.as_ref().unwrap();
    let placed = cheqqers_native::place(&common::asymmetric(), native).unwrap();
    let program = service.program(&placed.circuit, &found).unwrap();
    common::job(device, &program, key)
}

/// A job is cancelled, but not found. The server's first job must wait.
pub(crate) fn cancels(service: &mut dyn Service, job: &Entry) {
    let name = service.submit(job).unwrap();
    assert_eq!(service.status(&name).unwrap().state, JobState::Queued);
    let error = service.find(job).unwrap_err();
    assert!(matches!(error, RemoteError::NoLookup { .. }), "{error}");
    for _ in 0..2 {
        // Cancelling a job that has ended is no error.
        service.cancel(&name).unwrap();
        assert_eq!(service.status(&name).unwrap().state, JobState::Cancelled);
    }
}

fn ask(client: &mut Remote) -> Result<Vec<Bitstring>, BackendError> {
    let circuits: [Circuit; 1] = [common::asymmetric()];
    let mut runs = client.run(&Job::new(&circuits, 20).of_measurement(&id(0)))?;
    Ok(runs.remove(0).shots)
}

/// In place of a job that may have been taken none is sent until it is given up. Where the service tells
/// the length of its queue, that is checked too.
pub(crate) fn sends_no_other(service: ServiceName, device: &str) {
    for (fault, taken) in [
        ("status-after=503@submit:1", 1),
        ("reset-after@submit:1", 1),
        ("truncate@submit:1", 1),
        ("malformed@submit:1", 1),
        ("status=503@submit:1", 0),
        ("reset-before@submit:1", 0),
    ] {
        let faults = [fault, "wait=3600:1"];
        let site = Site::new(service, &faults[..=taken]);
        let taken = u64::try_from(taken).unwrap();
        let check_queue = || {
            let found = site.client().service().capabilities(device).unwrap();
            assert!(
                found.info.queue.is_none_or(|queue| queue == taken),
                "{fault}"
            );
        };
        for _ in 0..2 {
            let error = ask(&mut site.client()).unwrap_err();
            assert!(error.is_indeterminate(), "{fault}: {error}");
            let error = common::cause(&error);
            assert!(
                matches!(error, RemoteError::NoLookup { .. }),
                "{fault}: {error}"
            );
            let entries = site.entries();
            assert_eq!(entries.len(), 1, "{fault}");
            assert_eq!(entries[0].state, EntryState::Sending, "{fault}");
            check_queue();
        }
        // Nor can it be ended from here.
        let key = site.entries()[0].key().to_owned();
        let error = site.client().cancel(&key).unwrap_err();
        assert!(matches!(error, RemoteError::NoLookup { .. }), "{error}");
        site.journal().forget(&key).unwrap();
        let right: Bitstring = "001".parse().unwrap();
        assert_eq!(ask(&mut site.client()).unwrap(), [right; 20], "{fault}");
        assert_eq!(site.entries().len(), 2, "{fault}");
        check_queue();
    }
}

/// A series that is resumed sends what neither journal nor record knows.
pub(crate) fn resumes(service: Box<dyn Service>, device: &str) {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::at(folder.path());
    let client = Remote::new("test", service, device, journal, Box::new(NoObserver));
    let mut client = client.with_retry_policy(common::pace()).resumed();
    assert_eq!(ask(&mut client).unwrap().len(), 20);
}
