//! Games whose process is killed at any time, on services that fail in any way, and whose journal is lost
//! now and then: no job is sent twice, and every shot that was paid for is used. Where a service has no
//! list of jobs, one whose sending was not confirmed is given up, and nothing else.
//!
//! A few kills on each service; more than 200 in all with `--features slow-tests`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cheqqers_remote::{Entry, EntryState, Journal, ServiceName};
use cheqqers_testkit::seed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::faults::{Site, has_list};
use crate::games::Desk;

/// Kills on each service.
const KILLS: usize = if cfg!(feature = "slow-tests") { 30 } else { 2 };

/// Kills of a game.
const KILLS_OF_GAME: usize = 5;

/// Longest time until a process that is waited for has sent something.
const SEND_TIMEOUT: Duration = Duration::from_mins(2);

/// Faults of the services. At the pace of the test, 1.2 s are 2 minutes.
const FAULTS: [&[&str]; 8] = [
    &["late=1.2@submit:1", "wait=1:2"],
    &["delay=1.2@submit:1"],
    &["reset-after@submit:2", "wait=1:2"],
    &["status-after=503@submit:1", "malformed@result:2"],
    &["status=503@submit:2", "truncate@status:2"],
    &["delay=1.2@result:1", "truncate@result:1", "wait=1:3"],
    &["html@status:2", "malformed@submit:1", "wait=1:1"],
    &["limit=1@submit:1", "reset-before@status:2", "wait=1:2"],
];

/// Device of a service, by the name that [`Desk`] has for it.
fn device(service: ServiceName) -> &'static str {
    match service {
        ServiceName::Ibm => "ibm:ibm_fez",
        ServiceName::IbmSystem => "ibm-system:ibm_torino",
        ServiceName::Ionq => "ionq:qpu.forte-1",
        ServiceName::Braket => "braket:qpu/iqm/Garnet",
        ServiceName::Oqtopus => "oqtopus:lattice",
        ServiceName::Iqm => "iqm:garnet",
        ServiceName::Aqt => "aqt:emulated/ibex",
        ServiceName::Scaleway => "scaleway:QPU-GARNET-20PQ",
    }
}

/// The entries of all journals that a game had, by key.
fn entries(desk: &Desk, journals: usize) -> BTreeMap<String, Entry> {
    let mut entries = BTreeMap::new();
    for number in 0..journals {
        let folder = desk.path(&format!("data-{number}/cheqqers/jobs"));
        for entry in Journal::at(folder).list().unwrap_or_default() {
            let known: &mut Entry = entries
                .entry(entry.key().to_owned())
                .or_insert(entry.clone());
            if entry.state == EntryState::Answered {
                *known = entry;
            }
        }
    }
    entries
}

/// Waits until the journals have more than so many jobs, or the process has ended; then its status.
fn has_ended(
    told: &str,
    child: &mut Child,
    desk: &Desk,
    journals: usize,
    jobs: usize,
) -> Option<ExitStatus> {
    let begun = Instant::now();
    while entries(desk, journals).len() <= jobs {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        assert!(
            begun.elapsed() < SEND_TIMEOUT,
            "nothing was sent for {told}"
        );
        sleep(Duration::from_millis(2));
    }
    None
}

/// Gives up the jobs of a journal whose sending was not confirmed; returns `true` if there are any.
fn give_up(desk: &Desk, data: &Path) -> bool {
    let journal = Journal::at(data.join("cheqqers/jobs"));
    let mut entries = journal.list().unwrap_or_default();
    entries.retain(|entry| entry.state == EntryState::Sending);
    for entry in &entries {
        let mut command = desk.command(&["jobs", "forget", entry.key()]);
        let done = crate::command::run(command.env("XDG_DATA_HOME", data));
        assert_eq!(done.code, Some(0), "{}", done.err);
    }
    !entries.is_empty()
}

/// Plays a game whose process is killed a few times; returns how often it was.
fn game(service: ServiceName, rng: &mut ChaCha8Rng) -> usize {
    let mut draw = |below: usize| rng.next_u32() as usize % below;
    let faults = FAULTS[draw(FAULTS.len())];
    let site = Site::new(service, faults);
    let desk = Desk::at(&site.server.url());
    let mut first = Desk::random_game(device(service), "g.jsonl", &[]);
    let number = draw(1 << 16).to_string();
    first[6] = &number;
    let (has_pool, prefetches) = (draw(2) == 0, draw(2) == 0);
    if has_pool {
        first.push("--pool");
    }
    if has_pool && prefetches {
        first.push("--prefetch");
    }
    let resumed = vec!["play", "--resume", "g.jsonl", "--yes"];
    let (mut args, mut journals, mut kills) = (&first, 1, 0);
    let told = format!("{service} {faults:?} {first:?}");
    for _ in 0..KILLS_OF_GAME {
        let data = desk.path(&format!("data-{}", journals - 1));
        let mut command = desk.command(args);
        command.env("XDG_DATA_HOME", &data).stdout(Stdio::null());
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        args = &resumed;
        let jobs = entries(&desk, journals).len();
        if let Some(status) = has_ended(&told, &mut child, &desk, journals, jobs) {
            let goes_on = !status.success() && !has_list(service) && give_up(&desk, &data);
            let mut said = String::new();
            child.stderr.unwrap().read_to_string(&mut said).unwrap();
            assert!(status.success() || goes_on, "{told}: {status}: {said}");
            if status.success() {
                break;
            }
            continue;
        }
        sleep(Duration::from_millis(draw(60) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // As on another machine: the record alone is left. A pool has its seeds there.
        if !has_pool && has_list(service) && draw(3) == 0 {
            journals += 1;
        }
    }
    let data = desk.path(&format!("data-{}", journals - 1));
    let finish = || {
        let mut command = desk.command(&resumed);
        crate::command::run(command.env("XDG_DATA_HOME", &data))
    };
    let mut done = finish();
    while done.code != Some(0) && !has_list(service) && give_up(&desk, &data) {
        done = finish();
    }
    assert_eq!(done.code, Some(0), "{told}: {}", done.err);
    assert_eq!(desk.verify("g.jsonl"), "", "{told}");

    let entries: Vec<Entry> = entries(&desk, journals).into_values().collect();
    let given_up = entries.iter().filter(|entry| entry.is_given_up()).count();
    let confirmed = entries.len() - given_up;
    let sent = usize::try_from(site.server.num_jobs()).unwrap()
        - free_duplicates(service, &site, &entries);
    let told = format!(
        "{told}: {sent} jobs sent, {} in the journal, {given_up} given up",
        entries.len()
    );
    assert!((confirmed..=entries.len()).contains(&sent), "{told}");
    assert!(given_up == 0 || !has_list(service), "{told}");
    let record = fs::read_to_string(desk.path("g.jsonl")).unwrap();
    let used = jobs_used(&record);
    for entry in entries.iter().filter(|entry| !entry.is_given_up()) {
        let id = entry.measurement.as_ref();
        let is_prefetched = id.is_some_and(|id| id.name.starts_with("prefetch"));
        // Shots that no measurement needed were cancelled, or were taken by then.
        if is_prefetched && entry.state != EntryState::Answered {
            let has_ended = matches!(entry.state, EntryState::Cancelled | EntryState::Sent);
            assert!(has_ended, "{told}: {:?}", entry.state);
            continue;
        }
        assert_eq!(entry.state, EntryState::Answered, "{told}");
        assert!(used.contains(entry.key()), "{told}: {}", entry.key());
    }
    kills
}

/// Number of duplicates at a service that costs nothing: a job is soon sent again there if it is not listed.
fn free_duplicates(service: ServiceName, site: &Site, entries: &[Entry]) -> usize {
    let mut client = site.client();
    if !client.capabilities().unwrap().is_free || !has_list(service) {
        return 0;
    }
    let found = entries.iter().map(|entry| {
        let jobs = client.service().find(entry).unwrap();
        jobs.len().saturating_sub(1)
    });
    found.sum()
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

#[test]
fn killed_games_send_no_job_twice_and_use_all_shots() {
    let mut rng = ChaCha8Rng::seed_from_u64(seed::choose(2506));
    for service in ServiceName::ALL {
        let mut kills = 0;
        for _ in 0..KILLS {
            if kills >= KILLS {
                break;
            }
            kills += game(service, &mut rng);
        }
        assert!(kills > 0, "{service}");
    }
}
