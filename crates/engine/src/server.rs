//! Players of this program for others.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread;

use thiserror::Error;

use crate::command::EngineProtocol;
use crate::cqi_server::CqiServer;
use crate::hub::HubServer;
use crate::lines::{Line, LineReader};
use crate::search_thread::SearchThread;
use crate::settings::EngineSettings;

/// The longest line that is read, in bytes: the moves of the longest games stay far below it.
const MAX_LINE: u64 = 4 << 20;

/// Error of input or output that ends [`serve`].
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ServeError {
    #[error("could not read from the host")]
    Input(#[source] io::Error),
    #[error("could not write to the host")]
    Output(#[source] io::Error),
}

/// Serves players of this program to a host, until it says `quit` or its input ends.
///
/// A wrong command is answered by an `error` line and changes nothing. A player thinks on a thread of
/// its own, so commands are answered meanwhile.
///
/// # Errors
/// Returns an error if the input or the output fails.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send,
    settings: EngineSettings,
) -> Result<(), ServeError> {
    let mut lines = LineReader::new(input, MAX_LINE);
    let output = Mutex::new(output);
    thread::scope(|scope| match settings.protocol {
        EngineProtocol::Cqi => {
            let mut server = CqiServer::new(SearchThread::new(scope, &output), settings);
            let done = answer_all(&mut lines, |line| server.obey(line));
            server.stop();
            done
        }
        EngineProtocol::Hub => {
            let mut server = HubServer::new(SearchThread::new(scope, &output), settings);
            let done = answer_all(&mut lines, |line| server.obey(line));
            server.stop();
            done
        }
    })
}

/// Answers lines until one ends the session, or the input ends; empty lines are skipped.
fn answer_all(
    lines: &mut LineReader<impl BufRead>,
    mut answer: impl FnMut(Line) -> io::Result<ControlFlow<()>>,
) -> Result<(), ServeError> {
    loop {
        match lines.next().map_err(ServeError::Input)? {
            None => return Ok(()),
            Some(Ok(line)) if line.is_empty() => {}
            Some(line) => {
                if answer(line).map_err(ServeError::Output)?.is_break() {
                    return Ok(());
                }
            }
        }
    }
}
