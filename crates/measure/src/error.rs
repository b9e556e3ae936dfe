use cheqqers_backend::{BackendError, Misreading};
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
    /// Jobs with more shots are of no use where the device misreads what was prepared to test it.
    #[error("{backend} returned no legal bits: {selection}{}", misread(.misreading.as_deref()))]
    NoLegalShot {
        backend: String,
        selection: PostSelection,
        misreading: Option<Box<Misreading>>,
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

fn misread(found: Option<&Misreading>) -> String {
    found.map_or_else(String::new, |Misreading { prepared, read }| {
        format!(
            "; where {prepared} was prepared, the device read {read}, so no further job was sent"
        )
    })
}
