//! The counts and worked examples of the rules.

use cheqqers_game::settings::header;
use cheqqers_game::{Game, perft};
use serde_json::{Map, Value};

use super::{Position, Twins};

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
