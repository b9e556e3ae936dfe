//! The server on threads of its own.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use cheqqers_remote::Access;
use cheqqers_solve::Table;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::app::{App, Peer};
use crate::backends::Backends;
use crate::catalogue::Catalogue;
use crate::class::acts;
use crate::error::StartError;
use crate::games::Games;
use crate::limits::{Client, ServerLimits};
use crate::router::router;
use crate::shared::ServerState;
use crate::site::Site;
use crate::store::{Capacity, Store, usual_folder};
use crate::write_timeout::WriteTimeout;

/// Options of a server.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Folder of its games; by default below the user's folder for data.
    pub data: Option<PathBuf>,
    /// Limits on its clients.
    pub limits: ServerLimits,
    /// Access to remote services, where it offers them.
    pub access: Option<Access>,
    /// `true` if requests come through a proxy, which names clients in the header `x-forwarded-for`. Else a
    /// server on an address that only this machine has answers to no other name.
    pub is_proxied: bool,
    /// Sites whose pages may show its boards.
    pub embedders: Vec<Site>,
    /// The games it offers.
    pub games: Catalogue,
    /// Tables of solved boards, by which games that are over and lines are analysed.
    pub tables: Vec<Arc<Table>>,
}

/// The page and its API, until it is dropped.
#[derive(Debug)]
pub struct GameServer {
    address: SocketAddr,
    end: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

/// Time in which headers have to arrive, and in which requests may end after the server.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// Time in which a client has to take something of what is sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

impl GameServer {
    /// Starts to listen; with port 0 at a port that is free. It takes connections when this returns.
    ///
    /// # Errors
    /// Returns an error if the machine gives no such address, or the games can't be kept.
    pub fn start(options: ServerOptions, address: SocketAddr) -> Result<Self, StartError> {
        let folder = options.data.map_or_else(usual_folder, Ok)?;
        let capacity = Capacity {
            games: options.limits.games,
            days: options.limits.days,
        };
        let store = Store::open(&folder, capacity)?;
        let failed = |source| StartError::Listen { address, source };
        let listener = TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.enable_all().build().map_err(failed)?;
        let backends = Backends::new(options.access);
        let shared = ServerState::new(
            store,
            backends,
            options.games,
            options.tables,
            options.limits,
        );
        let games = Games::new(Arc::new(shared));
        let (end, ended) = watch::channel(false);
        let app = App::new(
            games,
            address.ip().is_loopback(),
            options.is_proxied,
            &options.embedders,
            ended,
        );
        let thread = thread::Builder::new().name("serve".into());
        let thread = thread.spawn(move || {
            runtime.block_on(async {
                // Requests are counted for the members of classes from the first one on.
                if let Err(error) = acts::load(&app.games).await {
                    tracing::error!(error = error.message, "the classes can't be read");
                }
                tokio::spawn(forget_classes(Arc::clone(&app)));
                tokio::spawn(go_on(Arc::clone(&app)));
                accept(listener, &app).await;
            });
            // A player that still thinks is not waited for.
            runtime.shutdown_timeout(Duration::from_millis(100));
        });
        Ok(Self {
            address,
            end,
            thread: Some(thread.map_err(failed)?),
        })
    }

    /// Address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The same as what paths are appended to, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for GameServer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.end.send(true);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Goes on with the measurements that were under way, and the clocks that ran, when the last server
/// ended.
async fn go_on(app: Arc<App>) {
    for game in app.games.shared.store.waiting().await.unwrap_or_default() {
        // A game that can't be loaded says so when it is opened.
        let _ = app.games.game(game, Client::NOBODY).await;
    }
}

/// Forgets old classes, nicknames with them, every hour.
async fn forget_classes(app: Arc<App>) {
    loop {
        tokio::time::sleep(Duration::from_hours(1)).await;
        // What could not be done now is done the next time.
        let _ = acts::forget(&app.games).await;
    }
}

/// Takes connections until the server is to end, then lets those there are finish.
async fn accept(listener: TcpListener, app: &Arc<App>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    let router = router(app);
    let most = app.games.shared.limits.connections;
    let room = Arc::new(Semaphore::new(
        usize::try_from(most).unwrap_or(usize::MAX >> 3),
    ));
    let mut end = app.end.clone();
    loop {
        let accepted = tokio::select! {
            _ = end.changed() => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            // Too many open files, as a rule: others are closed meanwhile.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let permit = Arc::clone(&room).try_acquire_owned();
        let hold = app.connections.take(peer.ip().into(), 1);
        // Where there is no room the connection is closed at once.
        if let (Ok(permit), Some(hold)) = (permit, hold) {
            let (router, end) = (router.clone(), end.clone());
            tokio::spawn(async move {
                serve(stream, Peer(peer.ip()), router, end).await;
                drop((permit, hold));
            });
        }
    }
    drop(listener);
    let all = room.acquire_many(most);
    // Whoever is still there then is cut off.
    let _ = tokio::time::timeout(READ_TIMEOUT, all).await;
}

/// Answers the requests of one connection.
async fn serve(stream: TcpStream, peer: Peer, router: Router, mut end: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let stream = WriteTimeout::new(stream, WRITE_TIMEOUT);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(READ_TIMEOUT)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // What goes wrong with a connection is its client's to tell.
    tokio::select! {
        _ = &mut connection => {}
        _ = end.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
