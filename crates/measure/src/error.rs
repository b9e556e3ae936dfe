use cheqqers_backend::BackendError;
use cheqqers_circuit::{Bitstring, counted};
use cheqqers_game::{ResolveReason, WorldError};
use thiserror::Error;

use crate::post_selection::PostSelection;

/// Error of a measurement.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MeasureError {
    #[error("the circuit of the measurement could not be written")]
    Circuit(#[source] WorldError),
    #[error("{backend} could not run the measurement")]
    Backend {
        backend: String,
        #[source]
        source: Box<BackendError>,
    },
    #[error("{backend} returned no legal bits: {selection}")]
    NoLegalShot {
        backend: String,
        selection: PostSelection,
    },
    #[error("{backend} returned {} for {}", counted(*found, "shot"), counted(*expected, "circuit"))]
    Shots {
        backend: String,
        expected: usize,
        found: usize,
    },
    #[error("{backend} returned more than {} bits", Bitstring::MAX_LEN)]
    TooManyBits { backend: String },
    #[error("{backend} returned illegal bits: {reason}")]
    Refused {
        backend: String,
        reason: ResolveReason,
    },
}

impl MeasureError {
    /// Returns `true` if nothing was to be measured, only shown.
    pub fn is_dry_run(&self) -> bool {
        matches!(self, Self::Backend { source, .. } if source.is_dry_run())
    }

    /// Returns `true` if the answer may still come, so that the same move must be measured and no
    /// other.
    pub fn is_indeterminate(&self) -> bool {
        matches!(self, Self::Backend { source, .. } if source.is_indeterminate())
    }
}
