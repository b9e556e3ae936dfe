//! A local server that speaks the protocols of remote quantum services.
//!
//! It is there to try clients without an account: what a client sends is checked as the service
//! checks it, jobs wait and run for their time, circuits run on the simulators of this program with
//! the noise of a device, and [`Fault`]s happen on request. It knows no clients of this program and
//! shares nothing with them, so that both are a check of each other.
//!
//! | path | service |
//! | --- | --- |
//! | `/ibm` | IBM Quantum Platform: tokens at `/ibm/identity/token`, the rest under `/ibm/api/v1` |
//! | `/ibm-system` | IBM Quantum System API, tokens as above |
//! | `/ionq/v0.4` | IonQ Quantum Cloud |
//! | `/braket` | Amazon Braket |
//! | `/s3` | storage of objects, for Braket and the System API |
//! | `/oqtopus` | OQTOPUS, with its uploads and downloads |
//!
//! Any key, token or signature is taken, but for those that start with `bad`; signatures with
//! Amazon's access key `emulate` are checked, its secret being `emulate` too. What is kept is kept in
//! memory, until the server ends.
//!
//! [`router()`] is the whole as a service of axum; [`Server`] runs it on a thread of its own, for
//! programs that don't wait for others. Below it: `cheqqers_qasm` reads the programs,
//! `cheqqers_native` describes the devices, `cheqqers_backend` and `cheqqers_sim` run them. Above it: the command.
//!
//! ```
//! use cheqqers_emulate::{Options, Server};
//!
//! let options = Options {
//!     faults: vec!["status=503@submit:1".parse()?],
//!     ..Options::default()
//! };
//! let server = Server::start(options, "127.0.0.1:0".parse()?)?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod braket;
mod clock;
mod fault;
mod fetch;
mod ibm;
mod ibm_system;
mod ionq;
mod jobs;
mod limit;
mod machine;
mod options;
mod oqtopus;
mod program;
mod reply;
mod s3;
mod server;
mod shared;
mod sigv4;

use std::sync::Arc;

use axum::Router;

pub use fault::{Fault, ParseFaultError};
pub use options::{DeviceNoise, Options};
pub use server::Server;

/// All services, each under its path.
pub fn router(options: Options) -> Router {
    let shared = shared::Shared::new(options);
    let tokens = ibm::Tokens::new(&shared);
    let tasks = Arc::new(braket::Tasks::new(&shared));
    Router::new()
        .nest("/ibm", ibm::router(&shared, &tokens))
        .nest("/ibm-system", ibm_system::router(&shared, &tokens))
        .nest("/ionq/v0.4", ionq::router(&shared))
        .nest("/braket", braket::router(&shared, &tasks))
        .nest("/s3", s3::router(&shared, &tasks))
        .nest("/oqtopus", oqtopus::router(&shared))
}
