//! The benchmark on services as emulated: killed, resumed, paid once.

use std::fs;

use cheqqers_remote::EntryState;
use serde_json::Value;

use crate::client::Client;
use crate::games::{DEVICES, Desk, SECRETS, kill_when_sent};

fn args<'a>(device: &'a str, out: &'a str) -> [&'a str; 9] {
    [
        "benchmark",
        "--backend",
        device,
        "--quick",
        "--shots",
        "60",
        "--yes",
        "--out",
        out,
    ]
}

#[test]
fn a_benchmark_that_was_killed_goes_on_and_pays_once() {
    for device in DEVICES {
        let desk = Desk::new(&["wait=1:1"]);
        let out = "result";
        kill_when_sent(&desk, &args(device, out), 1);
        let done = desk.run(&args(device, out));
        assert_eq!(done.code, Some(0), "{device}: {}", done.err);
        // It said how many jobs there are, and sent no more.
        let jobs = desk.journal().list().unwrap();
        let told = done
            .err
            .lines()
            .find(|line| line.contains(" circuits in "))
            .unwrap();
        let number = format!(" in {} job", jobs.len());
        assert!(told.contains(&number), "{device}: {told}");
        assert_eq!(desk.num_jobs(), jobs.len() as u64, "{device}");
        assert!(
            jobs.iter().all(|entry| entry.state == EntryState::Answered),
            "{device}"
        );
        let result: Value =
            serde_json::from_slice(&fs::read(desk.path("result/benchmark.json")).unwrap()).unwrap();
        assert_eq!(
            result["jobs"].as_array().unwrap().len(),
            jobs.len(),
            "{device}"
        );
        let schema: Value = serde_json::from_str(cheqqers_benchmark::SCHEMA).unwrap();
        jsonschema::validate(&schema, &result).unwrap();
        // The calibration of all qubits that were measured is there, where they were chosen here.
        for job in result["jobs"].as_array().unwrap() {
            let placed = job["placement"].as_array().unwrap();
            let known = &job["calibration"]["qubits"];
            assert!(
                placed.iter().all(|qubit| {
                    let mut known = known.as_array().unwrap().iter();
                    known.any(|known| known["qubit"] == *qubit)
                }),
                "{device}"
            );
        }
        let score = result["analysis"]["score"]["value"].as_f64().unwrap();
        assert!(score > 40.0, "{device}: {score}");
        assert_eq!(
            desk.run(&["benchmark", "--verify", out]).code,
            Some(0),
            "{device}"
        );
        // There is nothing left to send.
        assert_eq!(desk.run(&args(device, out)).code, Some(0), "{device}");
        assert_eq!(desk.num_jobs(), jobs.len() as u64, "{device}");
    }
}

#[test]
fn nothing_is_sent_beyond_the_price_that_was_agreed_to() {
    let desk = Desk::new(&[]);
    let mut limited = args("braket:qpu/iqm/Garnet", "result").to_vec();
    limited.extend(["--max-cost", "0.1"]);
    let done = desk.run(&limited);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err.contains("--max-cost") || done.err.contains("limit"),
        "{}",
        done.err
    );
    assert_eq!(desk.num_jobs(), 0);
    // Nor is anything left behind that would want the same settings.
    assert!(!desk.path("result").exists());
    let declined = desk.run_with_input(&args("braket:qpu/iqm/Garnet", "result")[..6], "n\n");
    assert_eq!(
        (declined.code, desk.num_jobs()),
        (Some(1), 0),
        "{}",
        declined.err
    );
}

#[test]
fn a_benchmark_that_goes_on_without_its_journal_finds_its_jobs_at_the_service() {
    for device in [
        "ionq:qpu.forte-1",
        "ibm:ibm_fez",
        "qbraid:aws:iqm:qpu:garnet",
    ] {
        let desk = Desk::new(&["wait=1:1"]);
        kill_when_sent(&desk, &args(device, "result"), 1);
        fs::remove_dir_all(desk.path("data")).unwrap();
        let done = desk.run(&args(device, "result"));
        assert_eq!(done.code, Some(0), "{device}: {}", done.err);
        let jobs = desk.journal().list().unwrap();
        assert_eq!(desk.num_jobs(), jobs.len() as u64, "{device}: {}", done.err);
    }
}

/// The bill of a service for all jobs of a desk: by its own account, or by tasks and shots at the prices that their
/// device shows. The two that are paid for by time are left out: what is told of them is the most.
fn bill(desk: &Desk, service: &str) -> f64 {
    let get = |path: String, header: &str| {
        let url = desk.url.strip_prefix("http://").unwrap();
        let client = Client::new(url.parse().unwrap());
        client.with_header(header).get(&path).json()
    };
    let (tasks, shots) = desk.accepted();
    let of_shots = |task: f64, shot: f64| task * tasks as f64 + shot * shots as f64;
    let jobs = desk.journal().list().unwrap();
    let jobs = jobs
        .iter()
        .map(|entry| entry.provenance.job.as_deref().unwrap());
    match service {
        "ionq" => jobs
            .map(|job| {
                let path = format!("/ionq/v0.4/jobs/{job}/cost");
                let told = get(path, &format!("authorization: apiKey {}", SECRETS[1]));
                told["cost"]["value"].as_f64().unwrap()
            })
            .sum(),
        // A credit is a cent.
        "qbraid" => jobs
            .map(|job| {
                let path = format!("/qbraid/api/v1/jobs/{job}");
                let told = get(path, &format!("x-api-key: {}", SECRETS[7]));
                told["data"]["cost"].as_f64().unwrap() / 100.0
            })
            .sum(),
        "scaleway" => {
            let told = get(
                "/scaleway/qaas/v1alpha1/platforms".into(),
                &format!("x-auth-token: {}", SECRETS[6]),
            );
            let mut platforms = told["platforms"].as_array().unwrap().iter();
            let platform = platforms.find(|platform| platform["name"] == "QPU-GARNET-20PQ");
            let money = |name: &str| {
                let money = &platform.unwrap()[name];
                money["units"].as_f64().unwrap_or(0.0)
                    + money["nanos"].as_f64().unwrap_or(0.0) / 1e9
            };
            of_shots(money("price_per_circuit"), money("price_per_shot"))
        }
        _ => of_shots(0.3, 0.00145),
    }
}

#[test]
fn the_price_that_is_told_before_is_that_of_the_bill() {
    for device in [
        "ionq:qpu.forte-1",
        "braket:qpu/iqm/Garnet",
        "scaleway:QPU-GARNET-20PQ",
        "qbraid:aws:iqm:qpu:garnet",
    ] {
        let desk = Desk::new(&[]);
        let (service, _) = device.split_once(':').unwrap();
        let dry = desk.run(&[&args(device, "dry")[..], &["--dry-run"]].concat());
        assert_eq!(
            (dry.code, desk.num_jobs()),
            (Some(0), 0),
            "{device}: {}",
            dry.err
        );
        let done = desk.run(&[&args(device, "result")[..], &["--max-cost", "1000"]].concat());
        assert_eq!(done.code, Some(0), "{device}: {}", done.err);
        let told = |text: &str| {
            let mut lines = text.lines();
            lines
                .find(|line| line.contains(" circuits in "))
                .unwrap()
                .to_owned()
        };
        let unit = if service == "scaleway" {
            '\u{20ac}'
        } else {
            '$'
        };
        let bill = bill(&desk, service);
        assert!(bill > 0.5, "{device}: {bill}");
        let price = format!("for up to {unit}{bill:.2}");
        assert!(told(&done.err).ends_with(&price), "{price}: {}", done.err);
        // A dry run asks nobody: it has the prices that are published.
        if matches!(service, "ionq" | "braket") {
            assert_eq!(told(&dry.err), told(&done.err));
        }
    }
}
