//! Recorded games, shown and checked.

mod shown;

use std::io::{self, BufWriter, Write};
use std::path::Path;

use cheqqers_game::Game;
use cheqqers_game::record::{Line, Record};
use cheqqers_game::replay::{self, ReplayError, Verify};
use cheqqers_game::show::{Look, Show};
use cheqqers_session::{Task, with_game};

use crate::args::Replay;
use crate::games::recorded_in;
use crate::look;
use crate::record::Games;
use crate::{CliError, interrupt};
use shown::Shown;

/// Shows or checks every game of a file.
pub(crate) fn run(args: &Replay) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let mut out = BufWriter::new(io::stdout().lock());
    let done = games(args, &mut out);
    // What was shown before an error belongs before it.
    out.flush().map_err(CliError::Output)?;
    done
}

fn games(args: &Replay, out: &mut impl Write) -> Result<(), CliError> {
    let path = &args.file;
    let mut games = Games::open(path)?;
    let look = look::of_output(&args.show);
    let mut number = 0;
    let mut longest = 0;
    let mut found = false;
    while let Some(record) = games.next()? {
        number += 1;
        let game = Recorded {
            path,
            number,
            record: &record,
        };
        let seen = Seen {
            args,
            look,
            out: &mut *out,
            game,
        };
        if let Some(plies) = with_game(recorded_in(path, &record)?, seen)? {
            found |= args.ply.is_none_or(|ply| ply <= plies);
            longest = longest.max(plies);
        }
        if record.cut_off {
            out.flush().map_err(CliError::Output)?;
            let mut errors = io::stderr().lock();
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(
                errors,
                "note: the last line of {} was cut off and is left out",
                path.display()
            );
        }
    }
    match args.ply {
        _ if number == 0 => Err(games.empty()),
        Some(ply) if !found => Err(CliError::NoSuchPly {
            path: path.clone(),
            ply,
            plies: longest,
        }),
        _ => Ok(()),
    }
}

/// A game that is looked at, shown or checked.
struct Seen<'a, W> {
    args: &'a Replay,
    look: Look,
    out: &'a mut W,
    game: Recorded<'a>,
}

impl<W: Write> Task for Seen<'_, W> {
    /// How many plies were shown.
    type Done = Option<u32>;
    type Error = CliError;

    fn with<G: Show>(self) -> Result<Option<u32>, CliError> {
        if self.args.verify {
            return self.game.verify::<G>(self.out).map(|()| None);
        }
        let plies = self.game.show::<G>(self.args.ply, self.look, self.out)?;
        Ok(Some(plies))
    }
}

/// One of the games of a file.
struct Recorded<'a> {
    path: &'a Path,
    /// From 1.
    number: u64,
    record: &'a Record,
}

impl Recorded<'_> {
    /// Checks every word of it.
    fn verify<G: Game>(&self, out: &mut impl Write) -> Result<(), CliError> {
        let mut replay = self.replay::<G>(Verify::Everything)?;
        replay.finish().map_err(|error| self.wrong(error))?;
        let status = replay.status();
        let plies = replay.into_positions().len() - 1;
        writeln!(
            out,
            "game {}, from line {}: as the rules have it, plies checked: {plies}\n{status}",
            self.number, self.record.header_line
        )
        .map_err(CliError::Output)
    }

    /// Shows it, or one ply of it, and says how many plies it has.
    fn show<G: Show>(
        &self,
        only: Option<u32>,
        look: Look,
        out: &mut impl Write,
    ) -> Result<u32, CliError> {
        let mut replay = self.replay::<G>(Verify::Moves)?;
        let mut shown = Shown::new(replay.position().clone(), look);
        let mut text = shown.start(self.number, &self.record.header);
        loop {
            if only.is_none() {
                out.write_all(text.as_bytes()).map_err(CliError::Output)?;
            }
            let Some(step) = replay.step().map_err(|error| self.wrong(error))? else {
                break;
            };
            text = match step.line {
                Line::Ply(line) => shown.ply(line, &step),
                Line::Undo(plies) => shown.undo(*plies),
                Line::End(end) => shown::end(end),
            };
        }
        let plies = shown.plies();
        let status = replay.status();
        if let Some(ply) = only {
            if let Some(text) = shown.only(ply) {
                out.write_all(text.as_bytes()).map_err(CliError::Output)?;
            }
        } else {
            writeln!(out, "{status}").map_err(CliError::Output)?;
        }
        Ok(plies)
    }

    fn replay<G: Game>(&self, verify: Verify) -> Result<replay::Replay<'_, G>, CliError> {
        replay::Replay::new(self.record, verify).map_err(|error| self.wrong(error))
    }

    fn wrong<G: Game>(&self, source: ReplayError<G>) -> CliError {
        CliError::of_replay(self.path, source)
    }
}
