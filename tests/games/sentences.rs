//! Sentences about plies: those of random games are whole and tell nothing twice.

use cheqqers_game::notation::split_moves;
use cheqqers_game::{Encoding, Status};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, generator};
use cheqqers_session::{GameKind, MissingOutcomes, Opening, Session};
use rand::RngExt;
use serde_json::Map;

/// Games with each preset.
const GAMES: u64 = 5;

/// Plies of each game that are told.
const PLIES: usize = 120;

fn begin(name: &str, preset: Option<&str>, changes: &[(&str, &str)]) -> Session {
    let game = GameKind::named(name).unwrap();
    let changes = changes
        .iter()
        .map(|&(key, value)| (key.into(), value.into()));
    let settings = game.settings(preset, &changes.collect::<Vec<_>>()).unwrap();
    let start = game.start(&settings).unwrap();
    game.session(&start, Map::new(), usize::MAX)
}

/// The last of these plies, in sentences.
fn last_told(mut session: Session, moves: &str) -> String {
    let opening = Opening {
        moves: split_moves(moves),
        outcomes: Vec::new(),
    };
    let mut measurer =
        MeasurerKind::Sparse.measurer(generator(1, Stream::Measurements), Encoding::Minimal);
    session
        .play_opening(&opening, 1, MissingOutcomes::Measured, &mut measurer)
        .unwrap();
    session.ply(session.num_plies() - 1).description().join(" ")
}

fn check(sentences: &[String], at: &str) {
    let all = sentences.join(" ");
    for (index, sentence) in sentences.iter().enumerate() {
        assert!(sentence.ends_with('.'), "{at}: {all}");
        // Some begin with a square.
        let begins = sentence.starts_with(char::is_uppercase)
            || sentence[1..].starts_with(|sign: char| sign.is_ascii_digit());
        assert!(begins, "{at}: {all}");
        assert!(!sentences[..index].contains(sentence), "{at}: {all}");
    }
    let wrong = ['{', '}', '[', ']'].iter().any(|&sign| all.contains(sign))
        || ["  ", " .", " ,", "on  ", "on ."]
            .iter()
            .any(|text| all.contains(text));
    assert!(!wrong, "{at}: {all}");
    // Squares with their probabilities, each once.
    let shares = all.split(" on ").filter(|text| {
        let mut words = text.split(' ');
        words.nth(1) == Some("with") && words.any(|word| word.starts_with('%'))
    });
    let mut squares: Vec<&str> = shares.filter_map(|text| text.split(' ').next()).collect();
    squares.sort_unstable();
    let is_repeated = squares.windows(2).any(|pair| pair[0] == pair[1]);
    assert!(!is_repeated, "{at}: {all}");
}

#[test]
fn every_ply_of_random_games_is_told_in_whole_sentences_once() {
    for game in GameKind::all() {
        let presets = game.presets.iter().map(|preset| Some(preset.name));
        let presets = [None].into_iter().chain(presets);
        for (preset, seed) in presets.flat_map(|preset| (0..GAMES).map(move |seed| (preset, seed)))
        {
            let mut session = begin(game.name, preset, &[]);
            let mut rng = generator(seed, Stream::White);
            let mut measurer = MeasurerKind::Sparse
                .measurer(generator(seed, Stream::Measurements), Encoding::Minimal);
            while session.status() == Status::InProgress && session.num_plies() < PLIES {
                let legal = session.legal_moves();
                let mv = legal.at(rng.random_range(0..legal.len()));
                session.play(&mv, &mut measurer).unwrap();
                let ply = session.ply(session.num_plies() - 1);
                let at = format!("{} {preset:?} seed {seed} {}", game.name, ply.text());
                check(&ply.description(), &at);
            }
        }
    }
}

#[test]
fn a_split_onto_a_square_that_was_found_empty_tells_both_parts() {
    let session = begin("international", None, &[("level", "1")]);
    assert_eq!(
        last_told(session, "c3^b4d4 h6-g5 e3^d4f4{}"),
        "White tries to split e3 over d4 and f4. The white man on d4 was measured: it was not there (50 %). Now it \
         is on d4 with 50 % and on f4 with 50 %."
    );
}

#[test]
fn a_part_that_shared_its_square_tells_its_own_places() {
    let session = begin("blocking", None, &[("position", "W:Wc1,e1:Bh8")]);
    assert_eq!(
        last_told(session, "c1^b2d2 h8-g7 e1-d2 g7-f6 b2^a3c3 f6-g5 d2'-c3"),
        "White moves the part on d2 to c3. Now it is on c3 with 25 % and on d2 with 25 %."
    );
}

#[test]
fn what_is_measured_once_more_is_told_as_that() {
    let session = begin("rotation", Some("program"), &[("size", "6")]);
    let told = last_told(
        session,
        "d2-c3 e5-f4 c3-b4 d6-e5 e1-d2 c5xa3{}{a1,d2,f4,a5,b6}",
    );
    assert!(
        told.contains(" Measured once more: the black man on c5 was not there"),
        "{told}"
    );
    assert!(
        told.contains("The pieces on c5, c1, b2, f2, e5 and f6 leave the board."),
        "{told}"
    );
}
