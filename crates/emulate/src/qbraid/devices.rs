use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::device::{DEVICES, Device};
use super::envelope::success;
use super::error::{QbraidError, Reply};
use super::state::Qbraid;
use crate::clock::Moment;

/// Shots of an estimate that names no number.
const SHOTS: usize = 1000;

/// Errors of the calibration, as in `Noise::typical`.
const GATE_ERROR: f64 = 2.5e-4;
const READOUT_ERROR: f64 = 7.6e-3;

fn describe(qbraid: &Qbraid, device: &'static Device) -> Value {
    let now = qbraid.shared.clock.now();
    let jobs = qbraid.jobs.all();
    let waiting = jobs.iter().filter(|job| {
        job.details.device == device && job.started > now && job.cancelled().is_none()
    });
    device.describe(qbraid.status(), waiting.count())
}

pub(super) async fn list(State(qbraid): State<Arc<Qbraid>>) -> Response {
    let devices = DEVICES.iter().map(|device| describe(&qbraid, device));
    success(StatusCode::OK, &devices.collect())
}

fn find(qrn: &str) -> Result<&'static Device, QbraidError> {
    Device::find(qrn).ok_or_else(|| QbraidError::not_found("Device", qrn))
}

pub(super) async fn show(State(qbraid): State<Arc<Qbraid>>, Path(qrn): Path<String>) -> Reply {
    Ok(success(StatusCode::OK, &describe(&qbraid, find(&qrn)?)))
}

/// Calibration of a machine without edges, as of ions; a simulator has none.
pub(super) async fn calibrations(
    State(qbraid): State<Arc<Qbraid>>,
    Path(qrn): Path<String>,
) -> Reply {
    let device = find(&qrn)?;
    if !matches!(device.machine(), crate::machine::Machine::Noisy(_)) {
        return Err(QbraidError::not_found("Calibration of", &qrn));
    }
    let qubit = json!({"readoutError": READOUT_ERROR, "gateError": {"rx": GATE_ERROR}});
    let qubits = (0..device.num_qubits).map(|index| (index.to_string(), qubit.clone()));
    // It was calibrated when the server started.
    let time = qbraid.shared.clock.text(Moment::ZERO);
    let data = json!({
        "deviceQRNs": [qrn],
        "provider": device.provider(),
        "lastCalibrated": time,
        "fetchedAt": time,
        "qubits": qubits.collect::<Map<_, _>>(),
        "edges": {},
    });
    Ok(success(StatusCode::OK, &data))
}

pub(super) async fn estimate(Query(query): Query<HashMap<String, String>>) -> Reply {
    let qrn = query.get("deviceQrn");
    let qrn = qrn.ok_or_else(|| QbraidError::invalid("deviceQrn is required"))?;
    let device = find(qrn)?;
    let shots = match query.get("shots") {
        None => Some(SHOTS),
        Some(text) => text.parse().ok().filter(|&shots| shots > 0),
    };
    let shots = shots.ok_or_else(|| QbraidError::invalid("shots must be a number from 1"))?;
    let data = match device.cost(shots) {
        Some(cost) => json!({
            "pricingAvailable": true,
            "estimatedCost": cost,
            "deviceQrn": qrn,
            "shots": shots,
        }),
        None => json!({
            "pricingAvailable": false,
            "reason": "dynamic_pricing_unavailable",
            "deviceQrn": qrn,
            "pricingModel": device.pricing_model(),
        }),
    };
    Ok(success(StatusCode::OK, &data))
}
