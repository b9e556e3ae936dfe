//! Circuits that leave the program: `cheqqers export`.

use crate::command;

use std::fs;
use std::path::Path;

use crate::command::{command, printed_by, run};
use serde_json::{Value, json};

fn exported(args: &[&str], folder: &Path) -> String {
    printed_by(command(&[&["export"], args].concat()).current_dir(folder))
}

fn refused(args: &[&str], folder: &Path) -> String {
    let done = run(command(&[&["export"], args].concat()).current_dir(folder));
    assert_eq!((done.code, &*done.out), (Some(1), ""), "{args:?}");
    done.err
}

/// Eight splits, each of which takes two qubits more in the paper's encoding.
const TOO_WIDE: [&str; 8] = [
    "--position",
    "W:WK22:BK1",
    "--moves",
    "c3^b4d4 b8-a7 d4^e3e5 a7-b8 e3^d2f2 b8-a7 f2^e1g1 a7-b8 e5^f4f6 b8-a7 f6^e7g7 a7-b8 g7^f8h8 \
     b8-a7 f4^g3g5",
    "--encoding",
    "paper",
    "--format",
    "quirk",
];

const GAME: [&str; 2] = ["--moves", "c3^b4d4 f6^e5g5"];

#[test]
fn the_text_names_squares_and_moves_and_stays_in_the_common_subset() {
    let folder = tempfile::tempdir().unwrap();
    let text = exported(&["--moves", "c3^b4d4"], folder.path());
    assert_eq!(
        text,
        "\
OPENQASM 3.0;
include \"stdgates.inc\";
// cheqqers after: c3^b4d4
// encoding minimal; in bit strings the first character is bit 0
// q[0]: c3 then b4
// q[1]: d4
// c[0]: b4
// c[1]: d4
qubit[2] q;
bit[2] c;
// c3^b4d4
x q[0];
s q[0];
s q[1];
h q[1];
t q[1];
cx q[0], q[1];
tdg q[1];
h q[1];
sdg q[1];
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
"
    );
    let unmeasured = exported(&["--moves", "c3^b4d4", "--no-measure"], folder.path());
    assert!(!unmeasured.contains("measure") && !unmeasured.contains("c["));
}

#[test]
fn the_text_says_where_a_game_started_that_did_not_start_as_ever() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "--size",
        "10",
        "--position",
        "W:WK38:BK5",
        "--moves",
        "e3^d4f4",
    ];
    assert!(exported(&args, folder.path()).contains(
        "// cheqqers after: e3^d4f4\n// start: size 10, position W:WK38:BK5\n// encoding"
    ));
}

#[test]
fn the_papers_encoding_defines_its_gates_unless_flat() {
    let folder = tempfile::tempdir().unwrap();
    let paper = ["--moves", "c3^b4d4", "--encoding", "paper"];
    let named = exported(&paper, folder.path());
    assert!(
        named.contains("\ngate split a, b, c { ") && named.contains("\nsplit q[0], q[1], q[2];")
    );
    assert!(named.contains("// gates with a body: PennyLane"));
    let flat = exported(&[&paper[..], &["--flat"]].concat(), folder.path());
    assert!(!flat.contains("split q") && !flat.contains("gate "));
}

#[test]
fn every_component_gets_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for (format, extension) in [
        ("qasm3", "qasm"),
        ("qasm2", "qasm"),
        ("braket", "qasm"),
        ("ionq", "qasm"),
        ("quirk", "json"),
        ("quirk-url", "txt"),
        ("json", "json"),
        ("text", "txt"),
        ("svg", "svg"),
        ("latex", "tex"),
    ] {
        let args = [&GAME[..], &["--format", format, "-o", "deep/out"]].concat();
        assert_eq!(exported(&args, folder.path()), "");
        for (square, name) in [("d4", "b4"), ("g5", "e5")] {
            let path = folder
                .path()
                .join("deep/out")
                .join(name)
                .with_extension(extension);
            let one = [&GAME[..], &["--format", format, "--square", square]].concat();
            assert_eq!(
                fs::read_to_string(path).unwrap(),
                exported(&one, folder.path())
            );
        }
    }
}

#[test]
fn other_forms_know_the_squares_the_moves_and_the_chances() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "c3^b4d4 h6-g5 d4^c5e5";
    let form = |format| exported(&["--moves", moves, "--format", format], folder.path());
    let json: Value = serde_json::from_str(&form("json")).unwrap();
    let probabilities = json["probabilities"].as_object().unwrap();
    assert_eq!(probabilities.len(), 3);
    for (bits, expected) in [("001", 0.25), ("010", 0.25), ("100", 0.5)] {
        assert!((probabilities[bits].as_f64().unwrap() - expected).abs() < 1e-12);
    }
    assert_eq!(
        json["qubits"][1],
        json!({ "index": 1, "names": ["d4", "c5"] })
    );
    assert_eq!(
        json["fold"][2],
        json!({ "name": "e5", "clbits": [2], "flipped": false })
    );
    assert_eq!(json["groups"][2], "d4^c5e5");
    let quirk: Value = serde_json::from_str(&form("quirk")).unwrap();
    assert_eq!(quirk["cols"][0], json!(["X", 1, 1]));
    assert!(form("quirk-url").starts_with("https://algassert.com/quirk#circuit=%7B%22cols"));
    let (svg, latex) = (form("svg"), form("latex"));
    assert!(svg.contains(">d4 → c5</text>") && svg.contains(">d4^c5e5</text>"));
    assert!(latex.contains("d4 $\\to$ c5") && latex.contains("{d4\\textasciicircum{}c5e5}"));
    let args = ["--moves", moves, "--format", "json", "--no-measure"];
    let unmeasured: Value = serde_json::from_str(&exported(&args, folder.path())).unwrap();
    assert!(unmeasured.get("probabilities").is_none() && unmeasured["fold"] == json!([]));
}

/// The plies of the gates in JSON, with player and move, each once.
fn gate_moves(json: &Value) -> Vec<String> {
    let gates = json["operations"].as_array().unwrap().iter();
    let gates = gates.filter(|operation| operation.get("gate").is_some());
    let told = |gate: &Value| {
        let move_of = gate["move"].as_str().unwrap();
        let ply = usize::try_from(gate["ply"].as_u64().unwrap()).unwrap();
        assert_eq!(json["groups"][ply - 1], *move_of);
        assert_eq!(gate["group"], gate["ply"]);
        format!(
            "{} {} {move_of}",
            gate["ply"],
            gate["player"].as_str().unwrap()
        )
    };
    let mut told: Vec<String> = gates.map(told).collect();
    told.dedup();
    told
}

#[test]
fn every_gate_says_which_move_made_it() {
    let folder = tempfile::tempdir().unwrap();
    let export = |moves: &str, options: &[&str]| {
        exported(&[&["--moves", moves][..], options].concat(), folder.path())
    };
    let json = |moves: &str, options: &[&str]| -> Value {
        let options = [&["--format", "json"], options].concat();
        serde_json::from_str(&export(moves, &options)).unwrap()
    };
    // Two splits and a step of one piece, between moves that make no gate.
    let splits = "c3^b4d4 h6-g5 b4-a5 g5-h4 d4^c5e5";
    assert_eq!(
        gate_moves(&json(splits, &[])),
        ["1 white c3^b4d4", "3 white b4-a5", "5 white d4^c5e5"]
    );
    // A measurement ends White's component and makes no gate.
    assert_eq!(
        gate_moves(&json("c3^b4d4 f6^e5g5 d4xf6{b4}", &[])),
        ["2 black f6^e5g5"]
    );
    let entangled = "c3-d4 f6^e5g5 d4xf6";
    let told = ["2 black f6^e5g5", "3 white d4xf6"];
    for encoding in ["minimal", "paper"] {
        assert_eq!(
            gate_moves(&json(entangled, &["--encoding", encoding])),
            told
        );
    }
    let none = json(entangled, &["--gate-moves", "none"]);
    assert!(none["operations"][0].get("ply").is_none());

    // Before every gate stands what the comments say before the first of each move, and no more.
    let bare = export(entangled, &["--gate-moves", "none"]);
    let without = |text: &str, mark: &str| -> String {
        let lines = text.lines().filter(|line| !line.contains(mark));
        lines.map(|line| line.to_owned() + "\n").collect()
    };
    let annotated = export(entangled, &["--gate-moves", "annotations"]);
    assert_eq!(without(&annotated, "@cheqqers.move"), bare);
    let lines: Vec<&str> = annotated.lines().collect();
    let is_gate =
        |line: &str| line.contains(" q[") && !line.contains("measure") && !line.starts_with("//");
    for pair in lines.windows(2).filter(|pair| is_gate(pair[1])) {
        assert!(
            told.iter()
                .any(|told| pair[0] == format!("@cheqqers.move {told}")),
            "{pair:?}"
        );
    }
    let commented = export(entangled, &["--gate-moves", "comments"]);
    assert_eq!(commented, export(entangled, &[]));
    assert_eq!(
        without(&without(&commented, "// f6^e5g5"), "// d4xf6"),
        bare
    );
    let second = ["--format", "qasm2", "--gate-moves", "annotations"];
    assert!(export(entangled, &second).contains("\n// @cheqqers.move 3 white d4xf6\n"));

    // Gates of IBM's machines are made of gates of several moves.
    let ibm = export(splits, &["--format", "ibm", "--gate-moves", "annotations"]);
    let both = "\n@cheqqers.move 1 white c3^b4d4\n@cheqqers.move 5 white d4^c5e5\nsx $1;\n";
    assert!(ibm.contains(both), "{ibm}");
}

#[test]
fn gates_of_a_set_up_are_of_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let set_up =
        "B:W~17,~18,21,23-32:B1-12|17,18:10*0,0.70710678118654757;01*0,0.70710678118654757";
    let args = [
        "--position",
        set_up,
        "--moves",
        "h6-g5 b4-c5",
        "--gate-moves",
        "annotations",
    ];
    let text = exported(&args, folder.path());
    assert!(
        text.contains("\n@cheqqers.prepared 0\n")
            && text.contains("\n@cheqqers.move 2 white b4-c5\n"),
        "{text}"
    );
}

#[test]
fn a_recorded_game_gives_the_circuit_of_any_ply() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["selfplay", "--games", "1", "--record", ".", "--seed", "1"];
    let played = run(command(&[&play, &GAME[..]].concat()).current_dir(&folder));
    assert_eq!(played.code, Some(0), "{}", played.err);
    let recorded = |ply| {
        exported(
            &["game-1.jsonl", "--ply", ply, "--square", "b4"],
            folder.path(),
        )
    };
    assert_eq!(
        recorded("1"),
        exported(&["--moves", "c3^b4d4"], folder.path())
    );
    let after_two = exported(&[&GAME[..], &["--square", "b4"]].concat(), folder.path());
    assert_eq!(recorded("2"), after_two);
    assert!(refused(&["game-1.jsonl", "--ply", "9999"], folder.path()).contains("has no ply 9999"));
}

#[test]
fn what_has_no_circuit_is_refused_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    for (args, text) in [
        (&[][..], "there is no component\n"),
        (
            &["--moves", "c3^b4d4", "--square", "a1"],
            "on \"a1\": there are those of b4\n",
        ),
        (
            &GAME,
            "there is more than one component: there are those of b4, e5",
        ),
        (&["--moves", "c3^b4d4 f6^e5g5 d4xf6{d4}"], "d4xf6"),
        (&["nothing.jsonl"], "could not read nothing.jsonl"),
        (
            &TOO_WIDE,
            "Quirk has 16 wires, and the circuit has 17 qubits",
        ),
        (
            &["--moves", "c3^b4d4", "-o", "/dev/null/x"],
            "could not write",
        ),
    ] {
        let errors = refused(args, folder.path());
        assert!(
            errors.starts_with("error: ") && errors.contains(text),
            "{errors}"
        );
        assert_eq!(errors.trim_end().lines().count(), 2, "{errors}");
    }
}

#[test]
fn a_ply_is_one_of_a_recorded_game() {
    let done = command::cheqqers(&["export", "--moves", "c3^b4d4", "--ply", "0"]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("--ply"), "{}", done.err);
}

#[test]
fn the_circuits_of_a_ply_are_those_that_it_ran() {
    let folder = tempfile::tempdir().unwrap();
    let queens = ["--game", "queens-chess", "--last-ply", "--moves"];
    let touch = |more: &'static [&str]| [&queens[..], &["e2?{e2}{knight0}"], more].concat();
    // The touch and the draw that followed it, in this order.
    exported(&touch(&["-o", "out"]), folder.path());
    let text = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    assert!(text("e2.qasm").contains("// queens-chess last ply of: e2?\n"));
    let draw = text("pawn0.qasm");
    assert!(draw.contains("\nx q[0];\nry(1.50408017838") && draw.contains("// c[4]: queen0\n"));
    let square = exported(&touch(&["--square", "pawn0"]), folder.path());
    assert_eq!(square, draw);

    // A ply that measures nothing: its gates, though they leave nothing uncertain.
    let moves = "b1^b1c3 a7-a6 b1zc3 a6-a5 b1c3^c3";
    let game = ["--game", "box-chess:hadamard", "--moves", moves];
    let hadamard = exported(&[&game[..], &["--last-ply"]].concat(), folder.path());
    let gates = "h q[1];\ncx q[1], q[0];\n// b1zc3\nz q[1];\n// b1c3^c3\ncx q[1], q[0];\nh q[1];\ncx q[1], q[0];\n";
    assert!(hadamard.contains(gates), "{hadamard}");
    let nothing = refused(&game, folder.path());
    assert!(nothing.contains("there is no component"), "{nothing}");

    // A deal measures the same slots many times, and a record has all outcomes.
    let selfplay = [
        "selfplay", "--games", "1", "--seed", "7", "--record", ".", "--game",
    ];
    let selfplay = [&selfplay[..], &["queens-chess:2020"]].concat();
    printed_by(command(&selfplay).current_dir(folder.path()));
    let files = fs::read_dir(folder.path()).unwrap();
    let mut names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let record = names.find(|name| name.contains(".jsonl")).unwrap();
    exported(
        &[&record, "--ply", "1", "--last-ply", "-o", "deal"],
        folder.path(),
    );
    let deals = fs::read_dir(folder.path().join("deal")).unwrap().count();
    assert!((20..=28).contains(&deals), "{deals}");

    let quiet = ["--moves", "c3-d4", "--last-ply"];
    let nothing = refused(&quiet, folder.path());
    assert!(nothing.contains("ply 1 measured nothing"), "{nothing}");
    let at_start = refused(&["--last-ply"], folder.path());
    assert!(at_start.contains("there is no last ply"), "{at_start}");
}

#[test]
fn a_board_is_drawn_as_pixels() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&GAME[..], &["--format", "png", "-o", "boards"]].concat();
    assert_eq!(exported(&args, folder.path()), "");
    let bytes = fs::read(folder.path().join("boards/board.png")).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (1200, 1200));
    // Corners are squares of both colours, and names stand on them.
    assert_eq!(pixels[..3], [0xec, 0xe5, 0xd6]);
}

#[test]
fn the_file_that_is_exported_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    printed_by(
        command(&["selfplay", "--games", "1", "--seed", "1", "--record", "a"])
            .current_dir(folder.path()),
    );
    let game = folder.path().join("a/game-1.jsonl");
    let before = fs::read(&game).unwrap();
    let cut = ["a/game-1.jsonl", "--format", "record", "--ply", "3", "-o"];
    let error = refused(&[&cut[..], &["a"]].concat(), folder.path());
    assert!(
        error.contains("game-1.jsonl is the file that is exported"),
        "{error}"
    );
    assert_eq!(fs::read(&game).unwrap(), before);
    exported(&[&cut[..], &["b"]].concat(), folder.path());
    assert!(folder.path().join("b/game-1.jsonl").exists());
}
