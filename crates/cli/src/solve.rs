//! Small boards solved exactly.

mod explore;
mod look_up;
mod part;
mod regret;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cheqqers_files::Existing;
use cheqqers_measure::MeasurerKind;
use cheqqers_solve::{Bounds, FalseBound, SolveError, Table, ValueBounds};
use serde_json::{Map, json};

use crate::args::Solve;
use crate::error::{CommandError, Failure};
use crate::files::{FileError, check_savable, save};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::setup::Setup;
use crate::solve::explore::explore;
use crate::solve::part::{exploring, stop_exploring};
use crate::stdio::print;

pub(crate) use look_up::open_tables;

impl CommandError for SolveError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::NoCode => Some("Cheqqers with single entanglement can be solved."),
            Self::TooLarge { .. } => Some("Choose a smaller --limit."),
            _ => None,
        }
    }
}

impl CommandError for FalseBound {}

/// An interrupt ends the process.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Distance at which a value counts as 1, 0 or -1.
const EXACT: f64 = ValueBounds::EXACT;

/// Numbers of positions by their value for the player to move.
#[derive(Default)]
struct Values {
    won: usize,
    drawn: usize,
    lost: usize,
    between: usize,
    /// Positions whose bounds are farther apart than [`EXACT`].
    open: usize,
    /// The largest distance of two bounds.
    widest: f64,
}

impl Values {
    fn of(bounds: &Bounds, num_positions: usize) -> Self {
        let mut values = Self::default();
        for position in 0..num_positions {
            let width = bounds.width(position);
            values.widest = values.widest.max(width);
            let [least, most] = bounds.interval(position);
            *if width > EXACT {
                &mut values.open
            } else if least >= 1.0 - EXACT {
                &mut values.won
            } else if most <= EXACT - 1.0 {
                &mut values.lost
            } else if least <= EXACT && most >= -EXACT {
                &mut values.drawn
            } else {
                &mut values.between
            } += 1;
        }
        values
    }
}

/// Counts the positions, values them, and prints what was found.
pub(crate) fn run(args: &Solve) -> Result<(), Failure> {
    if let Some(path) = &args.table {
        return look_up::run(path, args);
    }
    interrupt::exit_on_signals(stop_exploring);
    let existing = Existing::of(args.force);
    if let Some(path) = &args.out {
        check_savable(path, existing)?;
    }
    let setup = Setup::new(&args.game, MeasurerKind::Sparse)?;
    let start = setup.open_without_chance(Map::new())?.position();
    let begun = Instant::now();
    let progress = WorkProgress::spinner("");
    let (exploration, part) = explore(&start, args, &progress)?;
    let (graph, by_plies) = (&exploration.graph, exploration.by_plies());
    let counted = begun.elapsed().as_secs_f64();
    let bounds = Bounds::of(graph, &NEVER, |work| {
        progress.say(format!(
            "{} positions open in stage {}, pass {}",
            work.open, work.stages, work.passes
        ));
    })?;
    progress.say("checking the bounds");
    let distances = bounds.check(graph)?;
    // An interrupt leaves no half of a file, and waits for what is told of it. A pipe may never be read.
    let _writing = part.is_some().then(exploring);
    let saved: Result<(), FileError> = args.out.as_ref().map_or(Ok(()), |path| {
        progress.say("writing the table");
        let table = Table::new(&exploration, &bounds, &distances);
        let bytes = table.to_bytes();
        let bytes = bytes.map_err(|source| FileError::write(path, source))?;
        save(path, &bytes, existing)?;
        // A larger limit goes on with what is not all.
        if let Some(part) = part.filter(|_| graph.is_closed()) {
            part.remove();
        }
        Ok(())
    });
    drop(progress);
    let values = Values::of(&bounds, graph.num_positions());
    let [least, most] = bounds.interval(0);
    let ValueBounds { least, most } = look_up::for_white(ValueBounds { least, most }, start.turn());
    let solved = json!({
        "game": start.game(),
        "settings": start.settings(),
        "distinct": args.distinct,
        "closed": graph.is_closed(),
        "positions": graph.num_positions(),
        "expanded": graph.num_expanded(),
        "by_plies": by_plies,
        "moves": graph.num_moves(),
        "outcomes": graph.num_outcomes(),
        "bytes": exploration.codes.num_bytes(),
        "value": {"least": least, "most": most},
        "widest": values.widest,
        "won": values.won,
        "drawn": values.drawn,
        "lost": values.lost,
        "between": values.between,
        "open": values.open,
        "seconds_counted": counted,
        "seconds": begun.elapsed().as_secs_f64(),
    });
    if args.json {
        print(format!("{solved}\n"))?;
        return Ok(saved?);
    }
    let plies = by_plies.len() - 1;
    let extent = if graph.is_closed() {
        format!("all, the farthest {plies} plies from the start")
    } else {
        format!(
            "to {plies} plies; the moves of {} are known",
            graph.num_expanded()
        )
    };
    let [least, most] = [least, most].map(look_up::rounded);
    print(format!(
        "positions {} ({extent})\n\
         value {least} to {most} for White\n\
         won {}, drawn {}, lost {}, between {} for the player to move; open {}\n",
        graph.num_positions(),
        values.won,
        values.drawn,
        values.lost,
        values.between,
        values.open,
    ))?;
    Ok(saved?)
}
