use std::fmt::Write;
use std::net::SocketAddr;

use cheqqers_emulate::{DeviceNoise, Fault};
use clap::Args;

use super::game::seed;

/// `emulate`: quantum services, emulated.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Emulate {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8765")]
    pub(crate) address: SocketAddr,
    /// Noise of devices: own (each its own), none, noisy, noisy:P, noisy:DEVICE
    #[arg(long, value_name = "NOISE", default_value = "own")]
    pub(crate) noise: DeviceNoise,
    /// Factor of the durations of queues, runs and rate limits: from 0, at once and without limits,
    /// to 1000
    #[arg(long, value_name = "X", allow_negative_numbers = true, default_value_t = 1.0, value_parser = time_scale)]
    pub(crate) time_scale: f64,
    /// Take any number of jobs a minute
    #[arg(long)]
    pub(crate) no_rate_limits: bool,
    /// Seed of shots, queues and names of jobs; the same requests then have the same answers
    /// [default: a new one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// A fault to inject, as below; may be given several times
    #[arg(long = "fault", value_name = "FAULT")]
    pub(crate) faults: Vec<Fault>,
}

const EXAMPLES: &str = "\
Examples:
  cheqqers emulate                                   all services, as slow as the real ones
  cheqqers emulate --time-scale 0 --noise none       at once, and without errors
  cheqqers emulate --fault status=503@submit:1       the first job is refused
  cheqqers emulate --fault fewer-shots --fault wait=60

IBM's cloud is below /ibm, IBM's System API below /ibm-system, IonQ below /ionq/v0.4, Amazon Braket
below /braket with its storage below /s3, OQTOPUS below /oqtopus, IQM below /api/v1, AQT below
/aqt/api/v1, Scaleway below /scaleway, qBraid below /qbraid/api/v1. All keys are accepted but those
that start with 'bad'. Jobs are kept in memory until Ctrl-C.

A fault is KIND[=VALUE][@ROUTE][:TIMES]. ROUTE is token, submit, status, result, cancel, storage
(requests of an emulated device to its storage), other or any, the default. Without TIMES it happens
every time. A request has the faults in the order given, up to the first that leaves nothing of its
answer. Those that concern jobs, from fewer-shots on,
take no route; TIMES counts jobs, and the last ones, from offline on, hold always.

Faults:
";

/// Examples, and the kinds of faults.
fn after_help() -> String {
    Fault::kinds().fold(EXAMPLES.to_owned(), |mut text, (form, about)| {
        let form = form.replace('|', ", ");
        writeln!(text, "  {form}\n      {about}").expect("memory takes all text");
        text
    })
}

fn time_scale(text: &str) -> Result<f64, String> {
    const LARGEST: f64 = 1000.0;
    let scale = text.parse().ok();
    let scale = scale.filter(|scale| (0.0..=LARGEST).contains(scale));
    scale.ok_or_else(|| format!("{text:?} is no number from 0 to {LARGEST}"))
}
