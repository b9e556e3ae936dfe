use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A line of Hub: a command and its arguments.
///
/// An argument is `name=value`, its value in double quotes where it has blanks, or a flag, whose value is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HubLine {
    /// The first word.
    pub command: String,
    /// Names and values, in their order.
    pub arguments: Vec<(String, String)>,
}

/// A line of Hub in which a quote is not closed, or opens within a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("quotes stand around whole values")]
pub struct ParseHubLineError;

impl HubLine {
    /// A command without arguments.
    pub fn new(command: &str) -> Self {
        Self {
            command: command.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// The line with one more argument. Quotes and control characters of the value are replaced.
    #[must_use]
    pub fn with(mut self, name: &str, value: &(impl ToString + ?Sized)) -> Self {
        let value = value.to_string().replace(char::is_control, " ");
        let value = value.replace('"', "'");
        self.arguments.push((name.to_owned(), value));
        self
    }

    /// The line with one more flag.
    #[must_use]
    pub fn with_flag(self, name: &str) -> Self {
        self.with(name, "")
    }

    /// An answer that something went wrong.
    pub(crate) fn error(message: &impl ToString) -> Self {
        Self::new("error").with("message", message)
    }

    /// The value of an argument; empty for a flag.
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut all = self.arguments.iter();
        all.find(|(found, _)| found == name)
            .map(|(_, value)| &**value)
    }
}

impl fmt::Display for HubLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        self.arguments.iter().try_for_each(|(name, value)| {
            if value.is_empty() {
                write!(f, " {name}")
            } else if value.contains(|c: char| c.is_whitespace() || c == '=') {
                write!(f, " {name}=\"{value}\"")
            } else {
                write!(f, " {name}={value}")
            }
        })
    }
}

impl FromStr for HubLine {
    type Err = ParseHubLineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.replace(char::is_control, " ");
        let (command, mut rest) = split(text.trim_start(), char::is_whitespace);
        let mut line = Self::new(command);
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(line);
            }
            let (name, behind) = split(rest, |c| c.is_whitespace() || c == '=');
            let (value, behind) = match behind.strip_prefix('=') {
                None => ("", behind),
                Some(behind) => match behind.strip_prefix('"') {
                    Some(behind) => behind.split_once('"').ok_or(ParseHubLineError)?,
                    None => split(behind, char::is_whitespace),
                },
            };
            let is_whole = behind.is_empty() || behind.starts_with(char::is_whitespace);
            if !is_whole || name.contains('"') || value.contains('"') {
                return Err(ParseHubLineError);
            }
            line.arguments.push((name.to_owned(), value.to_owned()));
            rest = behind;
        }
    }
}

/// Splits a text before the first character of a kind.
fn split(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        for text in [
            "hub",
            "go think",
            "id name=Cheqqers version=0.1.0",
            "pos pos=Wee moves=\"35-30 19-23\"",
            "level move-time=0.1",
            "error message=\"a=b\"",
        ] {
            let line: HubLine = text.parse().unwrap();
            assert_eq!(line.to_string(), text);
        }
        let line: HubLine = "  info\tdepth=3  pv=\"32-28 19-23\" x=\"\""
            .parse()
            .unwrap();
        assert_eq!(line.command, "info");
        let values = ["depth", "pv", "x", "y"].map(|name| line.value(name));
        assert_eq!(values, [Some("3"), Some("32-28 19-23"), Some(""), None]);
        assert_eq!(
            HubLine::error(&"no \"x\"\nhere").to_string(),
            "error message=\"no 'x' here\""
        );
    }

    #[test]
    fn quotes_that_stand_elsewhere_are_refused() {
        for text in ["a b=\"c", "a b=c\"d\"", "a b=\"c\"d", "a \"b\""] {
            assert_eq!(text.parse::<HubLine>(), Err(ParseHubLineError), "{text}");
        }
    }
}
