use cheqqers_game::record::Measured;
use cheqqers_game::replay::bits_of;
use cheqqers_game::{Colour, Game, Pending, Turn};

use super::*;
use crate::{Level, Move, Position, Rules, SIZES, Square};

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

fn squares(names: &str) -> Squares {
    let square = |name: &str| -> Square { name.parse().unwrap() };
    names.split_whitespace().map(square).collect()
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
        position.board().piece(square)
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

#[test]
fn the_letters_go_on_behind_z() {
    let letters = [0, 25, 26, 51, 52].map(labels::letter);
    assert_eq!(letters, ["a", "z", "aa", "az", "ba"]);
}

/// A move told before and after, its measurements answered in order by the first outcome in which
/// exactly these squares are occupied.
fn told(position: &Position, text: &str, answers: &[&str]) -> Vec<String> {
    let mv: Move = text.parse().unwrap();
    let turn = position.clone().play(mv).unwrap();
    let mut measured = Vec::new();
    let after = turn.finish(|pending| {
        let answer = answers[measured.len()];
        let occupied: Vec<String> = answer.split_whitespace().map(str::to_owned).collect();
        let bits = bits_of(pending, &pending.slots(), &occupied);
        measured.push(entry(pending, occupied));
        bits
    });
    ply_in_words(position, mv, &measured, &after.unwrap())
}

fn entry(pending: &Pending<Position>, occupied: Vec<String>) -> Measured {
    let name = |&slot| pending.position().slot_name(slot);
    Measured {
        squares: pending.slots().iter().map(name).collect(),
        occupied,
        backend: "test".into(),
        more: serde_json::Map::new(),
    }
}

#[test]
fn moves_that_measure_nothing_are_told_in_a_sentence_or_two() {
    let start = game("");
    assert_eq!(told(&start, "c3-d4", &[]), ["White moves c3 to d4."]);
    assert_eq!(
        told(&start, "c3^b4d4", &[]),
        ["White splits c3 over b4 and d4."]
    );
    let split = game("c3^b4d4 b6-a5");
    assert_eq!(
        told(&split, "d4-c5", &[]),
        ["White moves the part on d4 to c5."]
    );
    assert_eq!(
        told(&split, "b4d4^c5", &[]),
        [
            "White merges the parts on b4 and d4 on c5.",
            "It is one whole piece on c5 again."
        ]
    );
    assert_eq!(
        told(&game("c3-d4 f6^e5g5"), "d4xf6", &[]),
        [
            "White captures from d4 over e5 onto f6.",
            "Nothing is measured: the two pieces are entangled now.",
            "With 50 % the black man was on e5 and is captured, with 50 % the capturer is still \
             on d4."
        ]
    );
}

#[test]
fn interference_is_told_as_what_is_left_where() {
    let start = Position::from_fen(rules(Level::Interference, 8), "W:W22:B12").unwrap();
    let split = played(start, "c3^b4d4 h6-g5 d4^c5e5 g5-h4 b4-a5 h4-g3");
    assert_eq!(
        told(&split, "a5c5^b6", &[]).last().unwrap(),
        "On b6 it is there with 72.86 % now, on c5 with 2.14 %."
    );
}

#[test]
fn a_measurement_is_told_with_its_chance_and_what_else_it_found() {
    let level_1 = Position::initial(rules(Level::Superposition, 8));
    let position = played(level_1, "c3-d4 f6^e5g5");
    assert_eq!(
        told(&position, "d4xf6", &["e5"]),
        [
            "White tries to capture from d4 over e5 onto f6.",
            "The black man on e5 was measured: it was there (50 %).",
            "Captured: the black man on e5. The capturer is on f6."
        ]
    );
    assert_eq!(
        told(&position, "d4xf6", &["g5"]),
        [
            "White tries to capture from d4 over e5 onto f6.",
            "The black man on e5 was measured: it was not there (50 %).",
            "The black man is on g5.",
            "Nothing is captured, the turn passes."
        ]
    );
}

#[test]
fn a_piece_found_nowhere_is_said_to_have_been_captured() {
    let entangled = game("c3-d4 f6^e5g5 d4xf6");
    assert_eq!(
        told(&entangled, "g7xe5", &["f6"]),
        [
            "Black tries to capture from g7 over f6 onto e5.",
            "The white man on f6 was measured: it was there (50 %).",
            "The black man of g5 was found nowhere: it had been captured.",
            "Captured: the white man on f6. The capturer is on e5."
        ]
    );
}

/// What a capture's chance is by playing every outcome.
fn success(turn: Turn<Position>) -> f64 {
    match turn {
        Turn::Ready(position) => f64::from(u8::from(!position.captured().is_empty())),
        Turn::Pending(pending) => pending
            .outcomes()
            .map(|(bits, p)| p * success(pending.clone().resolve(&bits).unwrap()))
            .sum(),
    }
}

#[test]
fn the_chance_of_a_capture_is_that_of_all_its_outcomes() {
    let mut seen = 0;
    for level in Level::ALL {
        let mut position = Position::initial(rules(level, 6));
        // Every game is played out by always taking a move that moves along with the plies.
        for ply in 0..60 {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            if legal.is_empty() {
                break;
            }
            for &mv in &legal {
                let turn = position.clone().play_unchecked(mv);
                if let Some(Prospect::Measures { success: p, .. }) = Prospect::of(&position, mv) {
                    assert!((p - success(turn)).abs() < 1e-9, "{mv}");
                    seen += 1;
                } else {
                    assert!(matches!(turn, Turn::Ready(_)), "{mv}");
                }
            }
            let turn = position.play_unchecked(legal[ply * 7 % legal.len()]);
            let last = |pending: &Pending<Position>| pending.outcomes().last().map(|last| last.0);
            position = turn.finish(|pending| last(pending).ok_or(())).unwrap();
        }
    }
    assert!(seen > 0);
}

#[test]
fn the_status_says_what_must_be_done_and_how_it_ended() {
    assert_eq!(status(&game("")), "white to move");
    assert_eq!(
        status(&game("c3-d4 f6^e5g5")),
        "white to move and must capture"
    );
    let rules = rules(Level::Classical, 8).with_draw_after(Some(3)).unwrap();
    let start = Position::from_fen(rules, "W:WK22:BK1").unwrap();
    assert_eq!(
        status(&start),
        "white to move; a draw in 3 plies without a capture"
    );
    let drawn = played(start, "c3-d4 b8-a7 d4-e5");
    assert_eq!(status(&drawn), "a draw: 3 plies without a capture");
    let won = Position::from_fen(rules, "B:WK22:B").unwrap();
    assert_eq!(status(&won), "white has won: black has no pieces left");
    let chain = Position::from_fen(rules, "W:W22:B18,10").unwrap();
    assert_eq!(
        status(&played(chain, "c3xe5")),
        "white must go on capturing with the piece on e5; a draw in 3 plies without a capture"
    );
}
