//! The list of moves and commands.

use cheqqers_game::show::Show;

use super::bare_move::{BareMove, plain};
use super::console::wrapped_under;

/// Columns of the help: as many as there are, up to this.
const WIDTH: usize = 80;

/// Column of the meanings, behind the forms.
const COLUMN: usize = 18;

/// The answer to `help`, for this many columns. `edits`: lines are completed and remembered.
pub(super) fn help<G: Show>(width: Option<usize>, edits: bool) -> String {
    let width = width.unwrap_or(WIDTH).min(WIDTH);
    let mut text = String::from("Moves\n");
    let forms = forms(G::MOVES);
    let mut bare = forms.iter().map(|(form, _)| plain(form));
    let bare = bare.find(|plain| BareMove::read(plain).is_some_and(|it| it.with_sign().is_some()));
    for (form, meaning) in forms {
        text += &row(form, meaning, width);
    }
    if let Some(bare) = bare {
        text += &row(
            &bare,
            "the squares alone, where one legal move has them",
            width,
        );
    }
    text += &row(
        "7",
        "the move with this number in the list of `moves`",
        width,
    );
    text += "Commands\n";
    for (form, meaning) in COMMANDS {
        text += &row(form, meaning, width);
    }
    if edits {
        text += &row(
            "Tab, arrows",
            "complete a line; bring back earlier ones",
            width,
        );
    }
    let advice: Vec<&str> = G::ADVICE.split_whitespace().collect();
    if !advice.is_empty() {
        text += &wrapped_under(&advice.join(" "), Some(width), 0);
        text.push('\n');
    }
    text
}

/// Forms of commands and their meanings.
const COMMANDS: [(&str, &str); 9] = [
    (
        "moves [SQUARE]",
        "the legal moves, numbered; those of one square alone",
    ),
    ("hint", "a suggestion, and the probabilities of captures"),
    ("board, flip", "the board again; the same turned around"),
    (
        "circuit SQUARE",
        "circuit that measures this square (then `paper`, `minimal`)",
    ),
    ("state SQUARE", "the amplitudes of the same"),
    (
        "undo [N]",
        "take back your last ply, or N; not past a measurement",
    ),
    ("draw, resign", "end the game"),
    ("save FILE", "write the game to a file"),
    ("quit", "leave; a recorded game can be resumed"),
];

/// The forms of moves and their meanings, of lines with one or two of each: blanks stand between.
fn forms(moves: &str) -> Vec<(&str, &str)> {
    let cells = moves.lines().flat_map(|line| {
        let cells = line.split("  ").map(str::trim);
        cells.filter(|cell| !cell.is_empty())
    });
    let cells: Vec<&str> = cells.collect();
    let (pairs, _) = cells.as_chunks();
    pairs
        .iter()
        .map(|&[form, meaning]| (form, meaning))
        .collect()
}

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
    use cheqqers_session::{GameVisitor, KNOWN, UnknownGame, with_game};

    use super::*;

    /// The help of a game for some columns.
    struct HelpOf(usize);

    impl GameVisitor for HelpOf {
        type Done = String;
        type Error = UnknownGame;

        fn with<G: Show>(self) -> Result<String, UnknownGame> {
            for line in G::MOVES.lines() {
                let cells = line.split("  ").filter(|cell| !cell.trim().is_empty());
                assert!(matches!(cells.count(), 2 | 4), "{line:?}");
            }
            Ok(help::<G>(Some(self.0), true))
        }
    }

    #[test]
    fn the_help_of_every_game_fits_its_columns_and_is_aligned() {
        for game in KNOWN {
            for width in [80, 60] {
                let text = with_game(game.name, HelpOf(width)).unwrap();
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "{line:?}");
                    let is_row = line.starts_with(' ');
                    let before = line.chars().nth(COLUMN - 1);
                    let at = line.chars().nth(COLUMN);
                    let is_aligned = before == Some(' ') && at.is_some_and(|c| c != ' ');
                    assert!(!is_row || is_aligned, "{line:?}");
                }
                assert!(text.contains("\n  save FILE       write"), "{text}");
            }
        }
    }

    #[test]
    fn forms_and_meanings_are_told_apart() {
        let pairs = forms("  c3-d4   step   c3^b4d4   split a piece\n  pass      no more\n");
        assert_eq!(
            pairs,
            [
                ("c3-d4", "step"),
                ("c3^b4d4", "split a piece"),
                ("pass", "no more")
            ]
        );
    }
}
