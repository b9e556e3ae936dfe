use std::collections::HashMap;
use std::sync::Arc;

use cheqqers_qasm::{Definitions, is_defined};

use super::{Context, Parser};
use crate::program::error::{Fault, Location, ParseErrorKind, quoted};
use crate::program::keyword::check_name;
use crate::program::known::known;
use crate::program::names::{ScopeKind, Symbol};
use crate::program::tree::{Callee, Cost, Definition, Statement, StatementKind};
use crate::program::types::Type;

impl Parser<'_, '_, '_> {
    /// Reads the definition of a gate.
    pub(super) fn define(&mut self) -> Result<(), Fault> {
        self.tokens.take()?;
        self.state.has_gates = true;
        let (name, location) = self.tokens.name("the name of a gate")?;
        if !self.state.is_library {
            check_name(name, location, self.state.version)?;
        }
        let parameters = self.parameters()?;
        let qubits = self.names(&parameters)?;
        let before = self.state.names.enter(ScopeKind::Frame);
        for name in &parameters {
            let slot = self.state.names.slot();
            let (of, mutable) = (Type::Float, false);
            let symbol = Symbol::Variable { slot, of, mutable };
            self.state.names.declare(name, symbol);
        }
        for name in &qubits {
            let slot = self.state.names.slot();
            let symbol = Symbol::QubitVariable { slot, single: true };
            self.state.names.declare(name, symbol);
        }
        let context = std::mem::replace(&mut self.state.context, Context::Gate);
        let deepest = std::mem::take(&mut self.state.deepest);
        let body = self.braces();
        self.state.context = context;
        let depth = 1 + std::mem::replace(&mut self.state.deepest, deepest);
        let num_slots = self.state.names.leave(before);
        let body = body?;
        if depth > super::MAX_DEPTH {
            let limit = super::MAX_DEPTH;
            return Err(location.error(ParseErrorKind::Depth { limit }));
        }
        let definition = Definition {
            num_parameters: parameters.len(),
            num_qubits: qubits.len(),
            num_slots,
            cost: body.iter().map(cost).fold(Cost::STEP, Cost::plus),
            body,
            depth,
        };
        let callee = match known(name, &definition, location) {
            Some((gate, phase)) => Callee::Fixed { gate, phase },
            None => Callee::Defined(Arc::new(definition)),
        };
        self.check_new(name, location)?;
        if matches!(callee, Callee::Fixed { gate, .. } if is_defined(gate)) {
            self.state.definitions = Definitions::Named;
        }
        self.state.names.gates.insert(name.to_owned(), callee);
        Ok(())
    }

    /// Reads the declaration of a gate without a definition.
    pub(super) fn opaque(&mut self) -> Result<(), Fault> {
        self.tokens.take()?;
        let (name, location) = self.tokens.name("the name of a gate")?;
        self.check_declared(name, location)?;
        let parameters = self.parameters()?;
        self.names(&parameters)?;
        self.tokens.end()?;
        let undefined = &mut self.state.names.undefined;
        undefined.insert(name.to_owned(), "opaque");
        Ok(())
    }

    /// Reads parameters in parentheses, if there are any.
    fn parameters(&mut self) -> Result<Vec<String>, Fault> {
        if !self.tokens.accept("(")? || self.tokens.accept(")")? {
            return Ok(Vec::new());
        }
        let names = self.names(&[])?;
        self.tokens.symbol(")", "`,` or `)`")?;
        Ok(names)
    }

    /// Reads names separated by commas, which differ from each other and from those before.
    fn names(&mut self, others: &[String]) -> Result<Vec<String>, Fault> {
        let mut known: HashMap<String, Location> = HashMap::new();
        let mut names = Vec::new();
        loop {
            let (name, location) = self.tokens.name("a name")?;
            check_name(name, location, self.state.version)?;
            let again = known.insert(name.to_owned(), location).is_some();
            if again || others.iter().any(|other| other == name) {
                let name = quoted(name);
                return Err(location.error(ParseErrorKind::Duplicate { name }));
            }
            names.push(name.to_owned());
            if !self.tokens.accept(",")? {
                return Ok(names);
            }
        }
    }
}

/// Cost of a statement, without what stands in loops and branches.
fn cost(statement: &Statement) -> Cost {
    Cost::STEP.plus(match &statement.kind {
        StatementKind::Call(call) => call.cost(),
        StatementKind::Gate { .. } => Cost::OPERATION,
        _ => Cost::NONE,
    })
}
