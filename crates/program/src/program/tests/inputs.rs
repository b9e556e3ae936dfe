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
    inputs.insert("t", "1").unwrap();
    inputs.insert("n", "{1}").unwrap();
    assert!(error(&inputs).contains("line 2, column 2: expected an integer"));
    for text in ["", "x", "1 +", "1;", "measure q", "{1, 2", "sizeof(q)"] {
        assert!(inputs.insert("n", text).is_err(), "{text}");
    }
}

#[test]
fn values_that_do_not_fit_an_input_are_refused() {
    for (of, value, fits) in [
        ("int[4]", "7", true),
        ("int[4]", "8", false),
        ("int[4]", "-8", true),
        ("int[4]", "1.5", false),
        ("int[4]", "6 / 2", true),
        ("int[4]", "pi", false),
        ("int[4]", "\"1111\"", true),
        ("int[64]", "99999999999999999999", false),
        ("uint[3]", "-1", false),
        ("uint[3]", "7", true),
        ("bit[4]", "1010", false),
        ("bit[4]", "\"1010\"", true),
        ("bit[4]", "\"101\"", false),
        ("bit", "1", true),
        ("bool", "7", false),
        ("bool", "true", true),
        ("float", "true", false),
        ("float", "\"101\"", false),
        ("float", "-1", true),
        ("angle[4]", "pi / 2", true),
        ("array[int[4], 2]", "{1, 7}", true),
        ("array[int[4], 2]", "{1, 8}", false),
    ] {
        let program = parsed(&format!("input {of} n; qubit q;"));
        let mut inputs = Inputs::new();
        inputs.insert("n", value).unwrap();
        let done = program.run(&mut Trace::default(), &inputs);
        assert_eq!(done.is_ok(), fits, "{of} {value}: {done:?}");
        if let Err(error) = done {
            let expected = "line 1, column 1: the value of the input `n` doesn't fit its type, ";
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
}

#[test]
fn numbers_beyond_64_bits_are_no_integers() {
    let program = parsed("int[64] n = 99999999999999999999; qubit q;");
    let error = program.run(&mut Trace::default(), &Inputs::new());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("more than 64 bits"), "{error}");
}
