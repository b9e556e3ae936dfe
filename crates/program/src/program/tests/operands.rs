use super::*;

#[test]
fn registers_are_sliced_joined_and_named_anew() {
    let of = |statement: &str| steps(&format!("qubit[6] q; qubit r; {statement}"), &[]);
    assert_eq!(of("x q[1:3];"), "x 1; x 2; x 3");
    assert_eq!(of("x q[0:2:5];"), "x 0; x 2; x 4");
    assert_eq!(of("x q[-2:];"), "x 4; x 5");
    assert_eq!(of("x q[:1];"), "x 0; x 1");
    assert_eq!(of("x q[5:-2:];"), "x 5; x 3; x 1");
    assert_eq!(of("x q[:3:];"), "x 0; x 3");
    assert_eq!(of("x q[{4, 0, -1}];"), "x 4; x 0; x 5");
    assert_eq!(of("x q[2:4][1];"), "x 3");
    assert_eq!(of("x q[3:2];"), "");
    assert_eq!(
        of("let a = q[4:5] ++ r ++ q[{0}]; x a; y a[-1];"),
        "x 4; x 5; x 6; x 0; y 0"
    );
    assert_eq!(of("let a = q[1:4]; let b = a[{0, 3}]; x b[1];"), "x 4");
    assert_eq!(of("let a = q[2]; x a;"), "x 2");
    assert_eq!(
        of("int n = 2; let a = q[n:n + 1]; x a; y q[n * 2];"),
        "x 2; x 3; y 4"
    );
    assert_eq!(of("cx q[0:1], q[4:5];"), "cx 0 4; cx 1 5");
    assert_eq!(of("cx r, q[{1, 3}];"), "cx 6 1; cx 6 3");
    assert_eq!(
        of("reset q[4:]; barrier q[0:1], r; measure q[{1}];"),
        "reset 4; reset 5; measure 1"
    );
    assert_eq!(
        of("if (true) { let a = q[1]; x a; } let a = q[3:4]; x a;"),
        "x 1; x 3; x 4"
    );
}

/// The loop of the language's example of teleportation.
#[test]
fn an_alias_that_a_loop_has_used_is_changed_for_the_next_turn() {
    let text = "qubit[4] q; let a = q[0]; for int i in [1:3] { x a; let a = q[i]; } y a;";
    assert_eq!(steps(text, &[]), "x 0; x 1; x 2; y 3");
    let text = "qubit[4] q; let a = q[0]; for int i in [1:3] { let a = q[i]; x a; } y a;";
    assert_eq!(steps(text, &[]), "x 1; x 2; x 3; y 0");
}

#[test]
fn measurements_fill_slices() {
    let text = "qubit[3] q; bit[5] c; c[0:2] = measure q; measure q[0:1] -> c[3:4];";
    assert_eq!(bits(text)["c"], "m0m1m2m3m4");
}

#[test]
fn wrong_operands_are_told_where_they_stand() {
    let start = "qubit[3] q; qubit r; ";
    for (text, message) in [
        ("x q[|3];", "`q` has no index 3: its size is 3"),
        ("x q[|1:3];", "`q` has no index 3"),
        ("x q[{0, |5}];", "`q` has no index 5"),
        ("int n = 3; x q[|n];", "`q` has no index 3"),
        ("x q[|0.5];", "not an integer"),
        ("x q[|0:0:2];", "the step of the range is 0"),
        ("x q[0]|[0];", "expected `;`, found `[`"),
        ("x r|[0];", "expected `;`, found `[`"),
        ("let a = q[0:1]; x a[|2];", "`a` has no index 2"),
        ("|let a = q[{0, 0}];", "acts on the same qubit twice"),
        ("|cx q[0:1], q[1:2]; cx q[0:1], q[0:1];", ""),
        ("|cx q[0:1], q[0:1];", "`cx` acts on the same qubit twice"),
        (
            "let a = q[0]; |cx a, q[0];",
            "`cx` acts on the same qubit twice",
        ),
        (
            "int n = 1; |cx q[n], q[1];",
            "`cx` acts on the same qubit twice",
        ),
        ("cx q, |q[0:1];", "registers have different sizes: 3 and 2"),
        ("let a = |b;", "`b` is not declared as qubits"),
        ("let |q = r;", "`q` is already declared"),
        ("let a = q; let |a = r;", "`a` is already declared"),
        ("int n; x |n;", "`n` is not declared as qubits"),
        ("x |$0;", "can't be mixed"),
        ("barrier |s;", "`s` is not declared as qubits"),
        ("int n = 4; barrier q[|n];", "`q` has no index 4"),
    ] {
        if !message.is_empty() {
            check(&format!("{start}{text}"), message);
        }
    }
}
