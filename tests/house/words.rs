//! Names and documentation keep to the words of the field.
//!
//! `CRATE=name cargo test --test house words` checks one crate alone.

mod items;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::{env, fs};

use crate::source_files;
use crate::words::items::{Kind, NamedItem};
use crate::words::table::{ALLOWED, CORE, NO_NOUNS, OF_BOARDS, SHARED, TABLE};

/// Items of all crates, by the crate.
static ITEMS: LazyLock<BTreeMap<String, Vec<NamedItem>>> = LazyLock::new(|| {
    let of = |name: &String| source_files::of(name).iter().flat_map(items::of).collect();
    let names = source_files::crates().into_iter();
    names.map(|name| (name.clone(), of(&name))).collect()
});

/// Words of a name, in lower case, each between underscores.
fn words(name: &str) -> String {
    let mut text = String::from("_");
    let mut lower = false;
    for letter in name.chars() {
        if letter.is_uppercase() && lower {
            text.push('_');
        }
        lower = letter.is_lowercase() || letter.is_ascii_digit();
        text.extend(letter.to_lowercase());
    }
    text.push('_');
    text
}

fn full_name(item: &NamedItem) -> String {
    match &item.owner {
        Some(owner) => format!("{owner}::{}", item.name),
        None => item.name.clone(),
    }
}

/// Objections to the name of an item.
fn objections(name: &str, item: &NamedItem) -> Vec<String> {
    let checked = match item.kind {
        Kind::Type => true,
        Kind::Other => item.public,
        Kind::Foreign => false,
    };
    if !checked {
        return Vec::new();
    }
    let spelled = words(&item.name);
    let rows = TABLE.iter().filter(|(_, _, scope)| scope.covers(name));
    let mut objections: Vec<String> = rows
        .flat_map(|(instead, banned, _)| banned.iter().map(move |word| (instead, word)))
        .filter(|(_, word)| {
            spelled.contains(&format!("_{word}_")) || spelled.contains(&format!("_{word}s_"))
        })
        .map(|(instead, word)| format!("says `{word}`, not one of: {instead}"))
        .collect();
    let one_word = spelled.trim_matches('_').split('_').count() == 1;
    if item.kind == Kind::Type && one_word {
        let participle = item.name.ends_with("ed") && !item.name.ends_with("eed");
        if participle || NO_NOUNS.contains(&&item.name[..]) {
            objections.push("is no noun of the field".to_owned());
        }
    }
    objections
}

/// Objections to the first sentence of a doc comment.
fn doc_objection(doc: &str) -> Option<String> {
    const QUESTIONS: [&str; 8] = [
        "What", "How", "Whether", "Who", "Why", "Which", "When", "Where",
    ];
    let summary = doc.split("\n\n").next()?.trim();
    let sentence = summary.split(". ").next()?;
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let first = words.first()?.trim_end_matches([',', ':']);
    if QUESTIONS.contains(&first) {
        Some(format!("its doc begins with `{first}`"))
    } else if words.len() < 3 {
        Some(format!("its doc is no phrase: `{sentence}`"))
    } else {
        None
    }
}

/// Fails with the offences of all crates, or of the one that `CRATE` names.
fn judge(offences: &BTreeMap<String, Vec<String>>) {
    let only = env::var("CRATE").ok();
    let asked = |name: &&String| only.as_ref().is_none_or(|only| only == *name);
    let listed = offences.iter().filter(|(name, _)| asked(name));
    let lines: Vec<&str> = listed
        .flat_map(|(_, lines)| lines.iter().map(|line| &line[..]))
        .collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

#[test]
fn names_use_the_words_of_the_table() {
    let mut offences = BTreeMap::<String, Vec<String>>::new();
    for (name, items) in &*ITEMS {
        for item in items {
            let full = full_name(item);
            if ALLOWED
                .iter()
                .any(|row| (row.0, row.1) == (&name[..], &full[..]))
            {
                continue;
            }
            let objections = objections(name, item).into_iter();
            let lines = objections.map(|why| format!("{}: {full} {why}", item.location));
            offences.entry(name.clone()).or_default().extend(lines);
        }
    }
    judge(&offences);
}

#[test]
fn no_exception_is_left_over() {
    for (name, allowed, _) in ALLOWED {
        let Some(items) = ITEMS.get(*name) else {
            panic!("no crate {name} for the exception {allowed}");
        };
        let used = items.iter().any(|item| full_name(item) == *allowed);
        assert!(used, "{name} has no {allowed}");
    }
}

#[test]
fn no_two_public_types_have_one_name() {
    let mut places = BTreeMap::<String, Vec<(String, String)>>::new();
    for (name, items) in &*ITEMS {
        for item in items {
            if item.kind == Kind::Type && item.public {
                let of_name = places.entry(item.name.clone()).or_default();
                of_name.push((name.clone(), item.location.clone()));
            }
        }
    }
    let shared: BTreeSet<&str> = SHARED.iter().map(|&(name, _)| name).collect();
    let mut offences = BTreeMap::<String, Vec<String>>::new();
    for (name, places) in places {
        let double = places.len() > 1 && !shared.contains(&name[..]);
        for (owner, location) in places.iter().filter(|_| double) {
            let others = places.iter().filter(|(_, other)| other != location);
            let others: Vec<&str> = others.map(|(_, other)| &other[..]).collect();
            let line = format!("{location}: {name} is also at {}", others.join(", "));
            offences.entry(owner.clone()).or_default().push(line);
        }
    }
    judge(&offences);
}

#[test]
fn docs_begin_with_a_noun_phrase_or_a_verb() {
    let mut offences = BTreeMap::<String, Vec<String>>::new();
    for (name, items) in &*ITEMS {
        let lines = items.iter().filter_map(|item| {
            let why = doc_objection(&item.doc)?;
            Some(format!("{}: {}: {why}", item.location, full_name(item)))
        });
        offences.entry(name.clone()).or_default().extend(lines);
    }
    judge(&offences);
}

/// The line's words of games on boards; a square is also what mathematics calls one.
fn words_of_boards(line: &str) -> Vec<String> {
    let spelled = words(line).replace(|letter: char| !letter.is_alphabetic(), "_");
    let words: Vec<&str> = spelled.split('_').filter(|word| !word.is_empty()).collect();
    let is_power = |index: usize| {
        let before = index.checked_sub(1).map(|before| words[before]);
        let after = words.get(index + 1);
        before == Some("of")
            || after.is_some_and(|after| after.starts_with("root") || *after == "of")
    };
    let all = words.iter().enumerate();
    let found = all.filter(|&(index, word)| {
        let of_boards = OF_BOARDS.iter().any(|banned| word.starts_with(banned));
        of_boards && *word != "squared" && !(word.starts_with("square") && is_power(index))
    });
    found.map(|(_, word)| (*word).to_owned()).collect()
}

#[test]
fn nothing_below_the_games_speaks_of_boards() {
    let mut offences = BTreeMap::<String, Vec<String>>::new();
    for name in CORE {
        let of_crate = offences.entry((*name).to_owned()).or_default();
        for file in source_files::of(name) {
            let text = fs::read_to_string(source_files::root().join(&file.path)).unwrap();
            let code = text
                .lines()
                .zip(1..)
                .take_while(|(line, _)| *line != "#[cfg(test)]");
            for (line, number) in code {
                let path = file.path.display();
                let words = words_of_boards(line).into_iter();
                of_crate.extend(words.map(|word| format!("{path}:{number}: says `{word}`")));
            }
        }
    }
    judge(&offences);
}
