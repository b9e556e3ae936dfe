//! Commands of a game in the terminal.

use std::borrow::Cow;

use cheqqers_game::Encoding;
use cheqqers_session::{GameKind, Move};

use super::bare_move::BareMove;

/// A line of input.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// A line that begins with `#`.
    Comment,
    /// Play this move.
    Move(Move),
    /// Play the only legal move with these squares; the text says why it is no move as it stands.
    Bare(BareMove, String),
    /// Play the legal move with this number, from 1.
    Number(usize),
    /// List the legal moves, those of one place alone where it is named.
    Moves(Option<String>),
    /// Draw the circuit of the component that holds a place.
    Circuit(String, Option<Encoding>),
    /// List the amplitudes of the component that holds a place.
    State(String),
    /// Suggest a move.
    Hint,
    /// Take back so many of the last plies of the person.
    Undo(usize),
    /// Resign the game.
    Resign,
    /// Offer a draw.
    Draw,
    /// Write the record to a file.
    Save(String),
    /// Show the board.
    Board,
    /// Turn the board around.
    Flip,
    /// Show a page of the help.
    Help(HelpPage),
    /// Leave the game.
    Quit,
}

/// A page of the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HelpPage {
    /// The lines to type: moves and commands.
    Commands,
    /// The rules that are special to the game.
    Rules,
}

/// Names of all commands, for errors.
pub(super) const COMMANDS: &[&str] = &[
    "moves", "hint", "board", "flip", "circuit", "state", "undo", "draw", "resign", "save", "help",
    "quit",
];

/// The most characters of a line that an error repeats.
const MOST_REPEATED: usize = 60;

impl Command {
    /// Reads a line in a game; the error is a message.
    pub(super) fn read(line: &str, game: GameKind) -> Result<Self, String> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Self::Nothing);
        }
        if line.starts_with('#') {
            return Ok(Self::Comment);
        }
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let alone = |command: Self| match words[..] {
            [] => Ok(command),
            _ => Err(format!("`{word}` takes no arguments")),
        };
        match word.to_lowercase().as_str() {
            "moves" | "m" => match words[..] {
                [] => Ok(Self::Moves(None)),
                [place] => Ok(Self::Moves(Some(read_place(place)))),
                _ => Err("write `moves`, or `moves SQUARE` for those of one piece".into()),
            },
            "circuit" | "c" => match words[..] {
                [place] => Ok(Self::Circuit(read_place(place), None)),
                [place, encoding] => shortened(&encoding.to_lowercase())
                    .parse()
                    .map(|encoding| Self::Circuit(read_place(place), Some(encoding)))
                    .map_err(|error: cheqqers_world::ParseEncodingError| error.to_string()),
                _ => Err("write `circuit SQUARE`, or `circuit SQUARE paper|minimal`".into()),
            },
            "state" | "s" => match words[..] {
                [place] => Ok(Self::State(read_place(place))),
                _ => Err("write `state SQUARE`, a square that holds a part of a piece".into()),
            },
            "undo" | "u" => match words[..] {
                [] => Ok(Self::Undo(1)),
                [count] => match count.parse() {
                    Ok(count) if count > 0 => Ok(Self::Undo(count)),
                    _ => Err(format!(
                        "{:?} is no number of plies to take back",
                        shortened(count)
                    )),
                },
                _ => Err("write `undo`, or `undo N` for N plies".into()),
            },
            // The name is the rest of the line: it may hold blanks.
            "save" => match rest {
                "" => Err("write `save FILE`".into()),
                file => Ok(Self::Save(file.to_owned())),
            },
            "hint" => alone(Self::Hint),
            "resign" => alone(Self::Resign),
            "draw" => alone(Self::Draw),
            "board" | "b" => alone(Self::Board),
            "flip" | "f" => alone(Self::Flip),
            "help" | "h" | "?" => match words[..] {
                [] => Ok(Self::Help(HelpPage::Commands)),
                [page] if page.eq_ignore_ascii_case("rules") => Ok(Self::Help(HelpPage::Rules)),
                _ => {
                    Err("write `help`, or `help rules` for what is special about this game".into())
                }
            },
            "quit" | "q" | "exit" => alone(Self::Quit),
            number if number.bytes().all(|byte| byte.is_ascii_digit()) && words.is_empty() => {
                number
                    .parse()
                    .map(Self::Number)
                    .map_err(|_| format!("there is no move {}", shortened(number)))
            }
            unknown => read_move(line, unknown, game),
        }
    }
}

/// A place in lower case; one that is too long is cut, so that no place has its name.
fn read_place(word: &str) -> String {
    shortened(&word.to_lowercase()).into_owned()
}

/// The part of a text that an error repeats; no shortened text is a move or a place.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_REPEATED) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]).into(),
    }
}

fn read_move(line: &str, word: &str, game: GameKind) -> Result<Command, String> {
    if line.contains('{') || line.contains(".m") {
        return Err("outcomes can't be chosen in a game: write the move alone".into());
    }
    let read = |text: &str| game.read_move(text, Vec::new());
    read(line).map(Command::Move).or_else(|error| {
        let shorter = || read(&shortened(line)).err().unwrap_or(error);
        if let Some(bare) = BareMove::read(line) {
            return Ok(Command::Bare(bare, shorter().to_string()));
        }
        // Moves have digits and signs in them.
        Err(if word.chars().all(char::is_alphabetic) {
            let known = COMMANDS.join(", ");
            let word = shortened(word);
            format!("there is no command {word:?}, the commands are: {known}, or a move")
        } else {
            shorter().to_string()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        let game = GameKind::all().next().expect("there are games");
        Command::read(line, game)
    }

    #[test]
    fn commands_take_what_belongs_to_them() {
        for (line, command) in [
            ("", Command::Nothing),
            ("  # a remark", Command::Comment),
            ("12", Command::Number(12)),
            ("moves", Command::Moves(None)),
            ("Moves C3", Command::Moves(Some("c3".into()))),
            ("circuit d4", Command::Circuit("d4".into(), None)),
            (
                "c d4 Paper",
                Command::Circuit("d4".into(), Some(Encoding::Paper)),
            ),
            ("state d4", Command::State("d4".into())),
            ("undo", Command::Undo(1)),
            ("undo 3", Command::Undo(3)),
            ("save my game.jsonl", Command::Save("my game.jsonl".into())),
            ("help", Command::Help(HelpPage::Commands)),
            ("? Rules", Command::Help(HelpPage::Rules)),
            ("QUIT", Command::Quit),
        ] {
            assert_eq!(read(line), Ok(command), "{line}");
        }
        for line in [
            "undo 0",
            "undo many",
            "save",
            "state",
            "circuit",
            "circuit d4 short",
            "quit now",
            "moves c3 d4",
            "help me",
            "99999999999999999999999",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn moves_are_read_in_every_form_but_outcomes_are_not_chosen() {
        for line in [
            "c3-d4",
            "C3 - d4",
            "c3->d4",
            "c3^d4b4",
            "c3 ^ b4, d4",
            "d4:f6",
        ] {
            assert!(matches!(read(line), Ok(Command::Move(_))), "{line}");
        }
        for line in ["d4xf6{f6}", "d4xf6 {}", "d4xf6.m1"] {
            assert!(read(line).unwrap_err().contains("outcomes"), "{line}");
        }
    }

    #[test]
    fn squares_without_signs_are_kept_for_the_position_to_tell() {
        for line in ["c3d4", "C3 D4", "c3 b4 d4", "c3, d4", "c3"] {
            let Ok(Command::Bare(_, reason)) = read(line) else {
                panic!("{line}: {:?}", read(line));
            };
            assert!(reason.contains("is no move"), "{reason}");
        }
        // A command comes first.
        let circuit = Command::Circuit("d4".into(), None);
        assert_eq!(read("c d4"), Ok(circuit));
    }

    #[test]
    fn what_is_mistyped_is_told_apart() {
        assert!(read("sve x").unwrap_err().contains("no command \"sve\""));
        assert!(read("c3 is").unwrap_err().contains("is no move"));
        assert!(read("c3-d5").unwrap_err().contains("light square"));
    }

    #[test]
    fn long_lines_are_not_said_back_in_full() {
        let long = "9".repeat(4000);
        for line in [
            long.clone(),
            format!("a{long}"),
            format!("a1-{long}"),
            "é".repeat(4000),
            format!("undo {long}"),
            format!("circuit d4 {long}"),
        ] {
            let reason = read(&line).unwrap_err();
            assert!(reason.len() < 300 && reason.contains("..."), "{reason}");
        }
        let Ok(Command::State(place)) = read(&format!("state {long}")) else {
            panic!("a place may be anything");
        };
        assert_eq!(place.len(), MOST_REPEATED + 3);
        let spaced = format!("c3{}-d4", " ".repeat(100));
        assert!(matches!(read(&spaced), Ok(Command::Move(_))));
    }
}
