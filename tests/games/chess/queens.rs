//! The worked examples of Queen's quantum chess, by their numbers in the rules.

use cheqqers_chess::queens::Position;
use cheqqers_game::show::{PlacedPiece, Show};
use cheqqers_game::{Colour, Encoding, Game, GameExt, Outcome, Turn};
use cheqqers_testkit::script::{branches, play};

use super::{CLOSE, assert_outcomes, changed, gates, legal, told};

fn position(preset: &str, text: &str) -> Position {
    crate::chess::position(preset, text)
}

fn start() -> Position {
    position("2010", "")
}

/// The piece on a square, as positions write it.
fn on(position: &Position, square: &str) -> String {
    let piece = position.board().piece(square.parse().unwrap());
    piece.map(|piece| piece.to_string()).unwrap_or_default()
}

/// Probability that a touch shows each of the types of the first letters.
fn shown(position: &Position, square: &str) -> Vec<(String, f64)> {
    let mut shown: Vec<(String, f64)> = Vec::new();
    for branch in branches(position, &format!("{square}?")) {
        let piece = branch
            .position
            .board()
            .piece(square.parse().unwrap())
            .unwrap();
        let kind = piece.kind().unwrap().to_string();
        match shown.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, probability)) => *probability += branch.probability,
            None => shown.push((kind, branch.probability)),
        }
    }
    shown.sort_by(|a, b| a.0.cmp(&b.0));
    shown
}

#[track_caller]
fn assert_shown(position: &Position, square: &str, expected: &[(&str, f64)]) {
    let found = shown(position, square);
    let names: Vec<&str> = found.iter().map(|(kind, _)| &**kind).collect();
    let expected_names: Vec<&str> = expected.iter().map(|&(kind, _)| kind).collect();
    assert_eq!(names, expected_names, "{square}");
    for ((kind, found), (_, expected)) in found.iter().zip(expected) {
        assert!((found - expected).abs() < CLOSE, "{square} {kind}: {found}");
    }
}

#[test]
fn example_1_every_piece_but_the_kings_is_touched_first() {
    let expected: Vec<String> = "a1 a2 b1 b2 c1 c2 d1 d2 e2 f1 f2 g1 g2 h1 h2"
        .split(' ')
        .map(|square| format!("{square}?"))
        .collect();
    assert_eq!(legal(&start()), expected);
}

#[test]
fn example_2_types_show_by_halves_and_the_pool() {
    let fifteenth = 1.0 / 15.0;
    let queen = [
        ("b", fifteenth),
        ("n", fifteenth),
        ("p", 4.0 * fifteenth),
        ("q", 0.5 + 0.5 * fifteenth),
        ("r", fifteenth),
    ];
    assert_shown(&start(), "d1", &queen);
    let pawn = [
        ("b", fifteenth),
        ("n", fifteenth),
        ("p", 0.5 + 4.0 * fifteenth),
        ("q", 0.5 * fifteenth),
        ("r", fifteenth),
    ];
    assert_shown(&start(), "e2", &pawn);
    let outcomes = [
        ("{}", 0.5),
        ("{e2}{pawn0}", 4.0 * fifteenth),
        ("{e2}{knight0}", fifteenth),
        ("{e2}{bishop0}", fifteenth),
        ("{e2}{rook0}", fifteenth),
        ("{e2}{queen0}", 0.5 * fifteenth),
    ];
    assert_outcomes(&start(), "e2?", &outcomes);
}

#[test]
fn example_3_the_first_touch_leads_to_a_move_or_not() {
    let goes_on = |square: &str| -> f64 {
        let branches = branches(&start(), &format!("{square}?"));
        let on = branches
            .iter()
            .filter(|branch| branch.position.turn() == Colour::White);
        on.map(|branch| branch.probability).sum()
    };
    for square in ["a1", "c1", "d1", "f1", "h1"] {
        assert!((goes_on(square) - 1.0 / 15.0).abs() < CLOSE, "{square}");
    }
    for square in ["b1", "g1"] {
        assert!((goes_on(square) - 17.0 / 30.0).abs() < CLOSE, "{square}");
    }
    for square in ["a2", "e2", "h2"] {
        assert!((goes_on(square) - 1.0).abs() < CLOSE, "{square}");
    }
    let after = play(start(), "a1?{}");
    assert_eq!((after.turn(), &*on(&after, "a1")), (Colour::Black, "[R*?]"));
}

#[test]
fn examples_4_and_5_a_piece_moves_by_its_type_and_its_label_leaves_the_pool() {
    let pawn = play(start(), "e2?{} e2-e4");
    assert_eq!(on(&pawn, "e4"), "[P*?]");
    assert!(pawn.to_text().contains(" e3 "));
    let touched = play(pawn, "d7?{d7}{knight0}");
    assert_eq!(touched.turn(), Colour::Black);
    assert_eq!(legal(&touched), ["d7-b6", "d7-c5", "d7-e5", "d7-f6"]);
    let moved = play(touched, "d7-b6");
    assert_eq!(on(&moved, "b6"), "(pn)");
    assert!(moved.to_text().ends_with("/p8n1b2r2q1"));
    let next = play(moved, "a2?{} a2-a3");
    let outcome = |braces: &str| -> f64 {
        let all = branches(&next, "c7?");
        let names = |branch: &&cheqqers_testkit::script::Branch<Position>| {
            branch
                .outcomes
                .get(1)
                .is_some_and(|names| names[..] == [braces])
        };
        all.iter()
            .find(names)
            .map_or(0.0, |branch| 2.0 * branch.probability)
    };
    assert!((outcome("knight0") - 1.0 / 14.0).abs() < CLOSE);
    assert!((outcome("pawn0") - 4.0 / 7.0).abs() < CLOSE);
}

#[test]
fn example_6_a_pool_of_one_kind_is_drawn_without_a_measurement() {
    let text = "k7/8/8/8/8/8/(P?)7/K7 w - - 0 P6/-";
    assert_outcomes(
        &position("2010", text),
        "a2?",
        &[("{}", 0.5), ("{a2}", 0.5)],
    );
    let seen = play(position("2010", text), "a2?{a2}");
    assert_eq!(on(&seen, "a2"), "P");
}

#[test]
fn example_7_light_squares_keep_the_type_and_dark_ones_lose_it() {
    let start = position("2010", "3(QN)4/8/8/8/8/8/7k/K7 w - - 0 -/-");
    for to in ["c8", "d7"] {
        let light = play(start.clone(), &format!("d8?{{}} d8-{to}"));
        assert_eq!(on(&light, to), "[Q*N]");
    }
    let dark = play(start, "d8?{} d8-d6 h2-h1");
    assert_eq!(on(&dark, "d6"), "(QN)");
    assert_outcomes(&dark, "d6?", &[("{}", 0.5), ("{d6}", 0.5)]);
}

#[test]
fn example_8_a_type_that_gives_check_ends_the_turn() {
    let start = position("2010", "4k3/8/8/8/8/8/8/4(RB)2K w - - 0 -/-");
    let rook = play(start.clone(), "e1?{}");
    assert_eq!((rook.turn(), &*on(&rook, "e1")), (Colour::Black, "[R*B]"));
    let taken = play(rook, "e8-e7 e1xe7");
    let winner = Colour::White;
    assert_eq!(taken.outcome(), Some(Outcome::Decisive { winner }));
    let bishop = play(start, "e1?{e1}");
    assert_eq!((bishop.turn(), legal(&bishop).len()), (Colour::White, 7));
}

#[test]
fn example_9_a_captured_piece_is_measured_and_leaves() {
    let start = position("2010", "7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1");
    let outcomes = [
        ("{}", 0.5),
        ("{d5}{pawn0}", 3.0 / 7.0),
        ("{d5}{knight0}", 1.0 / 14.0),
    ];
    assert_outcomes(&start, "c3xd5", &outcomes);
    for branch in branches(&start, "c3xd5") {
        assert_eq!(on(&branch.position, "d5"), "[N*?]");
        assert_eq!(branch.position.captured(), ["d5"]);
    }
}

#[test]
fn example_10_a_pawn_shown_on_the_last_rank() {
    let text = "3(PR)4/8/8/8/8/8/7k/K7 w - - 0 -/-";
    let start = position("2010", text);
    let touched = play(start.clone(), "d8?{}");
    assert_eq!(legal(&touched), ["d8=B", "d8=N", "d8=Q", "d8=R"]);
    let promoted = play(touched, "d8=N");
    assert_eq!(on(&promoted, "d8"), "[N*R]");
    assert_eq!(
        (promoted.turn(), promoted.half_move_clock()),
        (Colour::Black, 0)
    );
    assert_eq!(play(start, "d8?{d8}").turn(), Colour::White);
    let stays = play(position("2013", text), "d8?{}");
    assert_eq!((stays.turn(), &*on(&stays, "d8")), (Colour::Black, "(PR)"));
    let queen = play(position("2020", text), "d8?{}");
    assert_eq!((queen.turn(), &*on(&queen, "d8")), (Colour::White, "[Q*R]"));
}

#[test]
fn example_11_a_quantum_pawn_is_captured_en_passant() {
    let start = position("2010", "4k3/4(p?)3/8/5[P*Q]2/8/8/8/4K3 b - - 0 -/p1n1");
    let advanced = play(start, "e7?{} e7-e5");
    assert_eq!(on(&advanced, "e5"), "(p?)");
    let outcomes = [("{}", 0.5), ("{e5}{pawn0}", 0.25), ("{e5}{knight0}", 0.25)];
    assert_outcomes(&advanced, "f5xe6", &outcomes);
    let taken = play(advanced, "f5xe6{}");
    assert_eq!((&*on(&taken, "e6"), &*on(&taken, "e5")), ("[P*Q]", ""));
    assert_eq!(taken.captured(), ["e5"]);
}

#[test]
fn example_12_castling_lands_the_rook() {
    let text = "4k3/8/8/8/8/8/8/[R*N]3K2R w KQ - 0 -/-";
    let start = position("2010", text);
    for long in ["e1-c1", "O-O-O", "0-0-0"] {
        assert_eq!(on(&play(start.clone(), long), "d1"), "[R*N]");
    }
    for short in ["e1-g1", "O-O"] {
        assert_eq!(on(&play(start.clone(), short), "f1"), "R");
    }
    let black = "4k2[r*n]/8/8/8/8/8/8/4K3 b k - 0 -/-";
    assert_eq!(on(&play(position("2010", black), "e8-g8"), "f8"), "(rn)");
}

#[test]
fn example_13_a_turn_without_a_move_is_quiet() {
    let start = position("2010", "k7/7r/8/8/8/8/(R?)7/K7 w - - 99 P1/-");
    let drawn = play(start.clone(), "a2?{}");
    assert_eq!(
        (drawn.outcome(), drawn.half_move_clock()),
        (Some(Outcome::Draw), 100)
    );
    let pawn = play(start, "a2?{a2}");
    assert_eq!(legal(&pawn), ["a2-a3", "a2-a4"]);
    assert_eq!(play(pawn, "a2-a3").half_move_clock(), 0);
}

#[test]
fn example_14_only_kings_are_a_draw_and_kings_are_captured() {
    let bare = position("2010", "k7/8/8/8/8/8/8/K7");
    assert_eq!(bare.outcome(), Some(Outcome::Draw));
    let start = position("classical", "8/8/8/8/8/5k2/4Q3/K7 w");
    let winner = Colour::White;
    assert_eq!(
        play(start, "e2xf3").outcome(),
        Some(Outcome::Decisive { winner })
    );
}

#[test]
fn example_15_own_kinds_dealt_make_all_pieces_classical() {
    // The last kind of each pool is known without a measurement.
    let back = [
        "rook0", "knight0", "bishop0", "queen0", "bishop0", "knight0", "rook0",
    ];
    let drawn = back.map(|name| format!("{{{name}}}")).concat();
    let line = format!("deal{drawn}{drawn}");
    let dealt = play(position("2020", ""), &line);
    assert!(dealt.world().components().is_empty());
    let moves = legal(&dealt);
    assert_eq!(moves.len(), 26);
    assert_eq!(moves.iter().filter(|mv| mv.ends_with('?')).count(), 6);
    // Where they are quantum each of them takes a touch.
    let dealt: Position = play(changed("2020", [("twins", "quantum")]), &line);
    assert!(dealt.world().components().is_empty());
    let moves = legal(&dealt);
    assert_eq!(moves.len(), 16);
    assert!(moves.iter().all(|mv| mv.ends_with('?')), "{moves:?}");
}

#[test]
fn twins_take_a_touch_and_no_measurement() {
    let start = position("2010", "7k/8/8/2b5/8/8/3(RR)4/K7 w - - 0 -/-");
    assert_eq!(legal(&start), ["a1-a2", "a1-b1", "a1-b2", "d2?"]);
    assert!(!start.measures("d2?".parse().unwrap()));
    assert_eq!(
        told(&start, "d2?"),
        "White touches d2. Both its types are a rook. White must move the piece on d2."
    );
    let touched = play(start.clone(), "d2?");
    assert_eq!((touched.turn(), &*on(&touched, "d2")), (Colour::White, "R"));
    // On a light square it stays a rook, on a dark one it is quantum again.
    assert_eq!(on(&play(touched.clone(), "d2-d3"), "d3"), "R");
    let dark = play(touched, "d2-d4");
    assert_eq!(on(&dark, "d4"), "(RR)");
    assert!(dark.world().components().is_empty());
    assert_eq!(
        told(&dark, "c5xd4"),
        "Black's bishop from c5 captures the rook on d4. On d4 it is quantum again."
    );
}

#[test]
fn a_twin_that_gives_check_or_cannot_move_loses_the_turn() {
    let check = position("2010", "3k4/8/8/8/8/8/3(RR)4/K7 w - - 0 -/-");
    assert_eq!(
        told(&check, "d2?"),
        "White touches d2, and the turn is over. Both its types are a rook. Check."
    );
    let after = play(check.clone(), "d2?");
    assert_eq!((after.turn(), &*on(&after, "d2")), (Colour::Black, "R"));
    let again: Position = changed(
        "2010",
        [("idle", "requantise"), ("position", &check.to_text())],
    );
    assert_eq!(on(&play(again, "d2?"), "d2"), "(RR)");
    let stuck = position("2010", "7k/8/8/8/8/8/8/K1(PP)5 w - - 0 -/-");
    assert_eq!(play(stuck.clone(), "c1?").turn(), Colour::White);
    let blocked = position("2010", "7k/8/8/8/8/8/2p5/K1(PP)5 w - - 0 -/-");
    assert_eq!(play(blocked, "c1?").turn(), Colour::Black);
    // Where they are classical they may not be written as quantum ones.
    let header = cheqqers_game::settings::header::<Position>(
        Some("2013"),
        [("position", &*stuck.to_text())],
    );
    let refused = Position::from_header(&header.unwrap()).unwrap_err();
    assert!(refused.to_string().contains("one kind"), "{refused}");
}

#[test]
fn a_draw_of_its_own_kind_makes_a_twin() {
    let start = position("2010", "k7/8/8/8/8/8/(P?)7/K7 w - - 0 P6/-");
    let dark = play(start.clone(), "a2?{a2} a2-a3");
    assert_eq!(on(&dark, "a3"), "(PP)");
    let classical: Position = changed(
        "2010",
        [("twins", "classical"), ("position", &start.to_text())],
    );
    assert_eq!(on(&play(classical, "a2?{a2} a2-a3"), "a3"), "P");
    // A promotion may make one, too.
    let promoted = position("2010", "7k/1[P*Q]6/8/8/8/8/8/K7 w - - 0 -/-");
    assert_eq!(on(&play(promoted, "b7-b8=Q"), "b8"), "(QQ)");
}

#[test]
fn example_17_the_draw_is_a_chain_of_rotations() {
    let touched = branches(&start(), "e2?");
    assert_eq!(touched.len(), 6);
    let request = {
        let Turn::Pending(pending) = start().play("e2?".parse().unwrap()).unwrap() else {
            panic!("a touch measures");
        };
        let circuits = pending.circuits(Encoding::Minimal).unwrap();
        assert_eq!(circuits.len(), 1);
        assert_eq!(gates(&circuits[0]), ["h 0"]);
        let bits = pending.outcomes().find(|(bits, _)| bits.bit(0)).unwrap().0;
        let Turn::Pending(pending) = pending.resolve(&bits).unwrap() else {
            panic!("an unknown type is drawn");
        };
        pending
    };
    let names: Vec<String> = request
        .slots()
        .into_iter()
        .map(|slot| request.position().slot_name(slot))
        .collect();
    assert_eq!(names, ["pawn0", "knight0", "bishop0", "rook0", "queen0"]);
    let circuits = request.circuits(Encoding::Minimal).unwrap();
    assert_eq!(circuits.len(), 1);
    let expected = [
        "x 0",
        "ry(1.5040801784) 1",
        "cx 1,0",
        "ry(1.0068536854) 2",
        "cx 1,2",
        "ry(-1.0068536854) 2",
        "cx 1,2",
        "cx 2,1",
        "ry(0.8860771238) 3",
        "cx 2,3",
        "ry(-0.8860771238) 3",
        "cx 2,3",
        "cx 3,2",
        "ry(0.6154797087) 4",
        "cx 3,4",
        "ry(-0.6154797087) 4",
        "cx 3,4",
        "cx 4,3",
    ];
    assert_eq!(gates(&circuits[0]), expected);
    let outcomes: Vec<(String, f64)> = request
        .outcomes()
        .map(|(bits, probability)| (bits.to_string(), probability))
        .collect();
    let expected = [
        ("00001", 1.0),
        ("00010", 2.0),
        ("00100", 2.0),
        ("01000", 2.0),
        ("10000", 8.0),
    ];
    assert_eq!(outcomes.len(), expected.len());
    for ((bits, probability), (expected, labels)) in outcomes.iter().zip(expected) {
        assert_eq!(bits, expected);
        assert!((probability - labels / 15.0).abs() < CLOSE);
    }
}

#[test]
fn castling_that_is_not_possible_is_refused_as_such() {
    let start: Position = position("2010", "");
    for mv in ["O-O", "e1-g1", "O-O-O"] {
        let error = start.clone().play(mv.parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("castling"), "{error}");
    }
    // A rook that goes where a castling king would has a move of its own.
    let rook = position("2010", "4k3/8/8/8/8/8/8/4R2K w - - 0 -/-");
    let error = rook.clone().play("O-O-O".parse().unwrap()).unwrap_err();
    assert!(error.to_string().contains("castling"), "{error}");
    rook.play("e1-c1".parse().unwrap()).unwrap();
}

/// No game leads to one, and nothing follows from it.
#[test]
fn a_right_to_castle_with_a_piece_that_is_never_a_rook_is_none() {
    let text = "k7/8/8/8/8/8/8/[N*B]3K3 w Q - 0 -/-";
    let start = position("2010", text);
    assert_eq!(start.to_text(), text);
    assert!(!legal(&start).contains(&"e1-c1".to_owned()));
}

#[test]
fn where_pawns_become_queens_alone_other_promotions_are_refused_as_such() {
    let text = "3(PR)4/8/8/8/8/8/7k/K7 w - - 0 -/-";
    let start: Position = changed("2010", [("promotion", "queen"), ("position", text)]);
    let touched = play(start, "d8?{}");
    assert_eq!(legal(&touched), ["d8=Q"]);
    let refused = |mv: &str| {
        let error = touched.clone().play(mv.parse().unwrap()).unwrap_err();
        error.to_string()
    };
    assert!(refused("d8=R").contains("becomes a queen"));
    assert!(refused("a1=Q").contains("must be promoted"));
}

#[test]
fn a_castled_rook_that_is_quantum_again_is_told() {
    let black = position("2010", "4k2[r*n]/8/8/8/8/8/8/4K3 b k - 0 -/-");
    assert_eq!(
        told(&black, "e8-g8"),
        "Black castles. The piece on f8 is quantum again."
    );
    let white = position("2010", "4k3/8/8/8/8/8/8/[R*N]3K3 w Q - 0 -/-");
    assert_eq!(told(&white, "e1-c1"), "White castles.");
}

#[test]
fn a_pawn_that_a_touch_makes_a_queen_is_told() {
    let start = position("2020", "3(PR)4/8/8/8/8/8/7k/K7 w - - 0 -/-");
    assert_eq!(
        told(&start, "d8?{}"),
        "White touches d8. It shows its primary type, a pawn. It becomes a queen. \
         White must move the piece on d8."
    );
    let rook = told(&start, "d8?{d8}");
    assert!(!rook.contains("queen"), "{rook}");
}

#[test]
fn check_by_a_piece_that_is_quantum_again_is_told() {
    let changes = |text| [("idle", "requantise"), ("position", text)];
    let dark = "4k3/8/8/8/8/8/8/4(RB)2K w - - 0 -/-";
    let start: Position = changed("2010", changes(dark));
    assert_eq!(on(&play(start.clone(), "e1?{}"), "e1"), "(RB)");
    assert_eq!(
        told(&start, "e1?{}"),
        "White touches e1, and the turn is over. It shows its primary type, a rook. \
         On e1 it is quantum again. Check."
    );
    let light = "3k4/8/8/8/8/8/8/3(RB)3K w - - 0 -/-";
    let start: Position = changed("2010", changes(light));
    let check = told(&start, "d1?{}");
    assert!(
        check.ends_with("It shows its primary type, a rook. Check."),
        "{check}"
    );
    // A rook in the corner behind its pawn and knight can't move, and gives no check.
    let start: Position = changed("2010", [("idle", "requantise")]);
    let stuck = told(&start, "a1?{}");
    assert!(
        stuck.ends_with("It shows its primary type, a rook. On a1 it is quantum again."),
        "{stuck}"
    );
}

#[test]
fn the_usual_start_put_on_the_board_by_hand_keeps_its_rights_to_castle() {
    let back = [
        "rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook",
    ];
    let row = |rank: u8, colour, kinds: [&str; 8]| {
        let place = move |(file, kind): (char, &str)| PlacedPiece {
            place: format!("{file}{rank}"),
            colour,
            kind: kind.to_owned(),
            probability: None,
        };
        ('a'..='h').zip(kinds).map(place).collect::<Vec<_>>()
    };
    let (white, black) = (Colour::White, Colour::Black);
    let pieces = [
        row(1, white, back),
        row(2, white, ["pawn"; 8]),
        row(7, black, ["pawn"; 8]),
        row(8, black, back),
    ]
    .concat();
    let usual = |start: &Position| start.position_text(white, &pieces).unwrap();
    assert_eq!(usual(&start()), start().to_text());
    let classical = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -/-";
    assert_eq!(usual(&position("classical", "")), classical);
    assert_eq!(usual(&position("2020", "")), classical);
    let without: Position = changed("2020", [("castling", "false")]);
    assert_eq!(usual(&without), classical.replace("KQkq", "-"));
    // With a piece less nobody knows who has moved.
    let text = position("2020", "").position_text(white, &pieces[1..]);
    assert!(text.unwrap().contains(" w - - 0 "));
}

#[test]
fn a_hint_does_not_look_at_all_outcomes_of_a_deal() {
    let start = position("2020", "");
    let hint = start.hint(&["deal".parse().unwrap()]);
    assert!(hint.contains("deal is as good as any"), "{hint}");
}

#[test]
fn positions_that_break_the_rules_are_refused() {
    let header = |preset, text| {
        let header =
            cheqqers_game::settings::header::<Position>(Some(preset), [("position", text)]);
        Position::from_header(&header.unwrap())
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    for (preset, text, words) in [
        ("2010", "8/8/8/8/8/8/8/K7", "black has 0 kings"),
        ("2010", "kk6/8/8/8/8/8/8/K7", "black has 2 kings"),
        ("2013", "k7/8/8/8/8/8/8/K(PP)6", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K[P*P]6", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K(NR]", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K6(NR]", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K6[N*R)", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K6(NR", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K6[*NR]", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K6[NR]", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K6(N*R)", "is no piece"),
        ("2010", "k7/8/8/8/8/8/8/K(P?)6", "more unknown types"),
        ("2020", "k7/8/8/8/8/8/8/K(P?)6 w - - 0 P1/-", "unknown"),
        (
            "2010",
            "k7/8/8/8/8/8/8/K7 w - e3 0",
            "is no square behind a pawn",
        ),
        ("2010", "k7/8/8/8/8/8/8/K7 w K - 0", "not in place"),
        (
            "2010",
            "k7/8/8/8/8/8/8/[r*b]3K3 w Q - 0 -/-",
            "not in place",
        ),
        (
            "2010",
            "k7/8/8/8/P7/8/P7/K7 b - a3 0 -/-",
            "is no square behind a pawn",
        ),
        ("2020", "k7/8/8/8/8/8/8/K7 w - - 0 P1/-", "no type is drawn"),
        (
            "2010",
            "k7/8/8/8/8/8/8/K7 w - - 0 P9/-",
            "more labels of a kind",
        ),
        (
            "2010",
            "7k/8/PPPPPPPP/P7/8/8/8/K7 w - - 0 -/-",
            "more labels of a kind",
        ),
        (
            "2010",
            "7k/8/(R?)R6/8/8/8/8/K7 w - - 0 P8N2B2R2Q1/-",
            "more labels of a kind",
        ),
        (
            "2010",
            "7k/8/(PN)(PN)(PN)(PN)(PN)(PN)(PN)(PN)/(QB)(QB)6/8/8/8/K7 w - - 0 -/-",
            "more labels of a kind",
        ),
        ("2010", "k7/8/8/8/8/8/K7", "8 ranks of 8 squares"),
        ("classical", "k7/8/8/8/8/8/8/K(PR)6", "is no piece"),
    ] {
        let error = header(preset, text).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
    }
}
