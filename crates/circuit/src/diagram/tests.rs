use std::f64::consts::PI;

use proptest::prelude::*;

use super::*;
use crate::reference::{any_circuit, config};
use crate::{Gate, Qubit};

fn circuit(num_qubits: usize, gates: &[(u32, Gate, &[u32])]) -> Circuit {
    let mut circuit = Circuit::new(num_qubits, 0);
    for (group, gate, qubits) in gates {
        let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
        circuit.push_in(*group, *gate, &qubits).unwrap();
    }
    circuit
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

/// A split, a step of one part, and a merge, measured.
fn moves() -> Circuit {
    let mut circuit = circuit(
        2,
        &[
            (1, Gate::X, &[0]),
            (2, Gate::S, &[0]),
            (2, Gate::Ch, &[0, 1]),
            (2, Gate::Cx, &[1, 0]),
            (3, Gate::S, &[0]),
            (4, Gate::Cx, &[1, 0]),
            (4, Gate::Ch, &[0, 1]),
            (4, Gate::Cx, &[1, 0]),
            (4, Gate::Sdg, &[0]),
            (4, Gate::Z, &[1]),
        ],
    );
    circuit.measure_all();
    circuit
}

/// Compares with a text that begins on a line of its own.
fn assert_drawn(circuit: &Circuit, drawing: &Drawing<'_>, expected: &str) {
    let drawn = format!("\n{}", circuit.draw(drawing));
    assert!(drawn == expected, "drawn:{drawn}expected:{expected}");
}

#[test]
fn groups_stand_above_their_first_column() {
    let drawing = Drawing {
        labels: &texts(&["c5", "d4"]),
        groups: &texts(&["", "c3^b4d4", "b4-a5", "a5d4^c5"]),
        ..Drawing::default()
    };
    let expected = "
           c3^b4d4       b4-a5  a5d4^c5
     ┌───┐ ┌───┐         ┌───┐            ┌────┐ ┌──────┐
c5: ─┤ X ├─┤ S ├───●───⊕─┤ S ├──⊕───●───⊕─┤ S† ├─┤ M c0 ├─
     └───┘ └───┘   │   │ └───┘  │   │   │ └────┘ └──────┘
                 ┌─┴─┐ │        │ ┌─┴─┐ │ ┌───┐  ┌──────┐
d4: ─────────────┤ H ├─●────────●─┤ H ├─●─┤ Z ├──┤ M c1 ├─
                 └───┘            └───┘   └───┘  └──────┘
";
    assert_drawn(&moves(), &drawing, expected);
}

#[test]
fn a_long_text_makes_room_for_itself() {
    let circuit = circuit(
        1,
        &[(1, Gate::X, &[0]), (2, Gate::H, &[0]), (0, Gate::T, &[0])],
    );
    let drawing = Drawing {
        groups: &texts(&["a long text", "another"]),
        ..Drawing::default()
    };
    let expected = "
     a long text  another
     ┌───┐        ┌───┐    ┌───┐
q0: ─┤ X ├────────┤ H ├────┤ T ├─
     └───┘        └───┘    └───┘
";
    assert_drawn(&circuit, &drawing, expected);
}

#[test]
fn a_wide_drawing_folds_into_blocks() {
    let drawing = Drawing {
        groups: &texts(&["", "split", "step", "merge"]),
        max_width: Some(32),
        ..Drawing::default()
    };
    let expected = "
           split         step
     ┌───┐ ┌───┐         ┌───┐
q0: ─┤ X ├─┤ S ├───●───⊕─┤ S ├─
     └───┘ └───┘ ┌─┴─┐ │ └───┘
q1: ─────────────┤ H ├─●───────
                 └───┘

     merge
               ┌────┐ ┌──────┐
q0: ─⊕───●───⊕─┤ S† ├─┤ M c0 ├─
     │   │   │ └────┘ └──────┘
     │ ┌─┴─┐ │ ┌───┐  ┌──────┐
q1: ─●─┤ H ├─●─┤ Z ├──┤ M c1 ├─
       └───┘   └───┘  └──────┘
";
    assert_drawn(&moves(), &drawing, expected);
}

#[test]
fn ascii_is_enough() {
    let drawing = Drawing {
        symbols: Symbols::Ascii,
        ..Drawing::default()
    };
    let expected = "
     +---+ +---+           +---+               +-----+ +------+
q0: -+ X +-+ S +---*---(+)-+ S +-(+)---*---(+)-+ Sdg +-+ M c0 +-
     +---+ +---+   |    |  +---+  |    |    |  +-----+ +------+
                 +-+-+  |         |  +-+-+  |   +---+  +------+
q1: -------------+ H +--*---------*--+ H +--*---+ Z +--+ M c1 +-
                 +---+               +---+      +---+  +------+
";
    assert_drawn(&moves(), &drawing, expected);
}

#[test]
fn connectors_cross_the_wires_between() {
    let circuit = circuit(
        4,
        &[
            (0, Gate::Swap, &[0, 2]),
            (0, Gate::Rx(-PI / 2.0), &[3]),
            (0, Gate::Ccx, &[0, 3, 1]),
            (0, Gate::Cz, &[3, 1]),
            (0, Gate::Siswap, &[3, 1]),
            (0, Gate::Split, &[0, 3, 2]),
            (0, Gate::Ciswapdg, &[3, 0, 1]),
        ],
    );
    let expected = "
                                 ┌───────┐ ┌────────┐
q0: ──────×───────●──────────────┤ split ├─┤ iSwap† ├─
          │       │              └───┬───┘ └───┬────┘
          │       │   ┌────────┐     │     ┌───┴────┐
q1: ──────┼───────⊕─●─┤ √iSwap ├─────┼─────┤ iSwap† ├─
          │       │ │ └───┬────┘   ┌─┴─┐   └───┬────┘
q2: ──────×───────┼─┼─────┼────────┤ 2 ├───────┼──────
                  │ │     │        └─┬─┘       │
     ┌──────────┐ │ │ ┌───┴────┐   ┌─┴─┐       │
q3: ─┤ Rx(-π/2) ├─●─●─┤ √iSwap ├───┤ 1 ├───────●──────
     └──────────┘     └────────┘   └───┘
";
    assert_drawn(&circuit, &Drawing::default(), expected);
}

#[test]
fn wires_are_drawn_without_operations() {
    let drawing = Drawing {
        labels: &texts(&["long"]),
        ..Drawing::default()
    };
    assert_drawn(&Circuit::new(2, 0), &drawing, "\nlong: ─\n\nq1:   ─\n");
    assert_eq!(Circuit::new(0, 0).draw(&drawing), "");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn drawings_keep_to_the_width_and_their_wires_end_together(circuit in any_circuit(5, 20)) {
        let groups = texts(&["one", "the second", "3", "", "five"]);
        for symbols in [Symbols::Unicode, Symbols::Ascii] {
            let drawing = Drawing { groups: &groups, symbols, max_width: Some(40), ..Drawing::default() };
            let drawn = circuit.draw(&drawing);
            prop_assert!(symbols == Symbols::Unicode || drawn.is_ascii());
            prop_assert!(drawn.lines().all(|line| line.chars().count() <= 40), "{}", drawn);
            let wires: Vec<usize> =
                drawn.lines().filter(|line| line.starts_with('q')).map(|line| line.chars().count()).collect();
            for block in wires.chunks(5) {
                prop_assert!(block.len() == 5 && block.iter().all(|length| *length == block[0]), "{}", drawn);
            }
        }
    }
}
