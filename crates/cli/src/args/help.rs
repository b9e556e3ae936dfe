//! Layout of the texts behind the options of a help, and what shells complete.

use clap::{Command, ValueHint};

/// The most columns of a line of help.
const COLUMNS: usize = 80;

/// Indentation of a command that goes on.
const CONTINUED: &str = "    ";

/// Indentation of what an example is about, where that has a line of its own.
const ABOUT: &str = "      ";

/// The command with its texts laid out, and completion of files where files are meant alone.
pub(super) fn laid_out(mut command: Command) -> Command {
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(fitted(&text));
    }
    command
        .mut_args(|arg| {
            let is_known = arg.get_value_hint() != ValueHint::Unknown;
            if is_known || !arg.get_action().takes_values() {
                return arg;
            }
            arg.value_hint(ValueHint::Other)
        })
        .mut_subcommands(laid_out)
}

/// The text with no line longer than a terminal has columns: paragraphs are wrapped anew, and what an
/// example is about stands below it where it has no room beside it.
fn fitted(text: &str) -> String {
    let mut fitted = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.ends_with(':') {
            fitted.push(line.to_owned());
        } else if !line.starts_with(' ') {
            let mut paragraph = line.to_owned();
            while let Some(more) = lines.next_if(|next| !next.is_empty() && !next.starts_with(' '))
            {
                paragraph.push(' ');
                paragraph.push_str(more);
            }
            fitted.extend(wrapped("", "", words_of(&paragraph), ""));
        } else if line.starts_with(ABOUT) {
            fitted.extend(wrapped(ABOUT, ABOUT, words_of(line), ""));
        } else {
            let mut examples = vec![Example::read(line)];
            while let Some(more) = lines.next_if(|next| next.starts_with("  ")) {
                match examples.last_mut() {
                    Some(last) if more.starts_with(ABOUT) => last.go_on(more),
                    _ => examples.push(Example::read(more)),
                }
            }
            fitted.extend(laid_out_examples(&examples));
        }
    }
    fitted.join("\n")
}

/// A command and what it is about.
struct Example {
    command: String,
    about: String,
}

impl Example {
    fn read(line: &str) -> Self {
        let line = line.trim_start();
        let (command, about) = line.split_once("  ").unwrap_or((line, ""));
        Self {
            command: command.to_owned(),
            about: about.trim_start().to_owned(),
        }
    }

    fn go_on(&mut self, line: &str) {
        if !self.about.is_empty() {
            self.about.push(' ');
        }
        self.about.push_str(line.trim());
    }
}

/// The lines of examples: all with what they are about beside them where there is room, else all with it
/// below.
fn laid_out_examples(examples: &[Example]) -> Vec<String> {
    let commands = examples.iter().filter(|example| !example.about.is_empty());
    let widest = commands
        .map(|example| example.command.chars().count())
        .max();
    let column = widest.unwrap_or(0) + 2;
    let fits = |example: &Example| {
        let about = example.about.chars().count();
        let width = if about > 0 {
            column
        } else {
            example.command.chars().count()
        };
        2 + width + about <= COLUMNS
    };
    if examples.iter().all(fits) {
        let line = |Example { command, about }: &Example| {
            format!("  {command:<column$}{about}").trim_end().to_owned()
        };
        return examples.iter().map(line).collect();
    }
    let mut lines = Vec::new();
    for Example { command, about } in examples {
        // An option stays with its value.
        let words = command
            .split(" --")
            .enumerate()
            .map(|(number, word)| match number {
                0 => word.to_owned(),
                _ => format!("--{word}"),
            });
        lines.extend(wrapped("  ", CONTINUED, words, " \\"));
        lines.extend(wrapped(ABOUT, ABOUT, words_of(about), ""));
    }
    lines
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(str::to_owned)
}

/// A text in lines that begin with an indentation, and end with `broken` but for the last one.
fn wrapped(
    first: &str,
    next: &str,
    words: impl Iterator<Item = String>,
    broken: &str,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in words {
        let room = COLUMNS - broken.len();
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(line + broken);
            line = String::new();
        }
        if line.is_empty() {
            line.push_str(if lines.is_empty() { first } else { next });
        } else {
            line.push(' ');
        }
        line.push_str(&word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_and_keep_their_form() {
        let long = "word ".repeat(30);
        let command = format!("cheqqers play {}", "--option value ".repeat(6));
        let text = format!(
            "Examples:\n  cheqqers play      short\n  {command}    what it does,\n              \
             in two lines\n\n{long}\nthe end."
        );
        let fitted = super::fitted(&text);
        assert!(
            fitted.lines().all(|line| line.chars().count() <= COLUMNS),
            "{fitted}"
        );
        assert!(
            fitted.starts_with("Examples:\n  cheqqers play\n      short\n  cheqqers play --option")
        );
        let below =
            " \\\n    --option value --option value\n      what it does, in two lines\n\nword";
        assert!(fitted.contains(below), "{fitted}");
        assert!(fitted.ends_with(" the end."));
        let faults = "Faults:\n  delay=SECONDS\n        it comes late\n  html  an error";
        assert_eq!(
            super::fitted(faults),
            "Faults:\n  delay=SECONDS  it comes late\n  html           an error"
        );
        let short = "Examples:\n  cheqqers games    all\n  cheqqers games x  one\n\nA text.";
        assert_eq!(
            super::fitted(&short.replace("games    ", "games         ")),
            short
        );
    }
}
