//! Records of games that a service measures in: the keys of their jobs bind the header, and each job is named
//! before it is sent.

use std::collections::BTreeSet;
use std::fs;

use cheqqers_measure::GameId;
use rusqlite::Connection;
use serde_json::{Map, Value, json};

use crate::client::{Client, link, num_plies};
use crate::command::{Done, run};
use crate::disk::Refusal;
use crate::process::Process;
use crate::remote::{DEVICE, Desk, failed, measuring, on};

/// The lines of a record as it is downloaded.
pub(crate) fn exported(client: &mut Client, link: &str) -> Vec<Value> {
    let path = format!("/api/v1/links/{link}/export?format=record");
    let text = client.get(&path).body;
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// The keys of the jobs that a record names, in its order.
fn named(record: &[Value]) -> Vec<&str> {
    let keys = record.iter().map(|line| &line["job"]["marker"]);
    keys.filter_map(Value::as_str).collect()
}

/// The keys of the jobs whose shots a record has.
fn used(record: &[Value]) -> Vec<&str> {
    let measured = record.iter().filter_map(|line| line["measured"].as_array());
    let jobs = measured.flatten().map(|measured| &measured["jobs"]);
    let jobs = jobs.filter_map(Value::as_array).flatten();
    jobs.map(|job| job["marker"].as_str().unwrap()).collect()
}

fn header(record: &[Value]) -> Map<String, Value> {
    let mut header = record[0].as_object().unwrap().clone();
    header.shift_remove("sum");
    header
}

fn measured(state: &Value) -> bool {
    state["waiting"] == Value::Null
}

fn kill(mut server: Process) {
    server.child.kill().unwrap();
}

impl Desk {
    /// Checks a record by the command.
    fn verify(&self, record: &[Value]) -> Done {
        let lines: Vec<String> = record.iter().map(Value::to_string).collect();
        let text = lines.join("\n") + "\n";
        let path = self.home.path().join("downloaded.jsonl");
        fs::write(&path, text).unwrap();
        run(self.command(&["replay", "--verify"]).arg(path))
    }

    pub(crate) fn verified(&self, record: &[Value]) -> String {
        let done = self.verify(record);
        assert_eq!((done.code, &*done.err), (Some(0), ""));
        done.out
    }

    fn games(&self) -> Connection {
        Connection::open(self.home.path().join("games/games.sqlite")).unwrap()
    }

    /// Checks that a record names each job of the service, and has its shots, once.
    fn check_jobs(&self, record: &[Value]) {
        assert_eq!(named(record), used(record));
        assert_eq!(self.num_jobs(), named(record).len());
    }

    /// Number of jobs at the service, none of which is there twice.
    pub(crate) fn num_jobs(&self) -> usize {
        let jobs = self.jobs();
        let names: BTreeSet<String> = jobs.iter().map(|job| job["name"].to_string()).collect();
        assert_eq!(names.len(), jobs.len(), "{jobs:?}");
        names.len()
    }
}

#[test]
fn a_record_names_each_job_before_its_shots_and_its_keys_bind_the_header() {
    let desk = Desk::new(&["wait=1:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, true);
    desk.until_sent();
    let record = exported(&mut client, &both);
    let sent = desk.journal().list().unwrap();
    assert_eq!(record.last().unwrap()["job"]["marker"], sent[0].key());
    kill(server);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    client.until(&both, measured);
    on(&mut client, &both, false);
    client.until(&both, measured);
    let record = exported(&mut client, &both);
    desk.check_jobs(&record);
    let told = desk.verified(&record);
    assert!(
        told.contains("in ") && !told.contains("older form"),
        "{told}"
    );
    let mut changed = record.clone();
    changed[0]["seed"] = json!(4);
    let told = desk.verify(&changed).err;
    assert!(told.contains("the header does not match"), "{told}");
    let mut changed = record.clone();
    let job = record.iter().position(|line| line["job"].is_object());
    changed.remove(job.unwrap());
    let told = desk.verify(&changed).err;
    assert!(told.contains("no line before it names job"), "{told}");
}

/// As where the games alone were brought to another machine.
#[test]
fn a_job_under_way_is_not_sent_again_where_its_journal_is_lost() {
    let desk = Desk::new(&["wait=1:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, true);
    desk.until_sent();
    kill(server);
    fs::remove_dir_all(desk.journal().folder()).unwrap();
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    client.until(&both, measured);
    let record = exported(&mut client, &both);
    desk.check_jobs(&record);
}

#[test]
fn the_command_goes_on_with_a_downloaded_record_and_its_job() {
    let desk = Desk::new(&["wait=1:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, true);
    desk.until_sent();
    let record = exported(&mut client, &both);
    kill(server);
    desk.verified(&record);
    // A machine that has no journal of the job.
    let elsewhere = tempfile::tempdir().unwrap();
    let path = desk.home.path().join("downloaded.jsonl");
    let mut resume = desk.command(&["play", "--yes", "--resume"]);
    resume.arg(&path).env("XDG_DATA_HOME", elsewhere.path());
    let done = run(&mut resume);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let text = fs::read_to_string(path).unwrap();
    let grown: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(grown[..record.len()], record);
    let told = desk.verified(&grown);
    assert!(!told.contains("older form"), "{told}");
    assert!(used(&grown).contains(&named(&record)[0]));
    desk.check_jobs(&grown);
}

#[test]
fn a_job_that_is_not_on_the_disk_is_not_sent() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let refusal = Refusal::of(&desk.home.path().join("games"), "INSERT ON jobs");
    let (both, _) = measuring(&mut client, true);
    let state = client.until(&both, failed);
    let message = state["waiting"]["message"].as_str().unwrap();
    assert!(message.contains("can't be read or written"), "{message}");
    assert_eq!(state["waiting"]["may"], json!(["retry", "local", "cancel"]));
    assert_eq!(desk.num_jobs(), 0);
    drop(refusal);
    client.act(&both, "retry", &json!({}));
    client.until(&both, measured);
    let record = exported(&mut client, &both);
    desk.check_jobs(&record);
    desk.verified(&record);
}

#[test]
fn a_measurement_that_is_taken_back_and_made_again_has_its_jobs_once() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, true);
    let state = client.until(&both, measured);
    client.act(&both, "undo", &json!({}));
    let mv = &state["plies"].as_array().unwrap().last().unwrap()["move"];
    client.play(&both, num_plies(&state), mv.as_str().unwrap());
    let record = exported(&mut client, &both);
    assert_eq!(used(&record), [named(&record), named(&record)].concat());
    assert_eq!(desk.num_jobs(), named(&record).len());
    let told = desk.verified(&record);
    assert!(!told.contains("older form"), "{told}");
    let mut changed = record;
    let jobs = &mut changed.last_mut().unwrap()["measured"][0]["jobs"];
    let first = jobs[0].clone();
    jobs.as_array_mut().unwrap().push(first);
    let told = desk.verify(&changed).err;
    assert!(told.contains("is used twice"), "{told}");
}

#[test]
fn only_games_on_devices_have_an_identity_that_binds_the_header() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let mut header_of = |asked: &Value| {
        let begun = client.begin_here(asked);
        header(&exported(&mut client, link(&begun, "both")))
    };
    let loaded = Value::from(header_of(&json!({"time": "60"}))).to_string();
    for (mut asked, backend) in [
        (json!({}), DEVICE),
        (json!({"moves": "c3-d4", "time": "300+5"}), DEVICE),
        (json!({"record": loaded}), DEVICE),
        (json!({}), "local"),
    ] {
        asked["backend"] = backend.into();
        let header = header_of(&asked);
        let id = GameId::of(&header);
        match backend {
            "local" => assert!(matches!(id, GameId::Free(_)), "{id:?}"),
            _ => assert!(matches!(id, GameId::Bound(_)), "{asked}: {id:?}"),
        }
    }
}

/// A game of a version that named no jobs goes on with its own identity, and with the job under way.
#[test]
fn a_game_of_an_older_version_goes_on_as_it_was_begun() {
    let desk = Desk::new(&["wait=1:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let asked =
        json!({"backend": DEVICE, "settings": {"level": "1"}, "seed": 3, "one_screen": true});
    let both = link(&client.begin(&asked), "both").to_owned();
    let mut older = header(&exported(&mut client, &both));
    kill(server);
    let id: String = desk
        .games()
        .query_row("SELECT id FROM games", [], |row| row.get(0))
        .unwrap();
    older.shift_remove("nonce");
    older["id"] = json!(id);
    let update = "UPDATE games SET header = ?1";
    desk.games()
        .execute(update, [Value::from(older.clone()).to_string()])
        .unwrap();
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    on(&mut client, &both, true);
    desk.until_sent();
    kill(server);
    let forget = "DROP TABLE jobs; PRAGMA user_version = 6";
    desk.games().execute_batch(forget).unwrap();
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    client.until(&both, measured);
    let record = exported(&mut client, &both);
    assert_eq!(header(&record), older);
    assert_eq!(named(&record), [""; 0]);
    assert_eq!(desk.num_jobs(), used(&record).len());
    assert!(desk.verified(&record).contains("older form"));
}
