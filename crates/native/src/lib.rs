//! Placement of circuits on quantum computers.
//!
//! A [`Device`] has basis gates, edges and calibrated errors. [`place()`] maps a circuit to its
//! qubits with few gates on two qubits, where their errors are smallest. [`lower()`] alone
//! decomposes a circuit into the basis gates of a Heron processor, and [`lower_to()`] into those of
//! any [`Basis`], with each run of gates on one qubit fused; they move no qubit and treat any two as
//! neighbours. [`prx_operations()`] writes a circuit in IQM's gates, [`rxx_operations()`] in those of
//! trapped ions. `README.md` of this crate describes the format of devices and the source of the
//! presets.
//!
//! Limits: basis gates are those of IBM's Heron and of IQM's processors, and measurements come last.
//! Circuits are placed on IQM's machines with a lattice, not on those with a central resonator. Below it:
//! `cheqqers_circuit`. Above it: noisy backends, clients of services and their emulation.
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
//! assert!(placed.success_probability > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod device;
mod error;
mod euler;
mod graph;
mod lower;
mod matrix;
mod place;
mod presets;
mod prx;
mod reachable;
mod route;
mod rxx;
mod stream;
mod synthesis;

pub use device::{Basis, Device, Edge, PhysicalQubit};
pub use error::{DeviceError, PlaceError};
pub use lower::{lower, lower_to};
pub use place::{Placement, place};
pub use prx::{PrxOperation, prx_operations};
pub use rxx::{RxxOperation, rxx_operations};
