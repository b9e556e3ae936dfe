use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use cheqqers_arena::num_threads;
use cheqqers_game::{Sameness, with_causes};
use cheqqers_session::Position;
use cheqqers_solve::{Exploration, Extent, SolveError};
use indicatif::{HumanBytes, HumanCount, HumanDuration};

use crate::args::Solve;
use crate::error::{Failure, printable};
use crate::files::FileError;
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
    let guard = exploring();
    let is_new = left.is_none();
    let mut exploration = match left {
        Some(exploration) => exploration,
        None => start.exploration(sameness)?,
    };
    let threads = num_threads(args.threads.map(usize::from));
    let extent = Extent {
        most: usize::try_from(args.limit).unwrap_or(usize::MAX),
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
    };
    let (begun, before) = (Instant::now(), exploration.codes.len());
    let say = |text: String| {
        // The work goes on where standard error is closed.
        let _ = progress.beside(|| writeln!(io::stderr(), "{}", printable(&text)));
    };
    let warning = |error: FileError| format!("warning: {}", with_causes(&error));
    let mut is_told = false;
    // A disk that can't be written is told at once.
    let mut is_first = is_new;
    let explored = start.explore(&mut exploration, extent, &STOP, &mut |exploration| {
        let found = exploration.codes.len();
        progress.say(format!(
            "{} of {} positions expanded, {}",
            HumanCount(exploration.graph.num_expanded() as u64),
            HumanCount(found as u64),
            HumanBytes(exploration.memory() as u64)
        ));
        let elapsed = begun.elapsed();
        if !is_told && elapsed > PATIENCE {
            is_told = true;
            let rate = (found - before) as f64 / elapsed.as_secs_f64();
            say(cost(exploration, extent.most, rate));
        }
        // The work goes on without the file, and the next attempt may succeed.
        if let Some(part) = &mut part
            && (is_first || part.is_due())
            && let Err(error) = part.write(exploration)
        {
            say(warning(error));
        }
        is_first = false;
    });
    match explored {
        Ok(()) => {}
        Err(SolveError::Stopped) => {
            progress.say("writing what was found");
            let written = part.as_mut().map(|part| {
                let written = part.write(&exploration);
                written.map_or_else(warning, |()| part.notice())
            });
            interrupt::set_notice(written);
            drop(guard);
            // The handler ends the process.
            loop {
                thread::park();
            }
        }
        Err(error) => {
            if is_new && let Some(part) = part {
                part.remove();
            }
            return Err(error.into());
        }
    }
    if let Some(part) = &mut part {
        // Bounds take longer than positions.
        match part.write(&exploration) {
            Ok(()) => interrupt::set_notice(Some(part.notice())),
            Err(error) => say(warning(error)),
        }
    }
    Ok((exploration, part))
}

/// Cost of as many positions as the limit, by those found so far and how many are found in a second.
fn cost(exploration: &Exploration, limit: usize, rate: f64) -> String {
    let found = exploration.codes.len();
    let memory = limit as f64 / found as f64 * exploration.memory() as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a forecast"
    )]
    let memory = HumanBytes(memory as u64);
    let limit_text = HumanCount(limit as u64);
    let left = Duration::try_from_secs_f64(limit.saturating_sub(found) as f64 / rate);
    let left = left.map_or_else(
        |_| String::new(),
        |left| format!(", {}", HumanDuration(left)),
    );
    format!("up to the limit of {limit_text} positions: about {memory} of memory{left}")
}
