//! Requests of the page's API.

use cheqqers_web::{GameServer, ServerLimits, ServerOptions};
use serde_json::Value;
use tempfile::TempDir;

use crate::function::FuzzFunction;
use crate::http::HttpClient;

/// Number of inputs after which the server is replaced, as games are kept.
const INPUTS: u32 = 2000;

/// The most requests of one input.
const MOST_REQUESTS: usize = 16;

/// Actions in a game, each with a path of its own.
const ACTIONS: [&str; 8] = [
    "moves", "resign", "draw", "undo", "rematch", "branch", "cancel", "retry",
];

/// Requests one after the other, each a line: `games`, `positions`, or an action in the game begun last,
/// and the body behind a blank. They go through a connection, as do those of any client.
pub(crate) fn web() -> FuzzFunction {
    let mut server = FuzzedServer::start();
    Box::new(move |data| {
        if server.inputs == INPUTS {
            server = FuzzedServer::start();
        }
        server.run(data);
    })
}

struct FuzzedServer {
    inputs: u32,
    client: HttpClient,
    _server: GameServer,
    // Removed after the server has ended.
    _folder: TempDir,
}

impl FuzzedServer {
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("there are temporary files");
        let options = ServerOptions {
            data: Some(folder.path().into()),
            limits: ServerLimits {
                games_per_address: u32::MAX,
                requests: u32::MAX,
                ..ServerLimits::default()
            },
            ..ServerOptions::default()
        };
        let server = GameServer::start(options, ([127, 0, 0, 1], 0).into());
        let server = server.expect("a port is free");
        Self {
            inputs: 0,
            client: HttpClient::new(server.address()),
            _server: server,
            _folder: folder,
        }
    }

    fn run(&mut self, data: &[u8]) {
        self.inputs += 1;
        let mut link = None;
        for request in data.split(|&byte| byte == b'\n').take(MOST_REQUESTS) {
            let blank = request.iter().position(|&byte| byte == b' ');
            let (name, body) = request.split_at(blank.unwrap_or(request.len()));
            let path = match name {
                b"games" | b"positions" => String::from_utf8_lossy(name).into_owned(),
                name => {
                    let mut actions = ACTIONS.iter();
                    let Some(action) = actions.find(|action| action.as_bytes() == name) else {
                        continue;
                    };
                    if link.is_none() {
                        link = self.post("games", b"{\"one_screen\":true}");
                    }
                    let link = link.as_deref().expect("a usual game can be begun");
                    format!("links/{link}/{action}")
                }
            };
            link = self.post(&path, body).or(link);
        }
    }

    /// Posts a body; the link to a game that was begun.
    fn post(&mut self, path: &str, body: &[u8]) -> Option<String> {
        let path = format!("/api/v1/{path}");
        let response = self.client.post(&path, body.trim_ascii());
        let response = response.expect("the server answers");
        let text = String::from_utf8(response.body).expect("answers are text");
        // A panic is answered so.
        let is_panic = response.status == 500 || text.contains("this could not be done");
        assert!(!is_panic, "{}: {text}", response.status);
        let value: Value = serde_json::from_str(&text).expect("answers are JSON");
        let links = value.get("links")?.as_object()?;
        let mut sides = ["both", "white", "black", "watch"].iter();
        let link = sides.find_map(|side| links.get(*side)?.as_str());
        link.map(str::to_owned)
    }
}
