//! Set-ups that no game leads to, or not by every rotation.

use std::convert::Infallible;

use cheqqers_checkers::rotation::{Collapse, Move, Position, Presence, Rotation, Rules, Wipeout};
use cheqqers_circuit::Bitstring;
use cheqqers_game::settings;
use cheqqers_game::show::{Show, describe_ply};
use cheqqers_game::{
    Colour, CompletedPly, Game, GameExt, Measurement, Outcome, Pending, StartedPly, Turn,
};
use cheqqers_testkit::checks::rotation as checks;

fn preset(name: &str) -> Rules {
    let header = settings::header::<Position>(Some(name), []).unwrap();
    Position::from_header(&header).unwrap().rules()
}

const PRESETS: [&str; 3] = ["physical", "program", "manual"];

/// White to move; pieces such as `wc3` or `Bd8` with their presences.
fn set_up(rules: Rules, pieces: &[(&str, Presence)]) -> Position {
    let side = |letter: char| {
        let of_side = pieces.iter().filter_map(|(text, presence)| {
            let (kind, square) = text.split_at(1);
            let king = if kind == kind.to_uppercase() { "K" } else { "" };
            let mark = match presence {
                Presence::Definite => String::new(),
                Presence::Rotated(rotations) => format!("~{rotations}"),
            };
            let is_of_side = kind.eq_ignore_ascii_case(&letter.to_string());
            is_of_side.then(|| format!("{king}{square}{mark}"))
        });
        let of_side: Vec<String> = of_side.collect();
        format!("{letter}{}", of_side.join(","))
    };
    // Pieces are numbered as they are listed.
    let mut sides = [side('W'), side('B')];
    if pieces[0].0.starts_with(['b', 'B']) {
        sides.reverse();
    }
    let position = from_text(rules, &format!("W:{}", sides.join(":")));
    checks::position(&position).unwrap();
    position
}

/// The position of a text, by the header of a game.
fn from_text(rules: Rules, text: &str) -> Position {
    let mut header = Position::initial(rules).header();
    header.insert("position".into(), text.into());
    Position::from_header(&header).unwrap()
}

#[test]
fn positions_round_trip_by_the_header() {
    let rules = |rotation| {
        let mut rules = Rules::PHYSICAL;
        rules.rotation = rotation;
        rules
    };
    for (rotation, text) in [
        (Rotation::Ry, "W:Wc3~0,Kd4:Bf6~1"),
        (Rotation::Ry, "B:Wa1~2:BKg1~0,h8"),
        (Rotation::Manual15, "W:Wa1~3:Bh8"),
        (Rotation::Ry, "W:Wa1:B"),
    ] {
        let position = from_text(rules(rotation), text);
        checks::position(&position).unwrap();
        let header = position.header();
        assert_eq!(header["position"], text);
        let again = Position::from_header(&header).unwrap();
        assert_eq!(again.header(), header);
    }
    let usual = Position::initial(Rules::PHYSICAL);
    let start = usual.occupied().into_iter();
    let [white, black] = ["w", "b"].map(|kind| {
        let men = start.clone().filter(|man| man.piece == kind);
        let men: Vec<String> = men.map(|man| format!("{}~0", man.place)).collect();
        men.join(",")
    });
    let same = from_text(Rules::PHYSICAL, &format!("W:W{white}:B{black}"));
    assert_eq!(same.header(), usual.header());
    assert!(!usual.header().contains_key("position"));
}

fn begin(position: &Position, text: &str) -> Turn<Position> {
    let mv: Move = text.parse().unwrap();
    position.clone().play(mv).unwrap()
}

fn pending(turn: Turn<Position>) -> Pending<Position> {
    match turn {
        Turn::Pending(pending) => pending,
        Turn::Ready(_) => panic!("nothing is measured"),
    }
}

/// Every way a move may end, with its probability.
fn ends(turn: Turn<Position>) -> Vec<(Position, f64)> {
    match turn {
        Turn::Ready(position) => vec![(position, 1.0)],
        Turn::Pending(pending) => pending
            .outcomes()
            .flat_map(|(bits, factor)| {
                let turn = pending.clone().resolve(&bits).unwrap();
                let scaled = |(position, p)| (position, factor * p);
                ends(turn).into_iter().map(scaled).collect::<Vec<_>>()
            })
            .collect(),
    }
}

fn sum(ends: &[(Position, f64)], holds: impl Fn(&Position) -> bool) -> f64 {
    let matching = ends.iter().filter(|(position, _)| holds(position));
    matching.map(|(_, probability)| probability).sum()
}

fn has(position: &Position, text: &str) -> bool {
    position.board().is_occupied(text.parse().unwrap())
}

fn assert_close(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-12,
        "{what}: {found}, not {expected}"
    );
}

/// All presences of uncertain pieces, and of definite ones.
fn presences(rotation: Rotation) -> Vec<Presence> {
    let rotated = (0..9).map(Presence::Rotated);
    let mut all: Vec<_> = rotated
        .take_while(|p| p.probability(rotation) < 1.0)
        .collect();
    all.push(Presence::Definite);
    all
}

/// Row 3 of the table.
#[test]
fn pieces_that_never_moved_capture_each_other_with_a_quarter() {
    for name in PRESETS {
        let start = [("wc3", Presence::START), ("bd4", Presence::START)];
        let position = set_up(preset(name), &start);
        let ends = ends(begin(&position, "c3xe5"));
        let success = sum(&ends, |end| end.captured() == ["d4"]);
        assert_close(success, 0.25, name);
        let mv = "c3xe5".parse().unwrap();
        assert_close(position.success(mv).unwrap(), 0.25, name);
    }
}

/// P(a on | fail) = a(1-t)/(1-at), and the same for the target: rows 6 and 7 for every angle.
#[test]
fn what_a_failed_capture_leaves_follows_the_general_formula() {
    for rotation in Rotation::ALL {
        for collapse in [Collapse::Definite, Collapse::Keep] {
            for resample in [false, true] {
                let mut rules = Rules::PHYSICAL;
                rules.rotation = rotation;
                rules.collapse = collapse;
                rules.resample = resample;
                for attacker in presences(rotation) {
                    for target in presences(rotation) {
                        check_formula(rules, attacker, target);
                    }
                }
            }
        }
    }
}

fn check_formula(rules: Rules, attacker: Presence, target: Presence) {
    let third = Presence::Rotated(1);
    let pieces = [("wc3", attacker), ("bd4", target), ("bh8", third)];
    let position = set_up(rules, &pieces);
    let [a, t, third] = [attacker, target, third].map(|p| p.probability(rules.rotation));
    let ends = ends(begin(&position, "c3xe5"));
    for (end, _) in &ends {
        checks::position(end).unwrap();
        checks::ply(&position, "c3xe5".parse().unwrap(), end).unwrap();
    }
    assert_close(sum(&ends, |_| true), 1.0, "sum");
    let success = sum(&ends, |end| !end.captured().is_empty());
    assert_close(success, a * t, "success");
    let failed = |end: &Position| end.captured().is_empty();
    let left = |text| sum(&ends, |end| failed(end) && has(end, text)) / (1.0 - success);
    if success > 1.0 - 1e-9 {
        assert_eq!(ends.len(), 1);
        return;
    }
    let (here, there) = if rules.resample {
        (a, t)
    } else {
        let fail = 1.0 - a * t;
        (a * (1.0 - t) / fail, t * (1.0 - a) / fail)
    };
    assert_close(left("c3"), here, "attacker");
    assert_close(left("d4"), there, "target");
    assert_close(left("h8"), third, "third piece");
}

/// Row 12: two of a side's pieces, both at 1/2, are both gone after a failed capture with 1/4.
#[test]
fn two_fresh_pieces_are_wiped_out_with_a_quarter() {
    for name in PRESETS {
        let rules = preset(name);
        let pieces = [
            ("wc3", Presence::START),
            ("bd4", Presence::START),
            ("bb8", Presence::START),
            ("bh8", Presence::START),
        ];
        let ends = ends(begin(&set_up(rules, &pieces), "c3xe5"));
        let failed = |end: &Position| end.captured().is_empty();
        let fail = sum(&ends, failed);
        assert_close(fail, 0.75, name);
        let gone = |end: &Position| failed(end) && !has(end, "b8") && !has(end, "h8");
        assert_close(sum(&ends, gone) / fail, 0.25, name);
        // Nobody is left of Black exactly where the target is gone too.
        let wiped_out = sum(&ends, |end| {
            failed(end) && end.board().of(Colour::Black).is_empty()
        });
        let target_gone = sum(&ends, |end| failed(end) && !has(end, "d4"));
        assert_close(wiped_out, 0.25 * target_gone, name);
    }
}

#[test]
fn a_wipe_out_is_a_draw_or_won_by_who_tried_the_capture() {
    for (wipeout, outcome, told) in [
        (Wipeout::Draw, Outcome::Draw, "a draw: no piece is left"),
        (
            Wipeout::Capturer,
            Outcome::Decisive {
                winner: Colour::White,
            },
            "white has won: no piece is left, and white tried the capture",
        ),
    ] {
        let mut rules = Rules::PHYSICAL;
        rules.wipeout = wipeout;
        let fresh = Presence::START;
        let position = set_up(rules, &[("wc3", fresh), ("bd4", fresh), ("bh8", fresh)]);
        let first = pending(begin(&position, "c3xe5"));
        let Turn::Pending(second) = first.resolve(&Bitstring::zeros(2)).unwrap() else {
            panic!("h8 is measured");
        };
        // The game does not end between the measurements.
        assert_eq!(second.slots().len(), 1);
        let Turn::Ready(end) = second.resolve(&Bitstring::zeros(1)).unwrap() else {
            panic!("nobody is left to measure");
        };
        assert_eq!(
            (end.outcome(), end.status()),
            (Some(outcome), told.to_owned())
        );
        checks::position(&end).unwrap();
    }
}

#[test]
fn whoever_alone_is_left_has_won() {
    let fresh = Presence::START;
    let position = set_up(Rules::PHYSICAL, &[("wc3", fresh), ("bd4", fresh)]);
    for (bits, winner) in [
        ("10", Colour::White),
        ("01", Colour::Black),
        ("11", Colour::White),
    ] {
        let bits: Bitstring = bits.parse().unwrap();
        let Turn::Ready(end) = pending(begin(&position, "c3xe5")).resolve(&bits).unwrap() else {
            panic!("nobody else is there to be measured");
        };
        assert_eq!(end.outcome(), Some(Outcome::Decisive { winner }), "{bits}");
        checks::position(&end).unwrap();
    }
}

#[test]
fn what_is_definite_is_not_measured() {
    let definite = Presence::Definite;
    let pieces = [
        ("wc3", definite),
        ("bd4", definite),
        ("bh8", Presence::START),
    ];
    let position = set_up(Rules::PHYSICAL, &pieces);
    let Turn::Ready(end) = begin(&position, "c3xe5") else {
        panic!("both are certain");
    };
    assert_eq!(end.captured(), ["d4"]);
    let pieces = [
        ("wc3", definite),
        ("bd4", Presence::START),
        ("bh8", definite),
    ];
    let position = set_up(Rules::PHYSICAL, &pieces);
    let asked = pending(begin(&position, "c3xe5"));
    assert_eq!(asked.slots().len(), 1);
    let Turn::Ready(end) = asked.resolve(&Bitstring::zeros(1)).unwrap() else {
        panic!("all others are certain");
    };
    assert!(has(&end, "c3") && has(&end, "h8") && !has(&end, "d4"));
}

#[test]
fn a_piece_is_crowned_where_its_move_ends_and_never_by_a_failed_capture() {
    let fresh = Presence::START;
    let position = set_up(Rules::PHYSICAL, &[("wc7", fresh), ("bh8", fresh)]);
    let Turn::Ready(end) = begin(&position, "c7-d8") else {
        panic!("a step measures nothing");
    };
    assert!(end.board().kings().contains("d8".parse().unwrap()));
    let position = set_up(
        Rules::PHYSICAL,
        &[("wb6", fresh), ("bc7", fresh), ("bh8", fresh)],
    );
    for (end, _) in ends(begin(&position, "b6xd8")) {
        let crowned = !end.captured().is_empty();
        assert_eq!(end.board().kings().is_empty(), !crowned);
        assert_eq!(has(&end, "d8"), crowned);
    }
}

#[test]
fn a_blocked_player_has_lost_even_where_a_draw_is_due() {
    let definite = Presence::Definite;
    let mut rules = Rules::PHYSICAL;
    rules.draw_turns = Some(1);
    // After the step h2-g3 Black's only man has neither a step nor a capture.
    let pieces = [("bh4", definite), ("wh2", definite), ("wf2", definite)];
    let position = set_up(rules, &pieces);
    let Turn::Ready(end) = begin(&position, "h2-g3") else {
        panic!("a step measures nothing");
    };
    let winner = Colour::White;
    assert_eq!(end.half_move_clock(), 1);
    assert_eq!(end.outcome(), Some(Outcome::Decisive { winner }));
    assert_eq!(end.status(), "white has won: black has no move");
    checks::position(&end).unwrap();
    let Turn::Ready(end) = begin(&position, "f2-e3") else {
        panic!("a step measures nothing");
    };
    assert_eq!(end.outcome(), Some(Outcome::Draw));
    assert_eq!(
        end.status(),
        "a draw: 1 turn in which nothing left the board"
    );
    checks::position(&end).unwrap();
}

/// Colours and sides exchanged: the other way round, and as good for the other player.
#[test]
fn the_estimate_is_odd_under_exchange_of_the_colours() {
    let pieces = [
        ("wc3", Presence::Rotated(1)),
        ("we3", Presence::START),
        ("Wg7", Presence::Definite),
        ("bd6", Presence::Rotated(2)),
        ("Bb2", Presence::START),
    ];
    let mirrored = [
        ("bf6", Presence::Rotated(1)),
        ("bd6", Presence::START),
        ("Bb2", Presence::Definite),
        ("we3", Presence::Rotated(2)),
        ("Wg7", Presence::START),
    ];
    let [one, other] =
        [&pieces, &mirrored].map(|pieces| set_up(Rules::PHYSICAL, pieces).static_evaluation());
    assert!(
        one > 0.0 && one < 1.0 && (one + other).abs() < 1e-12,
        "{one} {other}"
    );
}

#[test]
fn keys_tell_apart_what_differs_and_nothing_else() {
    let fresh = Presence::START;
    let key = |pieces: &[(&str, Presence)]| set_up(Rules::PHYSICAL, pieces).key().unwrap();
    let base = [("wc3", fresh), ("bd6", fresh), ("bf6", fresh)];
    let swapped = [("bf6", fresh), ("bd6", fresh), ("wc3", fresh)];
    assert_eq!(key(&base), key(&swapped), "numbers of pieces do not count");
    let others = [
        [
            ("wc3", Presence::Rotated(1)),
            ("bd6", fresh),
            ("bf6", fresh),
        ],
        [
            ("wc3", fresh),
            ("bd6", Presence::Rotated(1)),
            ("bf6", fresh),
        ],
        [("wc3", Presence::Definite), ("bd6", fresh), ("bf6", fresh)],
        [("Wc3", fresh), ("bd6", fresh), ("bf6", fresh)],
        [("wc3", fresh), ("wd6", fresh), ("bf6", fresh)],
    ];
    for (number, other) in others.iter().enumerate() {
        assert_ne!(key(other), key(&base), "{number}");
    }
    let to_move = from_text(Rules::PHYSICAL, "B:Wc3~0:Bd6~0,f6~0");
    assert_ne!(to_move.key(), Some(key(&base)));
}

#[test]
fn plies_are_told_as_they_were() {
    let fresh = Presence::START;
    let pieces = [
        ("wc3", Presence::Rotated(1)),
        ("bd4", fresh),
        ("wa7", Presence::Rotated(2)),
        ("bh8", fresh),
    ];
    let position = set_up(Rules::PHYSICAL, &pieces);
    let tell = |text: &str, answers: &[(&str, &[&str], &[&str])]| {
        let mut answers = answers.iter();
        let started = StartedPly::new(&position, text.parse().unwrap()).unwrap();
        let completed = started.complete(|pending| {
            let (bits, all, on) = answers.next().unwrap();
            let measurement = Measurement::new(pending, bits.parse().unwrap(), "exact");
            let names = pending
                .slots()
                .into_iter()
                .map(|slot| position.slot_name(slot));
            assert_eq!(names.collect::<Vec<_>>(), *all);
            assert_eq!(measurement.occupied_names(&position), *on);
            Ok::<_, Infallible>(measurement)
        });
        assert_eq!(answers.len(), 0);
        let CompletedPly {
            ply,
            position: after,
        } = completed.unwrap();
        describe_ply(&position, &ply, &after).join("\n")
    };
    assert_eq!(
        tell("c3-b4", &[]),
        "\
White moves c3 to b4.
Now it is on b4 with 93.3 %."
    );
    assert_eq!(
        tell("a7-b8", &[]),
        "\
White moves a7 to b8.
The piece on b8 is there for certain now.
Crowned on b8: a king."
    );
    let pair: &[&str] = &["c3", "d4"];
    assert_eq!(
        tell("c3xe5", &[("11", pair, pair)]),
        "\
White tries to capture from c3 over d4 onto e5.
Measured: the white man on c3 was there (75 %); the black man on d4 was there (50 %).
Captured: the black man on d4. The capturer is on e5."
    );
    assert_eq!(
        tell(
            "c3xe5",
            &[("10", pair, &["c3"]), ("10", &["a7", "h8"], &["a7"])]
        ),
        "\
White tries to capture from c3 over d4 onto e5.
Measured: the white man on c3 was there (75 %); the black man on d4 was not there (50 %).
Measured: found on a7.
The pieces on d4 and h8 leave the board.
Nothing is captured, the turn passes."
    );
    let told = |text: &str| position.describe_probabilities(text.parse().unwrap());
    assert_eq!(told("c3-b4").as_deref(), Some("then b4 93.3 %"));
    assert_eq!(
        told("c3xe5").as_deref(),
        Some("37.5 %: the pieces on c3 (75 %) and d4 (50 %) are measured, both must be there")
    );
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let hint = position.hint(&legal);
    assert!(
        hint.starts_with("There is something to capture:\n  c3xe5  37.5 %: "),
        "{hint}"
    );
    assert!(hint.ends_with(" is as good as any.\n"), "{hint}");
}
