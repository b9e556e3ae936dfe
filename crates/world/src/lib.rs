//! From what qubits stand for to components with one circuit each.
//!
//! A game says what a move does to its *slots* ([`Effect`]); the [`World`] joins components,
//! relabels, keeps each component's exact state, vacates what interference emptied, and writes the
//! circuit of a component when a measurement, a drawing or an export asks for it.
//! It measures nothing: a [`Request`] goes out, bits come back to [`World::collapse`].
//!
//! Below it: `cheqqers_circuit` (gates and circuits) and `cheqqers_sim` (the sparse state). Above
//! it: `cheqqers_game`. Nothing here knows of boards or of what moves on them.
//!
//! Limits: 128 slots and 2²² amplitudes in one component.

mod component;
mod effect;
mod encoding;
mod error;
mod factor;
mod log;
mod prepare;
mod request;
mod slot;
mod world;

pub use cheqqers_sim::TOLERANCE;
pub use component::Component;
pub use effect::Effect;
pub use encoding::{Encoded, Encoding, ParseEncodingError};
pub use error::WorldError;
pub use log::Recording;
pub use request::Request;
pub use slot::Slot;
pub use world::{Settled, World};
