//! The gates of a circuit belong to the plies whose moves made them, in every game.

use std::collections::BTreeMap;

use cheqqers_circuit::Gate;
use cheqqers_game::Game;
use cheqqers_game::settings::{self, Kind};
use cheqqers_session::{GameVisitor, KNOWN, Playable, UnknownGame, with_game};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::{Component, Encoding};

/// Gates of each ply, in order.
type Gates = BTreeMap<u32, Vec<Gate>>;

fn gates(component: &Component, encoding: Encoding) -> (Gates, Vec<u32>) {
    let encoded = component.circuit(encoding).unwrap();
    let mut all = Gates::new();
    let mut order = Vec::new();
    for (operation, (gate, _)) in encoded
        .circuit()
        .operations()
        .iter()
        .zip(encoded.circuit().gates())
    {
        let plies: Vec<u32> = operation.groups.iter().collect();
        let [ply] = plies[..] else {
            panic!("as played, a gate is of one ply")
        };
        all.entry(ply).or_default().push(gate);
        order.push(ply);
    }
    // The gates of the plies, one after the other, are the circuit.
    assert!(order.is_sorted(), "{order:?}");
    for ply in encoded.prepared_plies() {
        assert!(*ply == 0 || order.contains(ply), "{ply} in {order:?}");
    }
    (all, encoded.prepared_plies().to_vec())
}

/// Numbers of what was checked.
#[derive(Default, Debug)]
struct Seen {
    made: usize,
    kept: usize,
    joined: usize,
    prepared: usize,
}

/// A random game of each variant of a game.
struct Variants<'a> {
    seed: u64,
    seen: &'a mut Seen,
}

impl GameVisitor for Variants<'_> {
    type Done = ();
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(), UnknownGame> {
        for start in starts::<G>() {
            for ply in random_game(start, self.seed).take(60) {
                for encoding in Encoding::ALL {
                    check(ply.number, &ply.before, &ply.after, encoding, self.seen);
                }
            }
        }
        Ok(())
    }
}

/// The start of a game with each preset, and with each level.
fn starts<G: Game>() -> Vec<G> {
    let level = G::SETTINGS.iter().find(|setting| setting.key == "level");
    let levels = level.and_then(|setting| match setting.kind {
        Kind::Number(first, last) => Some(first..=last),
        _ => None,
    });
    let levels = levels
        .into_iter()
        .flatten()
        .map(|level| (None, Some(("level", level.to_string()))));
    let presets = G::PRESETS.iter().map(|preset| (Some(preset.name), None));
    let all = presets.chain(levels).chain([(None, None)]);
    all.map(|(preset, level)| {
        let level = level.as_ref().map(|(key, value)| (*key, &**value));
        G::from_header(&settings::header::<G>(preset, level).unwrap()).unwrap()
    })
    .collect()
}

/// The gates of earlier plies are those that the position before had, and all others are of this ply.
fn check<G: Game>(ply: u32, before: &G, after: &G, encoding: Encoding, seen: &mut Seen) {
    let components = before.world().components().iter();
    let earlier: Vec<Gates> = components
        .map(|component| gates(component, encoding).0)
        .collect();
    for component in after.world().components() {
        let (found, prepared) = gates(component, encoding);
        seen.prepared += usize::from(prepared.contains(&ply));
        for (&of, gates) in &found {
            let known: Vec<&Vec<Gate>> =
                earlier.iter().filter_map(|gates| gates.get(&of)).collect();
            match &known[..] {
                [] => {
                    assert_eq!(of, ply, "{}: new gates of another ply", G::NAME);
                    seen.made += 1;
                }
                [known] => {
                    assert!(
                        of < ply && *known == gates,
                        "{} ply {ply}: gates of {of}",
                        G::NAME
                    );
                    seen.kept += 1;
                }
                several => {
                    let most: usize = several.iter().map(|gates| gates.len()).sum();
                    assert!(of < ply && gates.len() <= most);
                    seen.joined += 1;
                }
            }
        }
    }
}

#[test]
fn gates_belong_to_the_ply_that_made_them_in_every_game() {
    let mut seen = Seen::default();
    for game in KNOWN {
        for number in 0..3 {
            let seed = seed::choose(2026).wrapping_add(number);
            with_game(
                game.name,
                Variants {
                    seed,
                    seen: &mut seen,
                },
            )
            .unwrap();
        }
    }
    let Seen {
        made,
        kept,
        joined,
        prepared,
    } = seen;
    assert!(
        [made, kept, joined, prepared]
            .iter()
            .all(|&often| often > 10),
        "{seen:?}"
    );
}
