//! Links: secrets with the right to move for some sides of a game. The disk has their hashes alone: links that a
//! holder is told later are derived from the holder's own.

use std::fmt;
use std::str::FromStr;

use cheqqers_game::Colour;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

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

    /// Hash by which a link is known on the disk.
    pub(crate) fn hash(self) -> LinkHash {
        LinkHash(Sha256::digest(self.0.to_be_bytes()).into())
    }

    /// The link to watch a game that the holder of this one passes on.
    pub(crate) fn watching(self) -> Self {
        self.derived(b"watch", None)
    }

    /// The link of the rematch for the holder of this one.
    pub(crate) fn rematch(self) -> Self {
        self.derived(b"rematch", None)
    }

    /// The link of a game for the member of a class who has this one: a pupil's moves, and a teacher's watches.
    pub(crate) fn in_class(self, game: Self) -> Self {
        self.derived(b"class", Some(game))
    }

    /// Another secret that is found from this one, while this one is not found from it.
    fn derived(self, purpose: &[u8], of: Option<Self>) -> Self {
        let mut hash = Sha256::new();
        hash.update(purpose);
        for token in [Some(self), of].into_iter().flatten() {
            hash.update(token.0.to_be_bytes());
        }
        let hash = hash.finalize();
        let (half, _) = hash.split_at(16);
        Self(
            half.iter()
                .fold(0, |number, &byte| number << 8 | u128::from(byte)),
        )
    }
}

/// The SHA-256 of a link: what is stored of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct LinkHash([u8; 32]);

impl fmt::Display for LinkHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl From<LinkHash> for String {
    fn from(hash: LinkHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for LinkHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        let wrong = "no hash of a link";
        let half = |at| text.get(at..at + 32).ok_or(wrong);
        let mut bytes = [0; 32];
        for (part, at) in bytes.chunks_exact_mut(16).zip([0, 32]) {
            let Token(number) = half(at)?.parse().map_err(|ParseTokenError| wrong)?;
            part.copy_from_slice(&number.to_be_bytes());
        }
        if text.len() != 64 {
            return Err(wrong);
        }
        Ok(Self(bytes))
    }
}

/// A link as it is stored, and the sides that it moves for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredLink {
    pub(crate) hash: LinkHash,
    pub(crate) sides: Sides,
}

impl StoredLink {
    /// A link, and the one to watch that its holder passes on.
    pub(crate) fn both_of(link: Token, sides: Sides) -> [Self; 2] {
        [(link, sides), (link.watching(), Sides::default())].map(|(link, sides)| Self {
            hash: link.hash(),
            sides,
        })
    }

    /// Those of the rematch for the holder of a link, and for who watches by the link that this one passes on.
    pub(crate) fn of_rematch(link: Token, sides: Sides) -> [Self; 3] {
        let [own, watching] = Self::both_of(link.rematch(), sides.swapped());
        let other = Self {
            hash: link.watching().rematch().hash(),
            sides: Sides::default(),
        };
        [own, watching, other]
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

    /// One side alone.
    pub(crate) fn of(side: Colour) -> Self {
        Self {
            white: side == Colour::White,
            black: side == Colour::Black,
        }
    }

    /// The sides of the same players once colours are swapped.
    pub(crate) fn swapped(self) -> Self {
        Self {
            white: self.black,
            black: self.white,
        }
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

/// The links of a game, as they are told to the one who begins it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
        let white = some(people.white && !together)?;
        let black = some(people.black && !together)?;
        let both = some(together)?;
        let first = white.or(black).or(both).map(Token::watching);
        Ok(Self {
            white,
            black,
            both,
            watch: first.map_or_else(Token::new, Ok)?,
        })
    }

    /// Their hashes, with those of the links to watch that holders pass on.
    pub(crate) fn stored(&self) -> Vec<StoredLink> {
        let sides = |white, black| Sides { white, black };
        let players = [
            (self.white, sides(true, false)),
            (self.black, sides(false, true)),
            (self.both, sides(true, true)),
        ];
        let players = players.into_iter();
        let players = players.filter_map(|(link, sides)| Some((link?, sides)));
        let mut stored: Vec<StoredLink> = players
            .flat_map(|(link, sides)| StoredLink::both_of(link, sides))
            .collect();
        if stored.is_empty() {
            stored.push(StoredLink {
                hash: self.watch.hash(),
                sides: Sides::default(),
            });
        }
        stored
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
    fn a_hash_has_one_way_to_be_written() {
        let hash = Token::new().unwrap().hash();
        let text = hash.to_string();
        assert_eq!(LinkHash::try_from(text.clone()), Ok(hash));
        for wrong in [&text[1..], &format!("{text}0"), &text.to_uppercase(), ""] {
            let is_other = LinkHash::try_from(wrong.to_owned()) != Ok(hash);
            assert!(is_other || wrong == text, "{wrong}");
        }
    }

    #[test]
    fn who_plays_has_a_link_and_all_pass_on_one_to_watch() {
        let both = Sides {
            white: true,
            black: true,
        };
        let links = Links::new(both, false).unwrap();
        let together = Links::new(both, true).unwrap();
        let kinds = |links: &Links| {
            let stored = links.stored().into_iter();
            stored.map(|link| link.sides.list()).collect::<Vec<_>>()
        };
        let (white, black) = (Colour::White, Colour::Black);
        assert_eq!(kinds(&links), [vec![white], vec![], vec![black], vec![]]);
        assert_eq!(kinds(&together), [vec![white, black], vec![]]);
        assert_eq!(together.both.unwrap().watching(), together.watch);
        let computers = Links::new(Sides::default(), false).unwrap();
        assert_eq!(computers.stored()[0].hash, computers.watch.hash());
        // Whoever has a link of a game has one of the rematch for the other side.
        let next = StoredLink::of_rematch(links.white.unwrap(), both_but(Colour::Black));
        assert_eq!(next[0].sides.list(), [black]);
        assert_eq!(next[0].hash, links.white.unwrap().rematch().hash());
        assert_eq!(next[2].hash, links.watch.rematch().hash());
    }

    fn both_but(side: Colour) -> Sides {
        Sides {
            white: side != Colour::White,
            black: side != Colour::Black,
        }
    }
}
