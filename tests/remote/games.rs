//! Whole games by the command, on services as emulated.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_emulate::{DeviceNoise, Emulator, EmulatorOptions};
use cheqqers_game::Game;
use cheqqers_measure::ply_and_move;
use cheqqers_remote::{Entry, EntryState, Journal, ServiceName};
use serde_json::{Value, json};

use crate::command::{self, Done};

/// Somebody with a home, settings and credentials, and the services.
pub(crate) struct Desk {
    /// Address of the services.
    pub(crate) url: String,
    /// The services, if they are its own.
    pub(crate) server: Option<Emulator>,
    home: tempfile::TempDir,
}

/// What must never be seen anywhere. Each is a secret of some service.
pub(crate) const SECRETS: [&str; 8] = [
    "planted-token-of-ibm-1b7e",
    "planted-key-of-ionq-2c8f",
    "planted-secret-of-amazon-3d90",
    "planted-token-of-oqtopus-4ea1",
    "planted-token-of-iqm-5fb2",
    "planted-token-of-aqt-60c3",
    "planted-key-of-scaleway-71d4",
    "planted-key-of-qbraid-82e5",
];

impl Desk {
    pub(crate) fn new(faults: &[&str]) -> Self {
        let options = EmulatorOptions {
            noise: DeviceNoise::Own,
            faults: faults.iter().map(|fault| fault.parse().unwrap()).collect(),
            seed: 11,
            ..EmulatorOptions::default()
        };
        let server = Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
        let mut desk = Self::at(&server.url());
        desk.server = Some(server);
        desk
    }

    /// A desk for the services at this address.
    pub(crate) fn at(url: &str) -> Self {
        Self {
            url: url.into(),
            server: None,
            home: tempfile::tempdir().unwrap(),
        }
    }

    /// Number of jobs that its own services took.
    pub(crate) fn num_jobs(&self) -> u64 {
        self.server.as_ref().map_or(0, Emulator::num_jobs)
    }

    /// Numbers of jobs and of shots that its own services took.
    pub(crate) fn accepted(&self) -> (usize, usize) {
        let accepted = self
            .server
            .as_ref()
            .map_or_else(Vec::new, Emulator::accepted);
        (accepted.len(), accepted.iter().map(|job| job.shots).sum())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let url = &self.url;
        let mut command = command::command(args);
        command
            .env("HOME", self.home.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("CHEQQERS_PACE", "0.01")
            .env("IAM_URL", format!("{url}/ibm"))
            .env("QISKIT_IBM_URL", format!("{url}/ibm/api/v1"))
            .env("QISKIT_IBM_TOKEN", SECRETS[0])
            .env(
                "QISKIT_IBM_INSTANCE",
                "crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::",
            )
            .env(
                "ibm_torino_QRMI_IBM_QS_ENDPOINT",
                format!("{url}/ibm-system"),
            )
            .env(
                "ibm_torino_QRMI_IBM_QS_IAM_ENDPOINT",
                format!("{url}/ibm-system"),
            )
            .env("ibm_torino_QRMI_IBM_QS_IAM_APIKEY", SECRETS[0])
            .env("ibm_torino_QRMI_IBM_QS_SERVICE_CRN", "crn:v1:here")
            .env("ibm_torino_QRMI_IBM_QS_S3_ENDPOINT", format!("{url}/s3"))
            .env("ibm_torino_QRMI_IBM_QS_S3_BUCKET", "games")
            .env("IONQ_API_URL", format!("{url}/ionq/v0.4"))
            .env("IONQ_API_KEY", SECRETS[1])
            .env("AWS_ENDPOINT_URL_BRAKET", format!("{url}/braket"))
            .env("AWS_ENDPOINT_URL_S3", format!("{url}/s3"))
            .env("AWS_ACCESS_KEY_ID", "someone")
            .env("AWS_SECRET_ACCESS_KEY", SECRETS[2])
            .env("AWS_REGION", "us-east-1")
            .env("AMZN_BRAKET_OUT_S3_BUCKET", "amazon-braket-games")
            .env("OQTOPUS_URL", format!("{url}/oqtopus"))
            .env("OQTOPUS_API_TOKEN", SECRETS[3])
            .env("IQM_SERVER_URL", url)
            .env("IQM_TOKEN", SECRETS[4])
            .env("AQT_ARNICA_URL", format!("{url}/aqt/api"))
            .env("AQT_TOKEN", SECRETS[5])
            .env("SCW_API_URL", format!("{url}/scaleway"))
            .env("SCW_PROJECT_ID", "project")
            .env("SCW_SECRET_KEY", SECRETS[6])
            .env("QBRAID_API_URL", format!("{url}/qbraid/api/v1"))
            .env("QBRAID_API_KEY", SECRETS[7])
            .current_dir(self.home.path());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Done {
        command::run(&mut self.command(args))
    }

    pub(crate) fn run_with_input(&self, args: &[&str], input: &str) -> Done {
        fs::write(self.path("input"), input).unwrap();
        let input = fs::File::open(self.path("input")).unwrap();
        command::run(self.command(args).stdin(input))
    }

    /// A game between random players.
    pub(crate) fn random_game<'a>(
        backend: &'a str,
        record: &'a str,
        more: &[&'a str],
    ) -> Vec<&'a str> {
        let mut args = vec![
            "play",
            "--white",
            "random",
            "--black",
            "random",
            "--seed",
            "6",
            "--yes",
            "--backend",
            backend,
            "--record",
            record,
        ];
        args.extend(more);
        args
    }

    fn plies(&self, record: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(record)).unwrap();
        let lines = text.lines().skip(1);
        let lines = lines.map(|line| serde_json::from_str(line).unwrap());
        lines
            .filter(|line: &Value| line.get("job").is_none() && line.get("pool").is_none())
            .collect()
    }

    pub(crate) fn measured(&self, record: &str) -> Vec<Value> {
        let plies = self.plies(record).into_iter();
        let measured = plies.flat_map(|ply| ply["measured"].as_array().unwrap().clone());
        measured.collect()
    }

    /// What is wrong with a record, nothing where all is well.
    pub(crate) fn verify(&self, record: &str) -> String {
        let done = self.run(&["replay", "--verify", record]);
        if done.code == Some(0) {
            String::new()
        } else {
            done.err
        }
    }

    pub(crate) fn journal(&self) -> Journal {
        Journal::at(self.path("data/cheqqers/jobs"))
    }
}

/// A device of each of the eight clouds, those without a list of jobs last.
pub(crate) const DEVICES: [&str; 8] = [
    "ibm:ibm_fez",
    "ionq:qpu.forte-1",
    "braket:qpu/iqm/Garnet",
    "oqtopus:lattice",
    "scaleway:QPU-GARNET-20PQ",
    "qbraid:aws:iqm:qpu:garnet",
    "iqm:garnet",
    "aqt:emulated/ibex",
];

/// Beginning of the programs of a device.
fn program_start(device: &str) -> &'static str {
    if device.starts_with("iqm:") || device.starts_with("aqt:") {
        "{\"circuits\":"
    } else {
        "OPENQASM 3"
    }
}

#[test]
fn a_game_does_not_begin_on_a_device_that_is_not_there_or_with_a_wrong_key() {
    let desk = Desk::new(&[]);
    for device in ["iqm:emerald", "ionq:qpu.nothing"] {
        let done = desk.run(&Desk::random_game(device, "g.jsonl", &[]));
        assert_eq!(done.code, Some(1), "{device}: {}", done.out);
        assert!(done.err.contains("can't be used"), "{device}: {}", done.err);
    }
    let args = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]);
    let done = command::run(desk.command(&args).env("IONQ_API_KEY", "bad-key"));
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(done.err.contains("can't be used"), "{}", done.err);
    assert!(!desk.path("g.jsonl").exists());
}

/// Games of each kind of measurement, in few moves.
const GAMES: [&[&str]; 4] = [
    &[],
    &["--game", "queens-chess", "--set", "draw_after=30"],
    &["--game", "box-chess:4x5"],
    &["--game", "box-chess:tunnelling", "--set", "draw_after=20"],
];

#[test]
fn random_games_run_on_each_service_and_their_records_are_right() {
    let desk = Desk::new(&[]);
    let cases = DEVICES
        .iter()
        .flat_map(|device| GAMES.map(|game| (*device, game)));
    for ((device, game), number) in cases.zip(1..) {
        let record = format!("{number}.jsonl");
        let done = desk.run(&Desk::random_game(device, &record, game));
        let told = format!("{device} {game:?}");
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{told}");
        assert_eq!(desk.verify(&record), "", "{told}");
        let measured = desk.measured(&record);
        assert!(measured.len() > 2, "{told}: {}", measured.len());
        for entry in &measured {
            assert_eq!(entry["backend"], device);
            let job = entry["jobs"].as_array().unwrap().last().unwrap();
            assert_eq!(job["job"], entry["job"], "{told}");
            let program = job["program"].as_str().unwrap();
            assert!(program.starts_with(program_start(device)), "{program}");
            // A referee recomputes the collapse from what the service said.
            assert!(!job["raw"].as_str().unwrap().is_empty(), "{told}");
            assert!(entry["accepted"].as_u64().unwrap() > 0, "{told}");
        }
    }
    let sent = desk.journal().list().unwrap();
    assert!(sent.iter().all(|entry| entry.state == EntryState::Answered));
}

/// A game of rotation checkers that begins with 22 pieces there or not, and a capture that is known to fail,
/// which measures the other 20.
const MANY: [&str; 6] = [
    "--game",
    "rotation",
    "--position",
    "W:Wc3~0,a1~0,c1~0,e1~0,g1~0,b2~0,f2~0,h2~0,a3~0,e3~0:\
     Bd4~0,a7~0,c7~0,e7~0,g7~0,b8~0,d8~0,f8~0,h8~0,b6~0,f6~0,h6~0",
    "--moves",
    "c3xe5{d4}",
];

#[test]
fn a_measurement_of_many_components_is_one_job() {
    let desk = Desk::new(&[]);
    // As far as the device has qubits.
    let sizes = [usize::MAX, usize::MAX, 20, 16, 20, 20, 20, 12];
    for ((device, size), number) in DEVICES.into_iter().zip(sizes).zip(1..) {
        let record = format!("{number}.jsonl");
        let args = Desk::random_game(device, &record, &MANY);
        let done = desk.run(&args);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{device}");
        assert_eq!(desk.verify(&record), "", "{device}");
        let measured = desk.measured(&record);
        let squares = |entry: &Value| entry["squares"].as_array().unwrap().len();
        let most = measured.iter().max_by_key(|entry| squares(entry)).unwrap();
        assert_eq!(squares(most), 20, "{device}: {most}");
        let jobs = most["jobs"].as_array().unwrap();
        assert_eq!(jobs.len(), 20_usize.div_ceil(size), "{device}");
        assert_eq!(most["rejected"], serde_json::json!({}), "{device}");
    }
}

#[test]
fn a_simulator_is_asked_for_few_bits_at_a_time() {
    let desk = Desk::new(&[]);
    let args = Desk::random_game("ionq:simulator", "g.jsonl", &MANY);
    let done = desk.run(&args);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(desk.verify("g.jsonl"), "");
    // What is known to be found is no job's answer.
    let sizes = desk.measured("g.jsonl").into_iter().skip(1).map(|entry| {
        let size = |name: &str| entry[name].as_array().unwrap().len();
        (size("squares"), size("jobs"))
    });
    let sizes: Vec<(usize, usize)> = sizes.collect();
    assert!(sizes.iter().any(|&(squares, _)| squares > 12), "{sizes:?}");
    for (squares, jobs) in sizes {
        assert_eq!(jobs, squares.div_ceil(12), "{squares}");
    }
}

#[test]
fn a_job_of_many_components_is_waited_for_whatever_else_could_answer() {
    let desk = Desk::new(&["wait=1:3"]);
    // Here both pieces of the capture are measured.
    let more = [&MANY[..5], &["c3xe5", "--fallback", "local"]].concat();
    let args = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &more);
    kill_when_sent(&desk, &args, 1);
    let open = desk.journal().list().unwrap().remove(0);
    // Four of them test the order of bits.
    assert_eq!(open.num_clbits, 6);
    let resumed = ["play", "--resume", "g.jsonl", "--yes"];
    let mut cut_off = desk.command(&resumed);
    cut_off.env("IONQ_API_URL", "http://127.0.0.1:9/v0.4");
    let done = command::run(&mut cut_off);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains(open.key()), "{}", done.err);
    assert_eq!(desk.measured("g.jsonl"), [Value::Null; 0]);
    let done = desk.run(&resumed);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(desk.verify("g.jsonl"), "");
    let first = desk.measured("g.jsonl").remove(0);
    assert_eq!(first["job"].as_str(), open.provenance.job.as_deref());
    assert!(first.get("fallback").is_none(), "{first}");
}

#[test]
fn other_games_are_measured_by_a_service_too() {
    let desk = Desk::new(&[]);
    for (number, game) in [
        "blocking:6x6",
        "blocking:full-collapse",
        "blocking:partial-collapse",
    ]
    .into_iter()
    .enumerate()
    {
        let record = format!("{number}.jsonl");
        let args = Desk::random_game("ionq:qpu.forte-1", &record, &["--game", game]);
        let done = desk.run(&args);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{game}");
        assert_eq!(desk.verify(&record), "", "{game}");
        let measured = desk.measured(&record);
        assert!(!measured.is_empty(), "{game}");
        for entry in measured {
            assert!(!entry["jobs"].as_array().unwrap().is_empty(), "{game}");
        }
    }
}

#[test]
fn who_took_over_is_written_down_and_finishes_the_game() {
    let desk = Desk::new(&["fail=program"]);
    let args = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--fallback", "local"]);
    let done = desk.run(&args);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert_eq!(desk.verify("g.jsonl"), "");
    let header = fs::read_to_string(desk.path("g.jsonl")).unwrap();
    let header: Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    assert_eq!(header["fallback"], "local");
    let measured = desk.measured("g.jsonl");
    assert!(measured.iter().all(|entry| entry["backend"] == "local"));
    let reason = measured[0]["fallback"].as_str().unwrap();
    assert!(reason.contains("refuses the program"), "{reason}");
    assert!(
        measured[1..]
            .iter()
            .all(|entry| entry.get("fallback").is_none())
    );
    assert_eq!(desk.journal().list().unwrap().len(), 1);
}

#[test]
fn without_anybody_to_take_over_the_game_stops_where_it_was() {
    let mut desk = Desk::new(&[]);
    let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]);
    (game[2], game[4]) = ("human", "human");
    let moves = "c3^b4d4\nf6-e5\nd4xf6\nquit\n";
    let done = desk.run_with_input(&game, moves);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert_eq!(desk.journal().list().unwrap().len(), 1);
    // Another device of the same name.
    let other = Desk::new(&["all-ones"]);
    desk.url.clone_from(&other.url);
    let resume = [
        "play", "--resume", "g.jsonl", "--yes", "--white", "random", "--black", "random",
    ];
    let done = desk.run(&resume);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err.contains("0 of 1344 shots are legal"),
        "{}",
        done.err
    );
    assert_eq!(desk.verify("g.jsonl"), "");
    assert_eq!(desk.measured("g.jsonl").len(), 1);
    // Three jobs were sent, and no more.
    assert_eq!(desk.journal().list().unwrap().len(), 4);
}

#[test]
fn bits_in_another_order_are_found_by_the_first_job_of_a_game() {
    for device in DEVICES {
        let mut desk = Desk::new(&["reversed"]);
        let done = desk.run(&Desk::random_game(device, "g.jsonl", &[]));
        let told = format!("{device}: {}", done.err);
        assert_eq!(done.code, Some(1), "{told}");
        assert!(done.err.contains("returns bits in another order"), "{told}");
        let entries = desk.journal().list().unwrap();
        let [entry] = &entries[..] else {
            panic!("{told}: {} jobs", entries.len());
        };
        assert_eq!(desk.measured("g.jsonl"), [Value::Null; 0], "{told}");
        // It is no way to roll again.
        let resume = ["play", "--resume", "g.jsonl", "--yes"];
        assert_eq!(desk.run(&resume).code, Some(1), "{told}");
        assert_eq!(desk.journal().list().unwrap(), entries, "{told}");
        let good = Desk::new(&[]);
        desk.url.clone_from(&good.url);
        assert_eq!(desk.run(&["jobs", "forget", entry.key()]).code, Some(0));
        let done = desk.run(&resume);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{told}");
        assert_eq!(desk.verify("g.jsonl"), "", "{told}");
        // The job that was given up carried the probe, and so does the first after it.
        let all = desk.journal().list().unwrap();
        let has_probe = |entry: &Entry| json!(entry)["probe"].is_string();
        let probes: Vec<bool> = all.iter().map(has_probe).collect();
        let expected: Vec<bool> = (0..all.len()).map(|job| job < 2).collect();
        assert_eq!(probes, expected, "{told}");
    }
    let desk = Desk::new(&["reversed"]);
    let args = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--fallback", "local"]);
    let done = desk.run(&args);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let measured = desk.measured("g.jsonl");
    assert!(measured.iter().all(|entry| entry["backend"] == "local"));
}

#[test]
fn a_device_that_reads_the_probe_wrong_in_no_order_is_told_and_not_stopped() {
    let desk = Desk::new(&["all-ones"]);
    let done = desk.run(&Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]));
    assert!(
        done.err.contains("where 1100 was prepared, job ")
            && done.err.contains(" most often read 1111"),
        "{}",
        done.err
    );
    // A device that is at fault is not asked for more shots, unless somebody wants it.
    let told = "0 of 64 shots are legal";
    assert!(done.err.contains(told), "{}", done.err);
    assert!(
        done.err.contains("so no further job was sent"),
        "{}",
        done.err
    );
    assert_eq!(desk.journal().list().unwrap().len(), 1);
    let resume = ["play", "--resume", "g.jsonl", "--yes"];
    assert_eq!(desk.run_with_input(&resume, "").code, Some(1));
    assert_eq!(desk.journal().list().unwrap().len(), 1);
    let done = desk.run_with_input(&resume, "\n");
    assert!(done.err.contains(told), "{}", done.err);
    assert_eq!(desk.journal().list().unwrap().len(), 2);
}

#[test]
fn second_jobs_that_can_not_be_cancelled_count_towards_the_limits() {
    for limit in [
        ["--max-jobs", "2"],
        ["--max-shots", "128"],
        ["--max-cost", "25"],
    ] {
        let desk = Desk::new(&["reset-after@submit:1", "duplicate:1"]);
        let done = desk.run(&Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &limit));
        let told = done
            .err
            .contains("it can't be cancelled and may cost as much");
        assert!(told && done.code == Some(1), "{limit:?}: {}", done.err);
        assert_eq!(desk.server.as_ref().unwrap().num_jobs(), 2, "{limit:?}");
    }
}

#[test]
fn a_measurement_is_repeated_for_more_than_was_announced_only_if_somebody_agrees() {
    let mut desk = Desk::new(&[]);
    let mut game = Desk::random_game("braket:qpu/ionq/Forte-1", "g.jsonl", &[]);
    (game[2], game[4]) = ("human", "human");
    let done = desk.run_with_input(&game, "c3^b4d4\nf6-e5\nd4xf6\nquit\n");
    assert_eq!(done.code, Some(0), "{}", done.err);
    // Another device of the same name, whose jobs carry no test bits any more.
    let other = Desk::new(&["all-ones"]);
    desk.url.clone_from(&other.url);
    let resume = [
        "play", "--resume", "g.jsonl", "--yes", "--white", "random", "--black", "random",
    ];
    let refusal = "a job of 256 shots for up to $20.78 is more than the 64 shots for up to $5.42 that \
                   were agreed to";
    for _ in 0..2 {
        let done = desk.run(&resume);
        assert_eq!(done.code, Some(1));
        assert!(done.err.contains(refusal), "{}", done.err);
        assert!(done.err.contains("--max-cost AMOUNT"), "{}", done.err);
        assert_eq!(desk.journal().list().unwrap().len(), 2);
    }
    let limited = |most: &str| desk.run(&[&resume[..], &["--max-cost", most]].concat());
    let done = limited("20");
    let refusal = "a cost of 31.6200 USD would be more than the 20 USD allowed";
    assert!(done.err.contains(refusal), "{}", done.err);
    assert_eq!(desk.journal().list().unwrap().len(), 2);
    let done = limited("200");
    let told = "0 of 1344 shots are legal";
    assert!(done.err.contains(told), "{}", done.err);
    let entries = desk.journal().list().unwrap();
    let shots: Vec<usize> = entries.iter().map(|entry| entry.provenance.shots).collect();
    assert_eq!(shots, [64, 64, 256, 1024]);
    // The record knows what was agreed to, where the journal is lost.
    let desk = Desk::new(&["no-shots:3"]);
    let game = Desk::random_game("scaleway:QPU-IBEX-12PQ", "g.jsonl", &[]);
    let refusal = "a job of 256 shots for up to";
    let done = desk.run(&game);
    assert!(done.err.contains(refusal), "{}", done.err);
    for number in 0..2 {
        let mut command = desk.command(&resume);
        let elsewhere = desk.path(&format!("data-{number}"));
        let done = command::run(command.env("XDG_DATA_HOME", elsewhere));
        assert!(done.err.contains(refusal), "{}", done.err);
        assert_eq!(desk.server.as_ref().unwrap().num_jobs(), 1);
    }
    // Nobody knows what a job costs at IQM: what counts are its shots.
    let desk = Desk::new(&["no-shots:1"]);
    let done = desk.run(&Desk::random_game("iqm:garnet", "g.jsonl", &[]));
    let refusal = "a job of 256 shots is more than the 64 shots that were agreed to";
    assert!(done.err.contains(refusal), "{}", done.err);
    assert_eq!(desk.journal().list().unwrap().len(), 1);
    let resume = [
        "play",
        "--resume",
        "g.jsonl",
        "--yes",
        "--max-shots",
        "9999",
    ];
    assert_eq!(desk.run(&resume).code, Some(0));
}

#[test]
fn no_job_follows_one_that_showed_another_order() {
    let desk = Desk::new(&["reversed"]);
    // The pool and prefetched jobs come before the first measurement.
    let args = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--prefetch", "--pool"]);
    assert_eq!(desk.run(&args).code, Some(1));
    let sent = desk.journal().list().unwrap().len();
    let resume = [
        "play", "--resume", "g.jsonl", "--yes", "--white", "random", "--black", "random",
    ];
    let done = desk.run(&resume);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err.contains("returns bits in another order"),
        "{}",
        done.err
    );
    assert_eq!(desk.journal().list().unwrap().len(), sent);
}

/// Plays a game until so many jobs of it were sent, the last of which has no answer, and kills it.
pub(crate) fn kill_when_sent(desk: &Desk, args: &[&str], sent: usize) {
    kill_after(desk, args, sent, || ());
}

/// The same; something is done before it is killed.
fn kill_after(desk: &Desk, args: &[&str], sent: usize, before: impl FnOnce()) {
    let is_sent = |entries: &[Entry]| {
        entries.len() >= sent && entries.iter().any(|entry| entry.state == EntryState::Sent)
    };
    kill_when(desk, args, is_sent, before);
}

/// Plays a game until its jobs are as is said, and kills it after something was done.
fn kill_when(desk: &Desk, args: &[&str], is_it: impl Fn(&[Entry]) -> bool, before: impl FnOnce()) {
    let mut command = desk.command(args);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.unwrap();
    let begun = Instant::now();
    let is_sent = || is_it(&desk.journal().list().unwrap_or_default());
    while !is_sent() && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let has_come = is_sent();
    if has_come {
        before();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(has_come, "no job was sent");
}

#[test]
fn nothing_is_lost_when_the_process_is_killed_while_a_job_runs() {
    // Each job waits a second, whatever becomes of who asked.
    let desk = Desk::new(&["wait=1:3"]);
    for (device, number) in DEVICES.into_iter().zip(1..) {
        let desk = if number == 1 {
            &desk
        } else {
            &Desk::new(&["wait=1:3"])
        };
        let record = format!("{number}.jsonl");
        kill_when_sent(desk, &Desk::random_game(device, &record, &[]), 1);
        let open = desk.journal().list().unwrap().remove(0);
        assert_eq!(desk.measured(&record), [Value::Null; 0], "{device}");
        let seen = desk.run(&["jobs", "list"]);
        assert!(
            seen.out.contains(open.key()) && seen.out.contains("sent"),
            "{}",
            seen.out
        );
        // Nobody else may answer in its place.
        let other = desk.run(&["play", "--resume", &record, "--backend", "sparse"]);
        assert_eq!(other.code, Some(1), "{device}");
        assert!(other.err.contains(open.key()), "{}", other.err);
        let done = desk.run(&["play", "--resume", &record, "--yes"]);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{device}");
        assert_eq!(desk.verify(&record), "", "{device}");
        let first = desk.measured(&record).remove(0);
        assert_eq!(
            first["job"].as_str(),
            open.provenance.job.as_deref(),
            "{device}"
        );
        let id = open.measurement.unwrap();
        let (ply, mv) = ply_and_move(&id).unwrap();
        let ply = &desk.plies(&record)[ply as usize - 1];
        assert_eq!(ply["move"], mv, "{device}");
    }
}

#[test]
fn measurements_whose_circuits_are_in_the_pool_send_no_job() {
    let desk = Desk::new(&[]);
    let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--pool"]);
    (game[2], game[4]) = ("human", "human");
    let done = desk.run_with_input(&game, "c3^b4d4\nf6-e5\nd4xf6\nresign\n");
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(done.out.contains("are in the pool"), "{}", done.out);
    assert_eq!(jobs_named(&desk, |name| name != "pool"), 0);
    verify_pool(&desk);
}

#[test]
fn circuits_that_a_move_may_measure_are_prefetched_and_what_is_not_needed_is_cancelled() {
    let desk = Desk::new(&["wait=1"]);
    write_poor_table(&desk);
    let options = ["--pool", "table.json", "--prefetch"];
    let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &options);
    (game[2], game[4]) = ("human", "human");
    let done = desk.run_with_input(&game, "c3^b4d4\nf6-e5\nd4xf6\nresign\n");
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(done.out.contains("is on its way"), "{}", done.out);
    assert!(jobs_named(&desk, |name| name == "prefetch") > 0);
    assert_eq!(
        jobs_named(&desk, |name| !["pool", "prefetch"].contains(&name)),
        0
    );
    verify_pool(&desk);
    let is_open = |entry: &Entry| entry.state == EntryState::Sent;
    assert!(!desk.journal().list().unwrap().iter().any(is_open));
}

#[test]
fn a_prefetched_job_answers_a_game_that_was_killed() {
    let desk = Desk::new(&["wait=1:4"]);
    write_poor_table(&desk);
    let options = ["--pool=table.json", "--prefetch"];
    let game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &options);
    kill_when(
        &desk,
        &game,
        |entries| entries.iter().any(|entry| name(entry) == "prefetch"),
        || (),
    );
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    verify_pool(&desk);
}

/// Writes a table of a circuit that no game measures.
pub(crate) fn write_poor_table(desk: &Desk) {
    let table = json!({"rows": [{
        "game": "cheqqers",
        "settings": Position::initial(Rules::new(Level::Interference)).header(),
        "total": 1,
        "circuits": [["x 0; measure 0", 1]],
    }]});
    fs::write(desk.path("table.json"), table.to_string()).unwrap();
}

/// The name of the measurement of a job.
fn name(entry: &Entry) -> &str {
    entry.measurement.as_ref().map_or("", |id| &id.name)
}

/// Number of jobs whose measurements have such names.
fn jobs_named(desk: &Desk, is_named: impl Fn(&str) -> bool) -> usize {
    let entries = desk.journal().list().unwrap();
    entries.iter().filter(|entry| is_named(name(entry))).count()
}

#[test]
fn shots_of_a_pool_are_taken_once_even_if_the_process_is_killed() {
    let desk = Desk::new(&["wait=1:1"]);
    let game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--pool"]);
    kill_when_sent(&desk, &game, 2);
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let record = fs::read_to_string(desk.path("g.jsonl")).unwrap();
    let batch = record.lines().find(|line| line.starts_with(r#"{"pool""#));
    let batch: Value = serde_json::from_str(batch.unwrap()).unwrap();
    let jobs = batch["pool"]["jobs"].as_array().unwrap().len();
    assert_eq!(jobs_named(&desk, |name| name == "pool"), jobs);
    verify_pool(&desk);
}

#[test]
fn jobs_of_a_pool_whose_seeds_are_lost_are_cancelled() {
    for device in ["ionq:qpu.forte-1", "scaleway:QPU-GARNET-20PQ"] {
        let desk = Desk::new(&["wait=3600:2"]);
        let options = ["--pool", "--pool-jobs", "2"];
        let game = Desk::random_game(device, "g.jsonl", &options);
        let are_sent = |entries: &[Entry]| {
            entries.len() == 2 && entries.iter().all(|entry| entry.state == EntryState::Sent)
        };
        kill_when(&desk, &game, are_sent, || ());
        fs::remove_dir_all(desk.path("data")).unwrap();
        let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
        assert_eq!(done.code, Some(0), "{}", done.err);
        let told = done.err.matches("can't be used any more: it is cancelled");
        assert_eq!(told.count(), 2, "{}", done.err);
        let mut jobs = desk.journal().list().unwrap();
        jobs.retain(|entry| name(entry) == "pool");
        let is_cancelled = |entry: &Entry| entry.state == EntryState::Cancelled;
        assert!(jobs.len() == 2 && jobs.iter().all(is_cancelled), "{jobs:?}");
        if let Some(server) = desk
            .server
            .as_ref()
            .filter(|_| device.starts_with("scaleway:"))
        {
            assert_eq!(super::scaleway::field(server, "status"), ["stopped"]);
        }
    }
}

/// Verifies the record with its pool.
fn verify_pool(desk: &Desk) {
    let verified = desk.run(&["replay", "--verify", "g.jsonl"]);
    assert!(
        verified.out.contains("in the order of its seeds"),
        "{}{}",
        verified.out,
        verified.err
    );
}

/// A journal and a record written by version 1: the game waits for the first of its jobs, which was
/// answered after the game was left.
#[test]
fn jobs_of_version_1_are_listed_and_answer_their_games() {
    let desk = Desk::new(&[]);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/remote/version1");
    fs::copy(data.join("g.jsonl"), desk.path("g.jsonl")).unwrap();
    for job in fs::read_dir(data.join("jobs")).unwrap() {
        let job = job.unwrap();
        let folder = desk.journal().folder().join(job.file_name());
        fs::create_dir_all(&folder).unwrap();
        for file in fs::read_dir(job.path()).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
    }
    let listed = desk.run(&["jobs", "list", "--json"]);
    let expected = fs::read_to_string(data.join("list.jsonl")).unwrap();
    assert_eq!((listed.code, listed.out), (Some(0), expected));
    let counts = desk.run(&["jobs", "resume", "cheqqers-29d691d73731ca3c", "--json"]);
    assert!(
        counts.out.contains(r#""counts":{"00":5,"11":5}"#),
        "{}",
        counts.out
    );
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(desk.verify("g.jsonl"), "");
    let first = desk.measured("g.jsonl").remove(0);
    assert_eq!(first["jobs"][0]["marker"], "cheqqers-8ed36a33db6c5ef2");
    assert_eq!(first["jobs"].as_array().unwrap().len(), 1);
}

#[test]
fn a_job_can_be_waited_for_and_ended_apart_from_its_game() {
    let desk = Desk::new(&["wait=4:2"]);
    let args = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]);
    kill_after(&desk, &args, 1, || {
        let marker = desk.journal().list().unwrap().remove(0).provenance.key;
        // Somebody waits for it already.
        let busy = desk.run(&["jobs", "resume", &marker]);
        assert_eq!(busy.code, Some(1));
        assert!(busy.err.contains("another process"), "{}", busy.err);
    });
    let marker = desk.journal().list().unwrap().remove(0).provenance.key;
    let done = desk.run(&["jobs", "resume", &marker, "--json"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let counts: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(counts["shots"], 64);
    // The game takes the answer that is there, then waits for the next.
    let resumed = ["play", "--resume", "g.jsonl", "--yes"];
    kill_when_sent(&desk, &resumed, 2);
    let second = desk.journal().list().unwrap().remove(1).provenance.key;
    let done = desk.run(&["jobs", "cancel", &second]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(done.out.contains("is cancelled"), "{}", done.out);
    // A cancelled job is sent anew under another key, when the user asks for it.
    let done = desk.run_with_input(&resumed, "\n");
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(desk.verify("g.jsonl"), "");
    for action in ["resume", "cancel", "forget"] {
        let unknown = desk.run(&["jobs", action, "cheqqers-0"]);
        assert_eq!(unknown.code, Some(1), "{action}");
    }
}

#[test]
fn a_job_that_nobody_knows_any_more_can_be_given_up() {
    let desk = Desk::new(&["wait=3600:1"]);
    kill_when_sent(
        &desk,
        &Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]),
        1,
    );
    let marker = desk.journal().list().unwrap().remove(0).provenance.key;
    // The service has it, so that it may be paid for.
    let done = desk.run(&["jobs", "forget", &marker]);
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(done.err.contains("the service has job"), "{}", done.err);
    let done = desk.run(&["jobs", "forget", &marker, "--force"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let said = "is given up; its service was not asked, and may still run it";
    assert!(done.out.contains(said), "{}", done.out);
    let done = desk.run(&["jobs", "resume", &marker]);
    let said = "has no answer: it was given up";
    assert!(done.err.contains(said), "{}", done.err);
    // The measurement is asked anew, of a service that the job would have waited for.
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let verified = desk.run(&["replay", "--verify", "g.jsonl"]);
    assert_eq!((verified.code, &*verified.err), (Some(0), ""));
    let without = "; 1 job without shots\n";
    assert!(verified.out.contains(without), "{}", verified.out);
    assert_ne!(desk.measured("g.jsonl")[0]["jobs"][0]["marker"], marker);
}

/// The journal that knew of the job which failed is lost with the second job of its submission.
#[test]
fn a_second_job_is_told_of_though_the_journal_is_lost() {
    let desk = Desk::new(&["duplicate:1", "fail=device:1"]);
    let done = desk.run(&Desk::random_game(DEVICES[1], "g.jsonl", &[]));
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(done.err.contains("took the same job twice"), "{}", done.err);
    let text = fs::read_to_string(desk.path("g.jsonl")).unwrap();
    let measured = text.lines().position(|line| line.contains("\"jobs\":["));
    let kept: Vec<&str> = text.lines().take(measured.unwrap() + 1).collect();
    fs::write(desk.path("g.jsonl"), kept.join("\n") + "\n").unwrap();
    fs::remove_dir_all(desk.path("data")).unwrap();
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(done.err.contains("took the same job twice"), "{}", done.err);
}

#[test]
fn a_job_that_is_lost_or_unreadable_is_given_up_by_force_alone() {
    let mut desk = Desk::new(&["wait=3600:1"]);
    kill_when_sent(
        &desk,
        &Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]),
        1,
    );
    let marker = desk.journal().list().unwrap().remove(0).provenance.key;
    let file = desk.journal().folder().join(&marker).join("job.json");
    let text = fs::read(&file).unwrap();
    // The account of another service may be the one that has it.
    let other = Desk::new(&[]);
    desk.url.clone_from(&other.url);
    let done = desk.run(&["jobs", "resume", &marker]);
    let said = "the service has no job";
    assert!(done.err.contains(said), "{}", done.err);
    for (text, said) in [(&text[..], "the service has no job"), (b"{}", "journal")] {
        fs::write(&file, text).unwrap();
        let done = desk.run(&["jobs", "forget", &marker]);
        assert_eq!(done.code, Some(1), "{}", done.out);
        for part in [said, "--force"] {
            assert!(done.err.contains(part), "{}", done.err);
        }
        assert_eq!(fs::read(&file).unwrap(), text);
    }
    let done = desk.run(&["jobs", "list"]);
    assert_eq!(done.code, Some(1), "{}", done.out);
    let advice = "put the entry aside with 'cheqqers jobs forget JOB --force'";
    assert!(done.err.contains(advice), "{}", done.err);
    let done = desk.run(&["jobs", "forget", &marker, "--force"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(!file.exists());
    let aside = file.with_file_name("unreadable.json");
    let said = format!("its entry is kept as {}", aside.display());
    assert!(done.out.contains(&said), "{}", done.out);
    assert_eq!(fs::read(aside).unwrap(), b"{}");
}

#[test]
fn a_check_that_takes_too_long_leaves_no_job_behind() {
    let desk = Desk::new(&["wait=3600"]);
    let device = "ionq:qpu.forte-1";
    let done = desk.run(&["backends", "check", device, "--yes", "--max-wait", "2"]);
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(done.err.contains("no answer within 2 s"), "{}", done.err);
    let entries = desk.journal().list().unwrap();
    let states: Vec<_> = entries.iter().map(|entry| &entry.state).collect();
    assert_eq!(states, [&EntryState::Cancelled; 3]);
}

#[test]
fn a_resumed_game_sends_no_pool_that_its_limits_forbid() {
    let desk = Desk::new(&[]);
    let options = ["--pool", "--max-jobs", "1"];
    let done = desk.run(&Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &options));
    assert_eq!(done.code, Some(1), "{}", done.out);
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes", "--max-jobs", "1"]);
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(done.err.contains("job 2 would be more"), "{}", done.err);
    assert_eq!(desk.journal().list().unwrap(), []);
}

#[test]
fn a_game_with_a_fallback_goes_on_without_its_pool() {
    let desk = Desk::new(&[]);
    let options = ["--pool", "--max-jobs", "1", "--fallback", "local"];
    let done = desk.run(&Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &options));
    assert_eq!((done.code, &*done.err), (Some(0), ""), "{}", done.out);
    let said = "The game goes on without a pool: ";
    assert!(done.out.contains(said), "{}", done.out);
    assert_eq!(desk.verify("g.jsonl"), "");
}

#[test]
fn an_empty_line_measures_a_move_again_whose_job_failed() {
    let desk = Desk::new(&["fail=program:1"]);
    let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]);
    (game[2], game[4]) = ("human", "human");
    let done = desk.run_with_input(&game, "c3^b4d4\nf6-e5\nd4xf6\n\nquit\n");
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let told = "an empty line tries d4xf6 again";
    assert!(done.out.contains(told), "{}", done.out);
    let jobs = "1 measurement by ionq:qpu.forte-1, in 1 job.\n";
    assert!(done.out.contains(jobs), "{}", done.out);
    assert_eq!(desk.plies("g.jsonl").len(), 3);
    assert_eq!(desk.journal().list().unwrap().len(), 2);
}

#[test]
fn a_record_alone_is_enough_to_go_on_on_another_machine() {
    // Where jobs can be looked up.
    for device in &DEVICES[..6] {
        let desk = Desk::new(&["wait=1:2"]);
        kill_when_sent(&desk, &Desk::random_game(device, "g.jsonl", &[]), 1);
        let sent = desk.journal().list().unwrap().remove(0).provenance.job;
        let resumed = |record| {
            let mut command = desk.command(&["play", "--resume", record, "--yes"]);
            command.env("XDG_DATA_HOME", desk.path(&format!("data of {record}")));
            command::run(&mut command)
        };
        // Another copy loses the line of its job, as records of earlier versions have none.
        let text = fs::read_to_string(desk.path("g.jsonl")).unwrap();
        let kept: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with(r#"{"job":"#))
            .collect();
        assert_eq!(kept.len() + 1, text.lines().count(), "{device}: {text}");
        fs::write(desk.path("without.jsonl"), kept.join("\n") + "\n").unwrap();
        for record in ["g.jsonl", "without.jsonl"] {
            let done = resumed(record);
            assert_eq!(done.code, Some(0), "{device}: {}", done.err);
            assert_eq!(desk.verify(record), "", "{device}");
            let first = desk.measured(record).remove(0);
            assert_eq!(first["job"].as_str(), sent.as_deref(), "{device}: {record}");
        }
    }
}

#[test]
fn jobs_of_earlier_plies_count_and_their_duplicates_are_told_on_another_machine() {
    let desk = Desk::new(&["duplicate:1"]);
    let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]);
    (game[2], game[4]) = ("human", "human");
    let done = desk.run_with_input(&game, "c3^b4d4\nf6-e5\nd4xf6\nquit\n");
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let entries = desk.journal().list().unwrap();
    let [entry] = &entries[..] else {
        panic!("{} jobs", entries.len());
    };
    assert_eq!(entry.state, EntryState::Answered);
    let elsewhere = |args: &[&str], input: &str| {
        fs::write(desk.path("input"), input).unwrap();
        let mut command = desk.command(&[&["play", "--resume", "g.jsonl", "--yes"], args].concat());
        command.env("XDG_DATA_HOME", desk.path("elsewhere"));
        command::run(command.stdin(fs::File::open(desk.path("input")).unwrap()))
    };
    let players = ["--white", "random", "--black", "random"];
    for (limit, told) in [
        (["--max-jobs", "1"], "job 2 would be more than the 1 job"),
        (["--max-shots", "100"], "128 shots would be more"),
        (["--max-cost", "20"], "a cost of "),
    ] {
        let done = elsewhere(&[&players[..], &limit].concat(), "");
        assert_eq!(done.code, Some(1), "{limit:?}: {}", done.out);
        assert!(done.err.contains(told), "{limit:?}: {}", done.err);
        assert_eq!(desk.server.as_ref().unwrap().num_jobs(), 2, "{limit:?}");
    }
    let done = elsewhere(&[], "resign\n");
    assert_eq!(done.code, Some(0), "{}", done.err);
    let job = entry.provenance.job.as_deref().unwrap();
    let told = format!("the service took the same job twice, as {job} and ");
    assert!(done.err.contains(&told), "{}", done.err);
}

#[test]
fn a_game_whose_process_was_killed_behind_its_last_ply_is_ended_by_the_next_one() {
    let desk = Desk::new(&["duplicate:1"]);
    let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--pool"]);
    (game[2], game[4]) = ("human", "human");
    let done = desk.run_with_input(&game, "c3^b4d4\nf6-e5\nd4xf6\nresign\n");
    assert_eq!(done.code, Some(0), "{}", done.err);
    verify_pool(&desk);
    let whole = fs::read_to_string(desk.path("g.jsonl")).unwrap();
    let killed = whole.trim_end().rsplit_once('\n').unwrap().0;
    fs::write(desk.path("g.jsonl"), format!("{killed}\n")).unwrap();
    let resume = ["play", "--resume", "g.jsonl"];
    for changes in [true, false] {
        let done = desk.run(&resume);
        assert_eq!(done.code, Some(0), "{}", done.err);
        assert_eq!(done.out.contains("Nothing was changed."), !changes);
        assert!(done.err.contains("took the same job twice"), "{}", done.err);
        let record = fs::read_to_string(desk.path("g.jsonl")).unwrap();
        assert_eq!(record, whole, "{changes}");
    }
}

#[test]
fn a_job_that_can_not_be_looked_up_is_waited_for_where_it_was_sent_or_given_up() {
    for device in &DEVICES[6..] {
        is_waited_for_or_given_up(device);
    }
}

fn is_waited_for_or_given_up(device: &str) {
    let desk = Desk::new(&["wait=1:1"]);
    kill_when_sent(&desk, &Desk::random_game(device, "g.jsonl", &[]), 1);
    let open = desk.journal().list().unwrap().remove(0);
    let elsewhere = |args: &[&str]| {
        let mut command = desk.command(args);
        command.env("XDG_DATA_HOME", desk.path("elsewhere"));
        command::run(&mut command)
    };
    fs::copy(desk.path("g.jsonl"), desk.path("h.jsonl")).unwrap();
    let resumed = ["play", "--resume", "h.jsonl", "--yes"];
    let done = elsewhere(&resumed);
    assert_eq!(done.code, Some(1));
    for part in [open.key(), "jobs forget"] {
        assert!(done.err.contains(part), "{}", done.err);
    }
    assert_eq!(desk.measured("h.jsonl"), [Value::Null; 0]);
    assert_eq!(elsewhere(&["jobs", "forget", open.key()]).code, Some(0));
    let done = elsewhere(&resumed);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(desk.verify("h.jsonl"), "");
    assert_ne!(
        desk.measured("h.jsonl")[0]["job"].as_str(),
        open.provenance.job.as_deref()
    );
    // Here the job is known.
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let first = desk.measured("g.jsonl").remove(0);
    assert_eq!(first["job"].as_str(), open.provenance.job.as_deref());
}

#[test]
fn a_job_of_a_record_that_is_not_of_its_game_is_refused() {
    let desk = Desk::new(&["wait=3600:1"]);
    let game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]);
    kill_when_sent(&desk, &game, 1);
    let text = fs::read_to_string(desk.path("g.jsonl")).unwrap();
    let key = desk.journal().list().unwrap().remove(0).provenance.key;
    let changes = [
        (&*key, "cheqqers-../../../job"),
        ("OPENQASM 3.0;", "OPENQASM 3.0; x q[0];"),
        (r#""series":""#, r#""series":"another "#),
    ];
    for (from, to) in changes {
        let (before, job) = text.split_once(r#"{"job":"#).unwrap();
        assert!(job.contains(from), "{from}: {job}");
        let changed = format!(r#"{before}{{"job":{}"#, job.replace(from, to));
        fs::write(desk.path("changed.jsonl"), changed).unwrap();
        let mut command = desk.command(&["play", "--resume", "changed.jsonl", "--yes"]);
        command.env("XDG_DATA_HOME", desk.path("elsewhere"));
        let done = command::run(&mut command);
        assert_eq!(done.code, Some(1), "{from}");
        assert!(
            done.err.contains("a job in changed.jsonl can't be used"),
            "{}",
            done.err
        );
        assert!(!desk.path("elsewhere/cheqqers/jobs").exists(), "{from}");
    }
}

#[test]
fn a_resumed_game_sends_no_second_job_unless_it_is_asked_to() {
    let desk = Desk::new(&["wait=3600:1"]);
    let game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &[]);
    kill_when_sent(&desk, &game, 1);
    let resume = ["play", "--resume", "g.jsonl", "--yes", "--max-wait", "1"];
    let done = desk.run(&resume);
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(
        done.out.contains("An empty line tries again"),
        "{}",
        done.out
    );
    // The journal has it now that there is no answer.
    let again = desk.run(&resume);
    assert_eq!(again.code, Some(1), "{}", again.out);
    assert!(again.err.contains("the job was cancelled"), "{}", again.err);
    assert_eq!(desk.journal().list().unwrap().len(), 1);
    let sent = desk.run_with_input(&resume, "\n");
    assert_eq!((sent.code, &*sent.err), (Some(0), ""));
    assert_eq!(desk.verify("g.jsonl"), "");
}

#[test]
fn limits_and_a_missing_agreement_stop_before_anything_is_sent() {
    let desk = Desk::new(&[]);
    let mut args = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--max-shots", "63"]);
    let done = desk.run(&args);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("63 shots allowed"), "{}", done.err);
    // IBM's cost is in seconds of the device, IonQ's in dollars, Scaleway's in euros.
    for (device, record, most, reason) in [
        (
            DEVICES[0],
            "s.jsonl",
            "10.5",
            "a cost of 11.0000 s would be more than the 10.5 s allowed",
        ),
        (
            "ionq:qpu.forte-1",
            "d.jsonl",
            "12",
            "a cost of 12.4166 USD would be more than the 12 USD allowed",
        ),
        (
            "scaleway:QPU-GARNET-20PQ",
            "e.jsonl",
            "0.25",
            "a cost of 0.2968 EUR would be more than the 0.25 EUR allowed",
        ),
    ] {
        let done = desk.run(&Desk::random_game(device, record, &["--max-cost", most]));
        assert_eq!(done.code, Some(1), "{device}");
        assert!(done.err.contains(reason), "{}", done.err);
    }
    args.retain(|&arg| arg != "--yes" && arg != "--max-shots" && arg != "63");
    args[10] = "h.jsonl";
    let done = desk.run(&args);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err
            .contains("the job was not sent: nobody agreed to its cost"),
        "{}",
        done.err
    );
    assert_eq!(desk.journal().list().unwrap(), []);
}

#[test]
fn a_lost_try_whose_repetition_is_refused_is_one_job_within_the_limits() {
    for refused in [400, 402, 424] {
        let refused = format!("status={refused}@submit:1");
        let desk = Desk::new(&["status-after=503@submit:1", &refused]);
        let limits = ["--max-cost", "6", "--max-jobs", "1"];
        let mut game = Desk::random_game("braket:qpu/ionq/Forte-1", "g.jsonl", &limits);
        (game[2], game[4]) = ("human", "human");
        // An empty line measures again where there is no answer.
        let done = desk.run_with_input(&game, "c3^b4d4\nf6-e5\nd4xf6\n\n\nquit\n");
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{refused}");
        let sent = desk.server.as_ref().unwrap().num_jobs();
        let entries = desk.journal().list().unwrap();
        assert_eq!((sent, entries.len()), (1, 1), "{refused}: {}", done.out);
        assert_eq!(entries[0].state, EntryState::Answered, "{refused}");
        assert_eq!(desk.plies("g.jsonl").len(), 3, "{refused}");
        assert_eq!(desk.verify("g.jsonl"), "", "{refused}");
    }
}

#[test]
fn a_dry_run_shows_each_request_and_contacts_no_service() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let desk = Desk::at(&format!("http://{}", listener.local_addr().unwrap()));
    let devices = DEVICES.into_iter().chain(["ibm-system:ibm_torino"]);
    for (device, number) in devices.zip(1..) {
        let record = format!("{number}.jsonl");
        let done = desk.run(&Desk::random_game(device, &record, &["--dry-run"]));
        assert_eq!(done.code, Some(0), "{device}: {}", done.err);
        let told = "warning: a dry run does not ask ";
        assert!(done.err.starts_with(told), "{device}: {}", done.err);
        assert!(done.out.contains("POST "), "{}", done.out);
        assert!(done.out.contains("OPENQASM "), "{device}: {}", done.out);
        assert!(done.out.contains("h q"), "{device}: {}", done.out);
        assert!(
            done.out.contains("jobs of 64 shots (80 % of 100"),
            "{}",
            done.out
        );
        no_secret(&done.out, device);
    }
    // Only the service could say which device is the least busy.
    let done = desk.run(&Desk::random_game("ibm", "ibm.jsonl", &["--dry-run"]));
    assert_eq!(done.code, Some(1), "{}", done.err);
    assert!(
        done.err.contains("name a device") || done.err.contains("Name a device"),
        "{}",
        done.err
    );
    let circuit = Path::new(env!("CARGO_MANIFEST_DIR")).join("circuits/cheqqers/split.qasm");
    let circuit = circuit.to_str().unwrap();
    let done = desk.run(&["simulate", circuit, "--backend", DEVICES[1], "--dry-run"]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let done = desk.run(&["backends", "check", DEVICES[2], "--dry-run"]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let contact = listener.accept();
    assert_eq!(contact.unwrap_err().kind(), io::ErrorKind::WouldBlock);
    assert_eq!(desk.journal().list().unwrap(), []);
}

#[test]
fn a_game_tells_its_price_before_it_begins() {
    let desk = Desk::new(&[]);
    for ((device, price), number) in [
        ("ibm:ibm_torino", "Each costs up to 11.0 s of device time: "),
        ("ionq:qpu.forte-1", "Each costs up to $12.42: "),
        ("ionq:simulator", "They cost nothing."),
        ("braket:qpu/ionq/Forte-1", "Each costs up to $5.42: "),
        (
            "braket:qpu/ionq/Forte-1",
            "A measurement without a legal shot is repeated with 256 shots for up to $20.78, then with 1024 \
             shots for up to $82.22, if you agree to it then.",
        ),
        (
            "iqm:garnet",
            "The service does not say what they cost. A measurement without a legal shot is repeated with 256 \
             shots, then with 1024 shots, if you agree to it then.",
        ),
        (
            "scaleway:QPU-GARNET-20PQ",
            "Each costs up to \u{20ac}0.30: ",
        ),
        (
            "scaleway:EMU-AER-16C-128M",
            "Each costs up to \u{20ac}0.08: ",
        ),
        ("qbraid:aws:aqt:qpu:ibex-q1", "Each costs up to $1.80: "),
        ("qbraid:qbraid:sim:qir-sv", "They cost nothing."),
    ]
    .into_iter()
    .zip(1..)
    {
        let record = format!("{number}.jsonl");
        let told = |option: &[&str], price: &str| {
            let done = desk.run(&Desk::random_game(device, &record, option));
            assert!(
                done.out.contains(price),
                "{device}: {}{}",
                done.out,
                done.err
            );
        };
        // A dry run does not ask the service, and knows published prices alone.
        let is_unlisted = ["scaleway", "iqm", "qbraid"]
            .iter()
            .any(|service| device.starts_with(service));
        let listed = if is_unlisted {
            "Their price is not known: it is a dry run."
        } else {
            price
        };
        told(&["--dry-run"], listed);
        told(&["--max-jobs", "1"], price);
    }
}

#[test]
fn backends_are_listed_shown_checked_and_named() {
    let desk = Desk::new(&[]);
    let listed = desk.run(&["backends", "list"]);
    for service in ServiceName::ALL {
        assert!(listed.out.contains(service.title()), "{}", listed.out);
    }
    for (device, _) in DEVICES.into_iter().zip(1..) {
        let (service, name) = device.split_once(':').unwrap();
        let listed = desk.run(&["backends", "list", service]);
        assert!(listed.out.contains(name), "{}", listed.out);
        let shown = desk.run(&["backends", "show", device, "--json"]);
        let shown: Value = serde_json::from_str(&shown.out).unwrap();
        assert_eq!(shown["state"], "online", "{device}");
        let checked = desk.run(&["backends", "check", device, "--yes"]);
        assert_eq!(
            checked.code,
            Some(0),
            "{device}: {}{}",
            checked.out,
            checked.err
        );
        assert!(checked.out.contains("can be trusted"), "{}", checked.out);
    }
    let add = [
        "backends",
        "add",
        "mine",
        "--service",
        "ionq",
        "--device",
        "qpu.forte-1",
    ];
    assert_eq!(desk.run(&add).code, Some(0));
    assert_eq!(desk.run(&add).code, Some(1), "it is there already");
    let shown = desk.run(&["backends", "show", "mine"]);
    assert!(shown.out.contains("IonQ"), "{}", shown.out);
    let bad = Desk::new(&["reversed"]);
    let checked = bad.run(&["backends", "check", "ionq:qpu.forte-1", "--yes"]);
    assert_eq!(checked.code, Some(1));
    assert!(checked.err.contains("can't be trusted"), "{}", checked.err);
}

#[test]
fn a_circuit_of_a_file_is_compared_with_what_is_exact() {
    let desk = Desk::new(&[]);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("circuits/cheqqers/split.qasm");
    let file = file.to_str().unwrap();
    for device in DEVICES {
        let args = ["simulate", file, "--backend", device, "--yes", "--json"];
        let done = desk.run(&args);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{device}");
        let compared: Value = serde_json::from_str(&done.out).unwrap();
        assert_eq!(compared["shots"], 200, "{device}");
        assert!(
            compared["distance"].as_f64().unwrap() < 0.2,
            "{device}: {compared}"
        );
        assert!(!compared["job"]["job"].as_str().unwrap().is_empty());
    }
}

#[test]
fn bits_that_nothing_is_measured_into_are_0_on_every_device() {
    let desk = Desk::new(&[]);
    let partly = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; bit[3] c; x q[0]; c[1] = measure q[0];";
    fs::write(desk.path("partly.qasm"), partly).unwrap();
    let unread = "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; bit[3] c; x q[0];";
    fs::write(desk.path("unread.qasm"), unread).unwrap();
    for device in ["local"].into_iter().chain(DEVICES) {
        for (file, bits) in [("partly.qasm", "010"), ("unread.qasm", "10")] {
            let args = ["simulate", file, "--backend", device, "--yes", "--json"];
            let done = desk.run(&args);
            assert_eq!((done.code, &*done.err), (Some(0), ""), "{device} {file}");
            let compared: Value = serde_json::from_str(&done.out).unwrap();
            let counts = compared["counts"].as_object().unwrap();
            let most = counts.iter().max_by_key(|(_, count)| count.as_u64());
            assert_eq!(most.unwrap().0, bits, "{device} {file}: {compared}");
            assert_eq!(
                compared["probabilities"],
                json!({ bits: 1.0 }),
                "{device} {file}"
            );
        }
    }
}

#[test]
fn a_circuit_whose_process_was_killed_is_told_before_it_is_sent_again() {
    let desk = Desk::new(&["wait=3600:1"]);
    fs::write(
        desk.path("x.qasm"),
        "OPENQASM 3.0; qubit q; bit c; c = measure q;",
    )
    .unwrap();
    let args = [
        "simulate",
        "x.qasm",
        "--backend",
        "ionq:qpu.forte-1",
        "--yes",
    ];
    kill_when_sent(&desk, &args, 1);
    let key = desk.journal().list().unwrap().remove(0).provenance.key;
    let done = desk.run(&args);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(
        done.err.contains(&key) && done.err.contains("jobs resume"),
        "{}",
        done.err
    );
    // That of the other is not told.
    desk.run(&["jobs", "cancel", &key]);
    let done = desk.run(&args);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
}

fn no_secret(text: &str, what: &str) {
    for secret in SECRETS {
        assert!(!text.contains(secret), "{what}: {secret} in {text}");
    }
    // Whoever has a signed address has what it leads to.
    assert!(!text.contains("Signature="), "{what}: {text}");
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let (folders, mut found): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    found.extend(folders.iter().flat_map(|folder| files(folder)));
    found
}

#[test]
fn addresses_with_credentials_or_in_clear_are_refused_and_not_repeated() {
    let desk = Desk::new(&[]);
    let address = desk
        .url
        .replace("http://", &format!("http://me:{}@", SECRETS[0]));
    for (variable, device, keys) in [
        ("QISKIT_IBM_URL", "ibm:ibm_fez", "QISKIT_IBM_TOKEN"),
        ("IAM_URL", "ibm:ibm_fez", "QISKIT_IBM_TOKEN"),
        (
            "ibm_torino_QRMI_IBM_QS_ENDPOINT",
            "ibm-system:ibm_torino",
            "QISKIT_IBM_TOKEN",
        ),
        (
            "ibm_torino_QRMI_IBM_QS_S3_ENDPOINT",
            "ibm-system:ibm_torino",
            "AWS_SECRET_ACCESS_KEY",
        ),
        (
            "ibm_torino_QRMI_IBM_QS_S3_ENDPOINT_FOR_QSAPI",
            "ibm-system:ibm_torino",
            "AWS_SECRET_ACCESS_KEY",
        ),
        ("IONQ_API_URL", "ionq:qpu.forte-1", "IONQ_API_KEY"),
        (
            "AWS_ENDPOINT_URL_BRAKET",
            "braket:sv1",
            "AWS_SECRET_ACCESS_KEY",
        ),
        ("AWS_ENDPOINT_URL_S3", "braket:sv1", "AWS_SECRET_ACCESS_KEY"),
        (
            "AWS_ENDPOINT_URL_STS",
            "braket:sv1",
            "AWS_SECRET_ACCESS_KEY",
        ),
        ("OQTOPUS_URL", "oqtopus:lattice", "OQTOPUS_API_TOKEN"),
        ("IQM_SERVER_URL", "iqm:garnet", "IQM_TOKEN"),
        ("AQT_ARNICA_URL", "aqt:emulated/ibex", "AQT_TOKEN"),
        ("SCW_API_URL", "scaleway:QPU-GARNET-20PQ", "SCW_SECRET_KEY"),
        (
            "QBRAID_API_URL",
            "qbraid:aws:iqm:qpu:garnet",
            "QBRAID_API_KEY",
        ),
    ] {
        let game = Desk::random_game(device, "g.jsonl", &["--dry-run"]);
        for (url, part) in [
            (&*address, "credentials belong in "),
            ("http://192.0.2.1:9", "https only"),
        ] {
            // Nothing is sent to the last one from here.
            if part == "https only" && variable.ends_with("QSAPI") {
                continue;
            }
            let done = command::run(desk.command(&game).env(variable, url));
            let told = done.out + &done.err;
            assert!(
                done.code == Some(1) && told.contains(part),
                "{variable}: {told}"
            );
            assert!(
                part == "https only" || told.contains(keys),
                "{variable}: {told}"
            );
            no_secret(&told, variable);
        }
    }
    for option in ["--url", "--token-url", "--storage-url"] {
        let add = [
            "backends",
            "add",
            "lab",
            "--service",
            "ibm-system",
            "--device",
            "x",
        ];
        let done = desk.run(&[&add[..], &[option, &address]].concat());
        assert_eq!(done.code, Some(1), "{option}");
        assert!(done.err.contains("credentials belong in "), "{}", done.err);
        no_secret(&(done.out + &done.err), option);
    }
    assert!(!desk.path("config").exists());
}

#[test]
fn no_secret_is_seen_anywhere_whatever_goes_wrong() {
    let troubles: [&[&str]; 8] = [
        &[],
        &["malformed@result", "status=500@token:1"],
        &["html@submit", "expired@status:1"],
        &["reset-after@submit", "truncate@status"],
        &["expired"],
        &["fail=program"],
        &["status=400@submit"],
        &["status=403"],
    ];
    // They wait most of the time.
    thread::scope(|scope| {
        for faults in troubles {
            scope.spawn(move || {
                let desk = Desk::new(faults);
                for (device, number) in DEVICES.into_iter().zip(1..) {
                    let record = format!("{number}.jsonl");
                    let what = format!("{device} {faults:?}");
                    let done = desk.run(&Desk::random_game(device, &record, &[]));
                    no_secret(&(done.out + &done.err), &what);
                    assert!(!done.err.contains("panicked"), "{what}: {}", done.err);
                    let service = device.split(':').next().unwrap();
                    for args in [
                        &["backends", "list", service][..],
                        &["backends", "show", device],
                        &["jobs", "list", "--json"],
                    ] {
                        let done = desk.run(args);
                        no_secret(&(done.out + &done.err), &what);
                    }
                }
                for file in files(desk.home.path()) {
                    no_secret(
                        &fs::read_to_string(&file).unwrap(),
                        &file.display().to_string(),
                    );
                }
            });
        }
    });
}
