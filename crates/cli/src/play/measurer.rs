//! The measurer of a game, and the items of its record about it.

use std::path::Path;
use std::str::FromStr;

use cheqqers_backend::sha256;
use cheqqers_game::record::Record;
use cheqqers_game::{Game, Ply};
use cheqqers_measure::{
    BackendMeasurer, MeasurementIds, Measurer, MeasurerKind, Policy, ply_and_move,
};
use cheqqers_players::{Stream, generator};
use cheqqers_remote::{Entry, Journal, Profile};
use cheqqers_session::Session;
use serde_json::{Map, Value};

use super::error::PlayError;
use crate::args::{BackendName, Play};
use crate::error::Failure;
use crate::remote::{RemoteSetupError, remote};
use crate::setup::{Setup, new_identity};

/// Header item with the identity of a game whose measurements are jobs.
const IDENTITY: &str = "id";

/// Header item with the backend that takes over from a remote one.
const FALLBACK: &str = "fallback";

/// The measurer of a game that begins or goes on.
pub(super) struct MeasurementSetup<M> {
    pub(super) measurer: Measurer,
    /// Header items beside the name of the backend.
    pub(super) header: Map<String, Value>,
    /// The move whose measurement is under way.
    pub(super) waiting: Option<M>,
}

impl<M: FromStr> MeasurementSetup<M> {
    /// The measurer of a new game.
    pub(super) fn of_setup<G: Game>(
        args: &Play,
        setup: &Setup<G>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let Some((name, profile)) = &setup.remote else {
            return Ok(Self::here(setup.series.measurer(seed)));
        };
        let game = new_identity()?;
        let record = args.record.as_deref();
        let there = RemoteSetup {
            name,
            profile,
            game: &game,
            fallback: args.fallback,
        };
        let measurer = there.measurer(args, record, seed)?;
        let mut header = Map::new();
        header.insert(IDENTITY.into(), game.into());
        if let Some(fallback) = args.fallback {
            header.insert(FALLBACK.into(), fallback.to_string().into());
        }
        Ok(Self {
            measurer,
            header,
            waiting: None,
        })
    }

    /// The measurer of a recorded game that goes on.
    pub(super) fn of_record<G: Game<Move = M>>(
        args: &Play,
        path: &Path,
        record: &Record,
        session: &Session<G>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let text = |key: &str| record.header.get(key).and_then(Value::as_str);
        let fallback = text(FALLBACK).and_then(|name| name.parse::<MeasurerKind>().ok());
        let fallback = args.fallback.or(fallback);
        // A game that was begun without jobs is named by its header and its path.
        let game = text(IDENTITY).map_or_else(|| identity(record, path), str::to_owned);
        let waiting = waiting(&game, session)?;
        let name = match (&args.game.backend, fallback) {
            (Some(name), _) => name.clone(),
            // The fallback that took over goes on.
            (None, Some(fallback)) if has_fallen_back(session.plies()) => {
                BackendName::Here(fallback)
            }
            (None, _) => recorded(path, text("backend"))?,
        };
        if let Some(entry) = &waiting
            && entry.backend != name.to_string()
        {
            return Err(PlayError::Pending {
                path: path.into(),
                marker: entry.key().into(),
                backend: entry.backend.clone(),
            }
            .into());
        }
        let (name, profile) = match &name {
            BackendName::Remote(name, profile) => (name, profile),
            BackendName::Here(kind) => {
                let rng = generator(seed, Stream::Measurements);
                return Ok(Self::here(kind.measurer(rng, args.game.encoding)));
            }
        };
        let there = RemoteSetup {
            name,
            profile,
            game: &game,
            fallback,
        };
        let waiting = waiting.and_then(|entry| ply_and_move(&entry.measurement?)?.1.parse().ok());
        Ok(Self {
            measurer: there.measurer(args, Some(path), seed)?,
            header: Map::new(),
            waiting,
        })
    }

    fn here(measurer: Measurer) -> Self {
        Self {
            measurer,
            header: Map::new(),
            waiting: None,
        }
    }
}

/// A remote backend that measures in a game.
struct RemoteSetup<'a> {
    name: &'a str,
    profile: &'a Profile,
    game: &'a str,
    fallback: Option<MeasurerKind>,
}

impl RemoteSetup<'_> {
    fn measurer(
        &self,
        args: &Play,
        record: Option<&Path>,
        seed: u64,
    ) -> Result<Measurer, RemoteSetupError> {
        let record = record.map(Path::to_owned);
        let backend = remote(
            self.name,
            self.profile,
            &args.remote,
            Some(self.game),
            record,
        )?;
        let rng = generator(seed, Stream::Measurements);
        let policy = Policy {
            fallback: self.fallback.and_then(|kind| kind.backend(rng)),
            ..Policy::new(args.game.encoding)
        };
        let measurer = BackendMeasurer::new(Box::new(backend), policy);
        let measurer = measurer.identified(MeasurementIds::of_game(self.game));
        Ok(Measurer::Backend(measurer))
    }
}

/// The backend that a record names.
fn recorded(path: &Path, name: Option<&str>) -> Result<BackendName, PlayError> {
    let Some(name) = name else {
        return Ok(BackendName::Here(MeasurerKind::Local));
    };
    name.parse().map_err(|reason| PlayError::RecordedBackend {
        path: path.into(),
        found: name.into(),
        reason,
    })
}

/// The identity of a game whose record has none.
fn identity(record: &Record, path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let header = Value::Object(record.header.clone());
    sha256(format!("{} {header}", path.display()).as_bytes())
}

/// The job of the ply after these, under way or answered.
fn waiting<G: Game>(game: &str, session: &Session<G>) -> Result<Option<Entry>, RemoteSetupError> {
    let past = sha256(session.moves().as_bytes());
    let journal = Journal::of_user().map_err(RemoteSetupError::Journal)?;
    let entries = journal.of_series(game).map_err(RemoteSetupError::Journal)?;
    let mut of_ply: Vec<Entry> = entries
        .into_iter()
        .filter(|entry| !entry.has_failed())
        .filter(|entry| {
            let id = entry.measurement.as_ref();
            id.is_some_and(|id| id.history == past)
        })
        .collect();
    Ok(of_ply.pop())
}

/// Returns `true` if the fallback took over from a remote backend.
fn has_fallen_back<M>(plies: &[Ply<M>]) -> bool {
    let mut measured = plies.iter().flat_map(|ply| &ply.measurements);
    measured.any(|measurement| measurement.provenance.contains_key(FALLBACK))
}
