use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// Time for an answer without a clock, unless the command says otherwise.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The same for a program that is told it.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// The longest timeout that can be asked for.
const MAX_TIMEOUT: Duration = Duration::from_hours(24);

/// Protocol by which programs play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineProtocol {
    /// CQI, the [protocol](crate::protocol) for all games.
    Cqi,
    /// [Hub](crate::hub), that of programs for international draughts.
    Hub,
}

impl EngineProtocol {
    /// All there are.
    pub const ALL: [Self; 2] = [Self::Cqi, Self::Hub];

    /// Time for a move without a clock, unless the command says otherwise.
    fn usual_time(self) -> Duration {
        match self {
            Self::Cqi => TIMEOUT,
            Self::Hub => MOVE_TIME,
        }
    }

    /// The word before the command line of a program that speaks it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cqi => "engine",
            Self::Hub => "hub",
        }
    }
}

/// A program that plays: `engine:COMMAND`, or `hub:COMMAND` for one that speaks Hub; with a time for each move,
/// `engine@SECONDS:COMMAND`.
///
/// The command is split into words as by a shell, quotes and backslashes included, but no shell is
/// started.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineCommand {
    protocol: EngineProtocol,
    text: String,
    executable: String,
    arguments: Vec<String>,
    time: Duration,
}

/// Error of reading an [`EngineCommand`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParseEngineError {
    #[error(
        "it is neither engine:COMMAND nor hub:COMMAND, nor one of them with a time, engine@SECONDS:COMMAND"
    )]
    Form,
    #[error("there is no command behind {before:?}")]
    Empty { before: String },
    #[error("a quote is not closed in {command:?}")]
    Quote { command: String },
    #[error("{found:?} is no number of seconds from 0.001 to {}", MAX_TIMEOUT.as_secs())]
    Seconds { found: String },
}

impl EngineCommand {
    /// Protocol that the program speaks.
    pub fn protocol(&self) -> EngineProtocol {
        self.protocol
    }

    /// The command line, as it was written.
    pub fn command(&self) -> &str {
        &self.text
    }

    /// Executable, the first word of the command line.
    pub fn executable(&self) -> &str {
        &self.executable
    }

    /// Arguments of the executable.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// Time for a move without a clock: the most that it may take, or with Hub what it is told.
    pub fn move_time(&self) -> Duration {
        self.time
    }

    /// Time that it may take to start.
    pub fn start_time(&self) -> Duration {
        match self.protocol {
            EngineProtocol::Cqi => self.time,
            EngineProtocol::Hub => TIMEOUT,
        }
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.protocol.word())?;
        if self.time != self.protocol.usual_time() {
            write!(f, "@{}", self.time.as_secs_f64())?;
        }
        write!(f, ":{}", self.text)
    }
}

impl FromStr for EngineCommand {
    type Err = ParseEngineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (before, command) = text.split_once(':').ok_or(ParseEngineError::Form)?;
        let spoken = EngineProtocol::ALL
            .into_iter()
            .find_map(|protocol| Some((protocol, before.strip_prefix(protocol.word())?)));
        let (protocol, options) = spoken.ok_or(ParseEngineError::Form)?;
        let time = match options.strip_prefix('@') {
            Some(seconds) => read_seconds(seconds)?,
            None if options.is_empty() => protocol.usual_time(),
            None => return Err(ParseEngineError::Form),
        };
        let words = shlex::split(command).ok_or_else(|| ParseEngineError::Quote {
            command: command.to_owned(),
        })?;
        let mut words = words.into_iter();
        let executable = words.next().filter(|word| !word.is_empty());
        Ok(Self {
            protocol,
            text: command.to_owned(),
            executable: executable.ok_or_else(|| ParseEngineError::Empty {
                before: format!("{before}:"),
            })?,
            arguments: words.collect(),
            time,
        })
    }
}

fn read_seconds(text: &str) -> Result<Duration, ParseEngineError> {
    let seconds: Option<f64> = text.parse().ok();
    let timeout = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    timeout
        .filter(|timeout| (Duration::from_millis(1)..=MAX_TIMEOUT).contains(timeout))
        .ok_or_else(|| ParseEngineError::Seconds {
            found: text.to_owned(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_round_trip_and_are_split_as_a_shell_does() {
        for (text, words, seconds) in [
            ("engine:cheqqers engine", &["cheqqers", "engine"][..], 60.0),
            ("hub:./draughts hub", &["./draughts", "hub"], 1.0),
            ("engine@0.5:./a 'b c' \"\"", &["./a", "b c", ""], 0.5),
            (
                "engine@10:sh -c 'exec x 2>log'",
                &["sh", "-c", "exec x 2>log"],
                10.0,
            ),
        ] {
            let command: EngineCommand = text.parse().unwrap();
            assert_eq!(command.to_string(), text);
            assert_eq!(command.executable(), words[0]);
            assert_eq!(command.arguments(), &words[1..]);
            assert_eq!(command.move_time(), Duration::from_secs_f64(seconds));
        }
    }

    const FORM: &str = "it is neither engine:COMMAND nor hub:COMMAND, nor one of them with a time, engine@SECONDS:COMMAND";

    #[test]
    fn what_names_no_program_says_why() {
        for (text, reason) in [
            ("engine", FORM),
            ("engines:x", FORM),
            ("hub", FORM),
            ("hub5:x", FORM),
            ("engine:", "there is no command behind \"engine:\""),
            ("hub@5:", "there is no command behind \"hub@5:\""),
            ("engine@5: ''", "there is no command behind \"engine@5:\""),
            ("engine:a 'b", "a quote is not closed in \"a 'b\""),
            (
                "engine@0:x",
                "\"0\" is no number of seconds from 0.001 to 86400",
            ),
            (
                "engine@nan:x",
                "\"nan\" is no number of seconds from 0.001 to 86400",
            ),
            (
                "engine@-1:x",
                "\"-1\" is no number of seconds from 0.001 to 86400",
            ),
        ] {
            let error = text.parse::<EngineCommand>().unwrap_err();
            assert_eq!(error.to_string(), reason, "{text}");
        }
    }
}
