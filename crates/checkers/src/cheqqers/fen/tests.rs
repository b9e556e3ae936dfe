use cheqqers_game::{Colour, Game, GameExt, Turn};

use super::*;
use crate::{Entanglement, Level, Move, Position, Rules, Square};

fn rules(level: Level) -> Rules {
    Rules::new(level)
}

fn play(position: Position, moves: &str) -> Position {
    moves.split(' ').fold(position, |position, text| {
        let mv: Move = text.parse().unwrap();
        match position.play(mv).unwrap() {
            Turn::Ready(position) => position,
            Turn::Pending(_) => panic!("{text} measures"),
        }
    })
}

fn same(a: &Position, b: &Position) {
    assert!(a.board().looks_like(b.board()));
    assert_eq!(a.turn(), b.turn());
    for component in a.world().components() {
        let slot = component.slots()[0];
        let other = b.world().component(slot).unwrap();
        assert_eq!(component.slots(), other.slots());
        assert_eq!(component.amplitudes().len(), other.amplitudes().len());
        for (x, y) in component.amplitudes().iter().zip(other.amplitudes()) {
            assert_eq!(x.0, y.0);
            assert!((x.1 - y.1).norm() < 1e-15);
        }
    }
}

#[test]
fn the_start_is_the_fen_of_the_books() {
    let start = Position::initial(rules(Level::Classical));
    let read = Position::from_fen(start.rules(), "W:W21-32:B1-12").unwrap();
    same(&start, &read);
    assert!(read.to_fen().starts_with("W:W21,22,23,"));
    assert!(!start.header().contains_key("position"));
    assert!(!read.header().contains_key("position"));
}

#[test]
fn the_half_move_clock_is_part_of_it_where_the_rules_count() {
    let start = Position::initial(rules(Level::Interference));
    let position = play(start, "c3^b4d4 f6-g5 g3-h4");
    let text = position.to_fen();
    assert!(text.contains(":H3|"), "{text}");
    let read = Position::from_fen(position.rules(), &text).unwrap();
    assert_eq!((read.half_move_clock(), read.key()), (3, position.key()));
    assert_eq!(read.to_fen(), text);
    let endless = position.rules().with_draw_after(None).unwrap();
    let read = Position::from_fen(endless, &text).unwrap();
    assert!(!read.to_fen().contains(":H"));
    for wrong in ["W:WK22:BK1:H", "W:WK22:BK1:Hx", "W:WK22:BK1:H1000001"] {
        let refused = Position::from_fen(position.rules(), wrong);
        assert!(
            matches!(refused, Err(crate::FenError::Clock { .. })),
            "{wrong}"
        );
    }
}

#[test]
fn kings_and_the_side_to_move_are_read() {
    let position = Position::from_fen(rules(Level::Classical), "B:WK22,23:BK5.").unwrap();
    assert_eq!(position.turn(), Colour::Black);
    assert_eq!(position.board().kings().len(), 2);
    assert_eq!(position.to_fen(), "B:WK22,23:BK5");
}

#[test]
fn a_superposed_position_round_trips_and_its_circuit_gives_the_same_state() {
    let start = Position::initial(rules(Level::Interference));
    // Example of an entangling capture: c3-d4 f6^e5g5 d4xf6.
    let position = play(start, "c3-d4 f6^e5g5 d4xf6");
    let text = position.to_fen();
    assert!(text.contains("~18"), "{text}");
    let read = Position::from_fen(position.rules(), &text).unwrap();
    same(&position, &read);
    assert_eq!(read.to_fen(), text);
    let square: Square = "d4".parse().unwrap();
    assert!(read.is_entangled(square));
    let component = read.world().component(square.slot()).unwrap();
    for encoding in [
        cheqqers_world::Encoding::Minimal,
        cheqqers_world::Encoding::Paper,
    ] {
        let encoded = component.circuit(encoding).unwrap();
        let circuit = encoded.measured(&component.slots()).unwrap();
        let state = cheqqers_sim::Sparse::run(&circuit, cheqqers_sim::Limits::default()).unwrap();
        let readout = cheqqers_sim::Readout::of(&circuit).unwrap();
        for ((bits, p), (other, q)) in state
            .marginal(&readout)
            .into_iter()
            .zip(component.outcomes())
        {
            assert_eq!(bits, other);
            assert!((p - q).abs() < 1e-12);
        }
    }
}

#[test]
fn several_pieces_of_a_colour_in_a_component_are_told_apart_by_letters() {
    let unlimited = rules(Level::Interference).with_entanglement(Entanglement::Unlimited);
    let start = Position::from_fen(unlimited, "B:W18,K12:B11,1").unwrap();
    let position = play(start, "f6^e5g5 d4xf6 b8-a7 h6xf4");
    let text = position.to_fen();
    let read = Position::from_fen(unlimited, &text).unwrap();
    same(&position, &read);
    assert_eq!(read.to_fen(), text);
    let piece = |name: &str| read.board().piece(name.parse().unwrap());
    assert_eq!(piece("d4"), piece("f6"));
    assert_eq!(piece("h6"), piece("f4"));
    assert_ne!(piece("d4"), piece("h6"));
}

#[test]
fn hostile_texts_are_refused_with_a_reason() {
    let half = "0.7071067811865476";
    for text in [
        "",
        "X:W1:B2",
        "W:Q1",
        "W:W1:W2",
        "W:W0",
        "W:W33",
        "W:W21,21",
        "W:W21-32:B21",
        "W:W-",
        "W:W+21",
        "W:W99999999999",
        "W:W4",
        "W:B30",
        "W:Wä",
        "W:é",
        "W:W~21:B1",
        "W:W21:B1|21:1*1,0",
        "W:W~21:B1|21:1*1,0",
        "W:W~21,~22:B1|21,22:10*1,0;01*1,0",
        "W:W~21,~22:B1|21,22:10*NaN,0;01*1,0",
        "W:W~21,~22:B1|21,22:10*inf,0;01*1,0",
        "W:W~21,~22:B1|21,22",
        "W:W~21,~22:B1|21,22:",
        "W:W~21,~22:B1|21,22:11*1,0",
        "W:W~21,~22:B1|21,22:1*1,0",
        "W:W~21,~22:B1|21,22:10*0.6,0;01*0.8,0:abc",
        "W:W~21,~22:B1|21,22:10*0.6,0;01*0.8,0:ab",
        "W:W~21,~22:B1|21,22:10*0.6,0;10*0.8,0",
        "W:W~21,~22:B1|21,21:10*0.6,0;01*0.8,0",
        "W:W~21,~22:B1||",
        "W:W21,,22:B1",
        "W:W,21:B1",
        "W:W22-21:B1",
        "W:W21:B1..",
        "W:W~21,~22:B1|21,22:10*1,0",
        // Both pieces sometimes nowhere, or neither.
        "W:W~22,~23:B~1,~2|22,23,1,2:1000*0.5,0;0100*0.5,0;0010*0.5,0;0001*0.5,0",
        "W:W~22,~23:B~1,~2|22,23,1,2:1010*0.6,0;0101*0.8,0",
    ] {
        let read = Position::from_fen(rules(Level::Interference), text);
        assert!(read.is_err(), "{text:?}");
        assert!(!read.unwrap_err().to_string().is_empty());
    }
    let kets = vec!["10*0.01,0"; 5000].join(";");
    assert_eq!(
        Position::from_fen(
            rules(Level::Interference),
            &format!("W:W~21,~22:B1|21,22:{kets}")
        )
        .unwrap_err(),
        FenError::TooManyKets {
            num_kets: 5000,
            most: 4096
        }
    );
    let split = format!("W:W~21,~22:B1|21,22:10*{half},0;01*0,{half}");
    assert!(Position::from_fen(rules(Level::Interference), &split).is_ok());
    assert!(matches!(
        Position::from_fen(rules(Level::Classical), &split),
        Err(FenError::Component { .. })
    ));
}

#[test]
fn a_square_that_is_certain_is_named_as_people_name_it() {
    let read = Position::from_fen(
        rules(Level::Interference),
        "W:W~21,~22,~23:B1|21,22,23:100*0.6,0;010*0.8,0",
    );
    assert_eq!(read.unwrap_err(), FenError::CertainSquare { number: 23 });
}
