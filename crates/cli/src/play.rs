//! A game in the terminal.

mod by;
mod command;
mod console;
mod help;
mod inspect;
mod keep;
mod listing;
mod open;
mod requests;
mod session;
mod table;

use std::io::{self, IsTerminal};

use cheqqers_game::Status;
use cheqqers_game::show::{Show, capitalised};
use cheqqers_session::{Task, in_words, with_game};

use self::console::{Console, Typist};
use self::open::Opened;
use self::table::Table;
use crate::args::Play;
use crate::error::on_a_line;
use crate::games::recorded_in;
use crate::look;
use crate::record::Games;
use crate::{CliError, interrupt};

/// Plays a game.
pub(crate) fn run(args: &Play) -> Result<(), CliError> {
    // Never in the middle of a line of a record.
    interrupt::leave(keep::stop_writing);
    let name = match &args.resume {
        Some(path) => recorded_in(path, &Games::open(path)?.only()?)?,
        None => args.game.name(),
    };
    with_game(name, Sitting { args })
}

/// A game that somebody sits down to.
struct Sitting<'a> {
    args: &'a Play,
}

impl Task for Sitting<'_> {
    type Done = ();
    type Error = CliError;

    fn with<G: Show>(self) -> Result<(), CliError> {
        play::<G>(self.args)
    }
}

fn play<G: Show>(args: &Play) -> Result<(), CliError> {
    let opened: Opened<G> = match &args.resume {
        Some(path) => open::resume(args, path)?,
        None => open::new_game(args)?,
    };
    let look = look::of_output(&args.show);
    let typist = if io::stdin().is_terminal() && io::stdout().is_terminal() {
        Typist::Person
    } else {
        Typist::Script
    };
    let mut input = io::stdin().lock();
    let mut out = io::stdout();
    let mut console = Console::new(&mut input, &mut out, typist, look, opened.bottom());
    console.say(&greeting(&opened))?;
    if let Some(path) = &args.resume
        && opened.cut_off
    {
        console.say(&format!(
            "The last line of {} was cut off and is left out.",
            path.display()
        ))?;
    }
    if args.resume.is_some() && opened.session.status() != Status::InProgress {
        return say_finished(&opened, &mut console);
    }
    let [white, black] = opened.chairs;
    Table {
        white,
        black,
        clocks: args.time.clocks(),
        session: opened.session,
        measurer: opened.measurer,
        waiting: opened.waiting,
        encoding: opened.encoding,
        console,
        unrecorded: None,
        saved: 0,
    }
    .play()
}

/// What is played by whom.
fn greeting<G: Show>(opened: &Opened<G>) -> String {
    let position = opened.session.position();
    let [white, black] = &opened.seats;
    let plies = opened.session.plies().len();
    let played = match plies {
        0 => String::new(),
        1 => " 1 ply is played.".into(),
        _ => format!(" {plies} plies are played."),
    };
    format!(
        "{title}: White {white}, Black {black}.{played}\n\
         Write moves such as {first}; `help` tells the rest.",
        title = position.title(),
        first = position.first_words(),
    )
}

fn say_finished<G: Show>(opened: &Opened<G>, console: &mut Console<'_>) -> Result<(), CliError> {
    let session = &opened.session;
    let how = match session.end() {
        Some(end) => on_a_line(&in_words(end)),
        None => Show::status(session.position()),
    };
    console.say(&format!(
        "This game is finished. {}. Nothing was changed.",
        capitalised(&how)
    ))
}

#[cfg(test)]
mod tests;
