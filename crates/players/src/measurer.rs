use std::fmt;
use std::str::FromStr;

use cheqqers_backend::{Backend, BackendError, JobError, Local, Noise, Noisy, Simulator};
use cheqqers_circuit::Bitstring;
use cheqqers_game::record::Measured;
use cheqqers_game::{Encoding, Game, Pending, ResolveReason, Unfinished, WorldError};
use rand_chacha::ChaCha8Rng;
use serde_json::Map;
use thiserror::Error;

use crate::asker::Answer;
use crate::{Asker, Tally};

/// Who answers measurements.
#[derive(Debug)]
pub enum Measurer {
    /// The exact state that the position keeps; no circuit is written or run. Named "sparse".
    State(ChaCha8Rng),
    /// A backend, which runs the circuit of each component.
    Backend(Asker),
}

/// What people call a measurer of this program.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum MeasurerKind {
    /// The circuit is run by the local simulator that suits its size.
    Local,
    /// The circuit is run by the dense simulator.
    Dense,
    /// The exact state that the position keeps is sampled.
    Sparse,
    /// The circuit is run with the faults of a device.
    Noisy(Noise),
}

/// Why a measurement has no answer.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The circuit could not be written.
    #[error("the circuit of the measurement could not be written")]
    Circuit(#[source] WorldError),
    /// The circuit could not be run.
    #[error("{backend} could not run the measurement")]
    Backend {
        /// Who was asked.
        backend: String,
        /// Why.
        #[source]
        source: Box<BackendError>,
    },
    /// Not one of the shots can be.
    #[error("{backend} gave no bits that can be: {tally}")]
    NoLegalShot {
        /// Who was asked.
        backend: String,
        /// What came.
        tally: Tally,
    },
    /// Not the shots of one circuit for each component.
    #[error("{backend} gave {found} shots for {expected} circuits")]
    Shots {
        /// Who was asked.
        backend: String,
        /// How many circuits there were.
        expected: usize,
        /// How many shots came.
        found: usize,
    },
    /// More bits than any answer has.
    #[error("{backend} gave more than {} bits", Bitstring::MAX_LEN)]
    TooManyBits {
        /// Who was asked.
        backend: String,
    },
    /// The exact state excludes the bits of an exact backend, or they are too few or too many.
    #[error("{backend} gave bits that can't be: {reason}")]
    Refused {
        /// Who was asked.
        backend: String,
        /// What is wrong with them.
        reason: ResolveReason,
    },
}

impl MeasureError {
    /// Whether nothing was to be measured, only shown.
    pub fn is_dry_run(&self) -> bool {
        let Self::Backend { source, .. } = self else {
            return false;
        };
        let dry_run = JobError::DryRun;
        matches!(&**source, BackendError::Job { source, .. } if *source == dry_run)
    }

    /// Whether the answer may still come, so that the same move must be measured and no other.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Backend { source, .. } if source.is_open())
    }
}

impl Measurer {
    /// The name in records.
    pub fn name(&self) -> &str {
        match self {
            Self::State(_) => "sparse",
            Self::Backend(asker) => asker.name(),
        }
    }

    /// Whether positions must record circuits for this measurer.
    pub fn needs_circuits(&self) -> bool {
        matches!(self, Self::Backend(_))
    }

    /// Tells which ply of the game is played next, from 1, with which move, and after [what](crate::past).
    ///
    /// Only a measurer [of a game](Asker::of_game) wants to know, and asks for the past.
    pub fn begin(&mut self, ply: u32, mv: impl fmt::Display, past: impl FnOnce() -> String) {
        if let Self::Backend(asker) = self {
            asker.begin(ply, mv, past);
        }
    }

    /// Answers a measurement: the bits, and what a record says of them.
    ///
    /// # Errors
    /// When no bits could be had. Whether they are legal is for [`Pending::resolve`] to say.
    pub fn measure<G: Game>(
        &mut self,
        pending: &Pending<G>,
    ) -> Result<(Bitstring, Measured), MeasureError> {
        let answer = self.answer(pending)?;
        let mut entry = measured(pending, answer.bits, self.name());
        entry.more = answer.more;
        Ok((answer.bits, entry))
    }

    /// Answers a measurement of which no record is kept.
    ///
    /// # Errors
    /// As [`Self::measure`].
    pub fn bits<G: Game>(&mut self, pending: &Pending<G>) -> Result<Bitstring, MeasureError> {
        self.answer(pending).map(|answer| answer.bits)
    }

    fn answer<G: Game>(&mut self, pending: &Pending<G>) -> Result<Answer, MeasureError> {
        let asker = match self {
            Self::State(rng) => return Ok(pending.sample(rng).into()),
            Self::Backend(asker) => asker,
        };
        asker.answer(pending)
    }

    /// Why a move that it answers for could not be completed.
    pub(crate) fn failure<G: Game>(&self, unfinished: Unfinished<G, MeasureError>) -> MeasureError {
        match unfinished {
            Unfinished::Unanswered(error) => error,
            Unfinished::Refused(error) => MeasureError::Refused {
                backend: self.name().to_owned(),
                reason: error.reason,
            },
        }
    }
}

/// What a record says of a measurement answered by these bits.
///
/// Bits beyond the slots measured are left out.
pub fn measured<G: Game>(pending: &Pending<G>, bits: Bitstring, backend: &str) -> Measured {
    let position = pending.position();
    let slots = pending.slots();
    let occupied = slots
        .iter()
        .zip(bits.iter())
        .filter(|&(_, bit)| bit)
        .map(|(&slot, _)| position.slot_name(slot))
        .collect();
    Measured {
        squares: slots.iter().map(|&slot| position.slot_name(slot)).collect(),
        occupied,
        backend: backend.to_owned(),
        more: Map::new(),
    }
}

impl MeasurerKind {
    /// Every kind, the noisy one with the noise of a typical device.
    pub const ALL: [Self; 4] = [
        Self::Local,
        Self::Dense,
        Self::Sparse,
        Self::Noisy(Noise::typical()),
    ];

    /// The name, without what may stand behind it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Dense => "dense",
            Self::Sparse => "sparse",
            Self::Noisy(_) => Noise::NAME,
        }
    }

    /// A measurer of this kind that draws from a generator.
    ///
    /// The encoding is how circuits are written, where any are.
    pub fn measurer(self, rng: ChaCha8Rng, encoding: Encoding) -> Measurer {
        match self.backend(rng.clone()) {
            Some(backend) => Measurer::Backend(Asker::new(backend, encoding)),
            None => Measurer::State(rng),
        }
    }

    /// The backend of this kind, which draws from a generator; `None` where circuits are not run.
    pub fn backend(self, rng: ChaCha8Rng) -> Option<Box<dyn Backend>> {
        Some(match self {
            Self::Local => Box::new(Local::new(Simulator::Auto, rng)),
            Self::Dense => Box::new(Local::new(Simulator::Dense, rng)),
            Self::Noisy(noise) => Box::new(Noisy::new(noise, rng)),
            Self::Sparse => return None,
        })
    }
}

impl fmt::Display for MeasurerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Noisy(noise) => noise.fmt(f),
            _ => f.pad(self.name()),
        }
    }
}

/// A word that names nobody who measures.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no backend {found:?}, the backends are: {}, noisy:P with P from 0 to 1, noisy:{}",
    MeasurerKind::ALL.map(MeasurerKind::name).join(", "),
    Noise::devices().join(", noisy:")
)]
pub struct ParseMeasurerError {
    /// The word.
    pub found: String,
}

impl FromStr for MeasurerKind {
    type Err = ParseMeasurerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "local" => Ok(Self::Local),
            "dense" => Ok(Self::Dense),
            "sparse" => Ok(Self::Sparse),
            noisy => noisy
                .parse()
                .map(Self::Noisy)
                .map_err(|_| ParseMeasurerError {
                    found: text.to_owned(),
                }),
        }
    }
}
