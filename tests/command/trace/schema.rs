//! The schema's part on games, which is written from their settings.

use std::fs;

use cheqqers_game::settings::{Kind, Setting};
use cheqqers_session::GameKind;
use cheqqers_testkit::golden::assert_same;
use serde_json::{Map, Value, json};

use crate::schema::{assert_fits, path, schema};

/// Beginning and end of the list of games in the schema.
const LIST: (&str, &str) = (
    "--test command trace.\",\n      \"oneOf\": [\n",
    "\n      ]\n    },\n",
);

/// Values of a setting in headers.
fn values(kind: Kind) -> Value {
    let number = |first: u32, last: u32| match last {
        u32::MAX => json!({"type": "integer", "minimum": first}),
        last => json!({"type": "integer", "minimum": first, "maximum": last}),
    };
    match kind {
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Number(first, last) => number(first, last),
        Kind::NumberOrOff(first, last) => json!({"oneOf": [number(first, last), {"const": "off"}]}),
        Kind::Word(words) => json!({"enum": words}),
        Kind::Text => json!({"type": "string"}),
    }
}

/// The header of a game with these settings; `None` if they do not go together.
fn header(kind: GameKind, changes: &[(String, String)]) -> Option<Map<String, Value>> {
    let settings = kind.settings(None, changes).unwrap();
    let start = kind.start(&settings).ok()?;
    Some(start.header(Map::new()))
}

/// Headers of a game as its settings describe them.
fn definition(kind: GameKind) -> String {
    let usual = header(kind, &[]).unwrap();
    // Older headers lack settings that are newer.
    let is_required = |setting: &&Setting| {
        let mut without = usual.clone();
        without.remove(setting.key).is_some() && kind.start(&without).is_err()
    };
    let required = kind.settings.iter().filter(is_required);
    let required: Vec<&str> = required.map(|setting| setting.key).collect();
    let settings = kind.settings.iter();
    let settings = settings.map(|setting| (setting.key, values(setting.kind)));
    let name = [("game", kind.name), ("rules", kind.rules)];
    let name = name.map(|(key, text)| (key, json!({"const": text})));
    let rows = name.into_iter().chain(settings);
    let rows: Vec<String> = rows
        .map(|(key, value)| format!("            \"{key}\": {value}"))
        .collect();
    format!(
        "        {{\n          \"required\": {},\n          \"properties\": {{\n{}\n          }}\n        }}",
        json!(required),
        rows.join(",\n")
    )
}

#[test]
fn the_schema_has_the_settings_of_every_game() {
    let text = fs::read_to_string(path()).unwrap();
    let (begin, end) = LIST;
    let (before, rest) = text.split_once(begin).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    let games: Vec<String> = GameKind::all().map(definition).collect();
    let games = games.join(",\n");
    assert_same(&path(), &[before, begin, &games, end, after].concat());
}

/// Values of a setting as they are typed: all of them, or the first and the last.
fn texts(kind: Kind) -> Vec<String> {
    match kind {
        Kind::Flag => ["true", "false"].map(Into::into).into(),
        Kind::Number(first, last) => [first, last].map(|number| number.to_string()).into(),
        Kind::NumberOrOff(first, last) => {
            vec![first.to_string(), last.to_string(), "off".into()]
        }
        Kind::Word(words) => words.iter().map(|&word| word.into()).collect(),
        Kind::Text => Vec::new(),
    }
}

#[test]
fn headers_with_any_value_of_a_setting_fit_the_schema() {
    let schema = schema();
    for kind in GameKind::all() {
        for setting in kind.settings {
            let values = texts(setting.kind).into_iter();
            let headers = values.filter_map(|value| header(kind, &[(setting.key.into(), value)]));
            let headers: Vec<_> = headers.collect();
            assert_eq!(headers.is_empty(), setting.kind == Kind::Text);
            for mut header in headers {
                assert_fits(&schema, &header.clone().into());
                header.insert(setting.key.into(), json!(["no value"]));
                assert!(!schema.is_valid(&header.into()), "{}", setting.key);
            }
        }
    }
}
