//! That the cases are what they are called, worked out by hand.

use std::f64::consts::SQRT_2;

use cheqqers_game::Game;
use cheqqers_sim::TOLERANCE;

use crate::case::{CASES, Case, Played};

/// What a case comes to: the squares of the bits, and the probability of each outcome.
struct Expected {
    name: &'static str,
    squares: &'static str,
    outcomes: &'static [(&'static str, f64)],
}

/// What two parts in phase, of 1/2 and 1/4, put on the target of their merge.
const MERGED: f64 = (3.0 + 2.0 * SQRT_2) / 8.0;

/// Those of few outcomes.
const SMALL: [Expected; 10] = [
    Expected {
        name: "split",
        squares: "b4 d4",
        outcomes: &[("01", 0.5), ("10", 0.5)],
    },
    Expected {
        name: "double_split",
        squares: "b4 c5 e5",
        outcomes: &[("001", 0.25), ("010", 0.25), ("100", 0.5)],
    },
    // The part of b4 is on a5, with all that it had.
    Expected {
        name: "step",
        squares: "d4 a5",
        outcomes: &[("01", 0.5), ("10", 0.5)],
    },
    // What does not fit on b6 stays on c5; e5 took no part.
    Expected {
        name: "merge_with_remainder",
        squares: "c5 e5 b6",
        outcomes: &[("001", MERGED), ("010", 0.25), ("100", 0.75 - MERGED)],
    },
    // On d6 is all that was on d4 before its split.
    Expected {
        name: "merge_undoes_split",
        squares: "f4 d6",
        outcomes: &[("01", 0.5), ("10", 0.5)],
    },
    // In phase, the two quarters would be on b4; here all of it is on the second source.
    Expected {
        name: "merge_out_of_phase",
        squares: "a3 c5 e5",
        outcomes: &[("001", 0.25), ("010", 0.5), ("100", 0.25)],
    },
    // Either the capturer is where it was and the other piece on g5, or it captured.
    Expected {
        name: "entangling_capture",
        squares: "d4 g5 f6",
        outcomes: &[("001", 0.5), ("110", 0.5)],
    },
    // The second jump measured what the first had entangled; the third one entangled g7's piece.
    Expected {
        name: "capture_chain",
        squares: "g5 h6 e7",
        outcomes: &[("001", 0.5), ("110", 0.5)],
    },
    // The captured piece is on h6, or one of the two capturers has jumped.
    Expected {
        name: "two_captures",
        squares: "f4 h4 d6 f6 h6",
        outcomes: &[("01100", 0.25), ("10010", 0.25), ("11001", 0.5)],
    },
    // The capturer on f6, or else both pieces on three squares each: 1/2, 1/4 and 1/4.
    Expected {
        name: "entangled_pieces_split_on",
        squares: "e3 g3 h4 e5 b6 d6 f6",
        outcomes: &[
            ("0000001", 0.5),
            ("0010010", 0.0625),
            ("0010100", 0.0625),
            ("0011000", 0.125),
            ("0100010", 0.03125),
            ("0100100", 0.03125),
            ("0101000", 0.0625),
            ("1000010", 0.03125),
            ("1000100", 0.03125),
            ("1001000", 0.0625),
        ],
    },
];

/// How many qubits the cases have that are called by it; a capture entangles them.
const LARGE: [(&str, usize); 3] = [
    ("eight_qubits", 8),
    ("sixteen_qubits", 16),
    ("twenty_four_qubits", 24),
];

fn assert_comes_to(played: &Played, expected: &Expected) {
    let name = expected.name;
    let component = played.component();
    let slots = component.slots().into_iter();
    let squares: Vec<String> = slots.map(|slot| played.position.slot_name(slot)).collect();
    let squares = squares.join(" ");
    assert_eq!(squares, expected.squares, "{name}");
    let outcomes = component.outcomes();
    assert_eq!(outcomes.len(), expected.outcomes.len(), "{name}");
    for ((bits, found), &(text, probability)) in outcomes.into_iter().zip(expected.outcomes) {
        assert_eq!(bits.to_string(), text, "{name}");
        assert!(
            (found - probability).abs() < TOLERANCE,
            "{name} {text} {found}"
        );
    }
}

#[test]
fn the_cases_are_what_they_are_called() {
    for expected in &SMALL {
        assert_comes_to(&Case::named(expected.name).play(), expected);
    }
    for (name, qubits) in LARGE {
        let case = Case::named(name);
        assert_eq!(case.play().component().num_slots(), qubits, "{name}");
        assert!(case.moves.contains('x'), "{name}");
    }
    assert_eq!(CASES.len(), SMALL.len() + LARGE.len());
}
