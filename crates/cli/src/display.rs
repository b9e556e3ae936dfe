//! Display of boards.

use std::io::{self, IsTerminal};

use cheqqers_circuit::Symbols;
use cheqqers_game::show::{Ink, Look};
use clap::ColorChoice;

use crate::args::ShowOptions;

/// Colours, symbols and width for standard output.
pub(crate) fn for_output(options: &ShowOptions) -> Look {
    let terminal = io::stdout().is_terminal();
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let colours = match options.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // https://no-color.org: no colours unless asked for.
        ColorChoice::Auto => {
            let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            terminal && !dumb && !is_set("NO_COLOR")
        }
    };
    Look {
        ink: if colours { Ink::Ansi } else { Ink::Plain },
        symbols: if options.ascii {
            Symbols::Ascii
        } else {
            Symbols::Unicode
        },
        width: terminal
            .then(terminal_size::terminal_size)
            .flatten()
            .map(|(width, _)| usize::from(width.0)),
    }
}

/// Number of rows of the terminal that is standard output, if it is one.
pub(crate) fn rows_of_output() -> Option<usize> {
    let terminal = io::stdout().is_terminal();
    let size = terminal.then(terminal_size::terminal_size).flatten();
    size.map(|(_, height)| usize::from(height.0))
}
