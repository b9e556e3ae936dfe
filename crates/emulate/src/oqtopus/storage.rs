//! Uploads and downloads at addresses that expire.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Multipart, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cheqqers_circuit::Bitstring;
use cheqqers_qasm::{Dialect, write};
use serde_json::{Value, json};

use super::archive;
use super::state::{Job, Oqtopus, Upload};
use crate::jobs::Phase;
use crate::output::ProgramOutput;
use crate::program::Program;
use crate::reply::{header, reply};
use crate::s3;
use crate::sigv4::{hex, mac};

impl Upload {
    pub(super) fn new(oqtopus: &Oqtopus, id: &str) -> Self {
        let clock = &oqtopus.shared.clock;
        let expires = clock.now() + oqtopus.life();
        let key = format!("{id}/input.zip");
        let policy = json!({
            "expiration": clock.text(expires),
            "conditions": [{"bucket": "oqtopus"}, {"key": key}],
        });
        let policy = BASE64_STANDARD.encode(policy.to_string());
        let signature = hex(&mac(oqtopus.secret.as_bytes(), &policy));
        Self {
            fields: [
                ("key", key),
                ("AWSAccessKeyId", "EMULATE".into()),
                ("policy", policy),
                ("signature", signature),
            ],
            expires,
        }
    }

    pub(super) fn describe(&self, headers: &HeaderMap) -> Value {
        let fields = self
            .fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value)));
        let fields: serde_json::Map<String, Value> = fields.collect();
        json!({"url": format!("{}/storage", base(headers)), "fields": fields})
    }
}

/// Base URL of the service as the client sees it.
fn base(headers: &HeaderMap) -> String {
    let host = header(headers, "host").unwrap_or("127.0.0.1");
    format!("http://{host}/oqtopus")
}

fn denied(message: &str) -> Response {
    s3::error(StatusCode::FORBIDDEN, "AccessDenied", message, "")
}

fn malformed(message: &str) -> Response {
    s3::error(StatusCode::BAD_REQUEST, "MalformedPOSTRequest", message, "")
}

/// Stores the program of a registered job: a form with the fields of its [`Upload`], then the file.
pub(super) async fn upload(State(oqtopus): State<Arc<Oqtopus>>, form: Multipart) -> Response {
    let Some((fields, file)) = parts(form).await else {
        return malformed("The form must have its fields first and end with the field file.");
    };
    let job = fields
        .get("key")
        .and_then(|key| key.strip_suffix("/input.zip"));
    let now = oqtopus.shared.clock.now();
    let mut drafts = oqtopus.drafts.lock();
    let Some(draft) = job.and_then(|job| drafts.get_mut(job)) else {
        return denied("Access Denied");
    };
    for (name, value) in &draft.upload.fields {
        match fields.get(*name) {
            None => return malformed(&format!("The form lacks the field {name}.")),
            Some(found) if found != value => {
                return denied("Invalid according to Policy: Policy Condition failed");
            }
            Some(_) => {}
        }
    }
    if now > draft.upload.expires {
        return denied("Invalid according to Policy: Policy expired.");
    }
    draft.input = Some(file);
    reply(StatusCode::NO_CONTENT, "application/xml", "")
}

/// Fields of a form, and the file at its end.
async fn parts(mut form: Multipart) -> Option<(BTreeMap<String, String>, Bytes)> {
    let mut fields = BTreeMap::new();
    while let Some(field) = form.next_field().await.ok()? {
        let name = field.name()?.to_owned();
        if name == "file" {
            let file = field.bytes().await.ok()?;
            let is_last = form.next_field().await.ok()?.is_none();
            return is_last.then_some((fields, file));
        }
        fields.insert(name, field.text().await.ok()?);
    }
    None
}

/// Signed address of a file of a job.
pub(super) fn address(oqtopus: &Oqtopus, id: &str, name: &str, headers: &HeaderMap) -> String {
    let clock = &oqtopus.shared.clock;
    let expires = clock.unix(clock.now() + oqtopus.life());
    let signature = signature(oqtopus, id, name, &expires.to_string());
    let base = base(headers);
    format!("{base}/storage/{id}/{name}?Expires={expires}&Signature={signature}")
}

fn signature(oqtopus: &Oqtopus, id: &str, name: &str, expires: &str) -> String {
    let signed = format!("GET {id}/{name} {expires}");
    hex(&mac(oqtopus.secret.as_bytes(), &signed))
}

pub(super) async fn download(
    State(oqtopus): State<Arc<Oqtopus>>,
    Path((id, name)): Path<(String, String)>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let (Some(expires), Some(found)) = (query.get("Expires"), query.get("Signature")) else {
        return denied("Access Denied");
    };
    if *found != signature(&oqtopus, &id, &name, expires) {
        let message = "The signature of the request does not match.";
        return s3::error(StatusCode::FORBIDDEN, "SignatureDoesNotMatch", message, "");
    }
    let clock = &oqtopus.shared.clock;
    if expires
        .parse::<u64>()
        .is_ok_and(|expires| clock.unix(clock.now()) > expires)
    {
        return denied("Request has expired");
    }
    let job = oqtopus.jobs.find(&id);
    let file = match &job {
        Some(job) => file(&oqtopus, job, &name).await,
        None => None,
    };
    let Some(file) = file else {
        let message = "The specified key does not exist.";
        let key = format!("oqtopus/{id}/{name}");
        return s3::error(StatusCode::NOT_FOUND, "NoSuchKey", message, &key);
    };
    reply(StatusCode::OK, "application/zip", file)
}

/// File of a job, if it exists by now.
async fn file(oqtopus: &Oqtopus, job: &Arc<Job>, name: &str) -> Option<Bytes> {
    if name == "input.zip" {
        return Some(job.details.input.clone());
    }
    if job.phase(&oqtopus.shared).await != Phase::Completed {
        return None;
    }
    let contents = match name {
        "result.zip" => result(job.outputs()?.ok()?.first()?),
        "transpile_result.zip" => transpiled(job.details.transpiled.as_ref()?)?,
        _ => return None,
    };
    let inner = name.replace(".zip", ".json");
    Some(archive::pack(&inner, &contents.to_string()).into())
}

/// Counts with bit 0 last.
fn result(measured: &ProgramOutput) -> Value {
    let bits: Vec<usize> = measured
        .registers
        .iter()
        .flat_map(|register| register.bits.iter().copied())
        .collect();
    let text = |shot: &Bitstring| {
        bits.iter().rev().fold(String::new(), |mut text, &bit| {
            write!(text, "{}", u8::from(shot.bit(bit))).expect("a string takes all");
            text
        })
    };
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for shot in &measured.shots {
        *counts.entry(text(shot)).or_default() += 1;
    }
    json!({"sampling": {"counts": counts, "divided_counts": {}}})
}

/// Compiled program with its qubit mapping, which is the identity.
fn transpiled([before, after]: &[Program; 2]) -> Option<Value> {
    let text = write(
        &cheqqers_qasm::AnnotatedCircuit::new(&after.circuit),
        Dialect::Qasm3,
    )
    .ok()?;
    let same = |number: usize| {
        let pairs = (0..number).map(|k| (k.to_string(), json!(k)));
        Value::Object(pairs.collect())
    };
    let stats = |program: &Program| {
        json!({
            "n_qubits": program.circuit.num_qubits(),
            "n_gates": program.circuit.gates().count(),
            "n_gates_2q": program.circuit.gates().filter(|(_, qubits)| qubits.len() == 2).count(),
        })
    };
    Some(json!({
        "transpiled_program": text,
        "stats": {"before": stats(before), "after": stats(after)},
        "virtual_physical_mapping": {
            "qubit_mapping": same(after.circuit.num_qubits()),
            "bit_mapping": same(after.circuit.num_clbits()),
        },
    }))
}
