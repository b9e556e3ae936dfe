//! Texts that nobody should write: they are read or refused with a place inside them, and that soon.

use cheqqers_circuit::{Gate, Qubit};
use cheqqers_qasm::write;
use cheqqers_testkit::strategy;
use proptest::prelude::*;

use super::*;

/// Words and signs of the language.
const WORDS: &[&str] = &[
    "OPENQASM",
    "3.0",
    "2.0",
    "include",
    "\"stdgates.inc\"",
    "\"qelib1.inc\"",
    "qubit",
    "bit",
    "qreg",
    "creg",
    "gate",
    "measure",
    "barrier",
    "gphase",
    "reset",
    "if",
    "ctrl",
    "opaque",
    "->",
    "=",
    ";",
    ";",
    ";",
    ",",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "+",
    "-",
    "*",
    "/",
    "**",
    "^",
    "@",
    ":",
    "q",
    "q",
    "c",
    "r",
    "g",
    "a",
    "b",
    "$0",
    "$7",
    "$99999999",
    "0",
    "1",
    "2",
    "65536",
    "1e9",
    "0.5",
    ".5",
    "1_0",
    "1e309",
    "pi",
    "tau",
    "π",
    "sin",
    "pow",
    "log",
    "x",
    "h",
    "cx",
    "rx",
    "p",
    "u3",
    "cu3",
    "ccx",
    "cnot",
    "iswap",
    "U",
    "CX",
    "split",
    "siswap",
    "\n",
    "\n",
    "// c\n",
    "// c\r",
    "\r\n",
    "-1",
    "0x1",
    "0b_",
    "10ns",
    "%",
    "<<=",
    "true",
    "\u{feff}",
    "/* c */",
    "/*",
    "\"",
    "'",
    "#pragma",
    "é",
    "\0",
];

/// The pieces of a text: words, numbers, signs, blanks; together they are the text.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let class = |c: char| {
        (
            c.is_alphanumeric() || c == '_' || c == '.',
            c.is_whitespace(),
        )
    };
    let mut last = None;
    for c in text.chars() {
        let this = class(c);
        match tokens.last_mut() {
            Some(token) if last == Some(this) && this != (false, false) => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        last = Some(this);
    }
    tokens
}

/// Reads a text, and checks that what is wrong stands in it.
fn check(text: &str) {
    let Err(error) = read(text) else {
        return;
    };
    let plain = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = plain.split('\n').collect();
    assert!((1..=lines.len()).contains(&error.line), "{error}\n{text}");
    let width = lines[error.line - 1].chars().count();
    assert!((1..=width + 1).contains(&error.column), "{error}\n{text}");
    assert!(error.to_string().len() < 1000, "{error}");
}

/// What the writer makes of a circuit with a gate of each kind, in every form.
fn exports() -> Vec<String> {
    let qubits = [Qubit(2), Qubit(0), Qubit(1)];
    let mut circuit = Circuit::new(3, 0);
    for gate in Gate::all(-0.3) {
        circuit.push(gate, &qubits[..gate.num_qubits()]).unwrap();
    }
    circuit.measure_all();
    let mut native = Circuit::new(3, 0);
    for gate in [Gate::X, Gate::Sx, Gate::Rz(1.5), Gate::Cz] {
        native.push(gate, &qubits[..gate.num_qubits()]).unwrap();
    }
    native.measure_all();
    let title = ["a game".to_owned()];
    let mut texts = Vec::new();
    for dialect in [Dialect::Qasm3, Dialect::Qasm2, Dialect::Braket] {
        for definitions in [Definitions::Flat, Definitions::Named] {
            let title = &title;
            let program = AnnotatedCircuit {
                title,
                definitions,
                ..AnnotatedCircuit::new(&circuit)
            };
            texts.push(write(&program, dialect).unwrap());
        }
    }
    texts.push(write(&AnnotatedCircuit::new(&native), Dialect::Ibm).unwrap());
    texts.push(
        "OPENQASM 3.0;\ninclude \"stdgates.inc\";\ngate turn(x, y) a, b { cu(x, y, x / 2, -y) a, b; \
         gphase(sin(x) ** 2.0); barrier a; }\ngate twice(x) a { rx(2 * x) a; }\nqubit[3] q; bit[3] c;\n\
         turn(pi, 0.5) q[0], q;\ntwice(-tau) q;\nbarrier;\nmeasure q -> c;\nc = measure q;\n"
            .to_owned(),
    );
    texts
}

/// A way to spoil a text.
#[derive(Clone, Debug)]
enum Change {
    Flip(prop::sample::Index, u8),
    Delete(prop::sample::Index, usize),
    Duplicate(prop::sample::Index, usize),
    SwapTokens(prop::sample::Index, prop::sample::Index),
    InsertWord(prop::sample::Index, prop::sample::Index),
}

fn changes() -> impl Strategy<Value = Change> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        (index(), any::<u8>()).prop_map(|(at, byte)| Change::Flip(at, byte)),
        (index(), 1..20_usize).prop_map(|(at, len)| Change::Delete(at, len)),
        (index(), 1..200_usize).prop_map(|(at, len)| Change::Duplicate(at, len)),
        (index(), index()).prop_map(|(a, b)| Change::SwapTokens(a, b)),
        (index(), index()).prop_map(|(at, word)| Change::InsertWord(at, word)),
    ]
}

fn changed(text: &str, change: &Change) -> String {
    let mut bytes = text.as_bytes().to_vec();
    if bytes.is_empty() {
        return String::new();
    }
    match change {
        Change::Flip(at, byte) => bytes[at.index(text.len())] ^= byte,
        Change::Delete(at, len) => {
            let at = at.index(text.len());
            bytes.drain(at..text.len().min(at + len));
        }
        Change::Duplicate(at, len) => {
            let at = at.index(text.len());
            let again = bytes[at..text.len().min(at + len)].to_vec();
            bytes.splice(at..at, again);
        }
        Change::SwapTokens(a, b) => {
            let mut tokens = tokens(text);
            let (a, b) = (a.index(tokens.len()), b.index(tokens.len()));
            tokens.swap(a, b);
            return tokens.concat();
        }
        Change::InsertWord(at, word) => {
            let mut tokens = tokens(text);
            let word = WORDS[word.index(WORDS.len())];
            tokens.insert(at.index(tokens.len()), format!(" {word} "));
            return tokens.concat();
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn any_text() -> impl Strategy<Value = String> {
    let soup = prop::collection::vec(prop::sample::select(WORDS), 0..60);
    let soup = soup.prop_map(|words| words.join(" "));
    let starts = [
        "",
        "OPENQASM 3.0;",
        "OPENQASM 2.0; include \"qelib1.inc\"; qreg q[2];",
        "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; bit[2] c;",
        "OPENQASM 3.0; qubit[2] q;",
    ];
    let start = prop::sample::select(starts.to_vec()).prop_map(str::to_owned);
    let any_string = prop_oneof![any::<String>(), "[ -~\n]{0,80}"];
    let changes = prop::collection::vec(changes(), 1..4);
    let mutated = (prop::sample::select(exports()), changes).prop_map(|(text, changes)| {
        changes
            .iter()
            .fold(text, |text, change| changed(&text, change))
    });
    prop_oneof![
        1 => (start.clone(), any_string).prop_map(|(start, text)| start + &text),
        1 => (start, soup).prop_map(|(start, text)| format!("{start} {text}")),
        2 => mutated,
    ]
}

proptest! {
    #![proptest_config(strategy::config(2000))]

    #[test]
    fn any_text_is_read_or_refused_with_its_place(text in any_text()) {
        check(&text);
    }
}
