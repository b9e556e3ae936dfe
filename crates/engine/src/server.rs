//! Players of this program for others.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread;

use thiserror::Error;

use crate::command::EngineProtocol;
use crate::cqi_server::CqiServer;
use crate::hub::HubServer;
use crate::lines::LineReader;
use crate::protocol_server::{NotObeyed, ProtocolServer};
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
            let search = SearchThread::new(scope, &output);
            serve_by(&mut lines, CqiServer::new(search, settings))
        }
        EngineProtocol::Hub => {
            let search = SearchThread::new(scope, &output);
            serve_by(&mut lines, HubServer::new(search, settings))
        }
    })
}

fn serve_by(
    lines: &mut LineReader<impl BufRead>,
    mut server: impl ProtocolServer,
) -> Result<(), ServeError> {
    let done = obey_all(lines, &mut server);
    server.stop();
    done
}

/// Obeys lines until one ends the session, or the input ends; empty lines are skipped.
fn obey_all(
    lines: &mut LineReader<impl BufRead>,
    server: &mut impl ProtocolServer,
) -> Result<(), ServeError> {
    while let Some(line) = lines.next().map_err(ServeError::Input)? {
        let obeyed = match line {
            Ok(line) if line.is_empty() => continue,
            Ok(line) => server.obey(&line),
            Err(error) => Err(NotObeyed::Refused(error.to_string())),
        };
        let answered = match obeyed {
            Ok(ControlFlow::Break(())) => return Ok(()),
            Ok(ControlFlow::Continue(())) => Ok(()),
            Err(NotObeyed::Refused(reason)) => server.refuse(&reason),
            Err(NotObeyed::Output(error)) => Err(error),
        };
        answered.map_err(ServeError::Output)?;
    }
    Ok(())
}
