use std::fmt::{self, Write};
use std::str::FromStr;

use cheqqers_game::notation::split_moves;
use serde_json::{Map, Value};

use super::error::{ProtocolError, missing};
use super::go::Go;
use super::words::{first_word, nothing, one_line, version};
use crate::text::cut;

/// Command of a host to an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `cqi`: greets the engine.
    Hello {
        /// The newest version that the host speaks, from 1.
        version: u32,
    },
    /// `setoption`: sets an option.
    SetOption {
        /// Name of the option, one word.
        name: String,
        /// Value of the option, anything on a line.
        value: String,
    },
    /// `isready`: asks for [`ReadyOk`](super::Reply::ReadyOk) when all before is done.
    IsReady,
    /// `newgame`: begins a game with this header of a record.
    NewGame(Map<String, Value>),
    /// `position`: the moves since the start of the game.
    Position {
        /// Each with the outcomes of its measurements behind it.
        moves: Vec<String>,
        /// Legal moves, for engines that [want](super::Reply::WantLegal) them.
        legal: Vec<String>,
    },
    /// `go`: asks for a move.
    Go(Go),
    /// `stop`: asks for the move at once.
    Stop,
    /// `quit`: ends the engine.
    Quit,
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
                f.write_str("newgame ")?;
                // `FromStr` replaces control characters by blanks; JSON need not escape U+007F to U+009F.
                text.chars().try_for_each(|c| match c {
                    c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c)),
                    c => f.write_char(c),
                })
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
        let text = one_line(text);
        let (word, rest) = first_word(&text);
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

/// Reads `name NAME value VALUE`; the value may be empty and may have blanks.
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
