//! Who runs circuits and gives bits.
//!
//! A [`Backend`] takes circuits and gives shots. [`Local`] runs them on the simulators of this
//! program, [`Noisy`] with the faults of a device; in a test [`Scripted`] gives what the test wants,
//! failures included.
//!
//! Whether bits make sense in a game is not known here: a noisy device gives bits that the exact
//! state excludes, and whoever asked must refuse them.
//!
//! Below it: `cheqqers_circuit` (gates and circuits), `cheqqers_sim` (the simulators) and
//! `cheqqers_native` (the gates of devices). Above it: `cheqqers_players`, the command. Bit `k` of a shot is clbit `k` of its circuit.
//!
//! ```
//! use cheqqers_backend::{Backend, Local, Simulator, Task};
//! use cheqqers_circuit::{Circuit, Gate, Qubit};
//! use rand_chacha::ChaCha8Rng;
//! use rand_chacha::rand_core::SeedableRng;
//!
//! let mut circuit = Circuit::new(2, 0);
//! circuit.push(Gate::X, &[Qubit(1)])?;
//! circuit.measure_all();
//! let mut backend = Local::new(Simulator::Auto, ChaCha8Rng::from_seed([7; 32]));
//! let runs = backend.run(&Task::new(&[circuit], 2))?;
//! assert_eq!(runs[0].shots, ["01".parse()?, "01".parse()?]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backend;
mod job;
mod local;
mod noise;
mod noisy;
mod probe;
mod scripted;
mod task;

pub use backend::{Backend, BackendError};
pub use job::{AnswerKind, JobError, Provenance};
pub use local::{Local, Simulator};
pub use noise::{Noise, ParseNoiseError};
pub use noisy::{Noisy, run_placed};
pub use probe::{Probe, ProbeKind, probe};
pub use scripted::Scripted;
pub use task::{Question, Run, Task};
