//! Measurements by remote services, as emulated.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use cheqqers_emulate::{DeviceNoise, Emulator, EmulatorOptions};
use cheqqers_remote::{EntryState, Journal};
use serde_json::{Value, json};

use crate::client::{Client, link, num_plies, some_move};
use crate::command::command;
use crate::process::Process;

/// Somebody with credentials, the service they are for, and their games.
pub(crate) struct Desk {
    pub(crate) service: Emulator,
    pub(crate) home: tempfile::TempDir,
}

pub(crate) const DEVICE: &str = "ionq:qpu.forte-1";

/// A device whose price is more than nothing.
const PRICED: &str = "braket:qpu/iqm/Garnet";

/// What must never be seen anywhere.
const SECRET: &str = "planted-key-of-ionq-7d1c";

impl Desk {
    pub(crate) fn new(faults: &[&str]) -> Self {
        Self {
            service: service(faults),
            home: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn serve(&self, args: &[&str]) -> Process {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        command.arg(self.home.path().join("games")).args(args);
        Process::of(&mut command)
    }

    /// The command with the credentials, not yet run.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let (home, url) = (self.home.path(), self.service.url());
        let mut command = command(args);
        command
            .env("HOME", home)
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("CHEQQERS_PACE", "0.01")
            .env("IONQ_API_URL", format!("{url}/ionq/v0.4"))
            .env("IONQ_API_KEY", SECRET)
            .env("AWS_ENDPOINT_URL_BRAKET", format!("{url}/braket"))
            .env("AWS_ENDPOINT_URL_S3", format!("{url}/s3"))
            .env("AWS_ACCESS_KEY_ID", "someone")
            .env("AWS_SECRET_ACCESS_KEY", SECRET)
            .env("AWS_REGION", "us-east-1")
            .env("AMZN_BRAKET_OUT_S3_BUCKET", "amazon-braket-games");
        command
    }

    pub(crate) fn journal(&self) -> Journal {
        Journal::at(self.home.path().join("data/cheqqers/jobs"))
    }

    /// Waits until a job is sent.
    pub(crate) fn until_sent(&self) {
        let begun = Instant::now();
        let is_sent = || {
            let entries = self.journal().list().unwrap_or_default();
            entries.iter().any(|entry| entry.state == EntryState::Sent)
        };
        while !is_sent() {
            assert!(begun.elapsed() < Duration::from_mins(1), "no job was sent");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The jobs that the service has.
    pub(crate) fn jobs(&self) -> Vec<Value> {
        let request =
            "GET /ionq/v0.4/jobs HTTP/1.1\r\nhost: localhost\r\nauthorization: apiKey key\r\n\r\n";
        let mut there = Client::new(self.service.address());
        let listed = there.raw(request.as_bytes()).unwrap().json();
        listed["jobs"].as_array().unwrap().clone()
    }
}

/// A service on which these things go wrong.
fn service(faults: &[&str]) -> Emulator {
    let options = EmulatorOptions {
        noise: DeviceNoise::Own,
        faults: faults.iter().map(|fault| fault.parse().unwrap()).collect(),
        seed: 11,
        ..EmulatorOptions::default()
    };
    Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap()
}

/// A game on the device, by somebody who plays both sides, up to the first measurement.
pub(crate) fn measuring(client: &mut Client, agreed: bool) -> (String, Value) {
    measuring_on(DEVICE, client, agreed)
}

fn measuring_on(device: &str, client: &mut Client, agreed: bool) -> (String, Value) {
    let asked =
        json!({"backend": device, "settings": {"level": "1"}, "seed": 3, "one_screen": true});
    let begun = client.begin(&asked);
    let both = link(&begun, "both").to_owned();
    let waiting = on(client, &both, agreed);
    (both, waiting)
}

/// Plays on to the next measurement; gives the state in which it is waited for.
pub(crate) fn on(client: &mut Client, both: &str, agreed: bool) -> Value {
    let mut state = client.game(both);
    for round in 0.. {
        let mv = some_move(&state, round * 7)
            .expect("a measurement comes in time")
            .to_owned();
        let body = json!({"ply": num_plies(&state) + 1, "move": mv, "agreed": agreed});
        let played = client.act(both, "moves", &body);
        state = played.json();
        match played.status {
            200 => {}
            202 => return state,
            _ => panic!("{played:?}"),
        }
    }
    unreachable!("the loop ends by itself")
}

pub(crate) fn failed(state: &Value) -> bool {
    state["waiting"]["state"] == "failed"
}

#[test]
fn a_device_measures_once_its_price_is_agreed_to() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, false);
    let plies = num_plies(&waiting);
    let watch = waiting["links"]["watch"].as_str().unwrap().to_owned();
    let state = client.until(&both, failed);
    let message = state["waiting"]["message"].as_str().unwrap();
    assert!(message.contains("may cost money"), "{message}");
    assert_eq!(state["waiting"]["may"], json!(["agree", "local", "cancel"]));
    assert_eq!((num_plies(&state), &state["legal"]), (plies, &json!([])));
    assert_eq!(client.game(&watch)["waiting"]["may"], json!([]));
    assert_eq!(desk.journal().list().unwrap(), []);
    let refused = client.act(&watch, "retry", &json!({"agreed": true}));
    assert_eq!(refused.code(), (403, "not-yours".into()));
    let busy = client.act(&both, "undo", &json!({}));
    assert_eq!(busy.code(), (409, "busy".into()));
    let again = json!({"ply": plies + 1, "move": &state["waiting"]["move"], "agreed": true});
    let busy = client.act(&both, "moves", &again);
    assert_eq!(busy.code(), (409, "busy".into()), "it agrees to nothing");
    let retried = client.act(&both, "retry", &json!({"agreed": true}));
    assert_eq!(retried.status, 202, "{retried:?}");
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), plies + 1);
    let moment = client
        .get(&format!("/api/v1/links/{both}/plies/{}", plies + 1))
        .json();
    let measured = &moment["measured"][0];
    assert_eq!(
        (&measured["backend"], measured["job"].is_string()),
        (&json!(DEVICE), true)
    );
    // Agreed to once, it is agreed to.
    on(&mut client, &both, false);
    let state = client.until(&both, |state| {
        state["waiting"] == Value::Null || failed(state)
    });
    assert!(!failed(&state), "{}", state["waiting"]);
    let record = client
        .get(&format!("/api/v1/links/{both}/export?format=record"))
        .body;
    assert!(!(record + &state.to_string()).contains(SECRET));
    let options = client.get("/api/v1/options").json();
    let backends = options["backends"].as_array().unwrap();
    assert!(
        backends.iter().any(|backend| backend["name"] == DEVICE),
        "{backends:?}"
    );
}

#[test]
fn a_backend_that_is_not_offered_begins_no_game() {
    let desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let mut refusal = |device: &str| {
        let refused = client.post("/api/v1/games", &json!({"backend": device}));
        assert_eq!(refused.code(), (400, "malformed".into()), "{device}");
        refused.body
    };
    // Nobody has credentials for it, whatever devices it has.
    assert!(refusal("ibm:ibm_fez").contains("local"));
    let begun = Instant::now();
    while !refusal("ibm:ibm_fez").contains(DEVICE) {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "no device is known"
        );
        thread::sleep(Duration::from_millis(10));
    }
    refusal("ionq:qpu.nowhere");
    Client::new(server.address).begin(&json!({"backend": DEVICE}));
}

#[test]
fn a_job_that_costs_more_than_the_first_is_agreed_to_by_itself() {
    let mut desk = Desk::new(&[]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring_on(PRICED, &mut client, true);
    client.until(&both, |state| state["waiting"] == Value::Null);
    drop(server);
    // Another device of the same name, whose jobs carry no test bits any more.
    desk.service = service(&["all-ones"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    on(&mut client, &both, false);
    let sent = |shots: usize| {
        let mut entries = desk.journal().list().unwrap();
        entries.retain(|entry| entry.provenance.shots == shots);
        entries.len()
    };
    for (shots, repeated) in [("256 shots", [0, 0]), ("1024 shots", [1, 0])] {
        let asks = |state: &Value| {
            let message = state["waiting"]["message"].as_str().unwrap_or_default();
            failed(state) && message.contains(shots)
        };
        let state = client.until(&both, asks);
        let message = state["waiting"]["message"].as_str().unwrap();
        assert!(message.contains("that were agreed to"), "{message}");
        assert_eq!(state["waiting"]["may"], json!(["agree", "local", "cancel"]));
        assert_eq!([sent(256), sent(1024)], repeated);
        let retried = client.act(&both, "retry", &json!({"agreed": true}));
        assert_eq!(retried.status, 202, "{retried:?}");
    }
    let message = |state: &Value| state["waiting"]["message"].to_string();
    client.until(&both, |state| message(state).contains("0 of 1344 shots"));
}

#[test]
fn a_measurement_goes_on_by_itself_after_the_server_was_killed() {
    let desk = Desk::new(&["wait=1:1"]);
    let mut server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, true);
    desk.until_sent();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = desk.serve(&[]);
    // Nobody looks at the game meanwhile.
    let begun = Instant::now();
    let is_open = || {
        desk.journal()
            .list()
            .unwrap()
            .iter()
            .any(cheqqers_remote::Entry::is_pending)
    };
    while is_open() {
        assert!(begun.elapsed() < Duration::from_mins(1));
        thread::sleep(Duration::from_millis(5));
    }
    let mut client = Client::new(server.address);
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting) + 1);
    let last = state["plies"].as_array().unwrap().last().unwrap();
    assert_eq!(last["move"], waiting["waiting"]["move"]);
}

#[test]
fn a_job_that_waits_can_be_withdrawn_and_another_move_made() {
    let desk = Desk::new(&["wait=3600:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, true);
    let mut stream = Client::new(server.address);
    stream.get(&format!("/api/v1/links/{both}/events"));
    desk.until_sent();
    let queued = client.until(&both, |state| state["waiting"]["job"].is_string());
    assert_eq!(queued["waiting"]["may"], json!(["cancel"]));
    // Sent again, it is the same move; another one has to wait.
    let mv = &queued["waiting"]["move"];
    let again = json!({"ply": num_plies(&queued) + 1, "move": mv, "agreed": true});
    let again = client.act(&both, "moves", &again);
    assert_eq!((again.status, &again.json()["waiting"]["move"]), (202, mv));
    let other = json!({"ply": num_plies(&queued) + 1, "move": "a1-b2"});
    let busy = client.act(&both, "moves", &other);
    assert_eq!(busy.code(), (409, "busy".into()));
    let cancelled = client.act(&both, "cancel", &json!({}));
    assert_eq!(cancelled.status, 200, "{cancelled:?}");
    let state = client.until(&both, |state| state["waiting"] == Value::Null);
    assert_eq!(num_plies(&state), num_plies(&waiting));
    assert!(!state["legal"].as_array().unwrap().is_empty());
    // Whoever followed saw how the job stood.
    loop {
        if stream.line().unwrap() == "event: progress" {
            break;
        }
    }
    let data = stream.line().unwrap();
    let progress: Value = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!(progress["backend"], DEVICE);
    let again = client.act(&both, "cancel", &json!({}));
    assert_eq!(again.code(), (409, "refused".into()));
}

#[test]
fn where_a_device_fails_this_program_measures_if_somebody_wants() {
    let desk = Desk::new(&["fail=program"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, true);
    let plies = num_plies(&waiting);
    let state = client.until(&both, failed);
    let message = state["waiting"]["message"].as_str().unwrap();
    assert!(message.contains("refuses the program"), "{message}");
    let odd = client.act(&both, "retry", &json!({"backend": "ionq:simulator"}));
    assert_eq!(odd.code(), (400, "malformed".into()));
    client.act(&both, "retry", &json!({"backend": "local"}));
    client.until(&both, |state| num_plies(state) == plies + 1);
    let moment = client
        .get(&format!("/api/v1/links/{both}/plies/{}", plies + 1))
        .json();
    assert_eq!(moment["measured"][0]["backend"], "local");
    // The next one is the device's again, and may be withdrawn when it fails too.
    let waiting = on(&mut client, &both, false);
    client.until(&both, failed);
    let cancelled = client.act(&both, "cancel", &json!({})).json();
    assert_eq!(
        (&cancelled["waiting"], num_plies(&cancelled)),
        (&Value::Null, num_plies(&waiting))
    );
}

/// An answer that may still come is waited for, whatever else could answer.
#[test]
fn nobody_else_is_asked_while_an_answer_may_come() {
    let desk = Desk::new(&["wait=3600:1"]);
    let mut server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, true);
    desk.until_sent();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let Desk { service, home } = desk;
    drop(service);
    // The service is another one now, which refuses the key.
    let desk = Desk {
        service: Desk::new(&["status=401"]).service,
        home,
    };
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let state = client.until(&both, failed);
    assert_eq!(
        state["waiting"]["may"],
        json!(["retry"]),
        "{}",
        state["waiting"]
    );
    for (act, body) in [
        ("retry", json!({"backend": "local"})),
        ("cancel", json!({})),
    ] {
        let refused = client.act(&both, act, &body);
        assert_eq!(refused.code(), (409, "refused".into()), "{act}");
    }
}

#[test]
fn an_answer_that_may_come_is_asked_for_again_where_nobody_plays() {
    let desk = Desk::new(&["status=401@status:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let asked = json!({"backend": "ionq:simulator", "white": "random", "black": "random", "settings": {"level": "1"}});
    let begun = client.begin(&asked);
    let watch = link(&begun, "watch");
    let state = client.until(watch, failed);
    let measured = num_plies(&state) + 1;
    client.until(watch, |state| num_plies(state) >= measured);
    let moment = client.get(&format!("/api/v1/links/{watch}/plies/{measured}"));
    let measured = &moment.json()["measured"][0];
    assert_eq!(measured["backend"], "ionq:simulator");
    let entries = desk.journal().list().unwrap();
    let mut jobs = entries
        .iter()
        .filter_map(|entry| entry.provenance.job.as_deref());
    assert!(jobs.any(|job| measured["job"] == job), "{measured}");
}

#[test]
fn nobody_has_to_wait_for_a_measurement_to_end_the_game() {
    let desk = Desk::new(&["wait=3600:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, waiting) = measuring(&mut client, true);
    desk.until_sent();
    let resigned = client.act(&both, "resign", &json!({}));
    assert_eq!(resigned.status, 200, "{resigned:?}");
    let state = resigned.json();
    let won = if waiting["turn"] == "white" {
        "black_won"
    } else {
        "white_won"
    };
    assert_eq!(
        (&state["waiting"], &state["thinking"]),
        (&Value::Null, &json!(false))
    );
    assert_eq!(
        (&state["status"], num_plies(&state)),
        (&json!(won), num_plies(&waiting))
    );
    // The job is not waited for, and what it answers no longer matters.
    let begun = Instant::now();
    while desk
        .journal()
        .list()
        .unwrap()
        .iter()
        .any(cheqqers_remote::Entry::is_pending)
    {
        assert!(begun.elapsed() < Duration::from_mins(1));
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(200));
    assert_eq!(client.game(&both)["plies"], state["plies"]);
}

#[test]
fn a_second_job_of_one_submission_is_cancelled_when_the_game_is_over() {
    let desk = Desk::new(&["duplicate:1", "wait=3600:1"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, true);
    desk.until_sent();
    let resigned = client.act(&both, "resign", &json!({}));
    assert_eq!(resigned.status, 200, "{resigned:?}");
    let begun = Instant::now();
    loop {
        let jobs = desk.jobs();
        assert_eq!(jobs.len(), 2, "{jobs:?}");
        if jobs.iter().all(|job| job["status"] == "canceled") {
            break;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{jobs:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_draw_is_agreed_to_where_a_measurement_has_failed() {
    let desk = Desk::new(&["fail=program"]);
    let server = desk.serve(&[]);
    let mut client = Client::new(server.address);
    let (both, _) = measuring(&mut client, true);
    client.until(&both, failed);
    let drawn = client.act(&both, "draw", &json!({})).json();
    assert_eq!(
        (&drawn["status"], &drawn["waiting"]),
        (&json!("draw"), &Value::Null)
    );
}

#[test]
fn a_game_spends_no_more_than_its_limits() {
    let desk = Desk::new(&[]);
    for (option, most, unit) in [
        ("--max-cost", "0.01", "USD"),
        ("--max-shots", "10", "shots"),
        ("--max-jobs", "0", "jobs"),
    ] {
        let server = desk.serve(&[option, most]);
        let mut client = Client::new(server.address);
        let (both, waiting) = measuring_on(PRICED, &mut client, true);
        let state = client.until(&both, failed);
        let message = state["waiting"]["message"].as_str().unwrap();
        assert!(message.contains(unit), "{option}: {message}");
        assert_eq!(desk.journal().list().unwrap(), [], "{option}");
        let retried = client.act(&both, "retry", &json!({"backend": "local"}));
        assert_eq!(retried.status, 202, "{option}: {retried:?}");
        let state = client.until(&both, |state| state["waiting"] == Value::Null);
        assert_eq!(num_plies(&state), num_plies(&waiting) + 1, "{option}");
    }
}
