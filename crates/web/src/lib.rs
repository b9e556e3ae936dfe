//! Quantum board games in a browser.

mod dto;
mod table;
