use std::sync::Arc;

use super::tasks::Tasks;
use crate::shared::SharedState;

/// State of the service.
#[derive(Debug)]
pub(super) struct Braket {
    pub(super) shared: Arc<SharedState>,
    pub(super) tasks: Arc<Tasks>,
}

/// Region that a request was signed for.
#[derive(Clone, Debug)]
pub(super) struct Region(pub(super) String);
