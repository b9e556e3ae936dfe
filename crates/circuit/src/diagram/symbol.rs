//! The characters of a wire's marks.

use crate::{Action, Mark, Symbols};

/// Characters on one wire for one operand.
pub(super) enum Symbol {
    Text(String),
    Framed(String),
}

impl Symbol {
    fn of(mark: Mark, symbols: Symbols) -> Self {
        let (control, target, cross) = match symbols {
            Symbols::Unicode => ("●", "⊕", "×"),
            Symbols::Ascii => ("*", "(+)", "x"),
        };
        match mark {
            Mark::Control => Self::Text(control.into()),
            Mark::Target => Self::Text(target.into()),
            Mark::Cross => Self::Text(cross.into()),
            Mark::Boxed(text) => Self::Framed(text),
            Mark::Meter(clbit) => Self::Framed(format!("M c{}", clbit.0)),
        }
    }

    /// Width in characters.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Text(text) => text.chars().count(),
            Self::Framed(text) => text.chars().count() + 4,
        }
    }
}

/// The symbols of an operation, by wire.
pub(super) fn by_wire(action: &Action, symbols: Symbols) -> Vec<(usize, Symbol)> {
    let marks = action.marks(symbols).into_iter();
    marks
        .map(|(qubit, mark)| (qubit.index(), Symbol::of(mark, symbols)))
        .collect()
}
