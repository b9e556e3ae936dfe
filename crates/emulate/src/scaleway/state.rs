use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::platform::Platform;
use super::session::Session;
use crate::clock::Moment;
use crate::fault::JobFault;
use crate::jobs::Jobs;
use crate::shared::SharedState;

/// State of the service.
#[derive(Debug)]
pub(super) struct Scaleway {
    pub(super) shared: Arc<SharedState>,
    pub(super) jobs: Jobs<Details>,
    sessions: Mutex<Vec<Session>>,
    models: Mutex<BTreeMap<String, Model>>,
}

/// Programs as they were stored.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) created: Moment,
    pub(super) project: String,
    pub(super) payload: String,
}

/// Scaleway's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Request that submitted it.
    pub(super) request: Value,
    pub(super) session: String,
    pub(super) platform: &'static Platform,
    /// Qubits of each program.
    pub(super) num_qubits: Vec<usize>,
    /// The result has each shot.
    pub(super) has_memory: bool,
}

pub(super) type Job = crate::jobs::Job<Details>;

impl Scaleway {
    pub(super) fn new(shared: &Arc<SharedState>) -> Self {
        Self {
            shared: Arc::clone(shared),
            jobs: Jobs::default(),
            sessions: Mutex::default(),
            models: Mutex::default(),
        }
    }

    /// State of the platforms.
    pub(super) fn availability(&self) -> &'static str {
        if self.shared.faults.has(JobFault::Offline) {
            "maintenance"
        } else {
            "available"
        }
    }

    pub(super) fn sessions(&self) -> MutexGuard<'_, Vec<Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn models(&self) -> MutexGuard<'_, BTreeMap<String, Model>> {
        self.models.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn session(&self, id: &str) -> Option<Session> {
        let sessions = self.sessions();
        sessions.iter().find(|session| session.id == id).cloned()
    }

    /// Jobs of a session, in the order of their submission.
    pub(super) fn jobs_of(&self, session: &str) -> Vec<Arc<Job>> {
        let mut jobs = self.jobs.all();
        jobs.retain(|job| job.details.session == session);
        jobs
    }

    /// Returns `true` if a job has not ended.
    fn is_open(&self, job: &Job) -> bool {
        let is_paused = self.shared.faults.has(JobFault::Paused);
        job.cancelled().is_none() && (is_paused || job.ended > self.shared.clock.now())
    }

    /// Ends the sessions that were idle or open for as long as they may be.
    pub(super) fn end_sessions(&self) {
        if self.shared.options.time_scale == 0.0 {
            return;
        }
        let now = self.shared.clock.now();
        let open = self.sessions().clone();
        let open = open.iter().filter(|session| session.terminated.is_none());
        for session in open {
            let end = self.end_of(session);
            if end <= now {
                self.terminate(&session.id, end);
            }
        }
    }

    /// Time at which a session ends if nothing else comes.
    fn end_of(&self, session: &Session) -> Moment {
        let clock = &self.shared.clock;
        let started = session.started(clock);
        let longest = started + clock.scaled(session.max);
        let jobs = self.jobs_of(&session.id);
        if jobs.iter().any(|job| self.is_open(job)) {
            return longest;
        }
        let ends = jobs.iter().map(|job| job.cancelled().unwrap_or(job.ended));
        let idle_since = ends.max().map_or(started, |end| end.max(started));
        longest.min(idle_since + clock.scaled(session.max_idle))
    }

    /// Ends a session, which cancels its jobs.
    pub(super) fn terminate(&self, id: &str, end: Moment) {
        let mut sessions = self.sessions();
        let session = sessions.iter_mut().find(|session| session.id == id);
        if let Some(session) = session.filter(|session| session.terminated.is_none()) {
            session.terminated = Some(end);
        }
        drop(sessions);
        for job in self.jobs_of(id) {
            job.cancel(&self.shared);
        }
    }

    pub(super) fn describe(&self, session: &Session) -> Value {
        let clock = &self.shared.clock;
        let jobs = self.jobs_of(&session.id);
        let waiting = jobs.iter().filter(|job| self.is_open(job)).count();
        let started = session.started(clock);
        let is_started = clock.now() >= started;
        let optional = |key: &str| session.request.get(key).cloned().unwrap_or_default();
        json!({
            "id": session.id,
            "name": session.text("name"),
            "platform_id": session.platform.id,
            "created_at": clock.text(session.created),
            "started_at": is_started.then(|| clock.text(started)),
            "updated_at": clock.text(session.terminated.unwrap_or(session.created)),
            "terminated_at": session.terminated.map(|end| clock.text(end)),
            "max_idle_duration": format!("{}s", session.max_idle),
            "max_duration": format!("{}s", session.max),
            "waiting_job_count": waiting,
            "finished_job_count": jobs.len() - waiting,
            "status": session.status(clock),
            "project_id": session.text("project_id"),
            "tags": optional("tags"),
            "deduplication_id": session.text("deduplication_id"),
            "origin_type": "customer",
            "origin_id": null,
            "progress_message": null,
            "booking_id": null,
            "model_id": optional("model_id"),
            "parameters": optional("parameters"),
        })
    }
}
