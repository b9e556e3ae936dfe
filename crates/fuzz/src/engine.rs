//! Lines of the engine protocol, and whole sessions with an engine of ours.

use cheqqers_engine::protocol::{Command, Reply};
use cheqqers_engine::{EngineGame, EngineSettings, OpenGameError, PlayerSpec, serve};
use cheqqers_session::{GameVisitor, Playable, UnknownGame, recorded, with_game};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};

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

/// All that a host says. Each line of the engine is a reply of the protocol.
pub(crate) fn session(data: &[u8]) {
    let settings = EngineSettings {
        name: "Fuzz".into(),
        version: "0".into(),
        player: random(),
        seed: 7,
    };
    let mut output = Vec::new();
    let served = serve(data, &mut output, settings, &open);
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

/// Opens the game of a header, always for a player that does not think.
fn open(
    header: Map<String, Value>,
    _: &PlayerSpec,
    rng: ChaCha8Rng,
) -> Result<EngineGame, OpenGameError> {
    let name = recorded(&header).map_err(|error| OpenGameError::no_game(&error))?;
    let opened = with_game(name, GameOpening { header, rng });
    opened.expect("the game is on the list")
}

struct GameOpening {
    header: Map<String, Value>,
    rng: ChaCha8Rng,
}

impl GameVisitor for GameOpening {
    type Done = Result<EngineGame, OpenGameError>;
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<Self::Done, UnknownGame> {
        Ok(EngineGame::new::<G>(self.header, &random(), self.rng))
    }
}
