//! The measurer of a game, and the items of its record about it.

use std::path::Path;

use cheqqers_backend::sha256;
use cheqqers_game::record::Record;
use cheqqers_measure::pool::{CommonCircuits, PoolPlan};
use cheqqers_measure::{
    BackendMeasurer, Fallback, GameId, JobReport, MeasurementIds, Measurer, MeasurerKind, Policy,
    bind, ply_and_move,
};
use cheqqers_players::{Stream, generator};
use cheqqers_remote::{Entry, Journal, PoolCircuits, Profile, Remote};
use cheqqers_session::{GamePool, Move, Session};
use serde_json::{Map, Value};

use super::error::PlayError;
use super::forecast::Forecast;
use super::pool_seeds;
use crate::args::{BackendName, Play, PoolTable};
use crate::error::Failure;
use crate::files::{MAX_DATA, read_text};
use crate::record_file::RecordWriter;
use crate::remote::{RemoteGame, RemoteSetupError, chosen, remote};
use crate::setup::{Setup, new_identity};

/// The measurer of a game that begins or goes on.
pub(super) struct MeasurementSetup {
    pub(super) measurer: Measurer,
    /// Header of a new game.
    pub(super) header: Map<String, Value>,
    /// Description of the jobs that a new game takes, or a remark on those of a recorded one.
    pub(super) estimate: Option<String>,
    /// The move whose measurement was under way when the game was left.
    pub(super) pending: Option<PendingMove>,
    pub(super) pool: GamePool,
}

/// A move that was begun before, and whose measurement was sent.
pub(super) struct PendingMove {
    pub(super) mv: Move,
    /// Reason why its last job ended without a result, if it did.
    pub(super) failure: Option<String>,
}

impl MeasurementSetup {
    /// The measurer of a new game.
    pub(super) fn of_setup(
        args: &Play,
        setup: &Setup,
        mut header: Map<String, Value>,
        seed: u64,
        writer: &RecordWriter,
    ) -> Result<Self, Failure> {
        let Some((name, profile)) = &setup.remote else {
            if args.pool.is_some() {
                return Err(PlayError::PoolWithoutDevice.into());
            }
            if args.fallback.is_some() {
                return Err(PlayError::FallbackWithoutDevice.into());
            }
            let measurer = setup.series.measurer(seed);
            return Ok(Self {
                header,
                ..Self::here(measurer)
            });
        };
        // No job of a new game is in the journal.
        let nonce = new_identity()?;
        let mut there = RemoteSetup {
            name,
            profile,
            game: RemoteGame {
                identity: &nonce,
                record: writer.clone(),
                is_resumed: false,
                recorded: Vec::new(),
            },
            fallback: args.fallback,
        };
        let mut backend = there.backend(args)?;
        // The game would stop at its first measurement.
        if args.fallback.is_none()
            && let Err(source) = backend.capabilities()
            && source.needs_correction()
        {
            let backend = (*name).clone();
            return Err(RemoteSetupError::Unusable { backend, source }.into());
        }
        let encoding = setup.series.encoding;
        let forecast = Forecast::new(&setup.series);
        let circuits = match &args.pool {
            None => PoolCircuits::default(),
            Some(table) => {
                let (game, settings) = (setup.series.game.name, setup.series.start.settings());
                let known = match table {
                    PoolTable::Known => CommonCircuits::known().of_game(game, &settings, encoding),
                    PoolTable::File(path) => read_table(path)?.of_game(game, &settings, encoding),
                };
                let circuits = known.unwrap_or_else(|| forecast.commonest());
                let fitting = PoolCircuits::of(circuits, args.pool_jobs.into(), &mut backend);
                match fitting {
                    // The fallback takes over from the first measurement on.
                    Err(_) if args.fallback.is_some() => PoolCircuits::default(),
                    fitting => fitting.map_err(|source| RemoteSetupError::Unusable {
                        backend: (*name).clone(),
                        source,
                    })?,
                }
            }
        };
        let estimate = forecast.describe(&circuits, &mut backend);
        let PoolCircuits { circuits, .. } = circuits;
        if let Some(fallback) = args.fallback {
            fallback.write(&mut header);
        }
        let (mut pool, mut kept) = (GamePool::default(), None);
        if !circuits.is_empty() {
            let seeds = pool_seeds::new()?;
            let plan = PoolPlan::new(&seeds, Policy::new(encoding).shots, circuits)
                .prefetching(args.prefetch);
            plan.write(&mut header);
            pool = GamePool::new(plan, seeds.clone());
            kept = Some(seeds);
        }
        // The whole header is there.
        let game = bind(&mut header, nonce.clone());
        there.game.identity = &game;
        let measurer = pool.supply(there.measurer(backend, args, seed));
        if let Some(seeds) = kept.filter(|_| !args.remote.dry_run) {
            let journal = Journal::of_user().map_err(RemoteSetupError::Journal)?;
            pool_seeds::save(&journal, &game, &seeds)?;
        }
        Ok(Self {
            measurer: Measurer::Backend(measurer),
            header,
            estimate: Some(estimate),
            pending: None,
            pool,
        })
    }

    /// The measurer of a recorded game that goes on.
    pub(super) fn of_record(
        args: &Play,
        path: &Path,
        record: &Record,
        session: &Session,
        seed: u64,
        writer: &RecordWriter,
    ) -> Result<Self, Failure> {
        let text = |key: &str| record.header.get(key).and_then(Value::as_str);
        let fallback = args.fallback.or(Fallback::of_header(&record.header));
        // A game that was begun without jobs is named by its header and its path.
        let id = text(GameId::KEY);
        let game = id.map_or_else(|| identity(record, path), str::to_owned);
        let journal = Journal::of_user().map_err(RemoteSetupError::Journal)?;
        import_jobs(&journal, path, record, &game)?;
        let last = last_job(&journal, &game, session)?;
        let name = match (&args.game.backend, fallback) {
            (Some(name), _) => chosen(name.clone())?,
            // The fallback that took over goes on.
            (None, Some(fallback)) if Fallback::has_taken_over(session.lines()) => {
                BackendName::Here(fallback.kind())
            }
            (None, _) => recorded(path, text("backend"))?,
        };
        if let Some(entry) = &last
            && !entry.has_failed()
            && entry.backend != name.to_string()
        {
            return Err(PlayError::Pending {
                path: path.into(),
                marker: entry.key().into(),
                backend: entry.backend.clone(),
            }
            .into());
        }
        // A dry run takes no shots of the pool, as they would decide.
        let plan = PoolPlan::in_use(&record.header, session.lines());
        let plan = plan.filter(|_| !args.remote.dry_run);
        let seeds = match plan {
            Some(_) => pool_seeds::load(&journal, &game)?,
            None => None,
        };
        let are_lost = plan.is_some() && seeds.is_none();
        let note = are_lost.then(|| {
            "The seeds of the game's pool are not on this machine: its shots are not used from here on. \
             When it is over, resume it once on the machine where it began, so that it can be verified."
                .to_owned()
        });
        let (name, profile) = match &name {
            BackendName::Remote(name, profile) => (name, profile),
            BackendName::Here(kind) => {
                let rng = generator(seed, Stream::Measurements);
                return Ok(Self {
                    estimate: note,
                    pool: seeds.map_or_else(GamePool::default, GamePool::closed),
                    ..Self::here(kind.measurer(rng, args.game.encoding))
                });
            }
        };
        let there = RemoteSetup {
            name,
            profile,
            game: RemoteGame {
                identity: &game,
                record: writer.clone(),
                is_resumed: true,
                recorded: recorded_jobs(record, session, &game),
            },
            fallback,
        };
        let pending = last.and_then(|entry| {
            let (_, mv) = ply_and_move(entry.measurement.as_ref()?)?;
            Some(PendingMove {
                mv: session.position().read_move(mv).ok()?,
                // A job is given up to get another.
                failure: entry.failure().filter(|_| !entry.is_given_up()),
            })
        });
        let mut backend = there.backend(args)?;
        if are_lost {
            backend.cancel_unusable(|id| ply_and_move(id).is_none());
        }
        let pool = plan.zip(seeds);
        let mut pool = pool.map_or_else(GamePool::default, |(plan, seeds)| {
            GamePool::new(plan, seeds)
        });
        let measurer = there.measurer(backend, args, seed);
        let measurer = pool.resume(session, measurer, |batch| batch.backend_in(record));
        Ok(Self {
            measurer: Measurer::Backend(measurer),
            header: Map::new(),
            estimate: note,
            pending,
            pool,
        })
    }

    fn here(measurer: Measurer) -> Self {
        Self {
            measurer,
            header: Map::new(),
            estimate: None,
            pending: None,
            pool: GamePool::default(),
        }
    }
}

/// A remote backend that measures in a game.
struct RemoteSetup<'a> {
    name: &'a str,
    profile: &'a Profile,
    game: RemoteGame<'a>,
    fallback: Option<Fallback>,
}

impl RemoteSetup<'_> {
    fn backend(&self, args: &Play) -> Result<Remote, RemoteSetupError> {
        remote(self.name, self.profile, &args.remote, Some(&self.game))
    }

    fn measurer(&self, backend: Remote, args: &Play, seed: u64) -> BackendMeasurer {
        let ids = MeasurementIds::of_game(self.game.identity);
        let rng = generator(seed, Stream::Measurements);
        let fallback = self.fallback;
        let policy = Policy {
            fallback: fallback.and_then(|fallback| fallback.kind().backend(rng)),
            ..Policy::new(args.game.encoding)
        };
        BackendMeasurer::new(Box::new(backend), policy).identified(ids)
    }
}

/// The table of common circuits in a file.
fn read_table(path: &Path) -> Result<CommonCircuits, Failure> {
    let text = read_text(path, MAX_DATA)?;
    let table = serde_json::from_str(&text).map_err(|source| PlayError::PoolTable {
        path: path.into(),
        source,
    });
    Ok(table?)
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

/// Adds the jobs that a record names to a journal, which may not be that of the machine where they
/// were sent.
fn import_jobs(
    journal: &Journal,
    path: &Path,
    record: &Record,
    game: &str,
) -> Result<(), PlayError> {
    let failed = |reason: String| PlayError::RecordedJob {
        path: path.into(),
        reason,
    };
    for job in record.last_jobs() {
        let entry = serde_json::from_value::<Entry>(job.clone())
            .map_err(|error| failed(error.to_string()))?;
        let id = entry.measurement.as_ref();
        if id.is_none_or(|id| id.series != game) {
            return Err(failed("it is of another game".into()));
        }
        let imported = journal.import(entry);
        imported.map_err(|error| failed(error.to_string()))?;
    }
    Ok(())
}

/// The jobs of a game that its record names; those whose shots it has, with their names at the service.
fn recorded_jobs(record: &Record, session: &Session, game: &str) -> Vec<Entry> {
    let report = JobReport::of_lines(session.lines());
    let entries = record.jobs.iter().filter_map(|(_, job)| {
        let mut entry: Entry = serde_json::from_value(job.clone()).ok()?;
        let id = entry.measurement.as_ref()?;
        let is_of_game = id.series == game;
        let name = report.used().get(entry.key());
        entry.provenance.job = name.cloned().flatten();
        is_of_game.then_some(entry)
    });
    entries.collect()
}

/// The last job of the ply after these, but for those that the user gave up before they were answered.
fn last_job(
    journal: &Journal,
    game: &str,
    session: &Session,
) -> Result<Option<Entry>, RemoteSetupError> {
    let past = sha256(session.moves().as_bytes());
    let mut entries = journal.of_series(game).map_err(RemoteSetupError::Journal)?;
    entries.retain(|entry| {
        let id = entry.measurement.as_ref();
        id.is_some_and(|id| id.history == past && ply_and_move(id).is_some())
            // An answer may have been seen.
            && (!entry.is_given_up() || entry.has_answer())
    });
    Ok(entries.pop())
}
