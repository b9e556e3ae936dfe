use super::*;

#[test]
fn registers_follow_each_other_in_the_order_of_their_declaration() {
    let text =
        "OPENQASM 3;\ninclude 'stdgates.inc';\nqubit[2] a; bit[1] m; qubit b; qreg c[2]; bit n;
        cx a[1], b; x c[0]; n = measure c[1]; m[0] = measure a[0];";
    let circuit = circuit(text);
    assert_eq!((circuit.num_qubits(), circuit.num_clbits()), (5, 2));
    assert_eq!(shown(&circuit), "cx 1 2; x 3; measure 4 1; measure 0 0");
}

#[test]
fn registers_of_bits_keep_their_names() {
    let text = "OPENQASM 3.0; bit[2] b; qubit[2] q; creg a[3]; bit c = measure q[0];";
    let bits = read(text).unwrap().bits;
    let bits: Vec<_> = bits
        .iter()
        .map(|register| (&register.name[..], register.start, register.size))
        .collect();
    assert_eq!(bits, [("b", 0, Some(2)), ("a", 2, Some(3)), ("c", 5, None)]);
}

#[test]
fn a_gate_on_registers_is_done_on_each_of_their_qubits() {
    let of = |statements: &str| {
        let text = format!(
            "OPENQASM 2.0; include \"qelib1.inc\"; qreg q[2]; qreg r[2]; creg c[2];\n{statements}"
        );
        shown(&circuit(&text))
    };
    assert_eq!(of("h q;"), "h 0; h 1");
    assert_eq!(of("cx q, r;"), "cx 0 2; cx 1 3");
    assert_eq!(of("cx q[1], r;"), "cx 1 2; cx 1 3");
    assert_eq!(of("ccx q, r[0], r[1];"), "ccx 0 2 3; ccx 1 2 3");
    assert_eq!(of("measure r -> c;"), "measure 2 0; measure 3 1");
    assert_eq!(
        of("barrier q, r[1]; u1(pi/2) r[0];"),
        format!("p({}) 2", std::f64::consts::FRAC_PI_2)
    );
}

#[test]
fn every_form_of_measurement_keeps_the_bit() {
    for measurement in [
        "bit[2] c; c = measure q;",
        "bit[2] c = measure q;",
        "bit[2] c; measure q -> c;",
        "creg c[2]; c[0] = measure q[0]; measure q[1] -> c[1];",
    ] {
        let text = format!("OPENQASM 3.0; qubit[2] q; {measurement}");
        assert_eq!(shown(&circuit(&text)), "measure 0 0; measure 1 1", "{text}");
    }
}

#[test]
fn a_measurement_without_a_bit_leaves_nothing_but_ends_the_qubit() {
    let text = "OPENQASM 3.0; qubit[3] q; bit c; x q[0]; measure q[0]; h q[1]; c = measure q[0];";
    assert_eq!(shown(&circuit(text)), "x 0; h 1; measure 0 0");
    let error = read("OPENQASM 3.0; qubit[2] q; measure q;\ncnot q[1], q[0];").unwrap_err();
    let gate = "cx".to_owned();
    assert_eq!(
        (error.line, error.column, error.kind),
        (2, 1, ParseErrorKind::Discarded { gate })
    );
}

#[test]
fn a_comment_ends_with_its_line() {
    for version in ["3", "2"] {
        for end in ["\n", "\r\n", "\r"] {
            let lines = [
                &format!("OPENQASM {version}.0; // a"),
                "qreg q[1]; // b",
                "creg c[1]; // x q[0];",
                "U(0, 0, 0) q[0]; // c",
                "measure q[0] -> c[0];",
            ];
            let circuit = circuit(&lines.join(end));
            assert_eq!(circuit.measurements().count(), 1, "{end:?}");
            assert!(circuit.gates().count() > 0, "{end:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let text = "\u{feff}OPENQASM 3.0; x $1;";
    assert_eq!(shown(&circuit(text)), "x 1");
    // Elsewhere it is a character like any other.
    assert!(read(&format!("OPENQASM 3.0; {text}")).is_err());
}

#[test]
fn indices_and_sizes_are_whole_numbers_of_any_form() {
    let text = "OPENQASM 3.0; qubit[0b1_0 + 2] q; bit[0x2 * 2] c;
        x q[-1]; x q[1 + 1]; x q[0o1]; c[-4] = measure q[2 ** 2 - 1]; measure q[0x0] -> c[(1)];";
    assert_eq!(
        shown(&circuit(text)),
        "x 3; x 2; x 1; measure 3 0; measure 0 1"
    );
}

#[test]
fn physical_qubits_have_their_own_numbers() {
    let text = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nbit[1] c;\nrz(0.5) $4;\ncz $4, $1;\nbarrier $0;\nc[0] = measure $1;";
    let parsed = read(text).unwrap();
    assert_eq!(
        (parsed.circuit.num_qubits(), parsed.dialect),
        (5, Dialect::Ibm)
    );
    assert_eq!(shown(&parsed.circuit), "rz(0.5) 4; cz 4 1; measure 1 0");
}

#[test]
fn definitions_take_parameters_and_each_other() {
    let text = "OPENQASM 3.0; include \"stdgates.inc\";
        gate turn(x, y) a { rz(x + y) a; gphase(x); rx(-y / 2) a; barrier a; }
        gate both(x) b, a { turn(x, 2 * x) a; cx b, a; turn(1.0, -0.0) b; }
        gate nothing() a { }
        qubit[3] q;
        both(0.5) q[2], q[0];
        nothing() q;
        gphase(pi / 7);";
    assert_eq!(
        shown(&circuit(text)),
        "rz(1.5) 0; rx(-0.5) 0; cx 2 0; rz(1) 2; rx(0) 2"
    );
}

#[test]
fn a_definition_with_name_and_matrix_of_a_table_gate_is_that_gate() {
    let read_with = |definition: &str, call: &str| {
        let text =
            format!("OPENQASM 2.0; include \"qelib1.inc\";\n{definition}\nqreg q[3];\n{call}");
        let parsed = read(&text).unwrap();
        (shown(&parsed.circuit), parsed.definitions)
    };
    // The four CX of the word that people share, not the two of ours.
    let siswap = "gate siswap a, b { cx a,b; h a; tdg a; cx b,a; t a; cx b,a; h a; cx a,b; }";
    let known = ("siswap 2 0".to_owned(), Definitions::Flat);
    assert_eq!(read_with(siswap, "siswap q[2], q[0];"), known);
    let iswap = "gate iswap a, b { cx a, b; cx b, a; s b; cx a, b; }";
    let split = "gate split s, t, u { siswap s, u; iswap s, t; }";
    let known = ("split 0 1 2".to_owned(), Definitions::Named);
    let both = format!("{siswap} {iswap} {split}");
    assert_eq!(read_with(&both, "split q[0], q[1], q[2];"), known);
    // The same but for a global phase, and with the targets exchanged.
    let phase = "gate iswap a, b { rz(pi) a; z a; cx a, b; cx b, a; s b; cx a, b; }";
    assert_eq!(read_with(phase, "iswap q[0], q[1];").0, "iswap 0 1");
    let other = format!("{siswap} {iswap} gate split s, t, u {{ siswap s, t; iswap s, u; }}");
    let written_out = ("siswap 0 1; iswap 0 2".to_owned(), Definitions::Flat);
    assert_eq!(read_with(&other, "split q[0], q[1], q[2];"), written_out);
    // What only newer libraries have may be defined, to something else even.
    assert_eq!(read_with("gate sxdg a { z a; }", "sxdg q[1];").0, "z 1");
}

#[test]
fn plain_openqasm_3_may_define_all_its_gates() {
    let text =
        "OPENQASM 3.0; gate h a { U(pi/2, 0, pi) a; gphase(pi/4); } gate cx a, b { cnot a, b; }
        qubit[2] q; h q[0]; cx q[0], q[1];";
    assert_eq!(shown(&circuit(text)), "h 0; cx 0 1");
}

#[test]
fn comments_and_blanks_stand_anywhere() {
    let text = "// first\r\nOPENQASM/* a\n * b */3.0\n;\tqubit // q\n[ 1 ] q ;x q/**/[0];//end";
    assert_eq!(shown(&circuit(text)), "x 0");
}

#[test]
fn the_dialect_is_told_by_version_include_and_qubits() {
    for (text, dialect) in [
        ("OPENQASM 2.0;", Dialect::Qasm2),
        (
            "OPENQASM 2.0; qreg q[2]; U(0.5, 0, 0) q[0]; CX q[0], q[1];",
            Dialect::Qasm2,
        ),
        ("OPENQASM 3.0;", Dialect::Braket),
        ("qubit q; i q;", Dialect::Braket),
        (
            "include 'qelib1.inc'; qreg q[1]; u1(0) q[0];",
            Dialect::Qasm2,
        ),
        ("OPENQASM 3; include 'qelib1.inc';", Dialect::Qasm3),
        ("OPENQASM 3.1; v $0;", Dialect::Braket),
        ("OPENQASM 3.0; include \"stdgates.inc\";", Dialect::Qasm3),
        ("OPENQASM 3; include \"stdgates.inc\"; sx $0;", Dialect::Ibm),
    ] {
        assert_eq!(read(text).unwrap().dialect, dialect, "{text}");
    }
}

#[test]
fn angles_are_kept_to_the_last_bit() {
    for text in [
        "0.1",
        "-0.0",
        "1e-300",
        "-2.718281828459045",
        "5e-324",
        "1_0.2_5",
    ] {
        let text = text.to_owned();
        let whole = format!("OPENQASM 3.0; qubit q; rz({text}) q;");
        let angle = circuit(&whole)
            .gates()
            .next()
            .and_then(|(gate, _)| gate.parameter());
        let expected: f64 = text.replace('_', "").parse().unwrap();
        assert_eq!(angle.map(f64::to_bits), Some(expected.to_bits()), "{text}");
    }
}
