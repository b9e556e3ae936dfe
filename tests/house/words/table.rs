//! The table of words: what the field says, and what names here don't say instead.

/// Crates in which a row holds.
pub(crate) enum Scope {
    All,
    In(&'static [&'static str]),
    Except(&'static [&'static str]),
}

impl Scope {
    pub(crate) fn covers(&self, name: &str) -> bool {
        match self {
            Scope::All => true,
            Scope::In(names) => names.contains(&name),
            Scope::Except(names) => !names.contains(&name),
        }
    }
}

use Scope::{All, Except, In};

/// Those that know what a game is.
const GAMES: Scope = In(&[
    "game", "measure", "checkers", "chess", "players", "session", "engine", "arena",
]);

/// Those that know of qubits and slots alone.
pub(crate) const CORE: &[&str] = &[
    "circuit", "sim", "qasm", "native", "program", "backend", "world",
];

/// Beginnings of words that none of those says.
pub(crate) const OF_BOARDS: &[&str] = &[
    "board", "square", "piece", "colour", "color", "captur", "checkers", "draughts",
];

/// Words to use, words not to use for it in a name, and where. A word stands for its plural as
/// well.
pub(crate) const TABLE: &[(&str, &[&str], Scope)] = &[
    ("basis state, ket", &["pattern"], All),
    ("probability", &["chance", "weight"], All),
    ("state vector", &["wavefunction"], All),
    // OpenQASM has registers and programs, and so have those who read and write it.
    (
        "state vector",
        &["register"],
        Except(&["qasm", "program", "remote", "emulate"]),
    ),
    (
        "gate, operation, circuit",
        &["instruction", "program"],
        Except(&["qasm", "program", "remote", "emulate"]),
    ),
    ("decomposition", &["word"], In(&["circuit", "sim", "world"])),
    (
        "component",
        &["entanglement", "group"],
        In(&["sim", "world", "game", "measure", "backend"]),
    ),
    // The rules of Box chess call linked pairs a group.
    ("component", &["group"], In(&["checkers"])),
    ("part", &["fragment"], All),
    ("quantum", &["uncertain"], All),
    ("classical", &["fixed"], GAMES),
    ("classical", &["settled"], All),
    ("vacated", &["dust"], All),
    ("capture", &["take"], In(&["game", "checkers", "chess"])),
    ("pass", &["fizzle"], All),
    ("crown", &["promote", "promotion"], In(&["checkers"])),
    ("chain", &["multi_jump"], All),
    (
        "ply, turn, move",
        &["round"],
        In(&["game", "checkers", "chess", "players", "session"]),
    ),
    (
        "pending, measurement request, measurement",
        &["ask", "asked", "question"],
        All,
    ),
    (
        "pending, measurement request",
        &["waiting"],
        In(&[
            "game", "measure", "checkers", "chess", "players", "session", "cli", "web",
        ]),
    ),
    (
        "measure, collapse, resolve",
        &["observe", "observation"],
        All,
    ),
    ("measurement id", &["marker"], All),
    (
        "shot, counts, bitstring",
        &["samples", "histogram"],
        In(&["sim", "backend", "measure", "remote"]),
    ),
    (
        "counts; outcome",
        &["result"],
        Except(&["emulate", "experiments"]),
    ),
    (
        "post-select, legal bits",
        &["filter", "valid"],
        In(&["sim", "backend", "measure"]),
    ),
    ("backend, job", &["provider"], All),
    // Amazon Braket calls its jobs quantum tasks.
    ("backend, job", &["task"], Except(&["emulate"])),
    ("retry policy, back-off, jitter", &["pace", "silence"], All),
    (
        "terminal, indeterminate error",
        &["fate", "is_over", "is_open"],
        In(&["backend", "measure", "remote", "players"]),
    ),
    ("client, permit", &["customer", "places"], All),
    (
        "worker pool, cancellation",
        &["crew", "wish", "patient"],
        All,
    ),
    (
        "worker pool",
        &["host"],
        In(&["players", "arena", "experiments"]),
    ),
    (
        "record, replay",
        &["log", "history"],
        In(&["game", "checkers", "chess", "players", "session"]),
    ),
    ("record, replay", &["transcript"], All),
    (
        "position",
        &["state"],
        In(&["game", "checkers", "chess", "players", "session"]),
    ),
    (
        "static evaluation, quiescent, position key, search limits",
        &["tense", "scene", "hair", "taste"],
        All,
    ),
    ("static evaluation", &["estimate"], GAMES),
    ("half-move clock", &["quiet"], GAMES),
    ("classical post-processing", &["fold"], All),
    ("the full word", &["meas"], All),
    ("the noun alone", &["get", "manager"], All),
];

/// Participles and pronouns that name no type by themselves; so do words in `-ed`.
pub(crate) const NO_NOUNS: &[&str] = &[
    "After", "Before", "Begun", "Bound", "Built", "By", "Chosen", "Done", "Drawn", "Found",
    "Given", "Gone", "Held", "How", "Kept", "Known", "Left", "Made", "Met", "Place", "Put", "Said",
    "Seen", "Sent", "Shown", "Spent", "Taken", "Told", "Wanted", "Way", "What", "Who", "Written",
];

/// Names that keep a word of the table: crate, name (with the type before it), reason.
pub(crate) const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "backend",
        "Scripted",
        "a backend by its kind, as Local and Noisy",
    ),
    (
        "checkers",
        "FenError::State",
        "a quantum state, in the text of a position",
    ),
    ("checkers", "PdnReason::Result", "a tag of PDN"),
    ("checkers", "PdnReason::TwoResults", "tags of PDN"),
    ("checkers", "WEIGHTS", "of the terms of an evaluation"),
    (
        "remote",
        "QuantumTask",
        "so Amazon Braket calls a job; its jobs are others",
    ),
    ("remote", "QuantumTaskPage", "a page of those"),
    ("emulate", "Observation", "so IQM calls a calibrated value"),
    ("remote", "Observation", "so IQM calls a calibrated value"),
    ("remote", "ObservationSet", "a set of those"),
    ("sim", "Fused", "gates made one, as in std::iter::Fuse"),
];

/// Public types of one name that stand for one idea in several crates or games.
pub(crate) const SHARED: &[(&str, &str)] = &[
    ("Board", "every game has its own"),
    ("Move", "every game has its own"),
    ("Position", "every game has its own"),
    ("Refusal", "every game has its own"),
    ("Rules", "every game has its own"),
    ("Stage", "every game has its own"),
];
