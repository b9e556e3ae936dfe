use std::fmt::Write;

use cheqqers_game::show::{PlayedGame, RecordForm, Show, WrittenGame};
use cheqqers_game::{Colour, Ply};
use serde_json::{Map, Value};

use super::command::{self, HEADER, MEASURED};
use super::draughts::Draughts;
use super::numbering::{NUMBERING, Numbering};
use super::read::first_measured;
use super::{parse, tags};
use crate::{Level, Move, Square};

/// The longest line, in characters, unless a single word is longer.
const WIDTH: usize = 79;

/// Writes a recorded game as a draughts record, from its first tag to its `*` and a line end.
/// Several of them, one behind the other, are a file of several games.
///
/// [`PdnReader`](super::PdnReader) gives back the same record of a game of level 0, if every word of it was verified.
pub fn write<G: Draughts>(game: &PlayedGame<'_, G>) -> String {
    let plies = game.positions.iter().copied().zip(game.plies);
    let plies: Vec<WrittenPly> = plies
        .map(|(before, ply)| WrittenPly::new(before, ply))
        .collect();
    let (tags, more) = tags::write(game.header, game.positions[0]);
    let mut text = String::new();
    for tag in tags {
        push_tag(&mut text, &tag.name, &tag.text);
    }
    push_tag(&mut text, "Result", parse::result(game.status()));
    text.push('\n');
    let mut words = Vec::new();
    if !more.is_empty() {
        words.extend(comment(&[command::words(HEADER, &more)]));
    }
    words.extend(moves(&plies));
    words.push("*".into());
    push_wrapped(&mut text, &words);
    text
}

/// The form of record in the list of a game.
pub(crate) const fn form<G: Draughts + Show>() -> RecordForm<G> {
    RecordForm {
        name: "pdn",
        about: "draughts record (PDN)",
        extensions: &["pdn", "qpdn"],
        write: |game| WrittenGame {
            text: write(game),
            extension: match game.positions[0].level() {
                // Any draughts program reads it.
                Level::Classical => "pdn",
                _ => "qpdn",
            },
        },
    }
}

/// Writes a recorded game with the moves of the authors' browser client, a line each: tags that say
/// what it is, moves with its numbers, and at level 1 the readings behind them. At levels 2 and 3 there are
/// none, as there: read back, an outcome that fits is taken.
pub(crate) fn write_online<G: Draughts>(game: &PlayedGame<'_, G>) -> String {
    let start = game.positions[0];
    let (tags, _) = tags::write(game.header, start);
    let mut text = String::new();
    push_tag(&mut text, NUMBERING, Numbering::ONLINE);
    for tag in tags {
        push_tag(&mut text, &tag.name, &tag.text);
    }
    push_tag(&mut text, "Result", parse::result(game.status()));
    text.push('\n');
    let number = |square: Square| Numbering::Online.number(square, start.size());
    for (before, ply) in game.positions.iter().copied().zip(game.plies) {
        let (from, rest) = squares(ply.mv, number);
        text += &from;
        text += &rest;
        let single = ply.measurements.iter().map(|one| match one.slots[..] {
            [slot] => one.reading(slot),
            _ => None,
        });
        let readings: Option<Vec<bool>> = single.collect();
        let readings = readings.filter(|readings| !readings.is_empty());
        if let Some(readings) = readings.filter(|_| before.level() == Level::Superposition) {
            let readings = readings.iter().map(|&there| if there { "1" } else { "0" });
            text += ";M:";
            text += &readings.collect::<Vec<_>>().join(",");
        }
        text.push('\n');
    }
    text.push_str("*\n");
    text
}

/// A move as its first square and all behind that.
fn squares(mv: Move, number: impl Fn(Square) -> u16) -> (String, String) {
    match mv {
        Move::Step { from, to } => (number(from).to_string(), format!("-{}", number(to))),
        Move::Split { from, to } => {
            let to = to.map(&number);
            (number(from).to_string(), format!("-{}^{}", to[0], to[1]))
        }
        Move::Merge { from, to } => {
            let from = from.map(&number);
            (from[0].to_string(), format!("^{}-{}", from[1], number(to)))
        }
        Move::Capture { from, to } => (number(from).to_string(), format!("x{}", number(to))),
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// A ply, which may be a part of a move.
struct WrittenPly {
    turn: Colour,
    /// `true` if it continues the chain of the ply before it.
    goes_on: bool,
    /// The square it starts from.
    from: String,
    /// All behind that.
    rest: String,
    /// Backend of each measurement.
    commands: Vec<Map<String, Value>>,
}

impl WrittenPly {
    fn new<G: Draughts>(before: &G, ply: &Ply<Move>) -> Self {
        let number = |square: Square| square.draughts_number(before.size());
        let (from, mut rest) = squares(ply.mv, number);
        rest += &marks(before, ply);
        let commands = ply.measurements.iter().map(|measurement| {
            let mut entries = Map::new();
            entries.insert("backend".into(), measurement.backend.clone().into());
            entries.extend(measurement.provenance.clone());
            entries
        });
        Self {
            turn: before.turn(),
            goes_on: before.chain().is_some(),
            from,
            rest,
            commands: commands.collect(),
        }
    }
}

/// Text behind a move, or a hop.
fn marks<G: Draughts>(before: &G, ply: &Ply<Move>) -> String {
    if ply.measurements.is_empty() && before.entangles(ply.mv) {
        return ".e".into();
    }
    let mut text = String::new();
    for measurement in &ply.measurements {
        let first = first_measured(before, ply.mv, &measurement.slots);
        let is_there = first.and_then(|square| measurement.reading(square.slot())) == Some(true);
        let occupied = measurement.occupied().map(Square::from_slot);
        let mut numbers: Vec<u16> = occupied
            .map(|square| square.draughts_number(before.size()))
            .collect();
        numbers.sort_unstable();
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let found = if numbers.is_empty() {
            "0".to_owned()
        } else {
            numbers.join(",")
        };
        let _ = write!(text, ".m{}@{found}", u8::from(is_there));
    }
    text
}

/// The moves as words that no line may break: each with its number, chains as one, and behind it
/// the words of its comment.
fn moves(plies: &[WrittenPly]) -> Vec<String> {
    let mut words = Vec::new();
    let mut number = 0;
    let mut rest = plies;
    while let Some(first) = rest.first() {
        let more = rest[1..].iter().take_while(|ply| ply.goes_on).count();
        let (chain, behind) = rest.split_at(more + 1);
        let mut word = String::new();
        if first.turn == Colour::White || number == 0 {
            number += 1;
            let dots = if first.turn == Colour::White {
                ". "
            } else {
                "... "
            };
            word = format!("{number}{dots}");
        }
        word.push_str(&first.from);
        word.extend(chain.iter().map(|ply| ply.rest.as_str()));
        words.push(word);
        let commands = chain.iter().flat_map(|ply| &ply.commands);
        let commands: Vec<Vec<String>> = commands
            .map(|entries| command::words(MEASURED, entries))
            .collect();
        words.extend(comment(&commands));
        rest = behind;
    }
    words
}

/// Commands as the words of one comment; none without commands.
fn comment(commands: &[Vec<String>]) -> Vec<String> {
    let mut words = commands.concat();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

fn push_wrapped(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let len = word.chars().count();
        if width > 0 && width + 1 + len > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += len;
    }
    text.push('\n');
}
