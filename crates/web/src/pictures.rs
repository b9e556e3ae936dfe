//! Pictures of boards as PNG, drawn once and kept for a while.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use sha2::{Digest, Sha256};

use crate::error::ApiError;
use crate::limits::{Client, PICTURES, Rate};
use crate::offload::offload;
use crate::shared::ServerState;

/// The most bytes of pictures that are kept: some hundreds of them.
const MOST_BYTES: usize = 16 << 20;

/// Name of a picture: what it is drawn from.
pub(crate) type Fingerprint = [u8; 32];

/// The pictures that were drawn last.
pub(crate) struct Pictures {
    drawn: Mutex<VecDeque<(Fingerprint, Bytes)>>,
    rate: Rate,
}

impl fmt::Debug for Pictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pictures").finish_non_exhaustive()
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            drawn: Mutex::default(),
            rate: Rate::new(PICTURES, Duration::from_secs(1), 8 * PICTURES),
        }
    }
}

/// The name of a drawing that is so wide, or of the drawing itself.
pub(crate) fn fingerprint(svg: &str, width: Option<u32>) -> Fingerprint {
    let mut hash = Sha256::new();
    hash.update(width.unwrap_or(0).to_le_bytes());
    hash.update(svg);
    hash.finalize().into()
}

impl Pictures {
    /// A drawing as PNG for a client.
    ///
    /// # Errors
    /// Returns an error if the client has asked for too many new ones.
    pub(crate) async fn png(
        &self,
        shared: &ServerState,
        who: Client,
        svg: String,
        width: u32,
    ) -> Result<Bytes, ApiError> {
        let name = fingerprint(&svg, Some(width));
        if let Some(known) = self.known(name) {
            return Ok(known);
        }
        let taken = self.rate.take(who, Instant::now());
        taken.map_err(|after| ApiError::too_many("too many pictures are asked for", after))?;
        let permit = shared.drawing.take(who).await;
        // Somebody else may have waited for the same one.
        if let Some(known) = self.known(name) {
            return Ok(known);
        }
        let drawn = offload(move || {
            let _permit = permit;
            cheqqers_picture::png(&svg, width)
        });
        let drawn = drawn.await?.map_err(|error| {
            tracing::error!(%error, "a board can't be drawn");
            ApiError::unavailable("this board can't be drawn")
        })?;
        let bytes = Bytes::from(drawn);
        let mut all = self.all();
        all.push_front((name, bytes.clone()));
        while all.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > MOST_BYTES {
            all.pop_back();
        }
        Ok(bytes)
    }

    /// A picture that is still there, which is kept for longer then.
    fn known(&self, name: Fingerprint) -> Option<Bytes> {
        let mut all = self.all();
        let at = all.iter().position(|&(known, _)| known == name)?;
        let found = all.remove(at)?;
        let bytes = found.1.clone();
        all.push_front(found);
        Some(bytes)
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<(Fingerprint, Bytes)>> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
