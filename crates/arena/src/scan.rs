//! Reading of a tournament's games from their records, without replay.

use std::io::{self, BufRead, Read};

use cheqqers_game::record::{EndKind, MAX_LINE};
use cheqqers_game::{Colour, Outcome, Status};
use serde_json::{Map, Value};

/// End of a finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameEnd {
    /// Outcome of the game.
    pub outcome: Outcome,
    /// Player that forfeited it.
    pub forfeit: Option<Colour>,
    /// White's gain by its measurements, in points; 0 where luck is not counted.
    pub luck: f64,
}

/// Finished game in a file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ScannedGame {
    pub(crate) header: Map<String, Value>,
    /// Number of its header line, from 1.
    pub(crate) line: usize,
    pub(crate) end: GameEnd,
    /// Offset of its first byte.
    pub(crate) offset: u64,
    /// Number of bytes.
    pub(crate) length: u64,
}

/// Error of reading a file of games.
#[derive(Debug)]
pub(crate) enum ScanError {
    Io(io::Error),
    Line { line: usize, reason: String },
}

impl From<io::Error> for ScanError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Game whose header was read.
struct PartialGame {
    header: Map<String, Value>,
    line: usize,
    offset: u64,
    /// Last line read.
    last: Vec<u8>,
    /// Number of plies read.
    plies: u32,
    /// Luck in them.
    luck: f64,
}

/// Reads the finished games of a file, and the number of bytes that they take; behind them there is
/// nothing, or one game that was cut off.
///
/// # Errors
/// Returns an error if the file can't be read, or holds something else or an unfinished game among
/// others.
pub(crate) fn scan(mut input: impl BufRead) -> Result<(Vec<ScannedGame>, u64), ScanError> {
    let mut games = Vec::new();
    let mut current: Option<PartialGame> = None;
    let (mut offset, mut number) = (0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? as u64;
        number += 1;
        if !line.ends_with(b"\n") {
            // There may be more games behind it.
            if read == MAX_LINE {
                let reason = format!("it is longer than {MAX_LINE} bytes");
                return Err(wrong(number, &reason));
            }
            if games.is_empty() && current.is_none() && !may_begin(&line) {
                return Err(wrong(number, &"it begins no game"));
            }
            break;
        }
        if line.starts_with(HEAD) {
            if let Some(game) = current.take() {
                let end = game.end()?;
                let end = end.ok_or_else(|| wrong(game.line, &"the game never ended"))?;
                games.push(game.finished(end, offset));
            }
            let header = serde_json::from_slice(&line);
            let mut header: Map<_, _> = header.map_err(|error| wrong(number, &error))?;
            // It is of the line, not of the game.
            header.shift_remove("sum");
            current = Some(PartialGame {
                header,
                line: number,
                offset,
                last: Vec::new(),
                plies: 0,
                luck: 0.0,
            });
        } else if let Some(game) = &mut current {
            game.follow(&line, number)?;
            std::mem::swap(&mut game.last, &mut line);
        } else {
            return Err(wrong(number, &"it begins no game"));
        }
        offset += read;
    }
    if let Some(game) = current {
        match game.end()? {
            Some(end) => games.push(game.finished(end, offset)),
            None => offset = game.offset,
        }
    }
    Ok((games, offset))
}

/// Beginning of each header, as records are written.
const HEAD: &[u8] = b"{\"format\":\"cheqqers\",";

/// Returns `true` if a text may be the beginning of a header that was cut off.
fn may_begin(text: &[u8]) -> bool {
    let common = text.len().min(HEAD.len());
    text[..common] == HEAD[..common]
}

fn wrong(line: usize, reason: &impl ToString) -> ScanError {
    let reason = reason.to_string();
    ScanError::Line { line, reason }
}

/// Name of the luck of a ply in its line, whose other texts have no quotation marks but as `\"`.
const LUCK: &[u8] = b",\"luck\":";

/// Luck of a ply by its line, without reading the rest of it; 0 where there is none.
fn luck(line: &[u8]) -> Option<f64> {
    let Some(place) = line.windows(LUCK.len()).position(|part| part == LUCK) else {
        return Some(0.0);
    };
    let number = &line[place + LUCK.len()..];
    let end = number.iter().position(|byte| b",}".contains(byte))?;
    let number: f64 = str::from_utf8(&number[..end]).ok()?.parse().ok()?;
    number.is_finite().then_some(number)
}

impl PartialGame {
    /// Checks by its beginning that a line continues the game: where a part of the file is missing, one
    /// game must not get the end of another.
    fn follow(&mut self, line: &[u8], number: usize) -> Result<(), ScanError> {
        if line.starts_with(b"{\"end\":") {
            return Ok(());
        }
        self.plies += 1;
        let ply = format!("{{\"ply\":{},", self.plies);
        if line.starts_with(ply.as_bytes()) {
            let luck = luck(line);
            self.luck += luck.ok_or_else(|| wrong(number, &"its luck is no number"))?;
            return Ok(());
        }
        Err(wrong(
            number,
            &format!("it is not ply {} of its game", self.plies),
        ))
    }

    /// The end of the game by its last line; `None` while it goes on.
    fn end(&self) -> Result<Option<GameEnd>, ScanError> {
        if self.last.is_empty() {
            return Ok(None);
        }
        let value: Value =
            serde_json::from_slice(&self.last).map_err(|error| wrong(self.line, &error))?;
        let status = value.get("status").cloned().unwrap_or_default();
        let status: Status =
            serde_json::from_value(status).map_err(|error| wrong(self.line, &error))?;
        let Some(outcome) = Option::<Outcome>::from(status) else {
            return Ok(None);
        };
        let end = value.get("end").cloned().unwrap_or_default();
        let forfeited = serde_json::from_value(end).is_ok_and(|end| EndKind::Forfeited == end);
        let forfeit = match outcome {
            Outcome::Decisive { winner } if forfeited => Some(winner.opponent()),
            _ => None,
        };
        Ok(Some(GameEnd {
            outcome,
            forfeit,
            luck: self.luck,
        }))
    }

    fn finished(self, end: GameEnd, next: u64) -> ScannedGame {
        ScannedGame {
            header: self.header,
            line: self.line,
            end,
            offset: self.offset,
            length: next - self.offset,
        }
    }
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

    fn won(winner: Colour) -> Outcome {
        Outcome::Decisive { winner }
    }

    fn scanned(text: &str) -> (Vec<ScannedGame>, u64) {
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
        let first = GameEnd {
            outcome: won(Colour::Black),
            forfeit: None,
            luck: 0.0,
        };
        let second = GameEnd {
            outcome: won(Colour::White),
            forfeit: Some(Colour::Black),
            luck: 0.0,
        };
        assert_eq!((games[0].end, games[1].end), (first, second));
        assert_eq!((games[0].line, games[1].line), (1, 4));
        assert_eq!(games[1].offset, FIRST.len() as u64);
        assert_eq!(games[1].length, SECOND.len() as u64);
    }

    #[test]
    fn luck_is_that_of_all_plies() {
        let lucky = FIRST
            .replace("{\"ply\":1,", "{\"ply\":1,\"luck\":-0.25,")
            .replace("{\"ply\":2,", "{\"ply\":2,\"luck\":1e-1,");
        let (games, _) = scanned(&lucky);
        assert!((games[0].end.luck + 0.15).abs() < 1e-12);
        for wrong in ["x", "", "1e999", "1"] {
            let line = format!("\"luck\":{wrong}");
            let text = lucky.replace("\"luck\":-0.25", &line);
            assert_eq!(scan(text.as_bytes()).is_ok(), wrong == "1", "{wrong}");
        }
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
    fn a_line_that_is_too_long_is_not_taken_for_the_end() {
        let long = [b"{\"ply\":1,", &vec![b' '; 16 << 20][..], b"}\n"].concat();
        let head = b"{\"format\":\"cheqqers\",\"number\":2}\n";
        for behind in [b"".as_slice(), SECOND.as_bytes()] {
            let file = [FIRST.as_bytes(), head, &long, behind].concat();
            let Err(ScanError::Line { line, reason }) = scan(&file[..]) else {
                panic!("it is refused");
            };
            assert_eq!(line, 5);
            assert_eq!(reason, "it is longer than 16777216 bytes");
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
