use super::*;

#[test]
fn programs_that_go_on_are_stopped() {
    for text in [
        "while (true) { }",
        "int n; while (true) n += 1;",
        "for int i in [0:9223372036854775807] { }",
        "def f() { for int i in [0:1000000] { } } for int i in [0:1000] { f(); }",
        "bit[65536] c; while (true) { c = c << 1; }",
        "array[int, 65536] a; while (true) { array[int, 65536] b = a; }",
        "array[int, 300, 300] a; int n; while (true) { n = a[0, 0]; a[0:99] = a[100:199]; }",
    ] {
        let program = parsed(text).with_max_steps(100_000);
        let error = program.run(&mut Quiet, &Inputs::new());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("more than 100000 steps"), "{error}: {text}");
    }
    for text in [
        "qubit q; while (true) { measure q; }",
        "gate g a { h a; t a; } qubit[2] q; pow(1e9) @ g q[0];",
        "gate g a { h a; t a; } qubit[2] q; pow(1e15) @ g q;",
        "gate g a { h a; t a; } gate f a { pow(2000) @ g a; } qubit q; pow(2000) @ f q;",
    ] {
        let error = parsed(text).run(&mut Quiet, &Inputs::new());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("operations"), "{error}: {text}");
    }
}

#[test]
fn exponents_are_exact() {
    for exponent in ["9007199254740993", "-9007199254740993", "2 ** 60", "1e300"] {
        for gate in ["x", "rx(0.1)", "g"] {
            let text = format!("gate g a {{ h a; t a; }} qubit q; pow({exponent}) @ {gate} q;");
            let error = parsed(&text).run(&mut Quiet, &Inputs::new());
            let error = error.unwrap_err().to_string();
            assert!(error.contains("below 2^53"), "{error}: {text}");
        }
    }
    let below = parsed("qubit q; pow(9007199254740991) @ x q;");
    let mut trace = Trace::default();
    below.run(&mut trace, &Inputs::new()).unwrap();
    assert_eq!(trace.log.join("; "), "x 0");
}

/// Processor that does nothing.
struct Quiet;

impl Processor for Quiet {
    type Error = &'static str;

    fn add_qubits(&mut self, _: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    fn gate(&mut self, _: Gate, _: &[Qubit]) -> Result<(), Self::Error> {
        Ok(())
    }

    fn measure(&mut self, _: Qubit) -> Result<MeasuredBit, Self::Error> {
        Ok(MeasuredBit(0))
    }

    fn reset(&mut self, _: Qubit) -> Result<(), Self::Error> {
        Ok(())
    }

    fn value(&mut self, _: MeasuredBit) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

#[test]
fn a_gate_under_hundreds_of_controls_is_too_long() {
    let names: Vec<String> = (0..1000).map(|k| format!("q[{k}]")).collect();
    let text = format!("qubit[1000] q; ctrl(999) @ x {};", names.join(", "));
    let error = parsed(&text).run(&mut Quiet, &Inputs::new()).unwrap_err();
    assert!(error.to_string().contains("operations"), "{error}");
}

#[test]
fn nesting_has_a_limit() {
    let limit = ParseErrorKind::Depth { limit: 64 };
    for (open, close) in [
        ("{", "}"),
        ("if (true) {", "}"),
        ("if (true) ", ""),
        ("while (false) ", ""),
        ("box {", "}"),
        ("for int i in {0} {", "}"),
        ("switch (1) { default {", "} }"),
        ("if (false) { } else {", "}"),
    ] {
        let text = |depth: usize| {
            format!(
                "qubit q; {} i q; {}",
                open.repeat(depth),
                close.repeat(depth)
            )
        };
        let error = Program::parse(&text(10_000), |_| None).unwrap_err();
        assert_eq!(error.kind, limit, "{open}");
        let shallow = parsed(&text(60));
        shallow.run(&mut Trace::default(), &Inputs::new()).unwrap();
    }
    // A chain does not nest.
    let chain = "if (c) { x q; } else ".repeat(10_000);
    let program = parsed(&format!("qubit q; bit c; {chain} {{ y q; }}"));
    let mut trace = Trace::default();
    program.run(&mut trace, &Inputs::new()).unwrap();
    assert_eq!(trace.log.join("; "), "y 0");
    // Subroutines that call each other, in blocks.
    let calls = (1..100).map(|k| format!("def f{k}() {{ if (true) {{ f{}(); }} }}\n", k - 1));
    let text = "def f0() { }\n".to_owned() + &calls.collect::<String>();
    let error = Program::parse(&text, |_| None).unwrap_err();
    assert_eq!(error.kind, limit);
    assert!((30..=34).contains(&error.line), "{error}");
    let indices = format!("bit[2] c; c{} = 1;", "[0]".repeat(100_000));
    let program = parsed(&indices);
    assert!(program.run(&mut Trace::default(), &Inputs::new()).is_err());
    let inner = format!("bit[2] c; c{}0{} = 1;", "[c".repeat(1000), "]".repeat(1000));
    assert_eq!(Program::parse(&inner, |_| None).unwrap_err().kind, limit);
}

#[test]
fn constants_and_definitions_take_no_long_time() {
    let many: Vec<String> = (0..1000)
        .map(|k| format!("const bit c{k} = bit[65536](1) << 1 == bit[65536](2);"))
        .collect();
    let error = Program::parse(&many.join("\n"), |_| None).unwrap_err();
    assert!(
        matches!(error.kind, ParseErrorKind::Steps { .. }),
        "{error}"
    );
    // The gate is not expanded until it is used.
    let text = "gate x a { for int i in [0:100000000] { } } gate y a { x a; } qubit q;";
    parsed(text);
}

#[test]
fn memory_has_a_limit() {
    for text in [
        "array[int, 1048577] a;",
        "array[int, 1024, 1025] a;",
        "array[bit[65536], 17] a;",
        "array[int, 1000000] a; array[int, 1000000] b;",
        "def f(mutable array[int, 600000] a) { } array[int, 600000] b;",
    ] {
        let error = Program::parse(text, |_| None).unwrap_err();
        let memory = matches!(
            error.kind,
            ParseErrorKind::Memory { .. } | ParseErrorKind::OutOfRange { .. }
        );
        assert!(memory, "{error}: {text}");
    }
    let long = format!("bit[65536] c; bool b = (c{}) == c;", " ++ c".repeat(1000));
    let error = parsed(&long).run(&mut Trace::default(), &Inputs::new());
    assert!(error.unwrap_err().to_string().contains("1 to 65536 bits"));
}
