//! Our own names of jobs.

use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};

use cheqqers_backend::Question;
use sha2::{Digest, Sha256};

/// What the name of a job begins with, so that it is known for ours wherever it is seen.
const PREFIX: &str = "cheqqers-";

/// The name of the job that answers a question about its circuits from this one on; `again` counts the jobs
/// before it that failed. The same question has the same names, whoever asks and when.
pub(crate) fn of(question: &Question, circuit: usize, again: u32) -> String {
    let Question {
        game,
        past,
        ply,
        mv,
        measurement,
        attempt,
    } = question;
    // Every part but the last is free of blanks, so that no two questions read alike.
    let past = hash(past.as_bytes());
    let text = format!("{ply} {mv} {measurement} {attempt} {circuit} {again} {past} {game}");
    named(text.as_bytes())
}

/// The name of a job that answers no question.
pub(crate) fn random() -> String {
    named(&noise())
}

/// Bytes that nobody else has: seeded by the machine, which is enough for names and for waits.
pub(crate) fn noise() -> [u8; 32] {
    let mut noise = [0; 32];
    for chunk in noise.chunks_mut(8) {
        let drawn = RandomState::new().hash_one(std::process::id());
        chunk.copy_from_slice(&drawn.to_le_bytes());
    }
    noise
}

/// 64 bits in hexadecimal digits: short enough for the tags of every service.
fn named(bytes: &[u8]) -> String {
    format!("{PREFIX}{}", &hash(bytes)[..16])
}

/// SHA-256 in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").expect("a text takes whatever is written to it");
    }
    text
}

/// The seed of whatever has to be drawn for a job: fixed by its name, which is fixed before the job
/// is sent.
pub(crate) fn seed(marker: &str) -> [u8; 32] {
    Sha256::digest(marker.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_have_names_of_their_own() {
        let question = Question {
            game: "a game".into(),
            past: "c3^b4d4 f6-e5".into(),
            ply: 12,
            mv: "d4xf6".into(),
            measurement: 0,
            attempt: 0,
        };
        let first = of(&question, 0, 0);
        assert_eq!(first, of(&question.clone(), 0, 0));
        assert_eq!(first.len(), PREFIX.len() + 16);
        let others = [
            of(
                &Question {
                    past: "c3-d4 f6-e5".into(),
                    ..question.clone()
                },
                0,
                0,
            ),
            of(&question, 1, 0),
            of(&question, 0, 1),
            of(
                &Question {
                    ply: 1,
                    ..question.clone()
                },
                0,
                0,
            ),
            of(
                &Question {
                    attempt: 1,
                    ..question.clone()
                },
                0,
                0,
            ),
            of(
                &Question {
                    measurement: 1,
                    ..question.clone()
                },
                0,
                0,
            ),
            of(
                &Question {
                    game: "another".into(),
                    ..question
                },
                0,
                0,
            ),
        ];
        for (index, other) in others.iter().enumerate() {
            assert_ne!(*other, first);
            assert!(!others[..index].contains(other));
        }
    }

    #[test]
    fn hashes_are_the_standard_ones() {
        assert!(hash(b"abc").starts_with("ba7816bf8f01cfea"));
    }
}
