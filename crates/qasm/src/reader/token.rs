use std::fmt;

use super::error::{ReadError, Reason, quoted};

/// Where a token starts: line and column from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The error that something is wrong here.
    pub(super) fn error(self, reason: Reason) -> ReadError {
        ReadError {
            line: self.line,
            column: self.column,
            reason,
        }
    }
}

/// A word of the text, or what it is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind<'a> {
    /// A name or a word of the language.
    Name(&'a str),
    /// Digits and underscores.
    Integer(&'a str),
    /// A whole number in base 2, 8 or 16, as `0x1F`.
    Based(&'a str),
    /// A number with a point or an exponent.
    Real(&'a str),
    /// What stands between quotation marks.
    Text(&'a str),
    /// The digits behind a dollar sign: a physical qubit.
    Physical(&'a str),
    /// An operator that is read nowhere.
    Operator(&'static str),
    /// Anything else.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) | Self::Integer(text) | Self::Based(text) | Self::Real(text) => {
                write!(f, "`{}`", quoted(text))
            }
            Self::Text(text) => write!(f, "{:?}", quoted(text)),
            Self::Physical(text) => write!(f, "`${}`", quoted(text)),
            Self::Symbol(text) | Self::Operator(text) => write!(f, "`{text}`"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

/// A token and where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) place: Place,
}

/// The longer ones first, as a shorter one may begin them.
const SYMBOLS: [&str; 18] = [
    "->", "**", ";", ",", "(", ")", "[", "]", "{", "}", "=", "+", "-", "*", "/", "^", "@", ":",
];

/// What OpenQASM 3 computes with that is not supported; the longer ones first here too.
const OPERATORS: [&str; 29] = [
    "<<=", ">>=", "**=", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "++", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "~=", "%", "<", ">", "!", "~", "&", "|", "?",
];

/// What a number in another base starts with.
const BASES: [&str; 5] = ["0x", "0X", "0b", "0B", "0o"];

/// The units of a duration.
const UNITS: [&str; 7] = ["dt", "ns", "us", "\u{b5}s", "\u{3bc}s", "ms", "s"];

/// Cuts a text into tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            // Some editors of text put a byte order mark before it.
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: Place { line: 1, column: 1 },
        }
    }

    /// The next token; the end again and again when all was read.
    pub(super) fn token(&mut self) -> Result<Token<'a>, ReadError> {
        self.skip_blanks()?;
        let place = self.place;
        let Some(first) = self.rest.chars().next() else {
            let kind = Kind::End;
            return Ok(Token { kind, place });
        };
        let kind = match first {
            c if is_name(c) && !c.is_ascii_digit() => Kind::Name(self.take_while(is_name)),
            c if c.is_ascii_digit() => self.number()?,
            '.' if self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number()?,
            '"' | '\'' => self.quoted(first)?,
            '$' => {
                self.advance(1);
                let digits = self.take_while(is_name);
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(place.error(Reason::Number {
                        found: quoted(&format!("${digits}")),
                    }));
                }
                Kind::Physical(digits)
            }
            '#' => {
                let word = self.take_while(|c| c == '#' || is_name(c));
                let what = quoted(word);
                return Err(place.error(Reason::Unsupported { what }));
            }
            found => self.symbol(found)?,
        };
        Ok(Token { kind, place })
    }

    fn symbol(&mut self, found: char) -> Result<Kind<'a>, ReadError> {
        let rest = self.rest;
        let starts = |text: &&str| rest.starts_with(*text);
        if let Some(operator) = OPERATORS.into_iter().find(starts) {
            self.advance(operator.len());
            return Ok(Kind::Operator(operator));
        }
        let symbol = SYMBOLS.into_iter().find(starts);
        let symbol = symbol.ok_or_else(|| self.place.error(Reason::Character { found }))?;
        self.advance(symbol.len());
        Ok(Kind::Symbol(symbol))
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), ReadError> {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with("//") {
                self.take_while(|c| !is_line_end(c));
            } else if self.rest.starts_with("/*") {
                let end = self.rest[2..].find("*/").ok_or_else(|| {
                    let what = "the comment";
                    self.place.error(Reason::Unterminated { what })
                })?;
                self.advance(end + 4);
            } else {
                return Ok(());
            }
        }
    }

    fn number(&mut self) -> Result<Kind<'a>, ReadError> {
        let place = self.place;
        if BASES.iter().any(|base| self.rest.starts_with(base)) {
            let text = self.take_while(is_name);
            let wrong =
                based(text).is_none() || has_lonely_underscore(&text[2..], u8::is_ascii_hexdigit);
            return if wrong {
                Err(place.error(too_large(text)))
            } else {
                Ok(Kind::Based(text))
            };
        }
        let bytes = self.rest.as_bytes();
        let digits = |mut at: usize| {
            while matches!(bytes.get(at), Some(b'0'..=b'9' | b'_')) {
                at += 1;
            }
            at
        };
        let whole = digits(0);
        let mut end = whole;
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            end += 1;
            if matches!(bytes.get(end), Some(b'+' | b'-')) {
                end += 1;
            }
            end = digits(end);
        }
        // Letters right behind a number belong to it.
        let tail = self.rest[end..].find(|c| !is_name(c));
        let text = &self.rest[..tail.map_or(self.rest.len(), |tail| end + tail)];
        let number = &text[..end];
        let mut reason = too_large(text);
        if !has_lonely_underscore(number, u8::is_ascii_digit) && number.ends_with(is_end) {
            let found = quoted(text);
            match &text[end..] {
                "" => {
                    self.advance(end);
                    return Ok(if end == whole {
                        Kind::Integer(text)
                    } else {
                        Kind::Real(text)
                    });
                }
                "im" => {
                    let kind = "imaginary number";
                    reason = Reason::UnsupportedKind { kind, found };
                }
                unit if UNITS.contains(&unit) => {
                    let kind = "duration";
                    reason = Reason::UnsupportedKind { kind, found };
                }
                _ => {}
            }
        }
        Err(place.error(reason))
    }

    fn quoted(&mut self, mark: char) -> Result<Kind<'a>, ReadError> {
        let place = self.place;
        self.advance(1);
        let text = self.take_while(|c| c != mark && !is_line_end(c));
        if !self.rest.starts_with(mark) {
            let what = "the name in quotation marks";
            return Err(place.error(Reason::Unterminated { what }));
        }
        self.advance(1);
        Ok(Kind::Text(text))
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c));
        self.advance(end.unwrap_or(self.rest.len()))
    }

    /// Goes on by so many bytes, and gives them.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for (at, c) in taken.char_indices() {
            // A carriage return and a line feed end one line together.
            let goes_on = c == '\r' && self.rest[at + 1..].starts_with('\n');
            if is_line_end(c) && !goes_on {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        taken
    }
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

fn is_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Whether an underscore stands anywhere but between two digits.
fn has_lonely_underscore(number: &str, is_digit: fn(&u8) -> bool) -> bool {
    let bytes = number.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(is_digit);
    let lonely = |(at, _): (usize, &str)| !digit(at.checked_sub(1)) || !digit(Some(at + 1));
    number.match_indices('_').any(lonely)
}

/// Whether a number may end with it; an exponent needs digits.
fn is_end(c: char) -> bool {
    c == '.' || c.is_ascii_digit()
}

/// The tokens of a text, with the next one in sight.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    lexer: Lexer<'a>,
    next: Token<'a>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, ReadError> {
        let mut lexer = Lexer::new(text);
        let next = lexer.token()?;
        Ok(Self { lexer, next })
    }

    /// The next token, which stays.
    pub(super) fn peek(&self) -> Token<'a> {
        self.next
    }

    /// Whether the next token is this symbol.
    pub(super) fn sees(&self, symbol: &str) -> bool {
        matches!(self.next.kind, Kind::Symbol(found) if found == symbol)
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Result<Token<'a>, ReadError> {
        let next = self.lexer.token()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Takes this symbol if it comes next.
    pub(super) fn accept(&mut self, symbol: &str) -> Result<bool, ReadError> {
        let sees = self.sees(symbol);
        if sees {
            self.take()?;
        }
        Ok(sees)
    }

    /// Takes this symbol; `expected` tells people what it is.
    pub(super) fn symbol(&mut self, symbol: &str, expected: &'static str) -> Result<(), ReadError> {
        if self.accept(symbol)? {
            return Ok(());
        }
        Err(self.unexpected(expected))
    }

    /// Takes the semicolon that ends a statement.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        self.symbol(";", "`;`")
    }

    /// Takes a name, and gives its place.
    pub(super) fn name(&mut self, expected: &'static str) -> Result<(&'a str, Place), ReadError> {
        let Kind::Name(name) = self.next.kind else {
            return Err(self.unexpected(expected));
        };
        Ok((name, self.take()?.place))
    }

    /// The error that something else should come next.
    pub(super) fn unexpected(&self, expected: &'static str) -> ReadError {
        let found = self.next.kind.to_string();
        // The sign of a power in one version is something else in the other.
        let reason = match self.next.kind {
            Kind::Operator(operator) | Kind::Symbol(operator @ ("^" | "**")) => {
                Reason::UnsupportedKind {
                    kind: "operator",
                    found: operator.to_owned(),
                }
            }
            _ => Reason::Unexpected { expected, found },
        };
        self.next.place.error(reason)
    }
}

/// The number that digits with underscores are, if it is not too large.
pub(super) fn whole(digits: &str) -> Option<usize> {
    if digits.contains('_') {
        digits.replace('_', "").parse().ok()
    } else {
        digits.parse().ok()
    }
}

/// The number that digits behind `0x`, `0o` or `0b` are, if it is not too large.
pub(super) fn based(text: &str) -> Option<u64> {
    let base = match text.as_bytes().get(1)? {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 2,
    };
    // A sign would be read too, but no token has one.
    u64::from_str_radix(&text[2..].replace('_', ""), base).ok()
}

pub(super) fn too_large(digits: &str) -> Reason {
    let found = quoted(digits);
    Reason::Number { found }
}
