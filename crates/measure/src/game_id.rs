//! Identities of games that follow from their headers.

use cheqqers_backend::sha256;
use serde_json::{Map, Value};

/// Header item with the random part of an identity that follows from its header.
const NONCE: &str = "nonce";

/// Beginning of an identity that follows from its header.
const PREFIX: &str = "sha256-";

/// Hexadecimal digits of such an identity.
const DIGITS: usize = 32;

/// Gives a header an identity that is a hash of all of it, and returns that. The keys of the game's jobs are
/// hashes of the identity, so that they bind the header: its start, rules, backend, and the plan of its pool.
///
/// `nonce` is of no other game.
pub fn bind(header: &mut Map<String, Value>, nonce: String) -> String {
    header.insert(NONCE.into(), nonce.into());
    let id = hash_of(header);
    header.insert(GameId::KEY.into(), id.clone().into());
    id
}

/// The identity of a game by its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameId<'a> {
    /// It is a hash of the header.
    Bound(&'a str),
    /// It has no connection with the header, as in records of earlier versions.
    Free(&'a str),
    /// There is none.
    Missing,
    /// It should be a hash of the header, and is one of another.
    Wrong,
}

impl<'a> GameId<'a> {
    /// Header item of an identity.
    pub const KEY: &'static str = "id";

    /// The identity in a header.
    pub fn of(header: &'a Map<String, Value>) -> Self {
        let id = header.get(Self::KEY).and_then(Value::as_str);
        match id {
            None if header.contains_key(NONCE) => Self::Wrong,
            None => Self::Missing,
            Some(id) if !id.starts_with(PREFIX) && !header.contains_key(NONCE) => Self::Free(id),
            Some(id) if hash_of(header) == id => Self::Bound(id),
            Some(_) => Self::Wrong,
        }
    }
}

/// Hash of a header without its identity.
fn hash_of(header: &Map<String, Value>) -> String {
    let fields = header.iter().filter(|(key, _)| *key != GameId::KEY);
    let fields: Map<String, Value> = fields
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let text = Value::Object(fields).to_string();
    format!("{PREFIX}{}", &sha256(text.as_bytes())[..DIGITS])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    type Change = fn(&mut Map<String, Value>);

    fn header() -> Map<String, Value> {
        let header = json!({"format": "cheqqers", "seed": 7, "pool": {"seeds": ["a", "b"]}});
        header.as_object().unwrap().clone()
    }

    #[test]
    fn an_identity_is_that_of_its_header_and_no_other() {
        let mut header = header();
        let id = bind(&mut header, "1".into());
        assert_eq!(GameId::of(&header), GameId::Bound(&id));
        let read: Map<String, Value> =
            serde_json::from_str(&Value::Object(header.clone()).to_string()).unwrap();
        assert_eq!(GameId::of(&read), GameId::Bound(&id));
        let changes: [Change; 4] = [
            |header| header["pool"]["seeds"] = json!(["a", "c"]),
            |header| header["seed"] = json!(8),
            |header| drop(header.shift_remove(NONCE)),
            |header| drop(header.shift_remove(GameId::KEY)),
        ];
        for change in changes {
            let mut changed = header.clone();
            change(&mut changed);
            assert_eq!(GameId::of(&changed), GameId::Wrong, "{changed:?}");
        }
    }

    #[test]
    fn identities_of_earlier_versions_are_told_apart() {
        let mut header = header();
        assert_eq!(GameId::of(&header), GameId::Missing);
        header.insert(GameId::KEY.into(), "00ff".into());
        assert_eq!(GameId::of(&header), GameId::Free("00ff"));
    }
}
