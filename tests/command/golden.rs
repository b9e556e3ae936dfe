//! The circuits of `circuits/`: for each case the moves that make it, its component in both
//! encodings, and its exact outcomes. `UPDATE_GOLDEN=1 cargo test --test command golden` writes them anew.

mod by_hand;
use crate::case;
mod chess;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

use crate::case::Case;
use cheqqers_circuit::{Bitstring, Circuit, Drawing};
use cheqqers_game::{Encoding, Game};
use cheqqers_sim::{Dense, Limits, Readout, Sparse, TOLERANCE};
use cheqqers_testkit::golden;
use cheqqers_world::{CarriedSlot, Component, EncodedCircuit, Slot};
use serde_json::{Map, Value, json};

/// The most qubits that a circuit in the paper's encoding has in the corpus: more than these few
/// simulate, and none draws legibly.
const PAPER_QUBITS: usize = 24;

/// The most qubits that are simulated with all their amplitudes.
const DENSE_QUBITS: usize = 16;

/// The files of a case, by their names.
struct Files {
    drawing: (PathBuf, String),
    outcomes: (PathBuf, String),
    circuits: Vec<(PathBuf, String)>,
}

static CASES: LazyLock<Vec<Kept>> = LazyLock::new(|| {
    let checkers = case::CASES.iter().map(Kept::of_checkers);
    checkers.chain(chess::kept()).collect()
});

static CORPUS: LazyLock<Vec<Files>> = LazyLock::new(|| CASES.iter().map(Kept::files).collect());

impl Files {
    fn all(&self) -> impl Iterator<Item = &(PathBuf, String)> {
        [&self.drawing, &self.outcomes]
            .into_iter()
            .chain(&self.circuits)
    }
}

/// The text that `cheqqers export` writes with more options.
type Exported = Box<dyn Fn(&[&str]) -> String + Send + Sync>;

/// A case of any game, played.
struct Kept {
    /// Folder of the game.
    folder: &'static str,
    name: &'static str,
    /// Start of the game, by the options of the command.
    start: Map<String, Value>,
    position: Option<&'static str>,
    moves: &'static str,
    /// What the last ply ran, instead of the position after it.
    last_ply: bool,
    component: Component,
    /// What people call a slot.
    name_of: Box<dyn Fn(Slot) -> String + Send + Sync>,
    /// What `cheqqers export` writes of it, with more options.
    exported: Exported,
}

fn folder(game: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "circuits", game]
        .iter()
        .collect()
}

impl Kept {
    fn of_checkers(case: &'static Case) -> Self {
        let played = case.play();
        let component = played.component().clone();
        let position = played.position;
        Self {
            folder: "cheqqers",
            name: case.name,
            start: case.start().header(),
            position: case.position,
            moves: case.moves,
            last_ply: false,
            name_of: Box::new(move |slot| position.slot_name(slot)),
            component,
            exported: Box::new(|more| case.exported(more)),
        }
    }

    fn files(&self) -> Files {
        let path = |extension: &str| folder(self.folder).join(format!("{}.{extension}", self.name));
        let circuits = self.encodings().map(|encoding| match encoding {
            Encoding::Minimal => (path("qasm"), (self.exported)(&["--encoding", "minimal"])),
            Encoding::Paper => {
                let text = (self.exported)(&["--encoding", "paper", "--flat"]);
                (path("paper.qasm"), text)
            }
        });
        Files {
            drawing: (path("txt"), self.drawing()),
            outcomes: (path("json"), self.outcomes()),
            circuits: circuits.collect(),
        }
    }

    fn encoded(&self, encoding: Encoding) -> EncodedCircuit {
        self.component.circuit(encoding).unwrap()
    }

    fn names(&self, slots: &[Slot]) -> Vec<String> {
        slots.iter().map(|&slot| (self.name_of)(slot)).collect()
    }

    /// The encodings that the corpus has of a case.
    fn encodings(&self) -> impl Iterator<Item = Encoding> {
        let paper = self.encoded(Encoding::Paper).circuit().num_qubits();
        let paper = (paper <= PAPER_QUBITS).then_some(Encoding::Paper);
        [Encoding::Minimal].into_iter().chain(paper)
    }

    /// Where the game started, the moves, the bits' squares, and what each bitstring's probability is.
    fn outcomes(&self) -> String {
        let probabilities = self.component.outcomes().into_iter();
        let probabilities = probabilities.map(|(bits, p)| (bits.to_string(), p.into()));
        let value = json!({
            "order": "first character is bit 0",
            "start": self.start,
            "moves": self.moves,
            "last_ply": self.last_ply,
            "bits": self.names(&self.component.slots()),
            "probabilities": probabilities.collect::<Map<String, Value>>(),
        });
        serde_json::to_string_pretty(&value).unwrap() + "\n"
    }

    fn drawing(&self) -> String {
        let slots = self.component.slots();
        let names = self.names(&slots);
        let mut text = String::new();
        if let Some(fen) = self.position {
            writeln!(text, "position  {fen}").unwrap();
        }
        writeln!(text, "moves     {}", self.moves).unwrap();
        writeln!(text, "bits      {}", names.join(" ")).unwrap();
        for (bits, probability) in self.component.outcomes() {
            // Ten digits: the last ones of an f64 are no matter of the circuit.
            writeln!(text, "{bits:<9} {probability:.10}").unwrap();
        }
        let groups: Vec<String> = self.moves.split(' ').map(str::to_owned).collect();
        for encoding in self.encodings() {
            let encoded = self.encoded(encoding);
            let labels = encoded.carried_slots().iter();
            let slots_of = |carried: &Vec<CarriedSlot>| -> Vec<Slot> {
                carried.iter().map(|carried| carried.slot).collect()
            };
            let labels: Vec<String> = labels
                .map(|carried| self.names(&slots_of(carried)).join(" "))
                .collect();
            let drawing = Drawing {
                labels: &labels,
                groups: &groups,
                ..Drawing::default()
            };
            let measured = encoded.measured(&slots).unwrap();
            write!(text, "\n{encoding}\n{}", measured.draw(&drawing)).unwrap();
        }
        text
    }
}

fn distribution(circuit: &Circuit) -> Vec<(Bitstring, f64)> {
    let readout = Readout::of(circuit).unwrap();
    if circuit.num_qubits() <= DENSE_QUBITS {
        Dense::run(circuit).unwrap().marginal(&readout)
    } else {
        let state = Sparse::run(circuit, Limits::default()).unwrap();
        state.marginal(&readout)
    }
}

/// Compares what a circuit gives with the probabilities of a case's JSON.
fn assert_gives(circuit: &Circuit, outcomes: &str, what: &str) {
    let outcomes: Value = serde_json::from_str(outcomes).unwrap();
    let expected = outcomes["probabilities"].as_object().unwrap();
    let found = distribution(circuit);
    assert_eq!(found.len(), expected.len(), "{what}");
    for (bits, probability) in found {
        let expected = expected[&bits.to_string()].as_f64().unwrap();
        let difference = (probability - expected).abs();
        assert!(difference <= TOLERANCE, "{what}: {bits} {probability}");
    }
}

#[test]
fn the_files_are_those_of_the_cases() {
    for (path, text) in CORPUS.iter().flat_map(Files::all) {
        golden::assert_same(path, text);
    }
}

#[test]
fn the_corpus_has_no_file_that_nobody_makes() {
    let made: BTreeSet<&PathBuf> = CORPUS
        .iter()
        .flat_map(Files::all)
        .map(|(path, _)| path)
        .collect();
    for game in ["cheqqers", "chess"] {
        for file in folder(game).read_dir().unwrap() {
            let path = file.unwrap().path();
            assert!(made.contains(&path), "nobody makes {}", path.display());
        }
    }
}

#[test]
fn the_files_circuits_give_the_files_probabilities() {
    for files in CORPUS.iter() {
        for (path, text) in &files.circuits {
            let what = path.display().to_string();
            assert_gives(
                &cheqqers_program::read(text).unwrap().circuit,
                &files.outcomes.1,
                &what,
            );
        }
    }
}

/// Those included that are too big for a file.
#[test]
fn both_encodings_give_the_files_probabilities() {
    for (case, files) in CASES.iter().zip(CORPUS.iter()) {
        let slots = case.component.slots();
        for encoding in [Encoding::Minimal, Encoding::Paper] {
            let circuit = case.encoded(encoding).measured(&slots).unwrap();
            let what = format!("{} {encoding}", case.name);
            assert_gives(&circuit, &files.outcomes.1, &what);
        }
    }
}
