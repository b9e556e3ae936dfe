use std::fmt;
use std::str::FromStr;

use super::error::{ProtocolError, malformed, missing};
use super::info::Info;
use super::words::{first_word, nothing, one_line, version};
use crate::text::cut;

/// Reply of an engine to its host.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id name`: name of the engine.
    Name(String),
    /// `id version`: version of the engine.
    Version(String),
    /// `id author`: author of the engine.
    Author(String),
    /// `option`: an option that can be set.
    Option(EngineOption),
    /// `want legal`: asks for the legal moves of every position.
    WantLegal,
    /// `cqiok`: end of the greeting.
    Hello {
        /// Version of the protocol that is spoken from here on, from 1.
        version: u32,
    },
    /// `readyok`: all that was sent before is done.
    ReadyOk,
    /// `info`: thoughts about the move.
    Info(Info),
    /// `bestmove`: the chosen move.
    BestMove(String),
    /// `error`: a command was not obeyed, and nothing has changed.
    Error(String),
}

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Name of the option, one word.
    pub name: String,
    /// Type of its values.
    pub kind: OptionKind,
    /// Initial value, anything on a line.
    pub default: String,
}

/// Type of an option's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `string`: anything on a line.
    Text,
    /// `spin`: a whole number.
    Number,
}

impl OptionKind {
    fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Number => "spin",
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "id name {}", one_line(text)),
            Self::Version(text) => write!(f, "id version {}", one_line(text)),
            Self::Author(text) => write!(f, "id author {}", one_line(text)),
            Self::Option(EngineOption {
                name,
                kind,
                default,
            }) => {
                let (kind, default) = (kind.name(), one_line(default));
                write!(f, "option name {name} type {kind} default {default}")
            }
            Self::WantLegal => f.write_str("want legal"),
            Self::Hello { version } => write!(f, "cqiok {version}"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::BestMove(mv) => write!(f, "bestmove {mv}"),
            Self::Error(text) => write!(f, "error {}", one_line(text)),
        }
    }
}

impl FromStr for Reply {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = one_line(text);
        let (word, rest) = first_word(&text);
        match word {
            "id" => match first_word(rest) {
                ("name", text) => Ok(Self::Name(text.to_owned())),
                ("version", text) => Ok(Self::Version(text.to_owned())),
                ("author", text) => Ok(Self::Author(text.to_owned())),
                _ => Err(missing("id", "name, version or author")),
            },
            "option" => option(rest).map(Self::Option),
            "want" if rest == "legal" => Ok(Self::WantLegal),
            "want" => Err(malformed("nothing to want: there is legal", rest)),
            "cqiok" => Ok(Self::Hello {
                version: version("cqiok", rest)?,
            }),
            "readyok" => nothing("readyok", rest).map(|()| Self::ReadyOk),
            "info" => rest.parse().map(Self::Info),
            "bestmove" => match first_word(rest) {
                ("", _) => Err(missing("bestmove", "a move")),
                (mv, behind) => nothing("bestmove", behind).map(|()| Self::BestMove(mv.to_owned())),
            },
            "error" => Ok(Self::Error(rest.to_owned())),
            other => Err(ProtocolError::Unknown {
                kind: "reply",
                found: cut(other),
            }),
        }
    }
}

fn option(rest: &str) -> Result<EngineOption, ProtocolError> {
    let refused = || missing("option", "'name NAME type TYPE default VALUE'");
    let ("name", rest) = first_word(rest) else {
        return Err(refused());
    };
    let (name, rest) = first_word(rest);
    let ("type", rest) = first_word(rest) else {
        return Err(refused());
    };
    let (kind, rest) = first_word(rest);
    let kind = match kind {
        "string" => OptionKind::Text,
        "spin" => OptionKind::Number,
        _ => return Err(malformed("no type: there are string and spin", kind)),
    };
    let ("default", default) = first_word(rest) else {
        return Err(refused());
    };
    Ok(EngineOption {
        name: name.to_owned(),
        kind,
        default: default.to_owned(),
    })
}
