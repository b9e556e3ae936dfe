use std::f64::consts::{FRAC_PI_2, PI};

use num_complex::Complex64;

use super::*;
use crate::program::known::image;

/// Matrix of a program on `n` qubits, by columns.
fn matrix(text: &str, n: usize) -> Vec<Vec<Complex64>> {
    let mut trace = Trace::default();
    let text = with_header(&format!("{text}\n"));
    parsed(&text).run(&mut trace, &Inputs::new()).unwrap();
    (0..1 << n)
        .map(|column| image(&trace.gates, n, column))
        .collect()
}

/// Checks that two matrices are equal, up to a global phase of the whole.
fn check_same(found: &[Vec<Complex64>], expected: &[Vec<Complex64>], text: &str) {
    let pairs = || found.iter().flatten().zip(expected.iter().flatten());
    let overlap: Complex64 = pairs().map(|(a, b)| a * b.conj()).sum();
    let phase = overlap / overlap.norm();
    for (a, b) in pairs() {
        assert!((a - phase * b).norm() < 1e-10, "{text}: {a} is not {b}");
    }
}

/// Matrix of a gate of which the first `controls` qubits have these values, else the identity.
fn controlled(of: &[Vec<Complex64>], values: &[bool]) -> Vec<Vec<Complex64>> {
    let k = values.len();
    let size = of.len() << k;
    let wanted = values.iter().enumerate();
    let wanted: usize = wanted
        .map(|(place, &value)| usize::from(value) << place)
        .sum();
    let entry = |row: usize, column: usize| {
        let low = (1 << k) - 1;
        if row & low == wanted && column & low == wanted {
            of[column >> k][row >> k]
        } else {
            f64::from(u8::from(row == column)).into()
        }
    };
    (0..size)
        .map(|column| (0..size).map(|row| entry(row, column)).collect())
        .collect()
}

/// Gates with their numbers of qubits, and the global phases that they have under a control.
const GATES: [(&str, usize); 31] = [
    ("x", 1),
    ("y", 1),
    ("z", 1),
    ("h", 1),
    ("s", 1),
    ("sdg", 1),
    ("t", 1),
    ("tdg", 1),
    ("sx", 1),
    ("id", 1),
    ("p(0.3)", 1),
    ("rx(0.3)", 1),
    ("ry(-1.1)", 1),
    ("rz(2.3)", 1),
    ("u1(0.3)", 1),
    ("u2(0.3, -1.1)", 1),
    ("u3(0.3, -1.1, 2.3)", 1),
    ("U(0.3, -1.1, 2.3)", 1),
    ("cx", 2),
    ("cy", 2),
    ("cz", 2),
    ("ch", 2),
    ("cp(0.3)", 2),
    ("crx(0.3)", 2),
    ("cry(0.3)", 2),
    ("crz(0.3)", 2),
    ("swap", 2),
    ("cu(0.3, -1.1, 2.3, 0.7)", 2),
    ("ccx", 3),
    ("cswap", 3),
    ("mine(0.4)", 2),
];

const MINE: &str = "gate mine(t) a, b { h a; gphase(t); cu(t, 1, 2, 3) b, a; rz(t) b; }";

/// Matrices from the language's own definitions of its library, in terms of U and gphase.
fn exact(gate: &str) -> Vec<Vec<Complex64>> {
    // exp(iθ/2) times the usual matrix.
    let u = |t: f64, x: f64, y: f64| {
        let (sin, cos) = (t / 2.0).sin_cos();
        let phase = Complex64::cis(t / 2.0);
        vec![
            vec![phase * cos, phase * Complex64::cis(x) * sin],
            vec![
                -phase * Complex64::cis(y) * sin,
                phase * Complex64::cis(x + y) * cos,
            ],
        ]
    };
    let times = |angle: f64, of: Vec<Vec<Complex64>>| -> Vec<Vec<Complex64>> {
        let turn = |entry: &Complex64| Complex64::cis(angle) * entry;
        of.iter()
            .map(|row| row.iter().map(turn).collect())
            .collect()
    };
    match gate {
        "u2(0.3, -1.1)" => times(-(0.3 - 1.1 + FRAC_PI_2) / 2.0, u(FRAC_PI_2, 0.3, -1.1)),
        "u3(0.3, -1.1, 2.3)" => times(-(0.3 - 1.1 + 2.3) / 2.0, u(0.3, -1.1, 2.3)),
        "U(0.3, -1.1, 2.3)" => u(0.3, -1.1, 2.3),
        "u1(0.3)" => u(0.0, 0.0, 0.3),
        "id" => u(0.0, 0.0, 0.0),
        "x" => times(-FRAC_PI_2, u(PI, 0.0, PI)),
        "y" => times(-FRAC_PI_2, u(PI, FRAC_PI_2, FRAC_PI_2)),
        "h" => times(-PI / 4.0, u(FRAC_PI_2, 0.0, PI)),
        "rx(0.3)" => times(-0.15, u(0.3, -FRAC_PI_2, FRAC_PI_2)),
        "ry(-1.1)" => times(0.55, u(-1.1, 0.0, 0.0)),
        "rz(2.3)" => times(-1.15, u(0.0, 0.0, 2.3)),
        "cu(0.3, -1.1, 2.3, 0.7)" => controlled(&times(0.7 - 0.15, u(0.3, -1.1, 2.3)), &[true]),
        "mine(0.4)" => {
            let inner = MINE.replace("gphase(t);", "").replace("(t)", "(tt)");
            let inner = inner
                .replace("mine(tt)", "mine(t)")
                .replace("rz(tt)", "rz(t)");
            let plain = matrix(&format!("{inner} qubit[2] q; mine(0.4) q[0], q[1];"), 2);
            times(0.4, plain)
        }
        other => {
            let n = GATES.iter().find(|(name, _)| *name == other).unwrap().1;
            let qubits = ["q[0]", "q[1]", "q[2]"][..n].join(", ");
            matrix(&format!("qubit[{n}] q; {other} {qubits};"), n)
        }
    }
}

#[test]
fn controls_keep_every_phase() {
    for (gate, n) in GATES {
        let whole = exact(gate);
        for values in [
            &[true][..],
            &[false],
            &[true, true],
            &[false, true],
            &[true, true, true],
            &[true, false, true, true],
        ] {
            let k = values.len();
            let modifiers = values
                .iter()
                .map(|value| if *value { "ctrl @ " } else { "negctrl @ " });
            let modifiers: String = modifiers.collect();
            let qubits: Vec<String> = (0..k + n).map(|k| format!("q[{k}]")).collect();
            let text = format!(
                "{MINE} qubit[{}] q; {modifiers}{gate} {};",
                k + n,
                qubits.join(", ")
            );
            check_same(&matrix(&text, k + n), &controlled(&whole, values), &text);
        }
    }
}

#[test]
fn many_controls_are_as_good_as_few() {
    for gate in ["x", "z", "h", "y", "p(0.3)", "rz(0.3)", "ry(0.3)", "sx"] {
        let text = format!("qubit[6] q; ctrl(5) @ {gate} q[0], q[1], q[2], q[3], q[4], q[5];");
        let expected = controlled(&exact_of_one(gate), &[true; 5]);
        check_same(&matrix(&text, 6), &expected, &text);
    }
    let text =
        "qubit[7] q; negctrl(2) @ ctrl(5) @ gphase(0.7) q[0], q[1], q[2], q[3], q[4], q[5], q[6];";
    let phase = vec![vec![Complex64::cis(0.7)]];
    let values = [false, false, true, true, true, true, true];
    check_same(&matrix(text, 7), &controlled(&phase, &values), text);
}

fn exact_of_one(gate: &str) -> Vec<Vec<Complex64>> {
    matrix(&format!("qubit q; {gate} q;"), 1)
}

#[test]
fn gates_of_the_table_are_used_under_controls() {
    let of = |call: &str| steps(&format!("qubit[5] q; {call}"), &[]);
    assert_eq!(of("ctrl @ x q[0], q[1];"), "cx 0 1");
    assert_eq!(of("ctrl @ ctrl @ x q[0], q[1], q[2];"), "ccx 0 1 2");
    assert_eq!(of("ctrl(2) @ x q[0], q[1], q[2];"), "ccx 0 1 2");
    assert_eq!(of("ctrl @ cx q[0], q[1], q[2];"), "ccx 0 1 2");
    assert_eq!(of("ctrl @ z q[0], q[1];"), "cz 0 1");
    assert_eq!(of("ctrl @ h q[0], q[1];"), "ch 0 1");
    assert_eq!(of("ctrl(2) @ z q[0], q[1], q[2];"), "h 2; ccx 0 1 2; h 2");
    assert_eq!(of("ctrl @ gphase(pi) q[0];"), "z 0");
    assert_eq!(of("ctrl(2) @ gphase(pi) q[0], q[1];"), "cz 0 1");
    assert_eq!(of("negctrl @ x q[0], q[1];"), "x 0; cx 0 1; x 0");
    let swap = of("negctrl @ ctrl @ swap q[0], q[1], q[2], q[3];");
    assert_eq!(swap.split("; ").filter(|step| *step == "x 0").count(), 2);
    // Controls on registers are done qubit by qubit.
    assert_eq!(of("ctrl @ x q[0:1], q[3:4];"), "cx 0 3; cx 1 4");
}

#[test]
fn inverses_undo_gates() {
    let of = |call: &str| steps(&format!("{MINE} qubit[3] q; {call}"), &[]);
    assert_eq!(of("inv @ s q[0];"), "sdg 0");
    assert_eq!(of("inv @ inv @ s q[0];"), "s 0");
    assert_eq!(of("inv @ rx(0.5) q[0];"), "rx(-0.5) 0");
    assert_eq!(
        of("inv @ ctrl @ s q[0], q[1];"),
        of("ctrl @ sdg q[0], q[1];")
    );
    for gate in [
        "mine(0.4)",
        "cu(1, 2, 3, 4)",
        "ctrl @ u2(0.1, 0.2)",
        "negctrl @ U(1, 2, 3)",
    ] {
        let text = format!("{MINE} qubit[2] q; {gate} q[0], q[1]; inv @ {gate} q[0], q[1];");
        check_same(&matrix(&text, 2), &matrix("qubit[2] q;", 2), &text);
    }
    let split = "gate siswap a, b { rxx(-pi / 4) a, b; ryy(-pi / 4) a, b; }";
    assert!(Program::parse(&with_header(split), |_| None).is_err());
}

#[test]
fn powers_repeat_or_scale_gates() {
    let of = |call: &str| steps(&format!("{MINE} qubit[3] q; {call}"), &[]);
    assert_eq!(of("pow(3) @ t q[0];"), "t 0; t 0; t 0");
    assert_eq!(of("pow(3) @ h q[0];"), "h 0");
    assert_eq!(of("pow(-2) @ s q[0];"), "sdg 0; sdg 0");
    assert_eq!(of("pow(0) @ mine(1) q[0], q[1];"), "");
    assert_eq!(of("pow(2000000) @ x q[0];"), "");
    assert_eq!(of("pow(2000001) @ cy q[0], q[1];"), of("cy q[0], q[1];"));
    assert_eq!(of("pow(-1e15 - 3) @ t q[0];"), "tdg 0; tdg 0; tdg 0");
    assert_eq!(of("ctrl @ pow(2000001) @ x q[0], q[1];"), "cx 0 1");
    assert_eq!(of("pow(1000) @ rz(0.5) q[0];"), "rz(500) 0");
    assert_eq!(of("pow(0.5) @ x q[0];"), "sx 0");
    assert_eq!(of("pow(1 / 2) @ x q[0];"), "sx 0");
    assert_eq!(of("pow(0.5) @ z q[0];"), "s 0");
    // A phase has no qubit but its controls.
    assert_eq!(of("pow(0.5) @ ctrl @ gphase(0.5) q[0];"), "p(0.25) 0");
    assert_eq!(of("ctrl @ pow(0.5) @ gphase(0.5) q[1];"), "p(0.25) 1");
    assert_eq!(of("pow(1.5) @ gphase(0.5);"), "");
    assert_eq!(of("pow(0.25) @ z q[0];"), "t 0");
    assert_eq!(of("pow(-0.5) @ z q[0];"), "sdg 0");
    assert_eq!(of("inv @ pow(0.5) @ z q[0];"), "sdg 0");
    assert_eq!(of("pow(0.5) @ inv @ z q[0];"), "s 0");
    assert_eq!(of("int n = 3; pow(n) @ t q[0];"), "t 0; t 0; t 0");
    for (root, whole, n) in [
        ("pow(0.5) @ h", "h", 1),
        ("pow(0.5) @ y", "y", 1),
        ("pow(0.5) @ u3(0.3, 0.4, 0.5)", "u3(0.3, 0.4, 0.5)", 1),
        ("pow(0.5) @ swap", "swap", 2),
        ("pow(0.5) @ cx", "cx", 2),
        ("pow(0.5) @ cp(0.3)", "cp(0.3)", 2),
        ("pow(0.5) @ ctrl @ h", "ch", 2),
        ("ctrl @ pow(0.5) @ h", "ch", 2),
        ("pow(0.5) @ ctrl @ u2(0.3, 0.4)", "ctrl @ u2(0.3, 0.4)", 2),
        ("pow(0.5) @ ccx", "ccx", 3),
        ("ctrl @ pow(0.5) @ swap", "ctrl @ swap", 3),
    ] {
        let qubits = ["q[0]", "q[1]", "q[2]"][..n].join(", ");
        let twice = format!("qubit[{n}] q; {root} {qubits}; {root} {qubits};");
        let once = format!("qubit[{n}] q; {whole} {qubits};");
        check_same(&matrix(&twice, n), &matrix(&once, n), &twice);
    }
    check(
        "gate two a, b { h a; cx a, b; } qubit[2] q; |pow(0.5) @ two q[0], q[1];",
        "a power with a fraction of `two` has no known decomposition",
    );
}

#[test]
fn principal_powers_turn_by_the_shorter_way() {
    for (x, angle) in [(0.5, 0.5), (0.5, 3.0), (1.0 / 3.0, -3.0), (0.5, 4.0)] {
        let text = format!("qubit[2] q; ctrl @ pow({x}) @ p({angle}) q[0], q[1];");
        let shorter: f64 = if angle > PI { angle - 2.0 * PI } else { angle };
        let expected = Complex64::cis(x * shorter);
        let found = matrix(&text, 2)[3][3];
        assert!(
            (found - expected).norm() < 1e-12,
            "{text}: {found} {expected}"
        );
    }
}

#[test]
fn modifiers_stand_in_definitions_too() {
    let text = "gate g(k) a, b { ctrl @ inv @ pow(k) @ t a, b; negctrl @ x b, a; } qubit[3] q;
        g(2) q[0], q[1]; ctrl @ g(2) q[2], q[0], q[1]; inv @ g(2) q[0], q[1];";
    let plain = "qubit[3] q; gate g a, b { ctrl @ sdg a, b; x b; cx b, a; x b; }
        g q[0], q[1]; ctrl @ g q[2], q[0], q[1]; inv @ g q[0], q[1];";
    check_same(&matrix(text, 3), &matrix(plain, 3), text);
}

#[test]
fn wrong_modifiers_are_told_where_they_stand() {
    let start = "qubit[3] q; ";
    for (text, message) in [
        ("|ctrl @ x q[0];", "`x` acts on 2 qubits, not 1"),
        ("|ctrl(2) @ x q[0], q[1];", "`x` acts on 3 qubits, not 2"),
        ("|ctrl @ x q[0], q[0];", "`x` acts on the same qubit twice"),
        (
            "ctrl(|0) @ x q[0];",
            "the number of controls must be 1 to 65536",
        ),
        ("ctrl(|1.5) @ x q[0];", "not an integer"),
        ("ctrl |x q[0];", "expected `@`"),
        ("inv(|2) @ x q[0];", ""),
        ("pow |@ x q[0];", "expected `(`"),
        ("pow(2|, 3) @ x q[0];", "expected `)`"),
        ("ctrl @ |nothing q[0], q[1];", ""),
        ("int n = 1; ctrl(|n) @ x q[0], q[1];", "must be constant"),
        ("gphase(pi) |@ ctrl @ x q[0], q[1];", "expected `;`"),
        ("x|@x q[0];", "expected the qubits of a gate"),
        ("|gphase(1, 2);", "`gphase` takes 1 parameter, not 2"),
        ("|ctrl @ gphase(1);", "`gphase` acts on 1 qubit, not 0"),
    ] {
        if !message.is_empty() {
            check(&format!("{start}{text}"), message);
        }
    }
}
