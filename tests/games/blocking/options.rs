//! What the options change, and set-ups and headers.

use cheqqers_checkers::blocking::{Measure, Move, Position, QuantumMove, Refusal, Rules};
use cheqqers_checkers::{CommonRefusal, RulesError};
use cheqqers_game::settings;
use cheqqers_game::{Colour, Game, GameExt, MeasurementRequest, Outcome, Turn};
use cheqqers_testkit::checks;
use cheqqers_testkit::script::{branches, play};
use cheqqers_world::{Effect, Recording, Slot, World};

use super::{CLOSE, after, assert_parts, changed, place, white_by, with};

fn refused(position: &Position, text: &str) -> Refusal {
    let mv = text.parse().unwrap();
    position.check(mv).unwrap_err()
}

#[test]
fn headers_of_all_presets_round_trip() {
    let presets = Position::PRESETS.iter().map(|preset| Some(preset.name));
    for preset in presets.chain([None]) {
        let header = settings::header::<Position>(preset, []).unwrap();
        let start = Position::from_header(&header).unwrap();
        let full = start.header();
        for setting in Position::SETTINGS {
            let optional = setting.key == "position";
            assert!(
                optional || full.contains_key(setting.key),
                "{}",
                setting.key
            );
        }
        let again = Position::from_header(&full).unwrap();
        assert_eq!(again.rules(), start.rules());
        assert_eq!(again.header(), full);
        checks::start(&start).unwrap();
    }
    let rows = |changes: &[(&str, &str)]| {
        let header = settings::header::<Position>(None, changes.iter().copied()).unwrap();
        Position::from_header(&header).map(|start| start.rules().rows())
    };
    assert_eq!(rows(&[("size", "4")]), Ok(1));
    assert_eq!(rows(&[("size", "5")]), Ok(2));
    assert_eq!(rows(&[("size", "16"), ("rows", "7")]), Ok(7));
    assert!(matches!(
        rows(&[("size", "6"), ("rows", "3")]),
        Err(RulesError::Rows { rows: 3, size: 6 })
    ));
    for turns in ["0", "off"] {
        let header = settings::header::<Position>(None, [("draw_turns", turns)]).unwrap();
        let start = Position::from_header(&header).unwrap();
        assert_eq!(start.rules().draw_turns, None);
    }
}

/// Headers of version 0.1.0 name them, and mean this game where they are off.
#[test]
fn options_that_were_removed_are_read_where_they_are_off() {
    let mut header = Position::initial(Rules::default()).header();
    for key in ["single_capture", "phase"] {
        header.insert(key.into(), false.into());
    }
    assert!(Position::from_header(&header).is_ok());
    for key in ["single_capture", "phase"] {
        let mut header = header.clone();
        header.insert(key.into(), true.into());
        let refused = Position::from_header(&header).unwrap_err().to_string();
        let expected = format!(
            "games with the option {key} are no longer read: version 0.1.0 is the last that plays them"
        );
        assert_eq!(refused, expected);
        assert!(settings::header::<Position>(None, [(key, "off")]).is_err());
    }
}

#[test]
fn set_ups_round_trip_and_nonsense_is_refused() {
    for text in ["W:Wc3,Kd4:BKb6,f6", "B:Wa1:Bb2", "W:W:Bb2", "W:W:B"] {
        let position = Position::from_text(Rules::default(), text).unwrap();
        checks::position(&position).unwrap();
        let header = position.header();
        assert_eq!(header["position"], text);
        let again = Position::from_header(&header).unwrap();
        assert_eq!(again.board(), position.board());
        assert_eq!(again.turn(), position.turn());
    }
    // Numbers and ranges of a draughts FEN name squares too, but K is no file.
    for (text, canonical) in [
        ("w:W22,K21:B1-2.", "W:Wc3,Ka3:Bb8,d8"),
        (" B : W a1 , C3 : B ", "B:Wa1,c3:B"),
    ] {
        let position = Position::from_text(Rules::default(), text).unwrap();
        let canonical = Position::from_text(Rules::default(), canonical).unwrap();
        assert_eq!(
            position.board().of(Colour::White),
            canonical.board().of(Colour::White)
        );
        assert_eq!(
            position.board().of(Colour::Black),
            canonical.board().of(Colour::Black)
        );
        assert_eq!(position.turn(), canonical.turn());
    }
    let large = Rules::default().with_board(16, 3).unwrap();
    assert!(Position::from_text(large, "W:Wk5,Kk7:Bb2").is_ok());
}

#[test]
fn a_bad_set_up_is_told_by_its_bad_part() {
    let told = |text: &str| {
        let header = settings::header::<Position>(None, [("position", text)]).unwrap();
        let error = Position::from_header(&header).unwrap_err();
        assert!(matches!(error, RulesError::Position(_)), "{error:?}");
        error.to_string()
    };
    let turn = "a FEN starts with the side to move, W or B, as in W:W21-32:B1-12";
    for (text, expected) in [
        ("", turn),
        ("X:Wc3", turn),
        ("Wc3:Bf6", turn),
        (
            "W:c3",
            "\"c3\" is no list of a side's squares, as in W21-32 or BK5,6",
        ),
        ("W:Wc3:We3", "the squares of white are listed twice"),
        ("W:Wc3,c3", "square c3 is named twice"),
        ("W:Wc3,22", "square 22 is named twice"),
        (
            "W:Wc3:Bg1",
            "a man on square g1 would have been crowned: write Kg1",
        ),
        (
            "W:Wc2",
            "c2 is a light square: pieces stand on dark squares only",
        ),
        ("W:Wi9", "square i9 is not on a board of 8 x 8"),
        ("W:W33", "square 33 is not on a board of 8 x 8"),
        (
            "W:Wc3;d4",
            "\"c3;d4\" is no square: squares are written like c3",
        ),
        (
            "W:Wc3,,e3",
            "\"\" is no square: squares are written like c3",
        ),
        (
            "W:W22-21",
            "\"22-21\" is no square: squares are written like c3",
        ),
        (
            "W:é",
            "\"é\" is no list of a side's squares, as in W21-32 or BK5,6",
        ),
        (
            "W:W~c3",
            "square c3 is marked ~, and in this game every piece starts certain",
        ),
        (
            "W:Wc3|22:1*1,0",
            "\"c3|22\" is no square: squares are written like c3",
        ),
    ] {
        assert_eq!(
            told(text),
            format!("the position can't be set up: {expected}")
        );
    }
    assert!(told(&format!("W:W{}", "x".repeat(10_000))).len() < 200);
}

#[test]
fn chains_are_optional_and_pass_ends_them() {
    let start = "W:Wc3:Bd4,f6,h8";
    let position = after(start, "c3xe5");
    assert_eq!(position.chain(), Some(place("e5").square));
    assert_eq!(position.turn(), Colour::White);
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
    assert_eq!(legal, ["e5xg7", "pass"]);
    let ended = play(position.clone(), "pass");
    assert_eq!(
        (ended.turn(), ended.chain(), ended.half_move_clock()),
        (Colour::Black, None, 0)
    );
    assert_eq!(refused(&ended, "pass"), Refusal::NoChain);
    assert_eq!(
        refused(&position, "e5-d6"),
        Refusal::MustContinue {
            square: place("e5").square
        }
    );
    // Behind g7 nothing is left to capture.
    let on = play(position, "e5xg7");
    assert_eq!(
        (on.turn(), on.captured()),
        (Colour::Black, vec!["f6".to_owned()])
    );
}

#[test]
fn a_chain_ends_with_an_attempt_that_captures_nothing() {
    let position = after("B:Wc3:Bd4,g7", "g7^f6h6 c3xe5");
    let all = branches(&position, "e5xg7");
    assert_eq!(all.len(), 2);
    for branch in all {
        assert_eq!(branch.position.turn(), Colour::Black);
        assert_eq!(branch.position.half_move_clock(), 0);
        let captured = branch.position.captured() == ["f6"];
        let there = if captured { "g7" } else { "f6" };
        assert!(branch.position.board().part(place(there)).is_some());
    }
}

/// Two pairs of linked pieces of White's and a split one, attacked on b4.
fn attacked(measure: Measure) -> Position {
    let rules = changed(|rules| rules.measure = measure);
    with(
        rules,
        "W:We3,c3,g1:Bc5,Kh8",
        "c3^b4d4 h8-g7 e3^d4f4 g7-h8 g1^f2h2",
    )
}

#[test]
fn an_attempt_measures_components_or_everything_or_its_squares() {
    let measured = |measure| {
        let position = attacked(measure);
        match position.play("c5xa3".parse().unwrap()).unwrap() {
            Turn::Ready(_) => panic!("something is measured"),
            Turn::Pending(pending) => {
                let name = |&slot: &Slot| pending.position().slot_name(slot);
                pending.slots().iter().map(name).collect::<Vec<_>>()
            }
        }
    };
    let linked = ["e3", "b4", "d4", "f4", "d4'"];
    assert_eq!(measured(Measure::Components), linked);
    let all = ["f2", "h2", "e3", "b4", "d4", "f4", "d4'"];
    let mut full = measured(Measure::Full);
    full.sort();
    let mut expected = all.to_vec();
    expected.sort_unstable();
    assert_eq!(full, expected);
    assert_eq!(measured(Measure::Squares), ["b4"]);
    // How much is measured changes no chance of the attempt itself.
    for measure in [Measure::Components, Measure::Full, Measure::Squares] {
        let all = branches(&attacked(measure), "c5xa3");
        let captured = all
            .iter()
            .filter(|branch| !branch.position.captured().is_empty());
        let probability: f64 = captured.map(|branch| branch.probability).sum();
        assert!((probability - 0.5).abs() < CLOSE);
    }
}

#[test]
fn what_is_not_measured_stays_in_the_state_that_is_left() {
    let all = branches(&attacked(Measure::Squares), "c5xa3");
    let [not_there, there] = &all[..] else {
        panic!("one square is measured");
    };
    // The blocker was on b4 and is captured: nothing was in the mover's way.
    assert_eq!(there.position.captured(), ["b4"]);
    assert_parts(&there.position, &[("d4'", 0.5), ("f4", 0.5), ("e3", 0.0)]);
    // The blocker is on d4: the mover's half stayed.
    assert_parts(
        &not_there.position,
        &[("d4", 1.0), ("e3", 0.5), ("f4", 0.5)],
    );
    for branch in &all {
        assert_parts(&branch.position, &[("f2", 0.5), ("h2", 0.5)]);
        checks::blocking::position(&branch.position).unwrap();
        let request = branch.position.world();
        for component in request.components() {
            component.circuit(cheqqers_game::Encoding::Minimal).unwrap();
        }
    }
}

/// More pieces may be split than one answer has bits for.
#[test]
fn what_one_answer_has_no_room_for_is_left_for_later() {
    let mut world = World::new(Recording::Off);
    for number in 0..70 {
        let [from, first, second] = [0, 1, 2].map(|k| Slot(3 * number + k));
        let to = [first, second];
        world.apply(1, &[Effect::split(from, to)]).unwrap();
    }
    let slots = (0..210).map(Slot);
    let ask = MeasurementRequest::of_components((), &world, slots.clone()).unwrap();
    assert_eq!((ask.components.len(), ask.only), (64, None));
    let ask = MeasurementRequest::of_slots((), 1, &world, slots.clone()).unwrap();
    assert_eq!(ask.only.map(|only| only.len()), Some(128));
    let certain = slots.step_by(3);
    assert!(MeasurementRequest::of_components((), &world, certain.clone()).is_none());
    assert!(MeasurementRequest::of_slots((), 1, &world, certain).is_none());
}

#[test]
fn everything_on_the_board_is_measured_however_much_it_is() {
    let rules = changed(|rules| rules.measure = Measure::Full)
        .with_board(16, 3)
        .unwrap();
    let start = "W:Wc7,g7,k7:Bd10,h10,l10";
    let line = "c7^b8d8 d10^c9e9 g7^f8h8 h10^g9i9 k7^j8l8 l10^k9m9";
    let position = with(rules, start, line);
    let quantum = 12;
    let mv: Move = "d8xf10".parse().unwrap();
    let Turn::Pending(pending) = position.play(mv).unwrap() else {
        panic!("everything is measured");
    };
    assert_eq!(pending.slots().len(), quantum);
    let (bits, probability) = pending.outcomes().nth(3).unwrap();
    assert!((pending.probability(bits).unwrap() - probability).abs() < CLOSE);
    assert!(pending.num_outcomes() >= 64.0);
    let listed = pending.outcomes().count();
    assert!((pending.num_outcomes() - listed as f64).abs() < CLOSE);
    let Turn::Ready(after) = pending.resolve(&bits).unwrap() else {
        panic!("all is known now");
    };
    assert!(after.world().components().is_empty());
}

fn single(rejoin: bool) -> Rules {
    changed(|rules| {
        rules.quantum_move = QuantumMove::Single;
        rules.rejoin = rejoin;
    })
}

#[test]
fn parts_rejoin_on_the_square_of_the_part_that_was_made() {
    let start = "W:WKc3:BKh8";
    let position = white_by(single(true), start, &["c3^d4"]);
    for text in ["c3^d4", "d4^c3"] {
        let joined = play(position.clone(), text);
        assert!(joined.world().components().is_empty());
        assert_parts(&joined, &[("d4", 1.0), ("c3", 0.0)]);
    }
    let moved = white_by(single(true), start, &["c3^d4", "d4-e5", "c3-d4"]);
    let joined = play(moved, "d4^e5");
    assert_parts(&joined, &[("e5", 1.0), ("d4", 0.0)]);
    // A third part, or a link, and it is over.
    let third = white_by(single(true), start, &["c3^d4", "d4^e5"]);
    assert!(matches!(
        refused(&third, "d4^e5"),
        Refusal::SamePiece { .. }
    ));
    let linked = white_by(single(true), "W:WKc3,e3:BKh8", &["c3^d4", "e3-d4"]);
    assert!(matches!(
        refused(&linked, "c3^d4"),
        Refusal::SamePiece { .. }
    ));
    let without = white_by(single(false), start, &["c3^d4"]);
    assert!(matches!(
        refused(&without, "c3^d4"),
        Refusal::SamePiece { .. }
    ));
}

#[test]
fn quantum_moves_have_as_many_targets_as_the_option_says() {
    let wanted = QuantumMove::Single;
    let position = with(single(false), "W:Wc3:BKh8", "");
    assert_eq!(refused(&position, "c3^b4d4"), Refusal::Targets { wanted });
    let wanted = QuantumMove::Double;
    let position = after("W:WKc3:BKh8", "");
    assert_eq!(refused(&position, "c3^d4"), Refusal::Targets { wanted });
    let from = place("c3").square;
    assert_eq!(
        refused(&position, "c3^d2d4"),
        Refusal::NotLeftAndRight { from }
    );
    // At the edge there is no left and right.
    let edge = after("W:Wa3:BKh8", "");
    let mut legal = Vec::new();
    edge.legal_moves(&mut legal);
    assert_eq!(legal, ["a3-b4".parse().unwrap()]);
}

#[test]
fn links_are_limited_where_they_are_to_be() {
    let linked_twice = ["c3^b4d4", "e3-d4", "f2-e3"];
    for link_limit in [false, true] {
        let rules = changed(|rules| rules.link_limit = link_limit);
        // Two links each, and one more piece that would be linked.
        let start = "W:Wc3,e3,f2,g1:BKh8";
        let position = white_by(rules, start, &linked_twice);
        let more = position.check("g1-f2".parse().unwrap());
        if link_limit {
            let place = place("g1");
            assert_eq!(more, Err(Refusal::Links { place }));
        } else {
            assert_eq!(more, Ok(()));
        }
        // To free squares they go as before.
        assert_eq!(position.check("e3-f4".parse().unwrap()), Ok(()));
    }
}

#[test]
fn moves_that_the_rules_forbid_are_refused_with_their_reason() {
    let position = after("W:Wc3,d4,h2:Be5,Kg1", "");
    let square = |name: &str| place(name).square;
    assert!(matches!(refused(&position, "c3-d4"), Refusal::Taken { .. }));
    assert_eq!(
        refused(&position, "d4-e5"),
        Refusal::Hostile {
            square: square("e5")
        }
    );
    assert!(matches!(
        refused(&position, "c3-d2"),
        Refusal::Common(CommonRefusal::NotReachable { .. })
    ));
    assert!(matches!(
        refused(&position, "c3xe5"),
        Refusal::Common(CommonRefusal::NothingToCapture { .. })
    ));
    assert!(matches!(
        refused(&position, "h2xf4"),
        Refusal::Common(CommonRefusal::NothingToCapture { .. })
    ));
    assert!(matches!(
        refused(&position, "d4xb2"),
        Refusal::Common(CommonRefusal::NoJump { .. })
    ));
    assert!(matches!(
        refused(&position, "e5-f4"),
        Refusal::Common(CommonRefusal::NotYours { .. })
    ));
    assert!(matches!(refused(&position, "a1-b2"), Refusal::Empty { .. }));
    assert!(matches!(
        refused(&position, "c3'-b4"),
        Refusal::Empty { .. }
    ));
    assert!(matches!(
        refused(&position, "h2-i3"),
        Refusal::Common(CommonRefusal::OffBoard { .. })
    ));
    let behind = after("W:Wc3:Bd4,e5", "");
    assert_eq!(
        refused(&behind, "c3xe5"),
        Refusal::NoLanding {
            square: square("e5")
        }
    );
    let split = after("W:Wc3:BKh8", "c3^b4d4 h8-g7 b4-c5 g7-h8");
    assert!(matches!(
        refused(&split, "d4-c5"),
        Refusal::SamePiece { .. }
    ));
}

#[test]
fn games_end_by_the_last_piece_by_no_move_and_by_a_draw() {
    let won = after("W:Wc3:Bd4", "c3xe5");
    let white = Some(Outcome::Decisive {
        winner: Colour::White,
    });
    assert_eq!(won.outcome(), white);
    // A man that can't move is as good as none.
    let stuck = after("W:Wa7,Kb8,f4:Ba5,h6", "f4-g5");
    assert_eq!(stuck.outcome(), None);
    let rules = changed(|rules| rules.draw_turns = Some(3));
    let drawn = with(rules, "W:WKa1:BKh8", "a1-b2 h8-g7 b2-a1");
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    let mut legal = Vec::new();
    drawn.legal_moves(&mut legal);
    assert!(legal.is_empty());
    assert!(matches!(
        refused(&drawn, "g7-h8"),
        Refusal::Common(CommonRefusal::GameOver { .. })
    ));
}

#[test]
fn a_part_that_arrives_on_the_far_row_is_a_king_and_the_others_are_not() {
    let position = after("W:Wc7:BKh4", "c7^b8d8");
    let text: Vec<String> = position.occupied().into_iter().map(|o| o.piece).collect();
    assert_eq!(text, ["B", "W", "W"]);
    let position = after("W:Wb6,Kf8:BKh2", "b6^a7c7 h2-g1 a7-b8");
    let king = position.board().part(place("b8")).unwrap();
    let man = position.board().part(place("c7")).unwrap();
    assert_eq!(
        (king.to_string(), man.to_string()),
        ("W".into(), "w".into())
    );
    assert_eq!(king.piece, man.piece);
}

#[test]
fn a_shot_is_judged_piece_by_piece() {
    use cheqqers_game::Verdict;
    let position = after("W:We3,c3:Bc5,Kh8", "c3^b4d4 h8-g7 e3-d4");
    let Turn::Pending(pending) = position.play("c5xa3".parse().unwrap()).unwrap() else {
        panic!("something is measured");
    };
    let judge = pending.judge();
    // e3, b4, d4, d4'.
    for (bits, verdict) in [
        ("1010", Verdict::Accepted),
        ("0101", Verdict::Accepted),
        ("1110", Verdict::WrongNumber),
        ("1001", Verdict::WrongPiece),
        ("0011", Verdict::OffSupport),
        ("1100", Verdict::OffSupport),
    ] {
        assert_eq!(
            judge.verdict(bits.parse().unwrap()),
            Some(verdict),
            "{bits}"
        );
    }
}
