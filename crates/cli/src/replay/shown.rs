use std::fmt::{Display, Write};

use cheqqers_game::notation::{Demand, Forced};
use cheqqers_game::record::{EndLine, PlyLine};
use cheqqers_game::replay::Step;
use cheqqers_game::show::{Look, Show, percent};
use cheqqers_game::{Colour, Game, Status};
use serde_json::{Map, Value};

/// A game as it is shown: texts of its plies, and of each ply that was not taken back.
#[derive(Debug)]
pub(super) struct Shown<G: Game> {
    look: Look,
    /// The start, then each ply that was not taken back.
    kept: Vec<Kept<G>>,
}

/// A position that was shown.
#[derive(Debug)]
struct Kept<G> {
    position: G,
    /// What was shown.
    text: String,
}

impl<G: Show> Shown<G> {
    /// A game from its start.
    pub(super) fn new(start: G, look: Look) -> Self {
        Self {
            look,
            kept: vec![Kept {
                position: start,
                text: String::new(),
            }],
        }
    }

    /// What is shown of the game, and its start.
    pub(super) fn start(&mut self, number: u64, header: &Map<String, Value>) -> String {
        let title = title(number, &self.kept[0].position, header);
        let text = format!("{title}\n\n{}\n", self.picture(None));
        self.kept[0].text.clone_from(&text);
        text
    }

    /// What is shown of a ply.
    pub(super) fn ply(&mut self, line: &PlyLine, step: &Step<'_, G>) -> String {
        let after = &step.position;
        let before = &self.last().position;
        let number = self.kept.len();
        let turn = before.turn();
        // The replay has read it before.
        let mv: Option<G::Move> = line.mv.parse().ok();
        let mut text = format!("{number}. {turn} {}", with_outcomes(line, mv));
        for probability in &step.probabilities {
            let _ = write!(text, "  {}", percent(*probability));
        }
        text.push('\n');
        if let Some(mv) = mv {
            let sentences = G::told(before, mv, &line.measured, after);
            let _ = writeln!(text, "{}", sentences.join(" "));
        }
        self.kept.push(Kept {
            position: after.clone(),
            text: String::new(),
        });
        let _ = writeln!(text, "\n{}", self.picture(mv));
        if let Some(last) = self.kept.last_mut() {
            last.text.clone_from(&text);
        }
        text
    }

    /// What is shown of plies taken back.
    pub(super) fn undo(&mut self, plies: u32) -> String {
        let left = self.kept.len().saturating_sub(plies as usize).max(1);
        self.kept.truncate(left);
        let noun = if plies == 1 { "ply" } else { "plies" };
        format!("{plies} {noun} taken back\n\n{}\n", self.picture(None))
    }

    /// How many plies were not taken back.
    pub(super) fn plies(&self) -> u32 {
        u32::try_from(self.kept.len() - 1).unwrap_or(u32::MAX)
    }

    /// One ply and the status after it, 0 being the start; `None` when there is no such ply.
    pub(super) fn only(&self, ply: u32) -> Option<String> {
        let kept = self.kept.get(usize::try_from(ply).ok()?)?;
        let status = Status::from(kept.position.outcome());
        Some(format!("{}{status}\n", kept.text))
    }

    fn last(&self) -> &Kept<G> {
        self.kept.last().expect("the start is never taken back")
    }

    /// The board, the squares of the last move marked, and what its signs mean.
    fn picture(&self, last: Option<G::Move>) -> String {
        let positions = self.kept.iter().map(|kept| &kept.position);
        let (board, legend) = G::picture(positions, last, self.look, Colour::White);
        board + &legend
    }
}

/// What is shown of a game's end off the board.
pub(super) fn end(end: &EndLine) -> String {
    match (end.by, &end.reason) {
        (Some(by), None) => format!("{by} gives up\n"),
        (Some(by), Some(reason)) => format!("{by} forfeits: {}\n", reason.escape_debug()),
        (None, _) => "both agree to a draw\n".into(),
    }
}

/// The move with its outcomes behind it, as on the command line.
fn with_outcomes<M: Display>(line: &PlyLine, mv: Option<M>) -> String {
    let Some(mv) = mv else {
        return line.mv.clone();
    };
    let outcomes = line
        .measured
        .iter()
        .map(|measured| measured.occupied.clone())
        .collect();
    let demand = Demand::Occupied(outcomes);
    Forced { mv, demand }.to_string()
}

/// What the header says of the game, in a line.
fn title<G: Show>(number: u64, start: &G, header: &Map<String, Value>) -> String {
    // A file of somebody else's must not send signs to the terminal that are no text.
    let text = |key: &str| match header.get(key) {
        Some(Value::String(text)) => text.escape_debug().to_string(),
        Some(value) => value.to_string(),
        None => "?".into(),
    };
    let mut title = format!(
        "game {number}: {}, white {}, black {}",
        start.title(),
        text("white"),
        text("black")
    );
    if header.contains_key("seed") {
        let _ = write!(title, ", seed {}", text("seed"));
    }
    title
}
