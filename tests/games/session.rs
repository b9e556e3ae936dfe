//! Games through a session that is not generic, as every client plays them.

#[path = "../../crates/session/examples/client.rs"]
#[expect(dead_code, reason = "the example's own function runs it by itself")]
mod client;

use std::sync::atomic::AtomicBool;

use cheqqers_game::{Colour, Encoding, Status};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Forfeit, Limit, Stream, Thoughts, generator};
use cheqqers_session::{
    BeginError, GameKind, KnownOutcomes, MeasuredPlies, Move, MoveError, Session, TextContext,
    TextPlayer, UndoRefusal,
};
use serde_json::{Map, Value};

/// A session of a game after so many moves of the client's, and what it told.
fn played(kind: GameKind, rounds: usize) -> (Session, String) {
    let mut session = client::begin(kind.name).unwrap();
    let mut told = Vec::new();
    for round in 0..rounds {
        if session.status() != Status::InProgress {
            break;
        }
        let legal = session.legal_moves();
        let typed = legal.at(round * 7 % legal.len()).text() + "\n";
        client::play(&mut session, typed.as_bytes(), &mut told).unwrap();
    }
    (session, String::from_utf8(told).unwrap())
}

#[test]
fn a_client_plays_records_resumes_and_draws_every_game() {
    for kind in GameKind::all() {
        let (session, told) = played(kind, 12);
        let name = kind.name;
        assert!(session.num_plies() >= 10, "{name}: {told}");
        assert!(told.contains("to move"), "{name}: {told}");
        assert!(session.position().svg(&[], Colour::White).contains("<svg"));
        let again = client::resume(&session.to_record()).unwrap();
        assert_eq!(again.to_record(), session.to_record(), "{name}");
        for plies in 0..=session.num_plies() {
            let (position, same) = (session.position_after(plies), again.position_after(plies));
            assert_eq!(position, same, "{name} {plies}");
            assert_eq!(position.plies().len(), plies);
        }
        // Positions are values: they stay as they are.
        let before = session.position();
        let mut again = again;
        again.undo(1);
        assert_eq!(before, session.position());
        assert_eq!(again.position(), session.position_after(again.num_plies()));
    }
}

/// A player that chooses the last of the legal moves, in words.
#[derive(Debug)]
struct LastMove(Map<String, Value>, String);

impl TextPlayer for LastMove {
    fn prepare(&mut self, start: Map<String, Value>) -> Result<(), Forfeit> {
        self.0 = start;
        Ok(())
    }

    fn choose(&mut self, context: &dyn TextContext) -> Result<Move, Forfeit> {
        assert_eq!(context.start(), self.0);
        assert!(context.read_legal("no move").is_err());
        self.1 = context.legal_moves().pop().unwrap();
        let refused = |error: MoveError| Forfeit::Fault(error.into());
        context.read_legal(&self.1).map_err(refused)
    }

    fn thoughts(&self) -> Option<Thoughts<String>> {
        Some(Thoughts {
            depth: None,
            nodes: 1,
            value: 0.5,
            line: vec![self.1.clone(), "no move".into(), self.1.clone()],
        })
    }
}

#[test]
fn players_to_which_games_are_text_have_seats_in_every_game() {
    let stop = AtomicBool::new(false);
    for kind in GameKind::all() {
        let name = kind.name;
        let mut session = client::begin(name).unwrap();
        let mut seat = kind.text_seat(Box::new(LastMove(Map::new(), String::new())));
        seat.prepare(&session).unwrap();
        for _ in 0..2 {
            let chosen = seat.choose(&session, Limit::Own, &stop).unwrap();
            let legal = session.legal_moves();
            assert_eq!(chosen.mv, legal.at(legal.len() - 1), "{name}");
            // What is behind a text that is no move is dropped.
            assert_eq!(chosen.thoughts.unwrap().line, [chosen.mv.text()]);
            let mv = chosen.mv.text() + "\n";
            client::play(&mut session, mv.as_bytes(), &mut Vec::new()).unwrap();
        }
    }
}

#[test]
fn moves_of_other_games_and_of_finished_games_are_refused() {
    let mut kinds = GameKind::all();
    let (one, other) = (kinds.next().unwrap(), kinds.last().unwrap());
    let start = |kind: GameKind| {
        let start = kind.start(&kind.settings(None, &[]).unwrap()).unwrap();
        kind.session(&start, Map::new(), usize::MAX)
    };
    let (mut session, mv) = (start(one), start(other).legal_moves().at(0));
    let refused = session.begin(&mv, KnownOutcomes::Ignored).unwrap_err();
    let told = refused.to_string();
    assert!(
        told.contains(other.name) && told.contains(one.name),
        "{told}"
    );
    let legal = session.legal_moves().at(0);
    session.finish(cheqqers_game::record::EndLine::resigned(Colour::White));
    assert!(session.legal_moves().is_empty());
    let over = session.begin(&legal, KnownOutcomes::Ignored).unwrap_err();
    assert!(matches!(over, BeginError::Over), "{over}");
    let refusal = session.undoable(1, &[Colour::White], MeasuredPlies::TakenBack);
    assert_eq!(refusal, Err(UndoRefusal::Ended));
}

#[test]
fn a_measured_ply_is_final_or_ends_again_as_it_did() {
    for kind in GameKind::all() {
        let (mut session, _) = played(kind, 60);
        let measured = |session: &Session| {
            let last = session.num_plies().checked_sub(1)?;
            (!session.ply(last).measurements().is_empty()).then_some(last)
        };
        // Back to the last ply that measured.
        while session.num_plies() > 0 && measured(&session).is_none() {
            session.undo(1);
        }
        let Some(index) = measured(&session) else {
            panic!("no ply of {} measured", kind.name);
        };
        let ply = session.ply(index);
        let own = [ply.turn()];
        let undoable = |session: &Session, measured| session.undoable(1, &own, measured);
        if session.end().is_none() {
            assert!(matches!(
                undoable(&session, MeasuredPlies::Final),
                Err(UndoRefusal::Measured { .. })
            ));
            assert_eq!(undoable(&session, MeasuredPlies::TakenBack), Ok(1));
        }
        let after = session.position();
        session.undo(1);
        assert_eq!(session.undone_move(), Some(ply.mv().text()));
        let known = session.repeated(&ply.mv()).unwrap();
        assert_eq!(known.mv, ply.text(), "{}", kind.name);
        assert_eq!(known.after, after, "{}", kind.name);
        for seed in 0..10 {
            let rng = generator(seed, Stream::Measurements);
            let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
            let begun = session.begin(&ply.mv(), KnownOutcomes::Used).unwrap();
            assert!(!begun.measures());
            session.append(begun.complete(&mut measurer).unwrap());
            assert_eq!(session.position(), after, "{}", kind.name);
            session.undo(1);
        }
        let anew = session.begin(&ply.mv(), KnownOutcomes::Ignored).unwrap();
        assert!(anew.measures());
    }
}
