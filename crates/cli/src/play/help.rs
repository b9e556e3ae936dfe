//! The list of moves and commands.

use cheqqers_session::GameEntry;

use super::bare_move::{BareMove, plain};
use super::console::{Editing, wrapped_under};

/// Columns of the help: as many as there are, up to this.
const WIDTH: usize = 80;

/// Lines of the help that a small terminal shows above the prompt.
const HEIGHT: usize = 23;

/// Column of the meanings, behind the forms.
const COLUMN: usize = 19;

/// The answer to `help`, for this many columns: moves, commands and the rules, the last on a page of
/// their own where they don't fit.
pub(super) fn help(game: &GameEntry, width: Option<usize>, editing: Editing) -> String {
    let columns = width.unwrap_or(WIDTH).min(WIDTH);
    let row = |form: &str, meaning: &str| row(form, meaning, columns);
    let mut text = String::from("Moves\n");
    let mut bare = game.moves.iter().map(|(form, _)| plain(form));
    let bare = bare.find(|plain| BareMove::read(plain).is_some_and(|it| it.with_sign().is_some()));
    for (form, meaning) in game.moves {
        text += &row(form, meaning);
    }
    text += &match bare {
        Some(bare) => row(
            &format!("{bare}, 7"),
            "squares alone if one legal move fits; its number in `moves`",
        ),
        None => row("7", "the move with this number in the list of `moves`"),
    };
    text += "Commands\n";
    for (form, meaning) in COMMANDS {
        text += &row(form, meaning);
    }
    if editing == Editing::Keys {
        text += &row("Tab, arrows", "complete a line; bring back earlier ones");
    }
    let rules = rules(game, width);
    if text.lines().count() + rules.lines().count() <= HEIGHT {
        text + &rules
    } else {
        text + &row("help rules", "what is special about this game")
    }
}

/// The answer to `help rules`.
pub(super) fn help_rules(game: &GameEntry, width: Option<usize>) -> String {
    let rules = rules(game, width);
    if rules.is_empty() {
        return "'help' has all the moves of this game.\n".into();
    }
    rules
}

/// The rules that are special to a game; empty if there are none.
fn rules(game: &GameEntry, width: Option<usize>) -> String {
    let advice: Vec<&str> = game.advice.split_whitespace().collect();
    if advice.is_empty() {
        return String::new();
    }
    let width = width.unwrap_or(WIDTH).min(WIDTH);
    wrapped_under(&advice.join(" "), Some(width), 0) + "\n"
}

/// Forms of commands and their meanings.
const COMMANDS: [(&str, &str); 7] = [
    (
        "moves [SQUARE]",
        "the legal moves, numbered; those of one square alone",
    ),
    ("hint", "a suggestion, and the probabilities of captures"),
    ("board, flip", "the board again; the same turned around"),
    (
        "circuit, state",
        "with a SQUARE: the circuit that measures it; its amplitudes",
    ),
    (
        "undo [N]",
        "take back your last ply, or N; not past a measurement",
    ),
    ("draw, resign", "end the game"),
    (
        "save FILE, quit",
        "write the game to a file; leave the game",
    ),
];

/// A form and its meaning, which continues below itself.
fn row(form: &str, meaning: &str, width: usize) -> String {
    let length = COLUMN - 4;
    wrapped_row(&format!("  {form:<length$}  "), meaning, width)
}

fn wrapped_row(head: &str, meaning: &str, width: usize) -> String {
    // Blanks would be lost if the head were wrapped too.
    let room = width.saturating_sub(COLUMN).max(1);
    let indent = " ".repeat(COLUMN);
    let meaning = wrapped_under(meaning, Some(room), 0).replace('\n', &format!("\n{indent}"));
    format!("{head}{meaning}\n")
}

#[cfg(test)]
mod tests {
    use cheqqers_session::KNOWN;

    use super::*;

    /// The help of a game for some columns.
    fn help_of(game: &GameEntry, width: usize) -> String {
        let text = help(game, Some(width), Editing::Keys);
        let rules = rules(game, Some(width));
        assert!(
            text.ends_with(&rules) || text.contains("\n  help rules "),
            "{text}"
        );
        text
    }

    #[test]
    fn the_help_of_every_game_fits_its_columns_and_is_aligned() {
        for game in KNOWN {
            for width in [80, 60] {
                let text = help_of(game, width);
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "{line:?}");
                    let is_row = line.starts_with(' ');
                    let before = line.chars().nth(COLUMN - 1);
                    let at = line.chars().nth(COLUMN);
                    let is_aligned = before == Some(' ') && at.is_some_and(|c| c != ' ');
                    assert!(!is_row || is_aligned, "{line:?}");
                }
                assert!(text.contains("\n  save FILE, quit  write"), "{text}");
                // The prompt stands below.
                assert!(width < 80 || text.lines().count() < 24, "{text}");
            }
        }
    }
}
