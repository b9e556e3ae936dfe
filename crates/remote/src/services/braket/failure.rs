//! Errors of refused requests and failed tasks.

use serde_json::Value;

use super::location::between;
use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::job_failure::job_failure;

/// Subject of a request.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    /// The account, or nothing in particular.
    Account,
    /// A device, by the name that the user has for it.
    Device(&'a str),
    /// A new task, for a device and with a bucket for its output.
    Submit { device: &'a str, bucket: &'a str },
    /// A task that exists, by its ARN.
    Task(&'a str),
    /// Output of a task in a bucket, by the name of the bucket.
    Output(&'a str),
}

/// Words in the kinds of errors that tell of keys.
const KEYS: [&str; 13] = [
    "AccessDenied",
    "AuthFailure",
    "ExpiredToken",
    "IncompleteSignature",
    "InvalidAccessKeyId",
    "InvalidClientTokenId",
    "InvalidSignature",
    "InvalidToken",
    "MissingAuthenticationToken",
    "RequestExpired",
    "RequestTimeTooSkewed",
    "SignatureDoesNotMatch",
    "UnrecognizedClient",
];

/// Passes a successful response.
pub(super) fn good(reply: Reply, about: Subject<'_>) -> Result<Reply, RemoteError> {
    if reply.status.is_success() {
        return Ok(reply);
    }
    Err(refusal(&reply, about))
}

/// Error of a refused request.
pub(super) fn refusal(reply: &Reply, about: Subject<'_>) -> RemoteError {
    let (kind, text) = said(reply);
    let status = reply.status.as_u16();
    if KEYS.iter().any(|word| kind.contains(word)) || [401, 403].contains(&status) {
        let advice = advice(&kind, &text, about);
        // What is said of signatures may quote what was signed, the token of the keys with it.
        let is_of_signature = [&kind, &text].iter().any(|said| {
            let said = said.to_lowercase();
            said.contains("signature") || said.contains("x-amz-")
        });
        let quoted = if is_of_signature { kind } else { text };
        return RemoteError::Unauthorised {
            service: ServiceName::Braket.name().into(),
            text: format!("{quoted}{advice}"),
        };
    }
    let is = |word: &str, number: u16| kind.starts_with(word) || status == number;
    match about {
        _ if is("ServiceQuotaExceeded", 402) => RemoteError::Quota { text },
        Subject::Device(device) | Subject::Submit { device, .. } if is("DeviceOffline", 424) => {
            RemoteError::DeviceOffline {
                device: device.into(),
                text,
            }
        }
        Subject::Device(device) | Subject::Submit { device, .. }
            if is("DeviceRetired", 410) || is("ResourceNotFound", 404) =>
        {
            RemoteError::unsuitable(device, text)
        }
        Subject::Submit { device, bucket } if is_of_storage(&text) => RemoteError::unsuitable(
            device,
            format!(
                "{text} (results go to bucket {bucket}: make it with `aws s3 mb s3://{bucket}` in the \
                 device's region, or choose another by `bucket` in the profile)"
            ),
        ),
        Subject::Submit { .. } if is("Validation", 400) || status == 413 => {
            RemoteError::BadProgram { code: kind, text }
        }
        Subject::Task(job) if is("ResourceNotFound", 404) => RemoteError::JobNotFound {
            job: job.into(),
            text,
        },
        Subject::Task(_) => RemoteError::protocol(reply.excerpt()).without_verdict(),
        Subject::Output(bucket) => no_results(bucket, &text),
        _ => RemoteError::protocol(reply.excerpt()),
    }
}

/// Error of results that can't be read though the task has ended.
pub(super) fn no_results(bucket: &str, text: &str) -> RemoteError {
    RemoteError::Unreachable {
        text: format!(
            "no results in bucket {bucket}: {text} (the task is not lost: see that the bucket is \
             there and can be read, then go on with the job)"
        ),
    }
}

fn is_of_storage(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("bucket") || text.contains("s3")
}

/// Advice on keys that are refused.
fn advice(kind: &str, text: &str, about: Subject<'_>) -> &'static str {
    let is_late = text.contains("expired") || text.contains("not yet current");
    match about {
        _ if kind.contains("ExpiredToken") => "; get new keys, these have expired",
        _ if kind.contains("InvalidToken") => "; get new keys, the token of these is none",
        _ if kind.contains("TimeTooSkewed") || (kind.contains("Signature") && is_late) => {
            "; the clock of this machine is wrong"
        }
        Subject::Output(_) => "; the user needs the right to read the bucket of the results",
        _ if kind.contains("AccessDenied") => {
            "; the user needs the policy AmazonBraketFullAccess or the same rights"
        }
        _ => "",
    }
}

/// The kind of an error, and what it says, in JSON or in XML.
fn said(reply: &Reply) -> (String, String) {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let header = reply.headers.get("x-amzn-errortype");
    let header = header.and_then(|value| value.to_str().ok());
    let kind = header.or_else(|| body["__type"].as_str());
    // `com.amazonaws.braket#ValidationException:http://...`
    let kind = kind.map(|kind| {
        let kind = kind.split(':').next().unwrap_or_default();
        kind.rsplit('#').next().unwrap_or_default().to_owned()
    });
    let raw = reply.text();
    let code = between(&raw, "<Code>", "</Code>");
    let kind = kind.or_else(|| code.clone());
    let text = body["message"]
        .as_str()
        .or_else(|| body["Message"].as_str());
    let text = text.map(str::to_owned);
    let text = text.or_else(|| between(&raw, "<Message>", "</Message>"));
    // What else stands there may be the token.
    let text = text.or(code);
    let text = text.map_or_else(|| reply.excerpt(), |text| shortened(&text));
    let number = || reply.status.as_u16().to_string();
    (kind.unwrap_or_else(number), text)
}

/// Error of a failed task: it says whether the task may be sent again. The service tells the cause in
/// words only.
pub(super) fn failed(reason: &str) -> RemoteError {
    let of_programs = [
        "compil",
        "invalid",
        "not supported",
        "parse",
        "refused",
        "rejected",
        "syntax",
        "unsupported",
        "validation",
    ];
    job_failure("FAILED", reason, &of_programs)
}
