//! The loop of a game: whoever's turn it is moves, people by what they type.

use std::path::Path;

use cheqqers_game::show::{Show, capitalised};
use cheqqers_game::{Colour, Encoding, Game, Status, Turn};
use cheqqers_players::{
    Clocks, Forfeit, MeasureError, Measurer, Player, PlyError, Scene, choose_in_time, play_ply,
};
use cheqqers_session::in_words;

use serde_json::Value;

use super::command::Command;
use super::console::{Console, Typist};
use super::help::help;
use super::inspect;
use super::listing::listing;
use super::session::Kept;
use crate::CliError;
use crate::error::{on_a_line, with_causes};

/// The most compulsory captures that are listed without being asked for.
const ANNOUNCED: usize = 8;

/// Who sits on a side.
pub(super) enum Chair<G: Game> {
    /// Somebody who types.
    Person,
    /// A player of this program.
    Player(Box<dyn Player<G>>),
}

/// Two chairs, a game, and what it is shown on.
pub(super) struct Table<'a, G: Game> {
    pub(super) session: Kept<G>,
    pub(super) white: Chair<G>,
    pub(super) black: Chair<G>,
    /// The clocks of players, where they have any.
    pub(super) clocks: Option<Clocks>,
    pub(super) measurer: Measurer,
    /// The move whose measurement was under way when the game was left: it is gone on with first.
    pub(super) waiting: Option<G::Move>,
    /// How circuits are drawn unless asked otherwise.
    pub(super) encoding: Encoding,
    pub(super) console: Console<'a>,
    /// Why the game is not recorded any more.
    pub(super) unrecorded: Option<CliError>,
    /// How many lines of the record were saved elsewhere.
    pub(super) saved: usize,
}

/// Whether the loop goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Something changed: show the board before asking again.
    Show,
    /// Ask again.
    Ask,
    /// Leave.
    Leave,
}

/// What to do after a measurement failed.
enum Again {
    /// Measure again.
    Try,
    /// Leave the game.
    Leave,
    /// There is nobody to ask.
    Nobody,
}

impl<G: Show> Table<'_, G> {
    /// Plays until the game is over, or the input, or somebody leaves.
    ///
    /// # Errors
    /// When the input or the output fails, a player's move can't be played, or the record is not
    /// complete in the end.
    pub(super) fn play(mut self) -> Result<(), CliError> {
        let mut next = match self.waiting.take() {
            Some(mv) => self.go_on(mv)?,
            None => Next::Show,
        };
        loop {
            if next == Next::Leave {
                break;
            }
            let over = self.session.status() != Status::InProgress;
            if !over && let Chair::Player(_) = self.chair() {
                next = self.machine_ply()?;
            } else {
                if next == Next::Show {
                    self.show_board()?;
                    if over && !self.has_people() {
                        break;
                    }
                    if over {
                        let undoable = self.session.undoable(1, |colour| self.is_person(colour));
                        let undo = undoable.map_or("", |_| "`undo`, ");
                        self.console.say(&format!(
                            "Nothing is left to play. You can still {undo}`save FILE` or `quit`."
                        ))?;
                    }
                }
                next = self.command()?;
            }
        }
        self.leave()
    }

    fn chair(&self) -> &Chair<G> {
        match self.session.position().turn() {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    fn has_people(&self) -> bool {
        [&self.white, &self.black]
            .iter()
            .any(|chair| matches!(chair, Chair::Person))
    }

    pub(super) fn is_person(&self, colour: Colour) -> bool {
        let chair = match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        };
        matches!(chair, Chair::Person)
    }

    /// Reads a line and does what it says.
    fn command(&mut self) -> Result<Next, CliError> {
        let prompt = match self.session.status() {
            Status::InProgress => format!("{}> ", self.session.position().turn()),
            _ => "over> ".into(),
        };
        let Some(line) = self.console.ask(&prompt)? else {
            return Ok(Next::Leave);
        };
        match Command::read(&line) {
            Ok(command) => self.obey(command),
            Err(reason) => {
                self.console.say(&format!("{}.", capitalised(&reason)))?;
                Ok(Next::Ask)
            }
        }
    }

    fn obey(&mut self, command: Command<G::Move>) -> Result<Next, CliError> {
        let tell = |table: &mut Self, text: &str| table.console.say(text).map(|()| Next::Ask);
        match command {
            Command::Nothing => Ok(Next::Ask),
            Command::Move(mv) => self.person_ply(mv),
            Command::Number(number) => {
                let legal = self.legal();
                match number.checked_sub(1).and_then(|index| legal.get(index)) {
                    Some(&mv) => self.person_ply(mv),
                    None => tell(
                        self,
                        &format!(
                            "There is no move {number}: there are {}, see `moves`.",
                            legal.len()
                        ),
                    ),
                }
            }
            Command::Moves(place) => {
                let text = self.moves(place.as_deref());
                tell(self, &text)
            }
            Command::Circuit(place, encoding) => {
                let encoding = encoding.unwrap_or(self.encoding);
                let drawn = self.circuit(&place, encoding);
                self.inspected(drawn)
            }
            Command::State(place) => {
                let look = self.console.look();
                let listed = inspect::state(self.session.position(), &place, look);
                self.inspected(listed)
            }
            Command::Hint => {
                let legal = self.legal();
                let text = if legal.is_empty() {
                    "There is no move.".into()
                } else {
                    self.session.position().hint(&legal)
                };
                tell(self, &text)
            }
            Command::Undo(count) => self.undo(count),
            Command::Resign => self.resign(),
            Command::Draw => self.draw(),
            Command::Save(file) => self.save(Path::new(&file)).map(|()| Next::Ask),
            Command::Board => Ok(Next::Show),
            Command::Flip => {
                self.console.bottom = self.console.bottom.opponent();
                Ok(Next::Show)
            }
            Command::Help => self.console.show(&help::<G>()).map(|()| Next::Ask),
            Command::Quit => Ok(Next::Leave),
        }
    }

    pub(super) fn legal(&self) -> Vec<G::Move> {
        let mut legal = Vec::new();
        if self.session.end().is_none() {
            self.session.position().legal_moves(&mut legal);
        }
        legal
    }

    fn show_board(&mut self) -> Result<(), CliError> {
        let look = self.console.look();
        let (board, legend) = G::picture(
            self.session.positions(),
            self.session.last_move(),
            look,
            self.console.bottom,
        );
        self.console.show(&format!("\n{board}"))?;
        self.console.say(&legend)?;
        if let Some(end) = self.session.end() {
            return self
                .console
                .say(&format!("{}.", capitalised(&on_a_line(&in_words(end)))));
        }
        let position = self.session.position();
        let status = format!("{}.", capitalised(&position.status()));
        let legal = self.legal();
        let compulsory = legal.len() <= ANNOUNCED
            && legal.iter().all(|&mv| G::kind(mv) == "capture")
            && !legal.is_empty();
        let captures = if compulsory {
            listing(position, &legal, None, look.width)
        } else {
            String::new()
        };
        self.console.say(&format!("{status}\n{captures}"))
    }

    fn person_ply(&mut self, mv: G::Move) -> Result<Next, CliError> {
        if let Some(end) = self.session.end() {
            let text = format!("The game is over: {}.", on_a_line(&in_words(end)));
            return self.console.say(&text).map(|()| Next::Ask);
        }
        if let Err(refusal) = self.session.position().check(mv) {
            self.console.say(&format!("{mv}: {refusal}."))?;
            return Ok(Next::Ask);
        }
        match self.ply(mv)? {
            None => return Ok(Next::Show),
            Some(source) if source.is_dry_run() => return Ok(Next::Leave),
            Some(_) => {}
        }
        self.console.say(
            "The position is as it was: write the move again to try again, or save the game and \
             resume it with --backend sparse.",
        )?;
        Ok(Next::Ask)
    }

    /// Goes on with a move whose measurement was under way: no other may be played in its place.
    fn go_on(&mut self, mv: G::Move) -> Result<Next, CliError> {
        self.console
            .say(&format!("{mv} waits for its measurement."))?;
        self.ply(mv).map(|_| Next::Show)
    }

    fn machine_ply(&mut self) -> Result<Next, CliError> {
        let legal = self.legal();
        let position = self.session.position();
        let chair = match position.turn() {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        };
        let Chair::Player(player) = chair else {
            return Ok(Next::Ask);
        };
        let made = self.session.made();
        let scene = Scene {
            start: self.session.start(),
            past: &made,
            ..Scene::of(position, &legal)
        };
        let chosen = choose_in_time(player.as_mut(), &scene, &mut self.clocks);
        let chosen = chosen.and_then(|mv| {
            let refused = |reason: G::Refusal| Forfeit::Illegal {
                mv: mv.to_string(),
                reason: reason.to_string(),
            };
            position.check(mv).map(|()| mv).map_err(refused)
        });
        let mv = match chosen {
            Ok(mv) => mv,
            Err(fault) => return self.forfeit(&fault),
        };
        while let Some(source) = self.ply(mv)? {
            if source.is_dry_run() {
                return Ok(Next::Leave);
            }
            match self.ask_again()? {
                Again::Try => {}
                Again::Leave => return Ok(Next::Leave),
                // Nobody was there to decide, so the failure is the command's.
                Again::Nobody => return Err(CliError::Measure { game: 1, source }),
            }
        }
        Ok(Next::Show)
    }

    /// The player whose turn it is loses by a fault of its own.
    fn forfeit(&mut self, fault: &Forfeit) -> Result<Next, CliError> {
        let end = fault.to_end(self.session.position().turn());
        let recorded = self.session.finish(end);
        self.note(recorded)?;
        Ok(Next::Show)
    }

    /// Plays a move, records it and tells what happened. When a measurement fails that is told and
    /// given back, and the position is as it was.
    ///
    /// # Errors
    /// When the move is not legal.
    fn ply(&mut self, mv: G::Move) -> Result<Option<MeasureError>, CliError> {
        let before = self.session.position().clone();
        // Chance is told before it strikes.
        if let Ok(Turn::Pending(_)) = before.clone().play(mv)
            && let Some(text) = before.foretold(mv)
        {
            self.console.say(&format!("{mv}: {text}."))?;
        }
        let number = u32::try_from(self.session.plies().len() + 1).unwrap_or(u32::MAX);
        self.measurer.begin(number, mv, || self.session.past());
        let ply = match play_ply(&before, mv, &mut self.measurer) {
            Ok(ply) => ply,
            // The answer may still come, so no other move may be tried.
            Err(PlyError::Measure { source, .. }) if source.is_open() => {
                return Err(CliError::Measure { game: 1, source });
            }
            Err(PlyError::Measure { source, .. }) => {
                let reason = on_a_line(&with_causes(&source));
                self.console
                    .say(&format!("The measurement failed: {reason}."))?;
                return Ok(Some(source));
            }
            Err(source) => {
                return Err(CliError::Game {
                    game: 1,
                    ply: number,
                    source: Box::new(source),
                });
            }
        };
        for measured in &ply.measured {
            if let Some(reason) = measured.more.get("fallback").and_then(Value::as_str) {
                let by = &measured.backend;
                let reason = on_a_line(reason);
                self.console
                    .say(&format!("{reason}. From here on {by} measures."))?;
            }
        }
        let told = G::told(&before, mv, &ply.measured, &ply.position);
        let recorded = self.session.push(mv, ply);
        self.console.say(&told.join("\n"))?;
        self.note(recorded)?;
        Ok(None)
    }

    /// What to do after a failed measurement of a player's move.
    fn ask_again(&mut self) -> Result<Again, CliError> {
        loop {
            self.console
                .say("An empty line tries again, `save FILE` saves the game, `quit` leaves.")?;
            let Some(line) = self.console.ask("again> ")? else {
                return Ok(Again::Nobody);
            };
            match Command::<G::Move>::read(&line) {
                Ok(Command::Nothing) => return Ok(Again::Try),
                Ok(Command::Save(file)) => self.save(Path::new(&file))?,
                Ok(Command::Quit) => return Ok(Again::Leave),
                _ => {}
            }
        }
    }

    /// Tells when a line could not be recorded.
    pub(super) fn note(&mut self, recorded: Result<(), CliError>) -> Result<(), CliError> {
        if let Err(error) = recorded {
            let text = format!(
                "{}\nThe game goes on but is not recorded any more: `save FILE` writes all of it elsewhere.",
                error.explain()
            );
            self.unrecorded = Some(error);
            self.console.say(&text)?;
        }
        Ok(())
    }

    fn leave(mut self) -> Result<(), CliError> {
        if self.session.status() == Status::InProgress {
            let kept = match self.session.keeper.path() {
                Some(path) => format!(
                    " Go on with it by: cheqqers play --resume {}",
                    path.display()
                ),
                None => String::new(),
            };
            self.console
                .say(&format!("The game is not finished.{kept}"))?;
        }
        if self.console.typist() == Typist::Person
            && let Some(path) = self.session.keeper.path()
            && self.session.status() != Status::InProgress
        {
            let text = format!("See it again by: cheqqers replay {}", path.display());
            self.console.say(&text)?;
        }
        match self.unrecorded {
            Some(error) if self.saved < self.session.lines().len() => Err(error),
            _ => Ok(()),
        }
    }
}
