use super::*;

#[test]
fn subroutines_take_qubits_and_values_and_return_values() {
    let text = "def turn(int[32] n, qubit q, qubit[2] r, float t) -> bit[2] {
            for int i in [1:n] { rx(t * i) q; }
            cx q, r[1];
            return measure r;
        }
        qubit[4] q; bit[2] c;
        c = turn(1 + 1, q[3], q[0:1], 0.5);";
    assert_eq!(
        steps(text, &[]),
        "rx(0.5) 3; rx(1) 3; cx 3 1; measure 0; measure 1"
    );
    assert_eq!(bits(text)["c"], "m0m1");
    let text = "def square(int n) -> int { return n * n; } def both(int n) -> int { return square(n) + square(n + 1); }
        bit[8] c = bit[8](both(2) + 1);";
    assert_eq!(bits(text)["c"], "01110000");
    let text = "def odd(bit[3] c) -> bool { bool b = false; for bit d in c { b ^= d; } return b; }
        bit c = odd(\"101\") || odd(\"111\");";
    assert_eq!(bits(text)["c"], "1");
}

#[test]
fn older_calls_have_the_qubits_behind_the_parentheses() {
    let text = "def pair(int n) qubit a, qubit b { cx a, b; x b; } def one(qubit q) { y q; }
        def none() { } qubit[3] q; pair(1) q[0], q[2]; one q[1]; one(q[0]); none(); none;";
    assert_eq!(steps(text, &[]), "cx 0 2; x 2; y 1; y 0");
}

#[test]
fn subroutines_see_constants_and_their_own_variables_only() {
    let text = "const int n = 2; qubit[3] q; int m; def f(qubit[n + 1] r) { int m = n; x r[m]; m = 0; } f(q); x q[m];";
    assert_eq!(steps(text, &[]), "x 2; x 0");
    check("int m; def f() { |m = 1; }", "`m` is not declared");
    check(
        "qubit q; def f() { x |q; }",
        "`q` is not declared as qubits",
    );
    check("def f() { } |f(1);", "`f` takes 0 arguments, not 1");
    check("def f(int n) { |f(n); }", "no gate `f`");
}

#[test]
fn an_early_return_ends_a_subroutine_alone() {
    let text = "def f(int n, qubit q) -> int { while (true) { if (n > 1) return 7; n += 1; x q; } return 1; }
        qubit q; bit[3] c = bit[3](f(0, q)); y q;";
    assert_eq!(steps(text, &[]), "x 0; x 0; y 0");
    assert_eq!(bits(text)["c"], "111");
    let text = "def f(qubit q) { x q; return; y q; } qubit q; f(q);";
    assert_eq!(steps(text, &[]), "x 0");
}

#[test]
fn wrong_calls_are_told_where_they_stand() {
    for (text, message) in [
        (
            "qubit[2] q; def f(qubit[3] r) { } |f(q);",
            "different sizes: 3 and 2",
        ),
        (
            "qubit[2] q; def f(qubit r) { } |f(q);",
            "different sizes: 1 and 2",
        ),
        (
            "qubit q; def f(int n) { } |f q;",
            "`f` takes a classical value here, not qubits",
        ),
        ("def f(int n) { } f(|q);", "`q` is not declared"),
        (
            "def f() { } int n = |f();",
            "expected an integer, found a value of type void",
        ),
        (
            "def f() -> int { return 1; } bit |f;",
            "`f` is already declared",
        ),
        ("def f(int |in) { }", "is a keyword"),
        ("def f(int a, int |a) { }", "`a` is already declared"),
        ("def f(|array[int, 2] a) { }", "`readonly` or `mutable`"),
        ("def f(|foo a) { }", "expected a type, found `foo`"),
        (
            "def f() -> int { |return 1ns; } int n = f();",
            "expected an integer",
        ),
        ("gate g a { |def f() { } }", "`def` can't stand"),
        (
            "def f() -> bit { return 1; } gate g a { rx(|f()) a; }",
            "`f` is not declared",
        ),
    ] {
        check(text, message);
    }
}
