use serde_json::Value;

use super::shapes::Failure;
use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::error_mapping::{Cause, ErrorMapping, ErrorResponse};

/// Errors of refused requests.
pub(super) const ERRORS: ErrorMapping = ErrorMapping {
    refusal,
    no_job: said,
};

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
            "NotEnoughQubits" | "TooManyShots" => RemoteError::unsuitable(backend, text),
            "TooLongPredictedExecutionTime" | "SimulationTimeout" => {
                RemoteError::RanTooLong { limit: None, text }
            }
            _ => RemoteError::Failed { code, text },
        }
    }
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let response = ErrorResponse {
        service: ServiceName::Ionq,
        code: String::new(),
        text: said(reply),
        cause: Cause::of(reply.status),
    };
    response.into_error(reply, device)
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
