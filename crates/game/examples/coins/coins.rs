//! A toy: four coins lie on a table, tails up. A player tosses one, ties one to the next, or looks
//! at one and at all that is tied to it: each head seen is a point, and what was seen is put away.

use std::{fmt, str::FromStr};

use cheqqers_circuit::Gate;
use cheqqers_game::{Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, show::Show};
use cheqqers_session::Playable;
use cheqqers_world::{Effect, Recording, Slot, World};
use serde_json::{Map, Value};

const MOVES: &str = "toss0 toss1 toss2 toss3 tie0-1 tie1-2 tie2-3 look0 look1 look2 look3";

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Move(u16);

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{0:?} can't be done with these coins")]
pub(crate) struct Refused(String);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MOVES.split(' ').nth(self.0.into()).unwrap_or_default())
    }
}

impl FromStr for Move {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let found = (0..11).map(Move).find(|mv| mv.to_string() == text);
        found.ok_or_else(|| Refused(text.into()))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Coins {
    world: World,
    /// The face of each coin where it is certain; `None` once it is put away.
    shown: [Option<bool>; 4],
    lead: i32,
    plies: u32,
}

impl Coins {
    /// Lets a gate act on coins: those that are certain until now become qubits.
    fn apply(&mut self, slots: &[Slot], gate: Gate) -> Option<MeasurementRequest<()>> {
        let mut effects = Vec::new();
        for &slot in slots.iter().filter(|&&slot| !self.world.is_quantum(slot)) {
            let occupied = self.shown[usize::from(slot.0)] == Some(true);
            effects.push(Effect::Enter { slot, occupied });
        }
        effects.push(Effect::gate(gate, slots));
        let settled = self
            .world
            .apply(self.plies, &effects)
            .expect("four coins fit");
        for (slot, heads) in settled {
            self.shown[usize::from(slot.0)] = Some(heads);
        }
        None
    }
}

impl Show for Coins {}
impl Playable for Coins {}

impl Game for Coins {
    const NAME: &'static str = "coins";
    const RULES: &'static str = "toy-1";

    type Move = Move;
    type Refusal = Refused;
    type Stage = ();
    type SetupError = Refused;

    fn from_header(_: &Map<String, Value>) -> Result<Self, Refused> {
        Ok(Self {
            world: World::new(Recording::On),
            shown: [Some(false); 4],
            lead: 0,
            plies: 0,
        })
    }
    fn turn(&self) -> Colour {
        [Colour::White, Colour::Black][self.plies as usize % 2]
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = [Colour::Black, Colour::White][usize::from(self.lead > 0)];
        let outcome = match self.lead {
            0 => Outcome::Draw,
            _ => Outcome::Decisive { winner },
        };
        (self.plies >= 40 || self.shown == [None; 4]).then_some(outcome)
    }
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend((0..11).map(Move).filter(|&mv| self.check(mv).is_ok()));
    }
    fn check(&self, mv: Move) -> Result<(), Refused> {
        let there = |coin: u16| self.shown[usize::from(coin)].is_some() && self.outcome().is_none();
        let legal = match mv.0 {
            coin @ 0..4 => there(coin),
            tie @ 4..7 => there(tie - 4) && there(tie - 3),
            look => there(look - 7),
        };
        legal.then_some(()).ok_or_else(|| Refused(mv.to_string()))
    }
    fn begin(&mut self, mv: Move) -> Option<MeasurementRequest<()>> {
        self.plies += 1;
        match mv.0 {
            coin @ 0..4 => self.apply(&[Slot(coin)], Gate::H),
            tie @ 4..7 => self.apply(&[Slot(tie - 4), Slot(tie - 3)], Gate::Cx),
            look => match (Slot(look - 7), self.shown[usize::from(look) - 7]) {
                (slot, _) if self.world.is_quantum(slot) => Some(MeasurementRequest::one((), slot)),
                (slot, shown) => self.resume((), &[(slot, shown == Some(true))]),
            },
        }
    }
    fn resume(&mut self, (): (), readings: &[(Slot, bool)]) -> Option<MeasurementRequest<()>> {
        let sign = [-1, 1][self.plies as usize % 2];
        for &(slot, heads) in readings {
            self.lead += sign * i32::from(heads);
            self.shown[usize::from(slot.0)] = None;
        }
        None
    }
    fn world(&self) -> &World {
        &self.world
    }
    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
    fn slot_name(&self, slot: Slot) -> String {
        format!("c{}", slot.0)
    }
    fn slot_named(&self, name: &str) -> Option<Slot> {
        (0..4).map(Slot).find(|&slot| self.slot_name(slot) == name)
    }
    fn occupied(&self) -> Vec<OccupiedPlace> {
        let heads = (0..4).map(|coin| OccupiedPlace {
            place: self.slot_name(Slot(coin)),
            piece: "heads".into(),
            probability: match self.world.component(Slot(coin)) {
                Some(component) => component.probability(Slot(coin)),
                None => f64::from(self.shown[usize::from(coin)] == Some(true)),
            },
        });
        heads.filter(|heads| heads.probability > 0.0).collect()
    }
}
