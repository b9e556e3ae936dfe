//! Settings of a game, made before it begins: by `--game NAME:PRESET` and `--set KEY=VALUE` on the
//! command line, and by a record's header, which contains all of them.
//!
//! A game lists its [`Setting`]s and [`Preset`]s; [`header`] makes of them and of what somebody
//! chose the header that [`Game::from_header`] reads, and [`flag`], [`number`] and [`word`] read
//! single values of it.

mod setting;

use serde_json::{Map, Value};

pub use setting::{Kind, Preset, Setting, SettingError, quoted};

use crate::Game;

/// The header of a game with a preset and changes to it, each a key and a value as they are
/// written; of two values for one key the later holds.
///
/// # Errors
/// Returns an error if there is no such preset or setting, or it does not take the value.
pub fn header<'a, G: Game>(
    preset: Option<&str>,
    changes: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Map<String, Value>, SettingError> {
    let mut header = Map::new();
    for setting in G::SETTINGS {
        if let Some(default) = setting.default {
            header.insert(setting.key.into(), setting.read(default)?);
        }
    }
    if let Some(name) = preset {
        let found = G::PRESETS.iter().find(|preset| preset.name == name);
        let preset = found.ok_or_else(|| SettingError::Preset {
            game: G::NAME,
            found: name.into(),
            known: G::PRESETS.iter().map(|preset| preset.name).collect(),
        })?;
        for (key, value) in preset.values {
            header.insert((*key).into(), setting::<G>(key)?.read(value)?);
        }
    }
    for (key, value) in changes {
        header.insert(key.into(), setting::<G>(key)?.read(value)?);
    }
    Ok(header)
}

/// The setting of a game with this key.
///
/// # Errors
/// Returns an error if there is none.
pub fn setting<G: Game>(key: &str) -> Result<&'static Setting, SettingError> {
    let found = G::SETTINGS.iter().find(|setting| setting.key == key);
    found.ok_or_else(|| SettingError::Key {
        game: G::NAME,
        found: key.into(),
        known: G::SETTINGS.iter().map(|setting| setting.key).collect(),
    })
}

/// A yes or no of a header.
///
/// # Errors
/// Returns an error if the game has no such setting, or the header no such value.
pub fn flag<G: Game>(header: &Map<String, Value>, key: &str) -> Result<bool, SettingError> {
    let (setting, value) = value::<G>(header, key)?;
    let flag = value.as_bool();
    flag.ok_or_else(|| setting.refuses(written(value)))
}

/// A number of a header; `None` for `off`.
///
/// # Errors
/// As [`flag`].
pub fn number<G: Game>(
    header: &Map<String, Value>,
    key: &str,
) -> Result<Option<u32>, SettingError> {
    let (setting, value) = value::<G>(header, key)?;
    // As text it says all that the setting takes and refuses.
    let read = setting.read(&written(value))?;
    Ok(read
        .as_u64()
        .map(|number| u32::try_from(number).expect("a setting takes no more")))
}

/// A word or text of a header.
///
/// # Errors
/// As [`flag`].
pub fn word<'a, G: Game>(
    header: &'a Map<String, Value>,
    key: &str,
) -> Result<&'a str, SettingError> {
    let (setting, value) = value::<G>(header, key)?;
    let refused = || setting.refuses(written(value));
    let word = value.as_str().ok_or_else(refused)?;
    setting.read(word).map(|_| word)
}

fn value<'a, G: Game>(
    header: &'a Map<String, Value>,
    key: &str,
) -> Result<(&'static Setting, &'a Value), SettingError> {
    let setting = setting::<G>(key)?;
    let missing = SettingError::Missing { key: setting.key };
    Ok((setting, header.get(key).ok_or(missing)?))
}

/// The value of a word that a setting takes.
///
/// # Panics
/// Panics if it takes no such word.
pub fn named<T: Copy>(words: &[(&str, T)], word: &str) -> T {
    let found = words.iter().find(|(name, _)| *name == word);
    found.expect("the setting takes these words alone").1
}

/// The word of a value.
///
/// # Panics
/// Panics if the value has none.
pub fn name<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    let found = words.iter().find(|(_, other)| *other == value);
    found.expect("every value has its word").0
}

/// A value as people write it.
fn written(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
