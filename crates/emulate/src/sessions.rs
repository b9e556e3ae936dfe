//! Sessions of a service.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// Sessions and batches by id, in the JSON of the service.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_id: Mutex<HashMap<String, Value>>,
}

impl Sessions {
    /// Changes a session and returns it; `None` if there is no such session.
    pub(crate) fn change(&self, id: &str, change: impl FnOnce(&mut Value)) -> Option<Value> {
        let mut by_id = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        let session = by_id.get_mut(id)?;
        change(session);
        Some(session.clone())
    }

    pub(crate) fn add(&self, id: String, session: Value) {
        let mut by_id = self.by_id.lock().unwrap_or_else(PoisonError::into_inner);
        by_id.insert(id, session);
    }
}
