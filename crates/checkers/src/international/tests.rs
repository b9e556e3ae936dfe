//! The worked examples and counts of the rules.

use cheqqers_game::notation::{Demand, ForcedMove};
use cheqqers_game::{Colour, Game, GameExt, Outcome, Turn, perft};

use super::{Level, Move, Position, Rules};
use crate::Square;

const AMPLITUDE: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// A position on 8 x 8, White to move: pieces by side, such as `w c3 b4/d4 | b h8`; capitals are
/// kings, and two squares half a piece on either.
fn place(level: Level, text: &str) -> Position {
    place_on(Rules::new(level), text)
}

fn place_on(rules: Rules, text: &str) -> Position {
    let number = |name: &str| {
        let square: Square = name.parse().unwrap();
        square.draughts_number(rules.size())
    };
    let (mut sides, mut blocks) = ([Vec::new(), Vec::new()], String::new());
    let (mut side, mut king) = (0, false);
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match word {
            "w" | "W" => (side, king) = (0, word == "W"),
            "b" | "B" => (side, king) = (1, word == "B"),
            _ => {
                let crown = if king { "K" } else { "" };
                match word.split_once('/') {
                    None => sides[side].push(format!("{crown}{}", number(word))),
                    Some((one, other)) => {
                        let (one, other) = (number(one), number(other));
                        sides[side].extend([one, other].map(|n| format!("~{crown}{n}")));
                        let block = format!("|{one},{other}:10*{AMPLITUDE},0;01*{AMPLITUDE},0");
                        blocks += &block;
                    }
                }
            }
        }
    }
    let [white, black] = sides.map(|side| side.join(","));
    let fen = format!("W:W{white}:B{black}{blocks}");
    Position::from_fen(rules, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays moves, of which those that measure say what they find.
fn play(position: Position, moves: &str) -> Position {
    moves.split_whitespace().fold(position, |position, text| {
        let ForcedMove { mv, demand } = text.parse::<ForcedMove<Move>>().unwrap();
        let mut turn = position
            .play(mv)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut found = match demand {
            Demand::Occupied(found) => found.into_iter(),
            _ => Vec::new().into_iter(),
        };
        loop {
            match turn {
                Turn::Ready(after) => {
                    assert_eq!(found.next(), None, "{text}");
                    return after;
                }
                Turn::Pending(pending) => {
                    let occupied = found.next().unwrap_or_else(|| panic!("{text} measures"));
                    let slots = pending.slots();
                    let bits = slots
                        .iter()
                        .map(|&slot| occupied.contains(&pending.position().slot_name(slot)))
                        .collect();
                    turn = pending
                        .resolve(&bits)
                        .unwrap_or_else(|error| panic!("{text}: {error}"));
                }
            }
        }
    })
}

/// All ways that a move can end: what it measures, and how likely it is.
fn outcomes(position: &Position, mv: &str) -> Vec<(String, f64, Position)> {
    let mut all = Vec::new();
    let mut open = vec![(
        String::new(),
        1.0,
        position.clone().play(mv.parse().unwrap()).unwrap(),
    )];
    while let Some((text, probability, turn)) = open.pop() {
        match turn {
            Turn::Ready(after) => all.push((text, probability, after)),
            Turn::Pending(pending) => {
                for (bits, p) in pending.outcomes() {
                    let slots = pending.slots();
                    let mut names: Vec<String> = slots
                        .iter()
                        .zip(bits.iter())
                        .filter(|&(_, bit)| bit)
                        .map(|(&slot, _)| pending.position().slot_name(slot))
                        .collect();
                    names.sort();
                    let text = format!("{text}{{{}}}", names.join(","));
                    open.push((
                        text,
                        probability * p,
                        pending.clone().resolve(&bits).unwrap(),
                    ));
                }
            }
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn legal(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert!(moves.is_sorted());
    let all: Vec<String> = moves.iter().map(ToString::to_string).collect();
    for (n, &mv) in moves.iter().enumerate() {
        let chosen = position.choose_move(|len| {
            assert_eq!(len, all.len());
            n
        });
        assert_eq!(chosen, Some(mv));
    }
    all
}

fn p(position: &Position, square: &str) -> f64 {
    position.probability(square.parse().unwrap())
}

/// Checks probabilities such as `b4 1/2 d4 0 e3 1`; a square that is certain or empty is exactly so.
fn check(position: &Position, expected: &str) {
    let words: Vec<&str> = expected.split_whitespace().collect();
    for pair in words.chunks(2) {
        let [square, value] = pair else {
            panic!("{expected}")
        };
        let value: f64 = match value.split_once('/') {
            Some((a, b)) => a.parse::<f64>().unwrap() / b.parse::<f64>().unwrap(),
            None => value.parse().unwrap(),
        };
        let found = p(position, square);
        assert!(
            (found - value).abs() < 1e-11,
            "{square}: {found}, not {value}"
        );
        let is_certain = value.fract().abs() < f64::EPSILON;
        let is_exact = found.to_bits() == value.to_bits();
        assert!(!is_certain || is_exact, "{square}: {found}");
        let named: Square = square.parse().unwrap();
        assert_eq!(position.board().is_quantum(named), !is_certain, "{square}");
        assert_eq!(position.board().is_occupied(named), value > 0.0, "{square}");
    }
}

/// The gates of the component of a square.
fn gates(position: &Position, square: &str) -> Vec<String> {
    let square: Square = square.parse().unwrap();
    let component = position.world().component(square.slot()).unwrap();
    let circuit = component
        .circuit(cheqqers_world::Encoding::Minimal)
        .unwrap();
    circuit
        .circuit()
        .gates()
        .map(|(gate, _)| gate.name().to_owned())
        .collect()
}

use Level::{Classical, Entanglement, Interference, Superposition};

const QUANTUM: [Level; 3] = [Superposition, Entanglement, Interference];

#[test]
fn example_1_a_part_splits_on() {
    for level in QUANTUM {
        let start = Position::initial(Rules::new(level));
        let after = play(start, "c3^b4d4 b6-a5 d4^c5e5");
        check(&after, "b4 1/2 c5 1/4 e5 1/4 d4 0 c3 0");
        assert_eq!(gates(&after, "b4"), ["x", "ch", "cx", "ch", "cx"]);
        assert_eq!(after.component_squares("b4".parse().unwrap()).len(), 3);
    }
}

#[test]
fn example_2_two_halves_merge_to_one_piece() {
    let after = play(place(Interference, "w c3 b h8"), "c3^b4d4 h8-g7 b4d4^c5");
    check(&after, "c5 1 b4 0 d4 0");
}

#[test]
fn examples_3_and_4_interference_of_unequal_parts() {
    let moves = "c3^b4d4 h6-g5 d4^c5e5 g5-h4 b4-a5 h4-g3 a5c5^b6";
    let after = play(place(Interference, "w c3 b h6"), moves);
    check(
        &after,
        "b6 0.728553390593 a5 0.010723304703 c5 0.010723304703 e5 1/4",
    );
    let start = place(Interference, "w c3 b h6 d8");
    let twice = play(start, &format!("{moves} d8-e7 a5c5^b6"));
    check(&twice, "a5 1/2 c5 1/4 e5 1/4 b6 0");
    let start = place(Interference, "W c3 b h2 h4 h6 d8 f8");
    let before = "c3^b4d4 h4-g3 d4^c5e5 h6-g5 b4-a5 g5-h4 a5c5^b6 d8-e7";
    let king = play(start, before);
    let cancelled = play(king.clone(), "a5c5^b4");
    for square in ["a5", "c5", "b6", "e5"] {
        assert!(
            (p(&king, square) - p(&cancelled, square)).abs() < 1e-12,
            "{square}"
        );
    }
    check(&cancelled, "b4 0");
}

#[test]
fn example_5_a_certain_piece_steps_onto_an_own_ghost() {
    for level in [Entanglement, Interference] {
        let after = play(place(level, "w e3 b4/d4 b h8"), "e3-d4");
        check(&after, "d4 1 e3 1/2 b4 1/2");
        assert_eq!(after.component_squares("e3".parse().unwrap()).len(), 2);
    }
}

#[test]
fn example_6_a_ghost_steps_onto_another_under_a_condition() {
    for level in [Entanglement, Interference] {
        let after = play(place(level, "w e3/g3 b4/d4 b h8"), "e3-d4");
        check(&after, "d4 3/4 e3 1/4 b4 1/2 g3 1/2");
        let gates = gates(&after, "d4");
        assert_eq!(gates[gates.len() - 3..], ["cx", "ccx", "cx"]);
    }
}

#[test]
fn example_7_a_split_onto_an_own_ghost() {
    let after = play(place(Entanglement, "w e3 b4/d4 b h8"), "e3^d4f4");
    check(&after, "d4 3/4 f4 1/4 e3 1/2 b4 1/2");
    let gates = gates(&after, "d4");
    let tail = ["cx", "ch", "cx", "cx", "ccx", "cx", "cx", "ch", "cx"];
    assert_eq!(gates[gates.len() - 9..], tail);
}

#[test]
fn example_8_parts_of_a_piece_change_places() {
    let start = place(Entanglement, "w c3 b h8");
    let before = play(start, "c3^b4d4 h8-g7 d4^c5e5 g7-h6");
    let num_gates = gates(&before, "b4").len();
    let after = play(before, "b4-c5");
    check(&after, "b4 1/4 c5 1/2 e5 1/4");
    assert_eq!(gates(&after, "b4").len(), num_gates);
}

#[test]
fn example_9_a_split_onto_an_own_part() {
    let start = place(Entanglement, "w c3 b h8");
    let after = play(start, "c3^b4d4 h8-g7 b4^a5c5 g7-h6 d4^c5e5");
    check(&after, "a5 1/4 c5 9/16 e5 1/16 d4 1/8");
}

#[test]
fn example_10_a_step_onto_an_opposing_ghost_measures_it() {
    for level in QUANTUM {
        let start = place(level, "w b4 b a5/c5 d6");
        let all = outcomes(&start, "b4-a5");
        let [(found, other, refused), (empty, half, moved)] = &all[..] else {
            panic!()
        };
        assert_eq!((&**empty, &**found), ("{}", "{a5}"));
        assert!((half - 0.5).abs() < 1e-12 && (other - 0.5).abs() < 1e-12);
        check(moved, "a5 1 c5 1 b4 0");
        check(refused, "a5 1 c5 0 b4 1");
        let white = moved.board().of(Colour::White);
        assert!(white.contains("a5".parse().unwrap()) && white.len() == 1);
        assert_eq!(refused.turn(), Colour::Black);
        assert_eq!((refused.clock.half_moves, moved.clock.half_moves), (0, 1));
    }
}

#[test]
fn example_11_a_capture_measures_three_squares() {
    for level in [Entanglement, Interference] {
        let start = place(level, "w b4/d4 f6/h6 b e5/g5 d8 h8");
        let all = outcomes(&start, "d4xf6");
        assert_eq!(all.len(), 8);
        for (found, probability, after) in &all {
            assert!((probability - 0.125).abs() < 1e-12, "{found}");
            assert_eq!(after.turn(), Colour::Black);
            assert_eq!(after.clock.half_moves, 0);
            match &**found {
                "{d4,e5}" => {
                    check(after, "f6 1 h6 1 b4 0 d4 0 e5 0 g5 0");
                    assert_eq!(after.captured().len(), 1);
                }
                "{d4,e5,f6}" => check(after, "d4 1 e5 1 f6 1 h6 0 b4 0 g5 0"),
                _ => assert!(after.captured().is_empty()),
            }
        }
    }
}

#[test]
fn example_12_at_level_1_a_capture_measures_until_one_fails() {
    let start = place(Superposition, "w b4/d4 f6/h6 b e5/g5 d8 h8");
    let all = outcomes(&start, "d4xf6");
    let told: Vec<(&str, f64)> = all.iter().map(|(text, p, _)| (&**text, *p)).collect();
    let expected = [
        ("{f6}", 0.5),
        ("{}{e5}{d4}", 0.125),
        ("{}{e5}{}", 0.125),
        ("{}{}", 0.25),
    ];
    assert_eq!(told.len(), 4);
    for (text, probability) in expected {
        let found = told.iter().find(|(other, _)| *other == text).unwrap();
        assert!((found.1 - probability).abs() < 1e-12, "{text}");
    }
    let quiet = |text: &str| {
        let (.., after) = all.iter().find(|(other, ..)| other == text).unwrap();
        after.captured().len()
    };
    assert_eq!(
        (quiet("{}{e5}{d4}"), quiet("{}{e5}{}"), quiet("{f6}")),
        (1, 0, 0)
    );
}

#[test]
fn example_13_a_ghost_steps() {
    let all = outcomes(&place(Superposition, "w b4/d4 b h8"), "b4-a5");
    let [(_, _, moved), (_, _, stayed)] = &all[..] else {
        panic!()
    };
    check(moved, "a5 1 b4 0 d4 0");
    check(stayed, "a5 0 b4 0 d4 1");
    assert_eq!((stayed.clock.half_moves, moved.clock.half_moves), (1, 1));
    let after = play(place(Entanglement, "w b4/d4 b h8"), "b4-a5");
    check(&after, "a5 1/2 d4 1/2 b4 0");
}

#[test]
fn example_14_a_split_onto_both_ghosts_of_a_piece_is_refused_either_way() {
    let start = place(Superposition, "w c3 b b4/d4 a5 e5");
    let all = outcomes(&start, "c3^b4d4");
    assert_eq!(all.len(), 2);
    for (found, _, after) in &all {
        check(after, "c3 1");
        let there = if found == "{b4}" {
            "b4 1 d4 0"
        } else {
            "b4 0 d4 1"
        };
        check(after, there);
        assert_eq!(after.clock.half_moves, 0);
    }
}

#[test]
fn examples_15_to_18_the_longest_capture() {
    let six = Rules::new(Interference).with_size(6).unwrap();
    for text in ["w d2 b c3 e3 e5", "w d2 b c3 e3 e5/a5"] {
        assert_eq!(legal(&place_on(six, text)), ["d2xf4"], "{text}");
    }
    let start = place(Classical, "w a1 b b2 b4 d4 d6");
    assert_eq!(legal(&start), ["a1xc3"]);
    let after = play(start, "a1xc3");
    assert_eq!(after.turn(), Colour::White);
    assert_eq!(legal(&after), ["c3xa5", "c3xe5"]);
    let start = place(Entanglement, "w c3 h2 b d4/f6 g3");
    assert_eq!(legal(&start), ["h2xf4", "c3xe5"]);
    let start = place(Entanglement, "w c3 h2 b d4 f6 g3");
    assert_eq!(legal(&start), ["c3xe5"]);
    let all = ["a1xe5", "a1xf6", "a1xg7", "a1xh8"];
    assert_eq!(legal(&place(Entanglement, "W a1 b d4 h2")), all);
    assert_eq!(legal(&place(Entanglement, "W a1 w f6/h6 b d4 h2")), all);
    let moves = legal(&place(Entanglement, "W a1 w c3/a5 b d4 h2 e5"));
    assert!(moves.iter().all(|mv| !mv.contains('x')), "{moves:?}");
    assert!(moves.contains(&"a1-b2".into()) && moves.contains(&"a1-c3".into()));
    assert!(!moves.contains(&"a1-d4".into()));
}

#[test]
fn example_19_kings_fly_over_ghosts() {
    let start = place(Entanglement, "W a1 w c3/e1 b h6");
    let steps: Vec<String> = legal(&start)
        .into_iter()
        .filter(|mv| mv.starts_with("a1-"))
        .collect();
    let all = [
        "a1-b2", "a1-c3", "a1-d4", "a1-e5", "a1-f6", "a1-g7", "a1-h8",
    ];
    assert_eq!(steps, all);
    check(&play(start, "a1-d4"), "d4 1 c3 1/2 e1 1/2 a1 0");
}

#[test]
fn example_20_a_merge_of_two_pieces() {
    let start = place(Interference, "w a3/b4 d4/e3 b h8");
    let after = play(start, "b4d4^c5");
    check(&after, "c5 1/4 b4 3/8 d4 3/8 a3 1/2 e3 1/2");
}

#[test]
fn example_21_labels_follow_who_arrives() {
    let after = play(place(Entanglement, "w c5/g5 W d4 b h8"), "d4-c5");
    check(&after, "c5 1 d4 1/2 g5 1/2");
    let kings = after.board().kings();
    let is_king = |name: &str| kings.contains(name.parse().unwrap());
    assert_eq!(
        [is_king("c5"), is_king("d4"), is_king("g5")],
        [true, true, false]
    );
}

#[test]
fn example_22_a_capture_that_crowns_ends_the_turn() {
    let after = play(place(Classical, "w d6 b e7 g7 a3"), "d6xf8");
    assert_eq!(after.turn(), Colour::Black);
    check(&after, "f8 1 g7 1 e7 0");
    assert!(after.board().kings().contains("f8".parse().unwrap()));
}

#[test]
fn example_23_draws() {
    let start = place(Classical, "W a1 B c7");
    let round = "a1-b2 c7-d8 b2-a1 d8-c7";
    let seven = play(start, &format!("{round} a1-b2 c7-d8 b2-a1"));
    assert_eq!(seven.outcome(), None);
    assert_eq!(play(seven, "d8-c7").outcome(), Some(Outcome::Draw));
    // Plies until a draw where no position comes back.
    let plies = |text: &str| {
        let mut position = place(Classical, text);
        while position.outcome().is_none() {
            let next = position.choose_next(|after| {
                let seen = &position.clock.seen;
                after
                    .clock
                    .seen
                    .last()
                    .is_none_or(|last| !seen.contains(last))
            });
            position = next.expect("there is a new position");
        }
        assert_eq!(position.outcome(), Some(Outcome::Draw), "{text}");
        position.plies()
    };
    assert_eq!(plies("W a1 B c7"), 10);
    assert_eq!(plies("W a1 B c7 b a3"), 10);
    assert_eq!(plies("W a1 B c7 b8 b h8"), 32);
    assert_eq!(plies("W a1 e1 B c7 b8"), 50);
}

#[test]
fn positions_with_other_squares_in_superposition_do_not_repeat() {
    let start = place(Entanglement, "W b2/c3 a1 b h4 B h2");
    let moves = "c3-b2 h2-c7 a1-b2 c7-h2 b2-a1 h2-g1 b2-c3 g1-h2";
    assert_eq!(play(start, moves).outcome(), None);
}

/// The most captures that a chain on certain squares makes from a move on, by playing all of them.
fn longest_chain(position: &Position, mv: Move) -> u32 {
    let Turn::Ready(after) = position.clone().play_unchecked(mv) else {
        panic!("{mv} measures");
    };
    if after.chain().is_none() {
        return 1;
    }
    let mut moves = Vec::new();
    after.legal_moves(&mut moves);
    1 + moves
        .iter()
        .map(|&mv| longest_chain(&after, mv))
        .max()
        .unwrap()
}

#[test]
fn chains_of_several_kings_are_counted_apart() {
    for text in [
        "W:WK13,K15:B38,43,37,28,10,29,30,39,44,19,18,27,21,8",
        "W:WK22,K50,K42:B10,32,11,34,18,33,9,19,20,44,37,8,17,40",
    ] {
        let rules = Rules::new(Classical).with_size(10).unwrap();
        let position = Position::from_fen(rules, text).unwrap();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let lengths = moves.iter().map(|&mv| longest_chain(&position, mv));
        let lengths: Vec<u32> = lengths.collect();
        assert!(
            lengths.windows(2).all(|two| two[0] == two[1]),
            "{moves:?}: {lengths:?}"
        );
    }
}

#[test]
fn parts_that_are_measured_together_belong_together() {
    use cheqqers_game::show::Show;
    let position = play(
        place(Entanglement, "w c3 e3 b a7 h8"),
        "c3^b4d4 h8-g7 e3-d4",
    );
    let parts = position.parts();
    let piece = |place: &str| parts.iter().find(|part| part.place == place).unwrap().piece;
    assert_eq!(piece("b4"), piece("e3"));
    assert_ne!(piece("d4"), piece("e3"));
}

impl Position {
    /// The position after the first king's step, of those that lead to no capture, that a test likes.
    fn choose_next(&self, likes: impl Fn(&Self) -> bool) -> Option<Self> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.iter().find_map(|&mv| {
            let from = mv.sources().next()?;
            if !self.board.kings().contains(from) || !matches!(mv, Move::Step { .. }) {
                return None;
            }
            let Turn::Ready(after) = self.clone().play_unchecked(mv) else {
                return None;
            };
            let mut replies = Vec::new();
            after.legal_moves(&mut replies);
            let is_quiet = replies.iter().all(|mv| !matches!(mv, Move::Capture { .. }));
            (is_quiet && likes(&after)).then_some(after)
        })
    }
}

#[test]
fn turns_by_depth_are_those_of_the_rules() {
    let counts: [(u64, [&[u64]; 4]); 4] = [
        (
            4,
            [
                &[3, 9, 12, 16],
                &[4, 16, 40, 61],
                &[4, 16, 38, 62],
                &[4, 16, 39, 63],
            ],
        ),
        (
            6,
            [
                &[5, 25, 106, 369],
                &[7, 49, 266, 1108],
                &[7, 49, 249, 1033],
                &[7, 49, 253, 1040],
            ],
        ),
        (
            8,
            [
                &[7, 49, 302, 1469, 7473, 37628],
                &[10, 100, 814, 5013],
                &[10, 100, 750, 4391],
                &[10, 100, 762, 4435],
            ],
        ),
        (
            10,
            [
                &[9, 81, 658, 4265, 27117],
                &[13, 169, 1883],
                &[13, 169, 1725],
                &[13, 169, 1751],
            ],
        ),
    ];
    for (size, levels) in counts {
        for (level, counts) in Level::ALL.into_iter().zip(levels) {
            let rules = Rules::new(level).with_size(size).unwrap();
            let start = Position::initial(rules);
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(
                    perft(&start, depth),
                    count,
                    "{size} x {size}, {level}, {depth}"
                );
            }
        }
    }
}
