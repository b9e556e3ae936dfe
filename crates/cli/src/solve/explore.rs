use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use cheqqers_arena::num_threads;
use cheqqers_game::{Sameness, with_causes};
use cheqqers_session::Position;
use cheqqers_solve::{Exploration, Extent, SolveError};
use indicatif::{HumanBytes, HumanDuration};

use crate::args::Solve;
use crate::error::{Failure, printable};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::solve::part::{Part, STOP, exploring};

/// Time after which the cost of the limit is told.
const PATIENCE: Duration = Duration::from_secs(10);

/// Explores the positions, from where an earlier run left them. The file in which they are kept meanwhile is there as long
/// as the table is not.
pub(super) fn explore(
    start: &Position,
    args: &Solve,
    progress: &WorkProgress,
) -> Result<(Exploration, Option<Part>), Failure> {
    let sameness = if args.distinct {
        Sameness::Equal
    } else {
        Sameness::Equivalent
    };
    let mut part = args.out.as_deref().and_then(Part::of);
    let left = match &part {
        Some(part) => part.open(start, sameness)?,
        None => None,
    };
    let mut exploration = if let Some(exploration) = left {
        exploration
    } else {
        let exploration = start.exploration(sameness)?;
        if let Some(part) = &mut part {
            // A disk that can't be written is told at once.
            part.write(&exploration)?;
        }
        exploration
    };
    let threads = num_threads(args.threads.map(usize::from));
    let extent = Extent {
        most: usize::try_from(args.limit).unwrap_or(usize::MAX),
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
    };
    let _exploring = exploring();
    let (begun, before) = (Instant::now(), exploration.codes.len());
    let say = |text: String| {
        // The work goes on where standard error is closed.
        let _ = progress.beside(|| writeln!(io::stderr(), "{}", printable(&text)));
    };
    let mut is_told = false;
    let mut is_written = part.is_some();
    let mut keep = |exploration: &Exploration, is_done| {
        if let Some(part) = part
            .as_mut()
            .filter(|part| is_written && part.is_due(is_done))
            && let Err(error) = part.write(exploration)
        {
            is_written = false;
            say(format!("warning: {}", with_causes(&error)));
        }
    };
    let explored = start.explore(&mut exploration, extent, &STOP, &mut |exploration| {
        let found = exploration.codes.len();
        progress.say(format!(
            "{} of {found} positions expanded, {}",
            exploration.graph.num_expanded(),
            HumanBytes(exploration.memory() as u64)
        ));
        let elapsed = begun.elapsed();
        if !is_told && elapsed > PATIENCE {
            is_told = true;
            say(cost(
                exploration,
                extent.most,
                (found - before) as f64 / elapsed.as_secs_f64(),
            ));
        }
        keep(exploration, false);
    });
    if explored == Err(SolveError::Stopped) {
        if let Some(part) = &mut part {
            part.write(&exploration)?;
            let path = part.path().display();
            interrupt::set_notice(Some(format!(
                "What was found is in {path}. The same command goes on with it."
            )));
        }
        interrupt::leave();
    }
    explored?;
    keep(&exploration, true);
    Ok((exploration, part))
}

/// What as many positions as the limit would cost, by those found so far and how many are found in a second.
fn cost(exploration: &Exploration, limit: usize, rate: f64) -> String {
    let found = exploration.codes.len();
    let memory = limit as f64 / found as f64 * exploration.memory() as f64;
    let left = Duration::try_from_secs_f64(limit.saturating_sub(found) as f64 / rate);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a forecast"
    )]
    let memory = HumanBytes(memory as u64);
    let left = HumanDuration(left.unwrap_or(Duration::MAX));
    format!("{limit} positions, the limit, would take {memory} of memory, and {left} to be found")
}
