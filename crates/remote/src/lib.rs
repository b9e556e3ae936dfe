//! Runs circuits on remote quantum services over HTTP: one job, one answer.
//!
//! [`Remote`] is a [`Backend`](cheqqers_backend::Backend) that sends each circuit as a job to a
//! [`Service`], waits for it and gives its shots. What it is about to send it writes to a
//! [`Journal`] on disk first, under a marker that the service is given too, so that after a crash, a
//! closed laptop or a lost answer it goes on with the same job and never sends a second one.
//!
//! Bits are in our order beyond a service's own module: clbit 0 comes first. Whether bits make sense
//! in a game is not known here.
//!
//! Below it: `cheqqers_backend` (what a backend is), `cheqqers_qasm` (programs), `cheqqers_native`
//! (devices), `cheqqers_circuit`. Above it: the command.

mod aws;
mod entry;
mod http;
mod journal;
mod limits;
mod marker;
mod outcomes;
mod pace;
mod prepare;
mod profile;
mod remote;
mod service;
mod services;
mod surroundings;
mod watch;
mod words;

pub use entry::{AnswerName, Asked, Entry, State};
pub use journal::Journal;
pub use limits::Limits;
pub use marker::hash;
pub use pace::Pace;
pub use profile::{Profile, ProfileError, Profiles};
pub use remote::Remote;
pub use service::{
    Answer, Capabilities, Cost, DeviceInfo, DeviceState, Draft, JobState, NewJob, Outcomes,
    Service, Status,
};
pub use services::{ParseServiceError, ServiceName, connect};
pub use surroundings::Surroundings;
pub use watch::{Event, Quote, Unwatched, Watch};
