use super::*;

/// The text up to the sign `|` and after it; what is wrong must be found where the sign stands.
fn check(marked: &str, message: &str) {
    let text = marked.replacen('|', "", 1);
    let before = &marked[..marked.find('|').expect("a sign")];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
    let error = read(&text).expect_err(&text);
    assert_eq!(
        (error.line, error.column),
        (line, column),
        "{error}\n{marked}"
    );
    assert!(
        error.kind.to_string().contains(message),
        "{error}\n{marked}"
    );
}

#[test]
fn versions_that_are_read() {
    check("// é\n  |q;", "no gate `q` is defined");
    check(
        "OPENQASM |4.0;",
        "version 4.0 of OpenQASM is not supported: 2.0, 3.0 and 3.1 are",
    );
    check("OPENQASM |x;", "expected the version, found `x`");
    check("OPENQASM 3.0|", "expected `;`, found the end");
    check(
        "OPENQASM 3.0; |OPENQASM 3.0;",
        "expected a statement, found `OPENQASM`",
    );
}

#[test]
fn includes_are_the_languages_own_and_stand_first() {
    check(
        "OPENQASM 2.0; include |\"stdgates.inc\";",
        "to include; the library of this version is \"qelib1.inc\"",
    );
    for name in [
        "../../etc/passwd",
        "/etc/passwd",
        "a/../b",
        "./a",
        "a//b",
        "C:x",
        "",
    ] {
        check(
            &format!("OPENQASM 2.0; include |\"{name}\";"),
            "only plain names of files are read",
        );
    }
    check(
        "OPENQASM 3.0; include |stdgates;",
        "a file in quotation marks",
    );
    check(
        "OPENQASM 3.0; include |\"stdgates.inc;\n",
        "the name in quotation marks",
    );
    check(
        "OPENQASM 3.0; x $0; |include \"stdgates.inc\";",
        "before the first gate",
    );
    let twice = "OPENQASM 2.0; include \"qelib1.inc\"; |include \"qelib1.inc\";";
    check(twice, "only once");
}

#[test]
fn what_no_simulator_does_is_named() {
    for (statement, word) in [
        ("|defcal x $0 { }", "defcal"),
        ("|cal { }", "cal"),
        ("|complex[float[64]] z;", "complex"),
        ("int[8] x = int[8](|complex(1));", "complex"),
    ] {
        let message = format!("`{word}` is not supported");
        check(
            &format!("OPENQASM 3.0;\nqubit[2] q; bit c;\n {statement}"),
            &message,
        );
    }
    let opaque = "opaque g(a) b; opaque h b;\n";
    for version in ["2", "3"] {
        let text = format!("OPENQASM {version}.0;\n{opaque}qreg q[1];");
        circuit(&text);
        check(&format!("{text}\n|h q[0];"), "`h` is declared `opaque`");
    }
    let external = "OPENQASM 3;\nextern f(int[8], readonly array[int[8], #dim=1]) -> bit; bit c;\n";
    circuit(external);
    check(&format!("{external}c = |f(1);"), "`f` is declared `extern`");
    check(&format!("{external}|f(1);"), "`f` is declared `extern`");
    circuit("OPENQASM 3; defcalgrammar \"openpulse\";");
}

#[test]
fn what_a_circuit_can_not_express_is_told() {
    let start = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[3] q; bit[3] c; bit d;\n";
    for (statements, message) in [
        (
            "c[0] = measure q[0]; if (|c == 1) x q[1];",
            "needs a simulator",
        ),
        ("d = measure q[0]; while (|d) x q[1];", "needs a simulator"),
        (
            "d = measure q[0]; switch (d) { case |1 { x q[1]; } }",
            "needs a simulator",
        ),
        ("d = measure q[0]; int[4] n = |d + 1;", "needs a simulator"),
        ("h q[0]; |reset q[0];", "`reset` of a qubit that was used"),
        ("x q[2]; |reset q;", "`reset` of a qubit that was used"),
    ] {
        check(&format!("{start}{statements}"), message);
    }
    check("OPENQASM 3.0; bit[2] |c; c[1] = 1;", "bit 1 of `c` is 1");
    check(
        "OPENQASM 3.0; |input float a;",
        "the input `a` has no value",
    );
    check(
        "OPENQASM 2.0; qreg q[1]; creg c[1]; measure q[0] -> c[0]; if (|c == 1) U(0, 0, 0) q[0];",
        "needs a simulator",
    );
}

#[test]
fn statements_stand_where_they_may() {
    let start = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[3] q; bit c;\n";
    for (statement, message) in [
        (
            "gate g a { |measure a; }",
            "`measure` can't stand in the definition of a gate",
        ),
        (
            "gate g a { |reset a; }",
            "`reset` can't stand in the definition of a gate",
        ),
        (
            "gate g a { |bit b; }",
            "`bit` can't stand in the definition of a gate",
        ),
        ("if (true) { |qubit r; }", "`qubit` can't stand in a block"),
        (
            "if (true) { |gate g a { } }",
            "`gate` can't stand in a block",
        ),
        (
            "if (true) |include \"a\";",
            "`include` can't stand in a block",
        ),
        (
            "def f() { |input int a; }",
            "`input` can't stand in a block",
        ),
        ("|break;", "`break` can't stand outside of a loop"),
        (
            "while (false) { def f() { } }",
            "`def` can't stand in a block",
        ),
        ("|return 1;", "`return` can't stand outside of a subroutine"),
        (
            "c = 1 + |measure q[0];",
            "`measure` can't stand within an expression",
        ),
        ("|;", "empty statements are not supported"),
        ("h q;|;", "empty statements are not supported"),
        ("if (true)|;", "expected a statement, found `;`"),
    ] {
        let statement = statement.replace("{ def", "{ |def");
        check(&format!("{start}{statement}"), message);
    }
}

#[test]
fn words_of_version_3_are_told_in_version_2() {
    for statement in ["qubit[2] q;", "bit c;", "input float a;", "let a = q;"] {
        let word = statement.split([' ', '[']).next().unwrap();
        let message = format!("`{word}` is a keyword of OpenQASM 3, but the text declares");
        check(
            &format!("OPENQASM 2.0;\nqreg r[1];\n|{statement}"),
            &message,
        );
    }
    // One that the text defines is no such word.
    circuit("OPENQASM 2.0; gate bit a { } qreg q[1]; bit q[0];");
}

#[test]
fn lines_are_counted_by_any_of_their_ends() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["OPENQASM 3.0; // c", "/* a", "b */ qubit q;", "", " h r;"].join(end);
        let error = read(&text).unwrap_err();
        assert_eq!((error.line, error.column), (5, 4), "{end:?}");
        let open = ["OPENQASM 3.0;", "include \"stdgates.inc", "\";"].join(end);
        let error = read(&open).unwrap_err();
        assert_eq!((error.line, error.column), (2, 9), "{end:?}");
    }
}

#[test]
fn gates_are_those_of_the_library_and_of_the_text() {
    let three = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[3] q;\n";
    let two = "OPENQASM 2.0; include \"qelib1.inc\"; qreg q[3];\n";
    for name in [
        "iswap", "sxdg", "rzz", "rxx", "cnot", "si", "CZ", "split", "u", "cu1",
    ] {
        let message = format!("no gate `{name}` is defined before or in stdgates.inc");
        check(&format!("{three}|{name} q[0];"), &message);
    }
    for name in ["iswap", "siswap", "cnot", "merge", "ryy"] {
        check(
            &format!("{two}|{name} q[0];"),
            "is defined before or in qelib1.inc",
        );
    }
    for name in ["cx", "sdg", "p", "siswap", "ch"] {
        let message = "Braket's set (the text has no include)";
        check(&format!("OPENQASM 3.0;\n|{name} $0;"), message);
    }
    check(
        "OPENQASM 2.0; qreg q[2]; |h q[0];",
        "the language without an include",
    );
    check("OPENQASM 3.0; gate g a { |g a; }", "no gate `g`");
    check(
        "OPENQASM 3.0; gate g a { |f a; } gate f a { x a; }",
        "no gate `f`",
    );
}

#[test]
fn shapes_must_fit() {
    let start =
        "OPENQASM 3.0; include \"stdgates.inc\"; qubit[3] q; qubit[2] r; qubit w; bit[2] c;\n";
    for (statement, message) in [
        ("|cx q[0];", "`cx` acts on 2 qubits, not 1"),
        ("|h q[0], q[1];", "`h` acts on 1 qubit, not 2"),
        ("|rx q[0];", "`rx` takes 1 parameter, not 0"),
        ("|h(1) q[0];", "`h` takes 0 parameters, not 1"),
        ("|u3(1, 2) q[0];", "`u3` takes 3 parameters, not 2"),
        ("|cx q[1], q[1];", "`cx` acts on the same qubit twice"),
        ("|cx q, q;", "the same qubit twice"),
        ("|cx q[1], q;", "the same qubit twice"),
        ("cx q, |r;", "registers have different sizes: 3 and 2"),
        ("h q[|3];", "`q` has no index 3: its size is 3"),
        ("h q[|-4];", "`q` has no index -4: its size is 3"),
        ("h q[|0x3];", "`q` has no index 3: its size is 3"),
        ("h q[|1.0];", "not an integer"),
        ("h q[|];", "expected a number, found `]`"),
        ("qubit v|[2];", "expected `;`"),
        (
            "qubit[-1] |v;",
            "registers must have 1 to 65536 qubits in total",
        ),
        ("h w|[0];", "expected `;`, found `[`"),
        ("h |c[0];", "`c` is not declared as qubits"),
        ("h |t;", "`t` is not declared as qubits"),
        ("|q[0] = measure q[1];", "`q` is not declared as bits"),
        ("c[0] = measure |c[1];", "`c` is not declared as qubits"),
        ("c = |measure q;", "registers have different sizes: 2 and 3"),
        (
            "|measure q -> c;",
            "registers have different sizes: 2 and 3",
        ),
        ("c = |w;", "`w` is not declared as a parameter, a variable"),
        ("h |$0;", "can't be mixed"),
        ("barrier q, |u;", "`u` is not declared as qubits"),
        ("|gphase(1, 2);", "`gphase` takes 1 parameter, not 2"),
        ("gphase(1) |q;", "expected `;`"),
        ("rz(|1.0 / 0) q[0];", "division by zero"),
        ("rz(|1e308 * 1e308) q[0];", "not finite"),
        (
            "|u3(1.0, 1.7e308, 1.7e308 * 1) q[0], q[1];",
            "acts on 1 qubit, not 2",
        ),
    ] {
        check(&format!("{start}{statement}"), message);
    }
    check("OPENQASM 3.0; x $0;\nqubit |q;", "can't be mixed");
    check("OPENQASM 2.0; qreg q|;", "expected `[`");
    check(
        "OPENQASM 2.0; qreg q[1]; U(0, 0, 0) q[|-1];",
        "expected an index, found `-`",
    );
    check(
        "OPENQASM 2.0; qreg q[|0x1];",
        "expected a size, found `0x1`",
    );
    check("OPENQASM 2.0; qreg q[1]; measure q[0]|;", "expected `->`");
    // The value grows too large in the library, which has no place in the text.
    let overflow = "OPENQASM 2.0; include \"qelib1.inc\"; qreg q[2];\n";
    check(
        &format!("{overflow}|cu3(0, 1.7e308, 1.7e308) q[0], q[1];"),
        "not finite",
    );
}

#[test]
fn names_are_given_once_and_are_no_words_of_the_language() {
    let start = "OPENQASM 3.0; include \"stdgates.inc\"; qubit q; bit c; gate g a { }\n";
    for (statement, message) in [
        ("qubit |q;", "`q` is already declared"),
        ("bit |q;", "`q` is already declared"),
        ("qubit |g;", "`g` is already declared"),
        ("gate |g a { }", "`g` is already declared"),
        ("gate |q a { }", "`q` is already declared"),
        ("gate |cx a, b { }", "`cx` is a gate of stdgates.inc"),
        ("qubit |x;", "`x` is a gate of stdgates.inc"),
        ("gate f a, |a { }", "`a` is already declared"),
        ("gate f(a, |a) b { }", "`a` is already declared"),
        ("gate f(a) |a { }", "`a` is already declared"),
        ("gate |measure a { }", "is a keyword and can't be a name"),
        ("gate |U a { }", "is a keyword and can't be a name"),
        ("qubit |pi;", "is a keyword and can't be a name"),
        ("bit |input;", "is a keyword and can't be a name"),
        ("gate f(|τ) a { }", "is a keyword and can't be a name"),
        (
            "gate f a { x |b; }",
            "`b` is not declared as a qubit of this gate",
        ),
        (
            "gate f a { x |q; }",
            "`q` is not declared as a qubit of this gate",
        ),
        (
            "gate f(t) a { rx(|u) a; }",
            "`u` is not declared as a parameter",
        ),
        ("gate f a, b { |cx a, a; }", "the same qubit twice"),
        ("gate f a { |cx a; }", "acts on 2 qubits, not 1"),
        ("gate f a { x a[|0]; }", ""),
        ("gate f a { x a;|", "expected a gate or `}`, found the end"),
        ("gate f |{ }", "expected a name"),
    ] {
        let statement = statement.replace("a[|0]", "a|[0]");
        check(&format!("{start}{statement}"), message);
    }
}

#[test]
fn what_is_no_token_is_told_where_it_stands() {
    check(
        "OPENQASM 3.0;\nqubit[2] é; h é[0]; |§",
        "unexpected character '§'",
    );
    check(
        "OPENQASM 3.0;\n\n  |/* never",
        "the comment is not terminated",
    );
    check("OPENQASM 3.0; qubit[|2q] q;", "`2q` is not a valid number");
    check("OPENQASM 3.0; x |$;", "`$` is not a valid number");
    check("OPENQASM 3.0; x |$a;", "`$a` is not a valid number");
    check(
        "OPENQASM 3.0; qubit[|99999999999999999999] q;",
        "is not a valid number",
    );
    let long = "a".repeat(1000);
    check(
        &format!("OPENQASM 3.0; |{long} $0;"),
        &format!("`{}...`", "a".repeat(40)),
    );
}
