use std::fmt;

use super::error::{Fault, Location, ParseErrorKind, quoted};

/// Kind of a token, with its text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum TokenKind<'a> {
    /// Name or keyword.
    Name(&'a str),
    /// Digits and underscores.
    Integer(&'a str),
    /// Integer in base 2, 8 or 16, as `0x1F`.
    Based(&'a str),
    /// Number with a point or an exponent.
    Real(&'a str),
    /// Text in quotation marks.
    Text(&'a str),
    /// Digits after a dollar sign: a physical qubit.
    Physical(&'a str),
    /// Number with a unit of time, as `10ns`.
    Duration(&'a str),
    /// Symbol or operator.
    Symbol(&'static str),
    /// End of the text.
    End,
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text)
            | Self::Integer(text)
            | Self::Based(text)
            | Self::Real(text)
            | Self::Duration(text) => write!(f, "`{}`", quoted(text)),
            Self::Text(text) => write!(f, "{:?}", quoted(text)),
            Self::Physical(text) => write!(f, "`${}`", quoted(text)),
            Self::Symbol(text) => write!(f, "`{text}`"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

/// Token with its location.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) location: Location,
}

/// Symbols and operators. Longer ones first, as a shorter one may be their prefix.
const SYMBOLS: [&str; 49] = [
    "#dim", "<<=", ">>=", "**=", "->", "**", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "++",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "~=", ";", ",", "(", ")", "[", "]", "{", "}",
    "=", "+", "-", "*", "/", "^", "@", ":", "%", "<", ">", "!", "~", "&", "|", "?", ".",
];

/// Prefixes of numbers in another base.
const BASES: [&str; 5] = ["0x", "0X", "0b", "0B", "0o"];

/// Units of a duration.
const UNITS: [&str; 7] = ["dt", "ns", "us", "\u{b5}s", "\u{3bc}s", "ms", "s"];

/// Tokenizer of OpenQASM.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    location: Location,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, file: u16) -> Self {
        Self {
            // Some editors write a byte order mark.
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            location: Location {
                file,
                ..Location::START
            },
        }
    }

    /// Next token; [`TokenKind::End`] forever after the last.
    pub(super) fn token(&mut self) -> Result<Token<'a>, Fault> {
        self.skip_blanks()?;
        let location = self.location;
        let Some(first) = self.rest.chars().next() else {
            let kind = TokenKind::End;
            return Ok(Token { kind, location });
        };
        let kind = match first {
            c if is_name(c) && !c.is_ascii_digit() => TokenKind::Name(self.take_while(is_name)),
            c if c.is_ascii_digit() => self.number()?,
            '.' if self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number()?,
            '"' | '\'' => self.quoted(first)?,
            '$' => {
                self.advance(1);
                let digits = self.take_while(is_name);
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(location.error(ParseErrorKind::Number {
                        found: quoted(&format!("${digits}")),
                    }));
                }
                TokenKind::Physical(digits)
            }
            '#' if !self.rest.starts_with("#dim") => {
                let word = self.take_while(|c| c == '#' || is_name(c));
                let what = quoted(word);
                return Err(location.error(ParseErrorKind::Unsupported { what }));
            }
            found => self.symbol(found)?,
        };
        Ok(Token { kind, location })
    }

    fn symbol(&mut self, found: char) -> Result<TokenKind<'a>, Fault> {
        let rest = self.rest;
        let starts = |text: &&str| rest.starts_with(*text);
        let symbol = SYMBOLS.into_iter().find(starts);
        let symbol =
            symbol.ok_or_else(|| self.location.error(ParseErrorKind::Character { found }))?;
        self.advance(symbol.len());
        Ok(TokenKind::Symbol(symbol))
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), Fault> {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with("//") || self.rest.starts_with("#pragma") {
                self.take_while(|c| !is_line_end(c));
            } else if self.rest.starts_with("/*") {
                let end = self.rest[2..].find("*/").ok_or_else(|| {
                    let what = "the comment";
                    self.location.error(ParseErrorKind::Unterminated { what })
                })?;
                self.advance(end + 4);
            } else {
                return Ok(());
            }
        }
    }

    fn number(&mut self) -> Result<TokenKind<'a>, Fault> {
        let location = self.location;
        if BASES.iter().any(|base| self.rest.starts_with(base)) {
            let text = self.take_while(is_name);
            let wrong =
                based(text).is_none() || has_lonely_underscore(&text[2..], u8::is_ascii_hexdigit);
            return if wrong {
                Err(location.error(invalid_number(text)))
            } else {
                Ok(TokenKind::Based(text))
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
        // Letters right after a number belong to it.
        let tail = self.rest[end..].find(|c| !is_name(c));
        let text = &self.rest[..tail.map_or(self.rest.len(), |tail| end + tail)];
        let number = &text[..end];
        let mut reason = invalid_number(text);
        if !has_lonely_underscore(number, u8::is_ascii_digit) && number.ends_with(is_end) {
            let found = quoted(text);
            match &text[end..] {
                "" => {
                    self.advance(end);
                    if self.unit() {
                        return Ok(TokenKind::Duration(text));
                    }
                    return Ok(if end == whole {
                        TokenKind::Integer(text)
                    } else {
                        TokenKind::Real(text)
                    });
                }
                "im" => {
                    let kind = "imaginary number";
                    reason = ParseErrorKind::UnsupportedKind { kind, found };
                }
                unit if UNITS.contains(&unit) => {
                    return Ok(TokenKind::Duration(self.advance(text.len())));
                }
                _ => {}
            }
        }
        Err(location.error(reason))
    }

    /// Skips a unit of time after a number and blanks; returns `true` if there is one.
    fn unit(&mut self) -> bool {
        let word = self.rest.trim_start_matches([' ', '\t']);
        let end = word.find(|c| !is_name(c)).unwrap_or(word.len());
        let found = UNITS.contains(&&word[..end]);
        if found {
            self.advance(self.rest.len() - word.len() + end);
        }
        found
    }

    fn quoted(&mut self, mark: char) -> Result<TokenKind<'a>, Fault> {
        let location = self.location;
        self.advance(1);
        let text = self.take_while(|c| c != mark && !is_line_end(c));
        if !self.rest.starts_with(mark) {
            let what = "the name in quotation marks";
            return Err(location.error(ParseErrorKind::Unterminated { what }));
        }
        self.advance(1);
        Ok(TokenKind::Text(text))
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c));
        self.advance(end.unwrap_or(self.rest.len()))
    }

    /// Advances by so many bytes and returns them.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for (at, c) in taken.char_indices() {
            // A carriage return and a line feed end one line together.
            let goes_on = c == '\r' && self.rest[at + 1..].starts_with('\n');
            if is_line_end(c) && !goes_on {
                self.location.line += 1;
                self.location.column = 1;
            } else {
                self.location.column += 1;
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

/// Returns `true` if an underscore is not between two digits.
fn has_lonely_underscore(number: &str, is_digit: fn(&u8) -> bool) -> bool {
    let bytes = number.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(is_digit);
    let lonely = |(at, _): (usize, &str)| !digit(at.checked_sub(1)) || !digit(Some(at + 1));
    number.match_indices('_').any(lonely)
}

/// Returns `true` if a number may end with this character; an exponent needs digits.
fn is_end(c: char) -> bool {
    c == '.' || c.is_ascii_digit()
}

/// Tokens of a text, with one token of lookahead.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    lexer: Lexer<'a>,
    next: Token<'a>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, file: u16) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text, file);
        let next = lexer.token()?;
        Ok(Self { lexer, next })
    }

    /// Next token, which is not consumed.
    pub(super) fn peek(&self) -> Token<'a> {
        self.next
    }

    /// Returns `true` if the next token is this symbol.
    pub(super) fn sees(&self, symbol: &str) -> bool {
        matches!(self.next.kind, TokenKind::Symbol(found) if found == symbol)
    }

    /// Consumes the next token.
    pub(super) fn take(&mut self) -> Result<Token<'a>, Fault> {
        let next = self.lexer.token()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Consumes all up to the end of the line of the next token.
    pub(super) fn skip_line(&mut self) -> Result<(), Fault> {
        self.lexer.take_while(|c| !is_line_end(c));
        self.next = self.lexer.token()?;
        Ok(())
    }

    /// Consumes this symbol if it comes next.
    pub(super) fn accept(&mut self, symbol: &str) -> Result<bool, Fault> {
        let sees = self.sees(symbol);
        if sees {
            self.take()?;
        }
        Ok(sees)
    }

    /// Consumes this symbol, or returns an error that names `expected`.
    pub(super) fn symbol(&mut self, symbol: &str, expected: &'static str) -> Result<(), Fault> {
        if self.accept(symbol)? {
            return Ok(());
        }
        Err(self.unexpected(expected))
    }

    /// Consumes the semicolon at the end of a statement.
    pub(super) fn end(&mut self) -> Result<(), Fault> {
        self.symbol(";", "`;`")
    }

    /// Consumes a name; returns it with its location.
    pub(super) fn name(&mut self, expected: &'static str) -> Result<(&'a str, Location), Fault> {
        let TokenKind::Name(name) = self.next.kind else {
            return Err(self.unexpected(expected));
        };
        Ok((name, self.take()?.location))
    }

    /// Error that something else should come next.
    pub(super) fn unexpected(&self, expected: &'static str) -> Fault {
        let found = self.next.kind.to_string();
        let reason = ParseErrorKind::Unexpected { expected, found };
        self.next.location.error(reason)
    }
}

/// Parses digits with underscores; `None` if the number is too large.
pub(super) fn whole(digits: &str) -> Option<usize> {
    if digits.contains('_') {
        digits.replace('_', "").parse().ok()
    } else {
        digits.parse().ok()
    }
}

/// Parses digits after `0x`, `0o` or `0b`; `None` if the number is too large.
pub(super) fn based(text: &str) -> Option<u64> {
    let base = match text.as_bytes().get(1)? {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 2,
    };
    // It would accept a sign too, but no token has one.
    u64::from_str_radix(&text[2..].replace('_', ""), base).ok()
}

pub(super) fn invalid_number(digits: &str) -> ParseErrorKind {
    let found = quoted(digits);
    ParseErrorKind::Number { found }
}
