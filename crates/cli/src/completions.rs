//! Completions for shells, and manual pages.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::CliError;
use crate::args::{Cli, Completions, Man};

/// Prints the script that completes the command in a shell.
pub(crate) fn completions(args: &Completions) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cheqqers", &mut script);
    print(&script)
}

/// Prints the manual page of the whole, or of a command.
pub(crate) fn man(args: &Man) -> Result<(), CliError> {
    let mut whole = Cli::command();
    whole.build();
    let command = match &args.command {
        None => whole,
        Some(name) => {
            whole
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| CliError::UnknownCommand {
                    found: name.clone(),
                })?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(CliError::Output)?;
    print(&page)
}

fn print(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(CliError::Output)
}
