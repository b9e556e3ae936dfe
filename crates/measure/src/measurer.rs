use std::fmt;
use std::str::FromStr;

use cheqqers_backend::{Backend, Local, Noise, Noisy, Simulator};
use cheqqers_circuit::Bitstring;
use cheqqers_game::{
    CompletedPly, CompletionError, Encoding, Game, Measurement, Pending, StartedPly,
};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::answer::Answer;
use crate::backend_measurer::{BackendMeasurer, Policy};
use crate::error::MeasureError;

/// Source of the answers to measurements.
#[derive(Debug)]
pub enum Measurer {
    /// The exact state that the position keeps; no circuit is written or run. Named "sparse".
    State(ChaCha8Rng),
    /// A backend, which runs the circuit of each component.
    Backend(BackendMeasurer),
}

/// Kind of a measurer of this program, by its name on the command line.
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

impl Measurer {
    /// The name in records.
    pub fn name(&self) -> &str {
        match self {
            Self::State(_) => "sparse",
            Self::Backend(measurer) => measurer.name(),
        }
    }

    /// Returns `true` if positions must record circuits for this measurer.
    pub fn needs_circuits(&self) -> bool {
        matches!(self, Self::Backend(_))
    }

    /// Returns `true` if another backend would answer in place of its own.
    pub fn has_fallback(&self) -> bool {
        matches!(self, Self::Backend(measurer) if measurer.has_fallback())
    }

    /// Returns `true` if the fallback may take over after this error.
    pub fn may_fall_back(&self, error: &MeasureError) -> bool {
        matches!(self, Self::Backend(measurer) if measurer.may_fall_back(error))
    }

    /// A measurer that runs circuits in this encoding on a backend, by the usual [`Policy`].
    pub fn by(backend: Box<dyn Backend>, encoding: Encoding) -> Self {
        Self::Backend(BackendMeasurer::new(backend, Policy::new(encoding)))
    }

    /// Begins a move: the next measurement is its first. `ply` counts from 1, and `moves` are those
    /// before it, as [`write_plies`](cheqqers_game::notation::write_plies) writes them; they are
    /// asked for by an [identified](BackendMeasurer::identified) measurer only.
    pub fn begin(&mut self, ply: u32, mv: impl fmt::Display, moves: impl FnOnce() -> String) {
        if let Self::Backend(measurer) = self {
            measurer.begin(ply, mv, moves);
        }
    }

    /// Answers the measurements of a move that has begun.
    ///
    /// # Errors
    /// Returns an error if a measurement has no answer, or an impossible one.
    pub fn complete<G: Game>(
        &mut self,
        started: StartedPly<G>,
    ) -> Result<CompletedPly<G>, MeasureError> {
        let completed = started.complete(|pending| self.measure(pending));
        completed.map_err(|unfinished| {
            if let Self::Backend(measurer) = self {
                measurer.abandon();
            }
            self.failure(unfinished)
        })
    }

    /// Answers a measurement.
    ///
    /// # Errors
    /// Returns an error if no bits could be had. Whether they are legal is for [`Pending::resolve`]
    /// to say.
    pub fn measure<G: Game>(&mut self, pending: &Pending<G>) -> Result<Measurement, MeasureError> {
        let answer = self.answer(pending)?;
        let backend = answer.backend.as_deref().unwrap_or_else(|| self.name());
        Ok(Measurement {
            provenance: answer.provenance,
            ..Measurement::new(pending, answer.bits, backend)
        })
    }

    /// Answers a measurement of which no record is kept.
    ///
    /// # Errors
    /// As [`Self::measure`].
    #[inline]
    pub fn bits<G: Game>(&mut self, pending: &Pending<G>) -> Result<Bitstring, MeasureError> {
        self.answer(pending).map(|answer| answer.bits)
    }

    fn answer<G: Game>(&mut self, pending: &Pending<G>) -> Result<Answer, MeasureError> {
        match self {
            Self::State(rng) => Ok(pending.sample(rng).into()),
            Self::Backend(measurer) => measurer.answer(pending),
        }
    }

    /// The error of a move that could not be completed with its answers.
    pub fn failure<G: Game>(&self, unfinished: CompletionError<G, MeasureError>) -> MeasureError {
        match unfinished {
            CompletionError::Unanswered(error) => error,
            CompletionError::Refused(error) => MeasureError::Refused {
                backend: self.name().to_owned(),
                reason: error.reason,
            },
        }
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

    /// The name, without parameters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Dense => "dense",
            Self::Sparse => "sparse",
            Self::Noisy(_) => Noise::NAME,
        }
    }

    /// A measurer of this kind, with this generator of its random numbers.
    ///
    /// `encoding` is that of the circuits, if it runs any.
    pub fn measurer(self, rng: ChaCha8Rng, encoding: Encoding) -> Measurer {
        match self.backend(rng.clone()) {
            Some(backend) => Measurer::by(backend, encoding),
            None => Measurer::State(rng),
        }
    }

    /// The backend of this kind, with this generator of its random numbers; `None` where circuits are not run.
    pub fn backend(self, rng: ChaCha8Rng) -> Option<Box<dyn Backend>> {
        Some(match self {
            Self::Local => Box::new(Local::new(Simulator::Auto, rng)),
            Self::Dense => Box::new(Local::new(Simulator::Dense, rng)),
            Self::Noisy(noise) => Box::new(Noisy::new(noise, rng)),
            Self::Sparse => return None,
        })
    }

    /// The [backend](Self::backend) of this kind; of one that runs no circuits the local one, whose shots have the same
    /// distribution.
    pub fn circuit_backend(self, rng: ChaCha8Rng) -> Box<dyn Backend> {
        let own = self.backend(rng.clone());
        own.unwrap_or_else(|| Box::new(Local::new(Simulator::Auto, rng)))
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

/// Error of parsing a [`MeasurerKind`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no backend {found:?}, the backends are: {}, noisy:P with P from 0 to 1, noisy:{}",
    MeasurerKind::ALL.map(MeasurerKind::name).join(", "),
    Noise::devices().join(", noisy:")
)]
#[expect(missing_docs, reason = "the message says it")]
pub struct ParseMeasurerError {
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
