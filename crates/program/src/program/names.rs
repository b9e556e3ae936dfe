use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::tree::{Callee, Slot, Subroutine};
use super::types::Type;
use super::value::Value;

/// Meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// Declared qubits; the size is `None` for a single one.
    Qubits {
        start: u32,
        size: Option<u32>,
    },
    /// Parameter or alias of qubits.
    QubitVariable {
        slot: Slot,
        single: bool,
    },
    /// Variable of a classical type.
    Variable {
        slot: Slot,
        of: Type,
        /// It can be assigned to.
        mutable: bool,
    },
    Constant(Value, Type),
}

/// Extent of names in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    /// Program, gate or subroutine. Of the names outside it only constants are seen.
    Frame,
    /// Block of statements.
    Block,
}

#[derive(Debug)]
struct Scope {
    kind: ScopeKind,
    symbols: HashMap<String, Symbol>,
    /// Aliases of outer scopes that statements of this one have used.
    used: HashSet<String>,
}

/// Names that the text has declared, by scope.
#[derive(Debug)]
pub(super) struct Names {
    scopes: Vec<Scope>,
    pub(super) gates: HashMap<String, Callee>,
    pub(super) subroutines: HashMap<String, Arc<Subroutine>>,
    /// Gates and subroutines without a definition, with the word that declares them.
    pub(super) undefined: HashMap<String, &'static str>,
    /// Number of variables in the current frame.
    num_slots: Slot,
}

impl Names {
    pub(super) fn new() -> Self {
        let mut names = Self {
            scopes: Vec::new(),
            gates: HashMap::new(),
            subroutines: HashMap::new(),
            undefined: HashMap::new(),
            num_slots: 0,
        };
        names.enter(ScopeKind::Frame);
        names
    }

    /// Returns `true` outside of all blocks, gates and subroutines.
    pub(super) fn are_global(&self) -> bool {
        self.scopes.len() == 1
    }

    /// Starts a scope; returns the number of slots of the frame before.
    pub(super) fn enter(&mut self, kind: ScopeKind) -> Slot {
        self.scopes.push(Scope {
            kind,
            symbols: HashMap::new(),
            used: HashSet::new(),
        });
        match kind {
            ScopeKind::Frame => std::mem::take(&mut self.num_slots),
            ScopeKind::Block => self.num_slots,
        }
    }

    /// Ends a scope; returns the number of slots of its frame.
    pub(super) fn leave(&mut self, before: Slot) -> usize {
        let scope = self.scopes.pop().expect("it was entered");
        match scope.kind {
            ScopeKind::Frame => std::mem::replace(&mut self.num_slots, before) as usize,
            ScopeKind::Block => self.num_slots as usize,
        }
    }

    /// Number of variables of the current frame.
    pub(super) fn num_slots(&self) -> usize {
        self.num_slots as usize
    }

    /// Slot of a new variable.
    pub(super) fn slot(&mut self) -> Slot {
        self.num_slots += 1;
        self.num_slots - 1
    }

    pub(super) fn declare(&mut self, name: &str, symbol: Symbol) {
        let scope = self.scopes.last_mut().expect("there is a global one");
        scope.symbols.insert(name.to_owned(), symbol);
    }

    /// Meaning of a name in the innermost scope.
    pub(super) fn local(&self, name: &str) -> Option<&Symbol> {
        self.scopes.last()?.symbols.get(name)
    }

    /// Meaning of a name.
    pub(super) fn find(&self, name: &str) -> Option<&Symbol> {
        let mut outside = false;
        for scope in self.scopes.iter().rev() {
            match scope.symbols.get(name) {
                Some(symbol @ Symbol::Constant(..)) => return Some(symbol),
                Some(symbol) if !outside => return Some(symbol),
                _ => {}
            }
            outside |= scope.kind == ScopeKind::Frame;
        }
        None
    }

    /// Marks an alias as used in the current block.
    pub(super) fn mark_used(&mut self, name: &str) {
        let scope = self.scopes.last_mut().expect("there is a global one");
        if !scope.symbols.contains_key(name) && scope.kind == ScopeKind::Block {
            scope.used.insert(name.to_owned());
        }
    }

    /// Returns `true` if the current block has used this alias of an outer scope.
    pub(super) fn is_used(&self, name: &str) -> bool {
        self.scopes
            .last()
            .is_some_and(|scope| scope.used.contains(name))
    }
}
