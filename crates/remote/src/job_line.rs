//! Checks of the lines that name jobs in a record, by themselves and by each other.

use std::collections::BTreeSet;

use cheqqers_backend::{order_probe, sha256};
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use crate::entry::Entry;
use crate::service_name::ServiceName;

/// Fault of a line that names a job.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("the {field} of job {job} is {found}, {reason}")]
#[expect(missing_docs, reason = "the message says it")]
pub struct JobLineError {
    pub job: String,
    pub field: &'static str,
    pub found: Box<Value>,
    /// Reason why it can't be so, in words.
    pub reason: String,
}

/// Checks the lines that name jobs in a record, in their order: that each names another job, is as before the job
/// was sent, agrees with itself, and takes the requested bits in order. One that can't be read at all is passed
/// over.
///
/// # Errors
/// Returns the first fault, with the index of its line.
pub fn check_job_lines<'a>(
    lines: impl IntoIterator<Item = &'a Value>,
) -> Result<(), (usize, JobLineError)> {
    let mut keys = BTreeSet::new();
    for (index, line) in lines.into_iter().enumerate() {
        let Ok(entry) = Entry::deserialize(line) else {
            continue;
        };
        let is_first_line = keys.insert(entry.key().to_owned());
        let twice = (!is_first_line).then(|| ("marker", "which an earlier line names".into()));
        let fault = twice.or_else(|| fault(&entry, line)).or_else(|| {
            let is_first =
                index == 0 && entry.measurement.as_ref().is_none_or(|id| id.attempt == 0);
            let reason = entry.agreement_fault().filter(|_| is_first)?;
            Some(("agreed_up_to", reason))
        });
        if let Some((field, reason)) = fault {
            let error = JobLineError {
                job: entry.key().into(),
                field,
                found: Box::new(line[field].clone()),
                reason,
            };
            return Err((index, error));
        }
    }
    Ok(())
}

/// The first field that contradicts the others, and why.
fn fault(entry: &Entry, line: &Value) -> Option<(&'static str, String)> {
    let made = &entry.provenance;
    // Its question has another form since version 2.
    let question = &line["question"];
    let form = if question["past_sha256"].is_null() {
        2
    } else {
        1
    };
    if !entry.is_readable() || (!question.is_null() && line["version"] != form) {
        return Some(("version", "and its form is another one".into()));
    }
    let unsent = serde_json::to_value(entry.before_sending()).unwrap_or_default();
    let known_later = ["state", "job", "answer", "raw", "bits", "resent"];
    let is_known = |field: &&str| !line[*field].is_null() && line[*field] != unsent[*field];
    if let Some(field) = known_later.into_iter().find(is_known) {
        return Some((field, "which is not known before the job is sent".into()));
    }
    if sha256(made.qasm.as_bytes()) != made.qasm_sha256 {
        return Some(("program_sha256", "not the hash of its program".into()));
    }
    if let Some((service, device)) = entry.backend.split_once(':')
        && service.parse::<ServiceName>().is_ok()
        && (service, device) != (&*made.service, &*made.device)
    {
        let found = format!("and it was for {} of {}", made.device, made.service);
        return Some(("backend", found));
    }
    if let Some(qubits) = declared(&made.qasm, "qubit[")
        && qubits != entry.num_qubits
    {
        return Some(("num_qubits", format!("and its program has {qubits}")));
    }
    if let Some(reason) = entry.programs_fault() {
        return Some(("widths", reason));
    }
    // A program that names the qubits of a device is as large as that.
    if let Some(&last) = made.placement.iter().max()
        && entry.num_qubits <= last as usize
    {
        return Some(("num_qubits", format!("and it measures qubit {last}")));
    }
    let placed = Some(made.placement.len()).filter(|&clbits| clbits > 0);
    if let Some(clbits) = declared(&made.qasm, "bit[").or(placed) {
        // Some devices must measure all qubits, and more than is asked for.
        let is_braket = made.service == ServiceName::Braket.name();
        if entry.num_clbits > clbits || (entry.num_clbits < clbits && !is_braket) {
            return Some(("num_clbits", format!("and its program has {clbits}")));
        }
    }
    let (_, test_bits) = order_probe();
    if let Some(reason) = entry.probe_misfit(&test_bits.to_string()) {
        return Some(("probe", reason));
    }
    let is_in_order = entry.reads_clbits_in_order();
    (!is_in_order).then(|| {
        (
            "fold",
            "and requested bits are clbits by themselves, in order".into(),
        )
    })
}

/// Size of the registers of a kind that an OpenQASM program declares; `None` if it declares none.
fn declared(program: &str, kind: &str) -> Option<usize> {
    let sizes = program.lines().filter_map(|line| {
        let (size, _) = line.strip_prefix(kind)?.split_once(']')?;
        size.parse::<usize>().ok()
    });
    sizes.reduce(usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::Bitstring;
    use serde_json::json;

    use super::*;
    use crate::cost::Cost;
    use crate::job_cost::JobCost;

    /// A job of two bits beside a probe, that was agreed to.
    fn line() -> Value {
        let program = "OPENQASM 3.0;\nqubit[6] q;\nbit[6] c;\n";
        let entry = Entry::new("cheqqers-0", "ionq:simulator", "ionq", "simulator");
        let mut entry = entry.with_program(program, 6, 6, 64);
        entry.set_probe("1100".parse::<Bitstring>().unwrap());
        entry.cost = Some(Cost {
            amount: 2.0,
            unit: "USD".into(),
        });
        entry.agreed_up_to = Some(entry.job_cost());
        let mut line = serde_json::to_value(entry).unwrap();
        line["fold"] = json!([[[2], false], [[3], false]]);
        line
    }

    fn other_line() -> Value {
        let mut line = line();
        line["marker"] = json!("cheqqers-1");
        line
    }

    #[test]
    fn lines_that_contradict_themselves_are_found() {
        assert_eq!(check_job_lines([&line(), &other_line()]), Ok(()));
        let (index, error) = check_job_lines([&line(), &line()]).unwrap_err();
        assert_eq!((index, error.field), (1, "marker"));
        let cases = [
            ("state", json!("sent")),
            ("job", json!("a")),
            ("bits", json!(["000000"])),
            ("version", json!(0)),
            ("version", json!(3)),
            ("program_sha256", json!("0")),
            ("backend", json!("ionq:qpu.forte-1")),
            ("backend", json!("ibm:simulator")),
            ("num_qubits", json!(5)),
            ("num_qubits", json!(7)),
            ("num_clbits", json!(5)),
            ("num_clbits", json!(7)),
            ("widths", json!([6])),
            ("widths", json!([5, 1])),
            ("probe", json!("0011")),
            ("probe", json!("110")),
            ("probe", json!("11001100")),
            ("fold", json!([[[3], false], [[2], false]])),
            ("fold", json!([[[2], true], [[3], false]])),
            ("fold", json!([[[2], false], [[2, 3], false]])),
            ("fold", json!([[[3], false]])),
            ("agreed_up_to", json!({"shots": 63, "cost": null})),
            ("agreed_up_to", json!({"shots": 64, "cost": [1.0, "USD"]})),
        ];
        for (field, value) in cases {
            let mut changed = line();
            changed[field] = value.clone();
            let (index, error) = check_job_lines([&changed]).unwrap_err();
            assert_eq!((index, error.field), (0, field), "{value}");
        }
        // The form of a question is that of the line.
        let now = json!({"series": "a", "history": "00", "name": "1 a 0", "attempt": 0});
        let early = json!({
            "game": "a", "past_sha256": "00", "ply": 1, "move": "a", "measurement": 0,
            "attempt": 0,
        });
        for (version, question, is_right) in [
            (2, &now, true),
            (1, &early, true),
            (2, &early, false),
            (1, &now, false),
        ] {
            let mut asked = line();
            asked["version"] = json!(version);
            asked["question"] = question.clone();
            let found = check_job_lines([&asked]).map_err(|(_, error)| error.field);
            let expected = if is_right { Ok(()) } else { Err("version") };
            assert_eq!(found, expected, "{version} {question}");
        }
        // A probe that is not of the program: its first bits were asked for.
        let mut added = other_line();
        added["fold"] = json!([[[0], false]]);
        let (index, error) = check_job_lines([&line(), &added]).unwrap_err();
        assert_eq!((index, error.field), (1, "probe"));
        // A later job may be more than what was agreed to with the first.
        let mut larger = other_line();
        larger["agreed_up_to"] = json!(JobCost {
            shots: 1,
            cost: None
        });
        assert_eq!(check_job_lines([&line(), &larger]), Ok(()));
    }
}
