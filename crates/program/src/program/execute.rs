use super::apply::repeats;
use super::cast::array_of;
use super::error::{Location, ParseErrorKind, quoted};
use super::machine::{Cause, Machine, Stop};
use super::tree::{
    Argument, Assignment, Block, Declaration, Domain, Expression, For, Operand, Origin, Parameter,
    Source, Statement, StatementKind, SubroutineCall, Switch,
};
use super::value::{BitValue, Qubits, Value};
use crate::processor::Processor;

/// Control flow after a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

impl<P: Processor> Machine<'_, P> {
    /// Runs a subroutine and returns its value.
    pub(super) fn subroutine(&mut self, call: &SubroutineCall) -> Result<Value, Stop<P::Error>> {
        let callee = &call.callee;
        let here = |kind| call.location.error(kind);
        self.spend(1 + callee.num_slots / 8).map_err(here)?;
        let mut values = Vec::with_capacity(callee.parameters.len());
        for (argument, parameter) in call.arguments.iter().zip(&callee.parameters) {
            values.push(self.argument(argument, parameter, call.location)?);
        }
        let before = self.enter(values, callee.num_slots);
        let flow = self.block(&callee.body);
        let changed: Vec<(usize, Value)> = call
            .arguments
            .iter()
            .enumerate()
            .filter(|(_, argument)| matches!(argument, Argument::Mutable(_)))
            .filter_map(|(k, _)| Some((k, self.value(u32::try_from(k).ok()?).clone())))
            .collect();
        self.leave(before);
        flow?;
        for (k, value) in changed {
            if let Argument::Mutable(target) = &call.arguments[k] {
                self.assign(target, value, call.location)?;
            }
        }
        Ok(std::mem::replace(&mut self.returned, Value::Void))
    }

    /// Runs the statements of a gate.
    pub(super) fn body(&mut self, body: &Block) -> Result<(), Stop<P::Error>> {
        self.block(body).map(|_| ())
    }

    /// Runs the statements of a program.
    pub(super) fn run(&mut self, statements: &[Statement]) -> Result<(), Stop<P::Error>> {
        match self.block(statements) {
            Ok(_) | Err(Stop::End) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// Value of a constant source without a location of its own.
    pub(super) fn constant(&mut self, source: &Source) -> Result<Value, Stop<P::Error>> {
        self.source(source, Location::START)
    }

    fn argument(
        &mut self,
        argument: &Argument,
        parameter: &Parameter,
        location: Location,
    ) -> Result<Value, Stop<P::Error>> {
        match (argument, parameter) {
            (Argument::Value(value), Parameter::Value(of) | Parameter::Mutable(of)) => {
                let at = value.location;
                let value = self.evaluate(value)?;
                self.cast(value, of).map_err(|cause| cause.at(at))
            }
            (Argument::Mutable(target), Parameter::Mutable(of)) => {
                let value = self.element(target)?;
                let at = target.location;
                self.cast(value, of).map_err(|cause| cause.at(at))
            }
            (Argument::Qubits(operand), Parameter::Qubits(size)) => {
                let qubits = self.qubits(operand)?;
                let sizes = (*size, qubits.size());
                match sizes {
                    (None, None) => Ok(Value::Qubits(qubits)),
                    // A register of one qubit and a qubit stand for each other.
                    (None, Some(1)) => Ok(Value::Qubits(Qubits::One(qubits.at(0)))),
                    (Some(1), None) => Ok(Value::Qubits(Qubits::List([qubits.at(0)].into()))),
                    (Some(left), Some(right)) if left == right => Ok(Value::Qubits(qubits)),
                    (left, right) => {
                        let (left, right) = (left.unwrap_or(1), right.unwrap_or(1));
                        Err(location.error(ParseErrorKind::Sizes { left, right }).into())
                    }
                }
            }
            (Argument::Value(_) | Argument::Mutable(_) | Argument::Qubits(_), _) => {
                unreachable!("the parser has compared the kinds")
            }
        }
    }

    fn block(&mut self, statements: &[Statement]) -> Result<Flow, Stop<P::Error>> {
        for statement in statements {
            let flow = self.statement(statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &Statement) -> Result<Flow, Stop<P::Error>> {
        let location = statement.location;
        self.spend(1).map_err(|kind| location.error(kind))?;
        match &statement.kind {
            StatementKind::Gate { gate, qubits } => {
                let done = self.fixed(*gate, &qubits[..gate.num_qubits()]);
                done.map_err(|cause| cause.at(location))?;
            }
            StatementKind::Call(call) => self.call(call, location)?,
            StatementKind::Measure(operand) => drop(self.measured(operand, location)?),
            StatementKind::Reset(operand) => {
                for qubit in self.qubits(operand)?.iter() {
                    self.reset(qubit).map_err(|cause| cause.at(location))?;
                }
            }
            StatementKind::NoEffect(operands) => {
                self.spend(operands.len())
                    .map_err(|kind| location.error(kind))?;
                for operand in operands {
                    self.qubits(operand)?;
                }
            }
            StatementKind::Declare(declaration) => self.declare(declaration, location)?,
            StatementKind::Assign(assignment) => self.assignment(assignment, location)?,
            StatementKind::Alias(alias) => {
                let qubits = self.qubits(&alias.operand)?;
                let list: Vec<u32> = qubits.iter().collect();
                if repeats(&list) {
                    let gate = "let".to_owned();
                    return Err(location.error(ParseErrorKind::Repeated { gate }).into());
                }
                self.spend(list.len() / 8)
                    .map_err(|kind| location.error(kind))?;
                *self.value_mut(alias.slot) = Value::Qubits(qubits);
            }
            StatementKind::Evaluate(expression) => drop(self.evaluate(expression)?),
            StatementKind::If(conditional) => {
                for (condition, block) in &conditional.branches {
                    if self.condition(condition)? {
                        return self.block(block);
                    }
                    let location = condition.location;
                    self.spend(1).map_err(|kind| location.error(kind))?;
                }
                return self.block(&conditional.otherwise);
            }
            StatementKind::Switch(switch) => return self.switch(switch),
            StatementKind::For(repeated) => return self.repeat(repeated, location),
            StatementKind::While(repeated) => {
                while self.condition(&repeated.condition)? {
                    self.spend(1).map_err(|kind| location.error(kind))?;
                    match self.block(&repeated.body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
            }
            StatementKind::Block(block) => return self.block(block),
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::End => return Err(Stop::End),
            StatementKind::Return(source) => {
                self.returned = match source {
                    Some(returned) => {
                        let value = self.source(&returned.source, location)?;
                        let value = self.cast(value, &returned.of);
                        value.map_err(|cause| cause.at(location))?
                    }
                    None => Value::Void,
                };
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    /// Measured bits of a qubit or register.
    fn measured(&mut self, operand: &Operand, location: Location) -> Result<Value, Stop<P::Error>> {
        let qubits = self.qubits(operand)?;
        let here = |cause: Cause<P::Error>| cause.at(location);
        if let Qubits::One(qubit) = qubits {
            return self.measure(qubit).map(Value::Bit).map_err(here);
        }
        let bits: Result<Vec<BitValue>, _> =
            qubits.iter().map(|qubit| self.measure(qubit)).collect();
        bits.map(Value::Bits).map_err(here)
    }

    fn source(&mut self, source: &Source, location: Location) -> Result<Value, Stop<P::Error>> {
        match source {
            Source::Expression(expression) => self.evaluate(expression),
            Source::Measure(at, operand) => self.measured(operand, *at),
            Source::List(sources) => {
                let elements: Result<Vec<Value>, _> = sources
                    .iter()
                    .map(|source| self.source(source, location))
                    .collect();
                array_of(elements?).map_err(|cause| cause.at(location))
            }
        }
    }

    fn declare(
        &mut self,
        declaration: &Declaration,
        location: Location,
    ) -> Result<(), Stop<P::Error>> {
        let here = |kind| location.error(kind);
        let Declaration { slot, of, origin } = declaration;
        self.spend(of.len() / 8).map_err(here)?;
        let (value, at) = match origin {
            Origin::Zero => (of.zero(), location),
            Origin::Source(source) => {
                let at = source_location(source).unwrap_or(location);
                (self.source(source, location)?, at)
            }
            Origin::Input(name) => {
                let value = self.inputs.value(name).cloned();
                let name = || quoted(name);
                let missing = || here(ParseErrorKind::MissingInput { name: name() });
                let value = value.ok_or_else(missing)?;
                if !of.takes(&value) {
                    let (name, of) = (name(), of.to_string());
                    return Err(here(ParseErrorKind::InputValue { name, of }).into());
                }
                (value, location)
            }
        };
        let value = self.cast(value, of).map_err(|cause| cause.at(at))?;
        *self.value_mut(*slot) = value;
        Ok(())
    }

    fn assignment(
        &mut self,
        assignment: &Assignment,
        location: Location,
    ) -> Result<(), Stop<P::Error>> {
        let Assignment {
            target,
            operator,
            source,
        } = assignment;
        let at = source_location(source).unwrap_or(location);
        let mut value = self.source(source, location)?;
        if let Some(operator) = operator {
            let before = self.element(target)?;
            let after = self.binary(*operator, before, value);
            value = after.map_err(|cause| cause.at(at))?;
        }
        self.assign(target, value, at)
    }

    fn switch(&mut self, switch: &Switch) -> Result<Flow, Stop<P::Error>> {
        let subject = self.evaluate(&switch.subject)?;
        for (values, block) in &switch.cases {
            for value in values {
                let location = value.location;
                self.spend(1).map_err(|kind| location.error(kind))?;
                let value = self.evaluate(value)?;
                let equal = self.equal(subject.clone(), value);
                if equal.map_err(|cause| cause.at(location))? {
                    return self.block(block);
                }
            }
        }
        self.block(&switch.default)
    }

    fn repeat(&mut self, repeated: &For, location: Location) -> Result<Flow, Stop<P::Error>> {
        match &repeated.domain {
            Domain::Range { first, step, last } => {
                self.repeat_range(repeated, [first, last], step.as_ref(), location)
            }
            Domain::Set(values) => {
                let values: Result<Vec<Value>, _> =
                    values.iter().map(|value| self.evaluate(value)).collect();
                self.repeat_for(repeated, values?, location)
            }
            Domain::Elements(of) => {
                let elements: Vec<Value> = match self.evaluate(of)? {
                    Value::Bits(bits) => bits.into_iter().map(Value::Bit).collect(),
                    Value::Array(array) if array.dimensions.len() == 1 => array.elements.clone(),
                    other => {
                        let (expected, found) =
                            ("a register of bits or an array", other.type_name());
                        let kind = ParseErrorKind::Type { expected, found };
                        return Err(of.location.error(kind).into());
                    }
                };
                self.repeat_for(repeated, elements, location)
            }
        }
    }

    fn repeat_for(
        &mut self,
        repeated: &For,
        values: Vec<Value>,
        location: Location,
    ) -> Result<Flow, Stop<P::Error>> {
        for value in values {
            match self.once(repeated, value, location)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
        }
        Ok(Flow::Next)
    }

    fn repeat_range(
        &mut self,
        repeated: &For,
        [first, last]: [&Expression; 2],
        step: Option<&Expression>,
        location: Location,
    ) -> Result<Flow, Stop<P::Error>> {
        let mut number = self.integer(first)?;
        let by = match step {
            Some(step) => self.integer(step)?,
            None => 1,
        };
        let last = self.integer(last)?;
        if by == 0 {
            return Err(location.error(ParseErrorKind::ZeroStep).into());
        }
        while if by > 0 {
            number <= last
        } else {
            number >= last
        } {
            match self.once(repeated, Value::literal(number), location)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
            number += by;
        }
        Ok(Flow::Next)
    }

    /// Runs the body of a loop with one value.
    fn once(
        &mut self,
        repeated: &For,
        value: Value,
        location: Location,
    ) -> Result<Flow, Stop<P::Error>> {
        self.spend(1).map_err(|kind| location.error(kind))?;
        let value = self.cast(value, &repeated.of);
        *self.value_mut(repeated.slot) = value.map_err(|cause| cause.at(location))?;
        self.block(&repeated.body)
    }
}

fn source_location(source: &Source) -> Option<Location> {
    match source {
        Source::Expression(expression) => Some(expression.location),
        Source::Measure(location, _) => Some(*location),
        Source::List(sources) => sources.first().and_then(source_location),
    }
}
