//! Samples of the manual, run.

use std::collections::VecDeque;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use cheqqers_emulate::{Emulator, EmulatorOptions};
use cheqqers_web::GameServer;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use crate::client::{WIDE, serve_in};
use crate::manual::files::{PageFile, pages, root};

/// Languages of blocks that are not run.
const NOT_RUN: [&str; 11] = [
    "text",
    "json",
    "toml",
    "python",
    // Run by tests/python.
    "pycon",
    "html",
    "qasm",
    "nginx",
    "bibtex",
    "latex",
    "javascript",
];

/// Addresses of services in samples.
const EMULATOR: &str = "127.0.0.1:8765";
const SERVER: &str = "127.0.0.1:8080";

/// The longest that a block may take.
const TIMEOUT: Duration = Duration::from_mins(5);

/// A block of code in a page.
struct Block {
    language: String,
    text: String,
    /// Offset of the block in the page.
    offset: usize,
}

/// Blocks of a page, in order.
fn blocks(page: &PageFile) -> Vec<Block> {
    let mut blocks = Vec::<Block>::new();
    let mut is_open = false;
    for (event, range) in Parser::new_ext(&page.text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                let (text, offset) = (String::new(), range.start);
                is_open = true;
                blocks.push(Block {
                    language,
                    text,
                    offset,
                });
            }
            Event::Text(text) if is_open => {
                let block = blocks.last_mut().expect("one was begun");
                block.text.push_str(&text);
            }
            Event::End(_) => is_open = false,
            _ => {}
        }
    }
    blocks
}

/// A place for the samples of a page, with the services that they ask.
struct Scene {
    folder: tempfile::TempDir,
    emulator: Option<Emulator>,
    server: Option<GameServer>,
}

impl Scene {
    fn of(page: &PageFile) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["home", "work", "games"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let is_run = |block: &Block| ["sh", "console"].contains(&&*block.language);
        let blocks: Vec<Block> = blocks(page).into_iter().filter(is_run).collect();
        let asks = |address: &str| blocks.iter().any(|block| block.text.contains(address));
        let emulator = asks(EMULATOR).then(|| {
            let options = EmulatorOptions::default();
            Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap()
        });
        let server = asks(SERVER).then(|| serve_in(&folder.path().join("games"), WIDE));
        Self {
            folder,
            emulator,
            server,
        }
    }

    /// A sample with the addresses that the services have here.
    fn addressed(&self, text: &str) -> String {
        let mut text = text.to_owned();
        let url = self.emulator.as_ref().map(Emulator::url);
        if let Some(address) = url.as_deref().and_then(|url| url.strip_prefix("http://")) {
            text = text.replace(EMULATOR, address);
        }
        if let Some(server) = &self.server {
            text = text.replace(SERVER, &server.address().to_string());
        }
        text
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a script by bash, and gives its status and what it printed. A pipe fails with any of its
    /// commands.
    fn run(&self, script: &str) -> Result<(bool, String), String> {
        let binary = Path::new(env!("CARGO_BIN_EXE_cheqqers")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let output = self.path("output");
        let file = fs::File::create(&output).unwrap();
        let home = self.path("home");
        let mut child = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(self.path("work"))
            .env_clear()
            .env("PATH", format!("{}:{path}", binary.display()))
            .env("HOME", &home)
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .env("XDG_DATA_HOME", home.join(".local/share"))
            .env("XDG_CACHE_HOME", home.join(".cache"))
            .env("XDG_STATE_HOME", home.join(".local/state"))
            .env("LANG", "C.UTF-8")
            .env("CHEQQERS_PACE", "0.01")
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .process_group(0)
            .spawn()
            .map_err(|error| format!("bash can't be started: {error}"))?;
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if begin.elapsed() > TIMEOUT {
                break None;
            }
            thread::sleep(Duration::from_millis(10));
        };
        // And the processes it left running.
        let group = i32::try_from(child.id()).unwrap();
        let group = rustix::process::Pid::from_raw(group).expect("a process has a number");
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        let printed = String::from_utf8_lossy(&fs::read(&output).unwrap()).into_owned();
        if let Some(status) = status {
            return Ok((status.success(), printed));
        }
        let _ = child.wait();
        Err(format!("it did not end; it printed\n{printed}"))
    }
}

/// Commands of a console block, each with what it prints and its line within the block, from 1.
fn commands(text: &str) -> Result<Vec<(String, Vec<String>, usize)>, String> {
    let mut commands = Vec::<(String, Vec<String>, usize)>::new();
    let mut goes_on = false;
    for (line, number) in text.lines().zip(1..) {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push((command.to_owned(), Vec::new(), number));
            goes_on = command.ends_with('\\');
        } else if let Some((command, printed, _)) = commands.last_mut() {
            if goes_on {
                *command += "\n";
                *command += line.strip_prefix("> ").unwrap_or(line);
                goes_on = line.ends_with('\\');
            } else {
                printed.push(line.to_owned());
            }
        } else {
            return Err("it does not begin with `$ `".into());
        }
    }
    Ok(commands)
}

/// Returns `true` if lines are as expected, where `...` stands for any number of lines.
fn matches(expected: &[String], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, others)| first == line && matches(rest, others)),
    }
}

/// Runs a block, and says why it fails.
fn failure(scene: &Scene, block: &Block) -> Option<String> {
    let text = scene.addressed(&block.text);
    match &*block.language {
        "sh" => match scene.run(&format!(
            "trap 'echo \"failed in line $LINENO\"' ERR; {text}"
        )) {
            Ok((true, _)) => None,
            Ok((false, printed)) => Some(format!("it fails:\n{printed}")),
            Err(error) => Some(error),
        },
        "console" => {
            let commands = match commands(&text) {
                Ok(commands) => commands,
                Err(error) => return Some(error),
            };
            for (command, expected, line) in commands {
                let (is_success, printed) = match scene.run(&command) {
                    Ok(done) => done,
                    Err(error) => return Some(format!("line {line}: {error}")),
                };
                let found: Vec<&str> = printed.lines().map(str::trim_end).collect();
                let may_fail = expected.iter().any(|line| line.starts_with("error:"));
                if !is_success && !may_fail {
                    return Some(format!("line {line}: `{command}` fails:\n{printed}"));
                }
                if !matches(&expected, &found) {
                    return Some(format!("line {line}: `{command}` prints\n{printed}"));
                }
            }
            None
        }
        _ => None,
    }
}

/// Failures of a page, each with its file and line.
fn failures(page: &PageFile) -> Vec<String> {
    let scene = Scene::of(page);
    let mut failures = Vec::new();
    for block in blocks(page) {
        if let Some(why) = failure(&scene, &block) {
            failures.push(format!("{}: {why}", page.location(block.offset)));
            // The next ones may need what this one leaves.
            break;
        }
    }
    failures
}

#[test]
fn samples_do_what_the_manual_says() {
    let wanted = std::env::var("PAGE").ok();
    let is_wanted = |page: &PageFile| wanted.as_ref().is_none_or(|path| *path == page.path);
    let open: VecDeque<PageFile> = pages().into_iter().filter(is_wanted).collect();
    let open = Mutex::new(open);
    let failed = Mutex::new(Vec::new());
    let num_threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..num_threads {
            scope.spawn(|| {
                loop {
                    let Some(page) = open.lock().unwrap().pop_front() else {
                        break;
                    };
                    let found = failures(&page);
                    failed.lock().unwrap().extend(found);
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap();
    failed.sort();
    assert!(failed.is_empty(), "\n{}", failed.join("\n\n"));
}

#[test]
fn every_block_says_what_it_is() {
    let mut objections = Vec::new();
    for page in pages() {
        for block in blocks(&page) {
            let language = &*block.language;
            let is_known =
                ["sh", "console", "rust"].contains(&language) || NOT_RUN.contains(&language);
            if !is_known {
                let place = page.location(block.offset);
                objections.push(format!(
                    "{place}: the info string {language:?} is not known"
                ));
            }
        }
    }
    assert!(objections.is_empty(), "\n{}", objections.join("\n"));
}

/// Pages with code in Rust are doc tests of a crate that has what they need.
#[test]
fn samples_in_rust_are_compiled() {
    let mut missing = Vec::new();
    let sources: Vec<String> = fs::read_dir(root().join("crates"))
        .unwrap()
        .filter_map(|entry| fs::read_to_string(entry.unwrap().path().join("src/lib.rs")).ok())
        .collect();
    for page in pages() {
        let mut blocks = blocks(&page).into_iter();
        let Some(block) = blocks.find(|block| block.language == "rust") else {
            continue;
        };
        let path = format!("manual/src/{}\"", page.path);
        if !sources.iter().any(|source| source.contains(&path)) {
            missing.push(page.location(block.offset));
        }
    }
    assert!(
        missing.is_empty(),
        "no crate includes\n{}",
        missing.join("\n")
    );
}

#[test]
fn samples_fail_where_any_command_of_a_pipe_does() {
    let sample = |language: &str, text: &str| {
        let text = format!("```{language}\n{text}\n```\n");
        let path = "sample.md".to_owned();
        failures(&PageFile { path, text }).len()
    };
    assert_eq!(sample("sh", "echo a | cat"), 0);
    assert_eq!(sample("sh", "false | cat"), 1);
    assert_eq!(sample("console", "$ echo a | cat\na"), 0);
    assert_eq!(sample("console", "$ false | cat"), 1);
}

#[test]
fn dots_stand_for_any_lines() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let found = ["a", "b", "c"];
    for (expected, is_so) in [
        ("a\nb\nc", true),
        ("a\n...", true),
        ("...\nb\n...", true),
        ("a\nb\nc\n...", true),
        ("a\nb", false),
        ("...\nb", false),
    ] {
        assert_eq!(matches(&lines(expected), &found), is_so, "{expected}");
    }
}
