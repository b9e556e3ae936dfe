use super::*;

#[test]
fn branches_are_taken_by_their_conditions() {
    let text = "qubit[2] q; bit c; c = measure q[0]; if (c) x q[1]; else y q[1]; if (!c) { } else { z q[1]; }";
    assert_eq!(
        steps(text, &[true]),
        "measure 0; value 0; x 1; value 0; z 1"
    );
    assert_eq!(steps(text, &[false]), "measure 0; value 0; y 1; value 0");
}

#[test]
fn conditions_of_the_second_version_compare_registers() {
    let text = "OPENQASM 2.0; include \"qelib1.inc\"; qreg q[2]; creg c[2]; creg d[70];
        measure q -> c; if (c == 2) x q[0]; if(c==0) measure q[0] -> c[0]; if (c[1]==1) reset q[1];
        if (d == 1180591620717411303424) z q[0]; if (d == 0) s q[0];";
    let run = |bits: &[bool]| {
        let mut trace = Trace {
            bits: bits.to_vec(),
            ..Trace::default()
        };
        parsed(text).run(&mut trace, &Inputs::new()).unwrap();
        trace.log.join("; ")
    };
    assert_eq!(
        run(&[false, true]),
        "measure 0; measure 1; value 0; value 1; x 0; value 0; value 1; value 1; reset 1; s 0"
    );
    assert_eq!(
        run(&[false, false]),
        "measure 0; measure 1; value 0; value 1; value 0; value 1; measure 0; value 1; s 0"
    );
    let long = "OPENQASM 2.0; creg c[152]; if (c == 1427247692705959881058285969449495136382746624) reset q;";
    let error = Program::parse(long, |_| None).unwrap_err();
    assert_eq!(error.kind.to_string(), "`q` is not declared as qubits");
    let beyond = format!("OPENQASM 2.0; creg c[70]; if (c == {}) ;", "9".repeat(1001));
    let error = Program::parse(&beyond, |_| None).unwrap_err();
    assert!(error.kind.to_string().contains("is not a valid number"));
}

#[test]
fn loops_run_through_ranges_sets_and_elements() {
    let of = |head: &str| {
        steps(
            &format!("qubit[8] q; bit[3] c = \"101\"; {head} x q[i];"),
            &[],
        )
    };
    assert_eq!(of("for uint i in [0:2]"), "x 0; x 1; x 2");
    assert_eq!(of("for int[32] i in [6:-2:1]"), "x 6; x 4; x 2");
    assert_eq!(of("for int i in [2:1]"), "");
    assert_eq!(of("for i in {5, 1 + 1, 7,}"), "x 5; x 2; x 7");
    assert_eq!(of("for int i in c"), "x 1; x 0; x 1");
    assert_eq!(
        of("array[int[8], 2] a = {3, 4}; for int i in a"),
        "x 3; x 4"
    );
    let text = "qubit[8] q; int n = 3; for int i in [0:n] { n = 1; if (i == 1) continue; \
                if (i == 3) break; x q[i]; }";
    assert_eq!(steps(text, &[]), "x 0; x 2");
    let text = "qubit q; int n; while (true) { n += 1; for int i in [0:9] { if (i == n) break; x q; } \
                if (n >= 2) break; } y q;";
    assert_eq!(steps(text, &[]), "x 0; x 0; x 0; y 0");
}

#[test]
fn loops_go_on_until_a_measurement_ends_them() {
    let text = "qubit q; bit c; while (c == 0) { reset q; h q; c = measure q; }";
    assert_eq!(
        steps(text, &[false, true]),
        "reset 0; h 0; measure 0; value 0; reset 0; h 0; measure 0; value 1"
    );
}

#[test]
fn a_switch_takes_the_first_case_with_the_value() {
    let of = |value: i64| {
        let text = format!(
            "qubit[4] q; int n = {value}; const int two = 2;
            switch (n) {{ case 0 {{ x q[0]; }} case 1, two, -5 {{ x q[1]; }} default {{ x q[3]; }} }}"
        );
        steps(&text, &[])
    };
    assert_eq!(
        [0, 1, 2, -5, 7].map(of),
        ["x 0", "x 1", "x 1", "x 1", "x 3"]
    );
    let text = "qubit[2] q; bit[2] c = measure q; switch (c) { case 2 { x q[0]; } case \"01\" { y q[0]; } }";
    assert_eq!(
        steps(text, &[true, false]),
        "measure 0; measure 1; value 0; value 0; value 1; y 0"
    );
}

#[test]
fn the_end_ends_everything() {
    let text = "qubit q; def f() { while (true) { end; } } x q; f(); y q;";
    assert_eq!(steps(text, &[]), "x 0");
}

#[test]
fn wrong_statements_are_told_where_they_stand() {
    for (text, message) in [
        ("for int i |= 3 { }", "expected `in`, found `=`"),
        ("for int i in [0:|true:0] { }", ""),
        ("|for int i in [0:0:1] { }", "the step of the range is 0"),
        ("for int i in |1.5 { }", "a register of bits or an array"),
        ("for int i in [|0.5:1] { }", "not an integer"),
        ("switch (1) { case |n { } }", "`n` is not declared"),
        (
            "int n; switch (1) { case |n { } }",
            "the value must be constant",
        ),
        (
            "switch (1) { case 1, |1 { } }",
            "the switch already has a case for 1",
        ),
        (
            "const int n = 2; switch (1) { case 2 { } case |n { } }",
            "the switch already has a case for 2",
        ),
        (
            "|else { x q; }",
            "`else` can't stand without an `if` before it",
        ),
        (
            "switch (1) { default { } |case 1 { } }",
            "expected `case`, `default` or `}`",
        ),
        ("switch (1) { case 1 |x; }", "expected `{`"),
        ("if |true { }", "expected `(`"),
        ("if (true) |else { }", "`else` can't stand without an `if`"),
        ("while (true)|;", "expected a statement, found `;`"),
        (
            "qubit q; if (true) { x q;|",
            "expected a statement or `}`, found the end",
        ),
        ("for int |h in [0:1] { } h i;", ""),
    ] {
        if message.is_empty() {
            continue;
        }
        check(text, message);
    }
}
