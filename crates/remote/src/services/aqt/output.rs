//! Results: the shots of each circuit, of which ours have one.

use super::shapes::JobReply;
use crate::error::RemoteError;
use crate::http::Reply;
use crate::service::JobOutput;

/// Reads the shots of a job, `measured` being the qubit of each clbit.
///
/// # Errors
/// [`RemoteError::Protocol`] when they are of another shape or program.
pub(super) fn shots(reply: &Reply, measured: &[usize]) -> Result<JobOutput, RemoteError> {
    let found: JobReply = reply.json()?;
    let circuits = found.response.shots.unwrap_or_default();
    let shots = match circuits.into_iter().collect::<Vec<_>>().pop() {
        Some((number, shots)) if number == "0" => shots,
        _ => return Err(reply.protocol_error("no result of one circuit")),
    };
    let bits = |shot: Vec<u8>| {
        let bit = |&qubit: &usize| match shot.get(qubit) {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(reply.protocol_error(format!("no bit of qubit {qubit} of {shot:?}"))),
        };
        measured.iter().map(bit).collect()
    };
    let shots = shots.into_iter().map(bits);
    Ok(JobOutput::Shots(shots.collect::<Result<_, _>>()?))
}
