use std::sync::Arc;

use axum::Router;

use crate::options::EmulatorOptions;
use crate::shared::SharedState;
use crate::{aqt, braket, ibm, ibm_system, ionq, iqm, oqtopus, qbraid, s3, scaleway};

/// Axum service of all emulated services, each under its path.
pub fn router(options: EmulatorOptions) -> Router {
    router_of(&SharedState::new(options))
}

/// The same with a state that others see too.
pub(crate) fn router_of(shared: &Arc<SharedState>) -> Router {
    let tokens = ibm::Tokens::new(shared);
    let tasks = Arc::new(braket::Tasks::new(shared));
    Router::new()
        .nest("/ibm", ibm::router(shared, &tokens))
        .nest("/ibm-system", ibm_system::router(shared, &tokens))
        .nest("/ionq/v0.4", ionq::router(shared))
        .nest("/braket", braket::router(shared, &tasks))
        .nest("/s3", s3::router(shared, &tasks))
        .nest("/oqtopus", oqtopus::router(shared))
        .nest("/api/v1", iqm::router(shared))
        .nest("/aqt/api/v1", aqt::router(shared))
        .nest("/scaleway", scaleway::router(shared))
        .nest("/qbraid/api/v1", qbraid::router(shared))
}
