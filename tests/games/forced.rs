//! Moves that must succeed or fail: what is looked at, what is drawn, and what is never met.

use std::fmt;
use std::str::FromStr;

use cheqqers_circuit::Gate;
use cheqqers_game::notation::{Demand, ForcedMove};
use cheqqers_game::{
    Colour, CompletedPly, Encoding, Game, MeasurementRequest, OccupiedPlace, Outcome,
};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, generator};
use cheqqers_session::{ForceError, play_forced};
use cheqqers_world::{Effect, Recording, Slot, World};
use serde_json::{Map, Value};

/// A game of one move: so many coins are tossed and looked at; where all of `heads` show heads and
/// those behind them tails, the first is taken.
#[derive(Clone, Debug)]
struct Toss {
    world: World,
    coins: u16,
    /// `None`: whatever shows, nothing is taken.
    heads: Option<u16>,
    taken: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Move;

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("this can't be")]
struct Refused;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("toss")
    }
}

impl FromStr for Move {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        (text == "toss").then_some(Self).ok_or(Refused)
    }
}

impl Game for Toss {
    const NAME: &'static str = "toss";
    const RULES: &'static str = "toy-2";

    type Move = Move;
    type Refusal = Refused;
    type Stage = ();
    type SetupError = Refused;

    fn from_header(_: &Map<String, Value>) -> Result<Self, Refused> {
        Err(Refused)
    }
    fn turn(&self) -> Colour {
        Colour::White
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.push(Move);
    }
    fn check(&self, _: Move) -> Result<(), Refused> {
        Ok(())
    }
    fn begin(&mut self, _: Move) -> Option<MeasurementRequest<()>> {
        let slots = || (0..self.coins).map(Slot);
        for slot in slots() {
            let occupied = false;
            let toss = [
                Effect::Enter { slot, occupied },
                Effect::gate(Gate::H, &[slot]),
            ];
            self.world.apply(1, &toss).unwrap();
        }
        MeasurementRequest::of_components((), &self.world, slots())
    }
    fn resume(&mut self, (): (), readings: &[(Slot, bool)]) -> Option<MeasurementRequest<()>> {
        let fits = |heads| readings.iter().all(|&(slot, on)| on == (slot.0 < heads));
        self.taken = self.heads.is_some_and(fits);
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
        (0..self.coins)
            .map(Slot)
            .find(|&slot| self.slot_name(slot) == name)
    }
    fn occupied(&self) -> Vec<OccupiedPlace> {
        Vec::new()
    }
    fn captured(&self) -> Vec<String> {
        Vec::from_iter(self.taken.then(|| "c0".to_owned()))
    }
}

fn toss(coins: u16, heads: Option<u16>, succeed: bool) -> Result<CompletedPly<Toss>, ForceError> {
    let position = Toss {
        world: World::new(Recording::Off),
        coins,
        heads,
        taken: false,
    };
    let forced = ForcedMove {
        mv: Move,
        demand: Demand::Succeeds(succeed),
    };
    let mut measurer =
        MeasurerKind::Sparse.measurer(generator(1, Stream::Measurements), Encoding::Minimal);
    let mut rng = generator(1, Stream::Setup);
    play_forced(
        &position,
        &forced,
        &mut std::iter::empty(),
        &mut measurer,
        &mut rng,
    )
}

#[test]
fn one_outcome_in_thousands_is_met() {
    // 64 and fewer, all that are looked at, and more of which some are drawn.
    for coins in [3, 6, 7, 11, 12] {
        for heads in [1, coins] {
            let ply = toss(coins, Some(heads), true).unwrap();
            assert!(ply.position.taken, "{coins} coins");
            let measurement = &ply.ply.measurements[0];
            assert_eq!(measurement.occupied().count(), usize::from(heads));
            assert_eq!(measurement.backend, "forced");
        }
    }
    assert!(!toss(13, Some(13), false).unwrap().position.taken);
    assert!(!toss(40, None, false).unwrap().position.taken);
}

#[test]
fn what_is_not_met_is_called_impossible_only_where_all_was_looked_at() {
    let refused = toss(12, None, true).unwrap_err();
    assert_eq!(refused.to_string(), "toss can't succeed here");
    let refused = toss(13, None, true).unwrap_err();
    assert_eq!(refused.to_string(), "toss did not succeed in 10000 draws");
    let refused = toss(40, Some(40), true).unwrap_err();
    assert!(matches!(
        refused,
        ForceError::NotDrawn { succeed: true, .. }
    ));
}
