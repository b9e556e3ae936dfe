use std::collections::HashMap;

use super::error::{ParseErrorKind, ParseQasmError, quoted};
use super::expression::Expression;
use super::gate::{Call, Callee, Definition, Gates};
use super::token::{Location, Tokens};
use super::version::Version;
use super::word::{check_name, is_unsupported};

/// Reads the definition of a gate after the keyword: its name and its meaning.
pub(super) fn definition<'a>(
    tokens: &mut Tokens<'a>,
    gates: &Gates<'a>,
    version: Version,
) -> Result<(&'a str, Location, Callee), ParseQasmError> {
    let (name, location) = tokens.name("the name of a gate")?;
    check_name(name, location, version)?;
    let mut header = Header {
        parameters: HashMap::new(),
        qubits: HashMap::new(),
        version,
    };
    if tokens.accept("(")? && !tokens.accept(")")? {
        header.names(tokens, Header::add_parameter)?;
        tokens.symbol(")", "`,` or `)`")?;
    }
    header.names(tokens, Header::add_qubit)?;
    tokens.symbol("{", "`,` or `{`")?;
    let mut body = Vec::new();
    while !tokens.accept("}")? {
        body.extend(header.statement(tokens, gates)?);
    }
    let definition = Definition::new(header.parameters.len(), header.qubits.len(), body);
    let definition = definition.map_err(|reason| location.error(reason))?;
    Ok((name, location, Callee::defined(name, definition)))
}

/// Reads the parameters of a gate, if any, each with its location.
pub(super) fn arguments(
    tokens: &mut Tokens<'_>,
    parameters: &HashMap<&str, usize>,
    version: Version,
) -> Result<Vec<(Expression, Location)>, ParseQasmError> {
    let mut arguments = Vec::new();
    if !tokens.accept("(")? || tokens.accept(")")? {
        return Ok(arguments);
    }
    loop {
        let location = tokens.peek().location;
        arguments.push((Expression::read(tokens, parameters, version)?, location));
        if !tokens.accept(",")? {
            tokens.symbol(")", "`,` or `)`")?;
            return Ok(arguments);
        }
    }
}

/// Parameters and qubits that a definition declares, with their indices.
struct Header<'a> {
    parameters: HashMap<&'a str, usize>,
    qubits: HashMap<&'a str, usize>,
    version: Version,
}

impl<'a> Header<'a> {
    /// Reads names separated by commas.
    fn names(
        &mut self,
        tokens: &mut Tokens<'a>,
        add: impl Fn(&mut Self, &'a str),
    ) -> Result<(), ParseQasmError> {
        loop {
            let (name, location) = tokens.name("a name")?;
            check_name(name, location, self.version)?;
            if self.parameters.contains_key(name) || self.qubits.contains_key(name) {
                let name = quoted(name);
                return Err(location.error(ParseErrorKind::Duplicate { name }));
            }
            add(self, name);
            if !tokens.accept(",")? {
                return Ok(());
            }
        }
    }

    fn add_parameter(&mut self, name: &'a str) {
        self.parameters.insert(name, self.parameters.len());
    }

    fn add_qubit(&mut self, name: &'a str) {
        self.qubits.insert(name, self.qubits.len());
    }

    /// Reads a statement of the body; `None` for a barrier or a global phase.
    fn statement(
        &self,
        tokens: &mut Tokens<'a>,
        gates: &Gates<'a>,
    ) -> Result<Option<Call>, ParseQasmError> {
        let (name, location) = tokens.name("a gate or `}`")?;
        if is_unsupported(name, self.version) || name == "measure" {
            let what = name.to_owned();
            return Err(location.error(ParseErrorKind::Unsupported { what }));
        }
        if name == "barrier" {
            if !tokens.sees(";") {
                self.operands(tokens)?;
            }
            tokens.end()?;
            return Ok(None);
        }
        let arguments = arguments(tokens, &self.parameters, self.version)?;
        if name == "gphase" && self.version == Version::Three {
            let number = arguments.len();
            check_phase(number).map_err(|reason| location.error(reason))?;
            tokens.end()?;
            return Ok(None);
        }
        let callee = gates.find(name).map_err(|reason| location.error(reason))?;
        let qubits = self.operands(tokens)?;
        tokens.end()?;
        let checked = callee.check(name, arguments.len(), qubits.len());
        checked.map_err(|reason| location.error(reason))?;
        if repeats(&qubits) {
            let gate = quoted(name);
            return Err(location.error(ParseErrorKind::Repeated { gate }));
        }
        Ok(Some(Call {
            callee: callee.clone(),
            arguments: arguments.into_iter().map(|(value, _)| value).collect(),
            qubits,
        }))
    }

    /// Reads qubits of the gate that is defined, separated by commas.
    fn operands(&self, tokens: &mut Tokens<'a>) -> Result<Vec<usize>, ParseQasmError> {
        let mut qubits = Vec::new();
        loop {
            let (name, location) = tokens.name("a qubit")?;
            let Some(&qubit) = self.qubits.get(name) else {
                let (name, kind) = (quoted(name), "a qubit of this gate");
                return Err(location.error(ParseErrorKind::Undeclared { name, kind }));
            };
            qubits.push(qubit);
            if !tokens.accept(",")? {
                return Ok(qubits);
            }
        }
    }
}

/// Checks that a global phase has one parameter.
pub(super) fn check_phase(parameters: usize) -> Result<(), ParseErrorKind> {
    if parameters == 1 {
        return Ok(());
    }
    Err(ParseErrorKind::Parameters {
        gate: "gphase".to_owned(),
        expected: 1,
        found: parameters,
    })
}

/// Returns `true` if a list has equal elements.
pub(super) fn repeats<T: Ord + Copy>(list: &[T]) -> bool {
    if let [a, b] = list {
        return a == b;
    }
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
