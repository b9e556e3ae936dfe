//! Completions for shells, and manual pages.

use thiserror::Error;

use crate::args::{Cli, Completions, Man};
use crate::error::{CommandError, Failure, USAGE};
use crate::stdio::{OutputError, print};

#[derive(Debug, Error)]
#[error("there is no command {found:?}")]
struct UnknownCommand {
    found: String,
}

impl CommandError for UnknownCommand {
    fn advice(&self) -> Option<&'static str> {
        Some("See 'cheqqers --help' for the commands.")
    }

    fn status(&self) -> u8 {
        USAGE
    }
}

/// Prints the completion script of a shell.
pub(crate) fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::whole(), "cheqqers", &mut script);
    print(script)
}

/// Prints the manual page of the whole, or of a command.
pub(crate) fn man(args: &Man) -> Result<(), Failure> {
    let mut whole = Cli::whole();
    whole.build();
    let command = match &args.command {
        None => whole,
        Some(name) => {
            let found = whole.find_subcommand(name).cloned();
            found.ok_or_else(|| UnknownCommand {
                found: name.clone(),
            })?
        }
    };
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut page);
    rendered.map_err(OutputError)?;
    print(page)
}
