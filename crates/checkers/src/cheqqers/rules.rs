use cheqqers_game::settings::{Kind, Setting};
use serde_json::{Map, Value};

use super::level::{Entanglement, Level};
use crate::settings::{self, RulesError, SIZES, most_rows};

/// The options of a game. The rule set itself is `paper-2025` (arXiv:2506.05962).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    level: Level,
    size: u8,
    rows: u8,
    entanglement: Entanglement,
    draw_after: Option<u32>,
}

/// Plies without a capture that make a draw, unless chosen otherwise.
pub const DRAW_AFTER: u32 = 40;

/// Settings of the command line and of headers.
pub(crate) const SETTINGS: &[Setting] = &[
    Setting {
        key: "level",
        kind: Kind::Number(0, 3),
        default: Some("3"),
        about: "how quantum it is: 0 draughts, 1 superposition, 2 entanglement, 3 interference",
    },
    settings::SIZE,
    settings::ROWS,
    Setting {
        key: "entanglement",
        kind: Kind::Word(&["single", "unlimited"]),
        default: Some("single"),
        about: "which pieces a capture entangles: those not entangled yet, or any",
    },
    Setting {
        key: "draw_after",
        kind: Kind::NumberOrOff(1, u32::MAX),
        default: Some("40"),
        about: "plies without a capture that make a draw",
    },
    Setting {
        key: "position",
        kind: Kind::Text,
        default: None,
        about: "a draughts FEN to start from instead of the initial position: W:W21-32:B1-12",
    },
];

impl Rules {
    /// The usual game at a level: 8 x 8, 3 rows, single entanglement, a draw after 40 plies.
    pub fn new(level: Level) -> Self {
        Self {
            level,
            size: 8,
            rows: 3,
            entanglement: Entanglement::Single,
            draw_after: Some(DRAW_AFTER),
        }
    }

    /// The same at another level.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The same on a board of another size, with 3 rows of men or as many as fit.
    ///
    /// # Errors
    /// When the size is not 4 to 16.
    pub fn with_size(self, size: u64) -> Result<Self, RulesError> {
        let size = u8::try_from(size)
            .ok()
            .filter(|size| SIZES.contains(size))
            .ok_or(RulesError::Size { size })?;
        Ok(Self {
            size,
            rows: most_rows(size).min(3),
            ..self
        })
    }

    /// The same with another number of rows of men.
    ///
    /// # Errors
    /// When there is none, or no empty row would be left between the players.
    pub fn with_rows(self, rows: u64) -> Result<Self, RulesError> {
        let size = self.size;
        let rows = u8::try_from(rows)
            .ok()
            .filter(|rows| (1..=most_rows(size)).contains(rows))
            .ok_or(RulesError::Rows { rows, size })?;
        Ok(Self { rows, ..self })
    }

    /// The same with another entanglement rule.
    #[must_use]
    pub fn with_entanglement(self, entanglement: Entanglement) -> Self {
        Self {
            entanglement,
            ..self
        }
    }

    /// The same with a draw after so many plies without a capture; `None`: never.
    ///
    /// # Errors
    /// When it is 0.
    pub fn with_draw_after(self, draw_after: Option<u32>) -> Result<Self, RulesError> {
        if draw_after == Some(0) {
            return Err(RulesError::DrawAfter {
                draw_after: "0".into(),
            });
        }
        Ok(Self { draw_after, ..self })
    }

    /// Level of the game.
    pub fn level(self) -> Level {
        self.level
    }

    /// Files and ranks, 4 to 16.
    pub fn size(self) -> u8 {
        self.size
    }

    /// Rows of men on either side at the start.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// The entanglement rule.
    pub fn entanglement(self) -> Entanglement {
        self.entanglement
    }

    /// Plies without a capture that make a draw; `None`: no such draw.
    pub fn draw_after(self) -> Option<u32> {
        self.draw_after
    }

    /// The options as a record's header tells them.
    pub fn to_header(self) -> Map<String, Value> {
        let mut header = Map::new();
        header.insert("level".into(), self.level.number().into());
        header.insert("size".into(), self.size.into());
        header.insert("rows".into(), self.rows.into());
        header.insert("entanglement".into(), self.entanglement.name().into());
        let draw_after = self.draw_after.map_or_else(|| "off".into(), Value::from);
        header.insert("draw_after".into(), draw_after);
        header
    }

    /// The options of a record's header.
    ///
    /// # Errors
    /// When an option is missing, of the wrong kind or out of range.
    pub fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let number = |key: &'static str| {
            header
                .get(key)
                .and_then(Value::as_u64)
                .ok_or(RulesError::Option {
                    key,
                    kind: "whole number",
                })
        };
        let level = number("level")?;
        let level = Level::from_number(level).ok_or(RulesError::Level { level })?;
        let entanglement =
            header
                .get("entanglement")
                .and_then(Value::as_str)
                .ok_or(RulesError::Option {
                    key: "entanglement",
                    kind: "text",
                })?;
        let entanglement =
            Entanglement::from_name(entanglement).ok_or_else(|| RulesError::Entanglement {
                found: entanglement.to_owned(),
            })?;
        let draw_after = match header.get("draw_after") {
            Some(Value::String(off)) if off == "off" => None,
            Some(Value::Number(plies)) => Some(
                plies
                    .as_u64()
                    .and_then(|plies| u32::try_from(plies).ok())
                    .ok_or_else(|| RulesError::DrawAfter {
                        draw_after: plies.to_string(),
                    })?,
            ),
            _ => {
                return Err(RulesError::Option {
                    key: "draw_after",
                    kind: "number of plies or \"off\"",
                });
            }
        };
        let mut rules = Self::new(level).with_size(number("size")?)?;
        // As many as fit where it is left to the board.
        if header.contains_key("rows") {
            rules = rules.with_rows(number("rows")?)?;
        }
        rules
            .with_entanglement(entanglement)
            .with_draw_after(draw_after)
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_game::settings::{SettingError, header};

    use super::*;
    use crate::Position;

    #[test]
    fn settings_have_the_defaults_of_the_usual_game() {
        let usual = header::<Position>(None, []).unwrap();
        let rules = Rules::from_header(&usual).unwrap();
        assert_eq!(rules, Rules::new(Level::Interference));
        let small = header::<Position>(None, [("size", "5"), ("draw_after", "off")]).unwrap();
        let rules = Rules::from_header(&small).unwrap();
        assert_eq!(
            (rules.size(), rules.rows(), rules.draw_after()),
            (5, 2, None)
        );
        let written = rules.to_header();
        let keys: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
        assert!(written.keys().all(|key| keys.contains(&key.as_str())));
    }

    #[test]
    fn what_a_setting_does_not_take_is_refused() {
        for (key, value) in [
            ("level", "4"),
            ("size", "3"),
            ("draw_after", "0"),
            ("rows", ""),
        ] {
            let refused = header::<Position>(None, [(key, value)]);
            let Err(SettingError::Value { key: named, .. }) = refused else {
                panic!("{key}={value}: {refused:?}");
            };
            assert_eq!(named, key);
        }
        let unknown = header::<Position>(None, [("speed", "1")]);
        assert!(matches!(unknown, Err(SettingError::Key { .. })));
        let unknown = header::<Position>(Some("fast"), []);
        assert!(matches!(unknown, Err(SettingError::Preset { .. })));
    }
}
