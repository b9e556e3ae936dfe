use std::collections::HashMap;
use std::sync::LazyLock;

use super::error::Location;
use super::parser::{Parser, State, table};
use super::token::Tokens;
use super::tree::Callee;
use super::version::Version;

/// Gates of all libraries and of the gate table, by name.
static STANDARD: LazyLock<HashMap<String, Callee>> = LazyLock::new(|| {
    let mut files = |_: &str| None;
    let mut state = State::new(Version::Three, |_| None, &mut files);
    let table = table().map(|(name, callee)| (name.to_owned(), callee));
    state.names.gates.extend(table);
    state.is_library = true;
    let tokens = Tokens::new(include_str!("standard.qasm"), Location::LIBRARY);
    let tokens = tokens.expect("the text is made of tokens");
    let statements = Parser::new(tokens, &mut state).statements();
    let statements = statements.expect("the definitions are right");
    debug_assert!(statements.is_empty());
    state.names.gates
});

/// Gate of the libraries or of the gate table.
pub(super) fn standard(name: &str) -> Option<Callee> {
    STANDARD.get(name).cloned()
}
