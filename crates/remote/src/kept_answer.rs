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
    let service: Result<ServiceName, _> = entry.provenance.service.parse();
    let service = service.map_err(|error| RemoteError::protocol(error.to_string()))?;
    let form = answered
        .answer
        .ok_or_else(|| RemoteError::protocol("it has no form"))?;
    let output = match crate::read_answer(service, &answered.raw, form, entry) {
        Err(RemoteError::NoServices) => return Ok(None),
        output => output?,
    };
    if output.form() != form {
        return Err(RemoteError::protocol("it is of another form"));
    }
    if entry.provenance.shots > MAX_SHOTS {
        return Err(RemoteError::protocol(
            "more shots were asked for than any device takes",
        ));
    }
    let shots = to_shots(output, entry)?;
    if shots.len() > entry.provenance.shots {
        return Err(RemoteError::protocol(
            "it has more shots than were asked for",
        ));
    }
    let mut answered = entry.clone();
    answered.bits = shots;
    let shots = answered.shots();
    let shots =
        shots.ok_or_else(|| RemoteError::protocol("its bits are not those of the program"))?;
    Ok(Some(shots))
}

#[cfg(test)]
mod tests {
    use cheqqers_backend::ResponseForm;
    use cheqqers_circuit::{Clbit, PostProcessing};

    use super::*;

    fn entry(service: &str, shots: usize) -> Entry {
        let entry = Entry::new("cheqqers-1", "test", service, "d");
        let mut entry = entry.with_program("", 2, 2, shots);
        entry.add_post_processing(&PostProcessing::identity(2), Clbit(0));
        entry
    }

    #[test]
    fn an_answer_gives_the_shots_that_were_asked_for() {
        use ResponseForm::{Counts, Shots};
        let read = |entry: &Entry, form, raw: &str| {
            let mut answered = entry.provenance.clone();
            answered.answer = form;
            answered.raw = raw.into();
            shots_of_answer(entry, &answered)
        };
        let rows = r#"[{"m": [[1, 0], [0, 1]]}]"#;
        let shots = ["10", "01"].map(|bits| bits.parse().unwrap());
        let (two, three) = (entry("iqm", 2), entry("iqm", 3));
        assert_eq!(read(&two, Some(Shots), rows), Ok(Some(shots.into())));
        // A device may give fewer.
        assert_eq!(read(&three, Some(Shots), rows), Ok(Some(shots.into())));
        let most = entry("iqm", MAX_SHOTS);
        assert_eq!(read(&most, Some(Shots), rows), Ok(Some(shots.into())));
        let counts = r#"{"sampling": {"counts": {"01": 2}}}"#;
        for (entry, form, raw, told) in [
            (two, None, rows, "has no form"),
            (entry("lab", 2), Some(Shots), rows, "\"lab\""),
            (entry("iqm", 2), Some(Counts), rows, ""),
            (entry("oqtopus", 2), Some(Shots), counts, "of another form"),
            (
                entry("iqm", MAX_SHOTS + 1),
                Some(Shots),
                rows,
                "than any device takes",
            ),
            (entry("iqm", 1), Some(Shots), rows, "more shots than"),
            (entry("iqm", 2), Some(Shots), r#"[{"m": [[1, 0, 0]]}]"#, ""),
        ] {
            let error = read(&entry, form, raw).unwrap_err();
            assert!(matches!(error, RemoteError::Protocol { .. }), "{error}");
            assert!(error.to_string().contains(told), "{told}: {error}");
        }
    }
}
