use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
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

use crate::middleware::Reset;
use crate::options::EmulatorOptions;
use crate::router::router_of;
use crate::shared::{AcceptedJob, SharedState};

/// Local server of all services on a thread of its own, until dropped.
#[derive(Debug)]
pub struct Emulator {
    address: SocketAddr,
    shared: Arc<SharedState>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Emulator {
    /// Starts a server at an address; port 0 chooses a free port. It accepts connections when this
    /// returns.
    ///
    /// # Errors
    /// Returns an error if the address can't be bound or no thread can be started.
    pub fn start(options: EmulatorOptions, address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let shared = SharedState::new(options);
        let router = router_of(&shared);
        let thread = thread::Builder::new().name("emulate".into());
        let thread = thread.spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    // An error too means that the server was dropped.
                    _ = stopped => {}
                    () = accept(listener, router) => {}
                }
            });
            // Don't wait for circuits that still run.
            runtime.shutdown_background();
        })?;
        Ok(Self {
            address,
            shared,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Jobs that its services have accepted, also those that were deleted.
    pub fn accepted(&self) -> Vec<AcceptedJob> {
        self.shared.accepted().clone()
    }

    /// Number of jobs that its services have accepted.
    pub fn num_jobs(&self) -> u64 {
        self.shared.accepted().len() as u64
    }

    /// Base URL of the services, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // The thread may have ended by itself.
        let _ = self.stop.take().map(|stop| stop.send(()));
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Accepts connections forever.
pub(crate) async fn accept(listener: TcpListener, router: Router) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, router.clone()));
            }
            // Usually too many connections: others end meanwhile.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Serves the requests of one connection.
async fn serve(stream: TcpStream, router: Router) {
    // A second handle, as the connection owns the first.
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
                // A zero linger time sends a reset instead of an orderly end.
                handle.set_linger(Some(Duration::ZERO))?;
                return Err(io::Error::from(io::ErrorKind::ConnectionReset));
            }
            Ok(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service);
    // The client sees the error of its connection.
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    /// What comes back on a connection of its own, and how it ends.
    fn ask(server: &Emulator) -> (String, io::Result<usize>) {
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
        let options = EmulatorOptions {
            faults: faults.map(|text| text.parse().unwrap()).to_vec(),
            ..EmulatorOptions::default()
        };
        let server = Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
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
        let server =
            Emulator::start(EmulatorOptions::default(), ([127, 0, 0, 1], 0).into()).unwrap();
        let address = server.address();
        assert!(ask(&server).0.starts_with("HTTP/1.1 200 OK"));
        drop(server);
        assert!(std::net::TcpStream::connect(address).is_err());
    }
}
