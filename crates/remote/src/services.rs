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

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::Service;
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
