use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use sha2::{Digest, Sha256};

use crate::clock::Moment;
use crate::sigv4::hex;

/// Stored objects, by `BUCKET/KEY`.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    all: Mutex<BTreeMap<String, Object>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) bytes: Bytes,
    /// Value of the header `Content-Type`.
    pub(crate) kind: String,
    pub(crate) modified: Moment,
}

impl Object {
    /// Value of the header `ETag`: a hash of the contents.
    pub(crate) fn tag(&self) -> String {
        format!("\"{}\"", hex(&Sha256::digest(&self.bytes)[..16]))
    }
}

impl Objects {
    pub(crate) fn put(&self, name: &str, object: Object) {
        self.lock().insert(name.to_owned(), object);
    }

    pub(crate) fn get(&self, name: &str) -> Option<Object> {
        self.lock().get(name).cloned()
    }

    pub(crate) fn delete(&self, name: &str) {
        self.lock().remove(name);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Object>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
