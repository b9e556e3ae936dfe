//! Plies as they are sent, in parts that all readers share.

use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use serde::Serialize;

/// Plies of a part: some 25 KiB.
const PART: usize = 64;

/// The JSON of a game's plies in parts of 64, however many clients are sent them: a client that never reads holds no
/// copy of its own.
#[derive(Debug, Default)]
pub(super) struct SharedPlies(Mutex<Vec<Bytes>>);

impl SharedPlies {
    /// The plies from a number of them on, as elements of a JSON array.
    pub(super) fn from(&self, plies: &[impl Serialize], from: usize) -> Vec<Bytes> {
        let complete = plies.len() / PART;
        let first = from.div_ceil(PART);
        let mut parts = Vec::new();
        if first >= complete {
            parts.push(joined(&plies[from..]));
        } else {
            let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let known = shared.len();
            shared.extend(plies.chunks_exact(PART).skip(known).map(joined));
            parts.push(joined(&plies[from..first * PART]));
            parts.extend_from_slice(&shared[first..complete]);
            parts.push(joined(&plies[complete * PART..]));
        }
        parts.retain(|part| !part.is_empty());
        // Each part begins with a comma.
        if let Some(part) = parts.first_mut() {
            *part = part.slice(1..);
        }
        parts
    }

    /// Forgets all but so many plies, as the others were taken back.
    pub(super) fn truncate(&mut self, plies: usize) {
        let shared = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        shared.truncate(plies / PART);
    }
}

/// Plies with a comma before each.
fn joined(plies: &[impl Serialize]) -> Bytes {
    let mut text = Vec::new();
    for ply in plies {
        text.push(b',');
        serde_json::to_writer(&mut text, ply).expect("what is shown is JSON");
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_shared_by_all_and_whole_wherever_they_begin() {
        let mut shared = SharedPlies::default();
        let mut plies: Vec<usize> = (0..200).collect();
        for from in [0, 1, 63, 64, 65, 127, 128, 150, 192, 199, 200] {
            let parts = shared.from(&plies, from);
            let text = format!("[{}]", String::from_utf8(parts.concat()).unwrap());
            let read: Vec<usize> = serde_json::from_str(&text).unwrap();
            assert_eq!(read, plies[from..], "{from}");
        }
        let (one, other) = (shared.from(&plies, 0), shared.from(&plies, 10));
        assert_eq!(one.len(), 4);
        assert_eq!(one[1].as_ptr(), other[1].as_ptr());
        plies.truncate(100);
        shared.truncate(100);
        plies.extend(500..600);
        let other = shared.from(&plies, 0);
        assert_eq!(one[0].as_ptr(), other[0].as_ptr());
        assert_eq!(
            String::from_utf8(other.concat())
                .unwrap()
                .matches(",500,")
                .count(),
            1
        );
    }
}
