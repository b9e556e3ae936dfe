use std::collections::HashMap;

use cheqqers_game::Game;

use crate::{Level, Move, Position, Rules};

/// A position after moves that measure nothing.
fn after(start: &Position, moves: &str) -> Position {
    moves.split(' ').fold(start.clone(), |mut position, text| {
        let mv: Move = text.parse().unwrap();
        position.check(mv).unwrap();
        assert!(position.begin(mv).is_none());
        position
    })
}

fn initial() -> Position {
    Position::initial(Rules::new(Level::Interference))
}

#[test]
fn positions_are_known_again_whatever_led_to_them() {
    let start = initial();
    for (one, other) in [
        ("c3-b4 f6-e5 g3-h4", "g3-h4 f6-e5 c3-b4"),
        ("g3^f4h4 b6^a5c5 a3-b4", "a3-b4 b6^a5c5 g3^f4h4"),
    ] {
        assert_eq!(
            after(&start, one).key(),
            after(&start, other).key(),
            "{one}"
        );
    }
    let split = after(&start, "c3^b4d4");
    assert_ne!(split.key(), after(&start, "c3-b4").key());
    assert_ne!(split.key(), after(&start, "c3-d4").key());
}

#[test]
fn phases_between_parts_tell_positions_apart() {
    let rules = Rules::new(Level::Interference);
    let rules = rules.with_draw_after(None).unwrap();
    // A king's parts, one of which has gone to the edge and back meanwhile: its phase is turned.
    let start = Position::from_fen(rules, "W:WK22:BK1,K2").unwrap();
    let turned = after(&start, "c3^b4d4 b8-a7 b4-a5 a7-b8 a5-b4 b8-a7");
    let straight = after(&start, "c3^b4d4 b8-a7");
    assert_eq!(turned.occupied(), straight.occupied());
    assert_ne!(turned.key(), straight.key());
    // The phase of the whole piece does not count.
    let twice = after(
        &start,
        "c3^b4d4 b8-a7 b4-a5 a7-b8 d4-e5 b8-a7 e5-d4 a7-b8 a5-b4 b8-a7",
    );
    assert_eq!(twice.key(), straight.key());
}

#[test]
fn positions_that_look_different_have_different_keys() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut number = 1_u64;
    for level in Level::ALL {
        for _ in 0..20 {
            let mut position = Position::initial(Rules::new(level).with_size(6).unwrap());
            // Any way through the game will do: the numbers need not be good ones.
            while let Some(mv) = position.choose_move(|len| {
                number = number
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                usize::try_from(number >> 33).unwrap() % len
            }) {
                if position.begin(mv).is_some() {
                    break;
                }
                let look = format!(
                    "{:?} {:?} {:?}",
                    position.turn(),
                    position.chain(),
                    position.occupied()
                );
                let key = position.key().unwrap();
                let known = seen.entry(key).or_insert_with(|| look.clone());
                assert_eq!(*known, look);
            }
        }
    }
    assert!(seen.len() > 500);
}
