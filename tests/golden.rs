//! The circuits of `circuits/`: for each case the moves that make it, its component in both
//! encodings, and its exact outcomes. `UPDATE_GOLDEN=1 cargo test --test golden` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::fmt::Write;
use std::path::Path;

use cheqqers_checkers::{Level, Position, Rules, Square};
use cheqqers_circuit::Drawing;
use cheqqers_game::{Encoding, Game};
use cheqqers_testkit::{golden, script};

/// A case: its name, a set-up other than the start of a game, the moves, and a square of the
/// component that is shown.
struct Case {
    name: &'static str,
    position: Option<&'static str>,
    moves: &'static str,
    square: &'static str,
}

const CASES: [Case; 8] = [
    Case {
        name: "split",
        position: None,
        moves: "c3^b4d4",
        square: "b4",
    },
    Case {
        name: "double_split",
        position: None,
        moves: "c3^b4d4 h6-g5 d4^c5e5",
        square: "b4",
    },
    Case {
        name: "step",
        position: None,
        moves: "c3^b4d4 h6-g5 b4-a5",
        square: "d4",
    },
    Case {
        name: "merge_with_remainder",
        position: Some("W:W22:B1,2,3,4"),
        moves: "c3^b4d4 h8-g7 d4^c5e5 f8-e7 b4-a5 g7-h6 a5c5^b6",
        square: "b6",
    },
    Case {
        name: "merge_undoes_split",
        position: Some("W:W23,24:B1,2,3,4"),
        moves: "e3^d4f4 h8-g7 d4^c5e5 f8-e7 c5e5^d6",
        square: "f4",
    },
    Case {
        name: "merge_out_of_phase",
        position: Some("W:WK22:BK1"),
        moves: "c3^b4d4 b8-a7 b4^a3a5 a7-b8 a5-b6 b8-a7 d4^c5e5 a7-b8 b6-a5 b8-a7 a5c5^b4",
        square: "c5",
    },
    Case {
        name: "entangling_capture",
        position: None,
        moves: "c3-d4 f6^e5g5 d4xf6",
        square: "g5",
    },
    Case {
        name: "entangled_pieces_split_on",
        position: Some("B:W18,29:B11,4"),
        moves: "f6^e5g5 d4xf6 g5^f4h4 d4^c5e5 f4^e3g3 c5^b6d6",
        square: "h4",
    },
];

fn text(case: &Case) -> String {
    let rules = Rules::new(Level::Interference);
    let start = match case.position {
        Some(fen) => Position::from_fen(rules, fen).unwrap(),
        None => Position::initial(rules),
    };
    let position = script::play(start, case.moves);
    let square: Square = case.square.parse().unwrap();
    let component = position.world().component(square.slot()).unwrap();
    let slots = component.slots();
    let names: Vec<String> = slots.iter().map(|&s| position.slot_name(s)).collect();
    let mut text = String::new();
    if let Some(fen) = case.position {
        writeln!(text, "position  {fen}").unwrap();
    }
    writeln!(text, "moves     {}", case.moves).unwrap();
    writeln!(text, "bits      {}", names.join(" ")).unwrap();
    for (bits, probability) in component.outcomes() {
        // Ten digits: the last ones of an f64 are no matter of the circuit.
        writeln!(text, "{bits:<9} {probability:.10}").unwrap();
    }
    let groups: Vec<String> = case.moves.split(' ').map(str::to_owned).collect();
    for encoding in [Encoding::Minimal, Encoding::Paper] {
        let encoded = component.circuit(encoding).unwrap();
        let label = |slots: &Vec<cheqqers_world::Slot>| {
            let names: Vec<String> = slots.iter().map(|&s| position.slot_name(s)).collect();
            names.join(" ")
        };
        let labels: Vec<String> = encoded.history().iter().map(label).collect();
        let drawing = Drawing {
            labels: &labels,
            groups: &groups,
            ..Drawing::default()
        };
        let measured = encoded.measured(&slots).unwrap();
        write!(text, "\n{encoding}\n{}", measured.draw(&drawing)).unwrap();
    }
    text
}

#[test]
fn circuits_are_those_of_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("circuits/cheqqers");
    for case in &CASES {
        golden::assert_same(&folder.join(case.name).with_extension("txt"), &text(case));
    }
}

#[test]
fn the_corpus_has_no_case_that_nobody_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("circuits/cheqqers");
    for file in folder.read_dir().unwrap() {
        let path = file.unwrap().path();
        let known = CASES
            .iter()
            .any(|case| path.file_stem().unwrap() == case.name);
        assert!(known, "{}", path.display());
    }
}
