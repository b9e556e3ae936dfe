//! Games on services that fail in a sequence of ways, whose process is killed at any time and whose journal
//! is lost now and then: nothing is paid for twice without being told, nothing beyond a limit, what was
//! answered is used, each record verifies, and no measurement takes longer than it may.
//!
//! Each game has a seed of its own: `CHEQQERS_SEED=SEED CHEQQERS_GAMES=1` plays that game alone.

#[path = "soak/draw.rs"]
mod draw;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs::{self, File};
use std::panic;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cheqqers_emulate::{AcceptedJob, Emulator};
use cheqqers_remote::{Entry, EntryState, Journal};
use cheqqers_testkit::seed;
use serde_json::Value;

use self::draw::{Drawn, Kill};
use crate::common;
use crate::faults::has_list;
use crate::games::{Desk, write_poor_table};

/// Games of a run, unless the environment says how many.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    500
} else {
    40
};

/// The environment variable with the number of games.
const NUM_GAMES: &str = "CHEQQERS_GAMES";

/// Games that are played at the same time: they wait most of it.
const THREADS: usize = 12;

/// Time by which a process may end later than it should: a request takes up to 15 s, and jobs are prepared on
/// a machine that may be busy.
const REQUEST: Duration = Duration::from_mins(1);

/// Time within which a process that has no limit must go on or end.
const ENDLESS: Duration = Duration::from_mins(3);

/// Processes that finish a game, each after what the one before advised.
const LAST_TRIES: usize = 16;

/// Pace of a process with `--max-wait`, at which all other waits for a job are much longer than that: 15
/// minutes are 3.
const SLOW_PACE: &str = "0.2";

/// A process that has ended or was killed.
struct Ended {
    /// The status, unless it was killed.
    code: Option<i32>,
    said: String,
}

/// A game under way.
struct Game {
    drawn: Drawn,
    server: Emulator,
    desk: Desk,
    /// Number of journals that it had.
    journals: usize,
    /// Number of processes that it had.
    processes: usize,
    /// Standard error of all of them.
    said: String,
    /// Keys of the jobs that its user gave up.
    given_up: BTreeSet<String>,
}

impl Game {
    fn new(seed: u64) -> Self {
        let drawn = Drawn::new(seed);
        let faults: Vec<&str> = drawn.faults.iter().map(String::as_str).collect();
        let server = common::server(&faults);
        let desk = Desk::at(&server.url());
        write_poor_table(&desk);
        Self {
            desk,
            server,
            drawn,
            journals: 1,
            processes: 0,
            said: String::new(),
            given_up: BTreeSet::new(),
        }
    }

    fn data(&self) -> PathBuf {
        self.desk.path(&format!("data-{}", self.journals - 1))
    }

    /// A command of the user with the present journal.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.desk.command(args);
        command.env("XDG_DATA_HOME", self.data());
        command
    }

    /// The jobs of all journals by key, each in its last state.
    fn entries(&self) -> BTreeMap<String, Entry> {
        let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
        for number in 0..self.journals {
            let folder = self.desk.path(&format!("data-{number}/cheqqers/jobs"));
            for entry in Journal::at(folder).list().unwrap_or_default() {
                let key = entry.key().to_owned();
                if entries.get(&key).is_none_or(|known| !known.has_answer()) {
                    entries.insert(key, entry);
                }
            }
        }
        entries
    }

    fn record_length(&self) -> u64 {
        let file = fs::metadata(self.desk.path("g.jsonl"));
        file.map_or(0, |file| file.len())
    }

    /// Begins the game or goes on with it.
    fn start(&mut self, limits: &[String], max_wait: Option<f64>, pace: &str) -> Child {
        let mut args = vec!["play", "--yes"];
        if self.record_length() == 0 {
            args.extend(self.drawn.game.iter().map(String::as_str));
        } else {
            args.extend(["--resume", "g.jsonl"]);
        }
        args.extend(limits.iter().map(String::as_str));
        let max_wait = max_wait.map(|seconds| seconds.to_string());
        if let Some(seconds) = &max_wait {
            args.extend(["--max-wait", seconds]);
        }
        // An empty line tries again.
        fs::write(self.desk.path("input"), "\n".repeat(3)).unwrap();
        let input = File::open(self.desk.path("input")).unwrap();
        let errors = File::create(self.desk.path("errors")).unwrap();
        let mut command = self.command(&args);
        command.env("CHEQQERS_PACE", pace).stdin(input);
        command.stdout(Stdio::null()).stderr(errors);
        self.processes += 1;
        command.spawn().unwrap()
    }

    /// Waits until a process ends or is killed: each measurement has its time at most.
    fn end(&mut self, mut child: Child, max_wait: Option<f64>, kill: Option<&Kill>) -> Ended {
        let jobs = self.entries().len();
        let begun = Instant::now();
        let (mut length, mut grown) = (self.record_length(), Instant::now());
        let mut kill_at = kill.map(|kill| begun + kill.patience);
        let mut is_counted = kill.is_some();
        let most = max_wait.map_or(ENDLESS, |seconds| {
            Duration::from_secs_f64(1.1 * seconds) + REQUEST
        });
        let code = loop {
            let status = child.try_wait().unwrap();
            let waited = grown.elapsed();
            let found = self.record_length();
            if found != length {
                // A measurement is written down when it begins and when it is answered.
                (length, grown) = (found, Instant::now());
            }
            if waited > most {
                let _ = child.kill();
                let _ = child.wait();
                let said = fs::read_to_string(self.desk.path("errors")).unwrap();
                panic!(
                    "{}: waited {waited:?}, longer than {most:?}: {said}",
                    self.told()
                );
            }
            if let Some(status) = status {
                break status.code();
            }
            if let Some(kill) = kill
                && is_counted
                && self.entries().len() > jobs + kill.jobs
            {
                is_counted = false;
                kill_at = Some(Instant::now() + kill.after);
            }
            if kill_at.is_some_and(|at| Instant::now() >= at) {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            thread::sleep(Duration::from_millis(3));
        };
        let said = fs::read_to_string(self.desk.path("errors")).unwrap();
        writeln!(self.said, "process {}, {code:?}:\n{said}", self.processes).unwrap();
        assert!(!said.contains("panicked"), "{}", self.told());
        Ended { code, said }
    }

    /// Does what a user does whose process ended with an error: the jobs are given up whose answers can't be
    /// had.
    fn give_up(&mut self, said: &str) {
        let journal = Journal::at(self.data().join("cheqqers/jobs"));
        for entry in journal.list().unwrap_or_default() {
            let is_named = said.contains(entry.key());
            let is_unlisted = !has_list(self.drawn.service) && entry.state == EntryState::Sending;
            // Its bits are in another order, or it has none.
            let is_useless = is_named
                && entry.state == EntryState::Answered
                && entry.may_be_given_up()
                && said.contains("'cheqqers jobs forget JOB'");
            // The service calls it done, and its answer can't be read.
            let is_unreadable = is_named
                && entry.state == EntryState::Sent
                && said.contains("can't be understood")
                && said.contains("answer.txt");
            if !(is_unlisted || is_useless || is_unreadable) {
                continue;
            }
            let force = is_unreadable.then_some("--force");
            let args: Vec<&str> = ["jobs", "forget", entry.key()]
                .into_iter()
                .chain(force)
                .collect();
            let done = crate::command::run(&mut self.command(&args));
            if done.code == Some(0) {
                self.given_up.insert(entry.key().to_owned());
            } else {
                self.said += &done.err;
            }
        }
    }

    /// Plays the game under the limits, by processes that are killed, but for the last one where the time of
    /// each measurement is limited.
    fn play_in_part(&mut self) {
        let (limits, kills) = (self.drawn.limits.clone(), self.drawn.kills.clone());
        let (max_wait, pace) = match self.drawn.max_wait {
            Some(seconds) => (Some(seconds), SLOW_PACE),
            None => (None, "0.01"),
        };
        let whole = max_wait.is_some().then_some(None);
        for kill in kills.iter().map(Some).chain(whole) {
            let child = self.start(&limits, max_wait, pace);
            let ended = self.end(child, max_wait, kill);
            let loses_journal = kill.is_some_and(|kill| kill.loses_journal);
            match ended.code {
                Some(0) => break,
                Some(_) => self.give_up(&ended.said),
                // As on another machine: the record alone is left.
                None if loses_journal && self.record_length() > 0 => self.journals += 1,
                None => {}
            }
        }
    }

    /// Finishes the game, without limits but for the time of each measurement, which grows, as a slow machine
    /// may take longer to prepare a job.
    fn finish(&mut self) {
        let most = ["--max-shots", "100000", "--max-cost", "100000"].map(str::to_owned);
        // A limit of cost stops jobs without a price.
        let limits = if self.drawn.has_price() {
            &most[2..]
        } else {
            &most[..2]
        };
        let mut seconds = 2.0;
        for _ in 0..LAST_TRIES {
            let child = self.start(limits, Some(seconds), "0.01");
            let ended = self.end(child, Some(seconds), None);
            if ended.code == Some(0) {
                return;
            }
            self.give_up(&ended.said);
            seconds *= 1.4;
        }
        panic!("{}: it does not end", self.told());
    }

    /// The drawn game and all that happened to it, for a person who repeats it.
    fn told(&self) -> String {
        let states = self.entries().into_values().map(|entry| {
            let job = entry.provenance.job.as_deref().unwrap_or("-");
            let measurement = entry.measurement.as_ref();
            let name = measurement.map_or("", |id| &id.name);
            let (key, state, shots) = (entry.key(), &entry.state, entry.provenance.shots);
            format!(
                "\n  {key} {name:?} of {shots} shots at {:?}, {job}: {state:?}",
                entry.cost
            )
        });
        let states: String = states.collect();
        let accepted = self.server.accepted();
        format!(
            "{}\njournals:{states}\nserver: {accepted:?}\n{}",
            self.drawn, self.said
        )
    }

    /// Jobs that the service has, but for one of each two of which it was told that they are of one submission: the
    /// one that no journal has.
    fn paid_once(&self, mut jobs: Vec<AcceptedJob>) -> Vec<AcceptedJob> {
        let entries = self.entries();
        let is_known = |job: &str| {
            let mut names = entries
                .values()
                .filter_map(|entry| entry.provenance.job.as_deref());
            names.any(|name| name == job)
        };
        let told = self.said.lines().filter_map(|line| {
            let (_, both) = line.split_once("the service took the same job twice, as ")?;
            let (first, behind) = both.split_once(" and ")?;
            let second = behind.split(": ").next()?;
            Some(if is_known(first) || !is_known(second) {
                second
            } else {
                first
            })
        });
        let told: Vec<&str> = told.collect();
        jobs.retain(|job| !told.iter().any(|other| other.ends_with(&job.id)));
        jobs
    }

    /// Checks that the jobs of the service are within the drawn limits.
    fn check_limits(&self, accepted: Vec<AcceptedJob>) {
        let entries = self.entries();
        let jobs = self.paid_once(accepted);
        let shots: usize = jobs.iter().map(|job| job.shots).sum();
        let price = |job: &AcceptedJob| {
            let entry = entries.values().find(|entry| has_job(entry, job));
            entry
                .and_then(|entry| entry.cost.as_ref())
                .map_or(0.0, |cost| cost.amount)
        };
        let cost: f64 = jobs.iter().map(price).sum();
        let spent = [
            ("--max-jobs", jobs.len() as f64),
            ("--max-shots", shots as f64),
            ("--max-cost", cost),
        ];
        for (name, spent) in spent {
            let Some(at) = self.drawn.limits.iter().position(|limit| limit == name) else {
                continue;
            };
            let most: f64 = self.drawn.limits[at + 1].parse().unwrap();
            assert!(
                spent <= most + 1e-9,
                "{}: {spent} with {name} {most}",
                self.told()
            );
        }
    }

    /// Returns `true` if the measurement of a job whose shots were spoilt was repeated.
    fn is_repeated(&self, entry: &Entry, entries: &BTreeMap<String, Entry>) -> bool {
        let next = |other: &Entry| {
            let (id, later) = (entry.measurement.as_ref()?, other.measurement.as_ref()?);
            let is_same = id.series == later.series && id.history == later.history;
            Some(is_same && id.name == later.name && later.attempt > id.attempt)
        };
        self.drawn.spoils_shots() && entries.values().any(|other| next(other) == Some(true))
    }

    /// Checks what came of each job.
    fn check_jobs(&self) {
        let entries = self.entries();
        let mut unknown = self.paid_once(self.server.accepted());
        unknown.retain(|job| !entries.values().any(|entry| has_job(entry, job)));
        let named = entries
            .values()
            .filter_map(|entry| entry.provenance.job.as_deref());
        let named: Vec<&str> = named.collect();
        let distinct: BTreeSet<&str> = named.iter().copied().collect();
        assert_eq!(named.len(), distinct.len(), "{}", self.told());
        // Where no job can be looked up, the user gave up those whose sending was not confirmed.
        let given_up = |entry: &&Entry| entry.is_given_up() && entry.provenance.job.is_none();
        let unconfirmed = if has_list(self.drawn.service) {
            0
        } else {
            entries.values().filter(given_up).count()
        };
        assert!(
            unknown.len() <= unconfirmed,
            "{}: unknown {unknown:?}",
            self.told()
        );
        let record = fs::read_to_string(self.desk.path("g.jsonl")).unwrap();
        let used = jobs_used(&record);
        for entry in entries.values() {
            let told = || format!("{}: {}", self.told(), entry.key());
            assert!(
                !entry.is_given_up() || self.given_up.contains(entry.key()),
                "{}",
                told()
            );
            let id = entry.measurement.as_ref();
            let is_prefetched = id.is_some_and(|id| id.name.starts_with("prefetch"));
            match entry.state {
                EntryState::Answered => {
                    let is_used = used.contains(entry.key()) || is_prefetched;
                    assert!(is_used || self.is_repeated(entry, &entries), "{}", told());
                }
                // Shots that no measurement needed were cancelled, or were taken by then.
                EntryState::Sent => assert!(is_prefetched, "{}", told()),
                // It was not sent before its process was killed: the service has no other than those above.
                EntryState::Sending => assert_eq!(entry.provenance.job, None, "{}", told()),
                EntryState::Failed { .. } => {
                    let is_refused = entry.provenance.job.is_none() || entry.is_given_up();
                    // The end of a job was in a journal that was lost.
                    let is_replaced = entry
                        .failure()
                        .is_some_and(|why| why.contains("in its place"));
                    let is_lost =
                        is_replaced && self.drawn.kills.iter().any(|kill| kill.loses_journal);
                    assert!(
                        is_refused || is_lost || self.drawn.fails_jobs(),
                        "{}",
                        told()
                    );
                }
                EntryState::Cancelled => {}
            }
        }
    }
}

/// Returns `true` if a job of the service is that of an entry.
fn has_job(entry: &Entry, job: &AcceptedJob) -> bool {
    let name = entry.provenance.job.as_ref();
    name.is_some_and(|name| name.ends_with(&job.id))
}

/// Keys of the jobs whose shots a record has.
fn jobs_used(record: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for line in record.lines().skip(1) {
        let line: Value = serde_json::from_str(line).unwrap();
        let measured = line["measured"].as_array().into_iter().flatten();
        let jobs = measured.flat_map(|entry| entry["jobs"].as_array().into_iter().flatten());
        let of_pool = line["pool"]["jobs"].as_array().into_iter().flatten();
        let keys = jobs
            .chain(of_pool)
            .map(|job| job["marker"].as_str().unwrap().to_owned());
        used.extend(keys);
    }
    used
}

/// Plays the game of a seed to its end, and checks all that was promised.
fn play(seed: u64) {
    let mut game = Game::new(seed);
    game.play_in_part();
    let in_part = game.server.accepted();
    game.finish();
    assert_eq!(game.desk.verify("g.jsonl"), "", "{}", game.told());
    game.check_limits(in_part);
    game.check_jobs();
}

#[test]
fn games_on_failing_services_pay_once_within_limits_and_in_time() {
    let first = seed::choose(2506);
    let games = std::env::var(NUM_GAMES).map_or(GAMES, |text| text.parse().unwrap());
    let next = AtomicU64::new(first);
    let worker = || {
        let mut failed = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + games {
                return failed;
            }
            if panic::catch_unwind(|| play(seed)).is_err() {
                failed.push(seed);
            }
        }
    };
    let failed: Vec<u64> = thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS).map(|_| scope.spawn(worker)).collect();
        let failed = workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap());
        failed.collect()
    });
    assert!(
        failed.is_empty(),
        "{} of {games} games failed: those of the seeds {failed:?}",
        failed.len()
    );
}
