//! Ctrl-C.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use cheqqers_experiments::Wish;
use cheqqers_players::engine::kill_all;

use crate::error::INTERRUPTED;

static PRESSED: AtomicU32 = AtomicU32::new(0);

/// Whether what is under way is to be dropped.
static DROPPED: AtomicBool = AtomicBool::new(false);

/// What to say when the user interrupts: how to go on with what goes on without this process.
static NOTE: Mutex<Option<String>> = Mutex::new(None);

/// From now on this is said when the user interrupts.
pub(crate) fn note(text: Option<String>) {
    *NOTE.lock().unwrap_or_else(PoisonError::into_inner) = text;
}

/// From now on Ctrl-C no longer ends the process, unless pressed three times: [`wish`] tells.
pub(crate) fn watch() {
    let handler = || {
        let before = PRESSED.fetch_add(1, Ordering::Relaxed);
        if before == 0 && std::io::stderr().is_terminal() {
            // A message that can't be shown is no reason not to stop.
            let _ = writeln!(
                std::io::stderr(),
                "finishing the games under way; press Ctrl-C again to drop them"
            );
        }
        if before >= 1 {
            DROPPED.store(true, Ordering::Relaxed);
        }
        if before >= 2 {
            let _killed = kill_all();
            #[expect(clippy::exit, reason = "the user insists")]
            std::process::exit(INTERRUPTED.into());
        }
    };
    // Where there is no such handler, Ctrl-C ends the process, which is what the user wants.
    let _ = ctrlc::set_handler(handler);
}

/// From now on Ctrl-C ends the process with the exit status that says so, as soon as `hold` has
/// given what must be held by then, and other programs that play are ended.
pub(crate) fn leave<T>(hold: impl Fn() -> T + Send + 'static) {
    let handler = move || {
        let _held = (hold(), kill_all());
        if std::io::stderr().is_terminal() {
            // Nobody is left to tell when this fails.
            let _ = writeln!(std::io::stderr());
        }
        let note = NOTE.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(note) = note {
            let _ = writeln!(std::io::stderr(), "{note}");
        }
        gone();
    };
    // Where there is no such handler, Ctrl-C ends the process by itself.
    let _ = ctrlc::set_handler(handler);
}

/// Ends the process with the exit status of one that was interrupted.
pub(crate) fn gone() -> ! {
    #[expect(clippy::exit, reason = "there is nothing to finish")]
    std::process::exit(INTERRUPTED.into());
}

/// Whether the user wants what is under way dropped, for those who look at it often.
pub(crate) fn dropped() -> &'static AtomicBool {
    &DROPPED
}

/// What the user wants by now.
pub(crate) fn wish() -> Wish {
    match PRESSED.load(Ordering::Relaxed) {
        0 => Wish::None,
        1 => Wish::Finish,
        _ => Wish::Drop,
    }
}
