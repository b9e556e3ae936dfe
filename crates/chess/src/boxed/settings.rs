use cheqqers_game::settings::{Kind, Preset, Setting, flag, name, named, number, word};
use serde_json::{Map, Value};

use super::position::Position;
use super::rules::{Attempt, Rules, Superposition};
use super::start::BOARDS;
use crate::settings::{DRAW_AFTER, OptionError, position};

const SUPERPOSITION: [(&str, Superposition); 3] = [
    ("free", Superposition::Free),
    ("stay", Superposition::Stay),
    ("off", Superposition::Off),
];
const ATTEMPT: [(&str, Attempt); 3] = [
    ("box", Attempt::Box),
    ("no-box", Attempt::NoBox),
    ("hadamard", Attempt::Hadamard),
];

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        key: "board",
        kind: Kind::Word(&["8x8", "4x4", "4x5", "4x6", "5x6"]),
        default: Some("8x8"),
        about: "files and ranks of the board, with its start",
    },
    Setting {
        key: "superposition",
        kind: Kind::Word(&["free", "stay", "off"]),
        default: Some("free"),
        about: "`free`: two squares at once; `stay`: only a piece's own and another; `off`: none, and no entanglement",
    },
    Setting {
        key: "unequal",
        kind: Kind::Flag,
        default: Some("true"),
        about: "whether unequal superpositions exist",
    },
    Setting {
        key: "unequal_faces",
        kind: Kind::Number(4, 5),
        default: Some("5"),
        about: "faces of six on which the likely half of an unequal pair is real",
    },
    Setting {
        key: "inversion",
        kind: Kind::Flag,
        default: Some("true"),
        about: "whether inversions exist",
    },
    Setting {
        key: "phase",
        kind: Kind::Flag,
        default: Some("false"),
        about: "whether superpositions with phase, Z moves and Hadamard moves exist",
    },
    Setting {
        key: "group_moves",
        kind: Kind::Flag,
        default: Some("false"),
        about: "whether Z moves and Hadamard moves of entangled pairs exist",
    },
    Setting {
        key: "attempt",
        kind: Kind::Word(&["box", "no-box", "hadamard"]),
        default: Some("box"),
        about: "an attempted capture measures both groups, the attacker's first, or none",
    },
    Setting {
        key: "tunnelling",
        kind: Kind::Flag,
        default: Some("false"),
        about: "whether a piece may try to pass through another",
    },
    Setting {
        key: "remote_collapse",
        kind: Kind::Flag,
        default: Some("false"),
        about: "whether a player may collapse one of their pairs and then move with it",
    },
    Setting {
        key: "groups",
        kind: Kind::Number(0, 2),
        default: Some("2"),
        about: "most entangled groups at a time; 0: no entanglement",
    },
    DRAW_AFTER,
    position(
        "the position at the start, in the fields of FEN and a list of pairs: (N1r) and (N1b) are the \
         halves of pair 1, and 1&-2e,3u lists pairs 1 and 2, equal and entangled, and 3, unequal",
    ),
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "full",
        about: "all of the rules",
        values: &[],
    },
    Preset {
        name: "simplified",
        about: "without inversions",
        values: &[("inversion", "false")],
    },
    Preset {
        name: "hadamard",
        about: "phases and Hadamard moves in place of unequal pairs",
        values: &[("unequal", "false"), ("phase", "true")],
    },
    Preset {
        name: "hadamard-plus",
        about: "phases and Hadamard moves, of entangled pairs too",
        values: &[("phase", "true"), ("group_moves", "true")],
    },
    Preset {
        name: "deterministic",
        about: "attempts are decided by phases, nothing is measured",
        values: &[
            ("unequal", "false"),
            ("phase", "true"),
            ("group_moves", "true"),
            ("attempt", "hadamard"),
        ],
    },
    Preset {
        name: "tunnelling",
        about: "pieces may try to pass through others",
        values: &[("tunnelling", "true")],
    },
    Preset {
        name: "no-box",
        about: "an attempt measures the attacker's group first",
        values: &[("attempt", "no-box")],
    },
    Preset {
        name: "slow",
        about: "one half of a superposition stays",
        values: &[("superposition", "stay")],
    },
    Preset {
        name: "remote",
        about: "own pairs may be collapsed before a move",
        values: &[("remote_collapse", "true")],
    },
    Preset {
        name: "4x4",
        about: "a board of 4 x 4",
        values: &[("board", "4x4")],
    },
    Preset {
        name: "4x5",
        about: "a board of 4 x 5",
        values: &[("board", "4x5")],
    },
    Preset {
        name: "4x6",
        about: "a board of 4 x 6",
        values: &[("board", "4x6")],
    },
    Preset {
        name: "5x6",
        about: "a board of 5 x 6",
        values: &[("board", "5x6")],
    },
    Preset {
        name: "classical",
        about: "chess, without anything quantum",
        values: &[("superposition", "off")],
    },
];

impl Rules {
    /// The options that a record's header tells.
    ///
    /// # Errors
    /// Returns an error if an option is missing, of the wrong kind or out of range, or attempts of the
    /// kind `hadamard` are to meet unequal pairs.
    pub fn from_header(header: &Map<String, Value>) -> Result<Self, OptionError> {
        let flag = |key| flag::<Position>(header, key);
        let word = |key| word::<Position>(header, key);
        let number = |key| number::<Position>(header, key);
        let small = |key| -> Result<u8, OptionError> {
            let number = number(key)?.expect("there is no off for it");
            Ok(u8::try_from(number).expect("the setting takes no more"))
        };
        let board = word("board")?;
        let (_, geometry, _) = BOARDS
            .iter()
            .find(|(name, ..)| *name == board)
            .expect("the setting takes these words alone");
        let rules = Self {
            geometry: *geometry,
            superposition: named(&SUPERPOSITION, word("superposition")?),
            unequal: flag("unequal")?,
            unequal_faces: small("unequal_faces")?,
            inversion: flag("inversion")?,
            phase: flag("phase")?,
            entangled_moves: flag("group_moves")?,
            attempt: named(&ATTEMPT, word("attempt")?),
            tunnelling: flag("tunnelling")?,
            remote_collapse: flag("remote_collapse")?,
            max_entangled: small("groups")?.into(),
            draw_after: number("draw_after")?,
        };
        if rules.attempt == Attempt::Hadamard && rules.unequal {
            return Err(OptionError::HadamardUnequal);
        }
        Ok(rules)
    }

    /// The options as a record's header has them.
    pub fn to_header(self) -> Map<String, Value> {
        let mut header = Map::new();
        let mut insert = |key: &str, value: Value| header.insert(key.into(), value);
        let (files, ranks) = (self.geometry.files(), self.geometry.ranks());
        insert("board", format!("{files}x{ranks}").into());
        insert(
            "superposition",
            name(&SUPERPOSITION, self.superposition).into(),
        );
        insert("unequal", self.unequal.into());
        insert("unequal_faces", self.unequal_faces.into());
        insert("inversion", self.inversion.into());
        insert("phase", self.phase.into());
        insert("group_moves", self.entangled_moves.into());
        insert("attempt", name(&ATTEMPT, self.attempt).into());
        insert("tunnelling", self.tunnelling.into());
        insert("remote_collapse", self.remote_collapse.into());
        insert("groups", self.max_entangled.into());
        let off = || "off".into();
        insert("draw_after", self.draw_after.map_or_else(off, Value::from));
        header
    }
}
