//! Recorded games replay to the same board.

use cheqqers_checkers::rotation::Position;
use cheqqers_game::Game;
use cheqqers_game::record::{self, Detail, Line, Reader};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use serde_json::Map;

use super::{ALL, start_with};

fn record_and_replay(start: Position, seed: u64, detail: Detail) {
    let header = record::header(&start, Map::new());
    let mut text = record::to_text(&header, &[]);
    let mut positions = vec![start.clone()];
    for ply in random_game(start, seed) {
        text += &Line::Ply(Box::new(ply.line(detail))).to_text();
        positions.push(ply.after);
    }
    let record = Reader::new(text.as_bytes()).record().unwrap().unwrap();
    let mut replay: Replay<'_, Position> = Replay::new(&record, Verify::Everything).unwrap();
    replay.finish().unwrap();
    let replayed = replay.into_positions();
    assert_eq!(replayed.len(), positions.len());
    for (replayed, played) in replayed.iter().zip(&positions) {
        assert_eq!(replayed.occupied(), played.occupied());
        assert_eq!(replayed.board(), played.board());
        assert_eq!(replayed.key(), played.key());
        assert_eq!(
            (
                replayed.turn(),
                replayed.half_move_clock(),
                replayed.outcome()
            ),
            (played.turn(), played.half_move_clock(), played.outcome())
        );
    }
}

#[test]
fn recorded_games_replay_to_the_same_board() {
    let base = seed::choose(1985);
    for (number, options) in (0..).zip(ALL) {
        for size in ["5", "8", "11"] {
            for detail in [Detail::Record, Detail::Trace] {
                let start = start_with(options.iter().copied().chain([("size", size)]));
                record_and_replay(start, base.wrapping_add(number), detail);
            }
        }
    }
}

/// A record that says something else than the rules is refused.
#[test]
fn a_wrong_word_of_a_record_is_found() {
    let start = start_with([]);
    let header = record::header(&start, Map::new());
    let mut text = record::to_text(&header, &[]);
    for ply in random_game(start, 3).take(40) {
        text += &Line::Ply(Box::new(ply.line(Detail::Trace))).to_text();
    }
    let replays = |text: &str| {
        let record = Reader::new(text.as_bytes()).record().unwrap().unwrap();
        let replay = Replay::<Position>::new(&record, Verify::Everything);
        replay.is_ok_and(|mut replay| replay.finish().is_ok())
    };
    assert!(replays(&text));
    for (word, other) in [
        ("\"p\":0.75", "\"p\":0.76"),
        ("\"quiet\":3", "\"quiet\":4"),
        ("\"size\":8", "\"size\":6"),
        ("\"rotation\":\"ry\"", "\"rotation\":\"manual15\""),
        ("\"rotation\":\"ry\"", "\"rotation\":\"rx\""),
    ] {
        let wrong = text.replacen(word, other, 1);
        assert_ne!(wrong, text, "{word}");
        assert!(!replays(&wrong), "{word}");
    }
}
