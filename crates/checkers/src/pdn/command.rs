//! Commands in comments: `[%name key=value key=value]`, the values JSON without the signs that a
//! comment or a command can't hold.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::cursor::{Cursor, TextPosition};
use super::{PdnError, PdnReason};

/// Command of a measurement's backend, which is not read.
pub(super) const MEASURED: &str = "qm";
/// Command of the header's values that no tag has.
pub(super) const HEADER: &str = "header";

/// A command with values of the header.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) at: TextPosition,
    pub(super) entries: Map<String, Value>,
}

/// A command as words that no line may break.
pub(super) fn words(name: &str, entries: &Map<String, Value>) -> Vec<String> {
    let mut words = vec![format!("[%{name}")];
    for (key, value) in entries {
        let plain = key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_plain);
        let key = if plain {
            key.clone()
        } else {
            guarded(&Value::from(key.as_str()))
        };
        words.push(format!("{key}={}", guarded(value)));
    }
    if let Some(last) = words.last_mut() {
        last.push(']');
    }
    words
}

/// The headers in a comment that begins here, which ends before `}`.
///
/// # Errors
/// Returns an error if one can't be read.
pub(super) fn read(comment: &str, at: TextPosition) -> Result<Vec<Command>, PdnError> {
    // The place counts from the text's start, the comment from its own.
    let place = |inner: TextPosition| TextPosition {
        offset: at.offset + inner.offset,
        line: at.line + inner.line - 1,
        column: if inner.line == 1 {
            at.column + inner.column - 1
        } else {
            inner.column
        },
    };
    let mut cursor = Cursor::new(comment, TextPosition::default());
    let mut commands = Vec::new();
    loop {
        cursor.take_while(|c| c != '[');
        let start = cursor.at;
        if cursor.next().is_none() {
            return Ok(commands);
        }
        if !cursor.take("%") {
            continue;
        }
        if cursor.take_while(is_plain) != HEADER {
            continue;
        }
        match entries(&mut cursor) {
            Some(entries) => commands.push(Command {
                at: place(start),
                entries,
            }),
            None => return Err(place(cursor.at).refuse(PdnReason::Header)),
        }
    }
}

fn entries(cursor: &mut Cursor<'_>) -> Option<Map<String, Value>> {
    let mut entries = Map::new();
    loop {
        cursor.skip_blanks();
        if cursor.take("]") {
            return Some(entries);
        }
        let key = if cursor.peek() == Some('"') {
            match value(cursor, '=')? {
                Value::String(key) => key,
                _ => return None,
            }
        } else {
            let key = cursor.take_while(is_plain);
            (!key.is_empty()).then(|| key.to_owned())?
        };
        if !cursor.take("=") {
            return None;
        }
        entries.insert(key, value(cursor, ']')?);
    }
}

/// The value that ends before `end` or a blank outside of its strings.
fn value(cursor: &mut Cursor<'_>, end: char) -> Option<Value> {
    let mut json = String::new();
    let mut inside = false;
    while let Some(c) = cursor.peek() {
        if !inside && (c == end || c.is_whitespace()) {
            break;
        }
        cursor.next();
        match c {
            '"' => inside = !inside,
            '\\' if inside => {
                json.push(c);
                json.push(cursor.next()?);
                continue;
            }
            _ => {}
        }
        json.push(if inside { c } else { swapped(c, GUARDED, JSON) });
    }
    serde_json::from_str(&json).ok()
}

const JSON: [char; 4] = ['{', '}', '[', ']'];
const GUARDED: [char; 4] = ['(', ')', '<', '>'];

/// JSON without braces and brackets.
fn guarded(value: &Value) -> String {
    let mut text = String::new();
    let mut inside = false;
    let mut escaped = false;
    for c in value.to_string().chars() {
        if inside && JSON.contains(&c) {
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(swapped(c, JSON, GUARDED));
        }
        inside ^= c == '"' && !escaped;
        escaped = inside && c == '\\' && !escaped;
    }
    text
}

fn swapped(c: char, from: [char; 4], to: [char; 4]) -> char {
    let index = from.iter().position(|&sign| sign == c);
    index.map_or(c, |index| to[index])
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
