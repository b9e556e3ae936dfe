//! Manipulations of finished games: each is refused with its place. Who can change a record can compute its
//! checksums too, so these are right in all of them.

use std::collections::BTreeSet;
use std::fs;

use cheqqers_backend::{MeasurementId, sha256};
use cheqqers_game::record::ChecksumChain;
use cheqqers_measure::bind;
use serde_json::{Value, json};

use crate::games::{DEVICES, Desk};

/// Device that returns every shot in its order.
const DEVICE: &str = "ionq:qpu.forte-1";

/// A recorded game, line by line.
#[derive(Clone)]
struct Recorded {
    lines: Vec<Value>,
}

/// Change of a game; returns the number of the line that is wrong then.
type Change = fn(&mut Recorded) -> usize;

impl Recorded {
    /// A whole game.
    fn played(desk: &Desk, more: &[&str]) -> Self {
        Self::played_on(desk, DEVICE, more)
    }

    fn played_on(desk: &Desk, device: &str, more: &[&str]) -> Self {
        let done = desk.run(&Desk::random_game(device, "played.jsonl", more));
        assert_eq!((done.code, &*done.err), (Some(0), ""));
        let text = fs::read_to_string(desk.path("played.jsonl")).unwrap();
        let lines = text.lines().map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            line.as_object_mut().unwrap().shift_remove("sum");
            line
        });
        Self {
            lines: lines.collect(),
        }
    }

    fn write(&self, desk: &Desk, name: &str) {
        let mut chain = ChecksumChain::START;
        let lines = self.lines.iter();
        let text: String = lines.map(|line| chain.add(format!("{line}\n"))).collect();
        fs::write(desk.path(name), text).unwrap();
    }

    /// Number of the first line, from 1, that is as is said.
    fn find(&self, is_it: impl Fn(&Value) -> bool) -> usize {
        self.lines.iter().position(is_it).unwrap() + 1
    }

    fn line(&mut self, number: usize) -> &mut Value {
        &mut self.lines[number - 1]
    }

    fn batch(&self) -> usize {
        self.find(|line| line["pool"]["sha256"].is_string())
    }

    fn seeds(&self) -> usize {
        self.find(|line| line["pool"]["seeds"].is_array() && line["format"].is_null())
    }

    fn job(&self) -> usize {
        self.find(|line| line["job"].is_object())
    }

    /// The ply and the first of its measurements that a pool decided, or that jobs did.
    fn measured(&self, by: &str) -> usize {
        self.find(|line| line["measured"][0][by].is_array())
    }

    /// The line of the job of a measurement without a pool.
    fn own_job(&self) -> usize {
        let ply = &self.lines[self.measured("jobs") - 1];
        let marker = &ply["measured"][0]["jobs"][0]["marker"];
        self.find(|line| line["job"]["marker"] == *marker)
    }

    /// Plies whose first measurement used one shot of one circuit, and another ply of the same circuit.
    fn alike(&self) -> (usize, usize) {
        let used = |line: &Value| {
            let parts = line["measured"][0]["pool"].as_array()?;
            let [part] = &parts[..] else { return None };
            let [draws] = &part.as_array()?[..] else {
                return None;
            };
            Some((draws["batch"].clone(), draws["circuit"].clone()))
        };
        let plies = || {
            (1..)
                .zip(&self.lines)
                .filter_map(|(number, line)| Some((number, used(line)?)))
        };
        let pairs = plies().flat_map(|first| plies().map(move |other| (first.clone(), other)));
        let mut same = pairs.filter(|(first, other)| first.0 < other.0 && first.1 == other.1);
        let ((first, _), (other, _)) = same.next().unwrap();
        (first, other)
    }

    fn draws(&mut self, ply: usize) -> &mut Value {
        &mut self.line(ply)["measured"][0]["pool"][0][0]["shots"]
    }

    /// Computes the hash of a batch anew, as who changes it would.
    fn hash_batch(&mut self) {
        let number = self.batch();
        let pool = &mut self.line(number)["pool"];
        let mut text = String::new();
        for entry in pool["circuits"].as_array().unwrap() {
            let part = |name: &str| entry[name].as_str().unwrap().to_owned();
            text += &[part("circuit"), part("shots"), String::new()].join("\n");
        }
        let (old, new) = (pool["sha256"].clone(), json!(sha256(text.as_bytes())));
        self.replace(&old, &new);
    }

    /// Replaces a text wherever it stands.
    fn replace(&mut self, old: &Value, new: &Value) {
        for line in &mut self.lines {
            let text = line.to_string().replace(&old.to_string(), &new.to_string());
            *line = serde_json::from_str(&text).unwrap();
        }
    }

    /// Chooses other seeds, with the hashes that bind to them.
    fn choose_seeds(&mut self) {
        let seeds = ["chosen", "later"];
        let number = self.seeds();
        self.line(number)["pool"]["seeds"] = json!(seeds);
        self.line(1)["pool"]["seeds"] = json!(seeds.map(|seed| sha256(seed.as_bytes())));
    }

    /// Makes the identity of the game fit its header.
    fn bind(&mut self) {
        let old = self.line(1)["id"].clone();
        let header = self.line(1).as_object_mut().unwrap();
        let nonce = header["nonce"].as_str().unwrap().to_owned();
        let id = bind(header, nonce);
        self.replace(&old, &id.into());
    }

    /// Computes the keys of all jobs anew, which the services know by other names.
    fn name_jobs(&mut self) {
        let old = self.lines.clone();
        for job in old
            .iter()
            .map(|line| &line["job"])
            .filter(|job| job.is_object())
        {
            let id: MeasurementId = serde_json::from_value(job["question"].clone()).unwrap();
            let series = self.lines[0]["id"].as_str().unwrap().to_owned();
            // Those of the first job of a measurement.
            let new = MeasurementId { series, ..id };
            self.replace(&job["marker"], &new.job_key(0, 0).into());
        }
    }
}

/// Flips a bit of the first shot in the answer of a job, wherever it stands there; the test of the order of
/// bits does not read it.
fn flip_answer(job: &mut Value) {
    fn flip(value: &mut Value) {
        match value {
            Value::Array(items) if items.iter().all(Value::is_number) => {
                let middle = items.len() / 2;
                let bit = items[middle].as_u64().unwrap();
                items[middle] = json!(1 - bit);
            }
            Value::Array(items) => flip(&mut items[0]),
            Value::Object(fields) => fields.iter_mut().for_each(|(_, value)| flip(value)),
            _ => {}
        }
    }
    let mut raw: Value = serde_json::from_str(job["raw"].as_str().unwrap()).unwrap();
    flip(&mut raw);
    job["raw"] = raw.to_string().into();
}

/// Changes a program, and its hash.
fn change_program(job: &mut Value) {
    let program = format!("{}\n", job["program"].as_str().unwrap());
    set_program(job, &program);
}

fn set_program(job: &mut Value, program: &str) {
    job["program_sha256"] = sha256(program.as_bytes()).into();
    job["program"] = program.into();
}

/// Says that the last bit that a job measured is constant, so that the others stay in order.
fn fix_a_bit(job: &mut Value) {
    let fold = job["fold"].as_array_mut().unwrap();
    let bit = fold.iter_mut().rfind(|bit| bit[0] != json!([]));
    bit.unwrap()[0] = json!([]);
}

fn add(number: &mut Value, more: u64) {
    *number = json!(number.as_u64().unwrap() + more);
}

/// Changes of a game with a pool, and what is said of each.
const POOLED: &[(&str, &str, Change)] = &[
    ("an index", "not the next in the order", |game| {
        let ply = game.measured("pool");
        let shots = game.draws(ply);
        let other = (0..64).find(|index| !shots.as_array().unwrap().contains(&json!(index)));
        *shots = json!([other]);
        ply
    }),
    ("no index", "", |game| {
        let ply = game.measured("pool");
        game.line(ply)["measured"][0]["pool"] = json!([]);
        ply
    }),
    ("a seed", "the seeds are not those", |game| {
        let seeds = game.seeds();
        game.line(seeds)["pool"]["seeds"][0] = json!("another");
        seeds
    }),
    ("bits", "", |game| {
        let ply = game.measured("pool");
        let measured = &mut game.line(ply)["measured"][0];
        let occupied = measured["occupied"].as_array().unwrap();
        let squares = measured["squares"].as_array().unwrap();
        let others = squares.iter().filter(|square| !occupied.contains(square));
        measured["occupied"] = others.cloned().collect();
        ply
    }),
    ("a hash", "its hash is wrong", |game| {
        let batch = game.batch();
        game.line(batch)["pool"]["sha256"] = sha256(b"").into();
        batch
    }),
    ("shots and their hash", "not those of its answer", |game| {
        let batch = game.batch();
        let shots = &mut game.line(batch)["pool"]["circuits"][0]["shots"];
        let text = shots.as_str().unwrap();
        let flipped = if text.starts_with('0') { "1" } else { "0" };
        *shots = format!("{flipped}{}", &text[1..]).into();
        game.hash_batch();
        batch
    }),
    ("circuits", "other circuits than the plan", |game| {
        let batch = game.batch();
        let circuits = game.line(batch)["pool"]["circuits"].as_array_mut().unwrap();
        let other = circuits[1]["circuit"].clone();
        circuits[0]["circuit"] = other;
        game.hash_batch();
        batch
    }),
    ("the order", "not the next in the order", |game| {
        let (first, other) = game.alike();
        let shots = game.draws(first).clone();
        let others = std::mem::replace(game.draws(other), shots);
        *game.draws(first) = others;
        first
    }),
    (
        "a shot used twice",
        "uses a shot that was used before",
        |game| {
            let (first, other) = game.alike();
            let shots = game.draws(first).clone();
            *game.draws(other) = shots;
            other
        },
    ),
    (
        "seeds and commitments",
        "the header does not match",
        |game| {
            game.choose_seeds();
            1
        },
    ),
    (
        "seeds, commitments and the identity",
        "is not the key",
        |game| {
            game.choose_seeds();
            game.bind();
            game.batch()
        },
    ),
    ("the seeds deleted", "no line reveals the seeds", |game| {
        let seeds = game.seeds();
        game.lines.remove(seeds - 1);
        game.lines.len()
    }),
    ("an answer", "not those of its answer", |game| {
        let batch = game.batch();
        flip_answer(&mut game.line(batch)["pool"]["jobs"][0]);
        batch
    }),
    ("shots", "shots of measurement 1 should be", |game| {
        let ply = game.measured("pool");
        let measured = &mut game.line(ply)["measured"][0];
        add(&mut measured["shots"], 1);
        add(&mut measured["accepted"], 1);
        ply
    }),
    ("accepted", "accepted of measurement 1 should be", |game| {
        let ply = game.measured("pool");
        let measured = &mut game.line(ply)["measured"][0];
        measured["accepted"] = json!(0);
        measured["rejected"] = json!({"count": measured["shots"]});
        ply
    }),
    ("shots of the header", "the header does not match", |game| {
        add(&mut game.line(1)["pool"]["shots"], 1);
        1
    }),
    ("a batch twice", "is used twice", |game| {
        let batch = game.batch();
        let line = game.line(batch).clone();
        game.lines.insert(batch, line);
        batch + 1
    }),
    (
        "a job's line deleted",
        "no line before it names job",
        |game| {
            let job = game.job();
            game.lines.remove(job - 1);
            game.batch()
        },
    ),
    (
        "a backend",
        "by its shots backend of measurement 1 should be",
        |game| {
            let ply = game.measured("pool");
            game.line(ply)["measured"][0]["backend"] = json!("ionq:simulator");
            ply
        },
    ),
    ("one of two backends", "the backend of job", |game| {
        let second = game.job() + 1;
        game.line(second)["job"]["backend"] = json!("mine");
        game.batch()
    }),
    ("a program", "the program of job", |game| {
        let batch = game.batch();
        change_program(&mut game.line(batch)["pool"]["jobs"][0]);
        batch
    }),
    ("a key", "is not the key", |game| {
        let job = game.job();
        let key = game.line(job)["job"]["marker"].clone();
        game.replace(&key, &json!("cheqqers-0000000000000000"));
        game.batch()
    }),
    (
        "jobs asked for more",
        "the number of shots of job",
        |game| {
            let batch = game.batch();
            add(&mut game.line(batch)["pool"]["jobs"][0]["asked"], 1);
            batch
        },
    ),
    ("a batch without jobs", "are of no job", |game| {
        let batch = game.batch();
        let pool = &mut game.line(batch)["pool"];
        pool["jobs"] = json!([]);
        for circuit in pool["circuits"].as_array_mut().unwrap() {
            circuit["job"] = Value::Null;
        }
        batch
    }),
    (
        "the pool deleted",
        "names shots that the record does not have",
        |game| {
            game.lines
                .retain(|line| line["pool"].is_null() || line["format"].is_string());
            game.measured("pool")
        },
    ),
    ("a measurement taken back", "is taken back", |game| {
        let ply = game.measured("pool");
        game.lines.truncate(ply);
        game.lines.push(json!({"undo": 1}));
        ply + 1
    }),
    (
        "the measurement of a batch",
        "does not say of which",
        |game| {
            let job = game.job();
            game.line(job)["job"]["question"] = Value::Null;
            game.batch()
        },
    ),
    (
        "an older form of the identity",
        "the header does not match",
        |game| {
            game.line(1).as_object_mut().unwrap().shift_remove("nonce");
            1
        },
    ),
];

/// Changes of a game without one.
const BY_JOBS: &[(&str, &str, Change)] = &[
    ("a key", "is not the key", |game| {
        let ply = game.measured("jobs");
        let key = game.line(ply)["measured"][0]["jobs"][0]["marker"].clone();
        game.replace(&key, &json!("cheqqers-0000000000000000"));
        ply
    }),
    ("a job of another measurement", "is not the key", |game| {
        let job = game.own_job();
        let ply = game.measured("jobs");
        game.line(job)["job"]["question"]["history"] = json!(sha256(b"other moves "));
        ply
    }),
    ("a program", "the program of job", |game| {
        let ply = game.measured("jobs");
        change_program(&mut game.line(ply)["measured"][0]["jobs"][0]);
        ply
    }),
    ("shots", "shots of measurement 1 should be", |game| {
        let ply = game.measured("jobs");
        let measured = &mut game.line(ply)["measured"][0];
        add(&mut measured["shots"], 1);
        add(&mut measured["accepted"], 1);
        ply
    }),
    (
        "the shot that decides",
        "chosen of measurement 1 should be",
        |game| {
            let ply = game.measured("jobs");
            add(&mut game.line(ply)["measured"][0]["chosen"], 1);
            ply
        },
    ),
    ("an answer without its end", "can't be read", |game| {
        let ply = game.measured("jobs");
        let raw = &mut game.line(ply)["measured"][0]["jobs"][0]["raw"];
        let text = raw.as_str().unwrap();
        *raw = text[..text.len() / 2].into();
        ply
    }),
    (
        "a job's line deleted",
        "no line before it names job",
        |game| {
            let job = game.own_job();
            game.lines.remove(job - 1);
            game.measured("jobs")
        },
    ),
    (
        "a backend",
        "to which no job of the record was sent",
        |game| {
            let ply = game.measured("jobs");
            game.line(ply)["measured"][0]["backend"] = json!("ionq:simulator");
            ply
        },
    ),
];

/// Changes of what a job of a pool measures.
const POOLED_PROGRAMS: &[(&str, &str, Change)] = &[(
    "a constant bit",
    "its bits have another distribution",
    |game| {
        let job = game.job();
        fix_a_bit(&mut game.line(job)["job"]);
        game.batch()
    },
)];

/// Changes of what the job of a measurement runs.
const PROGRAMS: &[(&str, &str, Change)] = &[
    (
        "a constant bit",
        "its bits have another distribution",
        |game| {
            let job = game.own_job();
            fix_a_bit(&mut game.line(job)["job"]);
            game.measured("jobs")
        },
    ),
    (
        "a gate more",
        "its bits have another distribution",
        |game| {
            let (job, ply) = (game.own_job(), game.measured("jobs"));
            let program = game.line(job)["job"]["program"].as_str().unwrap();
            // Before the measurement of the last bit in front of the probe.
            let measurements: Vec<&str> = program
                .lines()
                .filter(|line| line.contains("measure"))
                .collect();
            let measured = measurements[measurements.len() - 3];
            let qubit = measured.split("measure ").nth(1).unwrap();
            let program = program.replace(measured, &format!("rx(1.0) {qubit}\n{measured}"));
            set_program(&mut game.line(job)["job"], &program);
            set_program(&mut game.line(ply)["measured"][0]["jobs"][0], &program);
            ply
        },
    ),
    ("no program", "its program can't be read", |game| {
        let (job, ply) = (game.own_job(), game.measured("jobs"));
        set_program(&mut game.line(job)["job"], "no program");
        set_program(&mut game.line(ply)["measured"][0]["jobs"][0], "no program");
        ply
    }),
];

/// Changes of the line of a job.
const JOB_LINES: &[(&str, &str, Change)] = &[
    ("a version", "the version of job", |game| {
        set(game, "version", json!(1))
    }),
    ("qubits", "the num_qubits of job", |game| {
        set(game, "num_qubits", json!(7))
    }),
    ("clbits", "the num_clbits of job", |game| {
        set(game, "num_clbits", json!(7))
    }),
    ("test bits", "the probe of job", |game| {
        set(game, "probe", json!("0011"))
    }),
    ("its measurement", "does not say of which", |game| {
        let job = game.own_job();
        game.line(job)["job"]["question"] = Value::Null;
        game.measured("jobs")
    }),
    (
        "more shots than asked for",
        "more shots than were asked for",
        |game| {
            let (job, ply) = (game.own_job(), game.measured("jobs"));
            game.line(job)["job"]["asked"] = json!(1);
            game.line(ply)["measured"][0]["jobs"][0]["asked"] = json!(1);
            ply
        },
    ),
    ("shots without end", "more shots were asked for", |game| {
        let (job, ply) = (game.own_job(), game.measured("jobs"));
        game.line(job)["job"]["agreed_up_to"] = Value::Null;
        game.line(job)["job"]["asked"] = json!(1u64 << 62);
        game.line(ply)["measured"][0]["jobs"][0]["asked"] = json!(1u64 << 62);
        ply
    }),
    ("its bits", "the bits of job", |game| {
        set(game, "bits", json!(["0"]))
    }),
    ("exchanged bits", "the fold of job", |game| {
        let job = game.own_job();
        let fold = game.line(job)["job"]["fold"].as_array_mut().unwrap();
        fold.reverse();
        job
    }),
    ("a flipped bit", "the fold of job", |game| {
        let job = game.own_job();
        let fold = &mut game.line(job)["job"]["fold"];
        fold[0][1] = json!(!fold[0][1].as_bool().unwrap());
        job
    }),
    ("its backend", "the backend of job", |game| {
        set(game, "backend", json!("ionq:simulator"))
    }),
    ("an agreement", "the agreed_up_to of job", |game| {
        set(game, "agreed_up_to", json!({"shots": 1, "cost": null}))
    }),
    ("another agreement", "the agreed_up_to of job", |game| {
        let agreed = json!({"shots": 64, "cost": [1.0, "USD"]});
        set(game, "agreed_up_to", agreed)
    }),
];

/// Sets a field of the first job's line.
fn set(game: &mut Recorded, field: &str, value: Value) -> usize {
    let job = game.job();
    game.line(job)["job"][field] = value;
    job
}

fn each_is_refused(more: &[&str], changes: &[(&str, &str, Change)]) {
    let desk = Desk::new(&[]);
    let played = Recorded::played(&desk, more);
    played.write(&desk, "same.jsonl");
    assert_eq!(desk.verify("same.jsonl"), "");
    let mut wrong = Vec::new();
    for (what, expected, change) in changes {
        let mut changed = played.clone();
        let line = change(&mut changed);
        changed.write(&desk, "changed.jsonl");
        let told = desk.verify("changed.jsonl");
        if !told.contains(&format!("line {line}: ")) || !told.contains(expected) {
            wrong.push(format!("{what}, line {line}: {told:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn manipulations_of_a_game_with_a_pool_are_refused() {
    each_is_refused(&["--pool"], &[POOLED, POOLED_PROGRAMS].concat());
}

#[test]
fn manipulations_of_a_game_of_jobs_are_refused() {
    each_is_refused(&[], &[BY_JOBS, PROGRAMS, JOB_LINES].concat());
}

#[test]
fn programs_of_every_service_are_compared_with_their_circuits() {
    let devices = DEVICES.into_iter().chain(["ibm-system:ibm_torino"]);
    for device in devices {
        let desk = Desk::new(&[]);
        let mut game = Recorded::played_on(&desk, device, &[]);
        let verified = desk.run(&["replay", "--verify", "played.jsonl"]);
        assert_eq!((verified.code, &*verified.err), (Some(0), ""), "{device}");
        assert!(!verified.out.contains("not compared"), "{}", verified.out);
        let (job, ply) = (game.own_job(), game.measured("jobs"));
        fix_a_bit(&mut game.line(job)["job"]);
        game.write(&desk, "changed.jsonl");
        let told = desk.verify("changed.jsonl");
        let expected = [
            format!("line {ply}: "),
            "its bits have another distribution".into(),
        ];
        let is_told = expected.iter().all(|part| told.contains(part));
        assert!(is_told, "{device} {ply}: {told}");
    }
}

/// The `id` of its header is younger than checksums.
#[test]
fn a_record_whose_keys_bind_its_header_has_checksums() {
    let desk = Desk::new(&[]);
    let game = Recorded::played(&desk, &[]);
    let lines: Vec<String> = game.lines.iter().map(Value::to_string).collect();
    fs::write(desk.path("without.jsonl"), lines.join("\n")).unwrap();
    let told = desk.verify("without.jsonl");
    assert!(told.contains("was changed after it was written"), "{told}");
    assert!(told.contains("its lines lack the checksums"), "{told}");
}

/// A job without shots has no other line.
#[test]
fn lines_of_jobs_are_checked_whether_they_were_used_or_not() {
    let desk = Desk::new(&[]);
    let mut game = Recorded::played(&desk, &[]);
    let job = game.job();
    let mut unanswered = game.line(job).clone();
    unanswered["job"]["marker"] = json!("cheqqers-0000000000000000");
    game.lines.insert(job, unanswered);
    game.write(&desk, "unanswered.jsonl");
    assert_eq!(desk.verify("unanswered.jsonl"), "");
    game.line(job + 1)["job"]["num_qubits"] = json!(7);
    game.write(&desk, "changed.jsonl");
    let told = desk.verify("changed.jsonl");
    let expected = format!("line {}: the num_qubits of job", job + 1);
    assert!(told.contains(&expected), "{told}");
}

/// The names of the jobs at the service are the ones of before.
#[test]
fn a_record_in_an_older_form_is_said_to_be_one() {
    let desk = Desk::new(&[]);
    let mut game = Recorded::played(&desk, &[]);
    let verified = desk.run(&["replay", "--verify", "played.jsonl"]);
    assert!(!verified.out.contains("older form"), "{}", verified.out);
    let old = game.line(1)["id"].clone();
    game.line(1).as_object_mut().unwrap().shift_remove("nonce");
    game.replace(&old, &json!("0".repeat(32)));
    game.name_jobs();
    game.write(&desk, "older.jsonl");
    let verified = desk.run(&["replay", "--verify", "older.jsonl"]);
    assert_eq!((verified.code, &*verified.err), (Some(0), ""));
    let expected = "their keys do not bind the header: the record has an older form";
    assert!(verified.out.contains(expected), "{}", verified.out);
}

/// The jobs and shots before a ply are left in what is exported up to it.
#[test]
fn games_that_are_cut_after_a_ply_verify() {
    for more in [&[][..], &["--pool"]] {
        let desk = Desk::new(&[]);
        let mut recorded = Recorded::played(&desk, more);
        // The last ply that used no shot of a pool is taken back, before the game is over in any way.
        let number_of_plies = |recorded: &Recorded| {
            let plies = recorded.lines.iter().filter(|line| line["ply"].is_u64());
            plies.count()
        };
        let unmeasured = |line: &Value| line["measured"] == json!([]);
        let last = recorded.lines.iter().rposition(unmeasured).unwrap();
        let plies = number_of_plies(&recorded);
        recorded.lines.truncate(last + 1);
        let undone = number_of_plies(&recorded) - 1;
        recorded.lines.push(json!({"undo": 1}));
        recorded.write(&desk, "undone.jsonl");
        for (name, most) in [("played.jsonl", plies), ("undone.jsonl", undone)] {
            let mut verified = BTreeSet::new();
            for ply in (0..=most).step_by(3).chain([most]) {
                let ply = ply.to_string();
                let cut = desk.run(&["export", name, "--format", "record", "--ply", &ply]);
                assert_eq!(cut.code, Some(0), "{more:?} {name} {ply}: {}", cut.err);
                fs::write(desk.path("cut.jsonl"), &cut.out).unwrap();
                let done = desk.run(&["replay", "--verify", "cut.jsonl"]);
                assert_eq!(done.code, Some(0), "{more:?} {name} {ply}: {}", done.err);
                let measurements = done.out.lines().find(|line| line.contains("measurement"));
                verified.extend(measurements.map(str::to_owned));
            }
            assert!(verified.len() > 2, "{more:?}: {verified:?}");
        }
    }
}

#[test]
fn measurements_without_jobs_are_not_by_the_service_and_are_counted() {
    let desk = Desk::new(&[]);
    let mut recorded = Recorded::played(&desk, &[]);
    recorded.lines.retain(|line| line["job"].is_null());
    let mut measurements = 0;
    for (backend, told) in [
        (None, "names no job"),
        (Some("local"), "no measurement by a job"),
    ] {
        for line in &mut recorded.lines {
            let measured = line.get_mut("measured").and_then(Value::as_array_mut);
            for entry in measured.into_iter().flatten() {
                let fields = entry.as_object_mut().unwrap();
                fields.retain(|field, _| ["squares", "occupied", "backend"].contains(&&field[..]));
                if let Some(backend) = backend {
                    fields["backend"] = backend.into();
                    measurements += 1;
                }
            }
        }
        recorded.write(&desk, "stripped.jsonl");
        let done = desk.run(&["replay", "--verify", "stripped.jsonl"]);
        let counted = format!("{told}; {measurements} measurements without a job");
        let told = if backend.is_some() { &counted } else { told };
        let all = done.out + &done.err;
        assert!(all.contains(told), "{all}");
    }
    assert!(measurements > 1);
}
