//! A game of nothing but measurements: pieces stay in superposition, and are so again once they were measured.

use std::fmt;
use std::str::FromStr;

use cheqqers_circuit::Gate;
use cheqqers_game::{Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, StartedPly};
use cheqqers_world::{Effect, Recording, Slot, World};
use serde_json::{Map, Value};
use thiserror::Error;

/// Slots of the pairs, of which one is occupied.
const PAIRS: [[u16; 2]; 3] = [[0, 1], [2, 3], [8, 9]];

/// Slots of the quartet: two pieces, on the first and third slot or on the others.
const QUARTET: [u16; 4] = [4, 5, 6, 7];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Move {
    /// Nothing is measured.
    Rest,
    /// The first pair is measured.
    Pair,
    /// Two pairs are measured together: two circuits that are alike.
    Both,
    /// The first pair is measured, and then the second.
    Twice,
    /// The quartet is measured.
    Quartet,
    /// The first pair and the quartet are measured together.
    Mixed,
}

impl Move {
    pub(super) const ALL: [Self; 6] = [
        Self::Rest,
        Self::Pair,
        Self::Both,
        Self::Twice,
        Self::Quartet,
        Self::Mixed,
    ];
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rest => "rest",
            Self::Pair => "pair",
            Self::Both => "both",
            Self::Twice => "twice",
            Self::Quartet => "quartet",
            Self::Mixed => "mixed",
        })
    }
}

#[derive(Clone, PartialEq, Debug, Error)]
#[error("this can't be")]
pub(super) struct Refused;

impl FromStr for Move {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let mut all = Self::ALL.into_iter();
        all.find(|mv| mv.to_string() == text).ok_or(Refused)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Toy {
    world: World,
    plies: u32,
    length: u32,
}

impl Toy {
    /// A game that is over after so many plies.
    pub(super) fn new(length: u32) -> Self {
        let world = World::new(Recording::On);
        let mut toy = Self {
            world,
            plies: 0,
            length,
        };
        for pair in PAIRS {
            toy.prepare(&pair);
        }
        toy.prepare(&QUARTET);
        toy
    }

    /// One whose circuits are not recorded.
    pub(super) fn unrecorded() -> Self {
        let mut toy = Self::new(1);
        toy.world.stop_recording();
        toy
    }

    /// Puts slots, none of which is quantum, into superposition: each reads other bits than the one before it.
    fn prepare(&mut self, slots: &[u16]) {
        let enter = |&slot: &u16| Effect::Enter {
            slot: Slot(slot),
            occupied: false,
        };
        let mut effects: Vec<Effect> = slots.iter().map(enter).collect();
        effects.push(Effect::gate(Gate::H, &[Slot(slots[0])]));
        for (index, &slot) in slots.iter().enumerate().skip(1) {
            if index % 2 == 1 {
                effects.push(Effect::gate(Gate::X, &[Slot(slot)]));
            }
            effects.push(Effect::gate(Gate::Cx, &[Slot(slots[0]), Slot(slot)]));
        }
        self.world
            .apply(self.plies, &effects)
            .expect("ten slots fit");
    }

    fn request(&self, stage: Move, slots: &[u16]) -> Option<MeasurementRequest<Move>> {
        let slots = slots.iter().copied().map(Slot);
        MeasurementRequest::of_components(stage, &self.world, slots)
    }

    /// A move that was begun.
    pub(super) fn start(&self, mv: Move) -> StartedPly<Self> {
        StartedPly::new(self, mv).expect("the game is not over")
    }
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    const RULES: &'static str = "toy-1";

    type Move = Move;
    type Refusal = Refused;
    type Stage = Move;
    type SetupError = Refused;

    fn from_header(header: &Map<String, Value>) -> Result<Self, Refused> {
        let length = header.get("length").and_then(Value::as_u64);
        let length = u32::try_from(length.ok_or(Refused)?);
        length.map(Self::new).map_err(|_| Refused)
    }
    fn header(&self) -> Map<String, Value> {
        Map::from_iter([("length".to_owned(), self.length.into())])
    }
    fn turn(&self) -> Colour {
        [Colour::White, Colour::Black][self.plies as usize % 2]
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.plies >= self.length).then_some(Outcome::Draw)
    }
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(Move::ALL.into_iter().filter(|&mv| self.check(mv).is_ok()));
    }
    fn check(&self, _: Move) -> Result<(), Refused> {
        self.outcome().is_none().then_some(()).ok_or(Refused)
    }
    fn begin(&mut self, mv: Move) -> Option<MeasurementRequest<Move>> {
        self.plies += 1;
        match mv {
            Move::Rest => None,
            Move::Pair | Move::Twice => self.request(mv, &[0]),
            Move::Both => self.request(mv, &[0, 2]),
            Move::Quartet => self.request(mv, &[4]),
            Move::Mixed => self.request(mv, &[0, 4]),
        }
    }
    fn resume(
        &mut self,
        stage: Move,
        readings: &[(Slot, bool)],
    ) -> Option<MeasurementRequest<Move>> {
        let is_read = |slot: u16| readings.iter().any(|&(read, _)| read == Slot(slot));
        for pair in PAIRS.into_iter().filter(|pair| is_read(pair[0])) {
            self.prepare(&pair);
        }
        if is_read(QUARTET[0]) {
            self.prepare(&QUARTET);
        }
        match stage {
            Move::Twice => self.request(Move::Rest, &[2]),
            _ => None,
        }
    }
    fn world(&self) -> &World {
        &self.world
    }
    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
    fn slot_name(&self, slot: Slot) -> String {
        format!("s{}", slot.0)
    }
    fn slot_named(&self, name: &str) -> Option<Slot> {
        (0..10).map(Slot).find(|&slot| self.slot_name(slot) == name)
    }
    fn contents(&self, slots: &[Slot]) -> Vec<String> {
        let content = |slot: &Slot| (slot.0 / 2).to_string();
        slots.iter().map(content).collect()
    }
    fn occupied(&self) -> Vec<OccupiedPlace> {
        Vec::new()
    }
}
