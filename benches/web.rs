//! How many moves a second the page's server takes from many games at once, each of them on the disk
//! before it is answered: `cargo bench --bench web`.
//!
//! Plays 500 games of Cheqqers at random for 10 seconds, each on a connection and from an address of its own; a game
//! that ends makes room for another. Prints moves a second and how long their answers took. Then it kills the server
//! in the middle of things, starts it again, and checks that every ply that was answered is still there. Environment
//! variables say what is played beside the usual:
//!
//! | variable | meaning | usually |
//! |---|---|---|
//! | `GAMES` | games of people at once | 500 |
//! | `SECONDS` | for how long | 10 |
//! | `PAUSE_MS` | how long people pause before each move | 0 |
//! | `ANALYSES` | analyses at once, each by somebody else, who begins another when it ends | 0 |
//! | `COMPUTERS` | games between computers at once | 0 |
//!
//! A busy server on two cores, where 99 % of the moves are to be answered within 50 ms:
//!
//! ```sh
//! PAUSE_MS=1000 ANALYSES=4 COMPUTERS=20 SECONDS=60 taskset -c 0,1 cargo bench --bench web
//! ```
//!
//! The server is the real command in a process of its own. Clients and server share this machine, and the games are
//! kept in the folder for temporary files: set `TMPDIR` to a folder on the disk that is meant.

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::unwrap_used, reason = "a bench that can't go on fails")]

#[path = "../tests/support/client.rs"]
mod client;
#[path = "../tests/support/command.rs"]
mod command;
#[path = "../tests/support/process.rs"]
mod process;

use std::convert::Infallible;
use std::env;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use client::{Answer, Client, link};
use process::Process;

/// The part of a state that a player at random reads. Reading all of it would cost as much as serving it.
#[derive(Deserialize)]
struct Seen {
    status: Box<RawValue>,
    plies: Vec<Box<RawValue>>,
    legal: Vec<Legal>,
}

#[derive(Deserialize)]
struct Legal {
    #[serde(rename = "move")]
    mv: String,
}

fn seen(answer: &Answer) -> Seen {
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{answer:?}"))
}

fn setting(name: &str, usual: usize) -> usize {
    env::var(name).map_or(usual, |text| text.parse().expect("it is a number"))
}

/// A server, to which each client comes from an address of its own through a proxy.
fn serve(folder: &tempfile::TempDir) -> Process {
    Process::with(folder.path(), &["--proxy"])
}

/// Moves drawn at random.
struct Draw(usize);

impl Draw {
    fn one_of<'a>(&mut self, state: &'a Seen) -> Option<&'a str> {
        let number = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = number.wrapping_add(1);
        let at = (self.0 >> 33).checked_rem(state.legal.len())?;
        Some(&state.legal[at].mv)
    }
}

/// A game by its link, and its plies as far as they were answered.
struct Told {
    link: String,
    plies: Vec<Box<RawValue>>,
}

/// A person's games, and how long each move's answer took.
#[derive(Default)]
struct Person {
    games: Vec<Told>,
    times: Vec<Duration>,
}

/// Players of a bench, and the time they stop.
#[derive(Clone)]
struct Course {
    server: SocketAddr,
    pause: Duration,
    /// `true` once the server is killed.
    is_over: Arc<AtomicBool>,
    /// Number of analyses that came to their end.
    analyses: Arc<AtomicUsize>,
}

impl Course {
    /// Lets somebody of this number do things until the server is killed.
    fn go<T: Default + Send + 'static>(
        &self,
        number: usize,
        act: impl Fn(&Self, Client, Draw, &mut T) -> io::Result<Infallible> + Send + 'static,
    ) -> JoinHandle<T> {
        let course = self.clone();
        thread::spawn(move || {
            let address = format!("10.0.{}.{}", number / 200, number % 200 + 1);
            let client = Client::new(course.server).on_behalf_of(&address);
            let mut done = T::default();
            let Err(error) = act(&course, client, Draw(number), &mut done);
            assert!(course.is_over.load(Ordering::SeqCst), "{error}");
            done
        })
    }

    /// Plays one game after the other.
    fn play(
        &self,
        mut client: Client,
        mut draw: Draw,
        person: &mut Person,
    ) -> io::Result<Infallible> {
        loop {
            let begun = client.try_post("/api/v1/games", &json!({"one_screen": true}))?;
            let link = link(&begun.json(), "both").to_owned();
            let mut state = seen(&client.try_get(&format!("/api/v1/links/{link}"))?);
            person.games.push(Told {
                link: link.clone(),
                plies: Vec::new(),
            });
            while let Some(mv) = draw.one_of(&state) {
                thread::sleep(self.pause);
                let body = json!({"ply": state.plies.len() + 1, "move": mv});
                let asked = Instant::now();
                let played = client.try_post(&format!("/api/v1/links/{link}/moves"), &body)?;
                person.times.push(asked.elapsed());
                state = seen(&played);
                if let Some(told) = person.games.last_mut() {
                    told.plies.clone_from(&state.plies);
                }
            }
        }
    }

    /// Plays a game of some length, and has it analysed again and again.
    fn analyse(&self, mut client: Client, mut draw: Draw, (): &mut ()) -> io::Result<Infallible> {
        let begun = client.try_post("/api/v1/games", &json!({"one_screen": true}))?;
        let path = format!("/api/v1/links/{}", link(&begun.json(), "both"));
        let mut state = seen(&client.try_get(&path)?);
        for ply in 1..=40 {
            let Some(mv) = draw.one_of(&state) else { break };
            let body = json!({"ply": ply, "move": mv});
            state = seen(&client.try_post(&format!("{path}/moves"), &body)?);
        }
        client.try_post(&format!("{path}/resign"), &json!({}))?;
        loop {
            let answer = client.try_get(&format!("{path}/analysis"))?;
            assert_eq!(answer.status, 200, "{answer:?}");
            // A stream of chunks ends with one of size 0 and an empty line.
            while client.line()? != "0" {}
            client.line()?;
            self.analyses.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Lets computers play one game after the other.
    fn watch(&self, mut client: Client, _: Draw, (): &mut ()) -> io::Result<Infallible> {
        loop {
            let asked = json!({"white": "expert:1000", "black": "expert:1000"});
            let begun = client.try_post("/api/v1/games", &asked)?;
            let path = format!("/api/v1/links/{}", link(&begun.json(), "watch"));
            while seen(&client.try_get(&path)?).status.get() == "\"in_progress\"" {
                thread::sleep(self.pause.max(Duration::from_millis(100)));
            }
        }
    }
}

/// Checks that a server that was killed still has every ply that was answered.
fn check(folder: &tempfile::TempDir, people: &[Person]) {
    let server = serve(folder);
    let mut client = Client::new(server.address);
    let mut plies = 0;
    for told in people.iter().flat_map(|person| &person.games) {
        let found = seen(&client.get(&format!("/api/v1/links/{}", told.link))).plies;
        // One more may have been kept whose answer did not get through.
        let kept = found.iter().zip(&told.plies);
        let same = kept.filter(|(found, told)| found.get() == told.get());
        assert_eq!(same.count(), told.plies.len(), "plies of a game are lost");
        assert!(
            found.len() <= told.plies.len() + 1,
            "a game has too many plies"
        );
        plies += told.plies.len();
    }
    println!("{plies} plies were answered, and all of them survived the end of the server");
}

fn main() {
    let (games, seconds) = (setting("GAMES", 500), setting("SECONDS", 10));
    let (analyses, computers) = (setting("ANALYSES", 0), setting("COMPUTERS", 0));
    let pause = Duration::from_millis(setting("PAUSE_MS", 0) as u64);
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(&folder);
    let course = Course {
        server: server.address,
        pause,
        is_over: Arc::default(),
        analyses: Arc::default(),
    };
    for number in games..games + analyses {
        course.go(number, Course::analyse);
    }
    for number in games + analyses..games + analyses + computers {
        course.go(number, Course::watch);
    }
    let begun = Instant::now();
    let people: Vec<_> = (0..games)
        .map(|number| {
            // So that not all move at the same time.
            thread::sleep(pause / u32::try_from(games).unwrap());
            course.go(number, Course::play)
        })
        .collect();
    thread::sleep(Duration::from_secs(seconds as u64).saturating_sub(begun.elapsed()));
    assert_eq!(server.child.try_wait().unwrap(), None, "the server ended");
    course.is_over.store(true, Ordering::SeqCst);
    let elapsed = begun.elapsed().as_secs_f64();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let people: Vec<Person> = people
        .into_iter()
        .map(|person| person.join().unwrap())
        .collect();
    let times = people.iter().flat_map(|person| &person.times);
    let mut times: Vec<Duration> = times.copied().collect();
    times.sort_unstable();
    assert!(!times.is_empty(), "no move was answered in time");
    let ended = course.analyses.load(Ordering::SeqCst);
    println!(
        "{games} games at once beside {computers} between computers and {analyses} analyses, of which {ended} came to \
         their end: {} moves in {elapsed:.1} s",
        times.len(),
    );
    println!("{:>12} {:.0}", "moves/s", times.len() as f64 / elapsed);
    for percent in [50, 90, 99, 100] {
        let time = times[(times.len() * percent / 100).min(times.len() - 1)];
        println!("{:>11}% {:.1} ms", percent, 1000.0 * time.as_secs_f64());
    }
    check(&folder, &people);
}
