//! The grammar, each rule a function. Nothing is played here.

use std::collections::HashSet;

use cheqqers_game::Status;

use super::command;
use super::cursor::{Cursor, TextPosition};
use super::tree::{FEN, Game, Hop, Number, PlyText, Reading, Shape, Tag};
use super::{PdnError, PdnReason};

/// The results that may stand behind the moves or in their tag, of White and Black.
const RESULTS: [(&str, Status); 7] = [
    ("1/2-1/2", Status::Draw),
    ("1-0", Status::WhiteWon),
    ("0-1", Status::BlackWon),
    ("1-1", Status::Draw),
    ("2-0", Status::WhiteWon),
    ("0-2", Status::BlackWon),
    ("*", Status::InProgress),
];

/// The status that a result tells.
pub(super) fn status(text: &str) -> Option<Status> {
    let found = RESULTS.into_iter().find(|(result, _)| *result == text);
    found.map(|(_, status)| status)
}

/// The result that tells a status.
pub(super) fn result(status: Status) -> &'static str {
    let found = RESULTS.into_iter().find(|(_, other)| *other == status);
    found.map_or("*", |(result, _)| result)
}

/// The next game from here, and where the one behind it begins; `None` when only blanks, comments
/// and signs of an end are left.
pub(super) fn game(
    text: &str,
    at: TextPosition,
) -> Result<Option<(Game<'_>, TextPosition)>, PdnError> {
    let mut cursor = Cursor::new(text, at);
    while cursor.peek().is_some() {
        cursor.skip_blanks();
        let mut parser = Parser {
            game: Game {
                at: cursor.at,
                tags: Vec::new(),
                commands: Vec::new(),
                plies: Vec::new(),
                result: None,
            },
            cursor,
            variations: Vec::new(),
        };
        parser.tags()?;
        parser.body()?;
        cursor = parser.cursor;
        let game = parser.game;
        if !(game.tags.is_empty() && game.plies.is_empty()) {
            return Ok(Some((game, cursor.at)));
        }
    }
    Ok(None)
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    game: Game<'a>,
    /// Starts of the open variations.
    variations: Vec<TextPosition>,
}

impl<'a> Parser<'a> {
    fn tags(&mut self) -> Result<(), PdnError> {
        let mut names = HashSet::new();
        loop {
            self.cursor.skip_blanks();
            let at = self.cursor.at;
            if !self.cursor.take("[") {
                return Ok(());
            }
            let tag = self.tag(at)?;
            if !names.insert(tag.name.clone()) {
                return Err(at.refuse(PdnReason::RepeatedTag { name: tag.name }));
            }
            self.game.tags.push(tag);
        }
    }

    fn tag(&mut self, at: TextPosition) -> Result<Tag, PdnError> {
        self.cursor.skip_blanks();
        if !self.cursor.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            return Err(self.cursor.expected("the name of a tag"));
        }
        let name = self
            .cursor
            .take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        self.cursor.skip_blanks();
        let text = self.quoted("tag")?;
        self.cursor.skip_blanks();
        self.cursor.expect("]")?;
        Ok(Tag {
            at,
            name: name.to_owned(),
            text,
        })
    }

    /// A text in quotes. A backslash makes a quote behind it part of the text, and is one otherwise.
    fn quoted(&mut self, what: &'static str) -> Result<String, PdnError> {
        let start = self.cursor.at;
        self.cursor.expect("\"")?;
        let mut text = String::new();
        loop {
            match self.cursor.next() {
                None => return Err(start.refuse(PdnReason::Unclosed { what })),
                Some('"') => return Ok(text),
                Some('\\') if self.cursor.take("\"") => text.push('"'),
                Some(c) => text.push(c),
            }
        }
    }

    /// All up to the sign or result that ends the game, or to the end of the text.
    fn body(&mut self) -> Result<(), PdnError> {
        let mut may_be_strength = false;
        loop {
            self.cursor.skip_blanks();
            let at = self.cursor.at;
            let behind_ply = std::mem::take(&mut may_be_strength);
            match self.cursor.peek() {
                None => return self.end(),
                Some('!' | '?') if behind_ply => self.strength(),
                Some('{') => self.comment()?,
                Some('$') => self.nag()?,
                Some('/') => self.setup(at)?,
                Some('(') => {
                    self.cursor.next();
                    if behind_ply && matches!(self.cursor.peek(), Some('!' | '?')) {
                        self.strength();
                        self.cursor.expect(")")?;
                    } else {
                        self.variations.push(at);
                    }
                }
                Some(')') if self.variations.pop().is_some() => {
                    self.cursor.next();
                }
                Some('*') if self.variations.is_empty() => {
                    self.cursor.next();
                    return Ok(());
                }
                Some('0'..='9') => {
                    if self.result(at) {
                        return Ok(());
                    }
                    may_be_strength = self.number_or_ply(at)?;
                }
                Some(_) => {
                    return Err(self.cursor.expected("a move, a comment or the * of an end"));
                }
            }
        }
    }

    fn end(&self) -> Result<(), PdnError> {
        match self.variations.last() {
            None => Ok(()),
            Some(at) => Err(at.refuse(PdnReason::Unclosed { what: "variation" })),
        }
    }

    fn strength(&mut self) {
        self.cursor.take_while(|c| matches!(c, '!' | '?'));
    }

    fn nag(&mut self) -> Result<(), PdnError> {
        self.cursor.next();
        self.digits("the number of an annotation").map(|_| ())
    }

    fn comment(&mut self) -> Result<(), PdnError> {
        let start = self.cursor.at;
        self.cursor.next();
        let inside = self.cursor.at;
        let text = self.cursor.take_while(|c| c != '}');
        if !self.cursor.take("}") {
            return Err(start.refuse(PdnReason::Unclosed { what: "comment" }));
        }
        // A header stands before all moves.
        if self.variations.is_empty() && self.game.plies.is_empty() {
            self.game.commands.extend(command::read(text, inside)?);
        }
        Ok(())
    }

    fn setup(&mut self, at: TextPosition) -> Result<(), PdnError> {
        self.cursor.expect("/FEN")?;
        self.cursor.skip_blanks();
        let text = self.quoted("position")?;
        self.cursor.expect("/")?;
        if !self.variations.is_empty() {
            return Ok(());
        }
        if !self.game.plies.is_empty() {
            return Err(at.refuse(PdnReason::LateSetup));
        }
        match self.game.tags.iter().find(|tag| tag.name == FEN) {
            None => self.game.tags.push(Tag {
                at,
                name: FEN.to_owned(),
                text,
            }),
            Some(first) if first.text.trim() == text.trim() => {}
            Some(first) => {
                return Err(at.refuse(PdnReason::SecondSetup {
                    line: first.at.line,
                }));
            }
        }
        Ok(())
    }

    /// Takes a result behind the moves, if one comes next.
    fn result(&mut self, at: TextPosition) -> bool {
        if !self.variations.is_empty() {
            return false;
        }
        for (result, status) in RESULTS {
            let before = self.cursor.clone();
            let stands_alone = self.cursor.take(result)
                && !self
                    .cursor
                    .peek()
                    .is_some_and(|c| c.is_ascii_digit() || matches!(c, '^' | '.'));
            if stands_alone {
                self.game.result = Some((at, status));
                return true;
            }
            self.cursor = before;
        }
        false
    }

    /// Takes the number of a move, or a move; whether it was a move.
    fn number_or_ply(&mut self, at: TextPosition) -> Result<bool, PdnError> {
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if self.cursor.take(".") {
            if self.cursor.take(".") {
                self.cursor.expect(".")?;
            }
            return Ok(false);
        }
        let first = square_number(at, digits)?;
        let shape = self.shape(first)?;
        let readings = match shape {
            Shape::Capture { .. } => Vec::new(),
            _ => self.readings()?,
        };
        if self.variations.is_empty() {
            self.game.plies.push(PlyText {
                at,
                text: self.cursor.since(at),
                shape,
                readings,
            });
        }
        Ok(true)
    }

    fn shape(&mut self, first: Number<'a>) -> Result<Shape<'a>, PdnError> {
        if self.cursor.take("-") {
            let from = first;
            let to = self.number()?;
            if !self.cursor.take("^") {
                return Ok(Shape::Step { from, to });
            }
            let to = [to, self.number()?];
            Ok(Shape::Split { from, to })
        } else if self.cursor.take("^") {
            let from = [first, self.number()?];
            self.cursor.expect("-")?;
            let to = self.number()?;
            Ok(Shape::Merge { from, to })
        } else {
            let mut hops = Vec::new();
            while self.cursor.take("x") {
                hops.push(self.hop()?);
            }
            if hops.is_empty() {
                return Err(self.cursor.expected("the -, x or ^ of a move"));
            }
            Ok(Shape::Capture { from: first, hops })
        }
    }

    fn hop(&mut self) -> Result<Hop<'a>, PdnError> {
        let to = self.number()?;
        let readings = self.readings()?;
        Ok(Hop { to, readings })
    }

    /// The readings of single squares, as the authors' browser client writes them.
    fn readings(&mut self) -> Result<Vec<Reading>, PdnError> {
        let mut readings = Vec::new();
        let at = self.cursor.at;
        if self.cursor.take(".") {
            return Err(at.refuse(PdnReason::Quantum));
        }
        if !self.cursor.take(";M:") {
            return Ok(readings);
        }
        loop {
            let found = match self.cursor.next() {
                Some('0') => false,
                Some('1') => true,
                _ => return Err(at.refuse(PdnReason::Readings)),
            };
            readings.push(Reading { at, found });
            if !self.cursor.take(",") {
                return Ok(readings);
            }
        }
    }

    fn number(&mut self) -> Result<Number<'a>, PdnError> {
        let at = self.cursor.at;
        let digits = self.digits("the number of a square")?;
        square_number(at, digits)
    }

    fn digits(&mut self, expected: &'static str) -> Result<&'a str, PdnError> {
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.cursor.expected(expected));
        }
        Ok(digits)
    }
}

fn square_number(at: TextPosition, digits: &str) -> Result<Number<'_>, PdnError> {
    if digits.starts_with('0') {
        return Err(at.refuse(PdnReason::Unexpected {
            found: Some('0'),
            expected: "the number of a square, which is 1 or more and begins with no 0,",
        }));
    }
    Ok(Number { at, digits })
}
