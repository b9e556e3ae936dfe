use cheqqers_game::settings::{Kind, Preset, Setting, number};
use serde_json::{Map, Value};

use super::{Level, Position, Rules};
use crate::settings::{self, RulesError};

/// Settings of the command line and of headers.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        key: "level",
        kind: Kind::Number(0, 3),
        default: Some("3"),
        about: "how quantum it is: 0 draughts, 1 superposition, 2 entanglement, 3 interference",
    },
    settings::SIZE,
    Setting {
        about: "rows of men on either side: as many as fit, unless chosen",
        ..settings::ROWS
    },
    Setting {
        key: "draw_after",
        kind: Kind::NumberOrOff(1, u32::MAX),
        default: Some("100"),
        about: "plies without a capture that make a draw; off: no draws, by repetition neither",
    },
    Setting {
        key: "position",
        kind: Kind::Text,
        default: None,
        about: "a draughts FEN to start from instead of the initial position: W:W21-32:B1-12",
    },
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "4x4",
        about: "4 x 4 with one row of men, as first games are played",
        values: &[("size", "4")],
    },
    Preset {
        name: "6x6",
        about: "6 x 6 with two rows of men",
        values: &[("size", "6")],
    },
    Preset {
        name: "10x10",
        about: "10 x 10 with four rows of men, as international draughts is played",
        values: &[("size", "10")],
    },
];

impl Rules {
    /// The options as a record's header tells them.
    pub(super) fn to_header(self) -> Map<String, Value> {
        let draw_after = self.draw_after().map_or_else(|| "off".into(), Value::from);
        [
            ("level", self.level().number().into()),
            ("size", self.size().into()),
            ("rows", self.rows().into()),
            ("draw_after", draw_after),
        ]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
    }

    /// The options of a record's header.
    ///
    /// # Errors
    /// Returns an error if an option is missing, of the wrong kind or out of range.
    pub(super) fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let (size, rows) = settings::board::<Position>(header, settings::most_rows)?;
        let level = number::<Position>(header, "level")?.map(u64::from);
        let level = level.and_then(Level::from_number);
        let rules = Self::new(level.expect("the setting takes the levels alone"));
        let rules = rules.with_size(size.into())?.with_rows(rows.into())?;
        Ok(rules.with_draw_after(number::<Position>(header, "draw_after")?))
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_game::settings::header;

    use super::*;

    #[test]
    fn settings_have_the_defaults_of_the_usual_game() {
        let read = |preset, changes: &[(&str, &str)]| {
            let header = header::<Position>(preset, changes.iter().copied()).unwrap();
            Rules::from_header(&header).unwrap()
        };
        assert_eq!(read(None, &[]), Rules::new(Level::Interference));
        let rows = |rules: Rules| (rules.size(), rules.rows());
        assert_eq!(rows(read(Some("4x4"), &[])), (4, 1));
        assert_eq!(rows(read(Some("6x6"), &[])), (6, 2));
        assert_eq!(rows(read(Some("10x10"), &[])), (10, 4));
        assert_eq!(rows(read(None, &[("size", "16")])), (16, 7));
        assert_eq!(rows(read(None, &[("size", "5"), ("rows", "1")])), (5, 1));
        let endless = read(None, &[("draw_after", "off")]);
        assert_eq!(endless.draw_after(), None);
        assert_eq!(Rules::from_header(&endless.to_header()), Ok(endless));
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for (key, value) in [("level", "4"), ("size", "3"), ("draw_after", "0")] {
            assert!(header::<Position>(None, [(key, value)]).is_err(), "{key}");
        }
        let header = header::<Position>(None, [("rows", "4")]).unwrap();
        let refused = RulesError::Rows { rows: 4, size: 8 };
        assert_eq!(Rules::from_header(&header), Err(refused));
    }
}
