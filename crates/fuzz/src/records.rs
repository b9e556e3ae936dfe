//! Recorded games in both forms.

use cheqqers_checkers::pdn;
use cheqqers_game::record::{Line, Reader, Record, to_text};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_session::{GameVisitor, Playable, Recordings, UnknownGame, recorded, with_game};

/// The most amplitudes of all positions of a record.
const MOST_AMPLITUDES: usize = 1 << 16;

/// JSON Lines, of any game; draughts records too, as nothing but the text tells them apart. What is read
/// is replayed.
pub(crate) fn record(data: &[u8]) {
    let mut recordings = match Recordings::new(data) {
        Ok(recordings) => recordings,
        Err(error) => return drop(error.to_string()),
    };
    loop {
        match recordings.record() {
            Ok(Some(record)) => replay(&record),
            Ok(None) => break,
            Err(error) => return drop(error.to_string()),
        }
    }
}

/// Replays a record, and reads its lines back from their own text.
fn replay(record: &Record) {
    let lines: Vec<Line> = record.lines.iter().map(|(_, line)| line.clone()).collect();
    let text = to_text(&record.header, &lines);
    let again = Reader::new(text.as_bytes()).record();
    let again = again.unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let again = again.expect("there is a header").lines.into_iter();
    let again: Vec<Line> = again.map(|(_, line)| line).collect();
    assert_eq!(again, lines, "{text}");
    if let Ok(game) = recorded(&record.header) {
        let replayed = with_game(game, RecordReplay(record));
        replayed.expect("the game is on the list");
    }
}

struct RecordReplay<'a>(&'a Record);

impl GameVisitor for RecordReplay<'_> {
    type Done = ();
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(), UnknownGame> {
        for verify in [Verify::Moves, Verify::Everything] {
            let replay = Replay::<G>::new(self.0, verify);
            let replayed = replay.and_then(|replay| replay.within(MOST_AMPLITUDES).finish());
            if let Err(error) = replayed {
                let _ = error.to_string();
            }
        }
        Ok(())
    }
}

struct Verification<'a>(&'a Record);

impl GameVisitor for Verification<'_> {
    type Done = ();
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(), UnknownGame> {
        let replay = Replay::<G>::new(self.0, Verify::Everything);
        if let Err(error) = replay.and_then(|mut replay| replay.finish()) {
            panic!("{error}: {:?}", self.0);
        }
        Ok(())
    }
}

/// Reads draughts records. The replay of what is read verifies.
pub(crate) fn pdn(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let _ = pdn::is_pdn(text);
    let mut reader = pdn::PdnReader::new(text.to_owned());
    loop {
        match reader.record() {
            Ok(Some(record)) => {
                let game =
                    recorded(&record.header).expect("draughts records are of games there are");
                with_game(game, Verification(&record)).expect("the game is on the list");
            }
            Ok(None) => break,
            Err(error) => return drop(error.to_string()),
        }
    }
}
