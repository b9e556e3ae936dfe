use cheqqers_game::settings::{Kind, Setting};
use serde_json::{Map, Value};

use super::Rules;
use super::level::{Entanglement, Level};
use crate::settings::{self, RulesError};

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
    /// The options as a record's header tells them.
    pub fn to_header(self) -> Map<String, Value> {
        let mut header = Map::new();
        header.insert("level".into(), self.level().number().into());
        header.insert("size".into(), self.size().into());
        header.insert("rows".into(), self.rows().into());
        header.insert("entanglement".into(), self.entanglement().name().into());
        let draw_after = self.draw_after().map_or_else(|| "off".into(), Value::from);
        header.insert("draw_after".into(), draw_after);
        header
    }

    /// The options of a record's header.
    ///
    /// # Errors
    /// Returns an error if an option is missing, of the wrong kind or out of range.
    pub fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let option = |key, kind| RulesError::Option { key, kind };
        let number = |key| {
            let number = header.get(key).and_then(Value::as_u64);
            number.ok_or(option(key, "whole number"))
        };
        let level = number("level")?;
        let level = Level::from_number(level).ok_or(RulesError::Level { level })?;
        let word = header.get("entanglement").and_then(Value::as_str);
        let found = word.ok_or(option("entanglement", "text"))?;
        let entanglement =
            Entanglement::from_name(found).ok_or_else(|| RulesError::Entanglement {
                found: found.to_owned(),
            })?;
        let draw_after = match header.get("draw_after") {
            Some(Value::String(off)) if off == "off" => None,
            Some(Value::Number(plies)) => {
                let number = plies.as_u64().and_then(|plies| u32::try_from(plies).ok());
                let draw_after = plies.to_string();
                Some(number.ok_or(RulesError::DrawAfter { draw_after })?)
            }
            _ => return Err(option("draw_after", "number of plies or \"off\"")),
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
    fn a_size_is_a_number_and_no_text() {
        let usual = header::<Position>(None, []).unwrap();
        for key in ["size", "rows", "level"] {
            let mut header = usual.clone();
            header.insert(key.into(), "3".into());
            let kind = "whole number";
            let refused = RulesError::Option { key, kind };
            assert_eq!(Rules::from_header(&header), Err(refused));
        }
    }

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
