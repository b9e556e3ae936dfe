//! Amazon's accounts: where users keep keys, how requests are signed, and the storage that other
//! services borrow.

mod account;
mod address;
mod bucket;
mod settings;
mod sign;

pub(crate) use account::Account;
pub(crate) use address::{address, segment};
pub(crate) use bucket::Bucket;
pub(crate) use sign::Scope;
