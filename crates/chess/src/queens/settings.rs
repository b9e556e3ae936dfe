use cheqqers_game::settings::{Kind, Preset, Setting, flag, name, named, number, word};
use serde_json::{Map, Value};

use super::Position;
use super::rules::{CapturedPiece, FarRow, Idle, Promotion, Rules, Secondaries, Touch, Twins};
use crate::settings::{DRAW_AFTER, OptionError, position};

const SECONDARIES: [(&str, Secondaries); 2] =
    [("drawn", Secondaries::Drawn), ("open", Secondaries::Open)];
const PROMOTION: [(&str, Promotion); 2] =
    [("choice", Promotion::Choice), ("queen", Promotion::Queen)];
const FAR_ROW: [(&str, FarRow); 3] = [
    ("turn", FarRow::Turn),
    ("queen", FarRow::Queen),
    ("none", FarRow::None),
];
const IDLE: [(&str, Idle); 2] = [("keep", Idle::Keep), ("requantise", Idle::Requantise)];
const TOUCH: [(&str, Touch); 2] = [("movable", Touch::Movable), ("any", Touch::Any)];
const CAPTURED: [(&str, CapturedPiece); 2] = [
    ("collapse", CapturedPiece::Collapse),
    ("hidden", CapturedPiece::Hidden),
];
const TWINS: [(&str, Twins); 2] = [("quantum", Twins::Quantum), ("classical", Twins::Classical)];

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        key: "quantum",
        kind: Kind::Flag,
        default: Some("true"),
        about: "whether pieces have two types; if not, all are of their primary one",
    },
    Setting {
        key: "secondaries",
        kind: Kind::Word(&["drawn", "open"]),
        default: Some("drawn"),
        about: "secondary types: unknown until shown, or dealt before the first move",
    },
    Setting {
        key: "promotion",
        kind: Kind::Word(&["choice", "queen"]),
        default: Some("choice"),
        about: "what a pawn may become",
    },
    Setting {
        key: "far_row",
        kind: Kind::Word(&["turn", "queen", "none"]),
        default: Some("turn"),
        about: "a touched piece that shows a pawn on the last rank: it is promoted and the turn is over, it becomes a queen and goes on, or it stays a pawn",
    },
    Setting {
        key: "check_ends",
        kind: Kind::Flag,
        default: Some("true"),
        about: "whether a type shown on touch that attacks the king ends the turn",
    },
    Setting {
        key: "idle",
        kind: Kind::Word(&["keep", "requantise"]),
        default: Some("keep"),
        about: "a piece whose touch ended the turn: stays classical, or is quantum again on a dark square",
    },
    Setting {
        key: "touch",
        kind: Kind::Word(&["movable", "any"]),
        default: Some("movable"),
        about: "classical pieces that can't move: may not be touched, or may, which loses the turn",
    },
    Setting {
        key: "captured",
        kind: Kind::Word(&["collapse", "hidden"]),
        default: Some("collapse"),
        about: "a captured quantum piece: measured before it leaves, or leaves unread",
    },
    Setting {
        key: "twins",
        kind: Kind::Word(&["quantum", "classical"]),
        default: Some("quantum"),
        about: "a piece of two known types of one kind: is quantum again on a dark square, or classical for good",
    },
    Setting {
        key: "castling",
        kind: Kind::Flag,
        default: Some("true"),
        about: "whether there is castling",
    },
    Setting {
        key: "en_passant",
        kind: Kind::Flag,
        default: Some("true"),
        about: "whether pawns are captured en passant",
    },
    DRAW_AFTER,
    position(
        "the position at the start, in the fields of FEN and the pools as P8N2B2R2Q1/p8n2b2r2q1: (PR) is \
         quantum, (P?) has an unknown secondary type, [P*R] shows its primary type and [PR*] its secondary one",
    ),
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "2010",
        about: "the rules of A. Wismath's program",
        values: &[],
    },
    Preset {
        name: "2013",
        about: "the rules of the University Computer Club's competition",
        values: &[
            ("castling", "false"),
            ("en_passant", "false"),
            ("promotion", "queen"),
            ("far_row", "none"),
            ("check_ends", "false"),
            ("idle", "requantise"),
            ("touch", "any"),
            ("captured", "hidden"),
            ("twins", "classical"),
        ],
    },
    Preset {
        name: "2020",
        about: "the eight rules of the second program: all types are seen from the start",
        values: &[
            ("secondaries", "open"),
            ("promotion", "queen"),
            ("far_row", "queen"),
            ("check_ends", "false"),
            ("idle", "requantise"),
            ("touch", "any"),
            ("captured", "hidden"),
            ("twins", "classical"),
        ],
    },
    Preset {
        name: "classical",
        about: "chess in which kings are taken, without anything quantum",
        values: &[("quantum", "false")],
    },
];

impl Rules {
    /// The options that a record's header tells.
    ///
    /// # Errors
    /// Returns an error if an option is missing, of the wrong kind or out of range.
    pub fn from_header(header: &Map<String, Value>) -> Result<Self, OptionError> {
        let flag = |key| flag::<Position>(header, key);
        let word = |key| word::<Position>(header, key);
        Ok(Self {
            quantum: flag("quantum")?,
            secondaries: named(&SECONDARIES, word("secondaries")?),
            promotion: named(&PROMOTION, word("promotion")?),
            far_row: named(&FAR_ROW, word("far_row")?),
            check_ends: flag("check_ends")?,
            idle: named(&IDLE, word("idle")?),
            touch: named(&TOUCH, word("touch")?),
            captured: named(&CAPTURED, word("captured")?),
            // Headers without it are of games in which such a piece was classical.
            twins: if header.contains_key("twins") {
                named(&TWINS, word("twins")?)
            } else {
                Twins::Classical
            },
            castling: flag("castling")?,
            en_passant: flag("en_passant")?,
            draw_after: number::<Position>(header, "draw_after")?,
        })
    }

    /// The options as a record's header has them.
    pub fn to_header(self) -> Map<String, Value> {
        let mut header = Map::new();
        let mut insert = |key: &str, value: Value| header.insert(key.into(), value);
        insert("quantum", self.quantum.into());
        insert("secondaries", name(&SECONDARIES, self.secondaries).into());
        insert("promotion", name(&PROMOTION, self.promotion).into());
        insert("far_row", name(&FAR_ROW, self.far_row).into());
        insert("check_ends", self.check_ends.into());
        insert("idle", name(&IDLE, self.idle).into());
        insert("touch", name(&TOUCH, self.touch).into());
        insert("captured", name(&CAPTURED, self.captured).into());
        insert("twins", name(&TWINS, self.twins).into());
        insert("castling", self.castling.into());
        insert("en_passant", self.en_passant.into());
        let off = || "off".into();
        insert("draw_after", self.draw_after.map_or_else(off, Value::from));
        header
    }
}
