//! The services, a module each.

mod api;
mod aqt;
mod braket;
mod descriptor;
mod error_mapping;
mod ibm;
mod ibm_system;
mod ini;
mod ionq;
mod iqm;
mod job_failure;
mod oqtopus;
mod pages;
mod preview;
mod qbraid;
mod scaleway;

use cheqqers_backend::ResponseForm;
use cheqqers_circuit::{Action, Circuit, CircuitError};
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
use descriptor::ServiceDescriptor;

/// The services, each by its own module.
fn descriptor(service: ServiceName) -> &'static ServiceDescriptor {
    match service {
        ServiceName::Ibm => &ibm::DESCRIPTOR,
        ServiceName::IbmSystem => &ibm_system::DESCRIPTOR,
        ServiceName::Ionq => &ionq::DESCRIPTOR,
        ServiceName::Braket => &braket::DESCRIPTOR,
        ServiceName::Oqtopus => &oqtopus::DESCRIPTOR,
        ServiceName::Iqm => &iqm::DESCRIPTOR,
        ServiceName::Aqt => &aqt::DESCRIPTOR,
        ServiceName::Scaleway => &scaleway::DESCRIPTOR,
        ServiceName::Qbraid => &qbraid::DESCRIPTOR,
    }
}

/// The service of a profile, with the credentials found in an environment. Sends nothing yet.
///
/// # Errors
/// [`RemoteError::Credentials`] when there are none.
pub fn connect(
    profile: &Profile,
    environment: &Environment,
    retry: RetryPolicy,
) -> Result<Box<dyn Service>, RemoteError> {
    (descriptor(profile.service).connect)(profile, environment, retry)
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
    (descriptor(service).read_answer)(&reply, form, entry)
}

/// Circuit of the programs of a job, side by side; always there.
///
/// # Errors
/// Returns what is wrong, in words, if it is no program of the service.
pub(crate) fn read_program(entry: &Entry) -> Result<Option<Circuit>, String> {
    let service = entry.provenance.service.parse::<ServiceName>();
    let service = service.map_err(|error| error.to_string())?;
    let read = descriptor(service).read_program;
    if !entry.is_of_several() {
        return read(&entry.provenance.qasm).map(Some);
    }
    let programs = entry.programs().into_iter();
    let circuits: Result<Vec<Circuit>, String> = programs
        .map(|(text, width)| {
            let kept = with_first_clbits(&read(text)?, width);
            kept.map_err(|error| error.to_string())
        })
        .collect();
    Ok(Some(Circuit::side_by_side(&circuits?)))
}

/// The circuit without the measurements of clbits after so many, which are not read.
fn with_first_clbits(circuit: &Circuit, width: usize) -> Result<Circuit, CircuitError> {
    let mut kept = Circuit::new(circuit.num_qubits(), width);
    for operation in circuit.operations() {
        match &operation.action {
            Action::Gate(gate, operands) => kept.push(*gate, operands.as_slice())?,
            Action::Measure(qubit, clbit) if clbit.index() < width => {
                kept.measure(*qubit, *clbit)?;
            }
            Action::Measure(..) => {}
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::deadline::Deadline;
    use crate::http::tests::{Server, at_once};

    /// Client of a service at an address.
    fn client(service: ServiceName, url: &str, retry: RetryPolicy) -> Box<dyn Service> {
        let variables = [
            "AQT_TOKEN",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "IONQ_API_KEY",
            "IQM_TOKEN",
            "OQTOPUS_API_TOKEN",
            "QBRAID_API_KEY",
            "QISKIT_IBM_TOKEN",
            "SCW_SECRET_KEY",
        ];
        let environment = Environment {
            variables: variables.map(|name| (name.into(), "key".into())).into(),
            ..Environment::default()
        };
        let profile = Profile {
            url: Some(url.into()),
            token_url: Some(url.into()),
            instance: Some("crn:v1:instance".into()),
            region: Some("us-east-1".into()),
            bucket: Some("bucket".into()),
            ..Profile::new(service, "device")
        };
        connect(&profile, &environment, retry).unwrap()
    }

    #[test]
    fn a_profile_gets_the_client_of_its_service() {
        for service in ServiceName::ALL {
            let client = client(service, "https://host", RetryPolicy::default());
            assert_eq!(client.name(), service.name());
        }
    }

    #[test]
    fn a_client_asks_again_until_its_deadline() {
        for service in ServiceName::ALL {
            // Braket has five regions.
            let regions = if service == ServiceName::Braket { 5 } else { 1 };
            for (deadline, tries) in [(None, 3), (Some(Duration::ZERO), 1)] {
                let server = Server::of_json(&vec![(503, json!({})); 15]);
                let mut client = client(service, &server.at(""), at_once());
                client.set_deadline(Deadline::after(deadline));
                let error = client.devices().unwrap_err();
                assert!(matches!(error, RemoteError::Unreachable { .. }), "{error}");
                assert_eq!(server.bodies().len(), regions * tries, "{service}");
            }
        }
    }

    #[test]
    fn a_service_without_a_list_is_never_asked_for_one() {
        for service in [ServiceName::Iqm, ServiceName::Aqt] {
            let server = Server::new(&[]);
            let mut client = client(service, &server.at(""), at_once());
            let entry = Entry::new("cheqqers-1", "test", service.name(), "device");
            let expected = RemoteError::NoLookup {
                service: service.name().into(),
                key: "cheqqers-1".into(),
            };
            assert_eq!(client.find(&entry), Err(expected));
            assert_eq!(
                (client.cost(&entry), client.listed_cost(&entry)),
                (Ok(None), None)
            );
            assert_eq!(client.time_limit(&entry), None);
        }
    }

    #[test]
    fn responses_that_can_not_be_looked_up_are_waited_for_longest() {
        let retry = RetryPolicy::default();
        let unlisted = [ServiceName::Iqm, ServiceName::Aqt];
        for service in ServiceName::ALL {
            let submission = descriptor(service).submission;
            let is_longer = submission.timeout(&retry) > retry.request_timeout;
            assert_eq!(is_longer, unlisted.contains(&service), "{service}");
            let is_safe = submission.is_safe_after(503);
            assert_eq!(is_safe, service == ServiceName::Ibm, "{service}");
        }
    }
}
