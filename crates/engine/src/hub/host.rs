use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cheqqers_players::{Forfeit, Limit, Thoughts};
use cheqqers_session::{GameKind, Session, TextContext};
use cheqqers_world::Recording;
use serde_json::{Map, Value};

use super::board::{Board, number};
use super::line::HubLine;
use super::moves::HubMove;
use super::{game, level, score};
use crate::dialogue::{Deadline, Dialogue, Stop};
use crate::fault::EngineFault;
use crate::host::Host;
use crate::text::cut;

/// Host of programs that speak Hub.
///
/// A program answers a whole turn, of which each capture is a ply here. It is told the position after the last capture,
/// so that it never sees captures that draughts do not have.
#[derive(Debug)]
pub(crate) struct HubHost {
    /// Time for a move without a clock.
    move_time: Duration,
    game: Option<Session>,
    /// The plies before the turn that was asked for last, and the answer.
    chosen: Option<(Vec<String>, HubMove)>,
    thoughts: Option<Thoughts<String>>,
}

/// Reads a line. One that is none is passed over, as Hub says; an error is one of ours.
fn read(line: &str) -> Result<HubLine, EngineFault> {
    match line.parse::<HubLine>() {
        Ok(line) if line.command == "error" => {
            let message = line.value("message").unwrap_or_default();
            Err(EngineFault::refused(message))
        }
        Ok(line) => Ok(line),
        Err(_) => Ok(HubLine::new("")),
    }
}

/// Says a command and waits for the line that begins with this word; what comes before is dropped.
/// After the flag is set it waits no longer than for a move after `stop`.
fn exchange(
    program: &mut Dialogue,
    deadline: Deadline,
    [command, word]: [&str; 2],
    flag: Option<&AtomicBool>,
) -> Result<(), EngineFault> {
    program.say(&HubLine::new(command));
    let stop = flag.map(|flag| Stop { flag, line: None });
    program.answer(deadline, stop, |line| {
        Ok((read(line)?.command == word).then_some(()))
    })
}

/// A command that is answered when all before it is done, and its answer.
const PING: [&str; 2] = ["ping", "pong"];

/// A turn that is asked for.
struct Turn {
    /// The plies before it.
    before: Vec<String>,
    /// Its plies until now.
    played: Vec<String>,
    /// The position after the last capture before it,
    base: Board,
    /// the moves from there,
    moves: Vec<String>,
    /// and the position after them.
    board: Board,
}

impl Turn {
    /// The turn in which the last of some plies stand.
    fn new(game: &mut Session, plies: &[String]) -> Result<Self, EngineFault> {
        let went = game.go_to(plies);
        went.map_err(|(index, reason)| EngineFault::malformed(&plies[index], &reason))?;
        let turn = game.turn();
        let is_same = |&ply: &usize| game.position_after(ply).turn() == turn;
        let start = (0..=plies.len()).rev().take_while(is_same).last();
        let (before, played) = plies.split_at(start.unwrap_or(plies.len()));
        let captures = before.iter().rposition(|ply| ply.contains('x'));
        let base = captures.map_or(0, |index| index + 1);
        let moves = before[base..].iter().map(|ply| {
            let squares = ply.split('-').filter_map(number);
            let numbers: Vec<String> = squares.map(|number| number.to_string()).collect();
            numbers.join("-")
        });
        Ok(Self {
            moves: moves.collect(),
            base: Board::of(&game.position_after(base)),
            board: Board::of(&game.position_after(before.len())),
            before: before.to_vec(),
            played: played.to_vec(),
        })
    }

    /// The next ply of an answer; the first legal one where our rules have the piece capture once more.
    fn ply(&self, mv: &HubMove, context: &dyn TextContext) -> Result<String, Forfeit> {
        let plies = mv.plies();
        if let Some(ply) = plies.get(self.played.len()) {
            if plies.starts_with(&self.played) {
                return Ok(ply.clone());
            }
        } else if self.played.starts_with(&plies) {
            return Ok(context.legal_moves().swap_remove(0));
        }
        Err(illegal(
            mv,
            &"other captures of this turn are played already",
        ))
    }
}

fn illegal(mv: &impl ToString, reason: &impl ToString) -> Forfeit {
    Forfeit::Illegal {
        mv: cut(&mv.to_string()),
        reason: cut(&reason.to_string()),
    }
}

impl HubHost {
    /// A host that tells this time for a move where there is no clock.
    pub(crate) fn new(move_time: Duration) -> Self {
        Self {
            move_time,
            game: None,
            chosen: None,
            thoughts: None,
        }
    }

    /// Asks for the move of a turn.
    fn ask(
        &mut self,
        turn: &Turn,
        context: &dyn TextContext,
        program: &mut Dialogue,
        deadline: Deadline,
    ) -> Result<HubMove, Forfeit> {
        let mut position = HubLine::new("pos").with("pos", &turn.base);
        if !turn.moves.is_empty() {
            position = position.with("moves", &turn.moves.join(" "));
        }
        program.say(&position);
        program.say(&level::write(self.limit(context.limit()), context.turn()));
        exchange(program, deadline, PING, Some(context.stop()))?;
        program.say(&HubLine::new("go").with_flag("think"));
        let stop = Stop {
            flag: context.stop(),
            line: Some("stop"),
        };
        let thoughts = &mut self.thoughts;
        let done = program.answer(deadline, Some(stop), |line| {
            let line = read(line)?;
            match &*line.command {
                "info" => *thoughts = told(&line),
                "done" => return Ok(Some(line)),
                _ => {}
            }
            Ok(None)
        })?;
        let text = done.value("move").unwrap_or_default();
        let mv = turn.board.read_move(text);
        mv.map_err(|error| illegal(&text, &error))
    }
}

/// Thoughts that a line tells, if it has a score.
fn told(line: &HubLine) -> Option<Thoughts<String>> {
    let score: f64 = line.value("score")?.parse().ok()?;
    let number = |name| line.value(name)?.parse().ok();
    Some(Thoughts {
        depth: line.value("depth").and_then(|depth| depth.parse().ok()),
        nodes: number("nodes").unwrap_or(0),
        value: score::to_value(score),
        line: Vec::new(),
    })
}

impl Host for HubHost {
    fn greet(&mut self, program: &mut Dialogue, deadline: Deadline) -> Result<(), EngineFault> {
        exchange(program, deadline, ["hub", "wait"], None)?;
        exchange(program, deadline, ["init", "ready"], None)
    }

    fn begin(
        &mut self,
        header: &Map<String, Value>,
        program: &mut Dialogue,
        deadline: Deadline,
    ) -> Result<(), EngineFault> {
        *self = Self::new(self.move_time);
        let opened =
            GameKind::of_header(header).map(|kind| kind.open(header.clone(), Recording::Off));
        let title = match opened {
            Ok(Ok(game)) if game::is_game(header) => {
                self.game = Some(game);
                program.say(&HubLine::new("new-game"));
                return exchange(program, deadline, PING, None);
            }
            Ok(Ok(game)) => game.position().title(),
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        Err(EngineFault::OtherGame { title })
    }

    fn choose(
        &mut self,
        context: &dyn TextContext,
        program: &mut Dialogue,
        deadline: Deadline,
    ) -> Result<String, Forfeit> {
        let past = context.past();
        let plies: Vec<String> = past.split_whitespace().map(str::to_owned).collect();
        let game = self.game.as_mut();
        let turn = Turn::new(game.expect("a game was begun"), &plies)?;
        self.thoughts = None;
        let mv = match self.chosen.take() {
            Some((before, mv)) if before == turn.before && !turn.played.is_empty() => mv,
            _ => self.ask(&turn, context, program, deadline)?,
        };
        let ply = turn.ply(&mv, context)?;
        let legal = context.read_legal(&ply);
        legal.map_err(|error| illegal(&mv, &error))?;
        self.chosen = Some((turn.before, mv));
        Ok(ply)
    }

    /// Hub has no limit of the program's own.
    fn limit(&self, wanted: Limit) -> Limit {
        match wanted {
            Limit::Own => Limit::Time(self.move_time),
            wanted => wanted,
        }
    }

    fn thoughts(&self) -> Option<Thoughts<String>> {
        self.thoughts.clone()
    }
}
