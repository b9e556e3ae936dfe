use crate::function::FuzzFunction;
use crate::{circuits, engine, games, records, server, services, settings};

/// A kind of foreign text, with all that reads it.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Name on the command line, and of the folder of its corpus.
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
    use std::path::Path;

    use super::*;

    /// Files of a folder, sorted.
    fn files(folder: &Path) -> Vec<std::path::PathBuf> {
        let entries = fs::read_dir(folder).unwrap_or_else(|_| panic!("{}", folder.display()));
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    #[test]
    fn every_file_of_the_corpora_is_read_or_refused() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        for target in TARGETS {
            let mut run = (target.start)();
            let files = files(&corpus.join(target.name));
            assert!(!files.is_empty(), "{}", target.name);
            for file in files {
                let data = fs::read(&file).unwrap();
                assert!(data.len() <= target.max_len, "{}", file.display());
                run(&data);
            }
        }
    }

    #[test]
    fn every_corpus_is_of_a_target_and_small() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        let names: BTreeSet<_> = TARGETS.iter().map(|target| target.name).collect();
        let mut bytes = 0;
        for folder in files(&corpus) {
            let name = folder.file_name().and_then(|name| name.to_str());
            assert!(names.contains(name.unwrap()), "{}", folder.display());
            let files = files(&folder).into_iter();
            bytes += files
                .map(|file| file.metadata().unwrap().len())
                .sum::<u64>();
        }
        assert!(bytes < 200_000, "{bytes}");
    }
}
