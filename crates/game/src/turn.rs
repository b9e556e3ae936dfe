use std::fmt;

use cheqqers_circuit::Bitstring;
use cheqqers_world::{Component, Encoding, Request, Settled, Slot, TOLERANCE, WorldError};
use rand::Rng;
use smallvec::{SmallVec, smallvec};
use thiserror::Error;

use crate::Game;

/// What a move leads to: a position, or a measurement that must be answered first.
#[derive(Clone, Debug)]
pub enum Turn<G: Game> {
    /// The move is complete.
    Ready(G),
    /// The move waits for bits.
    Pending(Pending<G>),
}

impl<G: Game> Turn<G> {
    /// What a move has led to that has asked for this.
    pub(crate) fn new(position: G, asked: Option<Ask<G::Stage>>) -> Self {
        match asked {
            None => Self::Ready(position),
            Some(asked) => Self::Pending(Pending::new(position, asked)),
        }
    }

    /// Completes the move: every measurement it asks for is answered in turn.
    ///
    /// # Errors
    /// When there is no answer, or an illegal one.
    pub fn finish<E>(
        mut self,
        mut answer: impl FnMut(&Pending<G>) -> Result<Bitstring, E>,
    ) -> Result<G, Unfinished<G, E>> {
        loop {
            match self {
                Self::Ready(position) => return Ok(position),
                Self::Pending(pending) => {
                    let bits = answer(&pending).map_err(Unfinished::Unanswered)?;
                    self = pending.resolve(&bits).map_err(Unfinished::Refused)?;
                }
            }
        }
    }
}

/// Why a move could not be completed.
#[derive(Debug)]
pub enum Unfinished<G: Game, E> {
    /// A measurement has no answer.
    Unanswered(E),
    /// The bits of an answer are illegal.
    Refused(ResolveError<G>),
}

/// The measurement that a move asks for before it can go on.
#[derive(Clone, Debug)]
pub struct Ask<S> {
    /// How far the move got.
    pub stage: S,
    /// One slot of each component that is measured. Moves rarely measure more than one.
    pub components: SmallVec<[Slot; 2]>,
}

impl<S> Ask<S> {
    /// The measurement of the component that holds this slot.
    pub fn one(stage: S, slot: Slot) -> Self {
        Self {
            stage,
            components: smallvec![slot],
        }
    }
}

/// A move that waits for a measurement.
///
/// Nothing of it is drawn here: a backend, a record, a test or a search hands the bits to
/// [`Self::resolve`]. Dropping it loses nothing, the caller still has the position it played from.
#[derive(Clone, Debug)]
pub struct Pending<G: Game> {
    position: G,
    asked: Ask<G::Stage>,
}

impl<G: Game> Pending<G> {
    /// A move of `position` that asks for a measurement.
    ///
    /// # Panics
    /// When a slot of it is certain.
    pub fn new(position: G, asked: Ask<G::Stage>) -> Self {
        for &slot in &asked.components {
            assert!(
                position.world().component(slot).is_some(),
                "only quantum slots are measured"
            );
        }
        Self { position, asked }
    }

    /// The position the measurement is asked in.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The slots the bits stand for, in order.
    pub fn slots(&self) -> Vec<Slot> {
        self.each().flat_map(Component::slots).collect()
    }

    /// The circuits to run, one for each component.
    ///
    /// # Errors
    /// When the position does not record circuits.
    pub fn request(&self, encoding: Encoding) -> Result<Request, WorldError> {
        self.position
            .world()
            .request(&self.asked.components, encoding)
    }

    /// Every legal answer with its exact probability, in order of their text.
    ///
    /// Cost: one state at a time for each component; their product is walked, not stored, and may
    /// be too long to walk to its end: see [`Self::num_outcomes`].
    pub fn outcomes(&self) -> impl Iterator<Item = (Bitstring, f64)> + use<G> {
        let parts: Vec<_> = self.each().map(Component::outcomes).collect();
        let mut next = Some(vec![0; parts.len()]);
        std::iter::from_fn(move || {
            let places = next.as_mut()?;
            let answer = parts.iter().zip(&*places).fold(
                (Bitstring::default(), 1.0),
                |(bits, probability), (outcomes, &place)| {
                    let (more, factor) = outcomes[place];
                    let bits = bits.concat(more).expect("at most 128 bits are measured");
                    (bits, probability * factor)
                },
            );
            // Counts up like an odometer: the last component varies fastest, as in the text.
            let mut wheels = places.iter_mut().zip(&parts).rev();
            let turned = wheels.find_map(|(place, outcomes)| {
                *place = (*place + 1) % outcomes.len();
                (*place > 0).then_some(())
            });
            if turned.is_none() {
                next = None;
            }
            Some(answer)
        })
    }

    /// How many legal answers there are: the product over the components, as a float because it
    /// grows beyond every whole number.
    pub fn num_outcomes(&self) -> f64 {
        let each = self.each().map(|component| component.outcomes().len());
        each.map(|outcomes| outcomes as f64).product()
    }

    /// The exact probability of an answer, 0 for an illegal one; `None` when its length is wrong.
    pub fn probability(&self, bits: Bitstring) -> Option<f64> {
        let mut start = 0;
        let mut probability = 1.0;
        for component in self.each() {
            let len = component.num_slots();
            if start + len > bits.len() {
                return None;
            }
            let part = component.probability_of(bits.slice(start, len))?;
            // A shot is legal when each component's part of it is.
            probability *= if part > TOLERANCE { part } else { 0.0 };
            start += len;
        }
        (start == bits.len()).then_some(probability)
    }

    /// Draws an answer from the exact state.
    pub fn sample(&self, rng: &mut impl Rng) -> Bitstring {
        self.each().fold(Bitstring::default(), |bits, component| {
            bits.concat(component.sample(rng))
                .expect("at most 128 bits are measured")
        })
    }

    /// Goes on with the move, given the bits of [`Self::slots`].
    ///
    /// # Errors
    /// Bits that the exact state gives no probability are refused, and the measurement is given
    /// back to be answered again.
    pub fn resolve(mut self, bits: &Bitstring) -> Result<Turn<G>, ResolveError<G>> {
        if let Err(reason) = self.check(*bits) {
            return Err(ResolveError {
                pending: Box::new(self),
                reason,
            });
        }
        let mut readings = Settled::new();
        let mut start = 0;
        for &slot in &self.asked.components {
            let world = self.position.world_mut();
            let len = world
                .component(slot)
                .expect("checked when the measurement was asked")
                .num_slots();
            let settled = world
                .collapse(slot, bits.slice(start, len))
                .expect("the bits were found legal");
            // Mostly one component is all there is.
            if readings.is_empty() {
                readings = settled;
            } else {
                readings.extend(settled);
            }
            start += len;
        }
        let asked = self.position.resume(self.asked.stage, &readings);
        Ok(Turn::new(self.position, asked))
    }

    fn check(&self, bits: Bitstring) -> Result<(), ResolveReason> {
        match self.probability(bits) {
            None => Err(ResolveReason::WrongLength {
                expected: self.each().map(Component::num_slots).sum(),
                found: bits.len(),
            }),
            Some(0.0) => Err(ResolveReason::Impossible {
                bits,
                occupied: self
                    .slots()
                    .into_iter()
                    .zip(bits.iter())
                    .filter(|&(_, bit)| bit)
                    .map(|(slot, _)| self.position.slot_name(slot))
                    .collect(),
            }),
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = &Component> {
        self.asked.components.iter().map(|&slot| {
            self.position
                .world()
                .component(slot)
                .expect("checked when the measurement was asked")
        })
    }
}

/// Why bits can't answer a measurement.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ResolveReason {
    /// The exact state gives the bits no probability.
    #[error("{{{}}} is impossible here: its probability is zero", occupied.join(","))]
    Impossible {
        /// The bits.
        bits: Bitstring,
        /// The names of the slots they call occupied.
        occupied: Vec<String>,
    },
    /// Not one bit for each slot measured.
    #[error("{found} bits for a measurement of {expected}")]
    WrongLength {
        /// How many are measured.
        expected: usize,
        /// How many bits came.
        found: usize,
    },
}

/// Bits were refused; the measurement can be answered again.
pub struct ResolveError<G: Game> {
    /// The measurement, as it was.
    pub pending: Box<Pending<G>>,
    /// Why.
    pub reason: ResolveReason,
}

/// A move was refused; the position is given back as it was.
pub struct PlayError<G: Game> {
    /// The position, as it was.
    pub position: Box<G>,
    /// The move.
    pub mv: G::Move,
    /// Why.
    pub reason: G::Refusal,
}

impl<G: Game> fmt::Debug for ResolveError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResolveError")
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Display for ResolveError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<G: Game> std::error::Error for ResolveError<G> {}

impl<G: Game> fmt::Debug for PlayError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayError")
            .field("mv", &self.mv)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Display for PlayError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.mv, self.reason)
    }
}

impl<G: Game> std::error::Error for PlayError<G> {}
