//! Counts of a circuit on a backend, compared with its exact probabilities.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Instant;

use cheqqers_backend::{Backend, Job, Run};
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_players::{Stream, generator};
use serde_json::{Map, Value, json};

use super::error::SimulateError;
use super::run::Run as Exact;
use crate::args::{BackendName, Simulate};
use crate::error::Failure;
use crate::remote::{RemoteSetupError, chosen_for, remote};
use crate::setup::new_seed;
use crate::stdio::print;

/// Number of shots on a remote backend by default.
const REMOTE_SHOTS: u64 = 200;

/// Runs a circuit on a backend and prints its counts beside the exact probabilities. A local backend
/// has `local_shots` by default.
pub(super) fn run(
    args: &Simulate,
    circuit: &Circuit,
    name: &BackendName,
    local_shots: u64,
) -> Result<(), Failure> {
    let name = &chosen_for(name.clone(), args.remote.dry_run)?;
    let failed = |source| SimulateError::new(&args.file, circuit, source);
    let exact = Exact::new(circuit, args.simulator, args.precision, 1).map_err(failed)?;
    let exact = exact.probabilities().map_err(failed)?;
    let (mut backend, shots): (Box<dyn Backend>, u64) = match name {
        BackendName::Here(kind) => {
            let rng = generator(args.seed.map_or_else(new_seed, Ok)?, Stream::Measurements);
            (kind.circuit_backend(rng), local_shots)
        }
        BackendName::Remote(name, profile) => {
            let mut there = remote(name, profile, &args.remote, None)?;
            if !args.remote.dry_run {
                there
                    .tell_of_open_jobs()
                    .map_err(RemoteSetupError::Journal)?;
            }
            (Box::new(there), REMOTE_SHOTS)
        }
    };
    let mut circuit = circuit.clone();
    if circuit.measurements().next().is_none() {
        let mut measured = Circuit::new(circuit.num_qubits(), 0);
        for (gate, qubits) in circuit.gates() {
            measured.push(gate, qubits).expect("the same qubits");
        }
        measured.measure_all();
        circuit = measured;
    }
    let shots = args.shots.unwrap_or(shots);
    let shots = usize::try_from(shots).unwrap_or(usize::MAX);
    let start = Instant::now();
    let found = backend.run(&Job::new(std::slice::from_ref(&circuit), shots));
    let seconds = start.elapsed().as_secs_f64();
    backend.end_series("");
    let found = match found {
        Ok(mut runs) => runs.remove(0),
        Err(error) if error.is_dry_run() => return Ok(()),
        Err(source) => {
            return Err(SimulateError::Backend {
                backend: name.to_string(),
                source: Box::new(source),
            }
            .into());
        }
    };
    let compared = Comparison {
        backend: name.to_string(),
        qubits: circuit.num_qubits(),
        gates: circuit.gates().count(),
        seconds,
        counts: found.counts(),
        exact: exact.into_iter().collect(),
        found,
    };
    print(if args.json {
        format!("{}\n", compared.to_json())
    } else {
        compared.to_string()
    })
}

/// Counts of a backend, and the exact probabilities.
struct Comparison {
    backend: String,
    qubits: usize,
    gates: usize,
    seconds: f64,
    found: Run,
    counts: BTreeMap<Bitstring, u64>,
    exact: BTreeMap<Bitstring, f64>,
}

impl Comparison {
    fn share(&self, bits: Bitstring) -> f64 {
        let count = self.counts.get(&bits).copied().unwrap_or(0);
        count as f64 / self.found.shots.len().max(1) as f64
    }

    fn probability(&self, bits: Bitstring) -> f64 {
        self.exact.get(&bits).copied().unwrap_or(0.0)
    }

    fn outcomes(&self) -> BTreeSet<Bitstring> {
        self.counts
            .keys()
            .chain(self.exact.keys())
            .copied()
            .collect()
    }

    /// The total variation distance, 0..=1.
    fn distance(&self) -> f64 {
        let off = |bits| (self.share(bits) - self.probability(bits)).abs();
        self.outcomes().into_iter().map(off).sum::<f64>() / 2.0
    }

    fn to_json(&self) -> Value {
        let counts = self.counts.iter();
        let counts: Map<String, Value> = counts
            .map(|(bits, &count)| (bits.to_string(), count.into()))
            .collect();
        let exact = self.exact.iter();
        let exact: Map<String, Value> = exact
            .map(|(bits, &p)| (bits.to_string(), json!(p)))
            .collect();
        let job = self.found.provenance.as_ref().map(|job| {
            json!({"service": job.service, "device": job.device, "job": job.job,
                   "marker": job.key, "answer": job.answer,
                   "calibrated": job.calibrated, "predicted": job.predicted})
        });
        json!({
            "qubits": self.qubits,
            "gates": self.gates,
            "backend": self.backend,
            "seconds": self.seconds,
            "shots": self.found.shots.len(),
            "job": job,
            "counts": counts,
            "probabilities": exact,
            "distance": self.distance(),
        })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{:<10}{:>12}", "qubits", self.qubits)?;
        writeln!(out, "{:<10}{:>12}", "gates", self.gates)?;
        writeln!(out, "{:<10}{:>12}", "backend", self.backend)?;
        let provenance = self.found.provenance.as_ref();
        if let Some(job) = provenance.and_then(|provenance| provenance.job.as_ref()) {
            writeln!(out, "{:<10}{job:>12}", "job")?;
        }
        writeln!(out, "{:<10}{:>12.6}", "seconds", self.seconds)?;
        writeln!(out, "{:<10}{:>12}", "shots", self.found.shots.len())?;
        writeln!(out, "{:<10}{:>12.6}", "distance", self.distance())?;
        writeln!(out)?;
        for bits in self.outcomes() {
            let count = self.counts.get(&bits).copied().unwrap_or(0);
            writeln!(
                out,
                "{bits}  {count:>10}  {:5.1} %   exactly {:5.1} %",
                100.0 * self.share(bits),
                100.0 * self.probability(bits)
            )?;
        }
        Ok(())
    }
}
