//! The counts and worked examples of the rules.

use cheqqers_game::settings::header;
use cheqqers_game::{Game, perft};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;

use super::legal::LegalityCheck;
use super::movegen::pseudo_legal_moves;
use super::settings::PRESETS;
use super::{Move, Position};

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
