//! Remote services, each against the local server that speaks its protocol.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "remote/braket.rs"]
mod braket;
#[path = "remote/service.rs"]
mod service;
