//! Runs circuits and returns their shots.
//!
//! A [`Backend`] runs the circuits of a [`Job`]. [`Local`] runs them on the simulators of this
//! program, [`Noisy`] with the faults of a device; in tests [`Scripted`] returns the bits, or the
//! failures, that a test wrote down. Bit `k` of a shot is clbit `k` of its circuit.
//!
//! What the bits mean is not known here: a noisy device returns bits that the exact state excludes,
//! and the caller must refuse them. A backend that sends jobs elsewhere attaches its own error to
//! [`JobFailure`].
//!
//! Below: `cheqqers_circuit` (gates and circuits), `cheqqers_sim` (the simulators) and
//! `cheqqers_native` (the gates of devices). Above: `cheqqers_remote`, which runs jobs at services,
//! and whatever measures.
//!
//! ```
//! use cheqqers_backend::{Backend, Job, Local, Simulator};
//! use cheqqers_circuit::{Circuit, Gate, Qubit};
//! use rand_chacha::ChaCha8Rng;
//! use rand_chacha::rand_core::SeedableRng;
//!
//! let mut circuit = Circuit::new(2, 0);
//! circuit.push(Gate::X, &[Qubit(1)])?;
//! circuit.measure_all();
//! let mut backend = Local::new(Simulator::Auto, ChaCha8Rng::from_seed([7; 32]));
//! let runs = backend.run(&Job::new(&[circuit], 2))?;
//! assert_eq!(runs[0].shots, ["01".parse()?, "01".parse()?]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backend;
mod calibration;
mod counts;
mod error;
mod job;
mod local;
mod measurement_id;
mod noise;
mod noisy;
mod price;
mod probe;
mod provenance;
mod scripted;

pub use backend::Backend;
pub use calibration::{PairCalibration, QubitCalibration, UsedCalibration};
pub use counts::{generator_of, shuffled_shots};
pub use error::{BackendError, FailureClass, JobFailure};
pub use job::{Job, Misreading, Run};
pub use local::{Local, Simulator};
pub use measurement_id::{MeasurementId, is_job_key, job_key, sha256};
pub use noise::{Noise, ParseNoiseError};
pub use noisy::{Noisy, run_placed};
pub use price::{BRAKET_PRICES, GatePrices, IONQ_PRICES, ShotPrices};
pub use probe::{Probe, ProbeKind, order_probe, probe};
pub use provenance::{Provenance, ResponseForm};
pub use scripted::Scripted;

/// Samples of the manual's page on backends.
#[cfg(doctest)]
#[doc = include_str!("../../manual/src/how-to/write-a-backend.md")]
struct WriteABackend;
