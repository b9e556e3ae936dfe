//! The board as it is shown before a prompt, with what a person needs to know there.

use cheqqers_game::show::capitalised;

use super::invitation::invitation;
use super::listing::listing;
use super::terminal::TerminalGame;
use crate::ending::ending;
use crate::error::Failure;

/// The most compulsory captures that are listed with the board.
const ANNOUNCED: usize = 8;

impl TerminalGame<'_> {
    /// Prints the sentences about a ply.
    pub(super) fn tell_ply(&mut self, sentences: &[String]) -> Result<(), Failure> {
        self.recent.add(sentences, self.console.lines());
        self.console.say(&sentences.join("\n"))
    }

    /// Prints the board and the state of the game. The plies before it are told again below it where
    /// they would be off the screen.
    pub(super) fn show_board(&mut self) -> Result<(), Failure> {
        let look = self.console.look();
        let last = self.session.last_move();
        let bottom = self.console.bottom;
        let (board, legend) = self.session.picture(last.as_ref(), look, bottom);
        let before = self.console.lines();
        self.console.show(&format!("\n{board}"))?;
        self.console.say(&legend)?;
        let state = self.state();
        let recent = std::mem::take(&mut self.recent);
        if let Some(rows) = self.console.rows {
            let console = &self.console;
            let lines_of = |text: &str| console.lines_of(text);
            // The prompt is a line too.
            let printed = console.lines() + lines_of(&state) + 1;
            // The empty line above the board is not missed.
            let left = rows.saturating_sub(printed - before - 1);
            let again = recent.off_screen(rows, printed, left, lines_of);
            self.console.say(&again.join("\n"))?;
        }
        self.console.say(&state)
    }

    /// The end of the game, or whose turn it is and the moves to choose from where they are few.
    fn state(&mut self) -> String {
        let position = self.session.position();
        if let Some(ending) = ending(&position, self.session.end()) {
            return ending;
        }
        let status = format!("{}.", capitalised(&position.status()));
        let legal = self.session.legal_moves();
        let compulsory = legal.len() <= ANNOUNCED
            && legal.iter().all(|mv| !mv.over().is_empty())
            && !legal.is_empty();
        let captures = if compulsory {
            listing(&position, &legal, None, self.console.look().width)
        } else {
            String::new()
        };
        let invitation = if self.invited || !self.has_people() {
            String::new()
        } else {
            invitation(&position, &legal)
        };
        self.invited = true;
        format!("{status}\n{captures}{invitation}")
    }
}
