//! Classes: pupils without accounts, known by their nicknames, and the games that a teacher pairs them for.
//!
//! A teacher has a link, and so has each pupil; a short code that can be read out lets pupils in.

pub(crate) mod acts;
pub(crate) mod index;
pub(crate) mod pairing;
pub(crate) mod record;
pub(crate) mod show;
pub(crate) mod stream;
pub(crate) mod words;
