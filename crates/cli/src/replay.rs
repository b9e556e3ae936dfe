//! Recorded games, shown and checked.

mod shown;

use std::io::{self, BufWriter, Write};
use std::path::Path;

use cheqqers_checkers::Position;
use cheqqers_game::record::{Line, Record};
use cheqqers_game::replay::{self, ReplayError, Verify};
use cheqqers_game::show::Look;

use crate::args::Replay;
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
        let game = Game {
            path,
            number,
            record: &record,
        };
        if args.verify {
            game.verify(out)?;
        } else {
            let plies = game.show(args.ply, look, out)?;
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

/// One of the games of a file.
struct Game<'a> {
    path: &'a Path,
    /// From 1.
    number: u64,
    record: &'a Record,
}

impl Game<'_> {
    /// Checks every word of it.
    fn verify(&self, out: &mut impl Write) -> Result<(), CliError> {
        let mut replay = self.replay(Verify::Everything)?;
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
    fn show(&self, only: Option<u32>, look: Look, out: &mut impl Write) -> Result<u32, CliError> {
        let mut replay = self.replay(Verify::Moves)?;
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
                Line::Undo(plies) => shown.undo(*plies, &step.position),
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

    fn replay(&self, verify: Verify) -> Result<replay::Replay<'_, Position>, CliError> {
        replay::Replay::new(self.record, verify).map_err(|error| self.wrong(error))
    }

    fn wrong(&self, source: ReplayError<Position>) -> CliError {
        CliError::Replay {
            path: self.path.to_owned(),
            source,
        }
    }
}
