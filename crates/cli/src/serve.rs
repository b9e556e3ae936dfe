//! The page and its API.

use std::io::{self, Write};

use cheqqers_remote::{Journal, Surroundings};
use cheqqers_web::{Access, Door, Limits, Options, Server, StartError};
use tokio::runtime::Builder;

use crate::args::Serve;
use crate::remote::pace;
use crate::{CliError, interrupt};

/// Serves until Ctrl-C, or until somebody else asks the process to end.
pub(crate) fn run(args: &Serve) -> Result<(), CliError> {
    let listens = |source| {
        let address = args.listen;
        CliError::Serve(StartError::Listen { address, source })
    };
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(listens)?;
    let options = Options {
        data: args.data.clone(),
        limits: Limits {
            games: args.max_games,
            games_per_address: args.max_games_per_address,
            requests: args.max_requests,
            streams: args.max_streams,
            connections: args.max_connections,
            ..Limits::default()
        },
        access: access(args)?,
        door: if args.proxy { Door::Proxy } else { Door::Open },
    };
    // What goes wrong behind a game's back is told here, by level; games by their public names.
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_max_level(tracing::Level::WARN)
        .init();
    runtime.block_on(async {
        // From here on, so that nobody ends the server without its knowledge.
        let end = ending().map_err(listens)?;
        let server = Server::start(options, args.listen)?;
        if !server.address().ip().is_loopback() {
            // A warning that nobody can read is no reason not to serve.
            let _ = writeln!(
                io::stderr(),
                "warning: anybody who can reach {} can play here, and nothing is encrypted",
                server.address()
            );
        }
        let mut out = io::stdout();
        let said = writeln!(out, "listening on {}", server.url()).and_then(|()| out.flush());
        said.map_err(CliError::Output)?;
        let interrupted = end.await;
        // Who presses Ctrl-C again does not wait for what goes on.
        interrupt::leave(|| ());
        drop(server);
        if interrupted {
            interrupt::gone();
        }
        Ok(())
    })
}

/// The way to remote services, where they are offered.
fn access(args: &Serve) -> Result<Option<Access>, CliError> {
    let is_private = args.listen.ip().is_loopback() && !args.proxy;
    if !args.remote && !is_private {
        return Ok(None);
    }
    let surroundings = Surroundings::of_process();
    Ok(Some(Access {
        pace: pace(&surroundings)?,
        surroundings,
        limits: cheqqers_remote::Limits {
            jobs: args.max_jobs,
            shots: args.max_shots,
            cost: args.max_cost,
        },
        journal: Journal::of_user().map_err(CliError::Journal)?,
    }))
}

/// Comes when the process is to end, and tells whether from the keyboard.
#[cfg(unix)]
fn ending() -> io::Result<impl Future<Output = bool>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    );
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => true,
            _ = terminate.recv() => false,
        }
    })
}

/// Comes when the process is to end, and tells whether from the keyboard.
#[cfg(not(unix))]
fn ending() -> io::Result<impl Future<Output = bool>> {
    Ok(async {
        // Where Ctrl-C can't be heard, it ends the process by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        true
    })
}
