//! Answers that were kept word for word, as records have them, read again.

use cheqqers_backend::Provenance;
use cheqqers_circuit::Bitstring;

use crate::entry::Entry;
use crate::error::RemoteError;
use crate::service_name::ServiceName;
use crate::shots::to_shots;

/// Largest number of shots of a job, which bounds what a record from elsewhere makes us allocate.
const MAX_SHOTS: usize = 1 << 20;

/// Shots of a job by the answer that was kept of it: `entry` is the job before it was sent. `None` if this
/// program was built without remote services.
///
/// # Errors
/// Returns an error if it is no answer of the job's service, or not one to its program.
pub fn shots_of_answer(
    entry: &Entry,
    answered: &Provenance,
) -> Result<Option<Vec<Bitstring>>, RemoteError> {
    let protocol = |what: &str| RemoteError::Protocol {
        what: what.into(),
        raw: None,
    };
    let service: Result<ServiceName, _> = entry.provenance.service.parse();
    let service = service.map_err(|error| protocol(&error.to_string()))?;
    let form = answered.answer.ok_or_else(|| protocol("it has no form"))?;
    let output = match crate::read_answer(service, &answered.raw, form, entry) {
        Err(RemoteError::NoServices) => return Ok(None),
        output => output?,
    };
    if output.form() != form {
        return Err(protocol("it is of another form"));
    }
    if entry.provenance.shots > MAX_SHOTS {
        return Err(protocol("more shots were asked for than any device takes"));
    }
    let shots = to_shots(output, entry)?;
    if shots.len() > entry.provenance.shots {
        return Err(protocol("it has more shots than were asked for"));
    }
    let mut answered = entry.clone();
    answered.bits = shots.iter().map(ToString::to_string).collect();
    let shots = answered.shots();
    let shots = shots.ok_or_else(|| protocol("its bits are not those of the program"))?;
    Ok(Some(shots))
}
