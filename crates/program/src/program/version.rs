use super::error::{Fault, ParseErrorKind, quoted};
use super::token::{TokenKind, Tokens};

/// Version of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Version {
    Two,
    Three,
}

impl Version {
    /// Reads the version at the start of a text. A text without one is OpenQASM 3, but OpenQASM 2 if
    /// its first include is `qelib1.inc`.
    pub(super) fn read(tokens: &mut Tokens<'_>) -> Result<Self, Fault> {
        if tokens.peek().kind != TokenKind::Name("OPENQASM") {
            return Ok(Self::guess(tokens.clone()));
        }
        tokens.take()?;
        let (TokenKind::Integer(number) | TokenKind::Real(number)) = tokens.peek().kind else {
            return Err(tokens.unexpected("the version"));
        };
        let version = match number {
            "2" | "2.0" => Self::Two,
            "3" | "3.0" | "3.1" => Self::Three,
            _ => {
                let found = quoted(number);
                let location = tokens.peek().location;
                return Err(location.error(ParseErrorKind::Version { found }));
            }
        };
        tokens.take()?;
        tokens.end()?;
        Ok(version)
    }

    fn guess(mut tokens: Tokens<'_>) -> Self {
        while let Ok(token) = tokens.take() {
            match token.kind {
                TokenKind::Name("include") => {
                    return match tokens.peek().kind {
                        TokenKind::Text("qelib1.inc") => Self::Two,
                        _ => Self::Three,
                    };
                }
                TokenKind::End => break,
                _ => {}
            }
        }
        Self::Three
    }
}
