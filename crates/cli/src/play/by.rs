//! Who measures in a game, and what its record says of it.

use std::path::Path;
use std::str::FromStr;

use cheqqers_game::Game;
use cheqqers_game::record::Record;
use cheqqers_players::{Asked, Asker, Measurer, MeasurerKind, Stream, generator, past};
use cheqqers_remote::{Entry, Journal, Profile, hash};
use cheqqers_session::Played;
use serde_json::{Map, Value};

use crate::CliError;
use crate::args::{BackendName, Play};
use crate::remote::remote;
use crate::setup::{Setup, new_identity};

/// The header's item with the identity of a game whose measurements are jobs.
const IDENTITY: &str = "id";

/// The header's item with who takes over.
const FALLBACK: &str = "fallback";

/// Who measures.
pub(super) struct By<M> {
    pub(super) measurer: Measurer,
    /// What the header says beside the backend's name.
    pub(super) header: Map<String, Value>,
    /// The move whose measurement was under way.
    pub(super) waiting: Option<M>,
}

impl<M: FromStr> By<M> {
    /// As a new game has it.
    pub(super) fn of_setup<G: Game>(
        args: &Play,
        setup: &Setup<G>,
        seed: u64,
    ) -> Result<Self, CliError> {
        let Some((name, profile)) = &setup.remote else {
            return Ok(Self::here(setup.series.measurer(seed)));
        };
        let game = new_identity()?;
        let record = args.record.as_deref();
        let there = There {
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

    /// As a recorded game goes on with it.
    pub(super) fn of_record<G: Game<Move = M>>(
        args: &Play,
        path: &Path,
        record: &Record,
        plies: &[Played<G>],
        seed: u64,
    ) -> Result<Self, CliError> {
        let text = |key: &str| record.header.get(key).and_then(Value::as_str);
        let fallback = text(FALLBACK).and_then(|name| name.parse::<MeasurerKind>().ok());
        let fallback = args.fallback.or(fallback);
        // A game that was begun without jobs is known by its header and its place.
        let game = text(IDENTITY).map_or_else(|| identity(record, path), str::to_owned);
        let waiting = waiting(&game, plies)?;
        let name = match (&args.game.backend, fallback) {
            (Some(name), _) => name.clone(),
            // Whoever took over goes on.
            (None, Some(fallback)) if has_fallen_back(plies) => BackendName::Here(fallback),
            (None, _) => recorded(path, text("backend"))?,
        };
        if let Some(entry) = &waiting
            && entry.backend != name.to_string()
        {
            return Err(CliError::Waiting {
                path: path.into(),
                marker: entry.marker.clone(),
                backend: entry.backend.clone(),
            });
        }
        let (name, profile) = match &name {
            BackendName::Remote(name, profile) => (name, profile),
            BackendName::Here(kind) => {
                let rng = generator(seed, Stream::Measurements);
                return Ok(Self::here(kind.measurer(rng, args.game.encoding)));
            }
        };
        let there = There {
            name,
            profile,
            game: &game,
            fallback,
        };
        let waiting = waiting.and_then(|entry| entry.question?.mv.parse().ok());
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

/// A device of a service that measures in a game.
struct There<'a> {
    name: &'a str,
    profile: &'a Profile,
    game: &'a str,
    fallback: Option<MeasurerKind>,
}

impl There<'_> {
    fn measurer(
        &self,
        args: &Play,
        record: Option<&Path>,
        seed: u64,
    ) -> Result<Measurer, CliError> {
        let record = record.map(Path::to_owned);
        let backend = remote(
            self.name,
            self.profile,
            &args.remote,
            Some(self.game),
            record,
        )?;
        let asker = Asker::new(Box::new(backend), args.game.encoding);
        let mut asker = asker.of_game(Asked::of_game(self.game));
        let rng = generator(seed, Stream::Measurements);
        if let Some(fallback) = self.fallback.and_then(|kind| kind.backend(rng)) {
            asker = asker.or_else(fallback);
        }
        Ok(Measurer::Backend(asker))
    }
}

/// The backend that a record names.
fn recorded(path: &Path, name: Option<&str>) -> Result<BackendName, CliError> {
    let Some(name) = name else {
        return Ok(BackendName::Here(MeasurerKind::Local));
    };
    name.parse().map_err(|reason| CliError::RecordedBackend {
        path: path.into(),
        found: name.into(),
        reason,
    })
}

/// The identity of a game whose record has none.
fn identity(record: &Record, path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let header = Value::Object(record.header.clone());
    hash(format!("{} {header}", path.display()).as_bytes())
}

/// The job that the ply after these waits for, or has been answered by.
fn waiting<G: Game>(game: &str, plies: &[Played<G>]) -> Result<Option<Entry>, CliError> {
    let past = past(plies.iter().map(|ply| (ply.mv, &ply.measured[..])));
    let past = hash(past.as_bytes());
    let journal = Journal::of_user().map_err(CliError::Journal)?;
    let entries = journal.of_game(game).map_err(CliError::Journal)?;
    let mut of_ply: Vec<Entry> = entries
        .into_iter()
        .filter(|entry| !entry.is_dead())
        .filter(|entry| {
            let question = entry.question.as_ref();
            question.is_some_and(|question| question.past_sha256 == past)
        })
        .collect();
    Ok(of_ply.pop())
}

/// Whether somebody took over from a remote backend.
fn has_fallen_back<G: Game>(plies: &[Played<G>]) -> bool {
    let mut measured = plies.iter().flat_map(|ply| &ply.measured);
    measured.any(|measured| measured.more.contains_key(FALLBACK))
}
