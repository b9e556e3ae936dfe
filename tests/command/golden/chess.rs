//! The chess games' part of the corpus.

use cheqqers_game::record::Reader;
use cheqqers_game::{Game, settings};
use cheqqers_session::TypedSession;
use cheqqers_testkit::script;
use serde_json::json;

use crate::command::printed;
use crate::golden::Kept;

/// A case: its name, the game with its preset, a set-up other than the start, the moves, and a square of
/// the component that is shown.
struct ChessCase {
    name: &'static str,
    preset: &'static str,
    position: Option<&'static str>,
    moves: &'static str,
    square: &'static str,
    /// What the last ply ran, instead of the position after it.
    last_ply: bool,
}

const QUEENS: &[ChessCase] = &[
    ChessCase {
        name: "queens_touch",
        preset: "2010",
        position: None,
        moves: "",
        square: "e2",
        last_ply: false,
    },
    ChessCase {
        name: "queens_landing",
        preset: "2010",
        position: Some("4k3/8/8/8/8/8/8/1(NP)2K3 w - - 0 -/-"),
        moves: "b1?{} b1-c3",
        square: "c3",
        last_ply: false,
    },
    ChessCase {
        name: "queens_draw",
        preset: "2010",
        position: None,
        moves: "e2?{e2}{knight0}",
        square: "pawn0",
        last_ply: true,
    },
    ChessCase {
        name: "queens_draw_of_two_kinds",
        preset: "2010",
        position: Some("7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1"),
        moves: "c3xd5{d5}{pawn0}",
        square: "pawn0",
        last_ply: true,
    },
    ChessCase {
        name: "queens_draw_of_three_kinds",
        preset: "2010",
        position: Some("k7/8/8/8/8/8/(P?)7/K7 w - - 0 P3B2R1/-"),
        moves: "a2?{a2}{bishop0}",
        square: "pawn0",
        last_ply: true,
    },
    ChessCase {
        name: "queens_draw_of_four_kinds",
        preset: "2010",
        position: Some("k7/8/8/8/8/8/(P?)7/K7 w - - 0 P2N1R2Q1/-"),
        moves: "a2?{a2}{rook0}",
        square: "pawn0",
        last_ply: true,
    },
    ChessCase {
        name: "queens_capture",
        preset: "2010",
        position: Some("7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1"),
        moves: "c3xd5{}",
        square: "d5",
        last_ply: true,
    },
    ChessCase {
        name: "queens_hidden_capture",
        preset: "2013",
        position: Some("7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1"),
        moves: "c3xd5",
        square: "d5",
        last_ply: true,
    },
];

const BOX: &[ChessCase] = &[
    ChessCase {
        name: "box_split",
        preset: "full",
        position: None,
        moves: "b1^a3c3",
        square: "a3",
        last_ply: false,
    },
    ChessCase {
        name: "box_unequal_split",
        preset: "full",
        position: None,
        moves: "b1^c3>a3",
        square: "a3",
        last_ply: false,
    },
    ChessCase {
        name: "box_split_with_phase",
        preset: "hadamard",
        position: None,
        moves: "b1^a3~c3",
        square: "a3",
        last_ply: false,
    },
    ChessCase {
        name: "box_inversion",
        preset: "full",
        position: None,
        moves: "b1^b1>c3 a7-a6 b1<>c3",
        square: "b1",
        last_ply: false,
    },
    ChessCase {
        name: "box_z_move",
        preset: "hadamard",
        position: None,
        moves: "b1^b1c3 a7-a6 b1zc3",
        square: "b1",
        last_ply: false,
    },
    ChessCase {
        name: "box_two_pairs",
        preset: "full",
        position: Some("k7/8/5N2/8/4r3/8/8/6K1 b - - 0 -"),
        moves: "e4^e4f4 f6^d5&e4",
        square: "e4",
        last_ply: false,
    },
    ChessCase {
        name: "box_three_pairs",
        preset: "full",
        position: Some("k7/8/5N2/8/4r3/8/8/B5K1 b - - 0 -"),
        moves: "e4^e4>f4 f6^d5&f4 e4-e5 a1^d4&e5 a8-b8 d5-c3",
        square: "e5",
        last_ply: false,
    },
    ChessCase {
        name: "box_attempt",
        preset: "full",
        position: Some("k7/8/5N2/8/4r3/8/8/6K1 b - - 0 -"),
        moves: "e4^e4f4 f6^d5&e4 f4-h4 f6xe4{e4,d5}",
        square: "e4",
        last_ply: true,
    },
    ChessCase {
        name: "box_attempt_by_a_pair",
        preset: "full",
        position: Some("7k/8/8/2n5/8/8/8/4R2K w - - 0 -"),
        moves: "e1^e1>a1 c5^a6a4 a1xa4{a1,a4}",
        square: "a1",
        last_ply: true,
    },
    ChessCase {
        name: "box_tunnelling",
        preset: "tunnelling",
        position: Some("7k/8/8/8/8/p7/8/R6K w - - 0 -"),
        moves: "a1|a4{a4}",
        square: "a4",
        last_ply: true,
    },
    ChessCase {
        name: "box_hadamard_move",
        preset: "hadamard",
        position: None,
        moves: "b1^b1c3 a7-a6 b1zc3 a6-a5 b1c3^c3",
        square: "b1",
        last_ply: true,
    },
    ChessCase {
        name: "box_hadamard_move_of_two_pairs",
        preset: "hadamard-plus",
        position: Some("k7/8/5N2/8/4r3/8/8/6K1 b - - 0 -"),
        moves: "e4^e4f4 f6^d5&e4 e4f4^e4",
        square: "e4",
        last_ply: true,
    },
    ChessCase {
        name: "box_attempt_by_phase",
        preset: "deterministic",
        position: Some("7k/8/8/2n5/8/8/8/4R2K w - - 0 -"),
        moves: "e1^e1a1 c5^a6a4 a1xa4",
        square: "a1",
        last_ply: true,
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
    let (moves, square, set_up) = (case.moves, case.square, case.position);
    let exported = move |more: &[&str]| {
        let mut args = vec!["export", "--game", &game, "--moves", moves];
        args.extend(set_up.iter().flat_map(|text| ["--position", text]));
        args.extend(more);
        printed(&args)
    };
    let components = if case.last_ply {
        let record = exported(&["--format", "record"]);
        let record = Reader::new(record.as_bytes()).record().unwrap().unwrap();
        let session = TypedSession::<G>::of_record(&record).unwrap();
        session.components_of_ply(session.next_ply() - 1)
    } else {
        position.world().components().to_vec()
    };
    let mut components = components.into_iter();
    let component = components.find(|component| component.slots().contains(&slot));
    let component = component.unwrap();
    let last_ply = case.last_ply.then_some("--last-ply");
    let exported = move |more: &[&str]| {
        let chosen: Vec<&str> = ["--square", square].into_iter().chain(last_ply).collect();
        exported(&[&chosen[..], more].concat())
    };
    Kept {
        folder: "chess",
        name: case.name,
        start: described,
        position: case.position,
        moves: case.moves,
        last_ply: case.last_ply,
        name_of: Box::new(move |slot| position.slot_name(slot)),
        component,
        exported: Box::new(exported),
    }
}
