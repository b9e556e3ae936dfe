//! Puzzles, made from games.

use cheqqers_files::Existing;
use cheqqers_puzzles::{Collection, PuzzleError, Source};

use crate::args::Puzzles;
use crate::error::{CommandError, Failure};
use crate::files::{check_free, write};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::stdio::print;

impl CommandError for PuzzleError {}

/// Writes puzzles, a line each.
pub(crate) fn run(args: &Puzzles) -> Result<(), Failure> {
    interrupt::exit_on_interrupt(|| ());
    let existing = Existing::of(args.force);
    if let Some(path) = &args.out {
        check_free(path, existing)?;
    }
    let sources = if args.games.is_empty() {
        Source::usual()
    } else {
        args.games.clone()
    };
    let mut collection = Collection::new(sources, args.seed);
    let progress = WorkProgress::bar(args.count, "{pos} of {len} puzzles");
    let mut text = String::new();
    for number in 1..=args.count {
        let Some(puzzle) = collection.make()? else {
            break;
        };
        let line = serde_json::to_string(&puzzle).expect("its keys are texts") + "\n";
        match args.out {
            Some(_) => text += &line,
            None => progress.beside(|| print(line))?,
        }
        progress.set(number);
    }
    if let Some(path) = &args.out {
        write(path, text.as_bytes(), existing)?;
    }
    Ok(())
}
