//! Reading the games of a tournament from their records, without replaying them.

use std::io::{self, BufRead, Read};

use cheqqers_game::record::{EndKind, MAX_LINE};
use cheqqers_game::{Colour, Outcome, Status};
use serde_json::{Map, Value};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Who won, if somebody did.
    pub outcome: Outcome,
    /// Who lost it by a fault of its own.
    pub forfeit: Option<Colour>,
}

/// A finished game in a file.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Kept {
    pub(super) header: Map<String, Value>,
    /// The number of its header line, from 1.
    pub(super) line: usize,
    pub(super) ended: Ended,
    /// Where it begins, in bytes.
    pub(super) at: u64,
    /// How many bytes it has.
    pub(super) length: u64,
}

/// Why a file is none of games.
#[derive(Debug)]
pub(super) enum ScanError {
    Io(io::Error),
    Line { line: usize, reason: String },
}

impl From<io::Error> for ScanError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A game of which the header was read.
struct Begun {
    header: Map<String, Value>,
    line: usize,
    at: u64,
    /// The last line that was read of it.
    last: Vec<u8>,
    /// How many plies were read of it.
    plies: u32,
}

/// The finished games of a file, and how many bytes they take; behind them there is nothing, or one
/// game that was cut off.
///
/// # Errors
/// When the file can't be read, or holds something else or an unfinished game among others.
pub(super) fn scan(mut input: impl BufRead) -> Result<(Vec<Kept>, u64), ScanError> {
    let mut games = Vec::new();
    let mut begun: Option<Begun> = None;
    let (mut at, mut number) = (0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? as u64;
        number += 1;
        if !line.ends_with(b"\n") {
            if games.is_empty() && begun.is_none() && !may_begin(&line) {
                return Err(wrong(number, &"it begins no game"));
            }
            break;
        }
        if line.starts_with(HEAD) {
            if let Some(begun) = begun.take() {
                let ended = begun.ended()?;
                let ended = ended.ok_or_else(|| wrong(begun.line, &"the game never ended"))?;
                games.push(begun.kept(ended, at));
            }
            let header = serde_json::from_slice(&line);
            let header = header.map_err(|error| wrong(number, &error))?;
            begun = Some(Begun {
                header,
                line: number,
                at,
                last: Vec::new(),
                plies: 0,
            });
        } else if let Some(begun) = &mut begun {
            begun.follow(&line, number)?;
            std::mem::swap(&mut begun.last, &mut line);
        } else {
            return Err(wrong(number, &"it begins no game"));
        }
        at += read;
    }
    if let Some(begun) = begun {
        match begun.ended()? {
            Some(ended) => games.push(begun.kept(ended, at)),
            None => at = begun.at,
        }
    }
    Ok((games, at))
}

/// How each header begins, as records are written.
const HEAD: &[u8] = b"{\"format\":\"cheqqers\",";

/// Whether a text may be the beginning of a header that was cut off.
fn may_begin(text: &[u8]) -> bool {
    let common = text.len().min(HEAD.len());
    text[..common] == HEAD[..common]
}

fn wrong(line: usize, reason: &impl ToString) -> ScanError {
    let reason = reason.to_string();
    ScanError::Line { line, reason }
}

impl Begun {
    /// Checks that a line goes on with the game, by its beginning: a part of the file that was lost
    /// must not give one game the end of another.
    fn follow(&mut self, line: &[u8], number: usize) -> Result<(), ScanError> {
        if line.starts_with(b"{\"end\":") {
            return Ok(());
        }
        self.plies += 1;
        let ply = format!("{{\"ply\":{},", self.plies);
        if line.starts_with(ply.as_bytes()) {
            return Ok(());
        }
        Err(wrong(
            number,
            &format!("it is not ply {} of its game", self.plies),
        ))
    }

    /// How it ended by its last line; `None` while it goes on.
    fn ended(&self) -> Result<Option<Ended>, ScanError> {
        if self.last.is_empty() {
            return Ok(None);
        }
        let value: Value =
            serde_json::from_slice(&self.last).map_err(|error| wrong(self.line, &error))?;
        let status = value.get("status").cloned().unwrap_or_default();
        let status = serde_json::from_value(status).map_err(|error| wrong(self.line, &error))?;
        let outcome = match status {
            Status::InProgress => return Ok(None),
            Status::Draw => Outcome::Draw,
            Status::WhiteWon => won(Colour::White),
            Status::BlackWon => won(Colour::Black),
        };
        let end = value.get("end").cloned().unwrap_or_default();
        let forfeited = serde_json::from_value(end).is_ok_and(|end| EndKind::Forfeited == end);
        let forfeit = match outcome {
            Outcome::Decisive { winner } if forfeited => Some(winner.opponent()),
            _ => None,
        };
        Ok(Some(Ended { outcome, forfeit }))
    }

    fn kept(self, ended: Ended, end: u64) -> Kept {
        Kept {
            header: self.header,
            line: self.line,
            ended,
            at: self.at,
            length: end - self.at,
        }
    }
}

fn won(winner: Colour) -> Outcome {
    Outcome::Decisive { winner }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "{\"format\":\"cheqqers\",\"number\":1}\n\
                         {\"ply\":1,\"status\":\"in_progress\"}\n\
                         {\"ply\":2,\"status\":\"black_won\"}\n";
    const SECOND: &str = "{\"format\":\"cheqqers\",\"number\":2}\n\
                          {\"ply\":1,\"status\":\"in_progress\"}\n\
                          {\"end\":\"forfeited\",\"by\":\"black\",\"status\":\"white_won\"}\n";

    fn scanned(text: &str) -> (Vec<Kept>, u64) {
        scan(text.as_bytes()).unwrap()
    }

    #[test]
    fn records_begin_as_games_do() {
        let head = format!("{{\"format\":\"{}\",", cheqqers_game::record::FORMAT);
        assert_eq!(head.as_bytes(), HEAD);
    }

    #[test]
    fn games_are_found_with_their_ends_and_places() {
        let (games, whole) = scanned(&[FIRST, SECOND].concat());
        assert_eq!(whole, (FIRST.len() + SECOND.len()) as u64);
        let numbers: Vec<_> = games
            .iter()
            .map(|game| game.header["number"].as_u64())
            .collect();
        assert_eq!(numbers, [Some(1), Some(2)]);
        let first = Ended {
            outcome: won(Colour::Black),
            forfeit: None,
        };
        let second = Ended {
            outcome: won(Colour::White),
            forfeit: Some(Colour::Black),
        };
        assert_eq!((games[0].ended, games[1].ended), (first, second));
        assert_eq!((games[0].line, games[1].line), (1, 4));
        assert_eq!(games[1].at, FIRST.len() as u64);
        assert_eq!(games[1].length, SECOND.len() as u64);
    }

    #[test]
    fn a_game_cut_off_anywhere_is_left_out() {
        for cut in 0..SECOND.len() {
            let (games, whole) = scanned(&[FIRST, &SECOND[..cut]].concat());
            assert_eq!((games.len(), whole), (1, FIRST.len() as u64), "{cut}");
            let (games, whole) = scanned(&SECOND[..cut]);
            assert_eq!((games.len(), whole), (0, 0), "{cut}");
        }
    }

    #[test]
    fn files_of_others_are_refused() {
        let unfinished = &FIRST[..FIRST.find("{\"ply\":2").unwrap()];
        for text in [
            "a note",
            "a note\n",
            "{}\n",
            "{\"format\":\"cheqqers\",\n",
            "{\"format\":\"cheqqers-experiment\",\"version\":\"1\"}\n",
            &[unfinished, SECOND].concat(),
            &FIRST.replace("black_won", "black won"),
            // A ply is lost, or what was between two games.
            &FIRST.replace("{\"ply\":1,\"status\":\"in_progress\"}\n", ""),
            &[unfinished, &SECOND[SECOND.find("{\"ply\":1").unwrap()..]].concat(),
        ] {
            assert!(
                matches!(scan(text.as_bytes()), Err(ScanError::Line { .. })),
                "{text}"
            );
        }
    }
}
