//! A local server that speaks the protocols of remote quantum services.
//!
//! Use it to test clients without an account: requests are checked as the service checks them, jobs
//! are queued and run for a realistic time, circuits run on the simulators of this workspace with
//! the noise of a device, and [`Fault`]s happen on request. It shares no JSON type with the clients
//! of this workspace, so that each is a check of the other.
//!
//! | path | service |
//! | --- | --- |
//! | `/ibm` | IBM Quantum Platform: tokens at `/ibm/identity/token`, the rest under `/ibm/api/v1` |
//! | `/ibm-system` | IBM Quantum System API, tokens as above |
//! | `/ionq/v0.4` | IonQ Quantum Cloud |
//! | `/braket` | Amazon Braket |
//! | `/s3` | storage of objects, for Braket and the System API |
//! | `/oqtopus` | OQTOPUS, with its uploads and downloads |
//! | `/api/v1` | IQM Server, as IQM Resonance runs it |
//! | `/aqt/api/v1` | AQT Arnica |
//! | `/scaleway` | Scaleway's Quantum as a Service, with long results |
//! | `/qbraid/api/v1` | qBraid |
//!
//! Limits: it accepts any key, token or signature that does not start with `bad`; only signatures
//! with Amazon's access key `emulate` are checked, whose secret is `emulate` too. All data is in
//! memory and lost when the server ends.
//!
//! [`router()`] is an axum service with all of them; [`Emulator`] runs it on a thread of its own, for
//! synchronous programs. Below it: `cheqqers_program` reads the programs, `cheqqers_qasm` writes
//! them, `cheqqers_native` describes the devices, `cheqqers_backend` and `cheqqers_sim` run them. Above
//! it: the command.
//!
//! ```
//! use cheqqers_emulate::{Emulator, EmulatorOptions};
//!
//! let options = EmulatorOptions {
//!     faults: vec!["status=503@submit:1".parse()?],
//!     ..EmulatorOptions::default()
//! };
//! let server = Emulator::start(options, "127.0.0.1:0".parse()?)?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aqt;
mod braket;
mod clock;
mod emulator;
mod fault;
mod fetch;
mod ibm;
mod ibm_system;
mod ionq;
mod iqm;
mod jobs;
mod limit;
mod machine;
mod middleware;
mod objects;
mod options;
mod oqtopus;
mod output;
mod program;
mod qbraid;
mod reply;
mod router;
mod s3;
mod scaleway;
mod sessions;
mod shared;
mod sigv4;

pub use emulator::Emulator;
pub use fault::{Fault, ParseFaultError};
pub use options::{DeviceNoise, EmulatorOptions};
pub use router::router;
pub use shared::AcceptedJob;

/// Samples of the manual's page on the emulation.
#[cfg(doctest)]
#[doc = include_str!("../../manual/src/how-to/emulate.md")]
struct EmulateTheServices;
