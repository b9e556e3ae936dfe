//! The command `cheqqers`; all of it lives in `cheqqers_cli`.

use std::process::ExitCode;

use cheqqers_cli::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    cheqqers_cli::run()
}
