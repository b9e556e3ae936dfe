use std::fmt;
use std::str::FromStr;

use cheqqers_backend::{Backend, BackendError, Local, Simulator};
use cheqqers_circuit::Bitstring;
use cheqqers_game::record::Measured;
use cheqqers_game::{Encoding, Game, Pending, Request, ResolveReason, Unfinished, WorldError};
use rand_chacha::ChaCha8Rng;
use serde_json::Map;
use thiserror::Error;

/// Who answers measurements.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a game has one, and bulk games should not chase a pointer"
)]
pub enum Measurer {
    /// The exact state that the position keeps; no circuit is written or run. Named "sparse".
    State(ChaCha8Rng),
    /// A backend, which runs the circuit of each component.
    Backend {
        /// Who runs it.
        backend: Box<dyn Backend>,
        /// How it is written.
        encoding: Encoding,
    },
}

/// What people call a measurer of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MeasurerKind {
    /// The circuit is run by the local simulator that suits its size.
    Local,
    /// The circuit is run by the dense simulator.
    Dense,
    /// The exact state that the position keeps is sampled.
    Sparse,
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
        source: BackendError,
    },
    /// Not one shot of one circuit for each component.
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
    /// The exact state excludes the bits, which exact simulators never do.
    #[error("{backend} gave bits that can't be: {reason}")]
    Refused {
        /// Who was asked.
        backend: String,
        /// What is wrong with them.
        reason: ResolveReason,
    },
}

impl Measurer {
    /// The name in records.
    pub fn name(&self) -> &str {
        match self {
            Self::State(_) => "sparse",
            Self::Backend { backend, .. } => backend.name(),
        }
    }

    /// Whether positions must record circuits for this measurer.
    pub fn needs_circuits(&self) -> bool {
        matches!(self, Self::Backend { .. })
    }

    /// Answers a measurement: the bits, and what a record says of them.
    ///
    /// # Errors
    /// When no bits could be had. Whether they are legal is for [`Pending::resolve`] to say.
    pub fn measure<G: Game>(
        &mut self,
        pending: &Pending<G>,
    ) -> Result<(Bitstring, Measured), MeasureError> {
        let bits = self.bits(pending)?;
        Ok((bits, measured(pending, bits, self.name())))
    }

    /// Answers a measurement of which no record is kept.
    ///
    /// # Errors
    /// As [`Self::measure`].
    pub fn bits<G: Game>(&mut self, pending: &Pending<G>) -> Result<Bitstring, MeasureError> {
        match self {
            Self::State(rng) => Ok(pending.sample(rng)),
            Self::Backend { backend, encoding } => ask(backend.as_mut(), *encoding, pending),
        }
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

fn ask<G: Game>(
    backend: &mut dyn Backend,
    encoding: Encoding,
    pending: &Pending<G>,
) -> Result<Bitstring, MeasureError> {
    let request = pending.request(encoding).map_err(MeasureError::Circuit)?;
    let name = backend.name().to_owned();
    let runs = match backend.run(&request.circuits, 1) {
        Ok(runs) => runs,
        Err(source) => {
            return Err(MeasureError::Backend {
                backend: name,
                source,
            });
        }
    };
    let shots: Vec<Bitstring> = runs.iter().flatten().copied().collect();
    let expected = request.circuits.len();
    if runs.len() != expected || runs.iter().any(|shots| shots.len() != 1) {
        return Err(MeasureError::Shots {
            backend: name,
            expected,
            found: shots.len(),
        });
    }
    Request::join(&shots).ok_or(MeasureError::TooManyBits { backend: name })
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
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Local, Self::Dense, Self::Sparse];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Dense => "dense",
            Self::Sparse => "sparse",
        }
    }

    /// A measurer of this kind that draws from a generator.
    ///
    /// The encoding is how circuits are written, where any are.
    pub fn measurer(self, rng: ChaCha8Rng, encoding: Encoding) -> Measurer {
        let local = |simulator, rng| Measurer::Backend {
            backend: Box::new(Local::new(simulator, rng)),
            encoding,
        };
        match self {
            Self::Local => local(Simulator::Auto, rng),
            Self::Dense => local(Simulator::Dense, rng),
            Self::Sparse => Measurer::State(rng),
        }
    }
}

impl fmt::Display for MeasurerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names nobody who measures.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no backend {found:?}, the backends are: {}",
    MeasurerKind::ALL.map(MeasurerKind::name).join(", ")
)]
pub struct ParseMeasurerError {
    /// The word.
    pub found: String,
}

impl FromStr for MeasurerKind {
    type Err = ParseMeasurerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| ParseMeasurerError {
                found: text.to_owned(),
            })
    }
}
