use cheqqers_players::{Stream, below, generator};

use super::board::{Board, name, number};
use super::game;
use super::moves::{HubMove, ReadMoveError};
use crate::{EngineProtocol, EngineSettings, serve};

/// Answers of a player of random moves to these lines.
fn answers(lines: &[&str]) -> Vec<String> {
    let settings = EngineSettings {
        name: "Test".into(),
        version: "1".into(),
        protocol: EngineProtocol::Hub,
        player: "random".parse().unwrap(),
        seed: 7,
    };
    let mut output = Vec::new();
    serve(lines.join("\n").as_bytes(), &mut output, settings).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// A match met it: the referee went on where our rules had a draw.
#[test]
fn a_move_is_chosen_behind_a_draw_by_our_rules() {
    let kings = placed('W', &[(47, 'W'), (4, 'B'), (5, 'b')]);
    let moves = ["47-33 4-15 33-47 15-4"; 4].join(" ");
    let position = format!("pos pos={kings} moves=\"{moves}\"");
    let answers = answers(&["init", &position, "go think"]);
    let [ready, done] = &*answers else {
        panic!("{answers:?}");
    };
    assert_eq!(ready, "ready");
    assert!(done.starts_with("done move=47-"), "{done}");
}

fn perft(board: &Board, depth: u32) -> u64 {
    let legal = board.legal_moves();
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |mv| {
        let mut after = board.clone();
        after.play(mv);
        perft(&after, depth - 1)
    };
    legal.iter().map(after).sum()
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// A board of some pieces, kings as capitals.
fn placed(turn: char, pieces: &[(u8, char)]) -> Board {
    let squares = (1..=50).map(|square| {
        let mut all = pieces.iter();
        all.find(|(number, _)| *number == square)
            .map_or('e', |&(_, letter)| letter)
    });
    board(&format!("{turn}{}", squares.collect::<String>()))
}

fn written(board: &Board) -> Vec<String> {
    let mut moves: Vec<String> = board.legal_moves().iter().map(HubMove::to_string).collect();
    moves.sort_unstable();
    moves
}

/// Numbers that programs for international draughts agree on.
#[test]
fn positions_have_as_many_successors_as_draughts_says() {
    let counts = |start: &Board, depths: u32| -> Vec<u64> {
        (1..=depths).map(|depth| perft(start, depth)).collect()
    };
    let start = Board::start();
    assert_eq!(counts(&start, 5), [9, 81, 658, 4265, 27117]);
    let white = [25, 27, 28, 30, 32, 33, 34, 35, 37, 38].map(|square| (square, 'w'));
    let black = [12, 13, 14, 16, 18, 19, 21, 23, 24, 26].map(|square| (square, 'b'));
    let woldouby = placed('W', &[white, black].concat());
    assert_eq!(counts(&woldouby, 8), [6, 12, 30, 73, 215, 590, 1944, 6269]);
    let black = [(17, 'B'), (24, 'B')];
    let white = [6, 9, 10, 11, 20, 21, 22, 23, 30, 33, 37, 41, 42, 43, 44, 46];
    let mut pieces = white.map(|square| (square, 'w')).to_vec();
    pieces.extend(black);
    pieces.push((31, 'W'));
    assert_eq!(counts(&placed('B', &pieces), 4), [14, 55, 1168, 5432]);
}

#[test]
fn squares_have_their_names() {
    assert_eq!(
        [1, 5, 6, 46, 50].map(name),
        ["b10", "j10", "a9", "a1", "i1"]
    );
    assert!((1..=50).all(|square| number(&name(square)) == Some(square)));
    assert_eq!(number("a2"), None);
}

#[test]
fn positions_round_trip_and_what_is_none_says_why() {
    let start = Board::start().to_string();
    assert_eq!(board(&start), Board::start());
    assert!(start.starts_with("Wbbbbb") && start.ends_with("wwwww"));
    let form = "a position is W or B for the side to move, and one of w, b, W, B and e for each of 50 squares";
    let man = format!("Bw{}", "e".repeat(49));
    for (text, reason) in [
        ("", form),
        ("W", form),
        (&start.to_lowercase(), form),
        (&format!("{start}e"), form),
        (&man, "a man stands on 1, where it would be a king"),
    ] {
        assert_eq!(text.parse::<Board>().unwrap_err().to_string(), reason);
    }
}

#[test]
fn moves_are_read_as_they_are_written_and_as_others_write_them() {
    let one = placed('B', &[(12, 'b'), (18, 'w'), (1, 'b')]);
    assert_eq!(written(&one), ["12x23x18"]);
    assert_eq!(one.read_move("12x23").unwrap().to_string(), "12x23x18");
    for (text, error) in [
        ("12-23", ReadMoveError::Illegal),
        ("12x23x17", ReadMoveError::Illegal),
        ("1-6", ReadMoveError::Illegal),
        ("12", ReadMoveError::Form),
        ("", ReadMoveError::Form),
        ("12-18-22", ReadMoveError::Form),
        ("300-1", ReadMoveError::Form),
    ] {
        assert_eq!(one.read_move(text), Err(error), "{text}");
    }
    let two = placed(
        'W',
        &[(10, 'b'), (14, 'b'), (18, 'b'), (24, 'b'), (29, 'W')],
    );
    assert_eq!(two.read_move("29x22"), Err(ReadMoveError::Ambiguous));
    let mv = two.read_move("29x22x24x14x18").unwrap();
    assert_eq!(mv.to_string(), "29x22x14x18x24");
}

#[test]
fn a_man_that_only_passes_the_far_row_stays_a_man() {
    let mut board = placed('W', &[(15, 'w'), (9, 'b'), (10, 'b')]);
    let [mv] = &*board.legal_moves() else {
        panic!("{board}");
    };
    assert_eq!(mv.to_string(), "15x13x9x10");
    board.play(mv);
    assert_eq!(board, placed('B', &[(13, 'w')]));
    let mut board = placed('W', &[(15, 'w'), (10, 'b'), (40, 'b')]);
    board.play(&board.read_move("15x4").unwrap());
    assert_eq!(board, placed('B', &[(4, 'W'), (40, 'b')]));
}

/// End of a capture of draughts that is played here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// That of draughts.
    Same,
    /// Another capture is longer here.
    NotLongest,
    /// The man was crowned on the way.
    Crowned,
    /// The piece has to capture once more, as a captured one is not in the way.
    GoesOn,
}

fn ending(board: &Board, mv: &HubMove) -> Ending {
    let mut after = board.clone();
    after.play(mv);
    let mut session = game::open(board).unwrap();
    match session.go_to(&mv.plies()) {
        Err((0, _)) => Ending::NotLongest,
        Err((played, _)) => {
            session.go_to(&mv.plies()[..played]).unwrap();
            assert_eq!(session.turn(), after.turn, "{board} {mv}");
            Ending::Crowned
        }
        Ok(()) if session.turn() != after.turn => Ending::GoesOn,
        Ok(()) => {
            assert_eq!(Board::of(&session.position()), after, "{board} {mv}");
            Ending::Same
        }
    }
}

#[test]
fn our_captures_end_otherwise_in_three_ways() {
    for (board, mv, expected) in [
        (
            placed('W', &[(15, 'w'), (9, 'b'), (10, 'b')]),
            "15x13",
            Ending::Crowned,
        ),
        (
            placed('W', &[(1, 'W'), (29, 'b'), (30, 'b'), (40, 'b'), (43, 'b')]),
            "1x25x29x30",
            Ending::GoesOn,
        ),
        (
            board("WeeeeeeebebeebbeeeeebweeeeeebeeeeWeeeeeeeweeeeweeee"),
            "33x50x10x13x20x28",
            Ending::NotLongest,
        ),
    ] {
        let mv = board.read_move(mv).unwrap();
        assert_eq!(ending(&board, &mv), expected, "{board} {mv}");
    }
}

#[test]
fn moves_of_random_games_survive_as_text_and_nearly_all_end_here_as_in_draughts() {
    let mut rng = generator(11, Stream::Setup);
    let mut captures = Vec::new();
    for _ in 0..100 {
        let mut board = Board::start();
        for _ in 0..200 {
            let legal = board.legal_moves();
            for mv in &legal {
                let text = mv.to_string();
                assert_eq!(board.read_move(&text).as_ref(), Ok(mv), "{board} {text}");
                if mv.is_capture() {
                    captures.push(ending(&board, mv));
                }
            }
            if legal.is_empty() {
                break;
            }
            board.play(&legal[below(&mut rng, legal.len())]);
        }
    }
    let same = captures.iter().filter(|&&one| one == Ending::Same).count();
    assert!(same > 2000, "{same}");
    assert!(
        same * 100 > captures.len() * 98,
        "{same} of {}",
        captures.len()
    );
}
