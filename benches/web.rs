//! How many moves a second the page's server takes from many games at once, each of them on the disk
//! before it is answered: `cargo bench --bench web`.
//!
//! Plays 500 games of Cheqqers at random for 10 seconds, or as many and as long as the environment
//! variables `GAMES` and `SECONDS` say, each on a connection of its own; a game that ends makes room
//! for another. Prints moves a second and how long answers took. The server is the real command in a
//! process of its own. Clients and server share this machine, and the games are kept in the folder for
//! temporary files: set `TMPDIR` to a folder on the disk that is meant.

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::unwrap_used, reason = "a bench that can't go on fails")]

#[path = "../tests/web/client.rs"]
mod client;
#[path = "../tests/cli/command.rs"]
mod command;
#[path = "../tests/web/process.rs"]
mod process;

use std::env;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use client::{Answer, Client, link};
use process::Process;

/// What a player at random reads of a state. Reading all of it would cost as much as serving it.
#[derive(Deserialize)]
struct Seen {
    plies: Vec<IgnoredAny>,
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

fn setting(name: &str, usual: u64) -> u64 {
    env::var(name).map_or(usual, |text| text.parse().expect("it is a number"))
}

/// Plays one game after the other; gives how long each move's answer took.
fn play(address: SocketAddr, seed: usize, end: Instant) -> Vec<Duration> {
    let mut client = Client::new(address);
    let mut times = Vec::new();
    let mut number = seed;
    while Instant::now() < end {
        let begun = client.begin(&json!({"one_screen": true}));
        let both = link(&begun, "both");
        let mut state = seen(&client.get(&format!("/api/v1/links/{both}")));
        while Instant::now() < end {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            if state.legal.is_empty() {
                break;
            }
            let mv = &state.legal[(number >> 33) % state.legal.len()].mv;
            let body = json!({"ply": state.plies.len() + 1, "move": mv});
            let asked = Instant::now();
            let played = client.act(both, "moves", &body);
            times.push(asked.elapsed());
            state = seen(&played);
        }
    }
    times
}

fn main() {
    let (games, seconds) = (setting("GAMES", 500), setting("SECONDS", 10));
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let (address, begun) = (server.address, Instant::now());
    let end = begun + Duration::from_secs(seconds);
    let players: Vec<_> = (1..=games)
        .map(|seed| {
            let seed = usize::try_from(seed).unwrap();
            thread::spawn(move || play(address, seed, end))
        })
        .collect();
    let mut times: Vec<Duration> = Vec::new();
    for player in players {
        times.extend(player.join().unwrap());
    }
    let elapsed = begun.elapsed().as_secs_f64();
    times.sort_unstable();
    assert!(!times.is_empty(), "no move was answered in time");
    println!(
        "{games} games at once, {} moves in {elapsed:.1} s",
        times.len()
    );
    println!("{:>12} {:.0}", "moves/s", times.len() as f64 / elapsed);
    for percent in [50, 90, 99, 100] {
        let time = times[(times.len() * percent / 100).min(times.len() - 1)];
        println!("{:>11}% {:.1} ms", percent, 1000.0 * time.as_secs_f64());
    }
}
