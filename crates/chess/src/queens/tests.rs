//! The counts and worked examples of the rules.

#![expect(clippy::float_cmp, reason = "these values are exact")]

use cheqqers_game::settings::header;
use cheqqers_game::{Colour, Game, perft};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::TOLERANCE;
use cozy_chess::{Piece as Kind, Square};
use serde_json::{Map, Value};

use super::position::TurnStep;
use super::{Position, Twins, planes};
use crate::features::seen_square;
use crate::geometry::Geometry;
use crate::learning;

/// A position of a preset, or of one with another setting such as `2010 twins=classical`, from the
/// start or from a text.
fn position(rules: &str, text: Option<&str>) -> Position {
    let (preset, change) = rules.split_once(' ').unwrap_or((rules, ""));
    let changes = change.split_once('=').into_iter();
    let changes = changes.chain(text.map(|text| ("position", text)));
    let header = header::<Position>(Some(preset), changes).unwrap();
    Position::from_header(&header).unwrap()
}

/// Position, rules, ways to play one, two and more turns.
type Counts = (
    Option<&'static str>,
    &'static [&'static str],
    &'static [u64],
);

const ROOK_OR_BISHOP: &str = "4k3/8/8/8/8/8/8/4(RB)2K w - - 0 -/-";
const POOLS: &str = "r3k2(n?)/8/8/8/8/8/4(P?)3/(R?)3K3 w - - 0 P1N1R1/p1b1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/[R*N]3K2R w KQ - 0 -/-";
const PROMOTION: &str = "3(PR)2k1/8/8/8/8/(pq)7/1P6/K7 w - - 0 -/-";
const EN_PASSANT: &str = "4k3/3(p?)4/8/4[P*Q]3/8/8/8/4K3 b - - 0 -/p1n1";
const TWINS: &str = "4k3/2(nn)5/8/8/8/8/3(NN)4/4K2(RR) w - - 0 -/-";
const CERTAIN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -/-";
const ALL_QUANTUM: &str = "(rp)(np)(bp)(qp)k(bp)(np)(rp)/(pr)(pn)(pb)(pq)(pb)(pn)(pr)p/8/8/8/8/(PR)(PN)(PB)(PQ)(PB)(PN)(PR)P/(RP)(NP)(BP)(QP)K(BP)(NP)(RP) w KQkq - 0 -/-";

const COUNTS: &[Counts] = &[
    (None, &["2010"], &[427, 162_471, 53_292_383]),
    (None, &["2010 twins=classical"], &[427, 162_471, 53_292_330]),
    (None, &["2013"], &[288, 80_776, 19_676_937]),
    (None, &["classical"], &[20, 400, 8902, 197_742]),
    (Some(ROOK_OR_BISHOP), &["2010"], &[11, 55, 1246, 8499]),
    (
        Some(ROOK_OR_BISHOP),
        &["2013", "2020"],
        &[23, 110, 2500, 16_773],
    ),
    (Some(POOLS), &["2010"], &[38, 961, 27_383, 707_922]),
    (
        Some(POOLS),
        &["2010 twins=classical"],
        &[38, 961, 27_413, 714_253],
    ),
    (Some(POOLS), &["2013"], &[50, 1151, 38_091, 963_268]),
    (Some(CASTLING), &["2010"], &[26, 130, 3668, 24_868]),
    (
        Some(CASTLING),
        &["2010 twins=classical"],
        &[26, 130, 3686, 24_948],
    ),
    (Some(TWINS), &["2010"], &[19, 190, 3994, 45_877]),
    (
        Some(TWINS),
        &["2020 twins=quantum"],
        &[19, 190, 4057, 46_468],
    ),
    (Some(PROMOTION), &["2010"], &[11, 98, 1542, 19_533]),
    (Some(PROMOTION), &["2013"], &[19, 446, 7588, 184_785]),
    (Some(PROMOTION), &["2020"], &[38, 922, 26_019, 647_244]),
    (Some(EN_PASSANT), &["2010"], &[14, 91, 1050, 8326]),
    (Some(EN_PASSANT), &["2013"], &[14, 86, 1025, 8136]),
    (Some(CERTAIN), &["2020"], &[26, 676, 18_132]),
    (Some(ALL_QUANTUM), &["2020"], &[76, 5660, 426_599]),
];

#[test]
fn turns_are_as_many_as_the_rules_count() {
    for &(text, all_rules, counts) in COUNTS {
        for rules in all_rules {
            let position = position(rules, text);
            let found: Vec<u64> = (1..)
                .zip(counts)
                .map(|(depth, _)| perft(&position, depth))
                .collect();
            assert_eq!(found, counts, "{rules} {text:?}");
        }
    }
}

/// Games that were recorded before the setting was there had classical pieces of one kind.
#[test]
fn a_header_without_twins_is_of_a_game_in_which_they_are_classical() {
    let mut header = header::<Position>(None, []).unwrap();
    let start = |header: &Map<String, Value>| {
        let start = Position::from_header(header).unwrap();
        start.rules().twins
    };
    assert_eq!(start(&header), Twins::Quantum);
    header.remove("twins");
    assert_eq!(start(&header), Twins::Classical);
    let again = Position::from_header(&header).unwrap().header();
    assert_eq!(again["twins"], "classical");
}

/// Black's position as White's: with colours exchanged, ranks turned.
fn turned(position: &Position) -> Position {
    let pools = |text: &str| {
        let sides: Vec<String> = text.split('/').rev().map(learning::exchanged).collect();
        sides.join("/")
    };
    let text = learning::turned_text(&position.to_text(), 8, pools);
    Position::from_text(position.rules, &text).unwrap()
}

/// Some positions that games of all rules come to.
fn random_positions(games: u64) -> impl Iterator<Item = Position> {
    let seed = seed::choose(2010);
    let rows = COUNTS.iter();
    let starts = rows.flat_map(|&(text, all, _)| all.iter().map(move |&rules| (rules, text)));
    let starts = starts.chain([
        ("2020", None),
        ("2010 captured=hidden", None),
        ("2013 draw_after=off", None),
    ]);
    let games = starts.flat_map(move |start| (seed..seed + games).map(move |seed| (start, seed)));
    let plies =
        games.flat_map(|((rules, text), seed)| random_game(position(rules, text), seed).take(200));
    plies.map(|ply| ply.before)
}

#[test]
fn legal_moves_have_numbers_and_planes_say_what_the_board_does() {
    let mut steps = [0; 4];
    for position in random_positions(3) {
        learning::numbers(&position);
        let cells = learning::planes(&position);
        let board = &position.board;
        for square in Square::ALL {
            let cell = seen_square(Geometry::STANDARD, position.turn, square);
            let shown: Vec<f64> = cells[cell..].iter().step_by(64).take(12).copied().collect();
            let Some(piece) = board.piece(square) else {
                assert!(shown.iter().all(|&probability| probability == 0.0));
                continue;
            };
            assert!((shown.iter().sum::<f64>() - 1.0).abs() < TOLERANCE);
            let side = 6 * usize::from(piece.colour != position.turn);
            let mut expected = [0.0; 6];
            match piece.kind() {
                Some(kind) => expected[kind as usize] = 1.0,
                None => {
                    for (_, kind, probability) in position.shown(square) {
                        expected[kind as usize] += probability;
                    }
                }
            }
            for (plane, expected) in expected.into_iter().enumerate() {
                assert!((shown[side + plane] - expected).abs() < TOLERANCE);
            }
            assert_eq!(
                cells[planes::QUANTUM * 64 + cell] == 1.0,
                piece.is_quantum()
            );
        }
        steps[match position.step {
            TurnStep::Deal => 0,
            TurnStep::Touch => 1,
            TurnStep::Move { .. } => 2,
            TurnStep::Promote(_) => 3,
        }] += 1;
    }
    // Games of any seed have all.
    assert!(steps.into_iter().all(|number| number > 0), "{steps:?}");
}

#[test]
fn both_sides_see_the_same_but_for_the_colours_of_squares() {
    let at_touches = random_positions(2).filter(|position| position.step == TurnStep::Touch);
    for position in at_touches {
        let turned = turned(&position);
        assert_eq!(learning::numbers(&turned), learning::numbers(&position));
        let [mut cells, mut other] = [&position, &turned].map(learning::planes);
        let dark = planes::DARK * 64..(planes::DARK + 1) * 64;
        for (own, other) in cells.drain(dark.clone()).zip(other.drain(dark)) {
            assert_eq!(own + other, 1.0);
        }
        assert_eq!(cells, other, "{}", position.to_text());
    }
}

#[test]
fn planes_are_where_their_names_say() {
    let names = planes::LAYOUT.planes;
    assert_eq!(names.len(), planes::ONES + 1);
    assert_eq!(names[planes::QUANTUM], "quantum pieces");
    assert_eq!(names[planes::DARK], "dark squares");
    // Black is to move: it has the right to castle on one side, a rook and an unseen type on c8, and
    // half of its knights' labels left.
    let text = "2[r*?]1k2r/8/8/8/8/8/8/4K2(QB) b k - 25 -/n1";
    let cells = learning::planes(&position("2010", Some(text)));
    let cell = |name: &str, square: Square| {
        let plane = names.iter().position(|&other| other == name);
        let seen = seen_square(Geometry::STANDARD, Colour::Black, square);
        cells[64 * plane.unwrap() + seen]
    };
    for (name, square, value) in [
        (
            "probability that an own piece shows a rook next",
            Square::C8,
            1.0,
        ),
        (
            "own pieces with a type that nobody has seen",
            Square::C8,
            1.0,
        ),
        ("own right to castle towards the h-file", Square::A1, 1.0),
        ("own right to castle towards the a-file", Square::A1, 0.0),
        (
            "share of the own labels of knights that nobody has seen",
            Square::A1,
            0.5,
        ),
        (
            "probability that an opponent's piece shows a queen next",
            Square::H1,
            0.5,
        ),
        ("quantum pieces", Square::H1, 1.0),
        ("quantum pieces", Square::C8, 0.0),
        ("dark squares", Square::A1, 1.0),
        ("half-move clock as a share of its limit", Square::E4, 0.25),
    ] {
        assert_eq!(cell(name, square), value, "{name}");
    }
}

#[test]
fn numbers_of_moves_are_planes_and_squares() {
    for (text, moves) in [
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 -/-",
            [("a1-a2", 0, 0), ("a1xb2", 7, 0), ("a1?", 76, 0)],
        ),
        (
            "k7/8/8/8/8/8/8/K7 b - - 0 -/-",
            [("a8-a7", 0, 0), ("a8xb7", 7, 0), ("pass", 81, 0)],
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 -/-",
            [("g1-h3", 56, 6), ("b7xa8=Q", 70, 49), ("d8=B", 77, 59)],
        ),
        (
            "k7/8/8/8/8/8/8/K7 b - - 0 -/-",
            [("g8-h6", 56, 6), ("b2xa1=Q", 70, 49), ("d1=B", 77, 59)],
        ),
    ] {
        let position = position("2010", Some(text));
        let table = position.actions().unwrap();
        assert_eq!(table.shape(), [82, 8, 8]);
        for (mv, plane, cell) in moves {
            let number = table.number(position.turn, mv.parse().unwrap());
            assert_eq!(number, Some(64 * plane + cell), "{mv}");
        }
    }
    let kinds = Kind::ALL.map(|kind| kind as usize);
    assert_eq!(
        kinds,
        [0, 1, 2, 3, 4, 5],
        "planes are in the order of kinds"
    );
}
