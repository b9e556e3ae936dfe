//! Circuits in forms other than OpenQASM: for Quirk, for programs, for slides and for papers.
//!
//! [`svg()`] and [`latex()`] stand in the columns of the text drawing ([`Circuit::columns`]), so all
//! three show the same.
//!
//! [`Circuit::columns`]: cheqqers_circuit::Circuit::columns

mod json;
mod latex;
mod quirk;
mod svg;

use cheqqers_circuit::Grouping;

use crate::Program;

pub use json::json;
pub use latex::latex;
pub use quirk::{QUIRK_WIRES, quirk, quirk_url};
pub use svg::svg;

/// Groups that are called something stand apart from each other in a drawing.
fn grouping(program: &Program<'_>) -> Grouping {
    if program.groups.iter().all(String::is_empty) {
        Grouping::Mixed
    } else {
        Grouping::Apart
    }
}
