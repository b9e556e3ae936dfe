//! Circuits that a device can run.
//!
//! A [`Device`] is basis gates, edges and errors, as calibration tells them. [`place()`] puts a
//! circuit on its qubits, with as few gates on two of them as it finds, and there where they do
//! best. [`lower()`] alone writes a circuit in the basis gates of a Heron processor, each run of
//! gates on one qubit fused: qubits stay where they are, and any two are taken for neighbours.
//! `README.md` of this crate tells how devices are described, and where the presets come from.
//!
//! Nothing here knows what the qubits stand for, or how to reach a device. Below it:
//! `cheqqers_circuit`. Above it: the command.
//!
//! ```
//! use cheqqers_circuit::{Circuit, Gate, Qubit};
//! use cheqqers_native::{Device, place};
//!
//! let mut circuit = Circuit::new(3, 0);
//! circuit.push(Gate::H, &[Qubit(0)])?;
//! circuit.push(Gate::Cx, &[Qubit(0), Qubit(1)])?;
//! circuit.push(Gate::Cx, &[Qubit(0), Qubit(2)])?;
//! circuit.measure_all();
//!
//! let device = Device::preset("torino")?;
//! let placed = place(&circuit, &device)?;
//! assert!(placed.circuit.gates().all(|(gate, qubits)| match *qubits {
//!     [a, b] => gate == Gate::Cz && device.edge(a, b).is_some(),
//!     _ => matches!(gate, Gate::Rz(_) | Gate::Sx | Gate::X),
//! }));
//! assert!(placed.success > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod device;
mod error;
mod euler;
mod graph;
mod known;
mod lower;
mod matrix;
mod place;
mod route;
mod stream;
mod synthesis;

pub use device::{Basis, Device, Edge, PhysicalQubit};
pub use error::{DeviceError, PlaceError};
pub use lower::lower;
pub use place::{Placed, place};
