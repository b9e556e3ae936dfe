use std::sync::Arc;

use axum::extract::{Path, Query, State};

use super::error::{Reply, ScalewayError};
use super::list::Parameters;
use super::platform::{PLATFORMS, Platform};
use super::state::Scaleway;
use crate::reply;

pub(super) async fn list(
    State(scaleway): State<Arc<Scaleway>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Reply {
    let found = PLATFORMS.iter().filter(|platform| {
        let mut filters = query.iter();
        filters.all(|(name, wanted)| wanted.is_empty() || platform.passes(name, wanted))
    });
    let found = found.map(|platform| platform.describe(scaleway.availability()));
    Parameters(query.clone()).page("platforms", found.collect(), "name_asc")
}

pub(super) async fn show(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    let platform = Platform::find(&id);
    let platform = platform.ok_or_else(|| ScalewayError::not_found("platform", &id))?;
    Ok(reply::ok(&platform.describe(scaleway.availability())))
}
