//! Texts of moves, positions and settings, of every game.

use cheqqers_circuit::Bitstring;
use cheqqers_game::notation::{ForcedMove, outcomes, split_moves};
use cheqqers_game::record::{board, header as to_header, legal_texts};
use cheqqers_game::show::Show;
use cheqqers_game::{CompletionError, Game, Pending, StartedPly, settings};
use cheqqers_session::{GameVisitor, KNOWN, Playable, UnknownGame, with_game};
use serde_json::Map;

/// The most amplitudes of a position that is played on from.
const MOST_AMPLITUDES: usize = 1 << 12;

/// Moves of all games, from their start.
pub(crate) fn moves(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let _ = outcomes(text);
    for game in KNOWN {
        let played = with_game(game.name, MoveText(text));
        played.expect("the game is on the list");
    }
}

struct MoveText<'a>(&'a str);

impl GameVisitor for MoveText<'_> {
    type Done = ();
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(), UnknownGame> {
        let header = settings::header::<G>(None, []).expect("games have a usual start");
        let mut position = G::from_header(&header).expect("games have a usual start");
        for text in split_moves(self.0) {
            let Ok(forced) = text.parse::<ForcedMove<G::Move>>() else {
                continue;
            };
            let written = forced.mv.to_string();
            assert_eq!(written.parse().ok(), Some(forced.mv), "{text}");
            if let Some(after) = play(&position, forced.mv) {
                position = after;
            }
        }
        Ok(())
    }
}

/// The position after a move with the first of its outcomes; `None` if it is not legal, or too large.
fn play<G: Game>(position: &G, mv: G::Move) -> Option<G> {
    let started = StartedPly::new(position, mv).ok()?;
    let first = |pending: &Pending<G>| -> Result<_, ()> {
        let (bits, _): (Bitstring, f64) = pending.outcomes().next().ok_or(())?;
        Ok(cheqqers_game::Measurement::new(pending, bits, "fuzz"))
    };
    match started.complete(first) {
        Ok(completed) => {
            let amplitudes = completed.position.world().num_amplitudes();
            (amplitudes <= MOST_AMPLITUDES).then_some(completed.position)
        }
        Err(CompletionError::Unanswered(())) => panic!("{mv} has no outcome"),
        Err(CompletionError::Refused(error)) => panic!("{mv}: {error}"),
    }
}

/// Settings of a game, the position among them: the game and a preset in the first line, then `KEY=VALUE`
/// in each.
pub(crate) fn position(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (game, preset) = first.split_once(':').unwrap_or((first, ""));
    let changes = rest.lines().filter_map(|line| line.split_once('='));
    let settings = SettingTexts {
        preset: (!preset.is_empty()).then_some(preset),
        changes: changes.collect(),
    };
    // There may be no such game.
    let _ = with_game(game, settings);
}

struct SettingTexts<'a> {
    preset: Option<&'a str>,
    changes: Vec<(&'a str, &'a str)>,
}

impl GameVisitor for SettingTexts<'_> {
    type Done = ();
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(), UnknownGame> {
        match settings::header::<G>(self.preset, self.changes) {
            Ok(header) => set_up::<G>(&header),
            Err(error) => drop(error.to_string()),
        }
        Ok(())
    }
}

/// The header of a record, as JSON, for all games.
pub(crate) fn header(data: &[u8]) {
    let Ok(header) = serde_json::from_slice(data) else {
        return;
    };
    for game in KNOWN {
        let visited = with_game(game.name, Header(&header));
        visited.expect("the game is on the list");
    }
}

struct Header<'a>(&'a Map<String, serde_json::Value>);

impl GameVisitor for Header<'_> {
    type Done = ();
    type Error = UnknownGame;

    fn with<G: Playable>(self) -> Result<(), UnknownGame> {
        set_up::<G>(self.0);
        Ok(())
    }
}

/// Sets up a position, shows it and reads it back from its own header.
fn set_up<G: Show>(header: &Map<String, serde_json::Value>) {
    let start = match G::from_header(header) {
        Ok(start) => start,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    let _ = (start.status(), start.title(), start.parts());
    let (shown, legal) = (board(&start), legal_texts(&start));
    let header = to_header(&start, Map::new());
    let again = match G::from_header(&header) {
        Ok(again) => again,
        Err(error) => panic!("{error}: {header:?}"),
    };
    assert_eq!(to_header(&again, Map::new()), header);
    assert_eq!((board(&again), legal_texts(&again)), (shown, legal));
    if let Some(mv) = start.choose_move(|count| count / 2) {
        play(&start, mv);
    }
}
