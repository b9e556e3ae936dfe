use std::fmt;

use serde_json::Value;
use thiserror::Error;

/// Something that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name on the command line and in headers.
    pub key: &'static str,
    /// Kind of its values.
    pub kind: Kind,
    /// Its value unless chosen otherwise, as it is written; `None` when the game finds it.
    pub default: Option<&'static str>,
    /// Its effect, in a few words.
    pub about: &'static str,
}

/// Kind of values that a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Yes or no: `true` and `false`, or `on` and `off`.
    Flag,
    /// A whole number from the first to the last, without a sign or leading zeros.
    Number(u32, u32),
    /// The same, or `off`.
    NumberOrOff(u32, u32),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Text without restrictions.
    Text,
}

/// Settings with a name of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Name behind the game's name and a colon.
    pub name: &'static str,
    /// Its effect, in a few words.
    pub about: &'static str,
    /// The settings that have another value than their default, as they are written.
    pub values: &'static [(&'static str, &'static str)],
}

/// Error of setting up a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SettingError {
    #[error("the game {game} has no preset {}{}", quoted(found), list(known))]
    Preset {
        game: &'static str,
        found: String,
        known: Vec<&'static str>,
    },
    #[error("the game {game} has no option {}{}", quoted(found), list(known))]
    Key {
        game: &'static str,
        found: String,
        known: Vec<&'static str>,
    },
    #[error("the option {key} takes {}, not {}", takes(*kind, found), quoted(found))]
    Value {
        key: &'static str,
        kind: Kind,
        found: String,
    },
    #[error("the option {key} is missing")]
    Missing { key: &'static str },
}

/// The most characters of a text that an error repeats.
const MOST_QUOTED: usize = 40;

/// A text as errors repeat it: in quotes, and cut where it is long.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// The values of a kind, with the last number where a larger one was found.
fn takes(kind: Kind, found: &str) -> String {
    let is_larger = found.len() >= 10 && found.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        Kind::Number(first, last) if is_larger => format!("{first}..{last}"),
        Kind::NumberOrOff(first, last) if is_larger => format!("{first}..{last}|off"),
        kind => kind.to_string(),
    }
}

fn list(known: &[&str]) -> String {
    if known.is_empty() {
        ", it has none".into()
    } else {
        format!(", it has: {}", known.join(", "))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("true|false"),
            Self::Number(first, u32::MAX) => write!(f, "{first} or more"),
            Self::Number(first, last) => write!(f, "{first}..{last}"),
            Self::NumberOrOff(first, u32::MAX) => write!(f, "{first} or more|off"),
            Self::NumberOrOff(first, last) => write!(f, "{first}..{last}|off"),
            Self::Word(words) => f.write_str(&words.join("|")),
            Self::Text => f.write_str("a text"),
        }
    }
}

impl Setting {
    /// A value as headers have it.
    ///
    /// # Errors
    /// Returns an error if the setting does not take it.
    pub fn read(&self, text: &str) -> Result<Value, SettingError> {
        let number = |first: u32, last: u32| {
            let number: u32 = text.parse().ok()?;
            // In canonical form alone: "+8" and "08" parse too.
            let takes = number.to_string() == text && (first..=last).contains(&number);
            takes.then(|| number.into())
        };
        let value = match self.kind {
            Kind::Flag => match text {
                "true" | "on" => Some(true.into()),
                "false" | "off" => Some(false.into()),
                _ => None,
            },
            Kind::Number(first, last) => number(first, last),
            Kind::NumberOrOff(first, last) => match text {
                "off" => Some(text.into()),
                _ => number(first, last),
            },
            Kind::Word(words) => words.contains(&text).then(|| text.into()),
            Kind::Text => Some(text.into()),
        };
        value.ok_or_else(|| self.refuses(text))
    }

    pub(super) fn refuses(&self, found: impl Into<String>) -> SettingError {
        SettingError::Value {
            key: self.key,
            kind: self.kind,
            found: found.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Setting = Setting {
        key: "size",
        kind: Kind::NumberOrOff(0, 16),
        default: None,
        about: "",
    };

    #[test]
    fn numbers_are_taken_in_their_canonical_form_alone() {
        for (text, number) in [("0", 0), ("8", 8), ("16", 16)] {
            assert_eq!(SIZE.read(text), Ok(number.into()));
        }
        for text in [" 8", "8 ", "+8", "08", "00", "-0", "8.0", "17", "", "Off"] {
            assert!(SIZE.read(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_number_that_is_too_large_is_told_the_largest() {
        let draw = Setting {
            key: "draw",
            kind: Kind::NumberOrOff(1, u32::MAX),
            ..SIZE
        };
        let refused = |text: &str| draw.read(text).unwrap_err().to_string();
        assert_eq!(
            refused("1000000000000"),
            "the option draw takes 1..4294967295|off, not \"1000000000000\""
        );
        assert_eq!(
            refused("0"),
            "the option draw takes 1 or more|off, not \"0\""
        );
    }

    #[test]
    fn errors_cut_long_texts() {
        let error = SIZE.read(&"ä".repeat(1000)).unwrap_err().to_string();
        let cut = "ä".repeat(MOST_QUOTED);
        let expected = format!("the option size takes 0..16|off, not {cut:?}…");
        assert_eq!(error, expected);
    }
}
