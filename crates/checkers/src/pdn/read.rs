//! A game that was read is played, which finds what the text leaves out and what is wrong with it.

use cheqqers_circuit::Bitstring;
use cheqqers_game::record::{Detail, EndLine, Line, PlyLine, Record};
use cheqqers_game::show::join;
use cheqqers_game::{Colour, GameExt as _, Measurement, Pending, Ply, Status, Turn};
use cheqqers_world::Slot;
use serde_json::{Map, Value};

use super::cursor::TextPosition;
use super::draughts::Draughts;
use super::inference::{MAX_PLIES, Trials};
use super::landing::{Landings, landings};
use super::numbering::Numbering;
use super::tree::{Game, Hop, Number, PlyText, Reading, Shape};
use super::{PdnError, PdnReason, parse, tags};
use crate::{Level, Move, RulesError, Square};

/// Backend of a measurement that the header does not name.
const UNKNOWN: &str = "unknown";

/// Backend of a measurement whose outcome the text does not tell.
const INFERRED: &str = "inferred";

/// The record of a game of `G`.
///
/// Cost: with [`Numbering::Online`], which does not tell all outcomes, the game is played again for each
/// outcome that does not fit the moves behind it.
pub(super) fn play<G: Draughts>(game: &Game<'_>) -> Result<Record, PdnError> {
    let header = header::<G>(game)?;
    let position = G::from_header(&header)
        .map_err(|error| place(game, &error).refuse(PdnReason::Rules(error)))?;
    let numbering = Numbering::of(&game.tags)?;
    if numbering == Numbering::Draughts && position.level() != Level::Classical {
        return Err(game.at.refuse(PdnReason::Quantum));
    }
    let backend = header.get("backend").and_then(Value::as_str);
    let start = Table {
        squares: numbering.squares(position.size()),
        numbering,
        backend: backend.unwrap_or(UNKNOWN).to_owned(),
        position,
        lines: Vec::new(),
        notes: Vec::new(),
        trials: Trials::default(),
    };
    let told = told_result(game)?;
    let result = told.map(|(_, result)| result);
    let result = result.filter(|&result| result != Status::InProgress);
    let table = played(&start, &game.plies, result)?;
    let status = Status::from(table.position.outcome());
    let mut record = Record {
        header,
        header_line: game.at.line,
        lines: table.lines,
        notes: table.notes,
        ..Record::default()
    };
    if let Some((at, end)) = end(game, told, status)? {
        record.lines.push((at.line, Line::End(end)));
    }
    Ok(record)
}

/// Plays all plies, where the text does not tell outcomes with such that all moves are legal and the result is
/// that of the text, if there are any. The error is that of the attempt that came furthest.
fn played<G: Draughts>(
    start: &Table<G>,
    plies: &[PlyText<'_>],
    result: Option<Status>,
) -> Result<Table<G>, PdnError> {
    let mut trials = Trials::default();
    let mut other_result = None;
    let mut furthest: Option<(usize, PdnError)> = None;
    loop {
        let mut table = start.clone();
        table.trials = trials;
        let played = plies.iter().try_for_each(|ply| table.ply(ply));
        trials = std::mem::take(&mut table.trials);
        let came = table.lines.len();
        match played {
            Ok(()) if result.is_none_or(|told| told == table.position.outcome().into()) => {
                return Ok(table);
            }
            // Perhaps a player resigned; a game that is over on the board has another result.
            Ok(()) => {
                let is_over = |table: &Table<G>| table.position.outcome().is_some();
                if other_result.as_ref().is_none_or(is_over) {
                    other_result = Some(table);
                }
            }
            Err(error) => {
                if furthest.as_ref().is_none_or(|(before, _)| *before < came) {
                    furthest = Some((came, error));
                }
            }
        }
        if !trials.again(came) {
            break;
        }
    }
    let Some((_, mut error)) = furthest.filter(|_| other_result.is_none()) else {
        return Ok(other_result.expect("each attempt comes to its end or has an error"));
    };
    if trials.is_at_limit() {
        let most = MAX_PLIES;
        let reason = error.reason.to_string();
        error.reason = PdnReason::TooManyAttempts { most, reason };
    }
    Err(error)
}

fn header<G: Draughts>(game: &Game<'_>) -> Result<Map<String, Value>, PdnError> {
    let mut more = Map::new();
    for command in &game.commands {
        more.extend(command.entries.clone());
    }
    tags::read::<G>(&game.tags, &more, game.at)
}

/// Place in the text of what the rules refuse: in a tag, else in a command.
fn place(game: &Game<'_>, error: &RulesError) -> TextPosition {
    tags::place(&game.tags, error).unwrap_or_else(|| {
        let mut commands = game.commands.iter().rev();
        let command = commands.find(|command| command.entries.contains_key("position"));
        command.map_or(game.at, |command| command.at)
    })
}

/// The result that the text tells, and its place.
fn told_result(game: &Game<'_>) -> Result<Option<(TextPosition, Status)>, PdnError> {
    let mut result = game.result;
    if let Some(tag) = game.tags.iter().find(|tag| tag.name == "Result") {
        let told = parse::status(&tag.text).ok_or_else(|| {
            tag.at.refuse(PdnReason::Tag {
                name: tag.name.clone(),
                text: tag.text.clone(),
                expected: "1-0, 0-1, 1/2-1/2 or *",
            })
        })?;
        result = match result {
            Some((at, behind)) if behind != told && told != Status::InProgress => {
                return Err(at.refuse(PdnReason::TwoResults { tag: told, behind }));
            }
            Some(behind) => Some(behind),
            None => Some((tag.at, told)),
        };
    }
    Ok(result)
}

/// End of the game off the board: the part of the result that the rules don't give.
fn end(
    game: &Game<'_>,
    told: Option<(TextPosition, Status)>,
    board: Status,
) -> Result<Option<(TextPosition, EndLine)>, PdnError> {
    let Some((at, found)) = told.filter(|(_, found)| *found != Status::InProgress) else {
        return Ok(None);
    };
    if board == found {
        return Ok(None);
    }
    if board != Status::InProgress {
        return Err(at.refuse(PdnReason::Result {
            found,
            expected: board,
        }));
    }
    // What the board does not show was agreed upon.
    let end = match found {
        Status::WhiteWon => EndLine::resigned(Colour::Black),
        Status::BlackWon => EndLine::resigned(Colour::White),
        Status::Draw | Status::InProgress => EndLine::agreed(),
    };
    // A tag stands before the moves, the end comes behind them.
    let last = game.plies.last().map_or(game.at, |ply| ply.at);
    let at = if at.offset < last.offset { last } else { at };
    Ok(Some((at, end)))
}

#[derive(Clone)]
struct Table<G> {
    position: G,
    numbering: Numbering,
    /// By number, from 1.
    squares: Vec<Square>,
    /// Backend of measurements that are told.
    backend: String,
    lines: Vec<(usize, Line)>,
    notes: Vec<String>,
    /// Outcomes that the text does not tell.
    trials: Trials,
}

impl<G: Draughts> Table<G> {
    fn ply(&mut self, ply: &PlyText<'_>) -> Result<(), PdnError> {
        let pair = |[a, b]: [Square; 2]| [a.min(b), a.max(b)];
        match &ply.shape {
            Shape::Step { from, to } => {
                let [from, to] = self.squares([*from, *to])?;
                self.make(ply, Move::Step { from, to }, &ply.readings)?;
            }
            Shape::Split { from, to } => {
                let [from, a, b] = self.squares([*from, to[0], to[1]])?;
                let to = pair([a, b]);
                self.make(ply, Move::Split { from, to }, &ply.readings)?;
            }
            Shape::Merge { from, to } => {
                let [a, b, to] = self.squares([from[0], from[1], *to])?;
                let from = pair([a, b]);
                self.make(ply, Move::Merge { from, to }, &ply.readings)?;
            }
            Shape::Capture { from, hops } => {
                let mut at = self.square(*from)?;
                for (number, hop) in hops.iter().enumerate() {
                    if number > 0 && self.position.chain() != Some(at) {
                        let number = self.number(at);
                        return Err(hop.to.at.refuse(PdnReason::ChainEnds { number }));
                    }
                    at = self.hop(ply, at, hop)?;
                }
            }
        }
        Ok(())
    }

    /// Captures from a square on, and tells where that ends.
    fn hop(&mut self, ply: &PlyText<'_>, from: Square, hop: &Hop<'_>) -> Result<Square, PdnError> {
        let to = self.square(hop.to)?;
        let is_jump = self.position.check(Move::Capture { from, to }).is_ok();
        let landings = if is_jump || !hop.readings.is_empty() {
            Landings::None
        } else {
            landings(&self.position, from, to)
        };
        let path = match landings {
            Landings::None => vec![to],
            Landings::One(path) => path,
            Landings::Many => return Err(hop.to.at.refuse(PdnReason::ManyWays)),
        };
        let mut from = from;
        for to in path {
            self.make(ply, Move::Capture { from, to }, &hop.readings)?;
            from = to;
        }
        Ok(to)
    }

    /// Plays a move with the readings behind it, and writes its line.
    fn make(&mut self, ply: &PlyText<'_>, mv: Move, readings: &[Reading]) -> Result<(), PdnError> {
        let before = self.position.clone();
        let mut turn = before.clone().play(mv).map_err(|error| {
            ply.at.refuse(PdnReason::Illegal {
                text: ply.text.to_owned(),
                mv,
                reason: error.reason.to_string(),
            })
        })?;
        let mut readings = readings.iter();
        let mut measurements: Vec<Measurement> = Vec::new();
        let after = loop {
            let pending = match turn {
                Turn::Ready(after) => break after,
                Turn::Pending(pending) => pending,
            };
            let square =
                first_measured(&before, mv, &pending.slots()).expect("a move measures its squares");
            let (bits, backend) = self.outcome(&pending, square, readings.next())?;
            measurements.push(Measurement::new(&pending, bits, backend));
            turn = (pending.resolve(&bits)).expect("it is one of the outcomes");
        };
        if let Some(reading) = readings.next() {
            return Err(reading.at.refuse(PdnReason::NoMeasurement));
        }
        let number = u32::try_from(self.lines.len() + 1).unwrap_or(u32::MAX);
        let played = Ply { mv, measurements };
        if self.numbering == Numbering::Online {
            self.note(ply, &before, &played, &after);
        }
        let line = PlyLine::new(number, &before, &played, &after, Detail::Record);
        self.lines.push((ply.at.line, Line::Ply(Box::new(line))));
        self.position = after;
        Ok(())
    }

    /// Notes what the text leaves open of a ply, or its writer does otherwise.
    fn note(&mut self, text: &PlyText<'_>, before: &G, ply: &Ply<Move>, after: &G) {
        let number = self.lines.len() + 1;
        let head = format!("ply {number}, {} ({})", text.text, ply.mv);
        for measurement in &ply.measurements {
            if measurement.backend == INFERRED {
                let occupied = measurement.occupied().map(Square::from_slot);
                let occupied: Vec<String> = occupied.map(|square| square.to_string()).collect();
                let found = match &occupied[..] {
                    [] => "nothing".into(),
                    occupied => join(occupied, "and"),
                };
                self.notes.push(format!(
                    "{head}: the outcome is not written, one that fits is taken: {found} was found"
                ));
            }
        }
        if let Some(difference) = G::difference(before, ply, after) {
            self.notes.push(format!("{head}: {difference}"));
        }
    }

    /// An outcome of a measurement, and who measured it. Of several that agree with the reading of the square it
    /// asks for, if that is told, the likeliest comes first.
    fn outcome(
        &mut self,
        pending: &Pending<G>,
        asked: Square,
        reading: Option<&Reading>,
    ) -> Result<(Bitstring, String), PdnError> {
        let mut outcomes: Vec<(Bitstring, f64)> = pending.outcomes().collect();
        if let Some(reading) = reading {
            let slots = pending.slots();
            let asked = slots.iter().position(|&slot| slot == asked.slot());
            outcomes.retain(|(bits, _)| asked.is_some_and(|k| bits.bit(k) == reading.found));
            match outcomes[..] {
                [] => return Err(reading.at.refuse(PdnReason::Impossible)),
                [(bits, _)] => return Ok((bits, self.backend.clone())),
                _ => {}
            }
        }
        outcomes.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let (bits, _) = outcomes[self.trials.take(outcomes.len())];
        Ok((bits, INFERRED.into()))
    }

    fn squares<const N: usize>(&self, numbers: [Number<'_>; N]) -> Result<[Square; N], PdnError> {
        // Any square there is stands for those that are looked up.
        let mut squares = [self.squares[0]; N];
        for k in 0..N {
            squares[k] = self.square(numbers[k])?;
            if squares[..k].contains(&squares[k]) {
                return Err(repeated(&numbers[k]));
            }
        }
        Ok(squares)
    }

    fn square(&self, number: Number<'_>) -> Result<Square, PdnError> {
        let index = number.digits.parse::<usize>().ok();
        let square = index.and_then(|index| self.squares.get(index.checked_sub(1)?));
        square.copied().ok_or_else(|| {
            number.at.refuse(PdnReason::Square {
                number: number.digits.to_owned(),
                size: self.position.size(),
            })
        })
    }

    fn number(&self, square: Square) -> u16 {
        self.numbering.number(square, self.position.size())
    }
}

fn repeated(number: &Number<'_>) -> PdnError {
    let repeated = number.digits.to_owned();
    number
        .at
        .refuse(PdnReason::RepeatedSquare { number: repeated })
}

/// The square that a measurement of these slots tells of first: of the sources, the captured square
/// and the targets the first one measured.
pub(super) fn first_measured<G: Draughts>(before: &G, mv: Move, slots: &[Slot]) -> Option<Square> {
    let captured = match mv {
        Move::Capture { from, to } => before.captured_square(from, to),
        _ => None,
    };
    let mut squares = mv.sources().chain(captured).chain(mv.targets());
    squares.find(|square| slots.contains(&square.slot()))
}
