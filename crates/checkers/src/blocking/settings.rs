use cheqqers_game::settings::{Kind, Preset, Setting, flag, name, named, number, word};
use serde_json::{Map, Value};

use super::{Measure, Position, QuantumMove, Rules};
use crate::RulesError;
use crate::settings;

const MEASURES: [(&str, Measure); 3] = [
    ("components", Measure::Components),
    ("full", Measure::Full),
    ("squares", Measure::Squares),
];
const QUANTUM_MOVES: [(&str, QuantumMove); 2] = [
    ("double", QuantumMove::Double),
    ("single", QuantumMove::Single),
];

/// Options that version 0.1.0 had beside these, all of them flags.
const REMOVED: [&str; 2] = ["single_capture", "phase"];

const fn setting(
    key: &'static str,
    kind: Kind,
    default: Option<&'static str>,
    about: &'static str,
) -> Setting {
    Setting {
        key,
        kind,
        default,
        about,
    }
}

pub(super) const SETTINGS: &[Setting] = &[
    settings::SIZE,
    settings::ROWS,
    setting(
        "quantum_move",
        Kind::Word(&["double", "single"]),
        Some("double"),
        "targets of a quantum move: two, or one, half of the part staying",
    ),
    setting(
        "rejoin",
        Kind::Flag,
        Some("false"),
        "whether a quantum move to one target may be undone by another onto the other part",
    ),
    setting(
        "link_limit",
        Kind::Flag,
        Some("false"),
        "whether a move that entangles needs a part and a target with fewer than two links",
    ),
    setting(
        "measure",
        Kind::Word(&["components", "full", "squares"]),
        Some("components"),
        "what an attempt to capture measures",
    ),
    setting(
        "draw_turns",
        Kind::NumberOrOff(0, u32::MAX),
        Some("80"),
        "turns without a capture that make a draw; 0 or off for none",
    ),
    setting(
        "position",
        Kind::Text,
        None,
        "where the pieces start, K before kings: W:Wc3,Kd4:Bf6",
    ),
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "6x6",
        about: "a board of 6 x 6, one row of men",
        values: &[("size", "6"), ("rows", "1")],
    },
    Preset {
        name: "4x4",
        about: "a board of 4 x 4, one row of men",
        values: &[("size", "4"), ("rows", "1")],
    },
    Preset {
        name: "full-collapse",
        about: "the program's game on 6 x 6: captures measure everything",
        values: &[
            ("size", "6"),
            ("rows", "1"),
            ("quantum_move", "single"),
            ("rejoin", "true"),
            ("link_limit", "true"),
            ("measure", "full"),
        ],
    },
    Preset {
        name: "partial-collapse",
        about: "the program's game on 4 x 4: captures measure their squares",
        values: &[
            ("size", "4"),
            ("rows", "1"),
            ("quantum_move", "single"),
            ("rejoin", "true"),
            ("link_limit", "true"),
            ("measure", "squares"),
        ],
    },
];

impl Rules {
    /// The options that a record's header tells; without `rows`, 3 or as many as fit.
    ///
    /// # Errors
    /// Returns an error if an option is missing, of the wrong kind or out of range, or one that was
    /// removed is on.
    pub fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let is_on = |key: &&str| header.get(*key).is_some_and(|value| value != false);
        if let Some(key) = REMOVED.into_iter().find(is_on) {
            return Err(RulesError::Removed { key });
        }
        let (size, rows) = settings::board::<Position>(header, settings::three_rows)?;
        let flag = |key| flag::<Position>(header, key);
        Ok(Self {
            size,
            rows,
            quantum_move: named(&QUANTUM_MOVES, word::<Position>(header, "quantum_move")?),
            rejoin: flag("rejoin")?,
            link_limit: flag("link_limit")?,
            measure: named(&MEASURES, word::<Position>(header, "measure")?),
            draw_turns: number::<Position>(header, "draw_turns")?.filter(|&turns| turns > 0),
        })
    }

    /// The same on a board of so many files and ranks, with so many rows of men on either side.
    ///
    /// # Errors
    /// Returns an error if the size is not 4 to 16, or the rows are none or leave no empty one
    /// between the players.
    pub fn with_board(self, size: u8, rows: u8) -> Result<Self, RulesError> {
        let mut header = self.to_header();
        header.insert("size".into(), size.into());
        header.insert("rows".into(), rows.into());
        Self::from_header(&header)
    }

    /// The options as a record's header has them.
    pub fn to_header(self) -> Map<String, Value> {
        let mut header = Map::new();
        let mut insert = |key: &str, value: Value| header.insert(key.into(), value);
        insert("size", self.size.into());
        insert("rows", self.rows.into());
        insert(
            "quantum_move",
            name(&QUANTUM_MOVES, self.quantum_move).into(),
        );
        insert("rejoin", self.rejoin.into());
        insert("link_limit", self.link_limit.into());
        insert("measure", name(&MEASURES, self.measure).into());
        let off = || "off".into();
        insert("draw_turns", self.draw_turns.map_or_else(off, Value::from));
        header
    }
}
