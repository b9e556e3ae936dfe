//! Lines of the engine protocol, and whole sessions with an engine of ours.

use cheqqers_engine::protocol::{Command, Reply};
use cheqqers_engine::{EngineSettings, PlayerSpec, serve};

/// A line of the host.
pub(crate) fn command(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match text.parse::<Command>() {
        Ok(command) => {
            let written = command.to_string();
            assert_eq!(written.parse().ok(), Some(command), "{written}");
        }
        Err(error) => drop(error.to_string()),
    }
}

/// A line of the engine.
pub(crate) fn reply(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match text.parse::<Reply>() {
        Ok(reply) => {
            let written = reply.to_string();
            assert_eq!(written.parse().ok(), Some(reply), "{written}");
        }
        Err(error) => drop(error.to_string()),
    }
}

/// All that a host says to a player that does not think. Each line of the engine is a reply of the protocol.
pub(crate) fn session(data: &[u8]) {
    if data.windows(6).any(|word| word == b"Player") {
        return;
    }
    let settings = EngineSettings {
        name: "Fuzz".into(),
        version: "0".into(),
        player: random(),
        seed: 7,
    };
    let mut output = Vec::new();
    let served = serve(data, &mut output, settings);
    served.expect("bytes can be read and written");
    let output = String::from_utf8(output).expect("replies are text");
    for line in output.lines() {
        assert!(line.parse::<Reply>().is_ok(), "{line}");
    }
}

/// The player that moves at random.
fn random() -> PlayerSpec {
    "random".parse().expect("there is such a player")
}
