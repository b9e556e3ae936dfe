//! Interrupts from the keyboard (Ctrl-C), and requests to terminate.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use cheqqers_arena::Cancellation;
use cheqqers_engine::kill_all;

use crate::error::{INTERRUPTED, printable};

static PRESSED: AtomicU32 = AtomicU32::new(0);

/// Set when games under way are to be dropped.
static DROPPED: AtomicBool = AtomicBool::new(false);

/// Message on an interrupt, on work that goes on without this process.
static NOTICE: Mutex<Option<String>> = Mutex::new(None);

/// Record of the game under way, which an interrupt names.
static RECORD: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sets or removes the record of the game under way, once it holds a ply.
pub(crate) fn set_record(path: Option<PathBuf>) {
    *RECORD.lock().unwrap_or_else(PoisonError::into_inner) = path;
}

/// Sets or removes the message that an interrupt prints.
pub(crate) fn set_notice(text: Option<String>) {
    *NOTICE.lock().unwrap_or_else(PoisonError::into_inner) = text;
}

/// Makes Ctrl-C a request that [`cancellation`] returns; pressed three times it still ends the process.
pub(crate) fn defer() {
    let handler = || {
        let before = PRESSED.fetch_add(1, Ordering::Relaxed);
        if before == 0 && std::io::stderr().is_terminal() {
            // Games stop even where standard error is closed.
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
    // Without a handler Ctrl-C ends the process at once.
    let _ = ctrlc::set_handler(handler);
}

/// Makes Ctrl-C end engines and the process, with the exit status of an interrupt, as soon as `hold`
/// has returned; its result is kept until the end.
pub(crate) fn exit_on_interrupt<T>(hold: impl Fn() -> T + Send + 'static) {
    let handler = move || {
        let _held = (hold(), kill_all());
        if std::io::stderr().is_terminal() {
            // Standard error may be closed.
            let _ = writeln!(std::io::stderr());
        }
        exit_with_notice();
    };
    // Without a handler Ctrl-C ends the process by itself.
    let _ = ctrlc::set_handler(handler);
}

/// [`exit_on_interrupt`], and the same on SIGTERM, where terminal settings are restored too.
pub(crate) fn exit_on_signals<T>(hold: impl Fn() -> T + Clone + Send + 'static) {
    exit_on_interrupt(hold.clone());
    clean_up_on_termination(hold);
}

/// On SIGTERM restores the terminal settings in force now, which a line editor may change, ends engines, and
/// then ends the process as the signal does by default. `hold` is as for [`exit_on_interrupt`].
#[cfg(unix)]
fn clean_up_on_termination<T>(hold: impl Fn() -> T + Send + 'static) {
    use rustix::process::getpgrp;
    use rustix::termios::{OptionalActions, tcgetattr, tcgetpgrp, tcsetattr};
    use signal_hook::consts::SIGTERM;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // There are none where the input is no terminal.
    let settings = tcgetattr(std::io::stdin()).ok();
    // Without a handler the signal ends the process by itself.
    let Ok(mut signals) = Signals::new([SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _held = (hold(), kill_all());
            // A process in the background that sets them is stopped, and they are the shell's by then.
            let in_front = tcgetpgrp(std::io::stdin());
            let is_behind = in_front.is_ok_and(|group| group != getpgrp());
            if let Some(settings) = settings.as_ref().filter(|_| !is_behind) {
                // The terminal may be gone.
                let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, settings);
                // Away from the prompt.
                let _ = writeln!(std::io::stderr());
            }
            print_notice();
            // It returns only if it can't end the process.
            let _ = emulate_default_handler(signal);
        }
    });
}

/// Does nothing: on Windows closing the window and logging off reach the handler of Ctrl-C, and no other request
/// to terminate can be heard.
#[cfg(windows)]
fn clean_up_on_termination<T>(_: impl Fn() -> T + Send + 'static) {}

/// Ends engines and the process after an interrupt that was read as a key, and prints the message on
/// one.
pub(crate) fn leave() -> ! {
    let _killed = kill_all();
    exit_with_notice();
}

fn exit_with_notice() -> ! {
    print_notice();
    exit();
}

/// Prints the message on work that goes on, or else on the game that can.
fn print_notice() {
    let notice = NOTICE.lock().unwrap_or_else(PoisonError::into_inner).take();
    let record = RECORD.lock().unwrap_or_else(PoisonError::into_inner).take();
    let kept = record.map(|path| {
        let path = printable(&path.display().to_string());
        format!("The game is kept. Go on with it by: cheqqers play --resume {path}")
    });
    if let Some(notice) = notice.or(kept) {
        // Standard error may be closed.
        let _ = writeln!(std::io::stderr(), "{notice}");
    }
}

/// Ends the process with the exit status of an interrupt.
pub(crate) fn exit() -> ! {
    #[expect(clippy::exit, reason = "nothing is left to finish")]
    std::process::exit(INTERRUPTED.into());
}

/// Flag that is set when games under way are to be dropped, cheap to poll.
pub(crate) fn cancelled() -> &'static AtomicBool {
    &DROPPED
}

/// The request that the user has made by Ctrl-C.
pub(crate) fn cancellation() -> Cancellation {
    match PRESSED.load(Ordering::Relaxed) {
        0 => Cancellation::None,
        1 => Cancellation::Finish,
        _ => Cancellation::Drop,
    }
}
