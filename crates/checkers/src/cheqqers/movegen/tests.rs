use cheqqers_game::{Game, GameExt, Turn, perft};

use super::LegalMoves;
use crate::bitboard::Bitboard;
use crate::{Entanglement, Level, Move, Position, Rules, SIZES};

/// Positions of random games at all levels and sizes, of few plies each on large boards.
fn positions(mut each: impl FnMut(&Position)) {
    for level in Level::ALL {
        for entanglement in [Entanglement::Single, Entanglement::Unlimited] {
            for size in SIZES {
                let rules = Rules::new(level).with_size(size.into()).unwrap();
                random_game(rules.with_entanglement(entanglement), &mut each);
            }
        }
    }
}

fn random_game(rules: Rules, mut each: impl FnMut(&Position)) {
    let mut position = Position::initial(rules);
    position.world.stop_recording();
    let mut state = u64::from(rules.size()) << 8 | u64::from(rules.level().number());
    let mut below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    for _ in 0..100 {
        each(&position);
        let moves = listed(&position);
        if moves.is_empty() {
            return;
        }
        let mut turn = position.play_unchecked(moves[below(moves.len())]);
        position = loop {
            match turn {
                Turn::Ready(position) => break position,
                Turn::Pending(pending) => {
                    let outcomes: Vec<_> = pending.outcomes().collect();
                    let (bits, _) = outcomes[below(outcomes.len())];
                    turn = pending.resolve(&bits).unwrap();
                }
            }
        };
    }
}

fn listed(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

#[test]
fn the_moves_chosen_by_number_are_those_listed() {
    let mut kinds = [0; 4];
    positions(|position| {
        let moves = listed(position);
        for (n, &mv) in moves.iter().enumerate() {
            let chosen = position.choose_move(|len| {
                assert_eq!(len, moves.len());
                n
            });
            assert_eq!(chosen, Some(mv), "{n} of {}", position.to_fen());
            kinds[match mv {
                Move::Step { .. } => 0,
                Move::Split { .. } => 1,
                Move::Merge { .. } => 2,
                Move::Capture { .. } => 3,
            }] += 1;
        }
        if moves.is_empty() {
            assert_eq!(position.choose_move(|_| unreachable!()), None);
        }
    });
    assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
}

#[test]
fn words_of_both_widths_find_the_same_moves() {
    fn all<B: Bitboard>(position: &Position) -> (usize, Vec<Move>) {
        let moves = LegalMoves::<B>::of(position);
        (moves.len(), moves.iter().collect())
    }
    positions(|position| {
        let wide = all::<u128>(position);
        assert_eq!(wide.0, wide.1.len());
        if position.rules.size() <= 8 {
            assert_eq!(all::<u64>(position), wide, "{}", position.to_fen());
        }
    });
}

/// Counts by playing every ply.
fn played(position: &Position, depth: u32) -> u64 {
    fn after(turn: Turn<Position>, before: &Position, depth: u32) -> u64 {
        match turn {
            Turn::Ready(position) => {
                let left = depth - u32::from(position.turn != before.turn);
                played(&position, left)
            }
            Turn::Pending(pending) => {
                let turns = pending.outcomes().map(|(bits, _)| {
                    let turn = pending.clone().resolve(&bits);
                    after(turn.unwrap(), before, depth)
                });
                turns.sum()
            }
        }
    }
    if depth == 0 {
        return 1;
    }
    let turns = listed(position).into_iter();
    turns
        .map(|mv| after(position.clone().play_unchecked(mv), position, depth))
        .sum()
}

#[test]
fn turns_counted_on_sets_are_those_played() {
    let (mut told, mut chains) = (0, 0);
    positions(|position| {
        for depth in 1..=if position.rules.size() <= 8 { 2 } else { 1 } {
            let expected = played(position, depth);
            assert_eq!(perft(position, depth), expected, "{}", position.to_fen());
            if let Some(turns) = position.num_turns(depth) {
                assert_eq!(turns, expected, "{depth} {}", position.to_fen());
                told += 1;
            }
        }
        chains += u32::from(position.chain.is_some());
    });
    assert!(told > 2000 && chains > 20, "{told} {chains}");
}

#[test]
fn a_draw_ends_the_turns_counted() {
    for draw_after in 1..=5 {
        for size in [4, 6] {
            let rules = Rules::new(Level::Classical).with_size(size).unwrap();
            let rules = rules.with_draw_after(Some(draw_after)).unwrap();
            random_game(rules, |position| {
                for depth in 1..=4 {
                    let expected = played(position, depth);
                    assert_eq!(perft(position, depth), expected, "{draw_after} {depth}");
                }
            });
        }
    }
}
