use std::fmt;
use std::str::FromStr;

use cheqqers_game::record::Line;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::measurer::MeasurerKind;
use crate::provenance::{FALLBACK, MeasurementProvenance};

/// Kind of the backend that takes over from another one, for good: one of this program that runs circuits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fallback(MeasurerKind);

/// Error of parsing a [`Fallback`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("local, dense and noisy can take over")]
pub struct ParseFallbackError;

impl Fallback {
    /// The fallback in the header of a record; `None` if it names none that can be read.
    pub fn of_header(header: &Map<String, Value>) -> Option<Self> {
        header.get(FALLBACK)?.as_str()?.parse().ok()
    }

    /// Adds it to the header of a record.
    pub fn write(self, header: &mut Map<String, Value>) {
        header.insert(FALLBACK.into(), self.to_string().into());
    }

    /// Returns `true` if one took over in a game with these lines.
    pub fn has_taken_over(lines: &[Line]) -> bool {
        lines.iter().any(|line| match line {
            Line::Ply(ply) => {
                let mut measured = ply.measured.iter();
                measured.any(|of| MeasurementProvenance::new(&of.more).fallback().is_some())
            }
            _ => false,
        })
    }

    /// Kind of the backend.
    pub fn kind(self) -> MeasurerKind {
        self.0
    }
}

impl fmt::Display for Fallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Fallback {
    type Err = ParseFallbackError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(MeasurerKind::Sparse) | Err(_) => Err(ParseFallbackError),
            Ok(kind) => Ok(Self(kind)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_the_fallback_that_was_written() {
        let mut header = Map::new();
        assert_eq!(Fallback::of_header(&header), None);
        for name in ["local", "dense", "noisy"] {
            let fallback: Fallback = name.parse().unwrap();
            fallback.write(&mut header);
            assert_eq!(header[FALLBACK], name);
            assert_eq!(Fallback::of_header(&header), Some(fallback));
        }
        for other in ["sparse", "ionq", ""] {
            header.insert(FALLBACK.into(), other.into());
            assert_eq!(Fallback::of_header(&header), None, "{other}");
        }
    }
}
