use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::json;

use super::error::Reply;
use super::resource::{Resource, WORKSPACES};
use super::state::Aqt;
use crate::clock::Moment;
use crate::fault::JobFault;
use crate::reply;

pub(super) async fn workspaces(State(aqt): State<Arc<Aqt>>) -> Response {
    let workspaces = WORKSPACES.map(|workspace| {
        json!({
            "id": workspace,
            "accepting_job_submissions": true,
            "jobs_being_processed": !aqt.shared.faults.has(JobFault::Paused),
            "resources": Resource::of(workspace).map(Resource::summary).collect::<Vec<_>>(),
        })
    });
    reply::ok(&json!(workspaces))
}

pub(super) async fn show(State(aqt): State<Arc<Aqt>>, Path(id): Path<String>) -> Reply {
    let resource = Aqt::resource(&id)?;
    let mut details = resource.summary();
    details["status"] = if aqt.is_offline() {
        "offline"
    } else {
        "online"
    }
    .into();
    details["available_qubits"] = resource.num_qubits.into();
    // It was characterised when the server started.
    let time = aqt.shared.clock.text(Moment::ZERO);
    details["characterisation"] = resource.characterisation(&time);
    details["status_updated_at"] = time.into();
    Ok(reply::ok(&details))
}
