//! Components of slots: exact states that effects change, and the circuits that prepare them.
//!
//! A game says what a move does to its *slots* as [`Effect`]s: a slot enters, is relabelled, or has
//! gates applied to it, all of them under a condition where it needs one ([`Effects`],
//! [`Control`]); and it names effects of its own ([`NamedEffect`]). The [`World`] joins components,
//! relabels, keeps each component's exact state, vacates what interference emptied, and writes the
//! circuit of a component when a measurement, a drawing or an export asks for it.
//! It measures nothing: a game requests measurements and hands the bits to [`World::collapse`].
//!
//! Below it: `cheqqers_circuit` (gates and circuits) and `cheqqers_sim` (the sparse state). Above
//! it: `cheqqers_game`. Slots are opaque here.
//!
//! Limits: 128 slots and 2²² amplitudes in one component.
//!
//! ```
//! use cheqqers_circuit::Gate;
//! use cheqqers_world::{Effect, Recording, Slot, World};
//!
//! let (a, b) = (Slot(0), Slot(1));
//! let mut world = World::new(Recording::On);
//! let effects = [
//!     Effect::Enter { slot: a, occupied: false },
//!     Effect::gate(Gate::H, &[a]),
//!     Effect::Enter { slot: b, occupied: false },
//!     Effect::gate(Gate::Cx, &[a, b]),
//! ];
//! world.apply(1, &effects)?;
//! let component = world.component(b).ok_or("it is quantum")?;
//! let [(none, _), (both, _)] = component.outcomes()[..] else {
//!     panic!("a Bell pair has two outcomes");
//! };
//! assert_eq!((none, both), ("00".parse()?, "11".parse()?));
//! // A measurement found both of them occupied: nothing is quantum any more.
//! let certain = world.collapse(a, both)?;
//! assert_eq!(certain[..], [(a, true), (b, true)]);
//! assert!(!world.is_quantum(b));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod component;
mod control;
mod effect;
mod encoding;
mod error;
mod factor;
mod limits;
mod named;
mod prepare;
mod record;
mod slot;
mod slot_state;
mod split;
mod world;

pub use cheqqers_sim::TOLERANCE;
pub use component::Component;
pub use control::{Control, Effects};
pub use effect::Effect;
pub use encoding::{CarriedSlot, EncodedCircuit, Encoding, ParseEncodingError};
pub use error::WorldError;
pub use named::{NamedEffect, Operand, Primitive};
pub use record::Recording;
pub use slot::{ClassicalSlots, Slot};
pub use slot_state::OperandState;
pub use split::{SPLIT, STEP};
pub use world::World;
