//! Streams of analyses: a line of JSON for each ply, as they are computed, for as long as somebody listens.
//!
//! Each step waits for a permit of its own, so that searches for those who play go first, and clients take turns.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use cheqqers_game::Status;
use cheqqers_session::{AnalysisMemory, AnalysisStep};
use futures_util::stream;
use tokio::sync::watch;

use crate::dto::{AnalysisLine, AnalysisSummary, PlyAnalysis};
use crate::error::ApiError;
use crate::game::Game;
use crate::limits::{Client, ClientHold};
use crate::offload::offload;
use crate::shared::ServerState;
use crate::table::Table;
use crate::thinking::Urgency;

/// Positions searched for each that is evaluated, at most.
const MOST_NODES: u64 = 6000;

/// The same at least.
const LEAST_NODES: u64 = 200;

/// Positions searched for all plies of a game together, about.
const ALL_NODES: u64 = 4_000_000;

/// The longest computation of one analysis.
const LONGEST: Duration = Duration::from_mins(2);

/// A game or a line that is analysed.
pub(crate) enum Source {
    /// A game that is over, and its plies.
    Game(Arc<Game>),
    /// A line that is nobody's game.
    Line(Arc<Table>),
}

impl Source {
    async fn num_plies(&self) -> Result<usize, ApiError> {
        match self {
            Self::Game(game) => game.analysed_plies().await,
            Self::Line(table) => Ok(table.num_plies()),
        }
    }

    /// Takes a ply out of it, to be analysed apart from it.
    fn step(&self, ply: usize) -> Result<AnalysisStep, ApiError> {
        match self {
            Self::Game(game) => game.analysis(ply),
            Self::Line(table) => Ok(table.analysis(ply)?),
        }
    }
}

/// Stops a search when nobody listens any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// An analysis under way.
struct Analysis {
    source: Arc<Source>,
    shared: Arc<ServerState>,
    who: Client,
    /// The next ply, and the last one.
    next: usize,
    last: usize,
    memory: Option<AnalysisMemory>,
    summary: AnalysisSummary,
    /// Time that was computed.
    spent: Duration,
    stop: StopOnDrop,
    is_done: bool,
    end: watch::Receiver<bool>,
    _held: ClientHold,
}

/// Analysis of all plies from the one of number `from`, for a client that holds one of its streams.
///
/// # Errors
/// Returns an error if somebody still plays the game, or there is no such ply.
pub(crate) async fn stream(
    shared: Arc<ServerState>,
    source: Source,
    from: usize,
    who: Client,
    end: watch::Receiver<bool>,
    held: ClientHold,
) -> Result<Response, ApiError> {
    let last = source.num_plies().await?;
    if from > last {
        return Err(crate::table::TableError::NoSuchPly(from).into());
    }
    let nodes = ALL_NODES / (last - from + 1) as u64;
    let nodes = nodes.clamp(LEAST_NODES, MOST_NODES);
    let memory = AnalysisMemory::new(nodes, shared.tables.clone());
    let analysis = Analysis {
        source: Arc::new(source),
        shared,
        who,
        next: from,
        last,
        memory: Some(memory),
        summary: AnalysisSummary::default(),
        spent: Duration::ZERO,
        stop: StopOnDrop(Arc::default()),
        is_done: false,
        end,
        _held: held,
    };
    let lines = stream::unfold(analysis, async |mut analysis| {
        let line = analysis.next().await?;
        let mut text = serde_json::to_vec(&line).expect("what is shown is JSON");
        text.push(b'\n');
        Some((Ok::<_, Infallible>(Bytes::from(text)), analysis))
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/jsonl"),
        ),
        // Proxies must not wait for more.
        (
            header::HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

impl Analysis {
    /// The next line; `None` behind the last one, and when the server ends.
    async fn next(&mut self) -> Option<AnalysisLine> {
        if self.is_done {
            return None;
        }
        if self.next > self.last {
            self.is_done = true;
            return Some(AnalysisLine::Summary(self.summary));
        }
        let mut end = self.end.clone();
        let stepped = tokio::select! {
            _ = end.changed() => return None,
            stepped = self.step() => stepped,
        };
        Some(stepped.unwrap_or_else(|error| {
            self.is_done = true;
            AnalysisLine::Error {
                code: error.code,
                message: error.message,
            }
        }))
    }

    async fn step(&mut self) -> Result<AnalysisLine, ApiError> {
        if self.spent > LONGEST {
            let message = "this analysis takes too long: the rest can be asked for apart";
            return Err(ApiError::full(message));
        }
        let thinking = &self.shared.thinking;
        let permit = thinking.take(Urgency::Analysis, self.who).await;
        let broken = || ApiError::unavailable("this can't be analysed");
        let mut memory = self.memory.take().ok_or_else(broken)?;
        let (source, ply, stop) = (
            Arc::clone(&self.source),
            self.next,
            Arc::clone(&self.stop.0),
        );
        let begun = Instant::now();
        let searched = offload(move || {
            let _permit = permit;
            let found = source.step(ply).map(|step| step.run(&mut memory, &stop));
            (found, memory)
        });
        let (found, memory) = searched.await?;
        self.memory = Some(memory);
        self.spent += begun.elapsed();
        self.next += 1;
        let found = PlyAnalysis::from(found?.ok_or_else(broken)?);
        if let Some(mv) = &found.mv {
            self.summary.add(mv);
        }
        Ok(AnalysisLine::Ply(Box::new(found)))
    }
}

impl Game {
    /// Number of its plies.
    async fn analysed_plies(&self) -> Result<usize, ApiError> {
        let plies = self.finished_plies().await;
        plies.ok_or_else(still_played)
    }

    /// Takes one of its plies out of it. It may have gone on meanwhile.
    fn analysis(&self, ply: usize) -> Result<AnalysisStep, ApiError> {
        self.with_table(|table| {
            if table.status() == Status::InProgress {
                return Err(still_played());
            }
            Ok(table.analysis(ply)?)
        })
    }
}

/// Error of who would play by what an analysis finds.
fn still_played() -> ApiError {
    ApiError::refused("this game is in progress: it can be analysed when it is over")
}
