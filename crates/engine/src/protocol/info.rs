use std::fmt;
use std::str::FromStr;

use cheqqers_players::Thoughts;

use super::error::{ProtocolError, malformed};
use super::words::{first_word, one_line};

/// Thoughts of an engine about its move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Number of positions or playouts.
    pub nodes: Option<u64>,
    /// Expected value for the engine, from -1 (a sure loss) to 1 (a sure win).
    pub value: Option<f64>,
    /// Principal variation: the moves it expects, its own first.
    pub line: Vec<String>,
    /// Any other text.
    pub text: Option<String>,
}

impl From<Thoughts<String>> for Info {
    fn from(thoughts: Thoughts<String>) -> Self {
        Self {
            depth: thoughts.depth,
            nodes: Some(thoughts.nodes),
            value: Some(thoughts.value.clamp(-1.0, 1.0)),
            line: thoughts.line,
            text: None,
        }
    }
}

impl Info {
    /// The same as a player's thoughts; `None` without a value.
    pub fn thoughts(&self) -> Option<Thoughts<String>> {
        Some(Thoughts {
            depth: self.depth,
            nodes: self.nodes.unwrap_or(0),
            value: self.value?,
            line: self.line.clone(),
        })
    }
}

/// Written with a blank before each word.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(value) = self.value {
            write!(f, " value {value}")?;
        }
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        match &self.text {
            None => Ok(()),
            Some(text) => write!(f, " string {}", one_line(text)),
        }
    }
}

impl FromStr for Info {
    type Err = ProtocolError;

    /// `pv` takes all words up to `string`, and `string` takes the rest.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut info = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            let (item, further) = first_word(behind);
            rest = further;
            match word {
                "depth" => info.depth = Some(number(item)?),
                "nodes" => info.nodes = Some(number(item)?),
                "value" => info.value = Some(value(item)?),
                "pv" => {
                    (info.line, rest) = moves(behind);
                }
                "string" => {
                    info.text = Some(behind.to_owned());
                    rest = "";
                }
                _ => return Err(malformed("nothing that info tells", word)),
            }
        }
        Ok(info)
    }
}

/// Splits a text into the words before `string` and the rest.
fn moves(mut text: &str) -> (Vec<String>, &str) {
    let mut moves = Vec::new();
    loop {
        match first_word(text) {
            ("" | "string", _) => return (moves, text),
            (mv, behind) => {
                moves.push(mv.to_owned());
                text = behind;
            }
        }
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, ProtocolError> {
    text.parse().map_err(|_| malformed("no number", text))
}

fn value(text: &str) -> Result<f64, ProtocolError> {
    let value = text.parse().ok();
    let value = value.filter(|value| (-1.0..=1.0).contains(value));
    value.ok_or_else(|| malformed("no value from -1 to 1", text))
}
