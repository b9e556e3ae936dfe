//! Boards of the games in terminals.

use cheqqers_circuit::Symbols;
use cheqqers_game::show::Ink;
use cheqqers_game::show::terminal::{Labels, Style, board, legend};
use cheqqers_game::{Colour, GameExt, Turn};

use crate::{Level, Position, Rules, SIZES, Square};

fn rules(level: Level, size: u64) -> Rules {
    Rules::new(level).with_size(size).unwrap()
}

/// Plays moves that measure nothing.
fn played(start: Position, moves: &str) -> Position {
    moves.split_whitespace().fold(start, |position, text| {
        match position.play(text.parse().unwrap()).unwrap() {
            Turn::Ready(position) => position,
            Turn::Pending(_) => panic!("{text} measures"),
        }
    })
}

fn game(moves: &str) -> Position {
    played(Position::initial(rules(Level::Interference, 8)), moves)
}

fn ascii() -> Style {
    Style {
        symbols: Symbols::Ascii,
        ..Style::default()
    }
}

/// Letters for one position alone.
fn labels_of(position: &Position) -> Labels {
    let mut labels = Labels::default();
    labels.follow(position);
    labels
}

fn squares(names: &str) -> Vec<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

fn assert_drawn(text: &str, expected: &str) {
    let expected: Vec<&str> = expected.trim_matches('\n').lines().collect();
    let found: Vec<&str> = text.lines().collect();
    assert_eq!(found, expected, "\n{text}");
}

#[test]
fn the_start_has_letters_or_circles_on_dark_squares() {
    let start = Position::initial(rules(Level::Classical, 4));
    assert_drawn(
        &board(&start, &ascii()),
        "
     a    b    c    d
 4 :::::  b  :::::  b   4
   :::::     :::::
 3      :::::     ::::: 3
        :::::     :::::
 2 :::::     :::::      2
   :::::     :::::
 1   w  :::::  w  ::::: 1
        :::::     :::::
     a    b    c    d
",
    );
    let unicode = board(&start, &Style::default());
    assert_eq!(unicode.matches('○').count(), 2);
    assert_eq!(unicode.matches('●').count(), 2);
    assert_eq!(legend(&start, &ascii()), "");
}

#[test]
fn black_at_the_bottom_turns_the_board_around() {
    let start = Position::initial(rules(Level::Classical, 4));
    let style = Style {
        bottom: Colour::Black,
        ..ascii()
    };
    assert_drawn(
        &board(&start, &style),
        "
     d    c    b    a
 1 :::::  w  :::::  w   1
   :::::     :::::
 2      :::::     ::::: 2
        :::::     :::::
 3 :::::     :::::      3
   :::::     :::::
 4   b  :::::  b  ::::: 4
        :::::     :::::
     d    c    b    a
",
    );
}

#[test]
fn a_split_shows_letters_percentages_and_the_squares_of_the_move() {
    let start = Position::initial(rules(Level::Superposition, 4));
    let split = played(start, "c1^b2d2");
    let style = Style {
        marks: squares("c1 b2 d2"),
        ..ascii()
    };
    assert_drawn(
        &board(&split, &style),
        "
     a    b    c    d
 4 :::::  b  :::::  b   4
   :::::     :::::
 3      :::::     ::::: 3
        :::::     :::::
 2 :::::[w a]:::::[w a] 2
   ::::: 50% ::::: 50%
 1   w  :::::[   ]::::: 1
        :::::     :::::
     a    b    c    d
",
    );
    assert_eq!(legend(&split, &style), "a: white man on b2 50 %, d2 50 %\n");
}

#[test]
fn entangled_pieces_share_a_sign_and_a_line_of_the_legend() {
    let before = game("c3-d4 f6^e5g5");
    let style = Style {
        labels: labels_of(&before),
        ..ascii()
    };
    let position = played(before, "d4xf6");
    let text = board(&position, &style);
    let lines: Vec<&str> = text.lines().collect();
    assert_drawn(
        &lines[5..11].join("\n"),
        "
 6 :::::  b  :::::  b  ::::: w b~:::::  b   6
   :::::     :::::     ::::: 50% :::::
 5      :::::     :::::     ::::: b a~::::: 5
        :::::     :::::     ::::: 50% :::::
 4 :::::     ::::: w b~:::::     :::::      4
   :::::     ::::: 50% :::::     :::::
",
    );
    assert_eq!(
        legend(&position, &style),
        "\
a~: black man on g5 50 %, captured 50 %
b~: white man on d4 50 %, f6 50 %
~: a and b are entangled (measured together)
"
    );
}

#[test]
fn kings_are_capitals_or_crowns_and_parts_of_a_piece_may_differ() {
    let fen = "W:WK22,10:B12,K8";
    let start = Position::from_fen(rules(Level::Interference, 8), fen).unwrap();
    let text = board(&start, &ascii());
    assert_eq!(text.matches('W').count(), 1, "{text}");
    assert_eq!(text.matches('B').count(), 1, "{text}");
    let text = board(&start, &Style::default());
    assert_eq!(text.matches('♔').count(), 1, "{text}");
    assert_eq!(text.matches('♚').count(), 1, "{text}");
    let half_crowned = played(start, "d6^c7e7 h6-g5 c7-b8");
    assert_eq!(
        legend(&half_crowned, &ascii()),
        "a: white piece on e7 50 % (man), b8 50 % (king)\n"
    );
}

#[test]
fn every_size_has_lines_of_the_same_length_and_narrow_ones_where_asked() {
    for size in SIZES {
        let start = Position::initial(rules(Level::Interference, size.into()));
        for ink in [Ink::Plain, Ink::Ansi] {
            for max_width in [None, Some(6 + 4 * usize::from(size))] {
                let style = Style {
                    ink,
                    max_width,
                    ..ascii()
                };
                let text = without_escapes(&board(&start, &style));
                let square = if max_width.is_some() { 4 } else { 5 };
                let lines: Vec<&str> = text.lines().collect();
                assert_eq!(lines.len(), usize::from(size) * 2 + 2);
                let widest = lines.iter().map(|line| line.len()).max();
                let digits = size.to_string().len();
                assert_eq!(widest, Some(4 + digits + square * usize::from(size)));
            }
        }
    }
}

#[test]
fn colours_add_escape_sequences_and_nothing_else() {
    let position = game("c3-d4 f6^e5g5 d4xf6");
    let style = Style {
        ink: Ink::Ansi,
        ..ascii()
    };
    let text = board(&position, &style) + &legend(&position, &style);
    assert!(text.contains("\x1b["));
    let plain = board(&position, &ascii()) + &legend(&position, &ascii());
    let trimmed = |text: &str| -> Vec<String> {
        text.replace(':', " ")
            .lines()
            .map(|l| l.trim_end().to_owned())
            .collect()
    };
    assert_eq!(trimmed(&without_escapes(&text)), trimmed(&plain));
    // Nothing bleeds into the next line.
    for line in text.lines().filter(|line| line.contains("\x1b[")) {
        let last = line.rsplit("\x1b[").next().unwrap();
        assert!(last.starts_with("0m"), "{line:?}");
    }
}

fn without_escapes(text: &str) -> String {
    let mut plain = String::new();
    let mut pieces = text.split("\x1b[");
    plain += pieces.next().unwrap();
    for piece in pieces {
        plain += piece.split_once('m').unwrap().1;
    }
    plain
}

#[test]
fn letters_stay_with_their_pieces_from_ply_to_ply() {
    let start = Position::from_fen(rules(Level::Interference, 8), "W:W10:BK30").unwrap();
    let piece = |position: &Position, name: &str| {
        let square: Square = name.parse().unwrap();
        position.board().piece(square).0.into()
    };
    let mut labels = Labels::default();
    let position = played(start, "d6^c7e7");
    labels.follow(&position);
    let white = piece(&position, "c7");
    let position = played(position, "c1^b2d2");
    let black = piece(&position, "b2");
    labels.follow(&position);
    assert_eq!(labels.letter(white).as_deref(), Some("a"));
    assert_eq!(labels.letter(black).as_deref(), Some("b"));
    // By itself the position has Black's squares first.
    assert_eq!(labels_of(&position).letter(black).as_deref(), Some("a"));
    labels.follow(&game(""));
    assert_eq!((labels.letter(white), labels.letter(black)), (None, None));
}
