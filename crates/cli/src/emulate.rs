//! Services of others, here.

use std::io::{self, Write};
use std::thread;

use cheqqers_emulate::{Options, Server};

use crate::args::Emulate;
use crate::setup::new_seed;
use crate::{CliError, interrupt};

/// Starts the services, says where they are and serves until the process ends.
pub(crate) fn run(args: &Emulate) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    let options = Options {
        noise: args.noise,
        time_scale: args.time_scale,
        rate_limits: !args.no_rate_limits,
        seed,
        faults: args.faults.clone(),
    };
    let server = Server::start(options, args.address).map_err(|source| CliError::Listen {
        address: args.address,
        source,
    })?;
    if !server.address().ip().is_loopback() {
        // A warning that nobody can read is no reason not to serve.
        let _ = writeln!(
            io::stderr(),
            "warning: anybody who can reach {} can use this",
            server.address()
        );
    }
    print(&server.url(), seed).map_err(CliError::Output)?;
    loop {
        thread::park();
    }
}

/// Where the services are, and what clients are to be told.
fn print(url: &str, seed: u64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "listening on {url} (seed {seed})")?;
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
    ] {
        writeln!(out, "  {service:15} {how}")?;
    }
    out.flush()
}
