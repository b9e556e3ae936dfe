//! Lines of the engine protocol, and whole sessions with an engine of ours, by that protocol and by Hub.

use cheqqers_engine::hub::HubLine;
use cheqqers_engine::protocol::{Command, Reply};
use cheqqers_engine::{EngineProtocol, EngineSettings, PlayerSpec, serve};

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
    for line in replies(data, EngineProtocol::Cqi).lines() {
        assert!(line.parse::<Reply>().is_ok(), "{line}");
    }
}

/// All that a program says by Hub. Each line of the engine is one of Hub.
pub(crate) fn hub_session(data: &[u8]) {
    for line in replies(data, EngineProtocol::Hub).lines() {
        let read: HubLine = line.parse().expect("it is a line of Hub");
        assert_eq!(read.to_string(), line);
    }
}

/// Replies of the player that moves at random.
fn replies(data: &[u8], protocol: EngineProtocol) -> String {
    let settings = EngineSettings {
        name: "Fuzz".into(),
        version: "0".into(),
        protocol,
        player: random(),
        seed: 7,
    };
    let mut output = Vec::new();
    let served = serve(data, &mut output, settings);
    served.expect("bytes can be read and written");
    String::from_utf8(output).expect("replies are text")
}

/// The player that moves at random.
fn random() -> PlayerSpec {
    "random".parse().expect("there is such a player")
}
