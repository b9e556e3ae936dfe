use std::sync::Arc;

use super::{Context, MAX_DEPTH, Parser};
use crate::program::error::{Fault, Location, ParseErrorKind, quoted};
use crate::program::keyword::check_name;
use crate::program::names::{ScopeKind, Symbol};
use crate::program::token::TokenKind;
use crate::program::tree::{Argument, Parameter, Subroutine, SubroutineCall, Target};
use crate::program::types::Type;

impl Parser<'_, '_, '_> {
    /// Reads the definition of a subroutine.
    pub(super) fn subroutine(&mut self) -> Result<(), Fault> {
        self.tokens.take()?;
        let (name, location) = self.tokens.name("the name of a subroutine")?;
        self.check_declared(name, location)?;
        let before = self.state.names.enter(ScopeKind::Frame);
        let header = self.header();
        let (parameters, returns) = match header {
            Ok(header) => header,
            Err(fault) => {
                self.state.names.leave(before);
                return Err(fault);
            }
        };
        let context = Context::Subroutine(returns);
        let context = std::mem::replace(&mut self.state.context, context);
        let loops = std::mem::take(&mut self.state.loops);
        let deepest = std::mem::take(&mut self.state.deepest);
        let body = self.braces();
        self.state.context = context;
        self.state.loops = loops;
        let depth = 1 + std::mem::replace(&mut self.state.deepest, deepest);
        let num_slots = self.state.names.leave(before);
        let body = body?;
        if depth > MAX_DEPTH {
            return Err(location.error(ParseErrorKind::Depth { limit: MAX_DEPTH }));
        }
        let subroutine = Arc::new(Subroutine {
            parameters: parameters.into(),
            num_slots,
            body,
            depth,
        });
        let subroutines = &mut self.state.names.subroutines;
        subroutines.insert(name.to_owned(), subroutine);
        Ok(())
    }

    /// Reads the parameters of a subroutine and the type it returns.
    fn header(&mut self) -> Result<(Vec<Parameter>, Type), Fault> {
        let mut parameters = Vec::new();
        if self.tokens.accept("(")? {
            while !self.tokens.accept(")")? {
                parameters.push(self.parameter()?);
                if !self.tokens.accept(",")? {
                    self.tokens.symbol(")", "`,` or `)`")?;
                    break;
                }
            }
        }
        // Older texts have the qubits behind the parentheses.
        while self.is_quantum_type() {
            parameters.push(self.parameter()?);
            if !self.tokens.accept(",")? {
                break;
            }
        }
        let returns = if self.tokens.accept("->")? {
            self.any_type()?
        } else {
            Type::Void
        };
        Ok((parameters, returns))
    }

    fn is_quantum_type(&self) -> bool {
        matches!(self.tokens.peek().kind, TokenKind::Name("qubit" | "qreg"))
    }

    /// Reads a parameter and declares it.
    fn parameter(&mut self) -> Result<Parameter, Fault> {
        let (word, at) = self.tokens.name("the type of a parameter")?;
        let (parameter, of) = match word {
            "qubit" => {
                let size = self.size()?;
                (Parameter::Qubits(size), None)
            }
            "qreg" | "creg" => return self.old_parameter(word),
            "readonly" | "mutable" => {
                if self.tokens.peek().kind != TokenKind::Name("array") {
                    return Err(self.tokens.unexpected("`array`"));
                }
                self.tokens.take()?;
                let of = self.array_type(true)?;
                if word == "mutable" {
                    (Parameter::Mutable(of.clone()), Some((of, true)))
                } else {
                    (Parameter::Value(of.clone()), Some((of, false)))
                }
            }
            "array" => return Err(at.error(unexpected_array())),
            word => {
                let of = self.scalar_type(word, at)?;
                (Parameter::Value(of.clone()), Some((of, true)))
            }
        };
        let (name, location) = self.tokens.name("the name of a parameter")?;
        self.declare_parameter(name, location, &parameter, of)?;
        Ok(parameter)
    }

    /// Reads a parameter such as `creg c[2]`.
    fn old_parameter(&mut self, word: &str) -> Result<Parameter, Fault> {
        // Some texts have the size first.
        let first = self.size()?;
        let (name, location) = self.tokens.name("the name of a parameter")?;
        let size = match first {
            None => self.size()?,
            some => some,
        };
        let size = size.unwrap_or(1);
        let (parameter, of) = if word == "qreg" {
            (Parameter::Qubits(Some(size)), None)
        } else {
            let of = Type::Bits(size);
            (Parameter::Value(of.clone()), Some((of, true)))
        };
        self.declare_parameter(name, location, &parameter, of)?;
        Ok(parameter)
    }

    fn declare_parameter(
        &mut self,
        name: &str,
        location: Location,
        parameter: &Parameter,
        of: Option<(Type, bool)>,
    ) -> Result<(), Fault> {
        check_name(name, location, self.state.version)?;
        if self.state.names.local(name).is_some() {
            let name = quoted(name);
            return Err(location.error(ParseErrorKind::Duplicate { name }));
        }
        let Some((of, mutable)) = of else {
            let single = matches!(parameter, Parameter::Qubits(None));
            let slot = self.state.names.slot();
            let symbol = Symbol::QubitVariable { slot, single };
            self.state.names.declare(name, symbol);
            return Ok(());
        };
        if let (Parameter::Mutable(_), Type::Array(array)) = (parameter, &of)
            && array.dimensions.contains(&None)
        {
            // The copy may be as large as all variables so far.
            self.state.memory = self.state.memory.saturating_mul(2);
        }
        let slot = self.declare_variable(name, location, &of)?;
        let symbol = Symbol::Variable { slot, of, mutable };
        self.state.names.declare(name, symbol);
        Ok(())
    }

    /// Reads the declaration of a subroutine that is defined elsewhere.
    pub(super) fn external(&mut self) -> Result<(), Fault> {
        self.tokens.take()?;
        let (name, location) = self.tokens.name("the name of a subroutine")?;
        self.check_declared(name, location)?;
        self.tokens.symbol("(", "`(`")?;
        while !self.tokens.accept(")")? {
            let (word, at) = self.tokens.name("the type of a parameter")?;
            match word {
                "readonly" | "mutable" => {
                    self.tokens.name("`array`")?;
                    self.array_type(true)?;
                }
                "complex" => {
                    if self.tokens.accept("[")? {
                        self.any_type()?;
                        self.tokens.symbol("]", "`]`")?;
                    }
                }
                word => drop(self.scalar_type(word, at)?),
            }
            if !self.tokens.accept(",")? {
                self.tokens.symbol(")", "`,` or `)`")?;
                break;
            }
        }
        if self.tokens.accept("->")? {
            self.any_type()?;
        }
        self.tokens.end()?;
        let undefined = &mut self.state.names.undefined;
        undefined.insert(name.to_owned(), "extern");
        Ok(())
    }

    /// Reads the arguments of a subroutine. Older texts have the qubits behind the parentheses.
    pub(super) fn subroutine_call(
        &mut self,
        name: &str,
        location: Location,
    ) -> Result<SubroutineCall, Fault> {
        let callee = Arc::clone(&self.state.names.subroutines[name]);
        self.called(callee.depth, location)?;
        let arguments = self.nested(|parser| {
            let mut arguments = Vec::new();
            if parser.tokens.accept("(")? {
                while !parser.tokens.accept(")")? {
                    let parameter = callee.parameters.get(arguments.len());
                    arguments.push(parser.argument(parameter)?);
                    if !parser.tokens.accept(",")? {
                        parser.tokens.symbol(")", "`,` or `)`")?;
                        break;
                    }
                }
            }
            let old = matches!(
                parser.tokens.peek().kind,
                TokenKind::Name(_) | TokenKind::Physical(_)
            );
            if old {
                let operands = parser.operands()?.into_iter();
                arguments.extend(operands.map(|(operand, _)| Argument::Qubits(operand)));
            }
            Ok(arguments)
        })?;
        let (expected, found) = (callee.parameters.len(), arguments.len());
        if expected != found {
            return Err(location.error(ParseErrorKind::Arguments {
                name: quoted(name),
                expected,
                found,
            }));
        }
        for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
            let expected = kind_of(matches!(parameter, Parameter::Qubits(_)));
            let found = kind_of(matches!(argument, Argument::Qubits(_)));
            if expected != found {
                return Err(location.error(ParseErrorKind::ArgumentKind {
                    name: quoted(name),
                    expected,
                    found,
                }));
            }
        }
        Ok(SubroutineCall {
            location,
            callee,
            arguments: arguments.into(),
        })
    }

    fn argument(&mut self, parameter: Option<&Parameter>) -> Result<Argument, Fault> {
        match parameter {
            Some(Parameter::Qubits(_)) => {
                let (operand, _) = self.concatenation()?;
                Ok(Argument::Qubits(operand))
            }
            Some(Parameter::Mutable(_)) => {
                let (name, location) = self.tokens.name("an array")?;
                let target: Target = self.target(name, location)?;
                Ok(Argument::Mutable(target))
            }
            Some(Parameter::Value(_)) | None => Ok(Argument::Value(self.expression()?)),
        }
    }
}

/// Kind of an argument or parameter.
fn kind_of(is_quantum: bool) -> &'static str {
    if is_quantum {
        "qubits"
    } else {
        "a classical value"
    }
}

fn unexpected_array() -> ParseErrorKind {
    let expected = "`readonly` or `mutable` before the array";
    ParseErrorKind::Unexpected {
        expected,
        found: "`array`".to_owned(),
    }
}
