//! Syntax tree of a program, with its names resolved.

use std::sync::Arc;

use cheqqers_circuit::Gate;

use super::error::Location;
use super::operator::{Binary, Function, Unary};
use super::types::Type;
use super::value::Value;

/// Statements in order.
pub(super) type Block = Box<[Statement]>;

/// Number of a variable in the frame of its program, subroutine or gate.
pub(super) type Slot = u32;

#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) location: Location,
    pub(super) kind: StatementKind,
}

#[derive(Clone, Debug)]
pub(super) enum StatementKind {
    /// Gate of the table on declared qubits.
    Gate {
        gate: Gate,
        qubits: [u32; 3],
    },
    /// Any other gate.
    Call(Box<GateCall>),
    /// Measurement whose bits are dropped.
    Measure(Box<Operand>),
    Reset(Box<Operand>),
    /// Statement such as a barrier, whose qubits must exist.
    NoEffect(Box<[Operand]>),
    Declare(Box<Declaration>),
    Assign(Box<Assignment>),
    Alias(Box<Alias>),
    /// Call of a subroutine or another expression whose value is dropped.
    Evaluate(Box<Expression>),
    If(Box<Conditional>),
    Switch(Box<Switch>),
    For(Box<For>),
    While(Box<While>),
    Block(Block),
    Break,
    Continue,
    End,
    Return(Option<Box<ReturnValue>>),
}

/// Gate on qubits or whole registers.
#[derive(Clone, Debug)]
pub(super) struct GateCall {
    /// Name in the text, for messages.
    pub(super) name: Box<str>,
    /// Modifiers from the outermost to the innermost.
    pub(super) modifiers: Box<[Modifier]>,
    pub(super) callee: Callee,
    pub(super) arguments: Box<[Expression]>,
    pub(super) operands: Box<[(Operand, Location)]>,
}

#[derive(Clone, Debug)]
pub(super) enum Modifier {
    Inverse,
    Power(Expression),
    Control { positive: bool, number: usize },
}

/// Meaning of a gate's name.
#[derive(Clone, Debug)]
pub(super) enum Callee {
    /// Gate of the table times a global phase.
    Fixed { gate: Gate, phase: f64 },
    /// Gate of the table with an angle.
    Rotation(fn(f64) -> Gate),
    /// Gate defined by others.
    Defined(Arc<Definition>),
    /// Multiplication by a global phase.
    Phase,
}

/// Definition of a gate. Its frame begins with the parameters and the qubits.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) num_parameters: usize,
    pub(super) num_qubits: usize,
    /// Number of variables in its frame.
    pub(super) num_slots: usize,
    pub(super) body: Block,
    pub(super) cost: Cost,
    pub(super) depth: usize,
}

/// Least that an application of a gate takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) operations: usize,
    pub(super) steps: usize,
}

impl Cost {
    pub(super) const NONE: Self = Self {
        operations: 0,
        steps: 0,
    };

    pub(super) const OPERATION: Self = Self {
        operations: 1,
        ..Self::NONE
    };

    pub(super) const STEP: Self = Self {
        steps: 1,
        ..Self::NONE
    };

    pub(super) fn plus(self, more: Self) -> Self {
        Self {
            operations: self.operations.saturating_add(more.operations),
            steps: self.steps.saturating_add(more.steps),
        }
    }
}

impl GateCall {
    /// Cost for each qubit of its registers.
    pub(super) fn cost(&self) -> Cost {
        let cost = self.callee.cost();
        let operations = if self.modifiers.is_empty() {
            cost.operations
        } else {
            // The power 0 leaves none.
            0
        };
        Cost { operations, ..cost }
    }
}

impl Callee {
    pub(super) fn num_parameters(&self) -> usize {
        match self {
            Self::Fixed { .. } => 0,
            Self::Rotation(_) | Self::Phase => 1,
            Self::Defined(definition) => definition.num_parameters,
        }
    }

    pub(super) fn num_qubits(&self) -> usize {
        match self {
            Self::Phase => 0,
            Self::Fixed { gate, .. } => gate.num_qubits(),
            Self::Rotation(_) => 1,
            Self::Defined(definition) => definition.num_qubits,
        }
    }

    fn cost(&self) -> Cost {
        match self {
            Self::Defined(definition) => definition.cost,
            Self::Fixed { .. } | Self::Rotation(_) => Cost::OPERATION,
            Self::Phase => Cost::NONE,
        }
    }

    /// Depth of nested definitions.
    pub(super) fn depth(&self) -> usize {
        match self {
            Self::Defined(definition) => definition.depth,
            _ => 0,
        }
    }
}

/// Subroutine of a program. Its frame begins with the parameters.
#[derive(Debug)]
pub(super) struct Subroutine {
    pub(super) parameters: Box<[Parameter]>,
    pub(super) num_slots: usize,
    pub(super) body: Block,
    pub(super) depth: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Parameter {
    Value(Type),
    /// Array that the subroutine may change.
    Mutable(Type),
    /// Qubit, or a register of this size.
    Qubits(Option<usize>),
}

/// Call of a subroutine.
#[derive(Clone, Debug)]
pub(super) struct SubroutineCall {
    pub(super) location: Location,
    pub(super) callee: Arc<Subroutine>,
    pub(super) arguments: Box<[Argument]>,
}

#[derive(Clone, Debug)]
pub(super) enum Argument {
    Value(Expression),
    Mutable(Target),
    Qubits(Operand),
}

/// Qubit or register.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// Declared or physical qubits; the size is `None` for a single one.
    Fixed { start: u32, size: Option<u32> },
    /// Parameter or alias.
    Variable(Slot),
    Select {
        /// Name in the text, for messages.
        name: Box<str>,
        of: Box<Operand>,
        selection: Selection,
    },
    /// Registers that follow each other.
    Concatenation {
        location: Location,
        operands: Box<[Operand]>,
    },
}

/// Indices in brackets.
#[derive(Clone, Debug)]
pub(super) enum Selection {
    Index(Expression),
    /// Indices from the first to the last, both included.
    Range(Box<IndexRange>),
    Set {
        location: Location,
        indices: Box<[Expression]>,
    },
}

#[derive(Clone, Debug)]
pub(super) struct IndexRange {
    pub(super) location: Location,
    pub(super) first: Option<Expression>,
    pub(super) step: Option<Expression>,
    pub(super) last: Option<Expression>,
}

impl Selection {
    /// Returns `true` if all indices are constants.
    pub(super) fn is_constant(&self) -> bool {
        let known = |bound: &Option<Expression>| {
            let constant = bound.as_ref().map(Expression::constant);
            constant != Some(None)
        };
        match self {
            Self::Index(index) => index.constant().is_some(),
            Self::Range(range) => known(&range.first) && known(&range.step) && known(&range.last),
            Self::Set { indices, .. } => indices.iter().all(|index| index.constant().is_some()),
        }
    }

    /// Location of the first index.
    pub(super) fn location(&self) -> Location {
        match self {
            Self::Index(index) => index.location,
            Self::Range(range) => range.location,
            Self::Set { location, .. } => *location,
        }
    }
}

/// Pairs of brackets after a name, each with selections separated by commas.
pub(super) type Brackets = Box<[Box<[Selection]>]>;

/// Classical variable, or elements of it.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Name in the text, for messages.
    pub(super) name: Box<str>,
    pub(super) location: Location,
    pub(super) slot: Slot,
    /// Type of the whole variable.
    pub(super) of: Type,
    /// Value of a constant, which has no slot.
    pub(super) constant: Option<Value>,
    pub(super) brackets: Brackets,
}

impl Target {
    /// Returns `true` if all indices are constants.
    pub(super) fn is_constant(&self) -> bool {
        let mut selections = self.brackets.iter().flatten();
        selections.all(Selection::is_constant)
    }
}

/// Origin of a value.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Expression(Expression),
    Measure(Location, Operand),
    /// Elements of an array, in braces.
    List(Box<[Source]>),
}

/// Value that a subroutine returns.
#[derive(Clone, Debug)]
pub(super) struct ReturnValue {
    pub(super) of: Type,
    pub(super) source: Source,
}

#[derive(Clone, Debug)]
pub(super) struct Declaration {
    pub(super) slot: Slot,
    pub(super) of: Type,
    pub(super) origin: Origin,
}

/// First value of a variable.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    Zero,
    Source(Source),
    /// Input of this name.
    Input(Box<str>),
}

#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub(super) target: Target,
    /// Operator of a compound assignment.
    pub(super) operator: Option<Binary>,
    pub(super) source: Source,
}

#[derive(Clone, Debug)]
pub(super) struct Alias {
    pub(super) slot: Slot,
    pub(super) operand: Operand,
}

#[derive(Clone, Debug)]
pub(super) struct Conditional {
    /// Conditions in order, each with the block that runs if it is the first to be true.
    pub(super) branches: Box<[(Expression, Block)]>,
    pub(super) otherwise: Block,
}

#[derive(Clone, Debug)]
pub(super) struct Switch {
    pub(super) subject: Expression,
    pub(super) cases: Box<[(Box<[Expression]>, Block)]>,
    pub(super) default: Block,
}

#[derive(Clone, Debug)]
pub(super) struct For {
    pub(super) slot: Slot,
    pub(super) of: Type,
    pub(super) domain: Domain,
    pub(super) body: Block,
}

/// Values that a loop runs through.
#[derive(Clone, Debug)]
pub(super) enum Domain {
    /// Whole numbers from the first to the last, both included.
    Range {
        first: Expression,
        step: Option<Expression>,
        last: Expression,
    },
    Set(Box<[Expression]>),
    /// Elements of a register of bits or of an array.
    Elements(Expression),
}

#[derive(Clone, Debug)]
pub(super) struct While {
    pub(super) condition: Expression,
    pub(super) body: Block,
}

/// Expression as steps of a stack machine, so that its length takes no stack.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) location: Location,
    pub(super) steps: Box<[Step]>,
}

impl Expression {
    /// The value, if the expression is a constant.
    pub(super) fn constant(&self) -> Option<&Value> {
        match &self.steps[..] {
            [Step::Constant(value)] => Some(value),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    Constant(Value),
    Variable(Slot),
    /// Elements of a variable.
    Element(Box<Target>),
    Unary(Unary),
    Function(Function),
    Binary(Binary),
    Cast(Box<Type>),
    /// Jumps over so many steps if the value on top is false, else drops it.
    And(u32),
    /// Jumps over so many steps if the value on top is true, else drops it.
    Or(u32),
    /// Makes a truth value of the value on top.
    Truth,
    /// Size of a dimension, which is on top, of the array below it.
    Size,
    Call(Box<SubroutineCall>),
}
