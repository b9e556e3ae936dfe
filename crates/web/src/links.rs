//! Links: secrets with the right to move for some sides of a game.

use std::fmt;
use std::str::FromStr;

use cheqqers_game::Colour;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// A number of 128 bits that nobody guesses, written as 32 small hexadecimal digits: the secret of a
/// link, or the name of a game or a study.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Token(u128);

/// Links are secrets.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A text that is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ParseTokenError;

impl Token {
    /// A new one, of the machine's random numbers.
    pub(crate) fn new() -> Result<Self, ApiError> {
        let (high, low) = (random()?, random()?);
        Ok(Self(u128::from(high) << 64 | u128::from(low)))
    }
}

/// A random number of the machine.
pub(crate) fn random() -> Result<u64, ApiError> {
    let drawn = SysRng.try_next_u64();
    drawn.map_err(|_| ApiError::unavailable("this machine gives no random numbers"))
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Token {
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<Self, ParseTokenError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 32 || !text.bytes().all(is_digit) {
            return Err(ParseTokenError);
        }
        let number = u128::from_str_radix(text, 16);
        number.map(Self).map_err(|_| ParseTokenError)
    }
}

impl From<u128> for Token {
    fn from(number: u128) -> Self {
        Self(number)
    }
}

impl From<Token> for String {
    fn from(token: Token) -> Self {
        token.to_string()
    }
}

impl TryFrom<String> for Token {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse().map_err(|ParseTokenError| "no token")
    }
}

/// Some of the sides, such as those that a link moves for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sides {
    pub(crate) white: bool,
    pub(crate) black: bool,
}

impl Sides {
    pub(crate) fn has(self, side: Colour) -> bool {
        match side {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    pub(crate) fn are_both(self) -> bool {
        self.white && self.black
    }

    /// These and those.
    pub(crate) fn with(self, others: Self) -> Self {
        Self {
            white: self.white || others.white,
            black: self.black || others.black,
        }
    }

    pub(crate) fn list(self) -> Vec<Colour> {
        let all = [Colour::White, Colour::Black].into_iter();
        all.filter(|&side| self.has(side)).collect()
    }
}

/// The links of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Links {
    /// For White, where that is a person with a screen of their own.
    pub(crate) white: Option<Token>,
    /// The same for Black.
    pub(crate) black: Option<Token>,
    /// For two people at one screen, or one alone. Its holder needs nobody's consent, so there is none
    /// beside a link for a single side.
    pub(crate) both: Option<Token>,
    /// Link for spectators.
    pub(crate) watch: Token,
}

impl Links {
    /// New ones of a game in which these sides are people; two may share a screen.
    pub(crate) fn new(people: Sides, one_screen: bool) -> Result<Self, ApiError> {
        let some = |wanted: bool| wanted.then(Token::new).transpose();
        let together = one_screen && people.are_both();
        Ok(Self {
            white: some(people.white && !together)?,
            black: some(people.black && !together)?,
            both: some(together)?,
            watch: Token::new()?,
        })
    }

    /// Returns `true` if two people play, each with a link.
    pub(crate) fn are_apart(&self) -> bool {
        self.white.is_some() && self.black.is_some()
    }

    /// Each with the sides that it moves for.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Token, Sides)> {
        let sides = |white, black| Sides { white, black };
        [
            (self.white, sides(true, false)),
            (self.black, sides(false, true)),
            (self.both, sides(true, true)),
            (Some(self.watch), Sides::default()),
        ]
        .into_iter()
        .filter_map(|(token, sides)| Some((token?, sides)))
    }

    /// The one of a game with colours swapped whose holder moves for these sides here.
    pub(crate) fn swapped(&self, sides: Sides) -> Option<Token> {
        match (sides.white, sides.black) {
            (true, true) => self.both,
            (true, false) => self.black,
            (false, true) => self.white,
            (false, false) => Some(self.watch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_one_way_to_be_written() {
        let token = Token::new().unwrap();
        assert_eq!(token.to_string().parse(), Ok(token));
        assert_ne!(Token::new(), Ok(token));
        for text in [
            "",
            "0123456789abcdef0123456789abcde",
            "0123456789abcdef0123456789abcdef0",
            "0123456789ABCDEF0123456789ABCDEF",
            "+123456789abcdef0123456789abcdef",
            "0123456789abcdef/123456789abcdef",
        ] {
            assert_eq!(text.parse::<Token>(), Err(ParseTokenError), "{text}");
        }
        assert_eq!(format!("{token:?}"), "Token(..)");
    }

    #[test]
    fn players_keep_their_sides_apart_and_change_them_in_a_rematch() {
        let people = Sides {
            white: true,
            black: true,
        };
        let links = Links::new(people, false).unwrap();
        let together = Links::new(people, true).unwrap();
        let kinds = |links: &Links| -> Vec<Vec<Colour>> {
            links.all().map(|(_, sides)| sides.list()).collect()
        };
        let (white, black) = (Colour::White, Colour::Black);
        assert_eq!(kinds(&links), [vec![white], vec![black], vec![]]);
        assert_eq!(kinds(&together), [vec![white, black], vec![]]);
        assert!(links.are_apart() && !together.are_apart());
        let other = |token: Option<Token>| {
            let all = links.all().chain(together.all());
            let (_, sides) = all
                .into_iter()
                .find(|(one, _)| Some(*one) == token)
                .unwrap();
            if sides.are_both() {
                together.swapped(sides)
            } else {
                links.swapped(sides)
            }
        };
        assert_eq!(other(links.white), links.black);
        assert_eq!(other(links.black), links.white);
        assert_eq!(other(together.both), together.both);
        assert_eq!(other(Some(links.watch)), Some(links.watch));
    }
}
