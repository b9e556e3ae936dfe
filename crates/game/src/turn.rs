use cheqqers_circuit::{Bitstring, Circuit, counted};
use cheqqers_world::{ClassicalSlots, Component, Encoding, Slot, TOLERANCE, World, WorldError};
use rand::Rng;
use thiserror::Error;

use crate::{Game, MeasurementRequest};

/// Result of a move: a position, or a measurement that must be answered first.
#[derive(Clone, Debug)]
pub enum Turn<G: Game> {
    /// The move is complete.
    Ready(G),
    /// The move waits for bits.
    Pending(Pending<G>),
}

impl<G: Game> Turn<G> {
    /// The result of a move that has requested this.
    pub(crate) fn new(position: G, request: Option<MeasurementRequest<G::Stage>>) -> Self {
        match request {
            None => Self::Ready(position),
            Some(request) => Self::Pending(Pending::new(position, request)),
        }
    }

    /// Completes the move: every measurement it asks for is answered in turn.
    ///
    /// # Errors
    /// Returns an error if there is no answer, or an illegal one.
    pub fn finish<E>(
        mut self,
        mut answer: impl FnMut(&Pending<G>) -> Result<Bitstring, E>,
    ) -> Result<G, CompletionError<G, E>> {
        loop {
            match self {
                Self::Ready(position) => return Ok(position),
                Self::Pending(pending) => {
                    let bits = answer(&pending).map_err(CompletionError::Unanswered)?;
                    self = pending.resolve(&bits).map_err(CompletionError::Refused)?;
                }
            }
        }
    }
}

/// Error of completing a move.
#[derive(Debug)]
pub enum CompletionError<G: Game, E> {
    /// A measurement has no answer.
    Unanswered(E),
    /// The bits of an answer are illegal.
    Refused(ResolveError<G>),
}

/// The slots measured of one component.
pub(crate) struct MeasuredComponent<'a> {
    pub(crate) component: &'a Component,
    /// The slots, in order, where it is not all of them.
    only: Option<Vec<Slot>>,
}

impl MeasuredComponent<'_> {
    pub(crate) fn slots(&self) -> Vec<Slot> {
        let all = || self.component.slots();
        self.only.clone().unwrap_or_else(all)
    }

    fn num_slots(&self) -> usize {
        let all = || self.component.num_slots();
        self.only.as_ref().map_or_else(all, Vec::len)
    }

    pub(crate) fn outcomes(&self) -> Vec<(Bitstring, f64)> {
        match &self.only {
            None => self.component.outcomes(),
            Some(slots) => self.component.marginal(slots),
        }
    }

    fn probability_of(&self, bits: Bitstring) -> Option<f64> {
        match &self.only {
            None => self.component.probability_of(bits),
            Some(slots) if slots.len() == bits.len() => {
                let readings: Vec<_> = slots.iter().copied().zip(bits.iter()).collect();
                Some(self.component.joint(&readings))
            }
            Some(_) => None,
        }
    }

    fn sample(&self, rng: &mut impl Rng) -> Bitstring {
        match &self.only {
            None => self.component.sample(rng),
            Some(slots) => self.component.sample_of(slots, rng),
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
    request: MeasurementRequest<G::Stage>,
}

impl<G: Game> Pending<G> {
    /// A move of `position` that asks for a measurement.
    ///
    /// # Panics
    /// Panics if a slot of it is certain.
    pub fn new(position: G, request: MeasurementRequest<G::Stage>) -> Self {
        for &slot in request
            .components
            .iter()
            .chain(request.only.iter().flatten())
        {
            assert!(
                position.world().component(slot).is_some(),
                "only quantum slots are measured"
            );
        }
        Self { position, request }
    }

    /// The position the measurement is requested in.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The slots the bits stand for, in order.
    pub fn slots(&self) -> Vec<Slot> {
        self.each().flat_map(|measured| measured.slots()).collect()
    }

    /// The circuits to run, measurements included: one for each component, in the order of
    /// [`Self::slots`].
    ///
    /// # Errors
    /// Returns an error if the position does not record circuits.
    pub fn circuits(&self, encoding: Encoding) -> Result<Vec<Circuit>, WorldError> {
        let circuit = |measured: MeasuredComponent<'_>| {
            let circuit = measured.component.circuit(encoding)?;
            circuit.measured(&measured.slots())
        };
        self.each().map(circuit).collect()
    }

    /// Every legal answer with its exact probability, in order of their text.
    ///
    /// Cost: one state at a time for each component; their product is walked, not stored, and may
    /// be too long to walk to its end: see [`Self::num_outcomes`].
    pub fn outcomes(&self) -> impl Iterator<Item = (Bitstring, f64)> + use<G> {
        let parts: Vec<_> = self.each().map(|measured| measured.outcomes()).collect();
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

    /// The number of legal answers: the product over the components, as a float because it grows
    /// beyond every integer.
    pub fn num_outcomes(&self) -> f64 {
        let each = self.each().map(|measured| measured.outcomes().len());
        each.map(|outcomes| outcomes as f64).product()
    }

    /// The exact probability of an answer, 0 for an illegal one; `None` when its length is wrong.
    pub fn probability(&self, bits: Bitstring) -> Option<f64> {
        let mut start = 0;
        let mut probability = 1.0;
        for measured in self.each() {
            let len = measured.num_slots();
            if start + len > bits.len() {
                return None;
            }
            let part = measured.probability_of(bits.slice(start, len))?;
            // A shot is legal when each component's part of it is.
            probability *= if part > TOLERANCE { part } else { 0.0 };
            start += len;
        }
        (start == bits.len()).then_some(probability)
    }

    /// Draws an answer from the exact state.
    pub fn sample(&self, rng: &mut impl Rng) -> Bitstring {
        self.each().fold(Bitstring::default(), |bits, measured| {
            bits.concat(measured.sample(rng))
                .expect("at most 128 bits are measured")
        })
    }

    /// Goes on with the move, given the bits of [`Self::slots`].
    ///
    /// # Errors
    /// Bits that the exact state gives no probability are refused, and the measurement is given
    /// back to be answered again.
    pub fn resolve(mut self, bits: &Bitstring) -> Result<Turn<G>, ResolveError<G>> {
        match self.collapse(*bits) {
            Ok(readings) => {
                let next = self.position.resume(self.request.stage, &readings);
                Ok(Turn::new(self.position, next))
            }
            Err(reason) => Err(ResolveError {
                pending: Box::new(self),
                reason,
            }),
        }
    }

    /// Collapses the components measured; nothing where the bits are not legal.
    fn collapse(&mut self, bits: Bitstring) -> Result<ClassicalSlots, ResolveReason> {
        // One component judges its bits itself; of several all are judged before any collapses.
        if let ([slot], None) = (&self.request.components[..], &self.request.only) {
            let collapsed = self.position.world_mut().collapse(*slot, bits);
            return collapsed.map_err(|_| self.check(bits).expect_err("it judges alike"));
        }
        self.check(bits)?;
        let mut readings = ClassicalSlots::new();
        let mut start = 0;
        for &slot in &self.request.components {
            let part = only(&self.request, self.position.world(), slot);
            let world = self.position.world_mut();
            let component = world
                .component(slot)
                .expect("checked when the measurement was requested");
            let len = part.as_ref().map_or(component.num_slots(), Vec::len);
            let bits = bits.slice(start, len);
            let collapsed = match part {
                None => world.collapse(slot, bits),
                Some(slots) => world.collapse_part(self.request.ply, &slots, bits),
            };
            readings.extend(collapsed.expect("the bits were found legal"));
            start += len;
        }
        Ok(readings)
    }

    fn check(&self, bits: Bitstring) -> Result<(), ResolveReason> {
        match self.probability(bits) {
            None => Err(ResolveReason::WrongLength {
                expected: self.each().map(|measured| measured.num_slots()).sum(),
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

    pub(crate) fn each(&self) -> impl Iterator<Item = MeasuredComponent<'_>> {
        self.request.components.iter().map(|&slot| {
            let world = self.position.world();
            MeasuredComponent {
                component: world
                    .component(slot)
                    .expect("checked when the measurement was requested"),
                only: only(&self.request, world, slot),
            }
        })
    }
}

/// The slots measured of the component that holds this one, unless all are.
fn only<S>(request: &MeasurementRequest<S>, world: &World, slot: Slot) -> Option<Vec<Slot>> {
    let only = request.only.as_ref()?;
    let linked = only.iter().copied();
    Some(linked.filter(|&other| world.linked(slot, other)).collect())
}

/// Reason for which bits can't answer a measurement.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ResolveReason {
    #[error("{{{}}} is impossible here: its probability is zero", occupied.join(","))]
    Impossible {
        bits: Bitstring,
        occupied: Vec<String>,
    },
    #[error("{} for a measurement of {expected}", counted(*found, "bit"))]
    WrongLength { expected: usize, found: usize },
}

/// Bits were refused; the measurement can be answered again.
#[derive(Debug, Error)]
#[error("{reason}")]
pub struct ResolveError<G: Game> {
    /// The measurement, as it was.
    pub pending: Box<Pending<G>>,
    /// Reason of the refusal.
    pub reason: ResolveReason,
}

#[cfg(test)]
mod tests;
