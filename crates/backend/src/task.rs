use std::borrow::Cow;
use std::collections::BTreeMap;

use cheqqers_circuit::{Bitstring, Circuit, CircuitError, Optimization};

use crate::{BackendError, Provenance};

/// What a backend is to run.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Task<'a> {
    /// The circuits; they are independent of each other, so that shot `i` of one and shot `i` of
    /// another may be put together.
    pub circuits: &'a [Circuit],
    /// How many shots of each.
    pub shots: usize,
    /// How far circuits may be shortened before they run.
    pub optimization: Optimization,
    /// Where there are bits, each circuit is followed by its inverse, gate by gate as the device runs
    /// it, and by X for each 1 of them, before anything is measured: a device without faults reads
    /// these bits.
    pub mirrored: Option<Bitstring>,
    /// What is asked, where it must not be answered twice.
    pub question: Option<&'a Question>,
}

impl<'a> Task<'a> {
    /// Circuits to be run as they are, and whose answer is wanted once.
    pub fn new(circuits: &'a [Circuit], shots: usize) -> Self {
        Self {
            circuits,
            shots,
            optimization: Optimization::Off,
            mirrored: None,
            question: None,
        }
    }

    /// The same with circuits shortened as far as this.
    #[must_use]
    pub fn optimized(self, optimization: Optimization) -> Self {
        Self {
            optimization,
            ..self
        }
    }

    /// The same with each circuit followed by its inverse, so that these bits should be read.
    #[must_use]
    pub fn mirrored(self, bits: Bitstring) -> Self {
        Self {
            mirrored: Some(bits),
            ..self
        }
    }

    /// The circuits as they are written down for something that runs them as they are.
    pub(crate) fn to_run(&self) -> Result<Cow<'a, [Circuit]>, BackendError> {
        let Some(bits) = self.mirrored else {
            return Ok(Cow::Borrowed(self.circuits));
        };
        let mirrored = self.circuits.iter().map(|circuit| circuit.mirrored(bits));
        let mirrored: Result<Vec<Circuit>, CircuitError> = mirrored.collect();
        Ok(Cow::Owned(mirrored.map_err(BackendError::Mirror)?))
    }

    /// The same as the answer to a question.
    #[must_use]
    pub fn answering(self, question: &'a Question) -> Self {
        Self {
            question: Some(question),
            ..self
        }
    }
}

/// A measurement of a game: asked again, after a crash too, it is the same one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The game's identity, which no other game has.
    pub game: String,
    /// All that was played and measured before, which tells branches of a game apart.
    pub past: String,
    /// The ply, from 1.
    pub ply: u32,
    /// The move, without outcomes.
    pub mv: String,
    /// Which measurement of the move, from 0.
    pub measurement: u32,
    /// How often it was asked before without a legal answer.
    pub attempt: u32,
}

/// What came of a circuit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    /// The shots in the order taken; bit `k` of one is clbit `k`. A device may give fewer than it
    /// was asked for.
    pub shots: Vec<Bitstring>,
    /// Where they come from, when that is not this process.
    pub provenance: Option<Box<Provenance>>,
}

impl Run {
    /// How often each bitstring came.
    pub fn counts(&self) -> BTreeMap<Bitstring, u64> {
        let mut counts = BTreeMap::new();
        for &bits in &self.shots {
            *counts.entry(bits).or_default() += 1;
        }
        counts
    }
}

impl Run {
    /// What came of each of some circuits that were run [side by side](Circuit::side_by_side), given
    /// how many clbits each has. Where the shots come from is told of the first.
    ///
    /// # Panics
    /// When a shot has fewer bits than the circuits have clbits.
    pub fn apart(self, widths: &[usize]) -> Vec<Self> {
        let mut provenance = self.provenance;
        let mut start = 0;
        let run = |&width: &usize| {
            let shots = self.shots.iter().map(|bits| bits.slice(start, width));
            let run = Self {
                shots: shots.collect(),
                provenance: provenance.take(),
            };
            start += width;
            run
        };
        widths.iter().map(run).collect()
    }
}

impl From<Vec<Bitstring>> for Run {
    fn from(shots: Vec<Bitstring>) -> Self {
        Self {
            shots,
            provenance: None,
        }
    }
}
