//! The words of the protocol: what a host says to an engine, and what an engine replies.
//!
//! Each is one line, and its text form round-trips.

mod go;
mod info;
mod reply;

use std::fmt;
use std::str::FromStr;

use cheqqers_game::notation::split_moves;
use serde_json::{Map, Value};
use thiserror::Error;

pub use go::Go;
pub use info::Info;
pub use reply::{EngineOption, OptionKind, Reply};

use super::cut;

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// What a host says.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Introduce yourself; `version` is the newest that the host speaks.
    Hello {
        /// From 1.
        version: u32,
    },
    /// Have an option.
    SetOption {
        /// Its name, one word.
        name: String,
        /// Its value, anything on a line.
        value: String,
    },
    /// Say when all that was said is done.
    IsReady,
    /// Begin a game with this header of a record.
    NewGame(Map<String, Value>),
    /// What was played since the start of the game.
    Position {
        /// The moves, each with the outcomes of its measurements behind it.
        moves: Vec<String>,
        /// What may be played now, for engines that [want](Reply::WantLegal) to be told.
        legal: Vec<String>,
    },
    /// Choose a move.
    Go(Go),
    /// Move at once.
    Stop,
    /// End.
    Quit,
}

/// Why a line is none of the protocol.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProtocolError {
    /// Its first word is none.
    #[error("there is no {kind} {found:?}")]
    Unknown {
        /// What it would have been.
        kind: &'static str,
        /// The word.
        found: String,
    },
    /// Something is missing.
    #[error("{word} needs {what}")]
    Missing {
        /// Of which word.
        word: &'static str,
        /// What.
        what: &'static str,
    },
    /// A part is not what it should be.
    #[error("{found:?} is {what}")]
    Malformed {
        /// What it is not.
        what: &'static str,
        /// The part.
        found: String,
    },
    /// Something stands where nothing should.
    #[error("{word} takes no {found:?}")]
    Excess {
        /// Behind which word.
        word: &'static str,
        /// What.
        found: String,
    },
    /// The header of a game is none.
    #[error("the header is no JSON object: {0}")]
    Header(#[source] serde_json::Error),
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello { version } => write!(f, "cqi {version}"),
            Self::SetOption { name, value } => {
                write!(f, "setoption name {name} value {}", one_line(value))
            }
            Self::IsReady => f.write_str("isready"),
            Self::NewGame(header) => {
                let text = serde_json::to_string(header).map_err(|_| fmt::Error)?;
                write!(f, "newgame {text}")
            }
            Self::Position { moves, legal } => {
                f.write_str("position moves")?;
                moves.iter().try_for_each(|mv| write!(f, " {mv}"))?;
                if !legal.is_empty() {
                    write!(f, " legal {}", legal.join(" "))?;
                }
                Ok(())
            }
            Self::Go(go) => write!(f, "go{go}"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Command {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (word, rest) = first_word(text);
        match word {
            "cqi" => Ok(Self::Hello {
                version: version("cqi", rest)?,
            }),
            "setoption" => set_option(rest),
            "isready" => nothing("isready", rest).map(|()| Self::IsReady),
            "newgame" => serde_json::from_str(rest)
                .map(Self::NewGame)
                .map_err(ProtocolError::Header),
            "position" => match first_word(rest) {
                ("moves", rest) => {
                    let mut words = split_moves(rest).into_iter();
                    Ok(Self::Position {
                        moves: words.by_ref().take_while(|word| word != "legal").collect(),
                        legal: words.collect(),
                    })
                }
                _ => Err(missing("position", "'moves', and then the moves")),
            },
            "go" => rest.parse().map(Self::Go),
            "stop" => nothing("stop", rest).map(|()| Self::Stop),
            "quit" => nothing("quit", rest).map(|()| Self::Quit),
            other => Err(ProtocolError::Unknown {
                kind: "command",
                found: cut(other),
            }),
        }
    }
}

/// `name NAME value VALUE`; the value may be empty and may have blanks.
fn set_option(rest: &str) -> Result<Command, ProtocolError> {
    let refused = || missing("setoption", "'name NAME value VALUE'");
    let ("name", rest) = first_word(rest) else {
        return Err(refused());
    };
    let (name, rest) = first_word(rest);
    let ("value", value) = first_word(rest) else {
        return Err(refused());
    };
    Ok(Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    })
}

/// A word, and what stands behind it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn version(word: &'static str, text: &str) -> Result<u32, ProtocolError> {
    if text.is_empty() {
        return Err(missing(word, "a version"));
    }
    let number = text.parse().ok().filter(|&version| version > 0);
    number.ok_or_else(|| malformed("no version", text))
}

fn nothing(word: &'static str, rest: &str) -> Result<(), ProtocolError> {
    if rest.is_empty() {
        return Ok(());
    }
    let found = cut(rest);
    Err(ProtocolError::Excess { word, found })
}

fn missing(word: &'static str, what: &'static str) -> ProtocolError {
    ProtocolError::Missing { word, what }
}

fn malformed(what: &'static str, found: &str) -> ProtocolError {
    let found = cut(found);
    ProtocolError::Malformed { what, found }
}

/// A text that can't end the line it stands in.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests;
