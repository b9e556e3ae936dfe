use std::fmt::Write;

use cheqqers_game::show::{Look, percent};
use cheqqers_game::{Colour, Status};
use cheqqers_session::{Move, Session};
use serde_json::{Map, Value};

use crate::ending::ending;

/// Display of a game, ply by ply.
#[derive(Debug)]
pub(super) struct View {
    look: Look,
    /// Displays of the start and of each ply that was not taken back.
    texts: Vec<String>,
}

impl View {
    /// The display of a game that has begun: its title and start.
    pub(super) fn new(session: &Session, look: Look, number: u64) -> Self {
        let title = title(number, &session.position().title(), session.header());
        let picture = picture(session, None, look);
        Self {
            look,
            texts: vec![format!("{title}\n\n{picture}\n")],
        }
    }

    /// The last display.
    pub(super) fn last(&self) -> &str {
        self.texts.last().expect("the start is never taken back")
    }

    /// Adds the last ply: its move, probabilities, sentences and board.
    pub(super) fn add_ply(&mut self, session: &Session) {
        let number = session.num_plies();
        let ply = session.ply(number - 1);
        let mut text = format!("{number}. {} {}", ply.turn(), ply.text());
        for measurement in ply.measurements() {
            let _ = write!(text, "  {}", percent(measurement.probability));
        }
        let picture = picture(session, Some(&ply.mv()), self.look);
        let _ = writeln!(text, "\n{}\n\n{picture}", ply.description().join(" "));
        self.texts.push(text);
    }

    /// Plies taken back, and the board.
    pub(super) fn undo(&mut self, plies: u32, session: &Session) -> String {
        self.texts.truncate(session.num_plies() + 1);
        let noun = if plies == 1 { "ply" } else { "plies" };
        let picture = picture(session, None, self.look);
        format!("{plies} {noun} taken back\n\n{picture}\n")
    }

    /// One ply and the status after it, 0 being the start; `None` when there is no such ply.
    pub(super) fn only(&self, ply: u32, session: &Session) -> Option<String> {
        let ply = usize::try_from(ply).ok()?;
        let text = self.texts.get(ply)?;
        let position = session.position_after(ply);
        let status = Status::from(position.outcome());
        let ending = ending(&position, None).map_or_else(String::new, |ending| ending + "\n");
        Some(format!("{text}{ending}{status}\n"))
    }
}

/// The board with the squares of a move marked, and its legend.
fn picture(session: &Session, marked: Option<&Move>, look: Look) -> String {
    let (board, legend) = session.picture(marked, look, Colour::White);
    board + &legend
}

/// The title of a game, in one line.
fn title(number: u64, title: &str, header: &Map<String, Value>) -> String {
    // Control characters of a foreign file must not reach the terminal.
    let text = |key: &str| match header.get(key) {
        Some(Value::String(text)) => text.escape_debug().to_string(),
        Some(value) => value.to_string(),
        None => "?".into(),
    };
    let mut title = format!(
        "game {number}: {title}, white {}, black {}",
        text("white"),
        text("black")
    );
    if header.contains_key("seed") {
        let _ = write!(title, ", seed {}", text("seed"));
    }
    title
}
