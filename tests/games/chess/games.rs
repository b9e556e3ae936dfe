//! Random games of every preset: every invariant at every ply, and circuits in both encodings that say
//! the same as the state.

use std::collections::BTreeSet;

use cheqqers_chess::{boxed, queens};
use cheqqers_game::{Encoding, Game, GameExt, Turn, settings};
use cheqqers_sim::{Limits, Sparse};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::{checks, seed};

/// Games of each preset, and those whose circuits are simulated.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    1000
} else {
    12
};
const WITH_CIRCUITS: u64 = if cfg!(feature = "slow-tests") { 100 } else { 3 };

/// How far two ways to compute a probability may differ.
const CLOSE: f64 = 1e-9;

/// Plays random games of every preset; `check` looks at each position.
fn games<G: Game>(check: impl Fn(&G)) {
    let base = seed::choose(2306);
    for (number, preset) in (0..).zip(G::PRESETS) {
        let header = settings::header::<G>(Some(preset.name), []).unwrap();
        let start = G::from_header(&header).unwrap();
        checks::start(&start).unwrap();
        for game in 0..GAMES {
            let seed = base.wrapping_add(number << 32).wrapping_add(game);
            let mut start = start.clone();
            let has_circuits = game < WITH_CIRCUITS;
            if !has_circuits {
                start.world_mut().stop_recording();
            }
            let mut game = random_game(start, seed);
            for ply in game.by_ref() {
                let told = format!("{} seed {seed} ply {}: {}", preset.name, ply.number, ply.mv);
                let checked = checks::position(&ply.after);
                checked.unwrap_or_else(|violation| panic!("{told}: {violation}"));
                if ply.number % 4 == 0
                    && let Turn::Pending(pending) = ply.before.clone().play(ply.mv).unwrap()
                {
                    checks::pending(&pending).unwrap();
                }
                check(&ply.after);
                if has_circuits {
                    circuits(&ply.after);
                }
            }
            assert!(
                game.position().outcome().is_some(),
                "{} {seed}",
                preset.name
            );
        }
    }
}

/// Both encodings of each component give the probabilities of its state.
fn circuits<G: Game>(position: &G) {
    for component in position.world().components() {
        for encoding in [Encoding::Minimal, Encoding::Paper] {
            let circuit = component.circuit(encoding).unwrap();
            let slots = component.slots();
            let measured = circuit.measured(&slots).unwrap();
            let state = Sparse::run(&measured, Limits::default()).unwrap();
            let readout = cheqqers_sim::Readout::of(&measured).unwrap();
            let found = state.marginal(&readout);
            let expected = component.outcomes();
            assert_eq!(found.len(), expected.len());
            for ((bits, found), (other, expected)) in found.iter().zip(&expected) {
                assert_eq!(bits, other);
                assert!((found - expected).abs() < CLOSE);
            }
        }
    }
}

#[test]
fn games_of_queens_chess_keep_every_invariant() {
    games(|position: &queens::Position| {
        let dealt = position.step() != queens::TurnStep::Deal;
        let quantum: BTreeSet<usize> = position
            .board()
            .quantum()
            .into_iter()
            .map(|square| square as usize)
            .collect();
        let mut slots = BTreeSet::new();
        for component in position.world().components() {
            // Between plies a component is one piece, even between its types.
            assert_eq!(component.num_slots(), 1);
            let slot = component.slots()[0];
            assert!((component.probability(slot) - 0.5).abs() < CLOSE);
            slots.insert(usize::from(slot.0));
        }
        assert!(!dealt || slots == quantum);
        for colour in [cheqqers_game::Colour::White, cheqqers_game::Colour::Black] {
            let pieces = position.board().of(colour).into_iter();
            let pieces = pieces.filter_map(|square| position.board().piece(square));
            let unknown = pieces.filter(|piece| piece.secondary.is_none()).count();
            assert!(unknown as u64 <= u64::from(position.pool(colour).len()));
        }
        let between = position.step() == queens::TurnStep::Touch && position.outcome().is_none();
        if between {
            let usual = queens::Position::initial(position.rules());
            round_trip(position, [&position.to_text(), &usual.to_text()]);
        }
    });
}

#[test]
fn games_of_box_chess_keep_every_invariant() {
    games(|position: &boxed::Position| {
        let board = position.board();
        let mut squares = BTreeSet::new();
        for component in position.world().components() {
            let slots = component.slots();
            squares.extend(slots.iter().map(|slot| usize::from(slot.0)));
            let outcomes = component.outcomes();
            assert_eq!(outcomes.len(), 2, "a group has two basis states");
            for (bits, probability) in outcomes {
                for (&slot, real) in slots.iter().zip(bits.iter()) {
                    let square = cheqqers_chess::Square::index(slot.0.into());
                    let half = board.half(square).unwrap();
                    // One class is real, and with the probability that the board shows.
                    if real {
                        assert!((position.probability(square) - probability).abs() < CLOSE);
                        let partner = slots
                            .iter()
                            .position(|other| usize::from(other.0) == half.partner as usize);
                        assert!(!bits.bit(partner.unwrap()));
                    }
                }
            }
            let group = board.half(cheqqers_chess::Square::index(slots[0].0.into()));
            let members: Vec<_> = board.of_group(group.unwrap().group).collect();
            assert_eq!(members.len(), slots.len());
        }
        let halves: BTreeSet<usize> = board.halves().into_iter().map(|s| s as usize).collect();
        assert_eq!(squares, halves);
        assert!(board.num_entangled_groups() <= position.rules().max_entangled);
        if position.collapsed().is_none() && position.outcome().is_none() {
            assert!(!position.is_in_check(position.turn().opponent()));
            let usual = boxed::Position::initial(position.rules());
            round_trip(position, [&position.to_text(), &usual.to_text()]);
        }
    });
}

/// A position is read from its text with the same moves, and written as the same text, which is left
/// out where it is that of the usual start.
fn round_trip<G: Game>(position: &G, [text, usual]: [&str; 2]) {
    let mut header = position.header();
    header.insert("position".into(), text.into());
    let read = G::from_header(&header).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    read.legal_moves(&mut others);
    assert_eq!(moves, others, "{text}");
    assert_eq!(position.key(), read.key(), "{text}");
    let written = read.header();
    let written = written.get("position").and_then(|text| text.as_str());
    assert_eq!(written.unwrap_or(usual), text);
}
