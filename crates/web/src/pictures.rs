//! Pictures of boards as PNG, drawn once and kept for a while.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use sha2::{Digest, Sha256};

use crate::error::ApiError;
use crate::limits::{Client, ClientRate, PICTURES};
use crate::offload::offload;
use crate::shared::ServerState;

/// The most bytes of pictures that are kept: some hundreds of them.
const MOST_BYTES: usize = 16 << 20;

/// Name of a picture: what it is drawn from.
pub(crate) type Fingerprint = [u8; 32];

/// The pictures that were drawn last.
pub(crate) struct Pictures {
    drawn: Mutex<DrawnPictures>,
    rate: ClientRate,
}

/// Pictures, the last one that was asked for first.
#[derive(Default)]
struct DrawnPictures {
    all: VecDeque<(Fingerprint, Bytes)>,
    /// Bytes of all of them.
    bytes: usize,
}

impl DrawnPictures {
    fn add(&mut self, name: Fingerprint, picture: Bytes) {
        self.bytes += picture.len();
        self.all.push_front((name, picture));
        while self.bytes > MOST_BYTES
            && let Some((_, oldest)) = self.all.pop_back()
        {
            self.bytes -= oldest.len();
        }
    }

    /// A picture that is still there, which is kept for longer then.
    fn known(&mut self, name: Fingerprint) -> Option<Bytes> {
        let at = self.all.iter().position(|&(known, _)| known == name)?;
        let found = self.all.remove(at)?;
        let picture = found.1.clone();
        self.all.push_front(found);
        Some(picture)
    }
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
            rate: ClientRate::new(PICTURES, Duration::from_secs(1), 8 * PICTURES),
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
        if let Some(known) = self.drawn().known(name) {
            return Ok(known);
        }
        let taken = self.rate.take(who, Instant::now());
        taken.map_err(|after| ApiError::too_many("too many pictures are asked for", after))?;
        let permit = shared.drawing.take(who).await;
        // Somebody else may have waited for the same one.
        if let Some(known) = self.drawn().known(name) {
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
        self.drawn().add(name, bytes.clone());
        Ok(bytes)
    }

    fn drawn(&self) -> MutexGuard<'_, DrawnPictures> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_were_asked_for_last_are_kept() {
        let mut drawn = DrawnPictures::default();
        let picture = Bytes::from(vec![0; MOST_BYTES / 4]);
        for name in 0..4 {
            drawn.add([name; 32], picture.clone());
        }
        assert!(drawn.known([0; 32]).is_some());
        drawn.add([4; 32], picture);
        assert!(drawn.known([1; 32]).is_none() && drawn.known([0; 32]).is_some());
        assert_eq!(drawn.bytes, MOST_BYTES);
        drawn.add([5; 32], Bytes::from(vec![0; MOST_BYTES + 1]));
        assert_eq!((drawn.all.len(), drawn.bytes), (0, 0));
    }
}
