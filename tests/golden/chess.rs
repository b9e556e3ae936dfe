//! The chess games' part of the corpus.

use cheqqers_game::{Game, settings};
use cheqqers_testkit::script;
use serde_json::json;

use crate::Kept;
use crate::command::printed;

/// A case: its name, the game with its preset, a set-up other than the start, the moves, and a square of
/// the component that is shown.
struct ChessCase {
    name: &'static str,
    preset: &'static str,
    position: Option<&'static str>,
    moves: &'static str,
    square: &'static str,
}

const QUEENS: &[ChessCase] = &[
    ChessCase {
        name: "queens_touch",
        preset: "2010",
        position: None,
        moves: "",
        square: "e2",
    },
    ChessCase {
        name: "queens_landing",
        preset: "2010",
        position: Some("4k3/8/8/8/8/8/8/1(NP)2K3 w - - 0 -/-"),
        moves: "b1?{} b1-c3",
        square: "c3",
    },
];

const BOX: &[ChessCase] = &[
    ChessCase {
        name: "box_split",
        preset: "full",
        position: None,
        moves: "b1^a3c3",
        square: "a3",
    },
    ChessCase {
        name: "box_unequal_split",
        preset: "full",
        position: None,
        moves: "b1^c3>a3",
        square: "a3",
    },
    ChessCase {
        name: "box_split_with_phase",
        preset: "hadamard",
        position: None,
        moves: "b1^a3~c3",
        square: "a3",
    },
    ChessCase {
        name: "box_inversion",
        preset: "full",
        position: None,
        moves: "b1^b1>c3 a7-a6 b1<>c3",
        square: "b1",
    },
    ChessCase {
        name: "box_z_move",
        preset: "hadamard",
        position: None,
        moves: "b1^b1c3 a7-a6 b1zc3",
        square: "b1",
    },
    ChessCase {
        name: "box_two_pairs",
        preset: "full",
        position: Some("k7/8/5N2/8/4r3/8/8/6K1 b - - 0 -"),
        moves: "e4^e4f4 f6^d5&e4",
        square: "e4",
    },
    ChessCase {
        name: "box_three_pairs",
        preset: "full",
        position: Some("k7/8/5N2/8/4r3/8/8/B5K1 b - - 0 -"),
        moves: "e4^e4>f4 f6^d5&f4 e4-e5 a1^d4&e5 a8-b8 d5-c3",
        square: "e5",
    },
];

/// All cases.
pub(crate) fn kept() -> Vec<Kept> {
    let queens = QUEENS
        .iter()
        .map(of_game::<cheqqers_chess::queens::Position>);
    let boxed = BOX.iter().map(of_game::<cheqqers_chess::boxed::Position>);
    queens.chain(boxed).collect()
}

fn of_game<G: Game>(case: &ChessCase) -> Kept {
    let changes = case.position.map(|text| ("position", text));
    let header = settings::header::<G>(Some(case.preset), changes).unwrap();
    let start = G::from_header(&header).unwrap();
    let mut described = serde_json::Map::new();
    let game = format!("{}:{}", G::NAME, case.preset);
    described.insert("game".into(), json!(game));
    described.extend(
        case.position
            .map(|text| ("position".to_owned(), json!(text))),
    );
    let position = script::play(start, case.moves);
    let slot = position.slot_named(case.square).unwrap();
    let component = position.world().component(slot).unwrap().clone();
    let (moves, square, set_up) = (case.moves, case.square, case.position);
    let exported = move |more: &[&str]| {
        let mut args = vec![
            "export", "--game", &game, "--moves", moves, "--square", square,
        ];
        args.extend(set_up.iter().flat_map(|text| ["--position", text]));
        args.extend(more);
        printed(&args)
    };
    Kept {
        folder: "chess",
        name: case.name,
        start: described,
        position: case.position,
        moves: case.moves,
        name_of: Box::new(move |slot| position.slot_name(slot)),
        component,
        exported: Box::new(exported),
    }
}
