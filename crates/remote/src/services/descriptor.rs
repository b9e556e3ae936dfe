use cheqqers_backend::ResponseForm;
use cheqqers_circuit::Circuit;

use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::{JobOutput, Service};
use crate::submission::Submission;

/// Function that makes the client of a service.
type Connect = fn(&Profile, &Environment, RetryPolicy) -> Result<Box<dyn Service>, RemoteError>;

/// Facts and functions of a service that need no connection.
pub(super) struct ServiceDescriptor {
    /// Consequences of a submission whose response is lost.
    pub(super) submission: Submission,
    /// Finds the credentials of a profile; sends nothing yet.
    pub(super) connect: Connect,
    /// Reads the bits in a response to a job, which has this form.
    pub(super) read_answer: fn(&Reply, ResponseForm, &Entry) -> Result<JobOutput, RemoteError>,
    /// Reads the circuit of a program. The error is what is wrong, in words.
    pub(super) read_program: fn(&str) -> Result<Circuit, String>,
}

/// [`ServiceDescriptor::read_program`] of services whose programs are OpenQASM.
pub(super) fn read_openqasm(text: &str) -> Result<Circuit, String> {
    let parsed = cheqqers_program::read(text);
    Ok(parsed.map_err(|error| error.to_string())?.circuit)
}
