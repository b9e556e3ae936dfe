use cheqqers_game::settings::{Kind, Preset, Setting, flag, name, named, number, word};
use serde_json::{Map, Value};

use super::{Collapse, Position, Rotation, Rules, Wipeout};
use crate::RulesError;
use crate::settings;

/// Rotation that version 0.1.0 had beside these.
const REMOVED: &str = "ry-raw";

const ROTATIONS: &[&str] = &["ry", "linear", "manual15"];
const COLLAPSES: [(&str, Collapse); 2] =
    [("definite", Collapse::Definite), ("keep", Collapse::Keep)];
const WIPEOUTS: [(&str, Wipeout); 2] = [("draw", Wipeout::Draw), ("capturer", Wipeout::Capturer)];

pub(super) const SETTINGS: &[Setting] = &[
    settings::SIZE,
    settings::ROWS,
    Setting {
        key: "rotation",
        kind: Kind::Word(ROTATIONS),
        default: Some("ry"),
        about: "what a move does to the piece: ry(π/6), +25 % or +15 %, each up to 1",
    },
    Setting {
        key: "collapse",
        kind: Kind::Word(&["definite", "keep"]),
        default: Some("definite"),
        about: "whether a piece that was found is there for good or keeps its angle",
    },
    Setting {
        key: "resample",
        kind: Kind::Flag,
        default: Some("false"),
        about: "whether a failed capture measures its own two pieces once more",
    },
    Setting {
        key: "draw_turns",
        kind: Kind::NumberOrOff(0, u32::MAX),
        default: Some("80"),
        about: "turns in which nothing leaves the board that make a draw; 0 is off",
    },
    Setting {
        key: "wipeout",
        kind: Kind::Word(&["draw", "capturer"]),
        default: Some("draw"),
        about: "who wins when a measurement leaves no piece at all",
    },
    Setting {
        key: "position",
        kind: Kind::Text,
        default: None,
        about: "where the pieces start, K before kings, ~N behind those rotated N times and not \
                certain: W:Wc3~0,Kd4:Bf6~1",
    },
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "physical",
        about: "real gates and real measurements",
        values: &[],
    },
    Preset {
        name: "program",
        about: "as the published program plays",
        values: &[
            ("rotation", "linear"),
            ("collapse", "keep"),
            ("resample", "true"),
            ("wipeout", "capturer"),
        ],
    },
    Preset {
        name: "manual",
        about: "with the 15 % of the manual's text",
        values: &[("rotation", "manual15")],
    },
];

impl Rules {
    /// The options of a record's header.
    pub(super) fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let (size, rows) = settings::board::<Position>(header, settings::three_rows)?;
        let word = |key| word::<Position>(header, key);
        if header.get("rotation").is_some_and(|name| name == REMOVED) {
            return Err(RulesError::Removed {
                key: "rotation=ry-raw",
            });
        }
        let rotation = word("rotation")?;
        let is_named = |other: &Rotation| other.name() == rotation;
        Ok(Self {
            size,
            rows,
            rotation: (Rotation::ALL.into_iter().find(is_named)).unwrap_or_default(),
            collapse: named(&COLLAPSES, word("collapse")?),
            resample: flag::<Position>(header, "resample")?,
            draw_turns: number::<Position>(header, "draw_turns")?.filter(|&turns| turns > 0),
            wipeout: named(&WIPEOUTS, word("wipeout")?),
        })
    }

    pub(super) fn to_header(self) -> Map<String, Value> {
        let draw_turns = self.draw_turns.map_or("off".into(), Value::from);
        [
            ("size", self.size.into()),
            ("rows", self.rows.into()),
            ("rotation", self.rotation.name().into()),
            ("collapse", name(&COLLAPSES, self.collapse).into()),
            ("resample", self.resample.into()),
            ("draw_turns", draw_turns),
            ("wipeout", name(&WIPEOUTS, self.wipeout).into()),
        ]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_game::Game;
    use cheqqers_game::settings::header;

    use super::*;

    fn read(preset: Option<&str>, changes: &[(&str, &str)]) -> Result<Rules, RulesError> {
        let header = header::<Position>(preset, changes.iter().copied())?;
        Rules::from_header(&header)
    }

    #[test]
    fn presets_are_what_they_are_called() {
        assert_eq!(read(None, &[]), Ok(Rules::PHYSICAL));
        assert_eq!(read(Some("physical"), &[]), Ok(Rules::PHYSICAL));
        let program = Rules {
            rotation: Rotation::Linear,
            collapse: Collapse::Keep,
            resample: true,
            wipeout: Wipeout::Capturer,
            ..Rules::PHYSICAL
        };
        assert_eq!(read(Some("program"), &[]), Ok(program));
        let manual = Rules {
            rotation: Rotation::Manual15,
            ..Rules::PHYSICAL
        };
        assert_eq!(read(Some("manual"), &[]), Ok(manual));
    }

    #[test]
    fn headers_list_every_option_and_round_trip() {
        for preset in PRESETS {
            for changes in [
                &[("size", "5")][..],
                &[("size", "16"), ("rows", "7")],
                &[("draw_turns", "0"), ("rotation", "linear")],
                &[("draw_turns", "off"), ("collapse", "keep")],
            ] {
                let rules = read(Some(preset.name), changes).unwrap();
                let header = Position::initial(rules).header();
                assert_eq!(Rules::from_header(&header), Ok(rules));
                let keys: Vec<&String> = header.keys().collect();
                let expected: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
                let (position, expected) = expected.split_last().unwrap();
                assert_eq!(*position, "position");
                assert_eq!(keys, expected);
            }
        }
    }

    #[test]
    fn as_many_rows_as_fit_are_found_and_no_more_are_taken() {
        for (size, rows) in [("4", 1), ("5", 2), ("6", 2), ("7", 3), ("8", 3), ("16", 3)] {
            assert_eq!(read(None, &[("size", size)]).unwrap().rows(), rows);
        }
        for (size, rows, told) in [
            (
                "4",
                "2",
                "a board of size 4 takes 1 to 1 rows of men, not 2",
            ),
            (
                "8",
                "4",
                "a board of size 8 takes 1 to 3 rows of men, not 4",
            ),
            ("15", "8", "the option rows takes 1..7, not \"8\""),
            ("8", "0", "the option rows takes 1..7, not \"0\""),
        ] {
            let refused = read(None, &[("size", size), ("rows", rows)]).unwrap_err();
            assert_eq!(refused.to_string(), told);
        }
    }

    #[test]
    fn options_of_the_wrong_kind_are_refused() {
        let header = Rules::PHYSICAL.to_header();
        for (key, value) in [
            ("size", Value::from(3)),
            ("size", 17.into()),
            ("rows", "many".into()),
            ("rotation", "rx".into()),
            // Of an older version.
            ("rotation", "ry-raw".into()),
            ("collapse", true.into()),
            ("resample", "perhaps".into()),
            ("draw_turns", (-1).into()),
            ("wipeout", "white".into()),
        ] {
            let mut header = header.clone();
            header.insert(key.into(), value);
            assert!(Rules::from_header(&header).is_err(), "{key}");
            header.remove(key);
            assert_eq!(Rules::from_header(&header).is_ok(), key == "rows", "{key}");
        }
    }
}
