use std::fmt;
use std::str::FromStr;

use cheqqers_backend::{Backend, BackendError, Local, Noise, Noisy, Simulator};
use cheqqers_circuit::Bitstring;
use cheqqers_game::record::Measured;
use cheqqers_game::{Encoding, Game, Pending, Request, ResolveReason, Unfinished, WorldError};
use rand_chacha::ChaCha8Rng;
use serde_json::Map;
use thiserror::Error;

use crate::Tally;
use crate::post_select::{MORE, SHOTS};

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
        source: BackendError,
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
        let (bits, tally) = self.answer(pending)?;
        let mut entry = measured(pending, bits, self.name());
        if let Some(tally) = tally {
            entry.more = tally.to_record();
        }
        Ok((bits, entry))
    }

    /// Answers a measurement of which no record is kept.
    ///
    /// # Errors
    /// As [`Self::measure`].
    pub fn bits<G: Game>(&mut self, pending: &Pending<G>) -> Result<Bitstring, MeasureError> {
        self.answer(pending).map(|(bits, _)| bits)
    }

    /// The bits, and what came of all shots where many were needed.
    fn answer<G: Game>(
        &mut self,
        pending: &Pending<G>,
    ) -> Result<(Bitstring, Option<Tally>), MeasureError> {
        let (backend, encoding) = match self {
            Self::State(rng) => return Ok((pending.sample(rng), None)),
            Self::Backend { backend, encoding } => (backend.as_mut(), *encoding),
        };
        let request = pending.request(encoding).map_err(MeasureError::Circuit)?;
        if backend.is_noisy() {
            let (bits, tally) = ask_for_many(backend, &request, pending)?;
            return Ok((bits, Some(tally)));
        }
        match ask(backend, &request, 1)?[..] {
            [bits] => Ok((bits, None)),
            ref others => Err(wrong_shots(backend, &request, others.len())),
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

/// Asks a noisy backend until a shot is legal, as often as it is reasonable.
fn ask_for_many<G: Game>(
    backend: &mut dyn Backend,
    request: &Request,
    pending: &Pending<G>,
) -> Result<(Bitstring, Tally), MeasureError> {
    let judge = pending.judge();
    let mut tally = Tally::default();
    for times in [1].into_iter().chain(MORE) {
        let shots = ask(backend, request, SHOTS * times)?;
        let selected = tally.post_select(&judge, shots);
        match selected {
            Ok(Some(bits)) => return Ok((bits, tally)),
            Ok(None) => {}
            Err(bits) => {
                return Err(MeasureError::Refused {
                    backend: backend.name().to_owned(),
                    reason: ResolveReason::WrongLength {
                        expected: request.num_bits(),
                        found: bits.len(),
                    },
                });
            }
        }
    }
    Err(MeasureError::NoLegalShot {
        backend: backend.name().to_owned(),
        tally,
    })
}

/// Runs the circuits of a request, and puts their shots together, one of each.
///
/// As many as the circuit with the fewest has; a device may give fewer than it was asked for.
fn ask(
    backend: &mut dyn Backend,
    request: &Request,
    shots: usize,
) -> Result<Vec<Bitstring>, MeasureError> {
    let runs = match backend.run(&request.circuits, shots) {
        Ok(runs) => runs,
        Err(source) => {
            return Err(MeasureError::Backend {
                backend: backend.name().to_owned(),
                source,
            });
        }
    };
    if runs.len() != request.circuits.len() {
        let found = runs.iter().map(Vec::len).sum();
        return Err(wrong_shots(backend, request, found));
    }
    let each = runs.iter().map(Vec::len).min().unwrap_or(0);
    (0..each)
        .map(|shot| {
            let parts: Vec<Bitstring> = runs.iter().map(|run| run[shot]).collect();
            Request::join(&parts).ok_or_else(|| MeasureError::TooManyBits {
                backend: backend.name().to_owned(),
            })
        })
        .collect()
}

fn wrong_shots(backend: &dyn Backend, request: &Request, found: usize) -> MeasureError {
    MeasureError::Shots {
        backend: backend.name().to_owned(),
        expected: request.circuits.len(),
        found,
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
        let backend: Box<dyn Backend> = match self {
            Self::Local => Box::new(Local::new(Simulator::Auto, rng)),
            Self::Dense => Box::new(Local::new(Simulator::Dense, rng)),
            Self::Noisy(noise) => Box::new(Noisy::new(noise, rng)),
            Self::Sparse => return Measurer::State(rng),
        };
        Measurer::Backend { backend, encoding }
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
