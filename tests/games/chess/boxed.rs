//! The worked examples of Box chess, by their numbers in the rules.

use cheqqers_chess::boxed::Position;
use cheqqers_game::{Colour, Encoding, Game, GameExt, Outcome};
use cheqqers_testkit::script::{branches, play};

use super::{assert_outcomes, changed, gates, legal, told};

fn position(preset: &str, text: &str) -> Position {
    crate::chess::position(preset, text)
}

/// The unit on a square as a letter, in parentheses if it is a half.
fn on(position: &Position, square: &str) -> String {
    let found = position
        .occupied()
        .into_iter()
        .find(|occupied| occupied.place == square);
    found.map_or_else(String::new, |occupied| {
        if occupied.probability < 1.0 {
            format!("({})", occupied.piece)
        } else {
            occupied.piece
        }
    })
}

#[track_caller]
fn assert_on(position: &Position, expected: &[(&str, &str)]) {
    for (square, unit) in expected {
        assert_eq!(on(position, square), *unit, "{square}");
    }
}

const ROOK_TAKES_HALF: &str = "7k/8/8/(n1r)7/2(n1b)5/8/8/R6K w - - 0 1e";
const TWO_PAIRS: &str = "7k/8/8/(n2r)7/2(n2b)5/8/8/(R1r)3(R1b)2K w - - 0 1e,2e";

#[test]
fn example_1_the_start_has_110_actions() {
    let moves = legal(&position("full", ""));
    assert_eq!(moves.len(), 110);
    assert_eq!(moves.iter().filter(|mv| mv.contains('-')).count(), 20);
    assert!(moves.is_sorted());
}

#[test]
fn example_2_a_half_is_captured_where_it_is_found() {
    let start = position("full", ROOK_TAKES_HALF);
    assert_outcomes(&start, "a1xa5", &[("{a5}", 0.5), ("{c4}", 0.5)]);
    assert_on(
        &play(start.clone(), "a1xa5{a5}"),
        &[("a5", "R"), ("c4", "")],
    );
    let missed = play(start, "a1xa5{c4}");
    assert_on(&missed, &[("a5", "R"), ("c4", "n")]);
    let with = |pairs| ROOK_TAKES_HALF.replace("1e", pairs);
    let likely = [("{a5}", 5.0 / 6.0), ("{c4}", 1.0 / 6.0)];
    assert_outcomes(&position("full", &with("1u")), "a1xa5", &likely);
    let unlikely = [("{a5}", 1.0 / 6.0), ("{c4}", 5.0 / 6.0)];
    assert_outcomes(&position("full", &with("-1u")), "a1xa5", &unlikely);
    let text = with("1u");
    let four: Position = changed("full", [("unequal_faces", "4"), ("position", &*text)]);
    assert_outcomes(&four, "a1xa5", &[("{a5}", 2.0 / 3.0), ("{c4}", 1.0 / 3.0)]);
}

#[test]
fn example_3_a_half_captures_where_it_is_found() {
    let start = position("full", "7k/8/8/n7/8/8/8/(R1r)3(R1b)2K w - - 0 1e");
    assert_outcomes(&start, "a1xa5", &[("{a1}", 0.5), ("{e1}", 0.5)]);
    assert_on(
        &play(start.clone(), "a1xa5{a1}"),
        &[("a5", "R"), ("e1", "")],
    );
    assert_on(&play(start, "a1xa5{e1}"), &[("a5", "n"), ("e1", "R")]);
}

#[test]
fn example_4_two_pairs_are_measured_at_once_or_one_after_the_other() {
    let start = position("full", TWO_PAIRS);
    let all = branches(&start, "a1xa5");
    assert_eq!(all.len(), 4);
    for branch in &all {
        assert!((branch.probability - 0.25).abs() < 1e-12);
        let captured = branch.outcomes[0].contains(&"a1".to_owned())
            && branch.outcomes[0].contains(&"a5".to_owned());
        assert_eq!(!branch.position.captured().is_empty(), captured);
    }
    let unequal = position("full", &TWO_PAIRS.replace("1e,2e", "1u,2u"));
    let mut found: Vec<f64> = branches(&unequal, "a1xa5")
        .iter()
        .map(|branch| 36.0 * branch.probability)
        .collect();
    found.sort_by(f64::total_cmp);
    assert_eq!(found.len(), 4);
    for (found, expected) in found.iter().zip([1.0, 5.0, 5.0, 25.0]) {
        assert!((found - expected).abs() < 1e-10);
    }
    let start = position("no-box", TWO_PAIRS);
    let outcomes = [("{a1}{a5}", 0.25), ("{a1}{c4}", 0.25), ("{e1}", 0.5)];
    assert_outcomes(&start, "a1xa5", &outcomes);
    assert_on(
        &play(start, "a1xa5{e1}"),
        &[("a5", "(n)"), ("c4", "(n)"), ("e1", "R")],
    );
}

#[test]
fn example_5_an_entanglement_decides_what_can_be_captured() {
    let start = position("full", "k7/8/5N2/8/4(r1r)(r1b)2/8/8/6K1 w - - 0 1e");
    let captures = play(start.clone(), "f6^d5&f4 a8-a7");
    let halves = [("{e4,f6}", 0.5), ("{f4,d5}", 0.5)];
    for mv in ["f6xe4", "d5xf4"] {
        assert_outcomes(&captures, mv, &halves);
    }
    assert_eq!(play(captures.clone(), "f6xe4{e4,f6}").captured(), ["e4"]);
    assert_eq!(play(captures, "d5xf4{f4,d5}").captured(), ["f4"]);
    let never = play(start, "f6^d5&e4 a8-a7");
    for mv in ["f6xe4", "d5xf4"] {
        assert_outcomes(&never, mv, &[("{e4,d5}", 0.5), ("{f4,f6}", 0.5)]);
        for branch in branches(&never, mv) {
            assert!(branch.position.captured().is_empty());
        }
    }
    // The inversion turns one case into the other.
    let inverted = play(never.clone(), "d5<>f6 a7-a8");
    assert_outcomes(&inverted, "f6xe4", &halves);
    let component = &never.world().components()[0];
    let slots = component.slots();
    let names: Vec<String> = slots.iter().map(|&slot| never.slot_name(slot)).collect();
    assert_eq!(names, ["e4", "f4", "d5", "f6"]);
    let circuit = component.circuit(Encoding::Minimal).unwrap();
    // The qubits are e4, f4, d5 and f6.
    let expected = ["x 0", "h 1", "cx 1,0", "cx 0,2", "cx 1,3"];
    assert_eq!(gates(circuit.circuit()), expected);
}

#[test]
fn example_6_three_unequal_pairs_have_two_outcomes() {
    let text = "k7/8/5(N1r)2/3(N1b)4/(b3r)3(r2r)(r2b)2/6P1/3(b3b)4/6K1 w - - 0 1&2&-3u";
    let start = position("full", text);
    let outcomes = [("{d2,e4,f6}", 5.0 / 6.0), ("{a4,f4,d5}", 1.0 / 6.0)];
    assert_outcomes(&start, "g3xf4", &outcomes);
    let nobody = play(start.clone(), "g3xf4{d2,e4,f6}");
    assert_on(
        &nobody,
        &[("f4", "P"), ("e4", "r"), ("d2", "b"), ("f6", "N")],
    );
    assert_eq!(play(start, "g3xf4{a4,f4,d5}").captured(), ["f4"]);
}

#[test]
fn example_7_halves_mate() {
    let winner = Colour::White;
    let mated = Some(Outcome::Decisive { winner });
    let start = position("full", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 -");
    assert_eq!(play(start, "a1^a1a8").outcome(), mated);
    let start = position("full", "k7/2P5/8/8/3p4/8/4P3/7K w - - 0 -");
    let mate = play(start, "c7^c7c8=Q");
    assert_eq!(mate.outcome(), mated);
    assert_on(&mate, &[("c7", "(Q)"), ("c8", "(Q)")]);
}

#[test]
fn examples_8_and_9_half_a_king_is_in_check_where_it_may_be_taken() {
    let start = position("full", "4r2k/8/8/8/8/8/8/4(K1r)1(K1b)1 w - - 0 1e");
    let flights = ["e1-d1", "e1-d2", "e1-f1", "e1-f2"];
    assert_eq!(legal(&start), flights);
    let text = "4(r2r)2k/8/8/(r2b)7/8/8/6(K1b)1/4(K1r)3 w - - 0 1&-2e";
    let spared = position("full", text);
    assert_eq!(legal(&spared).len(), 13);
    let check = position("full", &text.replace("1&-2e", "1&2e"));
    assert_eq!(legal(&check), flights);
    let black = position("full", &text.replace(" w ", " b "));
    assert_outcomes(&black, "e8xe1", &[("{e1,a5}", 0.5), ("{g2,e8}", 0.5)]);
    assert_on(&play(black, "e8xe1{g2,e8}"), &[("e1", "r"), ("g2", "K")]);
}

#[test]
fn example_10_there_is_no_third_group() {
    let placement = "k7/8/(n1r)(n3r)6/8/(N2r)(N4r)6/(n1b)(n3b)2(b5r)3/(N2b)(N4b)3(b5b)1R/7K";
    let joins = |pairs: &str| -> Vec<String> {
        let start = position("full", &format!("{placement} w - - 0 {pairs}"));
        legal(&start)
            .into_iter()
            .filter(|mv| mv.contains('&'))
            .collect()
    };
    assert_eq!(joins("1&2e,3&4e,5e"), ["h2^h6&b3", "h2^h6&b6"]);
    let joins = joins("1&2&3&4e,5e");
    assert_eq!(joins.len(), 19);
    assert_eq!(joins.iter().filter(|mv| mv.starts_with("h2")).count(), 16);
    for mv in ["h1^g1&e3", "h1^g2&e3", "h1^g2&f2"] {
        assert!(joins.contains(&mv.to_owned()), "{mv}");
    }
}

#[test]
fn example_11_en_passant_after_a_superposition() {
    let start = position("full", "k7/2P5/8/8/3p4/8/4P3/7K w - - 0 -");
    let skipped = play(start.clone(), "e2^e2e4");
    assert_outcomes(&skipped, "d4xe3", &[("{e2}", 0.5), ("{e4}", 0.5)]);
    let missed = play(skipped.clone(), "d4xe3{e2}");
    assert_on(&missed, &[("e3", "p"), ("e2", "P"), ("e4", "")]);
    let taken = play(skipped.clone(), "d4xe3{e4}");
    assert_eq!(taken.captured(), ["e4"]);
    let joins: Vec<String> = legal(&skipped)
        .into_iter()
        .filter(|mv| mv.contains('&'))
        .collect();
    assert_eq!(joins, ["d4^d3&e2", "d4^d3&e4"]);
    let occupied = play(start, "e2^e3e4");
    assert_eq!(play(occupied.clone(), "d4xe3{e3}").captured(), ["e3"]);
    assert!(play(occupied, "d4xe3{e4}").captured().is_empty());
}

#[test]
fn example_12_castling_past_half_a_rook() {
    let start = position("full", "4k3/8/8/1(r1r)3(r1b)2/8/8/8/R3K2R w KQ - 0 1e");
    let moves = legal(&start);
    assert!(moves.contains(&"e1-c1".to_owned()));
    assert!(!moves.contains(&"e1-g1".to_owned()));
    assert_on(&play(start, "O-O-O"), &[("c1", "K"), ("d1", "R")]);
}

#[test]
fn example_13_hadamard_moves_undo_superpositions() {
    let start = position("hadamard", "");
    let back = play(start.clone(), "b1^b1c3 a7-a6 b1c3^b1");
    assert_on(&back, &[("b1", "N"), ("c3", "")]);
    assert!(back.world().components().is_empty());
    let turned = play(start, "b1^b1c3 a7-a6 b1zc3 a6-a5");
    assert!(!legal(&turned).contains(&"b1c3^b1".to_owned()));
    assert_on(&play(turned, "b1c3^c3"), &[("b1", ""), ("c3", "N")]);
}

#[test]
fn example_14_a_group_follows_a_hadamard_move() {
    let text = "k7/8/5(N1r)2/3(N1b)4/4(r2r)(r2b)2/8/8/6K1 b - - 0 1&2e";
    let red = play(position("hadamard-plus", text), "e4f4^e4");
    assert_on(&red, &[("e4", "r"), ("f4", ""), ("f6", "N"), ("d5", "")]);
    let text = text.replace("1&2e", "1&-2p");
    let blue = play(position("hadamard-plus", &text), "e4f4^f4");
    assert_on(&blue, &[("e4", ""), ("f4", "r"), ("f6", "N"), ("d5", "")]);
}

#[test]
fn example_15_attempts_are_decided_by_phases() {
    let text = TWO_PAIRS.replace("1e,2e", "1e,2p");
    let missed = play(position("deterministic", &text), "a1xa5");
    assert_on(&missed, &[("a5", "R"), ("a1", ""), ("e1", ""), ("c4", "n")]);
    assert!(missed.captured().is_empty());
    let taken = play(position("deterministic", TWO_PAIRS), "a1xa5");
    assert_eq!(taken.captured(), ["a5"]);
    assert!(taken.world().components().is_empty());
}

#[test]
fn pieces_that_are_decided_without_a_measurement_are_named() {
    let told = |preset, text: &str, mv| told(&position(preset, text), mv);
    let text = TWO_PAIRS.replace("1e,2e", "1e,2p");
    let missed = told("deterministic", &text, "a1xa5");
    assert!(
        missed.starts_with("White's rook from a1 tries to capture the knight on a5."),
        "{missed}"
    );
    assert!(
        missed.contains("Nothing was on a5: the attacker steps there. The black knight is on c4."),
        "{missed}"
    );
    let group = "k7/8/5(N1r)2/3(N1b)4/4(r2r)(r2b)2/8/8/6K1 b - - 0 1&2e";
    let red = told("hadamard-plus", group, "e4f4^e4");
    assert!(
        red.contains("It is one whole piece on e4 again. The white knight is on f6."),
        "{red}"
    );
}

#[test]
fn a_half_pawn_that_is_not_there_is_not_promoted() {
    let start = position("full", "q7/1(P1r)6/7k/8/8/8/6(P1b)1/4K3 w - - 0 1e");
    let promoted = told(&start, "b7xa8=Q{b7}");
    assert!(promoted.contains("Promoted on a8: a queen."), "{promoted}");
    let absent = told(&start, "b7xa8=Q{g2}");
    assert!(!absent.contains("Promoted"), "{absent}");
    let start = position("full", "7k/2P5/8/8/8/8/8/7K w - - 0 -");
    let split = told(&start, "c7^c7c8=N");
    assert!(split.contains("Promoted on c8: a knight."), "{split}");
}

#[test]
fn a_side_may_have_more_than_sixteen_pieces() {
    let text = "7k/8/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/7K w - - 0 -";
    assert_eq!(position("full", text).to_text(), text);
}

#[test]
fn a_queen_does_not_castle() {
    let queen = position("full", "7k/8/8/8/8/8/8/R3Q2K w - - 0 -");
    let error = queen.play("O-O".parse().unwrap()).unwrap_err();
    assert!(error.to_string().contains("castling"), "{error}");
}

#[test]
fn examples_16_and_17_tunnelling_and_remote_collapse() {
    let start = position("tunnelling", "7k/8/8/8/8/p7/8/R6K w - - 0 -");
    assert_outcomes(&start, "a1|a4", &[("{a4}", 1.0 / 6.0), ("{}", 5.0 / 6.0)]);
    assert_on(
        &play(start.clone(), "a1|a4{a4}"),
        &[("a1", ""), ("a3", "p"), ("a4", "R")],
    );
    assert_on(&play(start, "a1|a4{}"), &[("a1", "R"), ("a4", "")]);
    // A rook that is not let through has not moved, and may castle later.
    let start: Position = position("tunnelling", "7k/8/8/8/8/p7/8/R3K3 w Q - 0 -");
    let castles = |moves| legal(&play(start.clone(), moves)).contains(&"e1-c1".to_owned());
    assert!(castles("a1|a4{} h8-h7"));
    assert!(!castles(
        "a1|a4{a4} h8-h7 a4-b4 h7-h8 b4-b1 h8-h7 b1-a1 h7-h8"
    ));
    let start = position("remote", TWO_PAIRS);
    assert_outcomes(&start, "a1?", &[("{a1}", 0.5), ("{e1}", 0.5)]);
    let collapsed = play(start, "a1?{e1}");
    assert_eq!(collapsed.turn(), Colour::White);
    assert!(legal(&collapsed).iter().all(|mv| mv.starts_with("e1")));
}

#[test]
fn example_18_an_inversion_must_make_a_difference() {
    let text = "7k/8/8/8/8/8/8/(R1r)3(R1b)2K w - - 0 1u";
    let inverts = |text: &str| legal(&position("full", text)).contains(&"a1<>e1".to_owned());
    assert!(inverts(text));
    assert!(!inverts(&text.replace("1u", "1e")));
    assert!(!inverts(&text.replace("(R1r)3", "(R1r)N2")));
}

#[test]
fn example_19_the_smallest_board_begins_with_captures() {
    let moves = legal(&position("4x4", ""));
    let expected = ["a2xb3", "b2xa3", "b2xc3", "c2xb3", "c2xd3", "d2xc3"];
    assert_eq!(moves, expected);
}

#[test]
fn positions_round_trip_as_text() {
    for (preset, text) in [
        (
            "full",
            "7k/8/8/(n1r)7/2(n1b)5/8/8/(R2r)3(R2b)2K w - - 0 1e,2e",
        ),
        (
            "full",
            "k7/8/5(N1r)2/3(N1b)4/(b2r)3(r3r)(r3b)2/6P1/3(b2b)4/6K1 w - - 0 1&-2&3u",
        ),
        ("4x5", "rqkr/pppp/4/PPPP/RQKR w - - 0 -"),
        ("hadamard", "7k/8/8/8/8/8/8/(R1r)3(R1b)2K w - - 7 1p"),
    ] {
        assert_eq!(position(preset, text).to_text(), text);
    }
}

#[test]
fn positions_that_break_the_rules_are_refused() {
    let refused = |preset, text| {
        let header =
            cheqqers_game::settings::header::<Position>(Some(preset), [("position", text)]);
        Position::from_header(&header.unwrap())
            .unwrap_err()
            .to_string()
    };
    for (preset, text, words) in [
        ("full", "8/8/8/8/8/8/8/K7", "black has 0 kings"),
        ("full", "7k/8/8/8/8/8/8/(R1r)6K", "not in the list of pairs"),
        (
            "full",
            "7k/8/8/8/8/8/8/(R1r)(R1b)5K w - - 0 1e,1e",
            "names pair 1 twice",
        ),
        (
            "full",
            "7k/8/8/8/8/8/8/(R1r)(R1b)5K w - - 0 1x",
            "is no list of pairs",
        ),
        (
            "full",
            "7k/8/8/8/8/8/8/(R1r)6K w - - 0 1e",
            "not two halves",
        ),
        (
            "full",
            "7k/8/8/8/8/8/8/(R1r)(N1b)5K w - - 0 1e",
            "not two halves",
        ),
        (
            "full",
            "7k/8/8/8/8/8/8/(R1r)(R1b)5K w - - 0 1p",
            "with phase",
        ),
        (
            "hadamard",
            "7k/8/8/8/8/8/8/(R1r)(R1b)5K w - - 0 1u",
            "unequal",
        ),
        ("full", "P6k/8/8/8/8/8/8/7K", "a pawn can't stand on a8"),
        ("full", "R6k/8/8/8/8/8/8/7K w", "black is in check"),
        ("4x4", "rqkr/pppp/PPPP/RQKR w KQ - 0 -", "not in place"),
        (
            "classical",
            "7k/8/8/8/8/8/8/(R1r)(R1b)5K w - - 0 1e",
            "no pairs that are equal",
        ),
        // The other half of an advanced pawn has stayed.
        (
            "full",
            "7k/8/8/8/(P1r)7/8/1(P1b)6/7K b - a3 0 1e",
            "is no square behind a pawn",
        ),
        (
            "full",
            "7k/8/8/8/P7/8/P7/7K b - a3",
            "is no square behind a pawn",
        ),
        ("full", "7k/44/8/8/8/8/8/7K", "8 ranks of 8 squares"),
        ("full", "7k/80/8/8/8/8/8/7K", "8 ranks of 8 squares"),
        ("full", "7k/8/8/8/8/8/8/(R1r6K", "is no piece"),
        (
            "full",
            "7k/8/8/8/8/8/8/(R1r)(R1b)(N2r)(N2b)3K w - - 0 1&2e",
            "all of white",
        ),
    ] {
        let error = refused(preset, text);
        assert!(error.contains(words), "{text}: {error}");
    }
    let header = cheqqers_game::settings::header::<Position>(None, [("attempt", "hadamard")]);
    let error = Position::from_header(&header.unwrap()).unwrap_err();
    assert!(error.to_string().contains("unequal"), "{error}");
}
