//! Settings of games as JSON Schemas.

use std::collections::BTreeMap;

use cheqqers_game::settings::{Kind, Setting};
use serde_json::{Map, Value, json};

use crate::catalogue::Catalogue;

/// The most numbers that are listed one by one.
const MOST_LISTED: u32 = 20;

/// Values that a setting takes, each as text.
#[derive(Clone, PartialEq, Eq)]
enum Values {
    Listed(Vec<String>),
    /// Whole numbers, and `off` where that may be.
    Numbers {
        has_off: bool,
    },
    Any,
}

/// A setting of some games.
struct SharedSetting {
    values: Values,
    /// Its effect, and the games in which it has this.
    about: Vec<(&'static str, Vec<&'static str>)>,
}

/// The settings of all these games by their keys, each as a schema.
pub(super) fn properties(games: &Catalogue) -> Value {
    let mut found: BTreeMap<&str, SharedSetting> = BTreeMap::new();
    for game in games.games() {
        for setting in game.settings {
            let values = Values::of(setting.kind);
            let shared = found.entry(setting.key).or_insert_with(|| SharedSetting {
                values: values.clone(),
                about: Vec::new(),
            });
            shared.add(setting, values, game.name);
        }
    }
    let schemas = found
        .iter()
        .map(|(&key, shared)| (key.to_owned(), shared.schema()));
    Value::Object(schemas.collect())
}

impl SharedSetting {
    fn add(&mut self, setting: &Setting, values: Values, game: &'static str) {
        self.values.join(values);
        match self
            .about
            .iter_mut()
            .find(|(about, _)| *about == setting.about)
        {
            Some((_, games)) => games.push(game),
            None => self.about.push((setting.about, vec![game])),
        }
    }

    fn schema(&self) -> Value {
        let about = self.about.iter();
        let about = about.map(|(about, games)| format!("{}: {about}", games.join(", ")));
        let mut schema = Map::new();
        schema.insert("type".into(), "string".into());
        match &self.values {
            Values::Listed(words) => {
                // Generators would call numbers by their places.
                if words[0].parse::<u32>().is_ok() {
                    let names = words.iter().map(|word| format!("VALUE_{word}"));
                    schema.insert("x-enum-varnames".into(), names.collect());
                }
                schema.insert("enum".into(), json!(words))
            }
            Values::Numbers { has_off: true } => {
                schema.insert("pattern".into(), "^(off|0|[1-9][0-9]*)$".into())
            }
            Values::Numbers { has_off: false } => {
                schema.insert("pattern".into(), "^(0|[1-9][0-9]*)$".into())
            }
            Values::Any => None,
        };
        let about = about.collect::<Vec<String>>().join(". ");
        schema.insert("description".into(), about.into());
        Value::Object(schema)
    }
}

impl Values {
    fn of(kind: Kind) -> Self {
        let listed = |words: &[&str]| Self::Listed(words.iter().map(ToString::to_string).collect());
        let numbers = |least: u32, most: u32, off: Option<&str>| {
            if most - least >= MOST_LISTED {
                return Self::Numbers {
                    has_off: off.is_some(),
                };
            }
            let numbers = (least..=most).map(|number| number.to_string());
            Self::Listed(numbers.chain(off.map(str::to_owned)).collect())
        };
        match kind {
            Kind::Flag => listed(&["true", "false"]),
            Kind::Word(words) => listed(words),
            Kind::Number(least, most) => numbers(least, most, None),
            Kind::NumberOrOff(least, most) => numbers(least, most, Some("off")),
            Kind::Text => Self::Any,
        }
    }

    /// Takes what another game's setting of this name takes, too.
    fn join(&mut self, other: Self) {
        match (&mut *self, other) {
            (Self::Listed(words), Self::Listed(others)) => {
                for other in others {
                    if !words.contains(&other) {
                        words.push(other);
                    }
                }
            }
            (one, other) if *one == other => {}
            _ => *self = Self::Any,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_described_by_what_they_take() {
        let properties = properties(&Catalogue::default());
        assert_eq!(properties["level"]["enum"], json!(["0", "1", "2", "3"]));
        assert_eq!(properties["level"]["x-enum-varnames"][3], "VALUE_3");
        assert_eq!(properties["phase"]["enum"], json!(["true", "false"]));
        assert_eq!(properties["draw_after"]["pattern"], "^(off|0|[1-9][0-9]*)$");
        assert_eq!(properties["position"].get("enum"), None);
        let size = properties["size"]["description"].as_str().unwrap();
        assert!(size.ends_with(": files and ranks of the board"), "{size}");
    }

    #[test]
    fn what_two_games_call_the_same_takes_the_values_of_both() {
        let mut values = Values::of(Kind::Word(&["one", "two"]));
        values.join(Values::of(Kind::Number(1, 2)));
        let all = ["one", "two", "1", "2"].map(str::to_owned);
        assert!(values == Values::Listed(all.into()));
        values.join(Values::of(Kind::Text));
        assert!(values == Values::Any);
    }
}
