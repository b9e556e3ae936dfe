use super::{Context, Parser};
use crate::program::apply::repeats;
use crate::program::error::{Fault, Location, ParseErrorKind, quoted};
use crate::program::null_processor::at_compile_time;
use crate::program::token::TokenKind;
use crate::program::tree::{Callee, Expression, GateCall, Modifier, Operand, StatementKind};
use crate::program::value::MAX_SIZE;

impl Parser<'_, '_, '_> {
    /// Reads a gate with its modifiers.
    pub(super) fn call(&mut self, location: Location) -> Result<Option<StatementKind>, Fault> {
        let mut modifiers = Vec::new();
        while let (TokenKind::Name(word), true) = (self.tokens.peek().kind, self.is_three()) {
            let modifier = match word {
                "inv" => {
                    self.tokens.take()?;
                    Modifier::Inverse
                }
                "pow" => {
                    self.tokens.take()?;
                    self.tokens.symbol("(", "`(`")?;
                    let exponent = self.expression()?;
                    self.tokens.symbol(")", "`)`")?;
                    Modifier::Power(exponent)
                }
                "ctrl" | "negctrl" => {
                    self.tokens.take()?;
                    let positive = word == "ctrl";
                    let number = self.num_controls()?;
                    Modifier::Control { positive, number }
                }
                _ => break,
            };
            self.tokens.symbol("@", "`@`")?;
            modifiers.push(modifier);
        }
        let (name, at) = self.tokens.name("a gate")?;
        let location = if modifiers.is_empty() { at } else { location };
        self.gate_call(modifiers, name, location)
    }

    /// Reads the number of controls in parentheses; without them it is 1.
    fn num_controls(&mut self) -> Result<usize, Fault> {
        if !self.tokens.accept("(")? {
            return Ok(1);
        }
        let number = self.number_up_to("controls", MAX_SIZE)?;
        self.tokens.symbol(")", "`)`")?;
        Ok(number)
    }

    /// Reads a gate after its name.
    pub(super) fn gate_call(
        &mut self,
        modifiers: Vec<Modifier>,
        name: &str,
        location: Location,
    ) -> Result<Option<StatementKind>, Fault> {
        if let TokenKind::Symbol(symbol) = self.tokens.peek().kind
            && !matches!(symbol, "(" | ";" | "[")
        {
            return Err(self.tokens.unexpected("the qubits of a gate"));
        }
        let callee = self.find_gate(name, location)?;
        self.called(callee.depth(), location)?;
        let arguments = if self.tokens.accept("(")? {
            self.expressions(")", "`,` or `)`")?
        } else {
            Vec::new()
        };
        let operands = if self.tokens.sees(";") && matches!(callee, Callee::Phase) {
            Vec::new()
        } else if matches!(callee, Callee::Phase) && modifiers.is_empty() {
            return Err(self.tokens.unexpected("`;`"));
        } else {
            self.operands()?
        };
        self.tokens.end()?;
        let here = |kind| location.error(kind);
        let gate = || quoted(name);
        let (expected, found) = (callee.num_parameters(), arguments.len());
        if expected != found {
            return Err(here(ParseErrorKind::Parameters {
                gate: gate(),
                expected,
                found,
            }));
        }
        let controls = modifiers.iter().map(|modifier| match modifier {
            Modifier::Control { number, .. } => *number,
            _ => 0,
        });
        let controls = controls.fold(0_usize, usize::saturating_add);
        let (expected, found) = (callee.num_qubits().saturating_add(controls), operands.len());
        if expected != found {
            return Err(here(ParseErrorKind::Operands {
                gate: gate(),
                expected,
                found,
            }));
        }
        let call = GateCall {
            name: quoted(name).into(),
            modifiers: modifiers.into(),
            callee,
            arguments: arguments.into(),
            operands: operands.into(),
        };
        check_qubits(&call, location)?;
        if self.state.context != Context::Gate {
            let gates = &mut self.state.gates;
            if !call.modifiers.is_empty() {
                gates.insert(format!("@ {name}"));
            } else if !gates.contains(name) {
                gates.insert(name.to_owned());
            }
        }
        if let Some(kind) = table_gate(&call)? {
            return Ok(Some(kind));
        }
        if self.state.context != Context::Gate && is_phase(&call) {
            // A global phase of the whole program has no effect.
            return Ok(None);
        }
        Ok(Some(StatementKind::Call(Box::new(call))))
    }
}

/// Checks that qubits which are known now differ.
fn check_qubits(call: &GateCall, location: Location) -> Result<(), Fault> {
    let mut fixed = Vec::new();
    let mut variables = Vec::new();
    for (operand, _) in &call.operands {
        match operand {
            Operand::Fixed { start, size: None } => fixed.push(*start),
            Operand::Variable(slot) => variables.push(*slot),
            _ => {}
        }
    }
    if repeats(&fixed) || repeats(&variables) {
        let gate = call.name.clone().into();
        return Err(location.error(ParseErrorKind::Repeated { gate }));
    }
    Ok(())
}

/// Returns `true` for a global phase that is known to be a number.
fn is_phase(call: &GateCall) -> bool {
    matches!(call.callee, Callee::Phase)
        && call.modifiers.is_empty()
        && call.arguments[0].constant().is_some()
}

/// The statement, if it is a gate of the table on declared qubits.
fn table_gate(call: &GateCall) -> Result<Option<StatementKind>, Fault> {
    let constant = call.arguments.iter().map(Expression::constant);
    let Some(constants) = constant.collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let angles = at_compile_time(|machine| {
        let mut angles = Vec::with_capacity(constants.len());
        for (value, argument) in constants.into_iter().zip(&call.arguments) {
            let angle = machine.float_of(value.clone());
            angles.push(angle.map_err(|cause| cause.at(argument.location))?);
        }
        Ok(angles)
    })?;
    let gate = match call.callee {
        Callee::Fixed { gate, .. } => gate,
        Callee::Rotation(gate) => gate(angles[0]),
        _ => return Ok(None),
    };
    if !call.modifiers.is_empty() {
        return Ok(None);
    }
    let mut qubits = [0; 3];
    for (place, (operand, _)) in qubits.iter_mut().zip(&call.operands) {
        let Operand::Fixed { start, size: None } = operand else {
            return Ok(None);
        };
        *place = *start;
    }
    Ok(Some(StatementKind::Gate { gate, qubits }))
}
