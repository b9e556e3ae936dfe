//! The API as other programs use it: examples of its description, and requests that are sent again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde_json::{Map, Value, json};

use crate::client::{Answer, Client, WIDE, link, num_plies, serve_in, some_move, unversioned};

/// The examples, in the order in which they are played.
const EXAMPLES: &str = "crates/web/src/openapi/examples.jsonl";

/// The history of a game's state in the examples.
const HISTORY: u64 = 1_795_257_600_000;

/// What the examples call something that is drawn at random.
#[derive(Default)]
struct Names {
    by_name: BTreeMap<String, String>,
    /// The first history of the game.
    history: Option<u64>,
}

impl Names {
    /// What is sent in place of a value of an example.
    fn sent(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                let named = self.by_name.get(text);
                json!(named.unwrap_or(text))
            }
            Value::Number(number) if number.as_u64() == Some(HISTORY) => json!(self.history),
            Value::Array(values) => values.iter().map(|value| self.sent(value)).collect(),
            Value::Object(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(key, value)| (key.clone(), self.sent(value)));
                Value::Object(fields.collect())
            }
            other => other.clone(),
        }
    }

    /// An answer as the examples tell it.
    fn told(&mut self, answer: &Value) -> Value {
        match answer {
            Value::String(text) if is_drawn(text) => json!(self.name_of(text)),
            Value::Array(values) => values.iter().map(|value| self.told(value)).collect(),
            Value::Object(fields) => {
                let history = fields.get("history").and_then(Value::as_u64);
                self.history = self.history.or(history);
                let mut told = Map::new();
                for (key, value) in fields {
                    let value = match (&key[..], value.as_u64()) {
                        ("version" | "history", Some(number)) => {
                            json!(number - self.history.unwrap_or(number) + HISTORY)
                        }
                        _ => self.told(value),
                    };
                    told.insert(key.clone(), value);
                }
                Value::Object(told)
            }
            other => other.clone(),
        }
    }

    fn name_of(&mut self, text: &str) -> String {
        let known = self.by_name.iter().find(|(_, sent)| *sent == text);
        if let Some((name, _)) = known {
            return name.clone();
        }
        let number = self.by_name.len() as u128 + 1;
        let name = if text.len() == 32 {
            // A multiple of an odd constant looks drawn.
            format!(
                "{:032x}",
                number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
            )
        } else {
            "QK7RT4".into()
        };
        self.by_name.insert(name.clone(), text.to_owned());
        name
    }
}

/// A link, a name of a game or study, or a code of a class.
fn is_drawn(text: &str) -> bool {
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_code =
        |byte: u8| matches!(byte, b'2'..=b'9' | b'B'..=b'Z') && !b"AEIOUY".contains(&byte);
    text.len() == 32 && text.bytes().all(is_hex) || text.len() == 6 && text.bytes().all(is_code)
}

/// The method, path and operation of an id.
fn operation<'a>(document: &'a Value, id: &str) -> (&'a str, &'a str, &'a Value) {
    let paths = document["paths"].as_object().unwrap().iter();
    let methods = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (&method[..], &path[..], operation))
    });
    let mut found = methods.filter(|(_, _, operation)| operation["operationId"] == *id);
    found.next().unwrap_or_else(|| panic!("no operation {id}"))
}

/// Checks a value by a schema of a description.
fn check(document: &Value, schema: &Value, value: &Value, what: &str) {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors = validator.iter_errors(value).map(|error| error.to_string());
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{what}: {errors:?} in {value}");
}

fn ask(client: &mut Client, method: &str, path: &str, body: &Value) -> Answer {
    let mut answer = match method {
        "get" => client.get(path),
        _ => client.post(path, body),
    };
    if answer.header("transfer-encoding") == Some("chunked") {
        answer.body = json_lines(client);
    }
    answer
}

/// JSON Lines that come in chunks, to their end.
fn json_lines(client: &mut Client) -> String {
    let mut text = String::new();
    loop {
        let line = client.line().unwrap();
        if line.starts_with('{') {
            writeln!(text, "{line}").unwrap();
        } else if line == "0" {
            client.line().unwrap();
            return text;
        }
    }
}

/// A text in an address.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(byte.into());
        } else {
            write!(escaped, "%{byte:02X}").unwrap();
        }
    }
    escaped
}

/// Each request is answered as it is told; with `UPDATE_GOLDEN` the answers are written anew.
#[test]
fn examples_of_the_description_are_answered_as_they_say() {
    let updates = env::var_os("UPDATE_GOLDEN").is_some();
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let document = client.get("/api/v1/openapi.json").json();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(EXAMPLES);
    let mut names = Names::default();
    let mut lines = String::new();
    let mut played = BTreeSet::new();
    for line in fs::read_to_string(&file).unwrap().lines() {
        let mut example: Value = serde_json::from_str(line).unwrap();
        let id = example["operation"].as_str().unwrap().to_owned();
        let (method, path, operation) = operation(&document, &id);
        let mut path = format!("/api/v1{path}");
        for (name, value) in example["path"].as_object().into_iter().flatten() {
            let sent = names.sent(value);
            let sent = sent
                .as_str()
                .map_or_else(|| sent.to_string(), str::to_owned);
            path = path.replace(&format!("{{{name}}}"), &sent);
        }
        let mut sign = '?';
        for (name, value) in example["query"].as_object().into_iter().flatten() {
            let sent = names.sent(value);
            let sent = sent
                .as_str()
                .map_or_else(|| sent.to_string(), str::to_owned);
            write!(path, "{sign}{name}={}", escaped(&sent)).unwrap();
            sign = '&';
        }
        if let Some(body) = example.get("body") {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            check(&document, schema, body, &id);
        }
        let answer = ask(&mut client, method, &path, &names.sent(&example["body"]));
        let described = &operation["responses"][answer.status.to_string()]["content"];
        assert!(described.is_object(), "{id}: {answer:?}");
        let (kind, described) = described.as_object().unwrap().iter().next().unwrap();
        let sent_kind = answer.header("content-type").unwrap();
        assert_eq!(sent_kind.split(';').next(), Some(&kind[..]), "{id}");
        let answered = if kind == "application/json" {
            answer.json()
        } else {
            json!(answer.body)
        };
        check(&document, &described["schema"], &answered, &id);
        let told = names.told(&answered);
        if kind == "application/jsonl" {
            let schema = &document["components"]["schemas"]["AnalysisLine"];
            for line in answer.body.lines() {
                check(&document, schema, &serde_json::from_str(line).unwrap(), &id);
            }
        }
        if updates {
            example["answer"] = told;
        } else {
            assert_eq!(
                described["example"], told,
                "{id}: UPDATE_GOLDEN=1 writes it anew"
            );
        }
        assert!(played.insert(id.clone()), "{id} has two examples");
        writeln!(lines, "{example}").unwrap();
    }
    if updates {
        fs::write(&file, lines).unwrap();
    }
}

#[test]
fn a_move_that_is_sent_again_is_not_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({"settings": {"size": "4"}}));
    let (white, black) = (link(&begun, "white"), link(&begun, "black"));
    // That its player comes is news.
    client.game(black);
    client.play(white, 1, "a1-b2");
    let first = json!({"ply": 1, "move": "a1-b2"});
    let state = client.game(white);
    let again = client.act(white, "moves", &first);
    assert_eq!((again.status, again.json()), (200, state.clone()));
    // As it may be written, too.
    let again = client.act(white, "moves", &json!({"ply": 1, "move": " a1-b2 "}));
    assert_eq!((again.status, again.json()), (200, state.clone()));
    // By whoever did not make it, it is no repeat, nor is another move, nor one of a ply that is not there yet.
    let mut refused = |link: &str, ply: usize, mv: &str| {
        client
            .act(link, "moves", &json!({"ply": ply, "move": mv}))
            .code()
    };
    let stale = (409, "stale".to_owned());
    assert_eq!(refused(black, 1, "a1-b2"), stale);
    assert_eq!(
        refused(link(&begun, "watch"), 1, "a1-b2"),
        (403, "not-yours".into())
    );
    assert_eq!(refused(white, 1, "c1-b2"), stale);
    assert_eq!(refused(white, 1, "hello"), stale);
    assert_eq!(refused(white, 0, "a1-b2"), stale);
    assert_eq!(refused(white, 3, "a1-b2"), stale);
    assert_eq!(refused(white, 2, "c1-d2"), (403, "not-yours".into()));
    assert_eq!(client.game(white), state);
    // After what was played since, and after a restart.
    let mv = some_move(&client.game(black), 0).unwrap().to_owned();
    client.play(black, 2, &mv);
    let state = client.game(white);
    drop(client);
    drop(server);
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let again = client.act(white, "moves", &first);
    assert_eq!((again.status, num_plies(&again.json())), (200, 2));
    assert_eq!(unversioned(again.json()), unversioned(state));
    // And of a game that is over.
    client.act(black, "resign", &json!({}));
    let again = client.act(white, "moves", &first);
    assert_eq!(
        (again.status, &again.json()["status"]),
        (200, &json!("white_won"))
    );
    let other = json!({"ply": 1, "move": "c1-d2"});
    assert_eq!(
        client.act(white, "moves", &other).code(),
        (409, "over".into())
    );
}

#[test]
fn a_move_that_was_taken_back_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"settings": {"size": "4"}}));
    let both = link(&begun, "both");
    client.play(both, 1, "a1-b2");
    client.act(both, "undo", &json!({"plies": 1}));
    assert_eq!(num_plies(&client.game(both)), 0);
    assert_eq!(num_plies(&client.play(both, 1, "a1-b2")), 1);
    assert_eq!(num_plies(&client.play(both, 1, "a1-b2")), 1);
}

#[test]
fn a_move_to_which_a_computer_has_replied_may_be_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin(&json!({"settings": {"size": "4"}, "black": "random"}));
    let white = link(&begun, "white");
    client.play(white, 1, "a1-b2");
    // While it thinks, and after.
    assert_eq!(
        client
            .act(white, "moves", &json!({"ply": 1, "move": "a1-b2"}))
            .status,
        200
    );
    let state = client.until(white, |state| {
        num_plies(state) == 2 && state["thinking"] == false
    });
    let again = client.act(white, "moves", &json!({"ply": 1, "move": "a1-b2"}));
    assert_eq!((again.status, again.json()), (200, state));
}
