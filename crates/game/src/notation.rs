//! Moves as people and records write them, with the outcomes of their measurements behind them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Game, Ply};

/// A move with the outcomes that it must have, one for each of its measurements at most.
///
/// Written as the move, then in braces the names of every place of the measured component that is
/// found occupied: `d4xf6{f6}`, `d4xf6{d4,g5}{}`. On input, `.m1` and `.m0` ask that the move
/// succeed or fail, without saying how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedMove<M> {
    /// The move itself.
    pub mv: M,
    /// Demand on its measurements.
    pub demand: Demand,
}

/// Demand on the measurements of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Demand {
    /// Any outcome will do.
    #[default]
    Any,
    /// These places are found occupied, measurement by measurement.
    Occupied(Vec<Vec<String>>),
    /// Something is captured for certain (true), or nothing is (false).
    Succeeds(bool),
}

/// Error of reading a move with outcomes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParseForcedError<E: std::error::Error + 'static> {
    #[error(transparent)]
    Move(E),
    #[error(
        "{text:?} is no list of outcomes: write {{f6}} or {{d4,g5}}, each place once, or .m1 or .m0"
    )]
    Outcomes { text: String },
}

impl<M: FromStr<Err: std::error::Error + 'static>> FromStr for ForcedMove<M> {
    type Err = ParseForcedError<M::Err>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let end = text.find(['{', '.']).unwrap_or(text.len());
        let (mv, rest) = text.split_at(end);
        let mv = mv.parse().map_err(ParseForcedError::Move)?;
        let refused = || ParseForcedError::Outcomes {
            text: rest.to_owned(),
        };
        let demand = match rest {
            "" => Demand::Any,
            ".m0" => Demand::Succeeds(false),
            ".m1" => Demand::Succeeds(true),
            braces => Demand::Occupied(outcomes(braces).ok_or_else(refused)?),
        };
        Ok(Self { mv, demand })
    }
}

impl<M: fmt::Display> fmt::Display for ForcedMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)?;
        match &self.demand {
            Demand::Any => Ok(()),
            Demand::Succeeds(success) => write!(f, ".m{}", u8::from(*success)),
            Demand::Occupied(outcomes) => outcomes
                .iter()
                .try_for_each(|occupied| write!(f, "{{{}}}", occupied.join(","))),
        }
    }
}

/// The outcomes of a text such as `{f6}{d4,g5}{}`; `None` when it is no such text, or names a place
/// twice in one outcome. Names may be set apart by commas, blanks or nothing, and come back in small
/// letters.
pub fn outcomes(text: &str) -> Option<Vec<Vec<String>>> {
    let mut rest = text.trim();
    let mut all = Vec::new();
    while !rest.is_empty() {
        let (inside, behind) = rest.strip_prefix('{')?.split_once('}')?;
        all.push(names(inside)?);
        rest = behind.trim_start();
    }
    Some(all)
}

/// Names of a letter or more and then digits, as squares have, and marks where one square has
/// several slots: `d4'`.
fn names(text: &str) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    let mut apart = true;
    for c in text.chars() {
        match c {
            ',' | ' ' => apart = true,
            c if c.is_ascii_alphabetic() => {
                let begins = apart
                    || names.last().is_none_or(|name| {
                        name.ends_with(|c: char| c.is_ascii_digit() || c == '\'')
                    });
                if begins {
                    names.push(String::new());
                }
                names.last_mut()?.push(c.to_ascii_lowercase());
                apart = false;
            }
            c if c.is_ascii_digit() && !apart && !names.last()?.ends_with('\'') => {
                names.last_mut()?.push(c);
            }
            '\'' if !apart && !names.last()?.ends_with(|c: char| c.is_ascii_alphabetic()) => {
                names.last_mut()?.push(c);
            }
            _ => return None,
        }
    }
    let repeated = |(at, name)| names[..at].contains(name);
    (!names.iter().enumerate().any(repeated)).then_some(names)
}

/// Splits a line of moves, as `--moves` takes them, at blanks outside of braces; outcomes that
/// stand apart belong to the move before them.
pub fn split_moves(text: &str) -> Vec<String> {
    let mut depth = 0_u32;
    let words = text.split(move |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_whitespace()
    });
    let mut moves: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        match moves.last_mut() {
            Some(last) if word.starts_with('{') => last.push_str(word),
            _ => moves.push(word.to_owned()),
        }
    }
    moves
}

/// A ply of the game that a position belongs to, as its move with the outcomes of its measurements behind it:
/// `d4xf6{f6}`.
pub fn write_ply<G: Game>(position: &G, ply: &Ply<G::Move>) -> String {
    let mut text = ply.mv.to_string();
    for measurement in &ply.measurements {
        text.push('{');
        text.push_str(&measurement.occupied_names(position).join(","));
        text.push('}');
    }
    text
}

/// Plies as [`write_ply`] writes them, a blank after each: `c3-d4 d4xf6{f6} `.
pub fn write_plies<'a, G: Game>(
    position: &G,
    plies: impl IntoIterator<Item = &'a Ply<G::Move>>,
) -> String {
    let mut text = String::new();
    for ply in plies {
        text.push_str(&write_ply(position, ply));
        text.push(' ');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move that is any text without the signs of outcomes.
    #[derive(Clone, PartialEq, Debug)]
    struct Text(String);

    impl FromStr for Text {
        type Err = std::fmt::Error;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            Ok(Self(text.to_owned()))
        }
    }

    impl fmt::Display for Text {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&self.0)
        }
    }

    #[test]
    fn outcomes_round_trip() {
        for text in [
            "d4xf6",
            "d4xf6{f6}",
            "d4xf6{d4,g5}{}",
            "d4xf6{}",
            "d4xf6.m1",
            "d4xf6.m0",
        ] {
            let forced: ForcedMove<Text> = text.parse().unwrap();
            assert_eq!(forced.to_string(), text);
        }
    }

    #[test]
    fn names_may_be_set_apart_by_anything_or_nothing() {
        for text in ["{d4,g5}", "{d4 g5}", "{d4g5}", "{D4, G5}", " { d4,g5 } "] {
            assert_eq!(
                outcomes(text),
                Some(vec![vec!["d4".into(), "g5".into()]]),
                "{text}"
            );
        }
        assert_eq!(outcomes("{} {f6}"), Some(vec![vec![], vec!["f6".into()]]));
        for text in ["{d4',e5''}", "{d4' e5''}", "{d4'e5''}"] {
            let names = vec!["d4'".into(), "e5''".into()];
            assert_eq!(outcomes(text), Some(vec![names]), "{text}");
        }
        assert!(outcomes("{d4,d4'}{d4}").is_some());
        for text in [
            "{",
            "}",
            "{f6",
            "f6}",
            "{4}",
            "{f6;g5}",
            "{{}}",
            "x{}",
            "{'}",
            "{d'4}",
            "{d4'4}",
            "{b4,b4}",
            "{b4,d4,B4}",
            "{d4'd4'}",
        ] {
            assert_eq!(outcomes(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_split_at_blanks_outside_of_braces() {
        assert_eq!(
            split_moves("  c3-d4 d4xf6{d4, g5} {e5}\na1-b2"),
            ["c3-d4", "d4xf6{d4, g5}{e5}", "a1-b2"]
        );
    }
}
