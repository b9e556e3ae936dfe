//! Circuits that a device can run.
//!
//! [`lower()`] writes a circuit in the basis gates of a Heron processor, each run of gates on one qubit
//! fused. Qubits stay where they are: qubit `k` of the circuit is qubit `k` of the device, and any
//! two of them are taken for neighbours.
//!
//! Below it: `cheqqers_circuit`. Above it: the command.
//!
//! ```
//! use cheqqers_circuit::{Circuit, Gate, Qubit};
//! use cheqqers_native::lower;
//!
//! let mut circuit = Circuit::new(2, 0);
//! circuit.push(Gate::H, &[Qubit(0)])?;
//! circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)])?;
//! circuit.measure_all();
//! let lowered = lower(&circuit);
//! assert!(lowered.gates().all(|(gate, _)| ["rz", "sx", "x", "cz"].contains(&gate.name())));
//! # Ok::<(), cheqqers_circuit::CircuitError>(())
//! ```

mod device;
mod error;
mod euler;
mod lower;

pub use device::{Basis, Device, Edge, PhysicalQubit};
pub use error::{DeviceError, PlaceError};
pub use lower::lower;
