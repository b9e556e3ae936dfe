use std::io;
use std::net::{SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tower::ServiceExt;

use crate::Options;
use crate::fault::Reset;

/// The services on a thread of their own, until it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts to listen; with port 0 at a port that is free. It takes connections when this returns.
    ///
    /// # Errors
    /// When the machine gives no such address, or no thread.
    pub fn start(options: Options, address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let router = crate::router(options);
        let thread = thread::Builder::new().name("emulate".into());
        let thread = thread.spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    // An error or a value: either way nobody wants it any more.
                    _ = stopped => {}
                    () = accept(listener, router) => {}
                }
            });
            // A circuit that still runs is not waited for.
            runtime.shutdown_background();
        })?;
        Ok(Self {
            address,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The same as what paths of services are appended to, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.stop.take().map(|stop| stop.send(()));
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Takes connections as long as there are any.
pub(crate) async fn accept(listener: TcpListener, router: Router) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, router.clone()));
            }
            // Too many connections, as a rule: others end meanwhile.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers the requests of one connection.
async fn serve(stream: TcpStream, router: Router) {
    // A second handle, as the connection keeps the first to itself.
    let Ok(handle) = SockRef::from(&stream).try_clone() else {
        return;
    };
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let (router, handle) = (router.clone(), &handle);
        async move {
            let answered = router.oneshot(request.map(Body::new)).await;
            let response = answered.unwrap_or_else(|never| match never {});
            if response.extensions().get::<Reset>().is_some() {
                // Without lingering the peer is told that the connection is reset, not ended.
                handle.set_linger(Some(Duration::ZERO))?;
                return Err(io::Error::from(io::ErrorKind::ConnectionReset));
            }
            Ok(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service);
    // What goes wrong with a connection is its client's to tell.
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    /// What comes back on a connection of its own, and how it ends.
    fn ask(server: &Server) -> (String, io::Result<usize>) {
        let mut stream = std::net::TcpStream::connect(server.address()).unwrap();
        let request = "GET /ionq/v0.4/backends/simulator HTTP/1.1\r\n\
                       Host: emulated\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        let end = stream.read_to_string(&mut text);
        (text, end)
    }

    #[test]
    fn connections_are_reset_and_answers_cut_as_faults_say() {
        let faults = ["reset-before:1", "reset-after:1", "truncate:1"];
        let options = Options {
            faults: faults.map(|text| text.parse().unwrap()).to_vec(),
            ..Options::default()
        };
        let server = Server::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
        for _ in 0..2 {
            let (text, end) = ask(&server);
            let kind = end.map_err(|error| error.kind());
            assert_eq!((&text[..], kind), ("", Err(io::ErrorKind::ConnectionReset)));
        }
        let length = |text: &str| -> usize {
            let mut lines = text.lines();
            let line = lines.find_map(|line| line.strip_prefix("content-length: "));
            line.unwrap().parse().unwrap()
        };
        let body = |text: &str| text.split_once("\r\n\r\n").unwrap().1.len();
        let (cut, _) = ask(&server);
        assert_eq!(body(&cut), length(&cut) / 2);
        let (whole, _) = ask(&server);
        assert_eq!(body(&whole), length(&whole));
    }

    #[test]
    fn a_server_ends_when_it_is_dropped() {
        let server = Server::start(Options::default(), ([127, 0, 0, 1], 0).into()).unwrap();
        let address = server.address();
        assert!(ask(&server).0.starts_with("HTTP/1.1 200 OK"));
        drop(server);
        assert!(std::net::TcpStream::connect(address).is_err());
    }
}
