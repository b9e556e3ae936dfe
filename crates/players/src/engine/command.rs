use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// How long a program may take for an answer without a clock, unless its name says otherwise.
const PATIENCE: Duration = Duration::from_mins(1);

/// The longest patience that can be asked for.
const MOST: Duration = Duration::from_hours(24);

/// Another program that plays, as people write it: `engine:COMMAND`, or `engine@SECONDS:COMMAND`
/// with how long it may take to start, and for a move without a clock.
///
/// The command is split into words as a shell does it, quotes and backslashes included, but no shell
/// is started.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineCommand {
    text: String,
    program: String,
    arguments: Vec<String>,
    patience: Duration,
}

/// Why a text names no other program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseEngineError {
    /// It has not the form.
    #[error("it is neither engine:COMMAND nor engine@SECONDS:COMMAND")]
    Form,
    /// There is no command.
    #[error("there is no command behind {before:?}")]
    Empty {
        /// What stands before it.
        before: String,
    },
    /// A quote is left open.
    #[error("a quote is not closed in {command:?}")]
    Quote {
        /// The command.
        command: String,
    },
    /// The time is none.
    #[error("{found:?} is no number of seconds from 0.001 to {}", MOST.as_secs())]
    Seconds {
        /// What stands there.
        found: String,
    },
}

impl EngineCommand {
    /// The command as it was written.
    pub fn command(&self) -> &str {
        &self.text
    }

    /// The program that is started.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// What it is given.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// How long it may take to start, and for a move without a clock.
    pub fn patience(&self) -> Duration {
        self.patience
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("engine")?;
        if self.patience != PATIENCE {
            write!(f, "@{}", self.patience.as_secs_f64())?;
        }
        write!(f, ":{}", self.text)
    }
}

impl FromStr for EngineCommand {
    type Err = ParseEngineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let behind = text.strip_prefix("engine").ok_or(ParseEngineError::Form)?;
        let (options, command) = behind.split_once(':').ok_or(ParseEngineError::Form)?;
        let patience = match options.strip_prefix('@') {
            Some(seconds) => read_seconds(seconds)?,
            None if options.is_empty() => PATIENCE,
            None => return Err(ParseEngineError::Form),
        };
        let words = shlex::split(command).ok_or_else(|| ParseEngineError::Quote {
            command: command.to_owned(),
        })?;
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(Self {
            text: command.to_owned(),
            program: program.ok_or_else(|| ParseEngineError::Empty {
                before: format!("engine{options}:"),
            })?,
            arguments: words.collect(),
            patience,
        })
    }
}

fn read_seconds(text: &str) -> Result<Duration, ParseEngineError> {
    let seconds: Option<f64> = text.parse().ok();
    let patience = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    patience
        .filter(|patience| (Duration::from_millis(1)..=MOST).contains(patience))
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
            ("engine@0.5:./a 'b c' \"\"", &["./a", "b c", ""], 0.5),
            (
                "engine@10:sh -c 'exec x 2>log'",
                &["sh", "-c", "exec x 2>log"],
                10.0,
            ),
        ] {
            let command: EngineCommand = text.parse().unwrap();
            assert_eq!(command.to_string(), text);
            assert_eq!(command.program(), words[0]);
            assert_eq!(command.arguments(), &words[1..]);
            assert_eq!(command.patience(), Duration::from_secs_f64(seconds));
        }
    }

    #[test]
    fn what_names_no_program_says_why() {
        for (text, reason) in [
            (
                "engine",
                "it is neither engine:COMMAND nor engine@SECONDS:COMMAND",
            ),
            (
                "engines:x",
                "it is neither engine:COMMAND nor engine@SECONDS:COMMAND",
            ),
            ("engine:", "there is no command behind \"engine:\""),
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
