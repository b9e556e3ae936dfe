use super::*;

#[test]
fn inputs_have_names_types_and_values() {
    let text = with_header(
        "input float u; input int[8] n; input bit[2] b; input angle[8] a; input bool c;
        input array[int[8], 2] d;
        qubit[4] q; rx(u) q[n]; if (b == 2) y q[0]; rz(a) q[1]; if (c) x q[d[1]];",
    );
    let program = parsed(&text);
    let names: Vec<_> = program.inputs().collect();
    assert_eq!(
        names,
        [
            ("u", "float"),
            ("n", "int"),
            ("b", "bit[n]"),
            ("a", "angle"),
            ("c", "bool"),
            ("d", "array")
        ]
    );
    // An input is no result.
    assert!(program.bits().is_empty());
    let mut inputs = Inputs::new();
    for (name, value) in [
        ("u", "1.0 / 2"),
        ("n", "2"),
        ("b", "\"10\""),
        ("a", "0"),
        ("c", "true"),
        ("d", "{0, 3}"),
    ] {
        inputs.insert(name, value).unwrap();
    }
    let mut trace = Trace::default();
    program.run(&mut trace, &inputs).unwrap();
    assert_eq!(trace.log.join("; "), "rx(0.5) 2; y 0; rz(0) 1; x 3");
}

#[test]
fn inputs_without_a_value_and_values_without_an_input_are_refused() {
    let program = parsed("input float t;\n input int n;\n qubit q;");
    let mut inputs = Inputs::new();
    inputs.insert("t", "1").unwrap();
    let error = |inputs: &Inputs| {
        let error = program.run(&mut Trace::default(), inputs);
        error.unwrap_err().to_string()
    };
    assert_eq!(
        error(&inputs),
        "line 2, column 2: the input `n` has no value"
    );
    inputs.insert("n", "\"11\"").unwrap();
    inputs.insert("m", "1").unwrap();
    assert_eq!(
        error(&inputs),
        "line 1, column 1: the program has no input `m`"
    );
    let mut inputs = Inputs::new();
    inputs.insert("t", "\"1\" ++ \"0\"").unwrap();
    inputs.insert("n", "{1}").unwrap();
    assert!(error(&inputs).contains("line 2, column 2: expected an integer"));
    for text in ["", "x", "1 +", "1;", "measure q", "{1, 2", "sizeof(q)"] {
        assert!(inputs.insert("n", text).is_err(), "{text}");
    }
}
