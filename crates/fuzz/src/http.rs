//! As much of HTTP as a client of our server, and a server for our clients, need here.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// A response of our server.
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// A connection to our server, made again where it was closed.
pub(crate) struct HttpClient {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl HttpClient {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            stream: None,
        }
    }

    /// Posts a body that is said to be JSON.
    pub(crate) fn post(&mut self, path: &str, body: &[u8]) -> io::Result<HttpResponse> {
        let mut stream = if let Some(stream) = self.stream.take() {
            stream
        } else {
            let stream = TcpStream::connect(self.address)?;
            stream.set_nodelay(true)?;
            BufReader::new(stream)
        };
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        )
        .into_bytes();
        request.extend(body);
        stream.get_mut().write_all(&request)?;
        let (first, length, is_closed) = read_head(&mut stream)?;
        let status = first.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        if !is_closed {
            self.stream = Some(stream);
        }
        Ok(HttpResponse { status, body })
    }
}

/// The first line of a message, the length of its body, and whether no other follows on the connection.
fn read_head(stream: &mut BufReader<TcpStream>) -> io::Result<(String, usize, bool)> {
    let mut first = String::new();
    stream.read_line(&mut first)?;
    if first.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let (mut length, mut is_closed) = (0, false);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            return Ok((first, length, is_closed));
        };
        let value = value.trim();
        match &name.to_ascii_lowercase()[..] {
            "content-length" => length = value.parse().unwrap_or_default(),
            "connection" => is_closed = value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
}

/// Bodies to be sent, one for each request; the last one again and again.
#[derive(Default)]
struct Script {
    status: u16,
    bodies: Vec<Vec<u8>>,
    sent: usize,
}

/// A server that answers requests with given bodies, whatever is asked.
pub(crate) struct Responder {
    address: SocketAddr,
    script: Arc<Mutex<Script>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Responder {
    pub(crate) fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let script = Arc::new(Mutex::new(Script::default()));
        let is_over = Arc::new(AtomicBool::new(false));
        let (shared, over) = (Arc::clone(&script), Arc::clone(&is_over));
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                if let Ok(stream) = stream {
                    let script = Arc::clone(&shared);
                    // It ends when the client goes away.
                    thread::spawn(move || respond(stream, &script));
                }
            }
        });
        Ok(Self {
            address,
            script,
            is_over,
            thread: Some(thread),
        })
    }

    /// Without a slash at the end.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sets the responses to the requests that follow.
    pub(crate) fn prepare(&self, status: u16, bodies: Vec<Vec<u8>>) {
        let mut script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        *script = Script {
            status,
            bodies,
            sent: 0,
        };
    }
}

impl Drop for Responder {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // To be woken up.
        let _ = TcpStream::connect(self.address);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Answers the requests of a connection until it is closed.
fn respond(stream: TcpStream, script: &Mutex<Script>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    loop {
        let (_, length, _) = read_head(&mut stream)?;
        io::copy(&mut Read::take(&mut stream, length as u64), &mut io::sink())?;
        let (status, body) = {
            let mut script = script.lock().unwrap_or_else(PoisonError::into_inner);
            let index = script.sent.min(script.bodies.len().saturating_sub(1));
            script.sent += 1;
            let body = script.bodies.get(index).cloned();
            (script.status, body.unwrap_or_default())
        };
        let mut response = format!(
            "HTTP/1.1 {status} So\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        response.extend(body);
        stream.get_mut().write_all(&response)?;
    }
}
