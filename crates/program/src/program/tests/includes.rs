use super::*;

fn files(name: &str) -> Option<String> {
    let text = match name {
        "bell.inc" => "OPENQASM 3; gate bell a, b { h a; cx a, b; }",
        "lib/twice.qasm" => {
            "include \"bell.inc\"; def twice(qubit a, qubit b) { bell a, b; bell a, b; }"
        }
        "broken.inc" => "\n  gate g a { foo a; }",
        "late.inc" => "def f(int n) { int[4] m = n / (n - n); }",
        "loop.inc" => "include \"loop.inc\";",
        // A file of its own is not asked for.
        "stdgates.inc" => "nothing",
        _ => return None,
    };
    Some(text.to_owned())
}

#[test]
fn files_beside_the_text_are_included() {
    let text =
        with_header("include \"lib/twice.qasm\"; qubit[2] q; twice(q[0], q[1]); bell q[1], q[0];");
    let program = Program::parse(&text, files).unwrap();
    let mut trace = Trace::default();
    program.run(&mut trace, &Inputs::new()).unwrap();
    assert_eq!(
        trace.log.join("; "),
        "h 0; cx 0 1; h 0; cx 0 1; h 1; cx 1 0"
    );
}

#[test]
fn errors_in_included_files_name_the_file() {
    let error = Program::parse(&with_header("include \"broken.inc\";"), files).unwrap_err();
    assert_eq!(error.file.as_deref(), Some("broken.inc"));
    assert_eq!(
        error.to_string(),
        "broken.inc, line 2, column 14: no gate `foo` is defined before or in stdgates.inc"
    );
    let program = Program::parse(&with_header("include \"late.inc\"; f(1);"), files).unwrap();
    let error = program.run(&mut Trace::default(), &Inputs::new());
    assert_eq!(
        error.unwrap_err().to_string(),
        "late.inc, line 1, column 27: division by zero"
    );
}

#[test]
fn includes_have_an_end() {
    let error = Program::parse("include \"loop.inc\";", files).unwrap_err();
    assert_eq!(error.kind, ParseErrorKind::Includes { limit: 64 });
    let many: Vec<String> = (0..100).map(|k| format!("include \"f{k}\";")).collect();
    let error = Program::parse(&many.join("\n"), |_| Some(String::new())).unwrap_err();
    assert_eq!(
        (error.line, error.kind),
        (65, ParseErrorKind::Includes { limit: 64 })
    );
}

#[test]
fn names_with_a_root_or_a_parent_are_not_asked_for() {
    for name in ["../a", "/a", "a/../../b", "C:a", "\\\\a", "a\\b", "."] {
        let text = format!("include \"{name}\";");
        let asked = |_: &str| -> Option<String> { panic!("asked for {name}") };
        let error = Program::parse(&text, asked).unwrap_err();
        assert!(
            matches!(error.kind, ParseErrorKind::IncludeName { .. }),
            "{error}"
        );
    }
}
