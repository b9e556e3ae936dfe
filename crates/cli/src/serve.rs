//! The page and its API.

use std::io::{self, Write};

use cheqqers_remote::{Access, Environment, Journal, SpendingLimits};
use cheqqers_web::{Catalogue, GameServer, ServerLimits, ServerOptions, StartError, StoreError};
use tokio::runtime::Builder;

use crate::args::Serve;
use crate::error::{CommandError, Failure};
use crate::interrupt;
use crate::remote::{RemoteSetupError, retry_policy};
use crate::solve::open_tables;
use crate::stdio::print;

impl CommandError for StartError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::NoHome => "Name a folder for them by --data DIR.",
            Self::InUse { .. } => {
                "End the other one, or keep the games of this one elsewhere by --data DIR."
            }
            Self::Listen { .. } => "Choose another with --listen; 127.0.0.1:0 takes a free port.",
            Self::Store {
                source: StoreError::Newer { .. },
                ..
            } => "Use that version, or keep other games elsewhere by --data DIR.",
            _ => "Check that the folder may be written to, or name another by --data DIR.",
        })
    }
}

/// Serves until Ctrl-C or a request to terminate.
pub(crate) fn run(args: &Serve) -> Result<(), Failure> {
    let listens = |source| StartError::Listen {
        address: args.listen,
        source,
    };
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(listens)?;
    let options = ServerOptions {
        data: args.data.clone(),
        limits: ServerLimits {
            games: args.max_games,
            games_per_address: args.max_games_per_address,
            requests: args.max_requests,
            streams: args.max_streams,
            connections: args.max_connections,
            ..ServerLimits::default()
        },
        access: access(args)?,
        is_proxied: args.proxy,
        embedders: args.allow_embed.clone(),
        games: Catalogue::default(),
        tables: open_tables(&args.table)?,
    };
    // Failures outside of a request are logged here; games by their public names.
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_max_level(tracing::Level::WARN)
        .init();
    if cfg!(windows)
        && let Some(folder) = &args.data
    {
        // Elsewhere the folder is made so that nobody else can.
        let _ = writeln!(
            io::stderr(),
            "warning: whoever may read the folder that {} is in can read its games",
            folder.display()
        );
    }
    runtime.block_on(async {
        // Before the server starts, so that no signal ends it by itself.
        let end = ending().map_err(listens)?;
        let server = GameServer::start(options, args.listen)?;
        if !server.address().ip().is_loopback() {
            // The page is served even where standard error is closed.
            let _ = writeln!(
                io::stderr(),
                "warning: every client that can reach {} can play here, and nothing is encrypted",
                server.address()
            );
        }
        print(format!("listening on {}\n", server.url()))?;
        let interrupted = end.await;
        // A second Ctrl-C does not wait for requests under way.
        interrupt::exit_on_interrupt(|| ());
        drop(server);
        if interrupted {
            interrupt::exit();
        }
        Ok(())
    })
}

/// Access to remote services, where they are offered.
fn access(args: &Serve) -> Result<Option<Access>, RemoteSetupError> {
    let is_private = args.listen.ip().is_loopback() && !args.proxy;
    if !args.remote && !is_private {
        return Ok(None);
    }
    let environment = Environment::of_process();
    Ok(Some(Access {
        retry: retry_policy(&environment)?,
        environment,
        limits: SpendingLimits {
            jobs: args.max_jobs,
            shots: args.max_shots,
            cost: args.max_cost,
        },
        journal: Journal::of_user().map_err(RemoteSetupError::Journal)?,
        max_wait: None,
        is_dry_run: false,
    }))
}

/// Completes when the process is to end, with `true` after Ctrl-C.
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

/// Completes when the process is to end, with `true` after Ctrl-C.
#[cfg(windows)]
fn ending() -> io::Result<impl Future<Output = bool>> {
    use tokio::signal::windows::{ctrl_c, ctrl_close, ctrl_shutdown};
    let (mut interrupt, mut close, mut shutdown) = (ctrl_c()?, ctrl_close()?, ctrl_shutdown()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => true,
            _ = close.recv() => false,
            _ = shutdown.recv() => false,
        }
    })
}
