use reqwest::StatusCode;
use serde_json::Value;

use super::shapes::Failure;
use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;

impl Failure {
    /// Error of a failed job: it says whether the job may be sent again.
    pub(super) fn to_error(&self, backend: &str) -> RemoteError {
        let (code, text) = (self.code.clone(), shortened(&self.message));
        match self.code.as_str() {
            "QuotaExhaustedError" | "ContractExpiredError" | "UnknownBillingError" => {
                RemoteError::Quota { text }
            }
            "InvalidInput"
            | "CompilationError"
            | "PreflightError"
            | "UnsupportedGate"
            | "TooManyGates"
            | "TooManyControls"
            | "QuantumCircuitComplexityError" => RemoteError::BadProgram { code, text },
            "NotEnoughQubits" | "TooManyShots" => RemoteError::Unsuitable {
                device: backend.into(),
                text,
            },
            "TooLongPredictedExecutionTime" | "SimulationTimeout" => {
                RemoteError::RanTooLong { limit: None, text }
            }
            _ => RemoteError::Failed { code, text },
        }
    }
}

/// An answer about a device, if it is a good one.
pub(super) fn about_device(reply: Reply, device: &str) -> Result<Reply, RemoteError> {
    if reply.status.is_success() {
        return Ok(reply);
    }
    Err(refusal(&reply, Some(device)))
}

/// An answer about a job, if it is a good one.
pub(super) fn about_job(reply: Reply, job: &str) -> Result<Reply, RemoteError> {
    match reply.status {
        status if status.is_success() => Ok(reply),
        StatusCode::NOT_FOUND => Err(RemoteError::JobNotFound {
            job: job.into(),
            text: said(&reply),
        }),
        _ => Err(refusal(&reply, None).without_verdict()),
    }
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let text = said(reply);
    let code = reply.status.as_u16().to_string();
    match (reply.status, device) {
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => RemoteError::Unauthorised {
            service: ServiceName::Ionq.name().into(),
            text,
        },
        (StatusCode::PAYMENT_REQUIRED, _) => RemoteError::Quota { text },
        (StatusCode::NOT_FOUND, Some(device)) => RemoteError::Unsuitable {
            device: device.into(),
            text,
        },
        (StatusCode::CONFLICT, Some(device)) => RemoteError::DeviceOffline {
            device: device.into(),
            text,
        },
        (
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNPROCESSABLE_ENTITY,
            _,
        ) => RemoteError::BadProgram { code, text },
        _ => RemoteError::Protocol {
            what: reply.excerpt(),
            raw: None,
        },
    }
}

/// Text of an error response, in any of its three forms.
fn said(reply: &Reply) -> String {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let error = body.get("error");
    let message = body.get("message");
    let message = message.or_else(|| error?.get("message")).or(error);
    let Some(message) = message.and_then(Value::as_str) else {
        return reply.excerpt();
    };
    let keys = body.pointer("/validation/keys").and_then(Value::as_array);
    let keys: Vec<&str> = keys
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if keys.is_empty() {
        shortened(message)
    } else {
        shortened(&format!("{message} (at {})", keys.join(", ")))
    }
}
