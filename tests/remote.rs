//! Each service's client against its protocol as `cheqqers emulate` speaks it.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "remote/aqt.rs"]
mod aqt;
#[path = "remote/benchmark.rs"]
mod benchmark;
#[path = "remote/braket.rs"]
mod braket;
#[path = "remote/bundles.rs"]
mod bundles;
#[path = "support/client.rs"]
mod client;
#[path = "support/command.rs"]
mod command;
#[path = "remote/common.rs"]
mod common;
#[path = "remote/faults.rs"]
mod faults;
#[path = "remote/games.rs"]
mod games;
#[path = "remote/ibm.rs"]
mod ibm;
#[path = "remote/ibm_system.rs"]
mod ibm_system;
#[path = "remote/ionq.rs"]
mod ionq;
#[path = "remote/iqm.rs"]
mod iqm;
#[path = "remote/kept.rs"]
mod kept;
#[path = "remote/manipulated.rs"]
mod manipulated;
#[path = "remote/oqtopus.rs"]
mod oqtopus;
#[path = "remote/pages.rs"]
mod pages;
#[path = "remote/pools.rs"]
mod pools;
#[path = "remote/qbraid.rs"]
mod qbraid;
#[path = "remote/scaleway.rs"]
mod scaleway;
#[path = "remote/soak.rs"]
mod soak;
#[path = "remote/unlisted.rs"]
mod unlisted;
