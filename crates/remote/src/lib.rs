//! Runs circuits on remote quantum services over HTTP: one job, one answer.
//!
//! [`Remote`] is a [`Backend`](cheqqers_backend::Backend) that sends circuits as jobs to a
//! [`Service`], polls them and returns their shots. It writes a job to a [`Journal`] on disk before
//! it is sent, under an idempotency key that the service is given too, so that after a crash, a
//! closed laptop or a lost answer it goes on with the same job and never sends a second one. How
//! often what is tried again is in [`RetryPolicy`]'s file, `retry.rs`.
//!
//! Its own error, which backends attach to theirs, is [`RemoteError`]; [`RemoteError::of`] gets it
//! back. Bits are in our order outside of a service's own module: clbit 0 comes first. What the bits
//! mean is not known here.
//!
//! Below: `cheqqers_backend` (the trait), `cheqqers_qasm` and `cheqqers_program` (programs written and read),
//! `cheqqers_native` (devices), `cheqqers_sim` and `cheqqers_circuit`. Above: `cheqqers_web` and the command.
//!
//! ```no_run
//! use cheqqers_backend::{Backend, Job};
//! use cheqqers_circuit::Circuit;
//! use cheqqers_remote::{
//!     Environment, Journal, NoObserver, Profile, Remote, RetryPolicy, ServiceName, connect,
//! };
//!
//! let mut circuit = Circuit::new(2, 0);
//! circuit.measure_all();
//! let profile = Profile::new(ServiceName::Ionq, "simulator");
//! let service = connect(&profile, &Environment::of_process(), RetryPolicy::default())?;
//! let observer = Box::new(NoObserver);
//! let mut remote = Remote::new("mine", service, "simulator", Journal::of_user()?, observer);
//! let runs = remote.run(&Job::new(&[circuit], 100))?;
//! println!("{} shots", runs[0].shots.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(
    not(feature = "services"),
    expect(dead_code, reason = "some is for the services alone")
)]

mod access;
mod agreement;
#[cfg(feature = "services")]
mod aws;
mod bundle_capacity;
mod cost;
mod deadline;
mod entry;
mod environment;
mod error;
mod failure;
mod files;
#[cfg(feature = "services")]
mod http;
mod job_cost;
mod job_key;
mod job_line;
mod journal;
mod kept_answer;
mod limits;
mod observer;
mod origin;
mod pool_circuits;
mod prepare;
mod profile;
mod program_check;
mod remote;
mod retry;
mod service;
mod service_name;
#[cfg(feature = "services")]
mod services;
mod shots;
#[cfg(feature = "services")]
mod submission;
#[cfg(feature = "services")]
mod token;

#[cfg(test)]
mod tests;

pub use access::Access;
pub use cost::Cost;
pub use deadline::Deadline;
pub use entry::{Entry, EntryState};
pub use environment::Environment;
pub use error::RemoteError;
pub use job_cost::JobCost;
pub use job_line::{JobLineError, check_job_lines};
pub use journal::Journal;
pub use kept_answer::shots_of_answer;
pub use limits::SpendingLimits;
pub use observer::{Event, NoObserver, Observer, Quote};
pub use pool_circuits::PoolCircuits;
pub use profile::{Profile, ProfileError, Profiles};
pub use program_check::{ProgramError, check_program};
pub use remote::Remote;
pub use retry::RetryPolicy;
pub use service::{
    Capabilities, DeviceChoice, DeviceInfo, DeviceState, JobOutput, JobResponse, JobState,
    JobStatus, RequestPreview, Service,
};
pub use service_name::{ParseServiceError, ServiceName};
#[cfg(feature = "services")]
pub use services::{check_addresses, connect};
#[cfg(feature = "services")]
use services::{read_answer, read_program};

/// Refuses every service, as this build has none.
///
/// # Errors
/// Always [`RemoteError::NoServices`].
#[cfg(not(feature = "services"))]
pub fn connect(
    _: &Profile,
    _: &Environment,
    _: RetryPolicy,
) -> Result<Box<dyn Service>, RemoteError> {
    Err(RemoteError::NoServices)
}

/// Checks nothing, as this build sends nothing anywhere.
///
/// # Errors
/// Always [`RemoteError::NoServices`].
#[cfg(not(feature = "services"))]
pub fn check_addresses(_: &Profile) -> Result<(), RemoteError> {
    Err(RemoteError::NoServices)
}

/// Refuses every answer, as this build has no services.
#[cfg(not(feature = "services"))]
fn read_answer(
    _: ServiceName,
    _: &str,
    _: cheqqers_backend::ResponseForm,
    _: &Entry,
) -> Result<JobOutput, RemoteError> {
    Err(RemoteError::NoServices)
}

/// No circuit, as this build reads no program.
#[cfg(not(feature = "services"))]
#[expect(clippy::unnecessary_wraps, reason = "as with services")]
fn read_program(_: &Entry) -> Result<Option<cheqqers_circuit::Circuit>, String> {
    Ok(None)
}
