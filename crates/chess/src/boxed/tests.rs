//! The counts and worked examples of the rules.

#![expect(clippy::float_cmp, reason = "these values are exact")]

use std::collections::BTreeMap;

use cheqqers_game::settings::header;
use cheqqers_game::{Game, GameExt, Turn, perft};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::TOLERANCE;

use super::legal::LegalityCheck;
use super::movegen::pseudo_legal_moves;
use super::position::slot;
use super::settings::PRESETS;
use super::{Move, Position};
use crate::features::turned as turned_square;
use crate::geometry::Geometry;
use crate::learning;

/// A position of a preset with changes, from the start or from a text.
fn position(preset: &str, text: Option<&str>) -> Position {
    let (preset, change) = match preset.split_once(' ') {
        Some((preset, change)) => (preset, change.split_once('=')),
        None => (preset, None),
    };
    let changes = text
        .map(|text| ("position", text))
        .into_iter()
        .chain(change);
    let header = header::<Position>(Some(preset), changes).unwrap();
    Position::from_header(&header).unwrap()
}

/// Position, presets, ways to play one, two and more turns.
type Counts = (
    Option<&'static str>,
    &'static [&'static str],
    &'static [u64],
);

const JOINED: &str = "k7/8/5N2/8/4(r1r)(r1b)2/8/8/6K1 w - - 0 1e";
const TWO_PAIRS: &str = "7k/8/8/(n2r)7/2(n2b)5/8/8/(R1r)3(R1b)2K w - - 0 1e,2e";
const HALF_KING: &str = "4(r2r)2k/8/8/(r2b)7/8/8/6(K1b)1/4(K1r)3 b - - 0 1&-2e";
const PAWNS: &str = "k7/2P5/8/8/3p4/8/4P3/7K w - - 0 -";
const TUNNEL: &str = "7k/8/8/8/8/p7/8/R6K w - - 0 -";

const COUNTS: &[Counts] = &[
    (None, &["full"], &[110, 12_340, 1_374_582]),
    (None, &["simplified"], &[110, 12_340, 1_370_062]),
    (None, &["hadamard"], &[80, 6560, 551_614]),
    (None, &["hadamard-plus"], &[140, 19_920, 2_789_366]),
    (None, &["deterministic"], &[80, 6560, 550_510]),
    (None, &["tunnelling"], &[110, 12_340, 1_374_602]),
    (None, &["no-box"], &[110, 12_340, 1_373_862]),
    (None, &["slow"], &[80, 6520, 508_174]),
    (None, &["remote"], &[110, 12_340, 1_588_722]),
    (None, &["4x4"], &[6, 30, 274, 3288, 44_083]),
    (None, &["4x5"], &[16, 270, 4976, 91_112]),
    (None, &["4x6"], &[44, 1810, 68_642, 2_269_615]),
    (None, &["5x6"], &[66, 4191, 248_116]),
    (None, &["classical"], &[20, 400, 8902, 197_281]),
    (Some(JOINED), &["full"], &[128, 5221, 260_947]),
    (Some(JOINED), &["simplified"], &[128, 5207, 259_117]),
    (Some(JOINED), &["no-box"], &[128, 5158, 249_421]),
    (
        Some(JOINED),
        &["hadamard-plus unequal=false"],
        &[94, 3487, 140_232],
    ),
    (Some(JOINED), &["deterministic"], &[113, 3983, 247_096]),
    (Some(TWO_PAIRS), &["full"], &[43, 1484, 144_111]),
    (Some(TWO_PAIRS), &["no-box"], &[42, 1320, 98_757]),
    (Some(TWO_PAIRS), &["remote"], &[501, 81_825]),
    (Some(TWO_PAIRS), &["hadamard"], &[39, 1135, 86_443]),
    (Some(TWO_PAIRS), &["hadamard-plus"], &[51, 2189, 251_435]),
    (Some(TWO_PAIRS), &["deterministic"], &[36, 960, 42_584]),
    (Some(HALF_KING), &["full"], &[49, 666, 62_050]),
    (Some(HALF_KING), &["simplified"], &[49, 666, 61_851]),
    (Some(HALF_KING), &["hadamard-plus"], &[56, 837, 96_870]),
    (Some(HALF_KING), &["deterministic"], &[43, 594, 33_012]),
    (Some(PAWNS), &["full"], &[48, 611, 33_208]),
    (Some(PAWNS), &["hadamard"], &[35, 338, 15_376]),
    (Some(PAWNS), &["deterministic"], &[35, 490, 24_962]),
    (Some(TUNNEL), &["tunnelling"], &[115, 2445, 184_701]),
    (Some(TUNNEL), &["slow"], &[41, 610, 24_404]),
    (
        Some("r3k2r/8/8/3(n1r)1(n1b)2/8/8/3P4/R3K2R w KQkq - 0 1u"),
        &["full"],
        &[315, 85_577],
    ),
    (
        Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 -"),
        &["classical"],
        &[48, 2039, 97_862],
    ),
];

#[test]
fn turns_are_as_many_as_the_rules_count() {
    let mut wrong = Vec::new();
    for &(text, presets, counts) in COUNTS {
        for preset in presets {
            let position = position(preset, text);
            let found: Vec<u64> = (1..)
                .zip(counts)
                .map(|(depth, _)| perft(&position, depth))
                .collect();
            if found != counts {
                wrong.push(format!("{preset} {text:?}: {found:?}, not {counts:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn moves_that_cannot_expose_the_king_are_safe_in_all_outcomes() {
    let seed = seed::choose(2306);
    let (mut skipped, mut pinned) = (0, 0);
    for preset in PRESETS {
        for ply in random_game(position(preset.name, None), seed) {
            let mut moves: Vec<Move> = Vec::new();
            pseudo_legal_moves(&ply.before, &mut moves);
            let check = LegalityCheck::new(&ply.before);
            for mv in moves {
                let (skips, safe) = (check.cannot_expose_king(mv), check.is_safe_after(mv));
                assert!(safe || !skips, "{}: {mv}", ply.before.to_text());
                skipped += u32::from(skips);
                pinned += u32::from(!safe);
            }
        }
    }
    // Games of any seed have both.
    assert!(skipped > 0 && pinned > 0, "{skipped} {pinned}");
}

/// Black's position as White's: with colours exchanged, ranks turned.
fn turned(position: &Position) -> Position {
    let ranks = position.rules.geometry.ranks();
    let text = learning::turned_text(&position.to_text(), ranks, str::to_owned);
    Position::from_text(position.rules, &text).unwrap()
}

/// Some positions that games of all rules come to.
fn random_positions(plies: usize) -> impl Iterator<Item = Position> {
    let seed = seed::choose(2023);
    let rows = COUNTS.iter();
    let starts =
        rows.flat_map(|&(text, presets, _)| presets.iter().map(move |&rules| (rules, text)));
    let starts = starts.chain([("full unequal_faces=4", None), ("full groups=1", None)]);
    let games = starts.map(move |(rules, text)| random_game(position(rules, text), seed));
    games.flat_map(move |game| game.take(plies).map(|ply| ply.before))
}

/// Moves that name one of several halves, by its place on the board.
fn names_lower_half(mv: Move) -> bool {
    matches!(mv, Move::Join { .. } | Move::Collapse(_))
}

#[test]
fn legal_moves_have_numbers_and_planes_say_what_the_board_does() {
    for position in random_positions(150) {
        learning::numbers(&position);
        let cells = learning::planes(&position);
        let geometry = position.rules.geometry;
        let num_cells = position.plane_layout().unwrap().num_cells();
        let value = |plane: usize, square| {
            let seen = turned_square(geometry, position.turn, square);
            let row = seen.rank() as usize * usize::from(geometry.files());
            cells[num_cells * plane + row + seen.file() as usize]
        };
        for square in geometry.squares() {
            let sum: f64 = (0..12).map(|plane| value(plane, square)).sum();
            let Some(unit) = position.board.unit(square) else {
                assert_eq!(sum, 0.0, "{square}");
                continue;
            };
            let side = 6 * usize::from(unit.colour != position.turn);
            let probability = value(side + unit.kind as usize, square);
            assert_eq!(probability, sum, "{square}");
            let component = position.world.component(slot(square));
            let exact = component.map_or(1.0, |found| found.probability(slot(square)));
            assert!((probability - exact).abs() < TOLERANCE, "{square}");
            assert_eq!(value(12, square) == 1.0, component.is_some(), "{square}");
        }
    }
}

/// Each group and pair of halves is real together as often as the planes of groups say.
#[test]
fn planes_of_groups_tell_which_halves_are_real_together() {
    let mut entangled = 0;
    let of_boards = random_positions(100);
    let positions = of_boards.filter(|position| position.rules.geometry == Geometry::STANDARD);
    for position in positions {
        let cells = learning::planes(&position);
        let halves = position.board.halves();
        for (a, b) in halves
            .into_iter()
            .flat_map(|a| halves.into_iter().map(move |b| (a, b)))
        {
            let seen = |square| turned_square(position.rules.geometry, position.turn, square);
            let group = |square| {
                let [first, second] =
                    [15, 16].map(|plane| cells[64 * plane + seen(square) as usize]);
                assert!(first == 0.0 || second == 0.0);
                if first == 0.0 { 2.0 * second } else { first }
            };
            let (a_group, b_group) = (group(a), group(b));
            if a == b || a_group == 0.0 || b_group == 0.0 {
                continue;
            }
            let joint = position.world.joint(&[(slot(a), true), (slot(b), true)]);
            let [p, q] = [a, b].map(|square| position.probability(square));
            let expected = if a_group == b_group {
                p
            } else if a_group == -b_group {
                0.0
            } else {
                p * q
            };
            assert!((joint - expected).abs() < TOLERANCE, "{a} {b}");
            entangled += 1;
        }
    }
    assert!(entangled > 0);
}

#[test]
fn both_sides_see_the_same_and_numbers_mean_the_same_to_both() {
    let mut equal = 0;
    let between_turns = random_positions(50).filter(|position| position.collapsed.is_none());
    for position in between_turns {
        let turned = turned(&position);
        let text = position.to_text();
        assert_eq!(
            learning::planes(&turned),
            learning::planes(&position),
            "{text}"
        );
        let [own, other] = [&position, &turned].map(|position| {
            let table = position.actions().unwrap();
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let number = |mv| table.number(position.turn, mv).unwrap();
            let numbered = moves.into_iter().map(|mv| (number(mv), mv));
            numbered.collect::<BTreeMap<u32, Move>>()
        });
        assert_eq!(own.len(), other.len(), "{text}");
        for (number, mv) in own {
            let Some(&other) = other.get(&number) else {
                assert!(names_lower_half(mv), "{text} {mv}");
                continue;
            };
            let [a, b] = [(&position, mv), (&turned, other)]
                .map(|(position, mv)| position.clone().play(mv).unwrap());
            if let (Turn::Ready(a), Turn::Ready(b)) = (a, b) {
                let [a, b] = [a, b].map(|position| learning::planes(&position));
                assert_eq!(a, b, "{text} {mv} {other}");
                equal += 1;
            }
        }
    }
    assert!(equal > 0);
}

/// The key tells positions apart from which different things follow.
#[test]
fn planes_differ_where_keys_do() {
    let mut transposed = 0;
    for rules in ["hadamard-plus unequal=false", "full"] {
        let start = position(rules, Some(JOINED));
        let next = |position: Position| {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves
                .into_iter()
                .filter_map(move |mv| match position.clone().play(mv) {
                    Ok(Turn::Ready(after)) => Some(after),
                    _ => None,
                })
        };
        let mut keys = BTreeMap::new();
        for position in next(start).flat_map(next) {
            let cells = learning::planes(&position).into_iter().map(f64::to_bits);
            let known = keys.insert(cells.collect::<Vec<u64>>(), position.key());
            assert!(
                known.is_none_or(|known| known == position.key()),
                "{}",
                position.to_text()
            );
            transposed += u32::from(known.is_some());
        }
    }
    assert!(transposed > 0);
}

#[test]
fn boards_have_tables_of_their_own() {
    let numbers = ["full", "5x6", "4x6", "4x5", "4x4"].map(|preset| {
        let position = position(preset, None);
        let layout = position.plane_layout().unwrap();
        assert_eq!(
            layout.num_cells(),
            position.rules.geometry.squares().len() as usize
        );
        position.actions().unwrap().len()
    });
    assert_eq!(numbers, [195_188, 33_018, 19_172, 12_584, 7448]);
}

/// Without superpositions with phase, an attempted capture still makes a Hadamard move of pairs.
#[test]
fn marks_tell_positions_apart_where_attempts_make_hadamard_moves() {
    let of = |text| {
        let changes = [
            ("position", text),
            ("attempt", "hadamard"),
            ("unequal", "false"),
            ("phase", "false"),
        ];
        Position::from_header(&header::<Position>(None, changes).unwrap()).unwrap()
    };
    let red = of("7k/8/8/n7/8/8/8/(R1r)3(R1b)2K w - - 0 1e");
    let blue = of("7k/8/8/n7/8/8/8/(R1b)3(R1r)2K w - - 0 1e");
    let after = |position: &Position| {
        let turn = position.clone().play_unchecked("a1xa5".parse().unwrap());
        let Turn::Ready(after) = turn else {
            panic!("nothing is measured");
        };
        after.occupied()
    };
    assert_ne!(after(&red), after(&blue));
    assert_ne!(red.key(), blue.key());
    assert_ne!(red.rights(), blue.rights());
}
