//! Both games without anything quantum are chess.

use cheqqers_chess::{boxed, queens};
use cheqqers_game::{Game, GameExt, Turn, perft};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;

use super::{legal, position};

/// Published counts of chess, and positions from which they are counted.
const COUNTS: &[(&str, &[u64])] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -",
        &[20, 400, 8902, 197_281],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 -",
        &[48, 2039, 97_862],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 -",
        &[14, 191, 2812, 43_238],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 -",
        &[6, 264, 9467],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 -",
        &[44, 1486, 62_379],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 -",
        &[46, 2079, 89_890],
    ),
];

#[test]
fn positions_have_as_many_ways_as_published() {
    for (text, counts) in COUNTS {
        let position: boxed::Position = position("classical", text);
        for (depth, &count) in (1..).zip(*counts) {
            assert_eq!(perft(&position, depth), count, "{text} {depth}");
        }
    }
}

/// The moves of Box chess that leave no king in check are those of `cozy_chess`.
#[test]
fn random_games_have_the_moves_of_another_library() {
    let games = if cfg!(feature = "slow-tests") {
        200
    } else {
        20
    };
    for game in 0..games {
        let start: boxed::Position = position("classical", "");
        let mut other = cozy_chess::Board::default();
        for ply in random_game(start, seed::choose(3014).wrapping_add(game)) {
            let mut moves: Vec<String> = Vec::new();
            other.generate_moves(|moves_of| {
                moves.extend(moves_of.into_iter().map(|mv| written(&other, mv)));
                false
            });
            moves.sort();
            assert_eq!(legal(&ply.before), moves, "{other}");
            let mv = ply.mv.to_string();
            let mut chosen = None;
            other.generate_moves(|moves_of| {
                chosen = chosen.or(moves_of.into_iter().find(|&mv_| written(&other, mv_) == mv));
                false
            });
            other.play(chosen.unwrap());
        }
    }
}

/// A move as our games write it: castling is the king's, with a library that names the rook's square.
fn written(board: &cozy_chess::Board, mv: cozy_chess::Move) -> String {
    use cozy_chess::{File, Piece, Square};
    let own = board.colors(board.side_to_move());
    let promotion = mv.promotion.map_or_else(String::new, |kind| {
        format!("={}", char::from(kind).to_ascii_uppercase())
    });
    if own.has(mv.to) {
        let file = if mv.to.file() > mv.from.file() {
            File::G
        } else {
            File::C
        };
        return format!("{}-{}", mv.from, Square::new(file, mv.from.rank()));
    }
    let is_pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
    let captures = board.occupied().has(mv.to) || is_pawn && mv.from.file() != mv.to.file();
    let sign = if captures { 'x' } else { '-' };
    format!("{}{sign}{}{promotion}", mv.from, mv.to)
}

/// With kings that may be taken, Queen's game has all the moves of Box chess and those that leave the
/// king in check.
#[test]
fn pseudo_legal_moves_are_legal_where_kings_are_captured() {
    for game in 0..20 {
        let start: boxed::Position = position("classical", "");
        let mut queens: queens::Position = position("classical", "");
        for ply in random_game(start, seed::choose(3015).wrapping_add(game)) {
            let moves = legal(&queens);
            for mv in legal(&ply.before) {
                assert!(moves.contains(&mv), "{mv}");
            }
            let Turn::Ready(after) = queens.play(ply.mv.to_string().parse().unwrap()).unwrap()
            else {
                panic!("nothing is measured");
            };
            queens = after;
            if queens.outcome().is_some() {
                break;
            }
        }
    }
}
