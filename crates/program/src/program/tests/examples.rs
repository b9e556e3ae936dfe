use super::*;

/// Iterative phase estimation with a rotation of 3/16 of a turn: the bits come out lowest first.
#[test]
fn phase_estimation_feeds_its_bits_back() {
    let text =
        "const int[32] n = 4; const float[32] theta = 3 * pi / 8; qubit q; qubit r; angle[n] c;
        output angle[n] out; reset q; reset r; x r; uint[n] power = 8;
        for uint i in [0:n - 1] { reset q; h q; ctrl @ pow(power) @ phase(theta) q, r;
            inv @ phase(c) q; h q; measure q -> c[0]; out = c; c <<= 1; power >>= 1; }";
    let log = steps(text, &[true, true, false, false]);
    let angles = log.split("; ").filter(|step| step.starts_with("p("));
    assert!(angles.count() > 8, "{log}");
    assert_eq!(log.matches("measure").count(), 4);
    // Every bit but the last is read in each later turn.
    assert_eq!(log.matches("value").count(), 6, "{log}");
}

#[test]
fn subroutines_of_repeat_until_success_are_read() {
    let text = "def segment(qubit[2] anc, qubit psi) -> bit[2] { bit[2] b; reset anc; h anc;
            ccx anc[0], anc[1], psi; s psi; ccx anc[0], anc[1], psi; z psi; h anc;
            measure anc -> b; return b; }
        qubit input_qubit; qubit[2] ancilla; bit[2] flags = \"11\"; bit output_qubit;
        reset input_qubit; h input_qubit;
        while(int[2](flags) != 0) { flags = segment(ancilla, input_qubit); }
        rz(pi - arccos(3 / 5)) input_qubit; h input_qubit; output_qubit = measure input_qubit;";
    let log = steps(text, &[false, true, false, false]);
    assert_eq!(log.matches("ccx 1 2 0").count(), 4);
    let angle = std::f64::consts::PI - 0.6_f64.acos();
    assert!(
        log.ends_with(&format!("rz({angle}) 0; h 0; measure 0")),
        "{log}"
    );
}
