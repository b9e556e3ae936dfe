//! The files of version 1.

/// Circuits with what is told of them, and counts of games.
pub(super) const INDEX: &str = include_str!("../../suite/v1/suite.json");

/// Text of a circuit by its name.
macro_rules! files {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../suite/v1/", $name, ".qasm")))),+]
    };
}

pub(super) const FILES: &[(&str, &str)] = files! {
    "size-02-1"
    "size-03-1"
    "size-03-2"
    "size-04-1"
    "size-04-2"
    "size-04-3"
    "size-05-1"
    "size-05-2"
    "size-05-3"
    "size-06-1"
    "size-06-2"
    "size-06-3"
    "size-07-1"
    "size-07-2"
    "size-07-3"
    "size-08-1"
    "size-08-2"
    "size-09-1"
    "size-09-2"
    "size-10-1"
    "size-10-2"
    "size-11-1"
    "size-12-1"
    "size-14-1"
    "size-16-1"
    "size-18-1"
    "size-20-1"
    "size-22-1"
    "size-24-1"
    "depth-1"
    "depth-2"
    "depth-3"
    "depth-4"
    "depth-5"
    "split"
    "split-twice"
    "merge"
    "merge-opposite"
    "capture"
    "international-2"
    "international-3"
    "rotation-1"
    "blocking-2"
    "blocking-4"
    "queens-chess-4"
    "queens-chess-5"
    "box-chess-2"
};
