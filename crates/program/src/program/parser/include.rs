use super::{Parser, Statement};
use crate::program::error::{Fault, ParseErrorKind, quoted};
use crate::program::library::Library;
use crate::program::token::{TokenKind, Tokens};

/// Maximum number of included files.
const MAX_FILES: usize = 64;

impl Parser<'_, '_, '_> {
    /// Reads an include: of a library, or of a file whose statements are added.
    pub(super) fn include(&mut self, out: &mut Vec<Statement>) -> Result<(), Fault> {
        let location = self.tokens.take()?.location;
        let (found, at) = self.text("the name of a file in quotation marks")?;
        self.tokens.end()?;
        if let Some(library) = Library::named(found, self.state.version) {
            if self.state.has_gates || self.state.builtin_gates == library {
                return Err(location.error(ParseErrorKind::LateInclude));
            }
            self.state.builtin_gates = library;
            return Ok(());
        }
        if !is_plain(found) {
            let found = quoted(found);
            return Err(at.error(ParseErrorKind::IncludeName { found }));
        }
        if self.state.included.len() == MAX_FILES {
            let limit = MAX_FILES;
            return Err(at.error(ParseErrorKind::Includes { limit }));
        }
        let Some(text) = (self.state.files)(found) else {
            let (_, known) = Library::to_include(self.state.version);
            let found = quoted(found);
            return Err(at.error(ParseErrorKind::Include { found, known }));
        };
        self.state.included.push(found.to_owned());
        let file = u16::try_from(self.state.included.len()).expect("the limit is smaller");
        self.nested(|parser| {
            let tokens = Tokens::new(&text, file)?;
            let mut inner = Parser::new(tokens, parser.state);
            inner.skip_version()?;
            out.extend(inner.statements()?);
            Ok(())
        })
    }

    /// Skips the version at the start of an included file.
    fn skip_version(&mut self) -> Result<(), Fault> {
        if self.tokens.peek().kind == TokenKind::Name("OPENQASM") {
            self.tokens.take()?;
            self.tokens.take()?;
            self.tokens.end()?;
        }
        Ok(())
    }
}

/// Returns `true` for the name of a file in the folder of the text or below it.
fn is_plain(name: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && part != "." && part != "..";
    name.split('/').all(is_name) && !name.contains(['\\', ':', '\0'])
}
