//! What people are told.

use cheqqers_checkers::blocking::{Measure, Move, Position};
use cheqqers_game::show::{Show, describe_ply};
use cheqqers_game::{CompletedPly, Game, GameExt, Ply, Turn};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::script::{branches, complete, play};

use super::after;

#[test]
fn attempts_and_blocked_moves_are_described() {
    let position = after("W:Wc3,e3:Bf6", "c3^b4d4 f6^e5g5");
    let describe_probabilities =
        |text: &str| position.describe_probabilities(text.parse().unwrap());
    assert_eq!(
        describe_probabilities("d4xf6").unwrap(),
        "captures with 25 %, steps to e5 with 25 % and does not move with 50 %"
    );
    assert_eq!(
        describe_probabilities("e3-d4").unwrap(),
        "then d4 50 % and e3 50 %"
    );
    assert_eq!(
        describe_probabilities("e3^d4f4").unwrap(),
        "then d4 25 %, f4 50 % and e3 25 %"
    );
    assert_eq!(describe_probabilities("e3-f4"), None);
    let certain = after("W:Wc3:Bd4", "");
    assert_eq!(
        certain.describe_probabilities("c3xe5".parse().unwrap()),
        None
    );
}

/// The sentences of a move with its outcomes, and the position it leads to.
fn told(before: &Position, text: &str) -> (String, Position) {
    let CompletedPly { ply, position } = complete(before, text);
    let sentences = describe_ply(before, &ply, &position);
    (sentences.join(" "), position)
}

#[test]
fn plies_are_told() {
    let start = after("W:Wc3,e3:Bf6", "");
    let line = [
        ("c3^b4d4", "White splits c3 over b4 and d4."),
        ("f6-g5", "Black moves f6 to g5."),
        (
            "e3-d4",
            "White moves e3 to d4. Where a piece is in the way it stays: now it is on d4 with 50 % and on e3 with 50 %.",
        ),
    ];
    let mut position = start;
    for (text, expected) in line {
        let (sentences, next) = told(&position, text);
        assert_eq!(sentences, expected);
        position = next;
    }
    let position = after("W:Wc3:Be5", "c3^b4d4");
    let all = branches(&position, "e5xc3");
    let ends = [
        "Black tries to capture from e5 over d4 onto c3. The white man on d4 was measured: it was there (50 %), not on b4. Captured: the white man on d4. The capturer is on c3.",
        "Black tries to capture from e5 over d4 onto c3. The white man on d4 was measured: it was not there (50 %). The white man is on b4. Nothing was on d4: the attacker steps there.",
    ];
    for (branch, expected) in all.iter().zip(ends) {
        let text = format!("e5xc3{{{}}}", branch.outcomes[0].join(","));
        assert_eq!(told(&position, &text).0, expected);
    }
    let crowned = after("W:Wb6:Bh8", "b6-c7 h8-g7");
    let (sentences, _) = told(&crowned, "c7^b8d8");
    assert!(sentences.ends_with("Crowned on b8: a king. Crowned on d8: a king."));
}

#[test]
fn the_status_says_whose_turn_it_is_and_how_it_ended() {
    let status = |start: &str, line: &str| Show::status(&after(start, line));
    assert_eq!(status("W:Wc3:Bd4", ""), "white to move");
    assert_eq!(
        status("W:Wc3:Bd4", "c3xe5"),
        "white has won: black has no pieces left"
    );
    assert_eq!(
        status("W:Wc3:Bd4,f6", "c3xe5"),
        "white may go on capturing with e5, or pass"
    );
    assert_eq!(
        status("B:Wb6,c5:Ba7", ""),
        "white has won: black has no move"
    );
    let rules = super::changed(|rules| rules.draw_turns = Some(2));
    let position = super::with(rules, "W:WKa1:BKh8", "a1-b2");
    assert_eq!(
        Show::status(&position),
        "black to move; a draw in 1 turn without a capture"
    );
    let drawn = play(position, "h8-g7");
    assert_eq!(Show::status(&drawn), "a draw: 2 turns without a capture");
}

#[test]
fn a_hint_takes_what_can_be_taken() {
    let position = after("W:Wc3,h2:Bd4", "");
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let hint = position.hint(&legal);
    assert!(hint.contains("c3xe5"), "{hint}");
}

/// Too many to be looked at one by one.
#[test]
fn a_hint_is_given_where_a_measurement_has_hundreds_of_outcomes() {
    let rules = super::changed(|rules| rules.measure = Measure::Full);
    let rules = rules.with_board(16, 3).unwrap();
    let start = "W:Wc7,g7,k7,c3:Bd10,h10,l10,p14";
    let line = "c7^b8d8 d10^c9e9 g7^f8h8 h10^g9i9 k7^j8l8 l10^k9m9 c3^b4d4 p14-o13";
    let position = super::with(rules, start, line);
    let attempt = position.clone().play("d8xf10".parse().unwrap()).unwrap();
    let Turn::Pending(pending) = attempt else {
        panic!("everything is measured");
    };
    assert!(pending.num_outcomes() > 100.0);
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let hint = position.hint(&legal);
    let named = |mv: &Move| hint.contains(&mv.to_string());
    assert!(legal.iter().any(named), "{hint}");
}

/// A ply whose measurements are not told.
fn bare(mv: Move) -> Ply<Move> {
    Ply {
        mv,
        measurements: Vec::new(),
    }
}

#[test]
fn all_that_happens_in_games_can_be_told() {
    let rules = super::on(6, 2);
    for ply in random_game(Position::initial(rules), 5).take(100) {
        let mv: Move = ply.mv;
        assert!(!describe_ply(&ply.before, &bare(mv), &ply.after).is_empty());
        let foretold = ply.before.describe_probabilities(mv);
        assert!(ply.measured.is_empty() || foretold.is_some(), "{mv}");
        let mut legal = Vec::new();
        ply.before.legal_moves(&mut legal);
        assert!(!ply.before.hint(&legal).is_empty());
        let sources = Position::sources(mv);
        assert_eq!(sources.is_empty(), mv == Move::Pass);
    }
}
