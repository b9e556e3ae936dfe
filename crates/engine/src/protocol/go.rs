use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cheqqers_players::{Clocks, Limit};

use super::error::{ProtocolError, malformed, missing};
use super::words::first_word;

/// Limit of the engine's search; times are whole milliseconds in the text form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Go(pub Limit);

/// Written with a blank before each word.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Limit::Own => Ok(()),
            Limit::Time(time) => write!(f, " movetime {}", time.as_millis()),
            Limit::Nodes(nodes) => write!(f, " nodes {nodes}"),
            Limit::Clock(clocks) => write!(
                f,
                " wtime {} btime {} winc {} binc {}",
                clocks.white.as_millis(),
                clocks.black.as_millis(),
                clocks.increments[0].as_millis(),
                clocks.increments[1].as_millis()
            ),
        }
    }
}

impl FromStr for Go {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let time = Duration::from_millis;
        let limit = match numbers(text)? {
            [None, None, None, None, None, None] => Limit::Own,
            [Some(ms), None, None, None, None, None] => Limit::Time(time(ms)),
            [None, Some(nodes), None, None, None, None] => Limit::Nodes(nodes),
            [None, None, Some(white), Some(black), winc, binc] => Limit::Clock(Clocks {
                white: time(white),
                black: time(black),
                increments: [winc, binc].map(|ms| time(ms.unwrap_or(0))),
            }),
            _ => {
                let expected = "one of movetime, nodes, and wtime with btime";
                return Err(missing("go", expected));
            }
        };
        Ok(Self(limit))
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
