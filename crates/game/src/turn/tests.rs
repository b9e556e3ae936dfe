use std::fmt;
use std::str::FromStr;

use cheqqers_circuit::Gate;
use cheqqers_world::{Effect, Recording};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Map, Value};

use super::*;
use crate::{Colour, OccupiedPlace, Outcome};

/// A piece on three slots, with probabilities 1/2, 1/4 and 1/4, and one on two others, 1/2 each.
const PIECES: [&[u16]; 2] = [&[0, 1, 2], &[3, 4]];

/// The answers to a measurement of both.
const OUTCOMES: [(&str, f64); 6] = [
    ("00101", 0.125),
    ("00110", 0.125),
    ("01001", 0.125),
    ("01010", 0.125),
    ("10001", 0.25),
    ("10010", 0.25),
];

#[derive(Clone, Debug)]
struct Pieces {
    world: World,
    read: Vec<(Slot, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Look;

#[derive(Clone, PartialEq, Debug, Error)]
#[error("this can't be")]
struct Refused;

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("look")
    }
}

impl FromStr for Look {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        (text == "look").then_some(Self).ok_or(Refused)
    }
}

impl Game for Pieces {
    const NAME: &'static str = "pieces";
    const RULES: &'static str = "toy";

    type Move = Look;
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
    fn legal_moves(&self, moves: &mut Vec<Look>) {
        moves.push(Look);
    }
    fn check(&self, _: Look) -> Result<(), Refused> {
        Ok(())
    }
    fn begin(&mut self, _: Look) -> Option<MeasurementRequest<()>> {
        MeasurementRequest::of_components((), &self.world, (0..5).map(Slot))
    }
    fn resume(&mut self, (): (), readings: &[(Slot, bool)]) -> Option<MeasurementRequest<()>> {
        self.read = readings.to_vec();
        None
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
    fn slot_named(&self, _: &str) -> Option<Slot> {
        None
    }
    fn occupied(&self) -> Vec<OccupiedPlace> {
        Vec::new()
    }
}

fn pieces() -> Pieces {
    let mut world = World::new(Recording::On);
    for slots in PIECES {
        let enter = slots.iter().map(|&slot| Effect::Enter {
            slot: Slot(slot),
            occupied: slot == slots[0],
        });
        let pairs = slots.windows(2);
        let share = pairs.map(|pair| Effect::gate(Gate::Siswap, &[Slot(pair[0]), Slot(pair[1])]));
        let effects: Vec<Effect> = enter.chain(share).collect();
        world.apply(1, &effects).unwrap();
    }
    Pieces {
        world,
        read: Vec::new(),
    }
}

fn bits(text: &str) -> Bitstring {
    text.parse().unwrap()
}

fn both() -> Pending<Pieces> {
    let mut position = pieces();
    let request = position.begin(Look).unwrap();
    Pending::new(position, request)
}

/// The measurement of these slots alone.
fn some(slots: &[u16]) -> Pending<Pieces> {
    let position = pieces();
    let slots = slots.iter().copied().map(Slot);
    let request = MeasurementRequest::of_slots((), 2, position.world(), slots).unwrap();
    Pending::new(position, request)
}

fn check(pending: &Pending<Pieces>, expected: &[(&str, f64)]) {
    let found: Vec<(String, f64)> = pending
        .outcomes()
        .map(|(bits, probability)| (bits.to_string(), probability))
        .collect();
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((found, probability), (text, expected)) in found.iter().zip(expected) {
        assert_eq!(found, text);
        assert!((probability - expected).abs() < 1e-12, "{text}");
        let asked = pending.probability(bits(text)).unwrap();
        assert!((asked - expected).abs() < 1e-12, "{text}: {asked}");
    }
    let number = pending.num_outcomes();
    assert!((number - expected.len() as f64).abs() < 1e-12);
}

#[test]
fn an_answer_is_as_likely_as_its_parts_are_together() {
    check(&both(), &OUTCOMES);
    check(
        &some(&[1, 3]),
        &[("00", 0.375), ("01", 0.375), ("10", 0.125), ("11", 0.125)],
    );
    check(&some(&[0]), &[("0", 0.5), ("1", 0.5)]);
}

#[test]
fn what_cannot_be_has_no_probability_and_what_is_no_answer_none() {
    for (pending, impossible, others) in [
        (both(), ["11010", "10011", "00000"], ["1001", "100101", ""]),
        (some(&[0, 1]), ["11", "11", "11"], ["1", "101", ""]),
    ] {
        for text in impossible {
            assert_eq!(pending.probability(bits(text)), Some(0.0), "{text}");
        }
        for text in others {
            assert_eq!(pending.probability(bits(text)), None, "{text}");
        }
    }
}

#[test]
fn bits_that_are_refused_change_nothing_and_leave_the_measurement_to_be_answered() {
    let error = both().resolve(&bits("10011")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "{s0,s3,s4} is impossible here: its probability is zero"
    );
    // Neither component has collapsed.
    check(&error.pending, &OUTCOMES);
    let error = error.pending.resolve(&bits("1001")).unwrap_err();
    let expected = ResolveReason::WrongLength {
        expected: 5,
        found: 4,
    };
    assert_eq!(error.reason, expected);
    let Ok(Turn::Ready(position)) = error.pending.resolve(&bits("01001")) else {
        panic!("the bits are legal");
    };
    let read = [false, true, false, false, true];
    assert_eq!(position.read, (0..).map(Slot).zip(read).collect::<Vec<_>>());
    assert!(position.world().components().is_empty());
    // One component alone is judged alike.
    for text in ["11", "101"] {
        assert!(some(&[0, 1]).resolve(&bits(text)).is_err(), "{text}");
    }
}

#[test]
fn of_a_component_only_what_is_asked_for_is_read() {
    let pending = some(&[0, 3]);
    assert_eq!(pending.slots(), [Slot(0), Slot(3)]);
    let Ok(Turn::Ready(position)) = pending.resolve(&bits("00")) else {
        panic!("the bits are legal");
    };
    assert!(position.read.contains(&(Slot(0), false)));
    let left = position.world().component(Slot(1)).unwrap();
    assert!((left.probability(Slot(1)) - 0.5).abs() < 1e-12);
}

#[test]
fn answers_that_are_drawn_are_legal_and_each_comes() {
    let pending = both();
    let mut rng = ChaCha8Rng::from_seed([3; 32]);
    let mut drawn: Vec<Bitstring> = (0..200).map(|_| pending.sample(&mut rng)).collect();
    drawn.sort();
    drawn.dedup();
    let legal: Vec<Bitstring> = pending.outcomes().map(|(bits, _)| bits).collect();
    assert_eq!(drawn, legal);
}
