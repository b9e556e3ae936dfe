//! Programs that play by the text protocol: our own, and others that do wrong.

#![cfg(unix)]

mod faults;
mod games;
mod hub;
mod page;
mod series;
mod served;
