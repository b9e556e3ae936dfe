//! As much in superposition as a board takes.

use cheqqers_checkers::blocking::{Measure, Move, Position};
use cheqqers_game::{Game, GameExt, Turn};
use cheqqers_testkit::checks::blocking as checks;
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::Component;
use rand::RngExt;

use super::changed;

/// More slots than an answer has bits.
const MANY: usize = 130;

fn num_slots(position: &Position) -> usize {
    let components = position.world().components().iter();
    components.map(Component::num_slots).sum()
}

/// Sixteen kings that split on and on, onto squares of each other too, until so many slots are
/// quantum and something can be captured.
fn spread(mut position: Position) -> (Position, Move) {
    let mut rng = seed::rng(seed::choose(5));
    for _ in 0..2_000 {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let is_capture = |mv: &&Move| matches!(mv, Move::Capture { .. });
        if num_slots(&position) >= MANY
            && let Some(&capture) = legal.iter().find(is_capture)
        {
            return (position, capture);
        }
        legal.retain(|mv| !matches!(mv, Move::Capture { .. }));
        let tried = (0..12).filter_map(|_| {
            let mv = legal[rng.random_range(0..legal.len())];
            let Turn::Ready(after) = position.clone().play(mv).unwrap() else {
                return None;
            };
            let sizes = after
                .world()
                .components()
                .iter()
                .map(Component::num_amplitudes);
            (sizes.max().unwrap_or(0) <= 1 << 10).then_some(after)
        });
        position = tried.max_by_key(num_slots).unwrap();
    }
    panic!("only {} slots are quantum", num_slots(&position));
}

#[test]
fn everything_is_measured_in_turns_where_one_answer_has_no_room_for_it() {
    let rules = changed(|rules| {
        rules.measure = Measure::Full;
        rules.draw_turns = None;
    });
    let rules = rules.with_board(16, 3).unwrap();
    let start = "W:WKb2,Kf2,Kj2,Kn2,Kd4,Kh4,Kl4,Kp4:BKa15,Ke15,Ki15,Km15,Kc13,Kg13,Kk13,Ko13";
    let mut start = Position::from_text(rules, start).unwrap();
    start.world_mut().stop_recording();
    let (position, capture) = spread(start);
    let slots = num_slots(&position);
    let mut rng = seed::rng(6);
    let mut measured = Vec::new();
    let turn = position.play(capture).unwrap();
    let after = turn.finish(|pending| {
        measured.push(pending.slots().len());
        Ok::<_, String>(pending.sample(&mut rng))
    });
    let after = after.unwrap();
    assert!(after.world().components().is_empty());
    assert!(
        measured.len() > 1 && measured.iter().all(|&bits| bits <= 128),
        "{measured:?}"
    );
    assert_eq!(measured.iter().sum::<usize>(), slots);
}

/// What is left in superposition by such measurements stays small enough to be played on with.
#[test]
fn games_that_measure_squares_alone_come_to_their_end() {
    let rules = changed(|rules| rules.measure = Measure::Squares);
    let mut start = Position::initial(rules);
    start.world_mut().stop_recording();
    let base = seed::choose(8);
    for game in 0..20 {
        let mut most = 0;
        let plies = random_game(start.clone(), base.wrapping_add(game)).inspect(|ply| {
            checks::position(&ply.after).unwrap();
            let components = ply.after.world().components().iter();
            most = components
                .map(Component::num_amplitudes)
                .fold(most, usize::max);
        });
        let last = plies.last().unwrap();
        assert!(last.after.outcome().is_some());
        assert!(most < 1 << 12, "game {game}: {most}");
    }
}
