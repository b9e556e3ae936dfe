//! Texts about moves, before and after.

use cheqqers_game::replay::{OutcomeReason, bits_of};
use cheqqers_game::show::{Show, describe_ply};
use cheqqers_game::{CompletedPly, Game, GameExt, Measurement, Pending, StartedPly, Turn};

use super::*;
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

/// A move told before and after, its measurements answered in order by the first outcome in which
/// exactly these squares are occupied.
fn told(position: &Position, text: &str, answers: &[&str]) -> Vec<String> {
    let mv: Move = text.parse().unwrap();
    let mut answers = answers.iter();
    let completed = StartedPly::new(position, mv).unwrap().complete(|pending| {
        let answer = answers.next().unwrap();
        let occupied: Vec<String> = answer.split_whitespace().map(str::to_owned).collect();
        let bits = bits_of(pending, &pending.slots(), &occupied)?;
        Ok::<_, OutcomeReason>(Measurement::new(pending, bits, "test"))
    });
    let CompletedPly {
        ply,
        position: after,
    } = completed.unwrap();
    describe_ply(position, &ply, &after)
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
        "Now it is on b6 with 72.86 % and on c5 with 2.14 %."
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
            "The black man on e5 was measured: it was there (50 %), not on g5.",
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
fn a_piece_found_nowhere_is_said_to_leave_the_board() {
    let entangled = game("c3-d4 f6^e5g5 d4xf6");
    assert_eq!(
        told(&entangled, "g7xe5", &["f6"]),
        [
            "Black tries to capture from g7 over f6 onto e5.",
            "The white man on f6 was measured: it was there (50 %), not on d4.",
            "The black man on g5 leaves the board.",
            "Captured: the white man on f6. The capturer is on e5."
        ]
    );
}

/// Probability of a capture's success, by playing every outcome.
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
    assert_eq!(game("").status(), "white to move");
    assert_eq!(
        game("c3-d4 f6^e5g5").status(),
        "white to move and must capture"
    );
    let rules = rules(Level::Classical, 8).with_draw_after(Some(3)).unwrap();
    let start = Position::from_fen(rules, "W:WK22:BK1").unwrap();
    assert_eq!(
        start.status(),
        "white to move; a draw in 3 plies without a capture"
    );
    let drawn = played(start, "c3-d4 b8-a7 d4-e5");
    assert_eq!(drawn.status(), "a draw: 3 plies without a capture");
    let won = Position::from_fen(rules, "B:WK22:B").unwrap();
    assert_eq!(won.status(), "white has won: black has no pieces left");
    let chain = Position::from_fen(rules, "W:W22:B18,10").unwrap();
    assert_eq!(
        played(chain, "c3xe5").status(),
        "white must go on capturing with the piece on e5; a draw in 3 plies without a capture"
    );
}
