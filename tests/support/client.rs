//! A server to ask, and the plainest way of asking.

#![allow(dead_code, reason = "the bench has no use for all of it")]

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use cheqqers_web::{GameServer, ServerLimits, ServerOptions};
use serde_json::{Value, json};

/// Limits that tests don't meet unless they want to.
pub(crate) const WIDE: ServerLimits = ServerLimits {
    games: 100_000,
    games_per_address: 1_000_000,
    requests: 1_000_000,
    streams: 1000,
    connections: 4000,
    days: 30,
};

/// A server that keeps its games in this folder.
pub(crate) fn serve_in(folder: &Path, limits: ServerLimits) -> GameServer {
    let options = ServerOptions {
        data: Some(folder.into()),
        limits,
        ..ServerOptions::default()
    };
    GameServer::start(options, ([127, 0, 0, 1], 0).into()).unwrap()
}

/// A connection that is kept.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    stream: BufReader<TcpStream>,
    /// Lines of headers that every request has besides.
    headers: String,
}

/// What came back.
#[derive(Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) bytes: Vec<u8>,
    /// The same, where it is text.
    pub(crate) body: String,
}

/// Without the bytes, which are no news.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = (self.status, &self.headers, &self.body);
        f.debug_tuple("Answer").field(&seen).finish()
    }
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known == name);
        found.map(|(_, value)| &**value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> (u16, String) {
        let code = self.json()["error"]["code"].as_str().map(str::to_owned);
        (self.status, code.unwrap_or_else(|| panic!("{self:?}")))
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        let patience = Some(Duration::from_mins(1));
        stream.set_read_timeout(patience).unwrap();
        Self {
            address,
            stream: BufReader::new(stream),
            headers: String::new(),
        }
    }

    /// As a proxy asks for this address.
    pub(crate) fn on_behalf_of(mut self, address: &str) -> Self {
        self.headers = format!("x-forwarded-for: {address}\r\n");
        self
    }

    pub(crate) fn with_header(mut self, header: &str) -> Self {
        self.headers.push_str(header);
        self.headers.push_str("\r\n");
        self
    }

    pub(crate) fn of(server: &GameServer) -> Self {
        Self::new(server.address())
    }

    /// Sends these bytes and reads one answer.
    pub(crate) fn raw(&mut self, request: &[u8]) -> io::Result<Answer> {
        // A server that has heard enough may have closed its end.
        let _ = self.stream.get_mut().write_all(request);
        let status_line = self.line()?;
        let status = status_line
            .split(' ')
            .nth(1)
            .and_then(|text| text.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(": ") else {
                break;
            };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let mut answer = Answer {
            status,
            headers,
            bytes: Vec::new(),
            body: String::new(),
        };
        let length = answer
            .header("content-length")
            .map(|text| text.parse().unwrap());
        let mut body = vec![0; length.unwrap_or(0)];
        self.stream.read_exact(&mut body)?;
        answer.body = String::from_utf8(body.clone()).unwrap_or_default();
        answer.bytes = body;
        Ok(answer)
    }

    /// A line without its end.
    pub(crate) fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        line.truncate(line.trim_end().len());
        Ok(line)
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.try_get(path).unwrap()
    }

    pub(crate) fn try_get(&mut self, path: &str) -> io::Result<Answer> {
        let (host, headers) = (self.address, &self.headers);
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{headers}\r\n");
        self.raw(request.as_bytes())
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.try_post(path, body).unwrap()
    }

    pub(crate) fn try_post(&mut self, path: &str, body: &Value) -> io::Result<Answer> {
        self.send("POST", path, "application/json", &body.to_string())
    }

    pub(crate) fn send(
        &mut self,
        method: &str,
        path: &str,
        kind: &str,
        body: &str,
    ) -> io::Result<Answer> {
        let (host, length, headers) = (self.address, body.len(), &self.headers);
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: {kind}\r\n\
             content-length: {length}\r\n{headers}\r\n{body}"
        );
        self.raw(request.as_bytes())
    }

    /// Begins a game and gives what is answered.
    pub(crate) fn begin(&mut self, asked: &Value) -> Value {
        let begun = self.post("/api/v1/games", asked);
        assert_eq!(begun.status, 201, "{begun:?}");
        begun.json()
    }

    /// The same for two people at one screen, where two people play.
    pub(crate) fn begin_here(&mut self, asked: &Value) -> Value {
        let mut asked = asked.clone();
        asked["one_screen"] = json!(true);
        self.begin(&asked)
    }

    /// The game of a link.
    pub(crate) fn game(&mut self, link: &str) -> Value {
        let seen = self.get(&format!("/api/v1/links/{link}"));
        assert_eq!(seen.status, 200, "{seen:?}");
        seen.json()
    }

    /// Does something in a game.
    pub(crate) fn act(&mut self, link: &str, act: &str, body: &Value) -> Answer {
        self.post(&format!("/api/v1/links/{link}/{act}"), body)
    }

    /// Makes a move that is to work.
    pub(crate) fn play(&mut self, link: &str, ply: usize, mv: &str) -> Value {
        let played = self.act(link, "moves", &json!({"ply": ply, "move": mv}));
        assert_eq!(played.status, 200, "{mv}: {played:?}");
        played.json()
    }

    /// Looks at a game until it is as wanted.
    pub(crate) fn until(&mut self, link: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..3000 {
            let seen = self.game(link);
            if is_so(&seen) {
                return seen;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{}", self.game(link));
    }
}

/// A link of a game that was begun.
pub(crate) fn link<'a>(begun: &'a Value, name: &str) -> &'a str {
    begun["links"][name].as_str().unwrap()
}

/// How many plies a state tells of.
pub(crate) fn num_plies(state: &Value) -> usize {
    state["plies"].as_array().unwrap().len()
}

/// A move of a state, drawn by a number.
pub(crate) fn some_move(state: &Value, number: usize) -> Option<&str> {
    let legal = state["legal"].as_array().unwrap();
    let mv = legal.get(number % legal.len().max(1))?;
    mv["move"].as_str()
}

/// What is seen of a state whatever was done to keep it: all but its version and history.
pub(crate) fn unversioned(mut state: Value) -> Value {
    let fields = state.as_object_mut().unwrap();
    for name in ["version", "history"] {
        assert!(fields.remove(name).is_some());
    }
    state
}
