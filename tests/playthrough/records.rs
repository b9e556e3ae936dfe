//! Recorded games replay to the same board.

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::Bitstring;
use cheqqers_game::Game;
use cheqqers_game::record::{self, Detail, Line, PlyLine, Reader, Recorder};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_testkit::playout::{Measured, random_game};
use cheqqers_testkit::seed;
use cheqqers_world::Slot;
use num_complex::Complex64;
use serde_json::Map;

use crate::{GAMES, SIZES, rules};

/// A measurement in the words of the board.
fn in_words(position: &Position, measured: &Measured) -> record::Measured {
    let name = |slot: &Slot| position.slot_name(*slot);
    let bits = measured.slots.iter().zip(measured.bits.iter());
    record::Measured {
        squares: measured.slots.iter().map(name).collect(),
        occupied: bits.filter(|&(_, bit)| bit).map(|(s, _)| name(s)).collect(),
        backend: "exact".into(),
        more: Map::new(),
    }
}

fn record_and_replay(rules: Rules, seed: u64, detail: Detail) {
    let start = Position::initial(rules);
    let header = record::header(&start, Map::new());
    let mut recorder = Recorder::start(Vec::new(), &header).unwrap();
    let mut positions = vec![start.clone()];
    for ply in random_game(start, seed) {
        let measured = ply.measured.iter().map(|m| in_words(&ply.before, m));
        let measured = measured.collect();
        let line = PlyLine::new(
            ply.number,
            &ply.before,
            ply.mv,
            measured,
            &ply.after,
            detail,
        );
        recorder.line(&Line::Ply(Box::new(line))).unwrap();
        positions.push(ply.after);
    }
    let bytes = recorder.into_inner();
    let mut reader = Reader::new(&bytes[..]);
    let record = reader.record().unwrap().expect("a record was written");
    assert_eq!(reader.record().unwrap(), None);
    assert_eq!((record.cut_off, record.unterminated), (false, false));
    assert_eq!(record.whole_bytes, bytes.len() as u64);
    let mut replay: Replay<'_, Position> = Replay::new(&record, Verify::Everything).unwrap();
    replay.finish().unwrap();
    let replayed = replay.into_positions();
    assert_eq!(replayed.len(), positions.len());
    for (replayed, played) in replayed.iter().zip(&positions) {
        assert_eq!(replayed.occupied(), played.occupied());
        assert_eq!(replayed.board(), played.board());
        assert_eq!(
            (replayed.turn(), replayed.chain(), replayed.quiet()),
            (played.turn(), played.chain(), played.quiet())
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
