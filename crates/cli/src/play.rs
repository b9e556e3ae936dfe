//! A game in the terminal.

mod bare_move;
mod command;
mod console;
mod error;
mod forecast;
mod help;
mod inspect;
mod invitation;
mod kept_game;
mod line_editor;
mod listing;
mod measurer;
mod open;
mod pool_seeds;
mod recent_plies;
mod requests;
mod shown_board;
mod terminal;

use std::io::{self, IsTerminal};

use cheqqers_game::Status;

use self::console::{Console, InputSource};
use self::line_editor::LineEditor;
use self::open::OpenGame;
use self::recent_plies::RecentPlies;
use self::terminal::{Leaving, TerminalGame};
use crate::args::Play;
use crate::ending::ending;
use crate::error::Failure;
use crate::record_file::stop_writing;
use crate::{display, interrupt};

/// Plays a game.
pub(crate) fn run(args: &Play) -> Result<(), Failure> {
    // Not in the middle of a line of a record.
    interrupt::exit_on_signals(stop_writing);
    let opened = match &args.resume {
        Some(path) => open::resume(args, path)?,
        None => open::new_game(args)?,
    };
    let look = display::for_output(&args.show);
    let source = if io::stdin().is_terminal() && io::stdout().is_terminal() {
        InputSource::Person
    } else {
        InputSource::Script
    };
    let mut out = io::stdout();
    let mut editor = match source {
        InputSource::Person => LineEditor::new(),
        InputSource::Script => None,
    };
    let mut input;
    let mut console = if let Some(editor) = &mut editor {
        Console::of_terminal(editor, &mut out, look, opened.bottom())
    } else {
        input = io::stdin().lock();
        Console::new(&mut input, &mut out, source, look, opened.bottom())
    };
    console.rows = display::rows_of_output();
    console.say(&greeting(&opened))?;
    if let Some(estimate) = &opened.estimate {
        console.say(estimate)?;
    }
    if let Some(kept) = opened.kept.as_ref().filter(|kept| kept.has_jobs) {
        console.say(&format!("It is recorded in {}.", kept.path.display()))?;
    }
    if source == InputSource::Person
        && let Some(offer) = kept_game::offer(&opened.unfinished)
    {
        console.say(&offer)?;
    }
    if let Some(path) = &args.resume
        && opened.cut_off
    {
        console.say(&format!(
            "The last line of {} was cut off and is left out.",
            path.display()
        ))?;
    }
    let is_finished = args.resume.is_some() && opened.session.status() != Status::InProgress;
    if is_finished {
        say_finished(&opened, &mut console)?;
    }
    let [white, black] = opened.controllers;
    let game = TerminalGame {
        game: opened.game,
        white,
        black,
        clocks: args.time.clocks(),
        lines_at_start: opened.session.lines().len(),
        session: opened.session,
        writer: opened.writer,
        kept: opened.kept,
        measurer: opened.measurer,
        pending: opened.pending,
        pool: opened.pool,
        encoding: opened.encoding,
        console,
        unrecorded: None,
        saved: None,
        recent: RecentPlies::default(),
        invited: false,
        failed_move: None,
    };
    if is_finished {
        // The process that played its last ply may not have come to this.
        return game.leave();
    }
    match game.play()? {
        Leaving::Done => Ok(()),
        Leaving::Interrupted => interrupt::leave(),
    }
}

/// Title and players.
fn greeting(opened: &OpenGame) -> String {
    let position = opened.session.position();
    let [white, black] = &opened.seats;
    let plies = opened.session.num_plies();
    let played = match plies {
        0 => String::new(),
        1 => " 1 ply is played.".into(),
        _ => format!(" {plies} plies are played."),
    };
    let title = position.title();
    format!("{title}: White {white}, Black {black}.{played}")
}

fn say_finished(opened: &OpenGame, console: &mut Console<'_>) -> Result<(), Failure> {
    let session = &opened.session;
    let ending = ending(&session.position(), session.end()).unwrap_or_default();
    let change = match opened.writer.path() {
        None => "Nothing was changed.",
        Some(_) => "The seeds of its pool are added to its record.",
    };
    console.say(&format!("This game is finished. {ending} {change}"))
}

#[cfg(test)]
mod tests;
