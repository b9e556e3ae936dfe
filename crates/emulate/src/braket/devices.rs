use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde_json::json;

use super::capabilities;
use super::device::{DEVICES, Device};
use super::error::{BraketError, ErrorKind, Reply};
use super::search::page;
use super::state::{Braket, Region};
use crate::fault::JobFault;
use crate::reply;

pub(super) async fn show(State(braket): State<Arc<Braket>>, Path(arn): Path<String>) -> Reply {
    let not_found = || BraketError::new(ErrorKind::NotFound, format!("Device {arn} not found"));
    let device = Device::find(&arn).ok_or_else(not_found)?;
    let faults = &braket.shared.faults;
    let is_paused = faults.has(JobFault::Paused);
    let mut object = device.summary(faults);
    object["deviceCapabilities"] = capabilities::of(device, is_paused).to_string().into();
    let queued = braket.tasks.queued(&braket.shared, device.arn);
    object["deviceQueueInfo"] = json!([
        {"queue": "QUANTUM_TASKS_QUEUE", "queueSize": queued.to_string(), "queuePriority": "Normal"},
        {"queue": "QUANTUM_TASKS_QUEUE", "queueSize": "0", "queuePriority": "Priority"},
        {"queue": "JOBS_QUEUE", "queueSize": "0"},
    ]);
    Ok(reply::ok(&object))
}

/// Devices of the region that the request was signed for.
pub(super) async fn search(
    State(braket): State<Arc<Braket>>,
    Extension(Region(region)): Extension<Region>,
    body: Bytes,
) -> Reply {
    let here = DEVICES.into_iter().filter(|device| {
        let place = device.region;
        place.is_none_or(|place| place == region)
    });
    let entries = here.map(|device| device.summary(&braket.shared.faults));
    page(&body, entries.collect(), "devices")
}
