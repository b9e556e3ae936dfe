//! Verification of records of which a bit was changed.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::seats;
use cheqqers_engine::PlayerSpec;
use cheqqers_game::record::Detail;
use cheqqers_players::{PlayerKind, TimeControl};
use cheqqers_session::{GameKind, MissingOutcomes, Series, play_game};
use clap::ColorChoice;

use super::games;
use crate::args::{Replay, ShowOptions};
use crate::error::Failure;

/// A whole game as it is recorded, with a measurement in it.
fn recorded(detail: Detail) -> Vec<u8> {
    const SEED: u64 = 7;
    static NEVER: AtomicBool = AtomicBool::new(false);
    let game = GameKind::named("cheqqers").unwrap();
    let small = [("size".to_owned(), "5".to_owned())];
    let settings = game.settings(None, &small).unwrap();
    let series = Series::of(game, game.start(&settings).unwrap());
    let random = PlayerSpec::BuiltIn(PlayerKind::Random);
    let time = TimeControl::Own;
    let header = series.header(SEED, [&random, &random], time);
    let mut measurer = series.measurer(SEED);
    let missing = MissingOutcomes::Measured;
    let opened = series.open(SEED, header, detail, missing, &mut measurer);
    let mut session = opened.unwrap();
    let mut seats = seats(game, SEED, &random, &random);
    play_game(&mut session, &mut seats, &mut measurer, time, None, &NEVER).unwrap();
    let text = session.to_record();
    assert!(text.contains("\"measured\":[{"), "{text}");
    text.into_bytes()
}

/// Runs the command with `--verify` on a file.
fn verify(file: PathBuf) -> Result<(), Failure> {
    let args = Replay {
        luck: None,
        file,
        verify: true,
        ply: None,
        show: ShowOptions {
            color: ColorChoice::Never,
            ascii: true,
        },
    };
    games(&args, &mut Vec::new())
}

#[test]
fn every_flipped_bit_of_a_record_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.jsonl");
    let is_found = |content: &[u8]| {
        std::fs::write(&path, content).unwrap();
        verify(path.clone()).is_err()
    };
    for detail in [Detail::Record, Detail::Trace] {
        let mut text = recorded(detail);
        assert!(!is_found(&text));
        // Every bit of some bytes of each part: header, names, seed, plies, checksums, line ends.
        let first_line = text.iter().position(|&byte| byte == b'\n').unwrap();
        let places = (0..first_line + 40).step_by(7);
        let places = places.chain((0..text.len()).step_by(text.len() / 20));
        let places: Vec<usize> = places.chain([first_line, text.len() - 1]).collect();
        for place in places {
            for bit in 0..8 {
                text[place] ^= 1 << bit;
                assert!(is_found(&text), "{detail:?}: bit {bit} of byte {place}");
                text[place] ^= 1 << bit;
            }
        }
    }
}
