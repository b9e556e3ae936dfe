//! Studies: snapshots of games with comments, which stay as they are.
//!
//! A study is named after what it holds, so that the same one is kept once, and nothing leads from it to a link of
//! the game that it was taken from.

use std::collections::BTreeMap;

use cheqqers_game::Colour;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::links::Token;

/// A study as it is kept and sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Study {
    /// Its own title, or the game's.
    pub(crate) title: String,
    /// The game and its main options.
    pub(crate) about: String,
    /// State at the end in words, unless it was cut off.
    pub(crate) words: Option<String>,
    pub(crate) line: StudyLine,
    pub(crate) plies: usize,
    pub(crate) ply: usize,
    pub(crate) side: Colour,
    pub(crate) comments: BTreeMap<usize, String>,
}

/// A line of moves with all of their outcomes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StudyLine {
    pub(crate) game: String,
    pub(crate) settings: BTreeMap<String, String>,
    pub(crate) position: Option<String>,
    pub(crate) moves: Vec<String>,
}

impl Study {
    /// The same as JSON, and the name that follows from it.
    pub(crate) fn written(&self) -> (Token, String) {
        let json = serde_json::to_string(self).expect("what is kept is JSON");
        let hash = Sha256::digest(&json);
        let mut bits = [0; 16];
        bits.copy_from_slice(&hash[..16]);
        (Token::from(u128::from_be_bytes(bits)), json)
    }
}
