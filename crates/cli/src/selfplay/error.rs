use std::error::Error;

use cheqqers_circuit::counted;
use cheqqers_game::causes;
use cheqqers_measure::MeasureError;
use thiserror::Error;

use crate::error::{CommandError, INTERRUPTED, USAGE};
use crate::remote::{SPARSE, measure_advice};

#[derive(Debug, Error)]
pub(super) enum SelfplayError {
    #[error("game {game} stopped at ply {ply}")]
    Ply {
        game: u64,
        ply: u32,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("game {game} stopped")]
    Measure {
        game: u64,
        #[source]
        source: MeasureError,
    },
    #[error("{0}")]
    Batch(#[source] Box<dyn Error + Send + Sync>),
    #[error("luck can't be counted with a noisy backend, whose outcomes have other probabilities")]
    NoisyLuck,
    #[error("interrupted after {played} of {}", counted(*games, "game"))]
    Interrupted { played: u64, games: u64 },
}

impl CommandError for SelfplayError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Ply { source, .. } => {
                let mut causes = causes(source.as_ref());
                causes
                    .any(<dyn Error>::is::<MeasureError>)
                    .then_some(SPARSE)
            }
            Self::Measure { source, .. } => Some(measure_advice(source)),
            Self::Batch(_) => None,
            Self::NoisyLuck => Some("Leave out --luck, or choose --backend sparse."),
            Self::Interrupted { .. } => Some("All that was printed and written is of these games."),
        }
    }

    fn status(&self) -> u8 {
        match self {
            Self::Interrupted { .. } => INTERRUPTED,
            Self::NoisyLuck => USAGE,
            _ => 1,
        }
    }
}
