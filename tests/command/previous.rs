//! What an older version wrote is read, and gone on with; its data and the way they were made are
//! in `tests/previous/`.
#![cfg(unix)]

use crate::client;
use crate::command;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, num_plies};
use crate::command::{Done, command, printed, printed_by};
use crate::process::Process;

/// An address at which nothing listens.
const NOWHERE: &str = "http://127.0.0.1:1";

/// The moves of the recorded games, of which the last measures.
const MOVES: [&str; 3] = ["c3-d4", "f6^e5g5", "d4xf6"];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/previous")
}

fn record(name: &str) -> String {
    fs::read_to_string(data().join("records").join(name)).unwrap()
}

/// The emulated services, until this is dropped.
struct Services {
    child: Child,
    url: String,
}

impl Services {
    /// Those that gave the jobs of the data their names, now without a queue.
    fn start() -> Self {
        let args = ["--address", "127.0.0.1:0", "--time-scale", "0"];
        let mut child = command(&["emulate", "--seed", "11"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line.split_whitespace().find(|word| word.contains("://"));
        let url = url.unwrap().to_owned();
        Self { child, url }
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A home with a copy of the data.
struct Home {
    folder: TempDir,
    url: String,
}

impl Home {
    /// A home without data.
    fn empty(url: &str) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            url: url.to_owned(),
        }
    }

    fn new(url: &str) -> Self {
        let home = Self::empty(url);
        copy(&data(), home.folder.path());
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let (home, url) = (self.folder.path(), &self.url);
        let mut command = command(args);
        command
            .env("HOME", home)
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("CHEQQERS_PACE", "0.01")
            .env("IAM_URL", format!("{url}/ibm"))
            .env("QISKIT_IBM_URL", format!("{url}/ibm/api/v1"))
            .env("QISKIT_IBM_TOKEN", "token")
            .env(
                "QISKIT_IBM_INSTANCE",
                "crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::",
            )
            .env("IONQ_API_URL", format!("{url}/ionq/v0.4"))
            .env("IONQ_API_KEY", "key")
            .env("AWS_ENDPOINT_URL_BRAKET", format!("{url}/braket"))
            .env("AWS_ENDPOINT_URL_S3", format!("{url}/s3"))
            .env("AWS_ACCESS_KEY_ID", "someone")
            .env("AWS_SECRET_ACCESS_KEY", "secret")
            .env("AWS_REGION", "us-east-1")
            .env("AMZN_BRAKET_OUT_S3_BUCKET", "amazon-braket-games")
            .env("OQTOPUS_URL", format!("{url}/oqtopus"))
            .env("OQTOPUS_API_TOKEN", "token")
            .current_dir(home);
        command
    }

    /// Runs the command with these lines typed.
    fn typed(&self, args: &[&str], lines: &[&str]) -> Done {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(lines.join("\n").as_bytes()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        Done {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Goes on with a record by these lines; gives what then stands in it.
    fn resumed(&self, record: &Path, lines: &[&str]) -> String {
        let args = ["play", "--resume", record.to_str().unwrap(), "--yes"];
        let done = self.typed(&args, lines);
        assert_eq!(done.code, Some(0), "{}: {}", record.display(), done.err);
        fs::read_to_string(record).unwrap()
    }

    /// The program of a job, on the service.
    fn runs_on_ionq(&self, job: &Value) {
        let program = self.path("program.qasm");
        fs::write(&program, job["program"].as_str().unwrap()).unwrap();
        let shots = job["shots"].to_string();
        let args = [
            "simulate",
            program.to_str().unwrap(),
            "--backend",
            "ionq:qpu.forte-1",
            "--yes",
            "--shots",
            &shots,
        ];
        printed_by(&mut self.command(&args));
    }

    fn serve(&self) -> Process {
        let args = ["serve", "--listen", "127.0.0.1:0", "--remote", "--data"];
        Process::of(self.command(&args).arg(self.path("games")))
    }

    /// The jobs of the journal by their markers.
    fn jobs(&self) -> BTreeMap<String, Value> {
        let folders = fs::read_dir(self.path("data/cheqqers/jobs")).unwrap();
        let jobs = folders.map(|folder| {
            let folder = folder.unwrap();
            let text = fs::read_to_string(folder.path().join("job.json")).unwrap();
            let marker = folder.file_name().into_string().unwrap();
            (marker, serde_json::from_str(&text).unwrap())
        });
        jobs.collect()
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// The first lines of a record.
fn cut(text: &str, num_lines: usize) -> String {
    text.split_inclusive('\n').take(num_lines).collect()
}

#[test]
fn records_and_traces_are_what_the_rules_say() {
    let folder = data().join("records");
    let mut num_records = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // A quantum game as a draughts record, which is only written now.
        if path.extension().is_some_and(|extension| extension == "pdn") {
            continue;
        }
        let path = path.to_str().unwrap();
        printed(&["replay", "--verify", path]);
        assert!(!printed(&["replay", path]).is_empty(), "{path}");
        num_records += 1;
    }
    assert_eq!(num_records, 13);
}

#[test]
fn a_record_becomes_the_same_draughts_record() {
    let path = data().join("records/cheqqers.jsonl");
    let text = printed(&["export", path.to_str().unwrap(), "--format", "pdn"]);
    assert_eq!(text, record("cheqqers.pdn"));
}

#[test]
fn plies_of_a_record_are_taken_back_and_played_again() {
    let home = Home::empty(NOWHERE);
    let path = home.path("game.jsonl");
    let text = record("cheqqers.jsonl");
    // Up to the ply that is taken back.
    fs::write(&path, cut(&text, 2)).unwrap();
    let lines = ["undo", MOVES[0], MOVES[1], MOVES[2], "resign"];
    assert_eq!(home.resumed(&path, &lines), text);
}

#[test]
fn jobs_of_the_journal_are_listed() {
    let home = Home::new(NOWHERE);
    let done = command::run(&mut home.command(&["jobs", "list"]));
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let mut states = BTreeMap::<&str, usize>::new();
    for (marker, entry) in home.jobs() {
        let lines = done.out.lines();
        let line = lines
            .clone()
            .find(|line| line.starts_with(&marker))
            .unwrap();
        let state = match &entry["state"] {
            Value::String(state) if state == "answered" => "answered",
            Value::String(state) if state == "sent" => "sent",
            _ => "failed",
        };
        assert!(line.contains(&format!(" {state} ")), "{line}");
        assert!(line.contains(entry["job"].as_str().unwrap()), "{line}");
        *states.entry(state).or_default() += 1;
    }
    let expected = [("answered", 4), ("failed", 3), ("sent", 2)];
    assert_eq!(states, BTreeMap::from(expected));
}

/// The services are gone, so that only the journal can tell.
#[test]
fn a_measurement_finds_the_job_that_answered_it() {
    for name in ["ibm", "ionq", "braket", "oqtopus"] {
        let home = Home::new(NOWHERE);
        let path = home.path(&format!("records/{name}.jsonl"));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, cut(&text, 3)).unwrap();
        assert_eq!(home.resumed(&path, &[MOVES[2], "resign"]), text, "{name}");
        assert_eq!(home.jobs().len(), 9, "{name}");
    }
}

#[test]
fn a_game_waits_for_the_job_that_was_sent() {
    let services = Services::start();
    let home = Home::new(&services.url);
    let before = home.jobs();
    let path = home.path("records/waiting.jsonl");
    let header = fs::read_to_string(&path).unwrap();
    let header: Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    let of_game = |job: &Value| job["question"]["game"] == header["id"];
    let (marker, sent) = before.iter().find(|(_, job)| of_game(job)).unwrap();
    // The emulator names jobs in order, and so has one of the same name afterwards.
    let other = Home::empty(&services.url);
    other.runs_on_ionq(sent);
    let names: Vec<Value> = other
        .jobs()
        .values()
        .map(|job| job["job"].clone())
        .collect();
    assert_eq!(names, [sent["job"].clone()]);

    let text = home.resumed(&path, &[MOVES[2], "resign"]);
    let ply: Value = serde_json::from_str(text.lines().nth(3).unwrap()).unwrap();
    assert_eq!(ply["measured"][0]["job"], sent["job"]);
    let after = home.jobs();
    assert_eq!(after.len(), before.len());
    assert_eq!(after[marker]["state"], "answered");
    assert_eq!(after[marker]["job"], sent["job"]);
    printed(&["replay", "--verify", path.to_str().unwrap()]);
}

fn links() -> BTreeMap<String, String> {
    let text = fs::read_to_string(data().join("games/links.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn games_of_the_page_go_on() {
    let home = Home::new(NOWHERE);
    let server = home.serve();
    let mut client = Client::new(server.address);
    let links = links();
    let finished = client.game(&links["finished"]);
    assert_eq!(finished["status"], "white_won");
    assert_eq!(num_plies(&finished), 3);
    let running = client.game(&links["running"]);
    assert_eq!(
        (num_plies(&running), &running["status"]),
        (2, &json!("in_progress"))
    );
    let played = client.play(&links["running"], 3, MOVES[2]);
    assert_eq!(num_plies(&played), 3);
    for name in ["rotation", "blocking"] {
        let game = client.game(&links[name]);
        assert_eq!(game["kind"], *name, "{game}");
        let mv = client::some_move(&game, 1).unwrap().to_owned();
        client.play(&links[name], 1, &mv);
    }
    let address: SocketAddr = server.address;
    for link in links.values() {
        let path = format!("/api/v1/links/{link}/export?format=record");
        let text = Client::new(address).get(&path);
        assert_eq!(text.status, 200, "{text:?}");
        let path = home.path("exported.jsonl");
        fs::write(&path, text.body).unwrap();
        printed(&["replay", "--verify", path.to_str().unwrap()]);
    }
}

#[test]
fn a_pending_game_of_the_page_waits_for_the_job_that_was_sent() {
    let services = Services::start();
    let home = Home::new(&services.url);
    let waiting = record("waiting.jsonl");
    let of_page = |job: &Value| {
        let game = job["question"]["game"].as_str().unwrap();
        job["state"] == "sent" && !waiting.contains(game)
    };
    let jobs = home.jobs();
    let (marker, sent) = jobs.iter().find(|(_, job)| of_page(job)).unwrap();
    // The emulator has the same program under another name.
    let other = Home::empty(&services.url);
    other.runs_on_ionq(sent);
    let (_, there) = other.jobs().pop_first().unwrap();
    let path = home
        .path("data/cheqqers/jobs")
        .join(marker)
        .join("job.json");
    let [old, new] = [sent, &there].map(|job| job["job"].as_str().unwrap());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(old, new)).unwrap();
    let before = home.jobs();
    let server = home.serve();
    let mut client = Client::new(server.address);
    let state = client.until(&links()["pending"], |state| num_plies(state) == 3);
    assert_eq!(state["backend"], "ionq:qpu.forte-1");
    let after = home.jobs();
    assert!(after.keys().eq(before.keys()));
    let answered = |jobs: &BTreeMap<String, Value>| {
        let answered = jobs.values().filter(|job| job["state"] == "answered");
        answered.count()
    };
    assert_eq!(answered(&after), answered(&before) + 1);
    let same = |(marker, job): (&String, &Value)| job["job"] == before[marker]["job"];
    assert!(after.iter().all(same));
}

#[test]
fn a_tournament_is_shown_and_resumed() {
    let home = Home::new(NOWHERE);
    let run = |args: &[&str]| command::run(&mut home.command(args));
    let shown = run(&["arena", "show", "arena", "--json"]);
    assert_eq!((shown.code, &*shown.err), (Some(0), ""));
    let table: Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!((&table["games"], &table["of"]), (&json!(9), &json!(20)));
    let resumed = run(&["arena", "--resume", "arena", "--json", "--threads", "1"]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    let whole = fs::read_to_string(data().join("arena.json")).unwrap();
    let [found, whole]: [Value; 2] =
        [&resumed.out, &whole].map(|text| serde_json::from_str(text).unwrap());
    assert_holds(&found, &whole);
}

/// All that was told before is told now, but for the rounding of numbers.
fn assert_holds(found: &Value, before: &Value) {
    match (found, before) {
        (Value::Object(found), Value::Object(before)) => {
            before
                .iter()
                .for_each(|(key, value)| assert_holds(&found[key], value));
        }
        (Value::Array(found), Value::Array(before)) => {
            assert_eq!(found.len(), before.len());
            found
                .iter()
                .zip(before)
                .for_each(|(a, b)| assert_holds(a, b));
        }
        (Value::Number(found), Value::Number(before)) => {
            let away = found.as_f64().unwrap() - before.as_f64().unwrap();
            assert!(away.abs() < 1e-9, "{found} {before}");
        }
        _ => assert_eq!(found, before),
    }
}
