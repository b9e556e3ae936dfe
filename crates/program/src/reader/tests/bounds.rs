use std::fmt::Write;

use super::*;

fn reason(text: &str) -> ParseErrorKind {
    read(text).expect_err("a bound").kind
}

#[test]
fn registers_have_a_largest_size() {
    let limit = 1 << 16;
    let (qubits, bits) = ("qubits", "bits");
    for (text, kind) in [
        ("qubit[65537] q;", qubits),
        ("qubit[0] q;", qubits),
        ("qubit[65536] q; qubit r;", qubits),
        ("bit[9223372036854775807] c;", bits),
        ("bit c; bit[65536] d;", bits),
        ("x $65536;", qubits),
    ] {
        assert_eq!(
            reason(&format!("OPENQASM 3.0; {text}")),
            ParseErrorKind::Size { kind, limit }
        );
    }
    assert_eq!(circuit("OPENQASM 3.0; qubit[65536] q;").num_qubits(), limit);
}

/// Each gate does the one before it twice: 2⁶⁰ gates in a short text, or not one in the end.
#[test]
fn gates_that_multiply_are_refused_before_they_are_written_out() {
    let (operations, steps) = (1 << 22, 1 << 24);
    for (body, refusal) in [
        ("x a;", ParseErrorKind::Operations { limit: operations }),
        ("", ParseErrorKind::Steps { limit: steps }),
    ] {
        let mut text = format!("OPENQASM 3.0;\ngate g0 a {{ {body} }}\n");
        for k in 1..=60 {
            let before = k - 1;
            writeln!(text, "gate g{k} a {{ g{before} a; g{before} a; }}").unwrap();
        }
        assert!(read(&text).is_ok());
        assert_eq!(reason(&format!("{text}g60 $0;")), refusal);
        assert!(read(&format!("{text}g10 $0;")).is_ok());
    }
    let all = "OPENQASM 3.0;\nqubit[65536] q;\n".to_owned() + &"h q;\n".repeat(65);
    assert!(matches!(reason(&all), ParseErrorKind::Operations { .. }));
    let long = format!("gate g(t) a {{ rx(t{}) a; }}", " + 1".repeat(100_000));
    let often = format!("OPENQASM 3.0;\nqubit[128] q;\n{long}\ng(0) q;");
    assert!(matches!(reason(&often), ParseErrorKind::Steps { .. }));
}

#[test]
fn gates_without_operations_are_used_often() {
    let names: Vec<String> = (0..50).map(|k| format!("a{k}")).collect();
    let names = names.join(", ");
    let mut text = format!("OPENQASM 3.0;\ngate g0 {names} {{ }}\n");
    for k in 1..=17 {
        let call = format!("g{} {names};", k - 1);
        writeln!(text, "gate g{k} {names} {{ {call} {call} }}").unwrap();
    }
    let qubits: Vec<String> = (0..50).map(|k| format!("q[{k}]")).collect();
    let qubits = qubits.join(", ");
    for call in ["g17", "pow(0) @ g17"] {
        let found = circuit(&format!("{text}qubit[50] q;\n{call} {qubits};"));
        assert_eq!(shown(&found), "");
    }
    // Powers of 0 and global phases are no operations.
    let phases = "pow(0) @ x a; gphase(1); ".repeat(40);
    let text = format!("OPENQASM 3.0;\ngate g a {{ {phases} }}\nqubit[65536] q;\ng q;");
    assert_eq!(shown(&circuit(&text)), "");
}

#[test]
fn gates_are_nested_up_to_a_limit() {
    let mut text = "OPENQASM 3.0;\ngate g0 a { x a; }\n".to_owned();
    for k in 1..100_000 {
        writeln!(text, "gate g{k} a {{ g{} a; }}", k - 1).unwrap();
    }
    let error = read(&text).unwrap_err();
    assert_eq!((error.line, error.column), (66, 6));
    assert_eq!(error.kind, ParseErrorKind::Depth { limit: 64 });
}

#[test]
fn long_texts_are_read() {
    let mut text = "OPENQASM 2.0;\ninclude \"qelib1.inc\";\nqreg q[2];\ncreg c[2];\n".to_owned();
    for _ in 0..50_000 {
        text.push_str("rz(0.25) q[0];\ncx q[0], q[1]; // again\n");
    }
    let found = circuit(&text);
    assert_eq!(found.operations().len(), 100_000);
    let names: Vec<String> = (0..10_000).map(|k| format!("a{k}")).collect();
    let names = names.join(", ");
    let wide = format!("OPENQASM 3.0;\ngate wide {names} {{ x a9999; }}\nqubit[10000] q;\n");
    let all: Vec<String> = (0..10_000).map(|k| format!("q[{k}]")).collect();
    let found = circuit(&format!("{wide}wide {};", all.join(", ")));
    assert_eq!(shown(&found), "x 9999");
}
