use std::collections::BTreeSet;

use cheqqers_game::{Colour, Game, GameExt, Sameness, Turn};

use crate::{Level, Position, Rules};

fn code(position: &Position, sameness: Sameness) -> Vec<u8> {
    let mut code = Vec::new();
    assert!(
        position.encode(sameness, &mut code),
        "{}",
        position.to_fen()
    );
    code
}

fn rules(level: Level, size: u64) -> Rules {
    Rules::new(level).with_size(size).unwrap()
}

fn legal(position: &Position) -> Vec<crate::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Every position after one ply.
fn next(position: &Position) -> Vec<Position> {
    let mut turns: Vec<_> = legal(position)
        .into_iter()
        .map(|mv| position.clone().play_unchecked(mv))
        .collect();
    let mut positions = Vec::new();
    while let Some(turn) = turns.pop() {
        match turn {
            Turn::Ready(position) => positions.push(position),
            Turn::Pending(pending) => turns.extend(
                pending
                    .outcomes()
                    .map(|(bits, _)| pending.clone().resolve(&bits).unwrap()),
            ),
        }
    }
    positions
}

fn next_codes(position: &Position, sameness: Sameness) -> BTreeSet<Vec<u8>> {
    let next = next(position);
    next.iter().map(|after| code(after, sameness)).collect()
}

/// Positions of games in which moves and outcomes are any.
fn positions(rules: Rules, games: u64) -> impl Iterator<Item = Position> {
    let mut number = 1_u64;
    let mut choose = move |len: usize| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(number >> 33).unwrap() % len
    };
    (0..games).flat_map(move |_| {
        let mut played = vec![Position::initial(rules)];
        loop {
            let mut after = next(played.last().unwrap());
            if after.is_empty() || played.len() == 120 {
                return played;
            }
            played.push(after.swap_remove(choose(after.len())));
        }
    })
}

#[test]
fn positions_are_made_again_from_their_codes() {
    let mut num_general = 0;
    for level in Level::ALL {
        for (size, draw_after) in [(4, None), (5, Some(40)), (8, Some(40))] {
            let rules = rules(level, size).with_draw_after(draw_after).unwrap();
            for position in positions(rules, 12) {
                let equal = code(&position, Sameness::Equal);
                let again = position.decode(&equal).unwrap();
                assert_eq!(code(&again, Sameness::Equal), equal);
                assert_eq!(again.turn(), position.turn());
                assert_eq!(again.chain(), position.chain());
                assert_eq!(again.outcome(), position.outcome());
                assert_eq!(legal(&again), legal(&position));
                for component in position.world().components() {
                    let slot = component.slots()[0];
                    assert!(component.is_same_state(again.world().component(slot).unwrap()));
                    num_general +=
                        usize::from(component.outcomes().iter().any(|(_, probability)| {
                            (probability.log2().round() - probability.log2()).abs() > 0.01
                        }));
                }
                assert_eq!(
                    next_codes(&again, Sameness::Equal),
                    next_codes(&position, Sameness::Equal)
                );
            }
        }
    }
    assert!(
        num_general > 20,
        "merges make other amplitudes: {num_general}"
    );
}

#[test]
fn equivalent_positions_have_equivalent_ones_after_them() {
    for level in Level::ALL {
        for size in [4, 5, 6] {
            for position in positions(rules(level, size), 12) {
                let class = code(&position, Sameness::Equivalent);
                let other = position.decode(&class).unwrap();
                assert_eq!(code(&other, Sameness::Equivalent), class);
                assert_eq!(
                    next_codes(&other, Sameness::Equivalent),
                    next_codes(&position, Sameness::Equivalent),
                    "{}",
                    position.to_fen()
                );
                if level < Level::Interference {
                    assert_eq!(other.turn(), Colour::White);
                }
            }
        }
    }
}

#[test]
fn phases_count_where_something_can_interfere() {
    for (level, is_same) in [(Level::Entanglement, true), (Level::Interference, false)] {
        let rules = Rules::new(level).with_draw_after(None).unwrap();
        let start = Position::from_fen(rules, "W:WK22:BK1,K2").unwrap();
        let after = |moves: &str| {
            let moves = moves.split(' ').map(|text| text.parse().unwrap());
            moves.fold(start.clone(), |position, mv| {
                match position.play(mv).unwrap() {
                    Turn::Ready(position) => position,
                    Turn::Pending(_) => panic!("nothing is captured"),
                }
            })
        };
        let straight = after("c3^b4d4 b8-a7");
        let turned = after("c3^b4d4 b8-a7 b4-a5 a7-b8 a5-b4 b8-a7");
        // The phase of the whole piece never counts.
        let twice = after("c3^b4d4 b8-a7 b4-a5 a7-b8 d4-e5 b8-a7 e5-d4 a7-b8 a5-b4 b8-a7");
        let equal = |position| code(position, Sameness::Equal);
        assert_eq!(equal(&twice), equal(&straight));
        assert_ne!(equal(&turned), equal(&straight));
        let equivalent = |position| code(position, Sameness::Equivalent);
        assert_eq!(equivalent(&turned) == equivalent(&straight), is_same);
    }
}

#[test]
fn the_half_move_clock_counts_where_it_draws() {
    for (draw_after, is_same) in [(None, true), (Some(40), false)] {
        let rules = rules(Level::Classical, 8)
            .with_draw_after(draw_after)
            .unwrap();
        let start = Position::from_fen(rules, "W:WK22:BK1,K2").unwrap();
        let later = Position {
            quiet: 4,
            ..start.clone()
        };
        let codes = [&start, &later].map(|position| code(position, Sameness::Equal));
        assert_eq!(codes[0] == codes[1], is_same);
    }
}

#[test]
fn bytes_that_are_no_code_are_refused() {
    let start = Position::initial(rules(Level::Interference, 4));
    let whole = code(&start, Sameness::Equal);
    assert!(start.decode(&whole).is_some());
    for len in 0..whole.len() {
        assert!(start.decode(&whole[..len]).is_none());
    }
    let longer = [&whole[..], &[0]].concat();
    assert!(start.decode(&longer).is_none());
    let mut wrong = whole;
    wrong[2] = 0xff;
    assert!(start.decode(&wrong).is_none());
}
