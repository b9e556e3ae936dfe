//! The extension module `cheqqers._core` of the Python package `cheqqers`.
//!
//! It holds the games, circuits and players of the other crates as Python objects; what only Python needs, as the
//! adapters of other toolkits, is in the package beside it. `cheqqers/_core.pyi` describes all of it.

#![expect(
    clippy::needless_pass_by_value,
    reason = "arguments of Python functions are converted into values"
)]
#![expect(clippy::doc_markdown, reason = "docstrings are in Python's markup")]

mod backend;
mod batch;
mod benchmark;
mod catalogue;
mod circuit;
mod command;
mod component;
mod errors;
mod game;
mod interrupt;
mod json;
mod live;
mod moves;
mod pickle;
mod player;
mod ply;
mod pool;
mod position;
mod search;
mod seed;
mod selfplay;
mod shared;
mod state;
mod table;
mod world;

use pyo3::prelude::*;

/// Contents of the module.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::batch::BatchedGames;
    #[pymodule_export]
    use crate::benchmark::{benchmark, benchmark_analysis, benchmark_circuits};
    #[pymodule_export]
    use crate::catalogue::{game_names, game_seed, presets, settings};
    #[pymodule_export]
    use crate::circuit::{Circuit, Operation};
    #[pymodule_export]
    use crate::command::main;
    #[pymodule_export]
    use crate::component::Component;
    #[pymodule_export]
    use crate::game::{Game, read_games};
    #[pymodule_export]
    use crate::moves::{LegalMoves, Move, MovesIterator};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::ply::{Measurement, Ply};
    #[pymodule_export]
    use crate::position::{MoveOutcome, Part, Position};
    #[pymodule_export]
    use crate::search::{Net, PositionSearches, StateSearches};
    #[pymodule_export]
    use crate::selfplay::{SelfplayCounts, selfplay};
    #[pymodule_export]
    use crate::state::GameState;
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::world::World;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
