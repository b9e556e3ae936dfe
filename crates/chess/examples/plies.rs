//! Random games of both chess games as JSON Lines: of every ply the legal moves, and all outcomes of
//! the move made with their probabilities. Models in other languages are compared with it; see
//! `tests/chess/model`.
//!
//! ```text
//! cargo run --example plies -- box-chess:no-box 10 [SEED]   # without a preset: so many of each
//! ```

use std::env;
use std::error::Error;
use std::io::{self, BufWriter, Write};

use cheqqers_chess::{boxed, queens};
use cheqqers_game::record::Detail;
use cheqqers_game::{Game, GameExt, Measurement, Turn, settings};
use cheqqers_testkit::playout::{RandomPly, random_game};
use serde_json::{Value, json};

/// A move with more outcomes than this has none listed.
const MOST_OUTCOMES: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, games, seed @ ..] = &arguments[..] else {
        return Err("usage: plies GAME[:PRESET] GAMES [SEED]".into());
    };
    let (game, preset) = match name.split_once(':') {
        Some((game, preset)) => (game, Some(preset)),
        None => (&**name, None),
    };
    let games = games.parse()?;
    let seed = seed.first().map_or(Ok(2306), |seed| seed.parse())?;
    match game {
        queens::Position::NAME => {
            write_games(preset, games, seed, |position: &queens::Position| {
                let between = position.step() == queens::TurnStep::Touch;
                between.then(|| position.to_text())
            })
        }
        boxed::Position::NAME => write_games(preset, games, seed, |position: &boxed::Position| {
            let between = position.collapsed().is_none();
            between.then(|| position.to_text())
        }),
        _ => Err(format!("{game} is no chess game").into()),
    }
}

/// Writes random games of a preset, or of each; `text` gives a position between two turns.
fn write_games<G: Game>(
    preset: Option<&str>,
    games: u64,
    seed: u64,
    text: impl Fn(&G) -> Option<String>,
) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(io::stdout().lock());
    let presets = match preset {
        Some(preset) => vec![preset],
        None => G::PRESETS.iter().map(|preset| preset.name).collect(),
    };
    for preset in presets {
        let settings = settings::header::<G>(Some(preset), [])?;
        let mut start = G::from_header(&settings)?;
        start.world_mut().stop_recording();
        let header = json!({
            "game": G::NAME,
            "name": format!("{}:{preset}", G::NAME),
            "settings": settings,
            "position": text(&start),
        });
        for game in 0..games {
            writeln!(out, "{header}")?;
            for ply in random_game(start.clone(), seed.wrapping_add(game)) {
                let line = line(&ply, &text)?;
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(out.flush()?)
}

/// The line of a ply in a trace, with what it might have measured and the position after it.
fn line<G: Game>(
    ply: &RandomPly<G>,
    text: impl Fn(&G) -> Option<String>,
) -> serde_json::Result<Value> {
    let mut line = serde_json::to_value(ply.line(Detail::Trace))?;
    let made = Outcome {
        measured: ply.measured.clone(),
    };
    line["occupied"] = made.occupied(&ply.before).into();
    line["probability"] = made.probability().into();
    line["outcomes"] = outcomes(&ply.before, ply.mv).into();
    line["position"] = text(&ply.after).into();
    Ok(line)
}

/// One way to answer all measurements of a move.
#[derive(Clone, Default)]
struct Outcome {
    measured: Vec<Measurement>,
}

impl Outcome {
    /// The names of the slots read 1, of each measurement.
    fn occupied<G: Game>(&self, position: &G) -> Vec<Value> {
        let names = |measurement: &Measurement| measurement.occupied_names(position).into();
        self.measured.iter().map(names).collect()
    }

    fn probability(&self) -> f64 {
        self.measured.iter().map(|made| made.probability).product()
    }
}

/// All outcomes of a move; `None` if there are too many.
fn outcomes<G: Game>(before: &G, mv: G::Move) -> Option<Vec<Value>> {
    let mut outcomes = Vec::new();
    let mut turns = vec![(before.clone().play_unchecked(mv), Outcome::default())];
    while let Some((turn, outcome)) = turns.pop() {
        match turn {
            Turn::Ready(_) => outcomes.push(json!({
                "occupied": outcome.occupied(before),
                "probability": outcome.probability(),
            })),
            Turn::Pending(pending) => {
                for (bits, _) in pending.outcomes() {
                    let mut outcome = outcome.clone();
                    let measurement = Measurement::new(&pending, bits, "exact");
                    outcome.measured.push(measurement);
                    let turn = pending.clone().resolve(&bits);
                    turns.push((turn.expect("listed bits are legal"), outcome));
                }
            }
        }
        if turns.len() + outcomes.len() > MOST_OUTCOMES {
            return None;
        }
    }
    Some(outcomes)
}
