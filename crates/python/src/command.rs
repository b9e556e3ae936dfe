//! The command, in the process of Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with these arguments, the name of the program first, and ends the process with its exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, args: Vec<OsString>) {
    // The command handles signals itself.
    let status = py.detach(|| cheqqers_cli::run_from(args));
    std::process::exit(status.into())
}
