use crate::function::FuzzFunction;
use crate::{circuits, engine, games, records, server, services, settings};

/// A kind of foreign text, with all that reads it.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Name on the command line, and of the file of its corpus.
    pub name: &'static str,
    /// The most bytes of an input.
    pub max_len: usize,
    /// Starts what is needed to read inputs, until the function is dropped.
    pub start: fn() -> FuzzFunction,
}

macro_rules! targets {
    ($($name:literal, $max_len:literal, $start:expr;)+) => {
        /// All targets.
        pub const TARGETS: &[FuzzTarget] = &[$(FuzzTarget {
            name: $name,
            max_len: $max_len,
            start: $start,
        }),+];
    };
}

targets! {
    "qasm", 4096, || Box::new(circuits::qasm);
    "device", 4096, || Box::new(circuits::device);
    "move", 512, || Box::new(games::moves);
    "position", 512, || Box::new(games::position);
    "header", 1024, || Box::new(games::header);
    "record", 4096, || Box::new(records::record);
    "pdn", 4096, || Box::new(records::pdn);
    "engine-command", 512, || Box::new(engine::command);
    "engine-reply", 512, || Box::new(engine::reply);
    "engine-session", 2048, || Box::new(engine::session);
    "hub-session", 2048, || Box::new(engine::hub_session);
    "words", 256, || Box::new(settings::words);
    "config", 2048, settings::config;
    "pool", 4096, || Box::new(settings::pool);
    "journal", 4096, || Box::new(settings::journal);
    "web", 4096, server::web;
    "service", 4096, services::service;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// Folder of the corpora: a file of each target, an input of its each line.
    fn corpora() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
    }

    /// Bytes of an input as its line has them: what is no printable character of ASCII is escaped.
    fn unescape(line: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut chars = line.chars();
        while let Some(char) = chars.next() {
            let escaped = if char == '\\' { chars.next() } else { None };
            bytes.push(match escaped {
                None => u8::try_from(char).expect("a character of ASCII"),
                Some('n') => b'\n',
                Some('r') => b'\r',
                Some('t') => b'\t',
                Some('\\') => b'\\',
                Some('x') => {
                    let digits = chars.by_ref().take(2).collect::<String>();
                    u8::from_str_radix(&digits, 16).expect("two digits")
                }
                Some(other) => panic!("an escape {other:?}"),
            });
        }
        bytes
    }

    #[test]
    fn every_input_of_the_corpora_is_read_or_refused() {
        for target in TARGETS {
            let mut run = (target.start)();
            let path = corpora().join(target.name).with_extension("txt");
            let inputs = fs::read_to_string(path).expect(target.name);
            assert!(!inputs.is_empty(), "{}", target.name);
            for line in inputs.lines() {
                let data = unescape(line);
                assert!(data.len() <= target.max_len, "{}: {line}", target.name);
                run(&data);
            }
        }
    }

    #[test]
    fn every_corpus_is_of_a_target_and_small() {
        let names: BTreeSet<_> = TARGETS.iter().map(|target| target.name).collect();
        let mut bytes = 0;
        for entry in fs::read_dir(corpora()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().and_then(|name| name.to_str());
            assert!(names.contains(name.unwrap()), "{}", path.display());
            bytes += path.metadata().unwrap().len();
        }
        assert!(bytes < 200_000, "{bytes}");
    }

    #[test]
    fn escapes_are_of_all_bytes() {
        assert_eq!(
            unescape(r"a\\x41\x00\xff\t\r\n'\x41"),
            b"a\\x41\x00\xff\t\r\n'A"
        );
    }
}
