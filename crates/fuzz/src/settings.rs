//! Words of the command line, and files of a user.

use std::fmt::{Debug, Display};
use std::fs;
use std::str::FromStr;

use cheqqers_backend::Noise;
use cheqqers_circuit::{Bitstring, CanonicalCircuit, Gate};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::Encoding;
use cheqqers_measure::MeasurerKind;
use cheqqers_measure::pool::CommonCircuits;
use cheqqers_players::TimeControl;
use cheqqers_remote::{Entry, Profiles, ServiceName};

use crate::function::FuzzFunction;

/// Words for players, times, noise, gates and circuits.
pub(crate) fn words(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    round_trips::<PlayerSpec>(text);
    round_trips::<TimeControl>(text);
    round_trips::<Noise>(text);
    round_trips::<MeasurerKind>(text);
    round_trips::<Encoding>(text);
    round_trips::<ServiceName>(text);
    round_trips::<Bitstring>(text);
    round_trips::<CanonicalCircuit>(text);
    let _ = text.parse::<Gate>();
}

/// Reads a text, and what is written of it.
fn round_trips<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert_eq!(written.parse().ok(), Some(value), "{written}");
        }
        Err(error) => drop(error.to_string()),
    }
}

/// The file of settings, with devices under names of the user's own.
pub(crate) fn config() -> FuzzFunction {
    let folder = tempfile::tempdir().expect("there are temporary files");
    Box::new(move |data| {
        let path = folder.path().join("config.toml");
        fs::write(&path, data).expect("temporary files can be written");
        match Profiles::read(&path) {
            Ok(profiles) => {
                profiles
                    .write(&path)
                    .expect("temporary files can be written");
                let again = Profiles::read(&path);
                assert_eq!(again.expect("what was written can be read"), profiles);
            }
            Err(error) => drop(error.to_string()),
        }
    })
}

/// The table of common circuits.
pub(crate) fn pool(data: &[u8]) {
    let Ok(table) = serde_json::from_slice::<CommonCircuits>(data) else {
        return;
    };
    let written = serde_json::to_vec(&table).expect("a table is JSON");
    let again = serde_json::from_slice::<CommonCircuits>(&written);
    assert_eq!(again.expect("what was written can be read"), table);
}

/// A job as it is kept on disk.
pub(crate) fn journal(data: &[u8]) {
    let Ok(entry) = serde_json::from_slice::<Entry>(data) else {
        return;
    };
    let written = serde_json::to_vec(&entry).expect("an entry is JSON");
    let again = serde_json::from_slice::<Entry>(&written);
    assert_eq!(again.expect("what was written can be read"), entry);
}
