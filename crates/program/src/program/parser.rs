use std::collections::BTreeSet;

use cheqqers_circuit::Gate;
use cheqqers_qasm::{Definitions, Dialect};

use super::error::{Fault, Location, ParseErrorKind, quoted};
use super::keyword::{is_newer, is_unsupported};
use super::library::Library;
use super::names::{Names, ScopeKind};
use super::token::{TokenKind, Tokens};
use super::tree::{Block, Callee, Source, Statement, StatementKind};
use super::types::Type;
use super::version::Version;

mod call;
mod classical;
mod declaration;
mod expression;
mod flow;
mod gate;
mod include;
mod operand;
mod subroutine;

/// Maximum depth of blocks, expressions and definitions within each other.
pub(super) const MAX_DEPTH: usize = 64;

/// Maximum number of bits and numbers of all classical variables.
pub(super) const MAX_MEMORY: usize = 1 << 20;

/// Register of bits that a program gives back.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) name: String,
    pub(super) slot: u32,
    pub(super) of: Type,
    pub(super) location: Location,
    /// Declared by the word `output`.
    pub(super) explicit: bool,
}

/// Input of a program.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Input {
    pub(super) name: String,
    pub(super) of: &'static str,
}

/// Part of a text in which only some statements may stand.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Context {
    Program,
    Gate,
    /// Subroutine that returns a value of this type.
    Subroutine(Type),
}

/// Way in which a text names its qubits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    Declared,
    /// By the numbers of a device, as `$0`.
    Physical,
}

/// Text of an included file by its name.
pub(super) type Files<'f> = dyn FnMut(&str) -> Option<String> + 'f;

/// State of reading a program and the files that it includes.
pub(super) struct State<'f> {
    pub(super) version: Version,
    pub(super) builtin_gates: Library,
    /// Gates of the libraries.
    pub(super) standard: fn(&str) -> Option<Callee>,
    /// A gate was used or defined, after which no library may be included.
    pub(super) has_gates: bool,
    pub(super) names: Names,
    pub(super) files: &'f mut Files<'f>,
    /// Names of the included files.
    pub(super) included: Vec<String>,
    pub(super) outputs: Vec<Output>,
    pub(super) inputs: Vec<Input>,
    pub(super) num_qubits: usize,
    /// Place of the first qubits.
    pub(super) first_qubit: Option<Location>,
    /// Way in which qubits are named, once there are any.
    pub(super) naming: Option<Naming>,
    pub(super) definitions: Definitions,
    /// Gates that are called outside of definitions.
    pub(super) gates: BTreeSet<String>,
    pub(super) num_bits: usize,
    pub(super) memory: usize,
    pub(super) context: Context,
    /// Depth of blocks and expressions around the next token.
    pub(super) depth: usize,
    /// Largest depth of blocks and expressions with the depth of what they call.
    pub(super) deepest: usize,
    pub(super) loops: usize,
    /// Number of steps that constants took.
    pub(super) steps: usize,
    /// The text defines the gates of the libraries, which may have any name.
    pub(super) is_library: bool,
}

impl<'f> State<'f> {
    pub(super) fn new(
        version: Version,
        standard: fn(&str) -> Option<Callee>,
        files: &'f mut Files<'f>,
    ) -> Self {
        Self {
            version,
            builtin_gates: Library::without_include(version),
            standard,
            has_gates: false,
            names: Names::new(),
            files,
            included: Vec::new(),
            outputs: Vec::new(),
            inputs: Vec::new(),
            num_qubits: 0,
            first_qubit: None,
            naming: None,
            definitions: Definitions::Flat,
            gates: BTreeSet::new(),
            num_bits: 0,
            memory: 0,
            context: Context::Program,
            depth: 0,
            deepest: 0,
            loops: 0,
            steps: 0,
            is_library: false,
        }
    }

    /// Dialect of a text that is read to its end.
    pub(super) fn dialect(&self) -> Dialect {
        match (self.version, self.builtin_gates) {
            (Version::Two, _) => Dialect::Qasm2,
            (Version::Three, Library::Braket) => Dialect::Braket,
            (Version::Three, _) if self.naming == Some(Naming::Physical) => Dialect::Ibm,
            (Version::Three, _) => Dialect::Qasm3,
        }
    }
}

/// Parser of one text.
pub(super) struct Parser<'a, 's, 'f> {
    pub(super) tokens: Tokens<'a>,
    pub(super) state: &'s mut State<'f>,
}

impl<'a, 's, 'f> Parser<'a, 's, 'f> {
    pub(super) fn new(tokens: Tokens<'a>, state: &'s mut State<'f>) -> Self {
        Self { tokens, state }
    }

    /// Reads all statements to the end of the text.
    pub(super) fn statements(&mut self) -> Result<Vec<Statement>, Fault> {
        let mut statements = Vec::new();
        while self.tokens.peek().kind != TokenKind::End {
            self.statement(&mut statements)?;
        }
        Ok(statements)
    }

    /// Reads a text that is the origin of a value.
    pub(super) fn whole_source(&mut self) -> Result<Source, Fault> {
        let source = self.source()?;
        if self.tokens.peek().kind == TokenKind::End {
            return Ok(source);
        }
        Err(self.tokens.unexpected("the end of the value"))
    }

    pub(super) fn is_three(&self) -> bool {
        self.state.version == Version::Three
    }

    fn statement(&mut self, out: &mut Vec<Statement>) -> Result<(), Fault> {
        let token = self.tokens.peek();
        let location = token.location;
        let three = self.is_three();
        let word = match token.kind {
            TokenKind::Name(word) => word,
            TokenKind::Symbol("@") if three => {
                self.tokens.skip_line()?;
                return Ok(());
            }
            TokenKind::Symbol("{") if three => {
                let block = self.block()?;
                out.push(statement(location, StatementKind::Block(block)));
                return Ok(());
            }
            TokenKind::Symbol(";") => {
                let what = "empty statements";
                return Err(location.error(ParseErrorKind::UnsupportedForm { what }));
            }
            _ => return Err(self.tokens.unexpected("a statement")),
        };
        if is_unsupported(word, self.state.version) {
            let what = word.to_owned();
            return Err(location.error(ParseErrorKind::Unsupported { what }));
        }
        self.check_place(word, location)?;
        let kind = match word {
            "include" => return self.include(out),
            "gate" => return self.define(),
            "opaque" => return self.opaque(),
            "qreg" | "creg" => self.old_register()?,
            "barrier" | "nop" if three || word == "barrier" => self.barrier()?,
            "measure" => self.measure()?,
            "reset" => self.reset()?,
            "if" => self.conditional()?,
            "OPENQASM" => return Err(self.tokens.unexpected("a statement")),
            "else" if three => {
                return Self::misplaced(word, "without an `if` before it", location);
            }
            _ if three => return self.statement_of_3(word, location, out),
            _ => self.call(location)?,
        };
        out.extend(kind.map(|kind| statement(location, kind)));
        Ok(())
    }

    /// Reads a statement that OpenQASM 2 lacks.
    fn statement_of_3(
        &mut self,
        word: &str,
        location: Location,
        out: &mut Vec<Statement>,
    ) -> Result<(), Fault> {
        let kind = match word {
            "qubit" => self.qubits_declaration()?,
            "bit" | "bool" | "int" | "uint" | "float" | "angle" | "array" | "duration"
            | "stretch" => self.declaration()?,
            "const" => self.constant()?,
            "input" | "output" => self.interface()?,
            "let" => self.alias()?,
            "for" => Some(self.for_loop()?),
            "while" => Some(self.while_loop()?),
            "switch" => Some(self.switch()?),
            "break" | "continue" | "end" => Some(self.jump()?),
            "return" => Some(self.return_value()?),
            "def" => return self.subroutine(),
            "extern" => return self.external(),
            "box" => Some(self.boxed()?),
            "delay" => self.delay()?,
            "pragma" => {
                self.tokens.skip_line()?;
                None
            }
            "defcalgrammar" => {
                self.tokens.take()?;
                self.text("the name of a grammar in quotation marks")?;
                self.tokens.end()?;
                None
            }
            _ => self.assignment_or_call(location)?,
        };
        out.extend(kind.map(|kind| statement(location, kind)));
        Ok(())
    }

    /// Checks that a statement may stand where it does.
    fn check_place(&self, word: &str, location: Location) -> Result<(), Fault> {
        const OUTSIDE: &[&str] = &[
            "include",
            "gate",
            "opaque",
            "def",
            "extern",
            "qubit",
            "qreg",
            "input",
            "output",
            "defcalgrammar",
        ];
        const IN_GATES: &[&str] = &[
            "measure", "reset", "creg", "bit", "delay", "box", "end", "return", "while", "let",
        ];
        // A name of OpenQASM 2 may be a word of OpenQASM 3.
        if !self.is_three() && is_newer(word) {
            return Ok(());
        }
        let global = self.state.names.are_global();
        let in_gate = self.state.context == Context::Gate;
        let place = if in_gate && (IN_GATES.contains(&word) || OUTSIDE.contains(&word)) {
            "in the definition of a gate"
        } else if !global && OUTSIDE.contains(&word) {
            "in a block"
        } else {
            return Ok(());
        };
        let what = word.to_owned();
        Err(location.error(ParseErrorKind::Misplaced { what, place }))
    }

    /// Reads a block in braces, or a single statement.
    fn body(&mut self) -> Result<Block, Fault> {
        if self.tokens.sees("{") {
            return self.block();
        }
        if self.tokens.sees(";") {
            return Err(self.tokens.unexpected("a statement"));
        }
        self.nested(|parser| {
            let before = parser.state.names.enter(ScopeKind::Block);
            let mut statements = Vec::new();
            // Annotations belong to the statement.
            while statements.is_empty() && parser.tokens.sees("@") {
                parser.tokens.skip_line()?;
            }
            parser.statement(&mut statements)?;
            parser.state.names.leave(before);
            Ok(statements.into())
        })
    }

    /// Reads a block in braces.
    fn block(&mut self) -> Result<Block, Fault> {
        self.nested(|parser| {
            let before = parser.state.names.enter(ScopeKind::Block);
            let block = parser.braces();
            parser.state.names.leave(before);
            block
        })
    }

    /// Reads statements in braces, in the current scope.
    fn braces(&mut self) -> Result<Block, Fault> {
        self.tokens.symbol("{", "`{`")?;
        let mut statements = Vec::new();
        while !self.tokens.accept("}")? {
            if self.tokens.peek().kind == TokenKind::End {
                return Err(self.tokens.unexpected(match self.state.context {
                    Context::Gate => "a gate or `}`",
                    _ => "a statement or `}`",
                }));
            }
            self.statement(&mut statements)?;
        }
        Ok(statements.into())
    }

    /// Reads what is one deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        let location = self.tokens.peek().location;
        if self.state.depth == MAX_DEPTH {
            return Err(location.error(ParseErrorKind::Depth { limit: MAX_DEPTH }));
        }
        self.state.depth += 1;
        self.state.deepest = self.state.deepest.max(self.state.depth);
        let found = read(self);
        self.state.depth -= 1;
        found
    }

    /// Checks the depth of what is called here.
    fn called(&mut self, depth: usize, location: Location) -> Result<(), Fault> {
        let depth = self.state.depth + depth;
        if depth > MAX_DEPTH {
            return Err(location.error(ParseErrorKind::Depth { limit: MAX_DEPTH }));
        }
        self.state.deepest = self.state.deepest.max(depth);
        Ok(())
    }

    /// Checks that a name is free for a declaration.
    fn check_new(&self, name: &str, location: Location) -> Result<(), Fault> {
        let names = &self.state.names;
        let global = names.are_global();
        let elsewhere = global
            && (names.gates.contains_key(name)
                || names.subroutines.contains_key(name)
                || names.undefined.contains_key(name));
        let library = self.state.builtin_gates;
        if elsewhere || names.local(name).is_some() {
            let name = quoted(name);
            return Err(location.error(ParseErrorKind::Duplicate { name }));
        }
        if global && library.is_fixed(name) {
            let (name, library) = (quoted(name), library.title());
            return Err(location.error(ParseErrorKind::LibraryName { name, library }));
        }
        Ok(())
    }

    /// Consumes a text in quotation marks.
    fn text(&mut self, expected: &'static str) -> Result<(&'a str, Location), Fault> {
        let TokenKind::Text(text) = self.tokens.peek().kind else {
            return Err(self.tokens.unexpected(expected));
        };
        Ok((text, self.tokens.take()?.location))
    }

    /// Gate of this name.
    fn find_gate(&mut self, name: &str, location: Location) -> Result<Callee, Fault> {
        self.state.has_gates = true;
        if let Some(callee) = self.state.names.gates.get(name) {
            return Ok(callee.clone());
        }
        if let Some(kind) = self.state.names.undefined.get(name).copied() {
            let name = quoted(name);
            return Err(location.error(ParseErrorKind::NoDefinition { name, kind }));
        }
        if name == "gphase" && self.is_three() {
            return Ok(Callee::Phase);
        }
        if self.state.builtin_gates.has(name)
            && let Some(callee) = (self.state.standard)(self.state.builtin_gates.entry(name))
        {
            return Ok(callee);
        }
        Err(location.error(if !self.is_three() && is_newer(name) {
            let word = name.to_owned();
            ParseErrorKind::OtherVersion { word }
        } else {
            ParseErrorKind::UnknownGate {
                name: quoted(name),
                library: self.state.builtin_gates.title(),
            }
        }))
    }
}

pub(super) fn statement(location: Location, kind: StatementKind) -> Statement {
    Statement { location, kind }
}

/// Gates of the gate table, by name.
pub(super) fn table() -> impl Iterator<Item = (&'static str, Callee)> {
    let fixed = Gate::all(0.0).filter(|gate| gate.parameter().is_none());
    let fixed = fixed.map(|gate| (gate.name(), Callee::Fixed { gate, phase: 0.0 }));
    let rotations: [fn(f64) -> Gate; 4] = [Gate::Rx, Gate::Ry, Gate::Rz, Gate::P];
    let rotations = rotations.map(|gate| (gate(0.0).name(), Callee::Rotation(gate)));
    fixed.chain(rotations)
}
