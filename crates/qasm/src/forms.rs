//! Circuits in formats other than OpenQASM: for Quirk, for programs, for slides and for papers.
//!
//! [`svg()`] and [`latex()`] use the columns of the text drawing ([`Circuit::columns`]).
//!
//! [`Circuit::columns`]: cheqqers_circuit::Circuit::columns

mod json;
mod latex;
mod quirk;
mod svg;

pub use json::json;
pub use latex::latex;
pub use quirk::{QUIRK_WIRES, quirk, quirk_url};
pub use svg::svg;
