//! The benchmark on services as emulated: killed, resumed, paid once.

use std::fs;

use cheqqers_remote::EntryState;
use serde_json::Value;

use crate::games::{DEVICES, Desk, kill_when_sent};

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
    // The price told before is that of the bill: tasks and shots by the published prices.
    limited.pop();
    limited.push("100");
    let done = desk.run(&limited);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let (tasks, shots) = desk.accepted();
    let bill = 0.3 * tasks as f64 + 0.00145 * shots as f64;
    assert!(
        done.err.contains(&format!("up to ${bill:.2}")),
        "{bill}: {}",
        done.err
    );
}
