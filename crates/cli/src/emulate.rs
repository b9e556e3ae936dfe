//! Emulated quantum services.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::thread;

use cheqqers_emulate::{Emulator, EmulatorOptions};
use thiserror::Error;

use crate::args::Emulate;
use crate::error::{CommandError, Failure};
use crate::interrupt;
use crate::setup::new_seed;
use crate::stdio::print;

#[derive(Debug, Error)]
#[error("could not listen on {address}")]
struct ListenError {
    address: SocketAddr,
    source: io::Error,
}

impl CommandError for ListenError {
    fn advice(&self) -> Option<&'static str> {
        Some("Choose another with --address; 127.0.0.1:0 takes a free port.")
    }
}

/// Starts the services, prints their addresses and serves until the process ends.
pub(crate) fn run(args: &Emulate) -> Result<(), Failure> {
    interrupt::exit_on_interrupt(|| ());
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    let options = EmulatorOptions {
        noise: args.noise,
        time_scale: args.time_scale,
        rate_limits: !args.no_rate_limits,
        seed,
        faults: args.faults.clone(),
    };
    let address = args.address;
    let server = Emulator::start(options, address);
    let server = server.map_err(|source| ListenError { address, source })?;
    if !server.address().ip().is_loopback() {
        // The services run even where standard error is closed.
        let _ = writeln!(
            io::stderr(),
            "warning: every client that can reach {} can use this",
            server.address()
        );
    }
    print(addresses(&server.url(), seed))?;
    loop {
        thread::park();
    }
}

/// Addresses of the services, as their clients take them.
fn addresses(url: &str, seed: u64) -> String {
    let mut text = format!("listening on {url} (seed {seed})\n");
    for (service, how) in [
        (
            "IBM cloud",
            format!("IAM_URL={url}/ibm, and {url}/ibm/api/v1 as URL of the service"),
        ),
        (
            "IBM System API",
            format!("{url}/ibm-system, tokens from {url}/ibm-system as well"),
        ),
        ("IonQ", format!("IONQ_API_URL={url}/ionq/v0.4")),
        (
            "Amazon Braket",
            format!("AWS_ENDPOINT_URL_BRAKET={url}/braket AWS_ENDPOINT_URL_S3={url}/s3"),
        ),
        ("OQTOPUS", format!("OQTOPUS_URL={url}/oqtopus")),
        ("IQM", format!("IQM_SERVER_URL={url}")),
        ("AQT", format!("AQT_ARNICA_URL={url}/aqt/api")),
        ("Scaleway", format!("SCW_API_URL={url}/scaleway")),
        ("qBraid", format!("QBRAID_API_URL={url}/qbraid/api/v1")),
    ] {
        let _ = writeln!(text, "  {service:14}  {how}");
    }
    text
}
