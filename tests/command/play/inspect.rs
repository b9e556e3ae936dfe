//! Circuits and amplitudes in the game.

use super::typed::told;

const ENTANGLED: [&str; 2] = ["--moves", "c3-d4 f6^e5g5 d4xf6"];

#[test]
fn the_circuit_has_squares_at_its_wires_and_moves_above_its_gates() {
    let out = told(&[&ENTANGLED[..], &["--ascii"]].concat(), &["circuit g5"]);
    assert!(out.contains("     f6^e5g5               d4xf6\n"), "{out}");
    for wire in ["\nf6: -", "\ng5: -", "\nd4: -"] {
        assert!(out.contains(wire), "{wire} {out}");
    }
    assert!(
        out.contains(
            "3 qubits, 7 gates (3 on two qubits, 0 on three), depth 7 with the measurement\n\
             encoding minimal; `circuit g5 paper` draws the other one\n"
        ),
        "{out}"
    );
}

#[test]
fn the_other_encoding_is_drawn_on_request_or_by_default() {
    let asked = told(&ENTANGLED, &["circuit g5 paper"]);
    let usual = told(
        &[&ENTANGLED[..], &["--encoding", "paper"]].concat(),
        &["circuit g5"],
    );
    for out in [asked, usual] {
        assert!(out.contains("split") && out.contains("(e5): "), "{out}");
        assert!(
            out.contains("encoding paper; `circuit g5 minimal`"),
            "{out}"
        );
    }
}

#[test]
fn a_qubit_that_is_only_borrowed_is_called_an_ancilla() {
    // White's king is on p16 or n16, and only with the former Black's man may be on g9 or i9: what
    // turns the man's two kets into one is controlled by more than one qubit.
    let kets = "0100*0.5,0;1000*0.5,0;1001*0.5,0;1010*0.5,0";
    let fen = format!("W:W~K8,~K7:B~60,~61|8,7,60,61:{kets}");
    let args = ["--size", "16", "--ascii", "--position", &fen];
    for encoding in ["minimal", "paper"] {
        let out = told(&args, &[&format!("circuit p16 {encoding}")]);
        for wire in ["\np16: ", "\ni9: ", "\n(ancilla): -"] {
            assert!(out.contains(wire), "{wire} {out}");
        }
    }
}

#[test]
fn the_state_lists_kets_amplitudes_and_phases() {
    let out = told(&ENTANGLED, &["state g5"]);
    assert!(
        out.contains(
            "\
3 qubits: d4 g5 f6; 2 of 8 amplitudes are not zero
  ket    occupied  amplitude          modulus squared  phase
  |001⟩  f6        -0.7071 + 0.0000i  50 %             π
  |110⟩  d4 g5     0.0000 + 0.7071i   50 %             π/2
"
        ),
        "{out}"
    );
    let out = told(&[&ENTANGLED[..], &["--ascii"]].concat(), &["state f6"]);
    assert!(out.contains("|001>") && out.contains("  pi/2\n"), "{out}");
}

#[test]
fn what_has_no_circuit_says_what_has() {
    for (line, answer) in [
        (
            "circuit a1",
            "The piece on a1 is certain: only what is uncertain has a circuit, as on d4, g5, f6.",
        ),
        (
            "state e5",
            "There is nothing on e5: only what is uncertain has a circuit, as on d4, g5, f6.",
        ),
        ("state e4", "There is no square \"e4\" on this board."),
        ("circuit z", "There is no square \"z\" on this board."),
        (
            "circuit f6 short",
            "Unknown encoding \"short\": minimal or paper.",
        ),
    ] {
        let out = told(&ENTANGLED, &[line]);
        assert!(out.contains(answer), "{out}");
    }
    let out = told(&[], &["state c3"]);
    assert!(
        out.contains("only what is uncertain has a circuit, and nothing on this board is."),
        "{out}"
    );
}
