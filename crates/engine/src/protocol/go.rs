use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cheqqers_game::Colour;
use cheqqers_players::{Clocks, Limit};

use super::error::{ProtocolError, malformed, missing};
use super::words::first_word;

/// Limit of the engine's search; times are whole milliseconds in the text form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    /// None but its own settings.
    Own,
    /// Time for this move.
    Time(Duration),
    /// Number of positions.
    Nodes(u64),
    /// The clocks; the engine divides its time itself.
    Clock {
        /// White's time left.
        white: Duration,
        /// Black's time left.
        black: Duration,
        /// White's time added after each move.
        white_increment: Duration,
        /// Black's time added after each move.
        black_increment: Duration,
    },
}

impl Go {
    /// The same as a player's limit, for the player whose turn it is.
    pub fn limit(self, turn: Colour) -> Limit {
        match self {
            Self::Own => Limit::Own,
            Self::Time(time) => Limit::Time(time),
            Self::Nodes(nodes) => Limit::Nodes(nodes),
            Self::Clock {
                white,
                black,
                white_increment,
                black_increment,
            } => Limit::Clock(Clocks {
                white,
                black,
                increment: match turn {
                    Colour::White => white_increment,
                    Colour::Black => black_increment,
                },
            }),
        }
    }
}

impl From<Limit> for Go {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Own => Self::Own,
            Limit::Time(time) => Self::Time(time),
            Limit::Nodes(nodes) => Self::Nodes(nodes),
            Limit::Clock(Clocks {
                white,
                black,
                increment,
            }) => Self::Clock {
                white,
                black,
                white_increment: increment,
                black_increment: increment,
            },
        }
    }
}

/// Written with a blank before each word.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => Ok(()),
            Self::Time(time) => write!(f, " movetime {}", time.as_millis()),
            Self::Nodes(nodes) => write!(f, " nodes {nodes}"),
            Self::Clock {
                white,
                black,
                white_increment,
                black_increment,
            } => write!(
                f,
                " wtime {} btime {} winc {} binc {}",
                white.as_millis(),
                black.as_millis(),
                white_increment.as_millis(),
                black_increment.as_millis()
            ),
        }
    }
}

impl FromStr for Go {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let time = Duration::from_millis;
        match numbers(text)? {
            [None, None, None, None, None, None] => Ok(Self::Own),
            [Some(ms), None, None, None, None, None] => Ok(Self::Time(time(ms))),
            [None, Some(nodes), None, None, None, None] => Ok(Self::Nodes(nodes)),
            [None, None, Some(white), Some(black), winc, binc] => Ok(Self::Clock {
                white: time(white),
                black: time(black),
                white_increment: time(winc.unwrap_or(0)),
                black_increment: time(binc.unwrap_or(0)),
            }),
            _ => Err(missing(
                "go",
                "one of movetime, nodes, and wtime with btime",
            )),
        }
    }
}

/// The words that are followed by a number.
const WORDS: [&str; 6] = ["movetime", "nodes", "wtime", "btime", "winc", "binc"];

/// Reads the numbers, in the order of [`WORDS`].
fn numbers(mut text: &str) -> Result<[Option<u64>; WORDS.len()], ProtocolError> {
    let mut numbers = [None; WORDS.len()];
    while !text.is_empty() {
        let (word, behind) = first_word(text);
        let index = WORDS.iter().position(|&known| known == word);
        let index = index.ok_or_else(|| malformed("no limit", word))?;
        let (number, behind) = first_word(behind);
        let number = number.parse().map_err(|_| malformed("no number", number))?;
        if numbers[index].replace(number).is_some() {
            return Err(malformed("said twice", word));
        }
        text = behind;
    }
    Ok(numbers)
}
