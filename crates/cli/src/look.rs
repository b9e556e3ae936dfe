use std::io::{self, IsTerminal};

use cheqqers_checkers::Move;
use cheqqers_checkers::display::{Ink, Labels, Style, Symbols};
use cheqqers_game::Colour;
use clap::ColorChoice;

use crate::args::ShowOptions;

/// How boards are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) ink: Ink,
    pub(crate) symbols: Symbols,
    /// How many columns there are, where the lines of a terminal end.
    pub(crate) width: Option<usize>,
}

impl Look {
    /// How to draw a board with these letters, the squares of the last move marked.
    pub(crate) fn style(self, last: Option<Move>, labels: Labels, bottom: Colour) -> Style {
        let squares = |mv: Move| mv.sources().chain(mv.targets()).collect();
        Style {
            ink: self.ink,
            symbols: self.symbols,
            bottom,
            marks: last.map(squares).unwrap_or_default(),
            labels,
            max_width: self.width,
        }
    }

    /// What suits standard output.
    pub(crate) fn of_output(options: &ShowOptions) -> Self {
        let terminal = io::stdout().is_terminal();
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let colours = match options.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // https://no-color.org: whoever sets it wants no colours unless asked for.
            ColorChoice::Auto => {
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                terminal && !dumb && !is_set("NO_COLOR")
            }
        };
        Self {
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
}
