//! Plies whose game is not part of their type.

use std::convert::Infallible;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use cheqqers_circuit::Bitstring;
use cheqqers_game::notation::write_ply;
use cheqqers_game::show::{PlyFacts, describe_ply};
use cheqqers_game::{Colour, Game, Measurement, Ply};
use cheqqers_world::Slot;
use serde_json::{Map, Value};

use super::moves::Move;
use crate::playable::Playable;
use crate::playout::PendingMeasurement;

/// A ply that was played.
#[derive(Clone)]
pub struct PlayedPly(Arc<dyn PlayedPlyMethods>);

/// Methods of a [`PlayedPly`].
pub trait PlayedPlyMethods: Send + Sync {
    /// The move that was made.
    fn mv(&self) -> Move;

    /// The player who made it.
    fn turn(&self) -> Colour;

    /// Kind of the ply, as the game names it.
    fn kind(&self) -> &'static str;

    /// The move with its outcomes, as it can be played again.
    fn text(&self) -> String;

    /// The ply in sentences: the move, what each measurement found, what became of the pieces.
    fn description(&self) -> Vec<String>;

    /// The same apart from any language.
    fn facts(&self) -> PlyFacts;

    /// Its measurements, in order.
    fn measurements(&self) -> Vec<NamedMeasurement>;

    /// Calls `seen` with each of its measurements as it was waited for. Cost: the ply is played again.
    fn each_pending(&self, seen: &mut dyn FnMut(&dyn PendingMeasurement));
}

/// A measurement that was made, with names for its slots.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedMeasurement {
    /// Names of the slots, in the order of the bits.
    pub slots: Vec<String>,
    /// Squares on which the slots are drawn.
    pub squares: Vec<String>,
    /// Names of the slots that were found occupied.
    pub occupied: Vec<String>,
    /// Squares on which these are drawn.
    pub occupied_squares: Vec<String>,
    /// The bits that were read.
    pub bits: Bitstring,
    /// Exact probability of the bits, in (0, 1].
    pub probability: f64,
    /// Name of the backend.
    pub backend: String,
    /// Further provenance, by its keys in records.
    pub provenance: Map<String, Value>,
}

impl NamedMeasurement {
    fn new<G: Playable>(position: &G, measurement: &Measurement) -> Self {
        let name = |&slot: &Slot| position.slot_name(slot);
        let square = |slot: Slot| position.square(slot);
        Self {
            slots: measurement.slots.iter().map(name).collect(),
            squares: measurement.slots.iter().copied().map(square).collect(),
            occupied: measurement.occupied_names(position),
            occupied_squares: measurement.occupied().map(square).collect(),
            bits: measurement.bits,
            probability: measurement.probability,
            backend: measurement.backend.clone(),
            provenance: measurement.provenance.clone(),
        }
    }
}

impl PlayedPly {
    pub(crate) fn new<G: Playable>(before: Arc<G>, ply: Ply<G::Move>, after: Arc<G>) -> Self {
        Self(Arc::new(PlayedPlyOf { before, ply, after }))
    }
}

impl Deref for PlayedPly {
    type Target = dyn PlayedPlyMethods;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for PlayedPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayedPly({})", self.text())
    }
}

struct PlayedPlyOf<G: Game> {
    before: Arc<G>,
    ply: Ply<G::Move>,
    after: Arc<G>,
}

impl<G: Playable> PlayedPlyMethods for PlayedPlyOf<G> {
    fn mv(&self) -> Move {
        Move::legal(&*self.before, self.ply.mv)
    }

    fn turn(&self) -> Colour {
        self.before.turn()
    }

    fn kind(&self) -> &'static str {
        G::ply_kind(&self.before, self.ply.mv, &self.after)
    }

    fn text(&self) -> String {
        write_ply(&*self.before, &self.ply)
    }

    fn description(&self) -> Vec<String> {
        describe_ply(&*self.before, &self.ply, &*self.after)
    }

    fn facts(&self) -> PlyFacts {
        PlyFacts::of(&*self.before, &self.ply, &*self.after)
    }

    fn measurements(&self) -> Vec<NamedMeasurement> {
        let measurements = self.ply.measurements.iter();
        measurements
            .map(|measurement| NamedMeasurement::new(&*self.before, measurement))
            .collect()
    }

    fn each_pending(&self, seen: &mut dyn FnMut(&dyn PendingMeasurement)) {
        let Ok(_) = self.ply.replay((*self.before).clone(), |pending, _| {
            seen(pending);
            Ok::<_, Infallible>(())
        });
    }
}
