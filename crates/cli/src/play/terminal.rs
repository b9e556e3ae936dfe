//! The loop of a game in the terminal.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cheqqers_circuit::counted;
use cheqqers_game::show::{capitalised, join};
use cheqqers_game::{Colour, Encoding, Status, with_causes};
use cheqqers_measure::pool::PoolBatch;
use cheqqers_measure::{JobReport, MeasureError, MeasurementProvenance, Measurer};
use cheqqers_players::{Clocks, Forfeit};
use cheqqers_session::{
    BeginError, GameKind, GamePool, KnownOutcomes, MeasuredPlies, Move, PlyInProgress, Seat,
    Session, in_words,
};
use cheqqers_world::Component;
use serde_json::Value;

use super::bare_move::BareMove;
use super::command::{COMMANDS, Command, HelpPage};
use super::console::{Console, Editing, InputSource, Line, Purpose};
use super::error::PlayError;
use super::help::{help, help_rules};
use super::inspect;
use super::kept_game::KeptGame;
use super::measurer::PendingMove;
use super::recent_plies::RecentPlies;
use crate::error::{Failure, printable};
use crate::files::FileError;
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::record_file::RecordWriter;
use crate::remote::correction;

/// The most moves of a place that are named where it is typed alone.
const NAMED: usize = 8;

/// The mover of a side.
pub(super) enum Controller {
    /// A person who types moves.
    Person,
    /// A player of this program, or an engine.
    Player(Seat),
}

/// A game in the terminal: its session, both sides and the console.
pub(super) struct TerminalGame<'a> {
    pub(super) game: GameKind,
    pub(super) session: Session,
    /// Destination of its lines.
    pub(super) writer: RecordWriter,
    /// The file of a new game that is kept without being asked for.
    pub(super) kept: Option<KeptGame>,
    pub(super) white: Controller,
    pub(super) black: Controller,
    /// Clocks of the players, where they have any.
    pub(super) clocks: Option<Clocks>,
    pub(super) measurer: Measurer,
    /// The move whose measurement was under way when the game was left: it comes first.
    pub(super) pending: Option<PendingMove>,
    pub(super) pool: GamePool,
    /// Encoding of circuits that are drawn, by default.
    pub(super) encoding: Encoding,
    pub(super) console: Console<'a>,
    /// The failure that ended the recording.
    pub(super) unrecorded: Option<Failure>,
    /// Number of lines that the record had when the game was opened.
    pub(super) lines_at_start: usize,
    /// The file that it was saved to last, and how many lines of the record that holds.
    pub(super) saved: Option<(PathBuf, usize)>,
    /// The plies since the board was shown last.
    pub(super) recent: RecentPlies,
    /// `true` once it was told what to type.
    pub(super) invited: bool,
    /// The person's move whose measurement failed last, with the number of lines of the record then: an
    /// empty line tries it again in the same position.
    pub(super) failed_move: Option<(usize, Move)>,
}

/// Next step of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// Show the board, which has changed, and read a command.
    Show,
    /// Read the next command.
    Ask,
    /// Leave the game.
    Leave,
    /// Leave the game because of an interrupt.
    Interrupt,
}

/// Reason for which a game was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaving {
    /// It is over, its input has ended, or the user asked for it.
    Done,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// Answer to a failed measurement.
enum Retry {
    /// Repeat the measurement.
    Try,
    /// Leave the game.
    Leave,
    /// Leave the game because of an interrupt.
    Interrupt,
    /// The input has ended.
    Nobody,
}

impl TerminalGame<'_> {
    /// Plays until the game is over, the input ends or the user leaves.
    ///
    /// # Errors
    /// Returns an error if input or output fails, a move of a player can't be measured, or the
    /// record is incomplete in the end.
    pub(super) fn play(mut self) -> Result<Leaving, Failure> {
        self.take_pool()?;
        let mut next = match self.pending.take() {
            Some(pending) => self.go_on(pending)?,
            None => Flow::Show,
        };
        let mut leaving = Leaving::Done;
        loop {
            if next == Flow::Interrupt {
                leaving = Leaving::Interrupted;
            }
            if matches!(next, Flow::Leave | Flow::Interrupt) {
                break;
            }
            let over = self.session.status() != Status::InProgress;
            if !over {
                self.prefetch()?;
            }
            if !over && let Controller::Player(_) = self.controller() {
                next = self.machine_ply()?;
            } else {
                if next == Flow::Show {
                    self.show_board()?;
                    if over && !self.has_people() {
                        break;
                    }
                    if over {
                        let undoable =
                            self.session
                                .undoable(1, &self.people(), MeasuredPlies::Final);
                        let undo = undoable.map_or("", |_| "`undo`, ");
                        self.console.say(&format!(
                            "Nothing is left to play. You can still {undo}`save FILE` or `quit`."
                        ))?;
                    }
                }
                next = self.command()?;
            }
        }
        self.leave()?;
        Ok(leaving)
    }

    /// Takes the shots of the pool, where there is to be one.
    fn take_pool(&mut self) -> Result<(), Failure> {
        let batch = match self.pool.take(&mut self.measurer) {
            Ok(Some(batch)) => batch,
            Ok(None) => return Ok(()),
            Err(source) if source.is_dry_run() => return Ok(()),
            Err(source) if self.measurer.may_fall_back(&source) => {
                self.pool.abandon(&mut self.measurer);
                let reason = printable(&with_causes(&source));
                return self
                    .console
                    .say(&format!("The game goes on without a pool: {reason}."));
            }
            Err(source) => return Err(PlayError::Pool(source).into()),
        };
        self.add_pool(batch.to_record())?;
        let (shots, circuits) = (batch.num_shots(), batch.num_circuits());
        self.console.say(&format!(
            "{shots} shots of {circuits} circuits are in the pool."
        ))
    }

    /// Sends the circuits that the next move may measure, once for each position.
    fn prefetch(&mut self) -> Result<(), Failure> {
        match self.pool.prefetch(&self.session, &mut self.measurer) {
            Ok(0) => Ok(()),
            Ok(circuits) => self.console.say(&format!(
                "A job for {} that the next move may measure is on its way.",
                counted(circuits, "circuit")
            )),
            Err(source) if source.is_indeterminate() => Err(PlayError::Measure(source).into()),
            Err(source) if source.is_dry_run() => Ok(()),
            Err(source) => {
                let reason = printable(&with_causes(&source));
                self.console
                    .say(&format!("Nothing more is prefetched: {reason}."))
            }
        }
    }

    /// Records the shots that came for the pool.
    fn record_fetched(&mut self) -> Result<(), Failure> {
        let Measurer::Backend(measurer) = &mut self.measurer else {
            return Ok(());
        };
        let fetched = measurer.fetched();
        let mut batches = fetched.iter().map(PoolBatch::to_record);
        batches.try_for_each(|batch| self.add_pool(batch))
    }

    /// Ends what the measurements have open at their service, and reveals the seeds of the pool, when the game is
    /// over.
    fn end_measurements(&mut self) -> Result<(), Failure> {
        let (unneeded, seeds) = self.pool.end(&mut self.measurer);
        match unneeded {
            0 => {}
            1 => self.console.say("1 prefetched job was not needed.")?,
            jobs => {
                let text = format!("{jobs} prefetched jobs were not needed.");
                self.console.say(&text)?;
            }
        }
        seeds.map_or(Ok(()), |seeds| self.add_pool(seeds))
    }

    /// Records a line of the pool.
    fn add_pool(&mut self, line: Value) -> Result<(), Failure> {
        let recorded = self.writer.line(self.session.add_pool(line));
        self.note(recorded)
    }

    fn controller(&self) -> &Controller {
        match self.session.turn() {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    pub(super) fn has_people(&self) -> bool {
        [&self.white, &self.black]
            .iter()
            .any(|controller| matches!(controller, Controller::Person))
    }

    pub(super) fn is_person(&self, colour: Colour) -> bool {
        let controller = match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        };
        matches!(controller, Controller::Person)
    }

    /// The sides that people play.
    pub(super) fn people(&self) -> Vec<Colour> {
        let sides = [Colour::White, Colour::Black].into_iter();
        sides.filter(|&side| self.is_person(side)).collect()
    }

    /// Reads a command and carries it out.
    fn command(&mut self) -> Result<Flow, Failure> {
        let prompt = match self.session.status() {
            Status::InProgress => format!("{}> ", self.session.turn()),
            _ => "over> ".into(),
        };
        let completions = self.completions();
        let purpose = Purpose::Command { completions };
        let line = match self.console.ask(&prompt, purpose)? {
            Line::Text(line) => line,
            Line::End => return self.save_before(Flow::Leave),
            Line::Interrupt { is_empty: true } => return self.save_before(Flow::Interrupt),
            Line::Interrupt { is_empty: false } => return Ok(Flow::Ask),
        };
        match Command::read(&line, self.game) {
            Ok(command) => self.carry_out(command),
            Err(reason) => {
                self.console.say(&format!("{}.", capitalised(&reason)))?;
                Ok(Flow::Ask)
            }
        }
    }

    /// Whole lines that can be typed at a terminal.
    fn completions(&self) -> Vec<String> {
        if self.console.editing() == Editing::Plain {
            return Vec::new();
        }
        let legal = self.session.legal_moves();
        let moves = legal.iter().map(|mv| mv.text());
        let commands = COMMANDS.iter().map(ToString::to_string);
        let rules = std::iter::once("help rules".to_owned());
        let mut sources: Vec<String> = legal.iter().flat_map(|mv| mv.sources()).collect();
        sources.sort_unstable();
        sources.dedup();
        let of_piece = sources.iter().map(|place| format!("moves {place}"));
        let position = self.session.position();
        let components = position.components();
        let quantum = components.iter().flat_map(Component::slots);
        let inspected = quantum.flat_map(|slot| {
            let name = position.slot_name(slot);
            [format!("circuit {name}"), format!("state {name}")]
        });
        moves
            .chain(commands)
            .chain(rules)
            .chain(of_piece)
            .chain(inspected)
            .collect()
    }

    fn carry_out(&mut self, command: Command) -> Result<Flow, Failure> {
        let say = |table: &mut Self, text: &str| table.console.say(text).map(|()| Flow::Ask);
        match command {
            Command::Nothing => match self.failed_move.clone() {
                Some((lines, mv)) if lines == self.session.lines().len() => self.person_ply(&mv),
                _ => Ok(Flow::Ask),
            },
            Command::Comment => Ok(Flow::Ask),
            Command::Move(mv) => self.person_ply(&mv),
            Command::Bare(bare, refusal) => self.bare_move(&bare, &refusal),
            Command::Number(number) => {
                let legal = self.session.legal_moves();
                match number.checked_sub(1).filter(|&index| index < legal.len()) {
                    Some(index) => self.person_ply(&legal.at(index)),
                    None => say(
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
                say(self, &text)
            }
            Command::Circuit(place, encoding) => {
                let encoding = encoding.unwrap_or(self.encoding);
                let drawn = self.circuit(&place, encoding);
                self.inspected(drawn)
            }
            Command::State(place) => {
                let look = self.console.look();
                let listed = inspect::state(&self.session.position(), &place, look);
                self.inspected(listed)
            }
            Command::Hint => {
                let text = if self.session.legal_moves().is_empty() {
                    "There is no move.".into()
                } else {
                    self.session.position().hint()
                };
                say(self, &text)
            }
            Command::Undo(count) => self.undo(count),
            Command::Resign => self.resign(),
            Command::Draw => self.draw(),
            Command::Save(file) => self.save(Path::new(&file)).map(|_| Flow::Ask),
            Command::Board => Ok(Flow::Show),
            Command::Flip => {
                self.console.bottom = self.console.bottom.opponent();
                Ok(Flow::Show)
            }
            Command::Help(page) => {
                let (width, editing) = (self.console.look().width, self.console.editing());
                let text = match page {
                    HelpPage::Commands => help(&self.game, width, editing),
                    HelpPage::Rules => help_rules(&self.game, width),
                };
                self.console.show(&text).map(|()| Flow::Ask)
            }
            Command::Quit => self.save_before(Flow::Leave),
        }
    }

    /// Plays the only legal move that has these squares, or tells which there are.
    fn bare_move(&mut self, bare: &BareMove, refusal: &str) -> Result<Flow, Failure> {
        let legal = self.session.legal_moves();
        let fitting = legal.iter().filter(|mv| bare.fits(&mv.text()));
        let fitting: Vec<Move> = fitting.collect();
        let listed = |moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(|mv| mv.text()).collect();
            join(&names, "or")
        };
        if let Some(place) = bare.only_square() {
            let is_there = |mv: &Move| mv.sources().iter().any(|source| source == place);
            let moves: Vec<Move> = legal.iter().filter(is_there).collect();
            let hint = match moves.len() {
                0 => String::new(),
                1..=NAMED => format!(" From {place}: {}.", listed(&moves)),
                count => format!(" `moves {place}` lists the {count} from there."),
            };
            let text = format!("{}.{hint}", capitalised(refusal));
            return self.console.say(&text).map(|()| Flow::Ask);
        }
        match &fitting[..] {
            [mv] => self.person_ply(mv),
            // The game says why it is not legal, or knows it by another name.
            [] => {
                let written = bare.with_sign();
                let read = |text: String| self.game.read_move(&text, Vec::new()).ok();
                if let Some(mv) = written.and_then(read) {
                    return self.person_ply(&mv);
                }
                let text = format!("{}.", capitalised(refusal));
                self.console.say(&text).map(|()| Flow::Ask)
            }
            _ => {
                let text = format!("Several moves have these squares: {}.", listed(&fitting));
                self.console.say(&text).map(|()| Flow::Ask)
            }
        }
    }

    fn person_ply(&mut self, mv: &Move) -> Result<Flow, Failure> {
        if let Some(end) = self.session.end() {
            let text = format!("The game is over: {}.", printable(&in_words(end)));
            return self.console.say(&text).map(|()| Flow::Ask);
        }
        let started = match self.session.begin(mv, KnownOutcomes::Ignored) {
            Ok(started) => started,
            Err(refusal) => {
                self.console.say(&format!("{mv}: {}.", refusal.reason()))?;
                return Ok(Flow::Ask);
            }
        };
        match self.complete(started)? {
            None => return Ok(Flow::Show),
            Some(source) if source.is_dry_run() => return Ok(Flow::Leave),
            Some(source) => {
                if let Some(advice) = correction(&source) {
                    self.console.say(advice)?;
                }
            }
        }
        self.say_try_again(mv)?;
        Ok(Flow::Ask)
    }

    fn say_try_again(&mut self, mv: &Move) -> Result<(), Failure> {
        self.failed_move = Some((self.session.lines().len(), mv.clone()));
        self.console.say(&format!(
            "The position is as it was: an empty line tries {mv} again. Or save the game and resume it with \
             --backend sparse."
        ))
    }

    /// Goes on with a move whose measurement was under way: no other may be played in its place. Where
    /// its job has failed, no other is sent unless the user asks for it.
    fn go_on(&mut self, pending: PendingMove) -> Result<Flow, Failure> {
        let mv = pending.mv;
        let error = if let Some(reason) = pending.failure {
            let (mv, reason) = (mv.text(), printable(&reason));
            self.console
                .say(&format!("The measurement of {mv} failed: {reason}."))?;
            PlayError::Unmeasured { mv, reason }
        } else {
            self.console
                .say(&format!("{mv} waits for its measurement."))?;
            let started = self.begin(&mv)?;
            match self.complete(started)? {
                None => return Ok(Flow::Show),
                Some(source) if source.is_dry_run() => return Ok(Flow::Leave),
                Some(source) => PlayError::Measure(source),
            }
        };
        if self.is_person(self.session.turn()) {
            self.say_try_again(&mv)?;
            return Ok(Flow::Show);
        }
        self.try_again(&mv, error)
    }

    /// Measures a player's move whose measurement failed as often as the user asks for it. The error is
    /// that of the command if nobody answers.
    fn try_again(&mut self, mv: &Move, mut error: PlayError) -> Result<Flow, Failure> {
        loop {
            match self.ask_again()? {
                Retry::Try => {}
                Retry::Leave => return self.save_before(Flow::Leave),
                Retry::Interrupt => return self.save_before(Flow::Interrupt),
                Retry::Nobody => {
                    return match self.save_before(Flow::Leave)? {
                        Flow::Interrupt => Ok(Flow::Interrupt),
                        _ => Err(error.into()),
                    };
                }
            }
            let started = self.begin(mv)?;
            match self.complete(started)? {
                None => return Ok(Flow::Show),
                Some(source) if source.is_dry_run() => return Ok(Flow::Leave),
                Some(source) => error = PlayError::Measure(source),
            }
        }
    }

    /// Begins a move that was begun here before.
    fn begin(&self, mv: &Move) -> Result<PlyInProgress, PlayError> {
        let begun = self.session.begin(mv, KnownOutcomes::Ignored);
        begun.map_err(|error| PlayError::Illegal {
            ply: self.session.next_ply(),
            source: Box::new(error),
        })
    }

    fn machine_ply(&mut self) -> Result<Flow, Failure> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let turn = self.session.turn();
        let controller = match turn {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        };
        let Controller::Player(player) = controller else {
            return Ok(Flow::Ask);
        };
        if self.session.legal_moves().is_empty() {
            return Ok(Flow::Show);
        }
        let thinking = WorkProgress::spinner(format!("{} thinks", capitalised(&turn.to_string())));
        let chosen = player.choose_in_time(&self.session, &mut self.clocks, &NEVER);
        drop(thinking);
        let chosen = chosen.and_then(|chosen| {
            let begun = self.session.begin(&chosen.mv, KnownOutcomes::Ignored);
            let illegal = |error: BeginError| Forfeit::Illegal {
                mv: chosen.mv.text(),
                reason: error.reason(),
            };
            begun
                .map(|begun| (chosen.mv.clone(), begun))
                .map_err(illegal)
        });
        let (mv, started) = match chosen {
            Ok(begun) => begun,
            Err(fault) => return self.forfeit(&fault),
        };
        match self.complete(started)? {
            None => Ok(Flow::Show),
            Some(source) if source.is_dry_run() => Ok(Flow::Leave),
            Some(source) => self.try_again(&mv, PlayError::Measure(source)),
        }
    }

    /// Ends the game by a fault of the player whose turn it is.
    fn forfeit(&mut self, fault: &Forfeit) -> Result<Flow, Failure> {
        let end = fault.to_end(self.session.turn());
        let recorded = self.writer.line(self.session.finish(end));
        self.note(recorded)?;
        Ok(Flow::Show)
    }

    /// Measures a move that has begun, appends it and describes the ply. When a measurement fails
    /// its error is shown and returned, and the position is as it was.
    fn complete(&mut self, started: PlyInProgress) -> Result<Option<MeasureError>, Failure> {
        let mv = started.mv();
        // Chances are shown before they are decided.
        if started.measures()
            && let Some(text) = self.session.position().describe_probabilities(&mv)
        {
            self.console.say(&format!("{mv}: {text}."))?;
        }
        let measured = started.complete(&mut self.measurer);
        self.record_fetched()?;
        let completed = match measured {
            Ok(completed) => completed,
            // The answer may still come, so no other move may be tried.
            Err(source) if source.is_indeterminate() => {
                return Err(PlayError::Measure(source).into());
            }
            Err(source) => {
                let reason = printable(&with_causes(&source));
                self.console
                    .say(&format!("The measurement failed: {reason}."))?;
                return Ok(Some(source));
            }
        };
        for measurement in completed.measurements() {
            let provenance = MeasurementProvenance::new(&measurement.more);
            if let Some(reason) = provenance.fallback() {
                let by = &measurement.backend;
                let reason = printable(reason);
                self.console
                    .say(&format!("{reason}. From here on {by} measures."))?;
            }
        }
        let recorded = self.writer.line(self.session.append(completed));
        let last = self.session.ply(self.session.num_plies() - 1);
        let sentences = last.description();
        self.tell_ply(&sentences)?;
        self.note(recorded)?;
        Ok(None)
    }

    /// Asks for the answer to a failed measurement of a player's move.
    fn ask_again(&mut self) -> Result<Retry, Failure> {
        loop {
            self.console
                .say("An empty line tries again, `save FILE` saves the game, `quit` leaves.")?;
            let completions = ["save", "quit"].map(str::to_owned).into();
            let purpose = Purpose::Command { completions };
            let line = match self.console.ask("again> ", purpose)? {
                Line::Text(line) => line,
                Line::End => return Ok(Retry::Nobody),
                Line::Interrupt { is_empty: true } => return Ok(Retry::Interrupt),
                Line::Interrupt { is_empty: false } => continue,
            };
            match Command::read(&line, self.game) {
                Ok(Command::Nothing) => return Ok(Retry::Try),
                Ok(Command::Save(file)) => {
                    self.save(Path::new(&file))?;
                }
                Ok(Command::Quit) => return Ok(Retry::Leave),
                _ => {}
            }
        }
    }

    /// Reports a line that could not be recorded.
    pub(super) fn note(&mut self, recorded: Result<(), FileError>) -> Result<(), Failure> {
        if let Err(error) = recorded {
            let failure = Failure::from(error);
            let text = format!(
                "{}\nThe game goes on but is not recorded any more: `save FILE` writes all of it elsewhere.",
                failure.explain()
            );
            self.unrecorded = Some(failure);
            self.console.say(&text)?;
        }
        Ok(())
    }

    /// Ends what is open if the game is over, and tells how to go on with it if it is not.
    ///
    /// # Errors
    /// Returns an error if output fails, or the record is incomplete.
    pub(super) fn leave(mut self) -> Result<(), Failure> {
        if self.session.status() != Status::InProgress {
            self.end_measurements()?;
        }
        let jobs = JobReport::of_lines(self.session.lines());
        if !jobs.is_empty() {
            self.console.say(&format!("{jobs}."))?;
        }
        // What follows names the record.
        interrupt::set_record(None);
        self.drop_kept();
        if self.session.status() == Status::InProgress {
            let kept = match self.writer.path().or_else(|| self.saved_path()) {
                Some(path) => format!(
                    " Go on with it by: cheqqers play --resume {}",
                    path.display()
                ),
                None => String::new(),
            };
            self.console
                .say(&format!("The game is not finished.{kept}"))?;
        }
        if self.console.source() == InputSource::Person
            && let Some(path) = self.writer.path()
            && self.session.status() != Status::InProgress
        {
            let text = format!("See it again by: cheqqers replay {}", path.display());
            self.console.say(&text)?;
        }
        let is_saved = self.saved_path().is_some();
        match self.unrecorded {
            Some(error) if !is_saved => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes the file of a game that is kept without being asked for, where nobody would go on with it.
    fn drop_kept(&mut self) {
        let Some(kept) = self.kept.take() else {
            return;
        };
        let num_lines = self.session.lines().len();
        let is_needed = if kept.has_jobs {
            self.writer.path().is_none() || self.writer.has_grown()
        } else {
            self.console.source() == InputSource::Person
                && num_lines > self.lines_at_start
                && self.session.status() == Status::InProgress
                && self.saved_path().is_none()
        };
        if !is_needed {
            self.writer.close();
            kept.remove();
        }
    }

    /// The file that holds all of the game so far, if one was saved.
    pub(super) fn saved_path(&self) -> Option<PathBuf> {
        let (path, lines) = self.saved.as_ref()?;
        (*lines == self.session.lines().len()).then(|| path.clone())
    }
}
