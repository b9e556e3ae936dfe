//! The services, a module each.

mod aqt;
mod braket;
mod ibm;
mod ibm_system;
mod ionq;
mod iqm;
mod oqtopus;
mod pages;
mod preview;
mod scaleway;
mod time_limit;

use cheqqers_backend::ResponseForm;
use cheqqers_circuit::Circuit;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::{JobOutput, Service};
use crate::service_name::ServiceName;
use crate::token::checked_address;

/// The service of a profile, with the credentials found in an environment. Sends nothing yet.
///
/// # Errors
/// [`RemoteError::Credentials`] when there are none.
pub fn connect(
    profile: &Profile,
    environment: &Environment,
    retry: RetryPolicy,
) -> Result<Box<dyn Service>, RemoteError> {
    let (p, e) = (profile, environment);
    Ok(match profile.service {
        ServiceName::Ionq => Box::new(ionq::Ionq::connect(p, e, retry)?),
        ServiceName::Braket => Box::new(braket::Braket::connect(p, e, retry)?),
        ServiceName::Oqtopus => Box::new(oqtopus::Oqtopus::connect(p, e, retry)?),
        ServiceName::Aqt => Box::new(aqt::Aqt::connect(p, e, retry)?),
        ServiceName::Scaleway => Box::new(scaleway::Scaleway::connect(p, e, retry)?),
        ServiceName::Iqm => Box::new(iqm::Iqm::connect(p, e, retry)?),
        ServiceName::Ibm => Box::new(ibm::connect(p, e, retry)?),
        ServiceName::IbmSystem => Box::new(ibm_system::connect(p, e, retry)?),
    })
}

/// Checks the addresses of a profile: credentials are neither kept in them nor sent where others can read
/// them.
///
/// # Errors
/// [`RemoteError::Credentials`] that says what is wrong with one, without repeating it.
pub fn check_addresses(profile: &Profile) -> Result<(), RemoteError> {
    let addresses = [&profile.url, &profile.token_url, &profile.storage_url];
    for address in addresses.into_iter().flatten() {
        checked_address(profile.service, address)?;
    }
    Ok(())
}

/// The bits in an answer of a service that was kept word for word; `entry` is its job.
///
/// # Errors
/// Returns an error if it can't be understood.
pub(crate) fn read_answer(
    service: ServiceName,
    raw: &str,
    form: ResponseForm,
    entry: &Entry,
) -> Result<JobOutput, RemoteError> {
    let reply = Reply {
        status: StatusCode::OK,
        headers: HeaderMap::new(),
        body: raw.into(),
    };
    let num_clbits = entry.num_clbits;
    match (service, form) {
        (ServiceName::Ibm | ServiceName::IbmSystem, _) => ibm::samples::read(raw, entry),
        (ServiceName::Ionq, _) => ionq::output::Format::of(form).read(&reply, num_clbits),
        (ServiceName::Braket, _) => braket::output::read(raw, entry),
        (ServiceName::Oqtopus, _) => oqtopus::counts(raw, num_clbits),
        (ServiceName::Iqm, ResponseForm::Shots) => iqm::output::shots(&reply, num_clbits),
        (ServiceName::Iqm, _) => iqm::output::counts(&reply, num_clbits),
        (ServiceName::Aqt, _) => aqt::output::shots(&reply, &aqt::program::measured(entry)?),
        (ServiceName::Scaleway, _) => scaleway::output::read(raw, num_clbits),
    }
}

/// Circuit of the program of a job; always there.
///
/// # Errors
/// Returns what is wrong, in words, if it is no program of the service.
pub(crate) fn read_program(entry: &Entry) -> Result<Option<Circuit>, String> {
    let text = &entry.provenance.qasm;
    let service = entry.provenance.service.parse::<ServiceName>();
    let circuit = match service.map_err(|error| error.to_string())? {
        ServiceName::Iqm => iqm::program::read(text)?,
        ServiceName::Aqt => aqt::program::read(text)?,
        _ => {
            let parsed = cheqqers_program::read(text);
            parsed.map_err(|error| error.to_string())?.circuit
        }
    };
    Ok(Some(circuit))
}
