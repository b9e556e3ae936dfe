//! Random games: every invariant at every ply, and an end.

use cheqqers_checkers::international::{Move, Position};
use cheqqers_checkers::{Level, Square};
use cheqqers_game::{Colour, Game, GameExt, Turn};
use cheqqers_testkit::playout::{RandomPly, random_game};
use cheqqers_testkit::{checks, seed};

use super::{SIZES, start};

/// Games at each level on each board.
const GAMES: u64 = if cfg!(feature = "slow-tests") {
    1000
} else {
    60
};

/// Rounding of sums of probabilities.
const ROUNDING: f64 = 1e-9;

/// Pieces of a side, by the probabilities of its squares.
fn num_pieces(position: &Position, side: Colour) -> f64 {
    let squares = position.board().of(side).into_iter();
    squares.map(|square| position.probability(square)).sum()
}

fn check_position(position: &Position) {
    checks::position(position).unwrap();
    let board = position.board();
    let level = position.rules().level();
    for side in [Colour::White, Colour::Black] {
        let pieces = num_pieces(position, side);
        assert!(
            (pieces - pieces.round()).abs() < ROUNDING,
            "{pieces} pieces of {side}"
        );
    }
    for square in board.quantum() {
        let p = position.probability(square);
        assert!(p > 1e-12 && p < 1.0 - 1e-12, "{square}: {p}");
    }
    for component in position.world().components() {
        let squares: Vec<Square> = component
            .slots()
            .into_iter()
            .map(Square::from_slot)
            .collect();
        assert!(squares.iter().all(|&square| board.is_quantum(square)));
        let of_white = |&square: &Square| board.of(Colour::White).contains(square);
        assert_eq!(squares.iter().any(of_white), squares.iter().all(of_white));
        let amounts: Vec<u32> = component
            .amplitudes()
            .iter()
            .filter(|(_, amplitude)| amplitude.norm_sqr() > 1e-12)
            .map(|(bits, amplitude)| {
                assert!(amplitude.im.abs() < 1e-12, "all amplitudes are real");
                bits.index().count_ones()
            })
            .collect();
        assert!(
            amounts.windows(2).all(|pair| pair[0] == pair[1]),
            "{amounts:?}"
        );
        assert!(level > Level::Superposition || amounts[0] == 1);
    }
}

fn check_ply(ply: &RandomPly<Position>) {
    let RandomPly { before, after, .. } = ply;
    let side = before.turn();
    let lost = |side| num_pieces(before, side) - num_pieces(after, side);
    assert!(lost(side).abs() < ROUNDING);
    let expected = if after.captured().is_empty() {
        0.0
    } else {
        1.0
    };
    assert!((lost(side.opponent()) - expected).abs() < ROUNDING);
    let goes_on = after.chain().is_some();
    assert_eq!(after.turn() == side, goes_on);
    let measures = !ply.measured.is_empty();
    assert_eq!(
        measures,
        matches!(before.clone().play(ply.mv).unwrap(), Turn::Pending(_))
    );
    if let Move::Capture { .. } = ply.mv {
        assert!(measures || !after.captured().is_empty());
    }
}

fn games_keep_every_invariant(level: Level) {
    let base = seed::choose(2026);
    let mut longest = 0;
    for size in SIZES {
        for game in 0..GAMES {
            let first = start(level, size);
            if game == 0 {
                checks::start(&first).unwrap();
            }
            let mut game = random_game(first, base.wrapping_add(game));
            for ply in game.by_ref() {
                check_position(&ply.after);
                check_ply(&ply);
                if ply.number.is_multiple_of(8)
                    && let Turn::Pending(pending) = ply.before.clone().play(ply.mv).unwrap()
                {
                    checks::pending(&pending).unwrap();
                }
                longest = longest.max(ply.number);
            }
            assert!(game.position().outcome().is_some());
        }
    }
    // A man's ply and a capture can be made so often only, and 100 plies without a capture are a
    // draw.
    assert!(longest < 3000, "{longest}");
}

#[test]
fn games_of_level_0_keep_every_invariant() {
    games_keep_every_invariant(Level::Classical);
}

#[test]
fn games_of_level_1_keep_every_invariant() {
    games_keep_every_invariant(Level::Superposition);
}

#[test]
fn games_of_level_2_keep_every_invariant() {
    games_keep_every_invariant(Level::Entanglement);
}

#[test]
fn games_of_level_3_keep_every_invariant() {
    games_keep_every_invariant(Level::Interference);
}

#[test]
fn positions_of_games_are_read_back_from_their_text() {
    let base = seed::choose(2027);
    let mut with_groups = 0;
    for level in Level::ALL {
        for size in [6, 8, 10] {
            for ply in random_game(start(level, size), base).step_by(3) {
                let position = &ply.after;
                if position.chain().is_some() {
                    continue;
                }
                let text = position.to_fen();
                with_groups += usize::from(text.contains('#'));
                let read = Position::from_fen(position.rules(), &text)
                    .unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read.to_fen(), text);
                assert!(read.board().looks_like(position.board()), "{text}");
                for square in position.board().occupied() {
                    let [a, b] = [&read, position].map(|one| one.probability(square));
                    assert!((a - b).abs() < 1e-12, "{text}");
                    for other in position.board().occupied() {
                        let [a, b] = [&read, position].map(|one| one.share_piece(square, other));
                        assert_eq!(a, b, "{square} {other}: {text}");
                    }
                }
            }
        }
    }
    assert!(with_groups > 0);
}
