//! Tools of the tests: strategies, slow twins, golden files, scripted and random games, and the
//! invariants that every game keeps.
//!
//! For tests only; failures are panics that name the test's line. Inputs come from [`strategy`] or
//! [`seed`], so that a failing one can be had again; what is checked against is [`mod@reference`],
//! whole matrices and nothing clever, or a file ([`golden`]), or an exact distribution
//! ([`counts`]). Games of any kind are played by text ([`script`]) or at random ([`playout`]), and
//! their positions are checked by [`checks`]; components without a game are made by [`component`].
//!
//! Below it: `cheqqers_circuit`, `cheqqers_world`, `cheqqers_game` and `cheqqers_checkers`, whose own
//! unit tests therefore can't use it. It simulates nothing.

pub mod checks;
pub mod component;
pub mod counts;
pub mod effect;
pub mod golden;
pub mod playout;
pub mod reference;
pub mod script;
pub mod seed;
pub mod strategy;
