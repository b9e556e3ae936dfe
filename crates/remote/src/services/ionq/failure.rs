use cheqqers_backend::JobError;
use reqwest::StatusCode;
use serde_json::Value;

use super::NAME;
use super::shapes::Failure;
use crate::http::Reply;
use crate::words::{lost, shortened};

impl Failure {
    /// Why a job failed, and so whether it may be sent again.
    pub(super) fn to_error(&self, backend: &str) -> JobError {
        let (code, text) = (self.code.clone(), shortened(&self.message));
        match self.code.as_str() {
            "QuotaExhaustedError" | "ContractExpiredError" | "UnknownBillingError" => {
                JobError::Quota { text }
            }
            "InvalidInput"
            | "CompilationError"
            | "PreflightError"
            | "UnsupportedGate"
            | "TooManyGates"
            | "TooManyControls"
            | "QuantumCircuitComplexityError" => JobError::BadProgram { code, text },
            "NotEnoughQubits" | "TooManyShots" => JobError::Unsuitable {
                device: backend.into(),
                text,
            },
            "TooLongPredictedExecutionTime" | "SimulationTimeout" => JobError::RanTooLong,
            _ => JobError::Failed { code, text },
        }
    }
}

/// An answer about a device, if it is a good one.
pub(super) fn about_device(reply: Reply, device: &str) -> Result<Reply, JobError> {
    if reply.status.is_success() {
        return Ok(reply);
    }
    Err(refusal(&reply, Some(device)))
}

/// An answer about a job, if it is a good one.
pub(super) fn about_job(reply: Reply, job: &str) -> Result<Reply, JobError> {
    match reply.status {
        status if status.is_success() => Ok(reply),
        StatusCode::NOT_FOUND => Err(JobError::Unreachable {
            text: format!("it knows no job {job}: {}", said(&reply)),
        }),
        _ => Err(lost(refusal(&reply, None))),
    }
}

/// Why a request was refused; `device` is what it was about.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> JobError {
    let text = said(reply);
    let code = reply.status.as_u16().to_string();
    match (reply.status, device) {
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => JobError::Unauthorised {
            service: NAME.into(),
            text,
        },
        (StatusCode::PAYMENT_REQUIRED, _) => JobError::Quota { text },
        (StatusCode::NOT_FOUND, Some(device)) => JobError::Unsuitable {
            device: device.into(),
            text,
        },
        (StatusCode::CONFLICT, Some(device)) => JobError::DeviceOffline {
            device: device.into(),
            text,
        },
        (
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNPROCESSABLE_ENTITY,
            _,
        ) => JobError::BadProgram { code, text },
        _ => JobError::Protocol {
            what: reply.told(),
            raw: None,
        },
    }
}

/// What an error says, in whichever of its three forms.
fn said(reply: &Reply) -> String {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let error = body.get("error");
    let message = body.get("message");
    let message = message.or_else(|| error?.get("message")).or(error);
    let Some(message) = message.and_then(Value::as_str) else {
        return reply.told();
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
