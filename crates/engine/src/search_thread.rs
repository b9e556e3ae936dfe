use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use thiserror::Error;

/// Game of an engine, and the thread on which a move of it is chosen, so that the host is heard meanwhile.
pub(crate) struct SearchThread<'scope, 'env, W, G> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'scope Mutex<W>,
    state: State<'scope, G>,
}

/// State of the game.
enum State<'scope, G> {
    /// No move is being chosen; the game, if one was begun.
    Idle(Option<G>),
    /// A thread has the game, and chooses a move.
    Thinking {
        thread: ScopedJoinHandle<'scope, G>,
        stop: Arc<AtomicBool>,
        /// Set before the move is written.
        answered: Arc<AtomicBool>,
    },
}

/// Error of using a game of which a move is being chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a move is being chosen: say 'stop' and wait for it")]
pub(crate) struct Thinking;

impl<'scope, 'env, W, G> SearchThread<'scope, 'env, W, G>
where
    W: Write + Send,
    G: Send + 'scope,
{
    /// No game, for which threads are started in a scope, and answers go to an output.
    pub(crate) fn new(scope: &'scope Scope<'scope, 'env>, output: &'scope Mutex<W>) -> Self {
        Self {
            scope,
            output,
            state: State::Idle(None),
        }
    }

    /// The game, unless a move is being chosen.
    pub(crate) fn idle(&mut self) -> Result<&mut Option<G>, Thinking> {
        if let State::Thinking { answered, .. } = &self.state {
            if !answered.load(Ordering::Acquire) {
                return Err(Thinking);
            }
            // The move is written, so the thread is about to end.
            if let State::Thinking { thread, .. } =
                std::mem::replace(&mut self.state, State::Idle(None))
            {
                match thread.join() {
                    Ok(game) => self.state = State::Idle(Some(game)),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        }
        match &mut self.state {
            State::Idle(game) => Ok(game),
            State::Thinking { .. } => Err(Thinking),
        }
    }

    /// Starts a thread that chooses a move and writes these lines. Nothing happens without a game, or while a move is
    /// being chosen.
    ///
    /// # Errors
    /// Returns an error if the machine starts no thread.
    pub(crate) fn think<L: Display>(
        &mut self,
        choose: impl FnOnce(&mut G, &AtomicBool) -> Vec<L> + Send + 'scope,
    ) -> io::Result<()> {
        let Ok(Some(mut game)) = self.idle().map(Option::take) else {
            return Ok(());
        };
        let stop = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicBool::new(false));
        let output = self.output;
        let (stopped, done) = (Arc::clone(&stop), Arc::clone(&answered));
        let thread = thread::Builder::new().spawn_scoped(self.scope, move || {
            let lines = choose(&mut game, &stopped);
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            done.store(true, Ordering::Release);
            // A host that reads no more closes the input as well, or the next line fails.
            let _ = write(&mut *output, &lines);
            drop(output);
            game
        })?;
        self.state = State::Thinking {
            thread,
            stop,
            answered,
        };
        Ok(())
    }

    /// Tells a thinking player to move at once.
    pub(crate) fn stop(&self) {
        if let State::Thinking { stop, .. } = &self.state {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Writes lines in one go.
    ///
    /// # Errors
    /// Returns an error if the output fails.
    pub(crate) fn reply(&self, lines: &[impl Display]) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        write(&mut *output, lines)
    }
}

fn write(output: &mut impl Write, lines: &[impl Display]) -> io::Result<()> {
    let mut text = Vec::new();
    for line in lines {
        writeln!(text, "{line}")?;
    }
    output.write_all(&text)?;
    output.flush()
}
