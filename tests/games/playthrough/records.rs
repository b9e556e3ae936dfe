//! Recorded games replay to the same board.

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::Bitstring;
use cheqqers_game::Game;
use cheqqers_game::record::{self, Detail, Line, Reader};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;
use cheqqers_world::Slot;
use num_complex::Complex64;
use serde_json::Map;

use super::{GAMES, SIZES, rules};

fn record_and_replay(rules: Rules, seed: u64, detail: Detail) {
    let start = Position::initial(rules);
    let header = record::header(&start, Map::new());
    let mut text = record::to_text(&header, &[]);
    let mut positions = vec![start.clone()];
    for ply in random_game(start, seed) {
        text += &Line::Ply(Box::new(ply.line(detail))).to_text();
        positions.push(ply.after);
    }
    let mut reader = Reader::new(text.as_bytes());
    let record = reader.record().unwrap().expect("a record was written");
    assert_eq!(reader.record().unwrap(), None);
    assert_eq!((record.cut_off, record.unterminated), (false, false));
    assert_eq!(record.whole_bytes, text.len() as u64);
    let mut replay: Replay<'_, Position> = Replay::new(&record, Verify::Everything).unwrap();
    replay.finish().unwrap();
    let replayed = replay.into_positions();
    assert_eq!(replayed.len(), positions.len());
    for (replayed, played) in replayed.iter().zip(&positions) {
        assert_eq!(replayed.occupied(), played.occupied());
        assert_eq!(replayed.board(), played.board());
        assert_eq!(
            (
                replayed.turn(),
                replayed.chain(),
                replayed.half_move_clock()
            ),
            (played.turn(), played.chain(), played.half_move_clock())
        );
        assert_eq!(states(replayed), states(played));
    }
}

/// The slots of a component, and its amplitudes.
type State = (Vec<Slot>, Vec<(Bitstring, Complex64)>);

/// Every component's amplitudes, to the last bit.
fn states(position: &Position) -> Vec<State> {
    let components = position.world().components().iter();
    let mut states: Vec<_> = components.map(|c| (c.slots(), c.amplitudes())).collect();
    states.sort_by(|a, b| a.0.cmp(&b.0));
    states
}

#[test]
fn recorded_games_replay_to_the_same_board() {
    let base = seed::choose(1);
    for level in Level::ALL {
        for &size in SIZES {
            for game in 0..GAMES {
                let detail = [Detail::Record, Detail::Trace][(game % 2) as usize];
                record_and_replay(rules(level, size), base.wrapping_add(game), detail);
            }
        }
    }
}
