//! Commands and replies of the engine protocol, each one line whose text form round-trips.

mod command;
mod error;
mod go;
mod info;
mod reply;
mod words;

pub use command::Command;
pub use error::ProtocolError;
pub use go::Go;
pub use info::Info;
pub use reply::{EngineOption, OptionKind, Reply};

/// Version of the protocol.
pub const VERSION: u32 = 1;

#[cfg(test)]
mod tests;
