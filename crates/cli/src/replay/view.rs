use std::fmt::Write;

use cheqqers_game::notation::write_plies;
use cheqqers_game::show::{Look, Show, percent};
use cheqqers_game::{Colour, Game, Ply, Status};
use serde_json::{Map, Value};

use crate::ending::ending;
use crate::lost_parts::describe_ply;

/// Display of a game, ply by ply.
#[derive(Debug)]
pub(super) struct View<G: Game> {
    look: Look,
    /// The start, then each ply that was not taken back.
    views: Vec<PlyView<G>>,
}

/// A position with its display.
#[derive(Debug)]
struct PlyView<G> {
    position: G,
    text: String,
}

impl<G: Show> View<G> {
    /// A game from its start.
    pub(super) fn new(start: G, look: Look) -> Self {
        Self {
            look,
            views: vec![PlyView {
                position: start,
                text: String::new(),
            }],
        }
    }

    /// The title of the game, and its start.
    pub(super) fn start(&mut self, number: u64, header: &Map<String, Value>) -> String {
        let title = title(number, &self.views[0].position, header);
        let text = format!("{title}\n\n{}\n", self.picture(None));
        self.views[0].text.clone_from(&text);
        text
    }

    /// A ply: its move, probabilities, sentences and board.
    pub(super) fn ply(&mut self, ply: &Ply<G::Move>, after: &G) -> String {
        let before = &self.last().position;
        let number = self.views.len();
        let turn = before.turn();
        let written = write_plies(before, [ply]);
        let mut text = format!("{number}. {turn} {}", written.trim_end());
        for measurement in &ply.measurements {
            let _ = write!(text, "  {}", percent(measurement.probability));
        }
        let sentences = describe_ply(before, ply, after);
        let _ = writeln!(text, "\n{}", sentences.join(" "));
        self.views.push(PlyView {
            position: after.clone(),
            text: String::new(),
        });
        let _ = writeln!(text, "\n{}", self.picture(Some(ply.mv)));
        if let Some(last) = self.views.last_mut() {
            last.text.clone_from(&text);
        }
        text
    }

    /// Plies taken back, and the board.
    pub(super) fn undo(&mut self, plies: u32) -> String {
        let left = self.views.len().saturating_sub(plies as usize).max(1);
        self.views.truncate(left);
        let noun = if plies == 1 { "ply" } else { "plies" };
        format!("{plies} {noun} taken back\n\n{}\n", self.picture(None))
    }

    /// Number of plies that were not taken back.
    pub(super) fn plies(&self) -> u32 {
        u32::try_from(self.views.len() - 1).unwrap_or(u32::MAX)
    }

    /// One ply and the status after it, 0 being the start; `None` when there is no such ply.
    pub(super) fn only(&self, ply: u32) -> Option<String> {
        let views = self.views.get(usize::try_from(ply).ok()?)?;
        let status = Status::from(views.position.outcome());
        let ending = ending(&views.position, None).map_or_else(String::new, |ending| ending + "\n");
        Some(format!("{}{ending}{status}\n", views.text))
    }

    fn last(&self) -> &PlyView<G> {
        self.views.last().expect("the start is never taken back")
    }

    /// The board with the squares of the last move marked, and its legend.
    fn picture(&self, last: Option<G::Move>) -> String {
        let positions = self.views.iter().map(|view| &view.position);
        let (board, legend) = G::picture(positions, last, self.look, Colour::White);
        board + &legend
    }
}

/// The title of a game, in one line.
fn title<G: Show>(number: u64, start: &G, header: &Map<String, Value>) -> String {
    // Control characters of a foreign file must not reach the terminal.
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
