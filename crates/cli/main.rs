//! The command `cheqqers`; all of it lives in `cheqqers_cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cheqqers_cli::run()
}
