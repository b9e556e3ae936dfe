use std::collections::HashSet;
use std::sync::LazyLock;

use cheqqers_game::record::EndLine;
use cheqqers_game::show::{BoardView, PlacedPiece, PlyFacts, Standing};
use cheqqers_game::{Colour, Encoding, Status};
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{Stream, generator};
use cheqqers_session::{CircuitFormat, KNOWN, MeasuredPlies, UndoRefusal};
use serde_json::Map;

use super::error::ROOM;
use super::{Arrangement, GameRequest, HeaderEntries, Setup, States, Table, TableError, read};
use crate::catalogue::Catalogue;

type BoxedTable = Result<Table, TableError>;

fn open(game: &str, request: &GameRequest<'_>) -> BoxedTable {
    super::open(Catalogue::default().named(Some(game))?, request)
}

fn resume(record: &str) -> BoxedTable {
    let record = read(record)?;
    super::resume(Catalogue::default().recorded(&record)?, &record)
}

fn load(record: &str, entries: &HeaderEntries) -> BoxedTable {
    let record = read(record)?;
    super::load(Catalogue::default().recorded(&record)?, &record, entries)
}

fn header_entries() -> &'static HeaderEntries {
    static ENTRIES: LazyLock<HeaderEntries> = LazyLock::new(|| HeaderEntries {
        white: "human".into(),
        black: "random".into(),
        backend: "local".into(),
        seed: 7,
        more: Map::new(),
    });
    &ENTRIES
}

fn request(settings: &[(String, String)]) -> GameRequest<'_> {
    GameRequest {
        preset: None,
        settings,
        moves: "",
        outcomes: "",
        entries: header_entries(),
    }
}

fn measurer(seed: u64) -> Measurer {
    let rng = generator(seed, Stream::Measurements);
    MeasurerKind::Local.measurer(rng, Encoding::Minimal)
}

fn play(table: &mut Table, mv: &str, measurer: &mut Measurer) {
    let work = table.prepare(table.num_plies() + 1, mv, false).unwrap();
    let done = work.complete(measurer).unwrap();
    table.push(done);
}

fn check(board: &BoardView) {
    for square in &board.squares {
        let sum: f64 = square.parts.iter().map(|part| part.probability).sum();
        assert!(sum > 0.0 && sum < 1.0 + 1e-9, "{square:?}");
        for part in &square.parts {
            // A piece is quantum by its place, or by its kind; of two types of one kind it is certain.
            let is_twin = matches!(&part.types[..], [a, b] if a == b && !a.is_empty());
            let is_quantum = part.probability < 1.0 || part.kind.is_empty() && !is_twin;
            assert_eq!(part.component.is_some(), is_quantum, "{square:?}");
            if let Some(phase) = part.phase {
                assert!((0.0..1.0).contains(&phase.turns) && phase.visible <= 1.0);
            }
        }
    }
    for places in &board.components {
        assert!(!places.is_empty());
    }
}

#[test]
fn games_of_every_kind_go_on_from_their_record_as_they_stood() {
    for known in KNOWN {
        let has_size = known.settings.iter().any(|setting| setting.key == "size");
        let size = has_size.then(|| ("size".to_owned(), "6".to_owned()));
        let mut table = open(known.name, &request(size.as_slice())).unwrap();
        let mut measurer = measurer(3);
        while table.status() == Status::InProgress && table.num_plies() < 60 {
            let shown = table.position();
            check(&shown.board);
            let legal = &shown.legal;
            let mv = &legal[table.num_plies() * 7 % legal.len()];
            assert!(
                mv.mv == "pass"
                    || !mv.from.is_empty() && !mv.to.is_empty()
                    // Both halves of a piece are named where nothing moves.
                    || mv.from.len() == 2,
                "{mv:?}"
            );
            for place in &mv.from {
                let mut squares = shown.board.squares.iter();
                assert!(squares.any(|square| square.square == *place), "{mv:?}");
            }
            for place in mv.to.iter().chain(&mv.takes) {
                let mut squares = table.description().layout.squares.iter();
                assert!(squares.any(|square| square.name == *place), "{mv:?}");
            }
            for mv in legal {
                let work = table.prepare(table.num_plies() + 1, &mv.mv, false);
                assert_eq!(work.unwrap().measures(), mv.measures, "{mv:?}");
                let mut kinds = table.description().moves.iter();
                assert!(kinds.any(|kind| kind.name == mv.kind), "{mv:?}");
            }
            let preview = table.preview(&mv.mv).unwrap();
            let sum: f64 = preview.outcomes.iter().map(|way| way.probability).sum();
            assert!(preview.more || (sum - 1.0).abs() < 1e-9, "{preview:?}");
            play(&mut table, &mv.mv, &mut measurer);
        }
        let again = resume(&table.record(&[])).unwrap();
        assert_eq!(again.position(), table.position(), "{}", known.name);
        assert_eq!(again.plies(), table.plies(), "{}", known.name);
        assert_eq!(again.record(&[]), table.record(&[]));
        for ply in 0..=table.num_plies() {
            let moment = table.moment(ply).unwrap();
            check(&moment.board);
            assert_eq!(moment, again.moment(ply).unwrap());
            for component in &moment.board.components {
                let circuit = table
                    .circuit(ply, &component[0], Encoding::Minimal, States::Last)
                    .unwrap();
                assert!(!circuit.gates.is_empty() && circuit.state.num_kets > 1);
                for gate in &circuit.gates {
                    assert!(gate.ply.is_none_or(|number| number <= ply), "{gate:?}");
                }
            }
        }
    }
}

#[test]
fn what_was_taken_back_has_the_same_outcome_when_it_is_played_again() {
    let settings = [("level".to_owned(), "2".to_owned())];
    let moves = "c3^b4d4 f6-g5 g3-f4";
    let request = GameRequest {
        moves,
        ..request(&settings)
    };
    let mut table = open("cheqqers", &request).unwrap();
    let mut measuring = None;
    for _ in 0..60 {
        let legal = table.position().legal;
        let asks = |mv: &str| {
            let work = table.prepare(table.num_plies() + 1, mv, false).unwrap();
            work.measures()
        };
        if let Some(found) = legal.iter().find(|mv| asks(&mv.mv)) {
            measuring = Some(found.mv.clone());
            break;
        }
        play(&mut table, &legal[0].mv, &mut measurer(1));
    }
    let mv = measuring.expect("a capture of a part comes in time");
    let side = table.turn();
    play(&mut table, &mv, &mut measurer(1));
    let first = table.position();
    let moment = table.moment(table.num_plies()).unwrap();
    for seed in 0..20 {
        let undoable = table.undoable(side, MeasuredPlies::TakenBack);
        let (plies, measured) = undoable.unwrap();
        assert!(measured);
        table.undo(plies);
        assert_eq!(table.ahead(), Some(mv.clone()));
        // A server that was restarted knows it too.
        let mut again = resume(&table.record(&[])).unwrap();
        assert_eq!(again.ahead(), Some(mv.clone()));
        let work = again.prepare(again.num_plies() + 1, &mv, false).unwrap();
        assert!(!work.measures());
        let preview = again.preview(&mv).unwrap();
        let [only] = &preview.outcomes[..] else {
            panic!("the outcome is fixed: {preview:?}");
        };
        assert!((only.probability - 1.0).abs() < f64::EPSILON);
        assert_eq!(only.board, first.board);
        play(&mut again, &mv, &mut measurer(seed));
        assert_eq!(again.position(), first);
        assert_eq!(again.moment(again.num_plies()).unwrap(), moment);
        table = again;
    }
    let undoable = table.undoable(side, MeasuredPlies::TakenBack);
    let (plies, _) = undoable.unwrap();
    table.undo(plies);
    let afresh = table.prepare(table.num_plies() + 1, &mv, true).unwrap();
    assert!(afresh.measures());
}

#[test]
fn what_can_not_be_is_refused() {
    let table = open("cheqqers", &request(&[])).unwrap();
    let refused = |ply, mv: &str| table.prepare(ply, mv, false).err().unwrap();
    assert!(matches!(refused(1, "c3-c5"), TableError::Illegal(_)));
    assert!(matches!(refused(1, "hello"), TableError::Illegal(_)));
    let stale = TableError::Stale { found: 2, next: 1 };
    assert_eq!(refused(2, "c3-d4"), stale);
    assert_eq!(table.moment(1), Err(TableError::NoSuchPly(1)));
    let circuit = |square| {
        table
            .circuit(0, square, Encoding::Minimal, States::Last)
            .unwrap_err()
    };
    assert_eq!(circuit("z9"), TableError::NoSuchSquare("z9".into()));
    assert_eq!(circuit("c3"), TableError::Certain("c3".into()));
    let undoable = table.undoable(Colour::White, MeasuredPlies::TakenBack);
    assert_eq!(undoable, Err(UndoRefusal::Nothing));
    let setup = |game: &str, key: &str, value: &str| {
        let settings = [(key.to_owned(), value.to_owned())];
        open(game, &request(&settings)).err().unwrap()
    };
    for (game, key, value) in [
        ("chess", "size", "8"),
        ("cheqqers", "size", "99"),
        ("cheqqers", "speed", "1"),
        ("blocking", "position", "X"),
    ] {
        assert!(
            matches!(setup(game, key, value), TableError::Setup(_)),
            "{game}"
        );
    }
    assert!(resume("").is_err() && resume("{}").is_err());
}

#[test]
fn circuits_and_games_are_written_for_other_programs() {
    let settings = [("level".to_owned(), "3".to_owned())];
    let request = GameRequest {
        moves: "c3^b4d4",
        ..request(&settings)
    };
    let table = open("cheqqers", &request).unwrap();
    assert!(table.form("ppn").is_none());
    let mut names = HashSet::new();
    for &format in CircuitFormat::ALL {
        for encoding in [Encoding::Minimal, Encoding::Paper] {
            let export = table.export(1, "b4", encoding, format).unwrap();
            assert!(!export.text.is_empty(), "{format:?}");
            assert!(export.name.starts_with("cheqqers-b4-1-"), "{}", export.name);
            assert!(names.insert(export.name), "{format:?}");
        }
    }
    assert!(table.form("pdn").unwrap().text.contains("22"));
    let board = table.position().board;
    assert_eq!(board.components, [["b4", "d4"]]);
    let parts = board.squares.iter().flat_map(|square| &square.parts);
    let phases: Vec<_> = parts.filter_map(|part| part.phase).collect();
    assert_eq!(phases.len(), 2);
    // Both halves of a split have the same phase.
    for phase in phases {
        assert!(phase.turns < 1e-9 || phase.turns > 1.0 - 1e-9, "{phase:?}");
        assert!((phase.visible - 1.0).abs() < 1e-9, "{phase:?}");
    }
}

#[test]
fn the_positions_of_a_game_hold_no_more_than_there_is_room_for() {
    let settings = [("size", "16"), ("rows", "4"), ("draw_turns", "off")];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let request = request(&settings);
    let mut table = open("blocking", &request).unwrap();
    let refused = loop {
        let legal = table.position().legal;
        let splits: Vec<_> = legal.iter().filter(|mv| mv.to.len() == 2).collect();
        let mv = &splits[table.num_plies() * 7 % splits.len()].mv;
        match table.prepare(table.num_plies() + 1, mv, false) {
            Ok(work) => table.push(work.complete(&mut measurer(1)).unwrap()),
            Err(error) => {
                assert_eq!(error, TableError::Room);
                break mv.clone();
            }
        }
        assert!(table.held() <= ROOM);
    };
    let held = table.held();
    assert!(held > ROOM / 2 && !table.has_room());
    let moves = table.moves();
    let again = GameRequest {
        moves: &moves,
        ..request.clone()
    };
    let again = open("blocking", &again);
    assert_eq!(again.unwrap().held(), held);
    let more = GameRequest {
        moves: &format!("{moves} {refused}"),
        ..request
    };
    let more = open("blocking", &more).err().unwrap().to_string();
    assert!(more.contains("room"), "{more}");
    let record = table.record(&[]);
    assert_eq!(load(&record, header_entries()).unwrap().held(), held);
    table.undo(1);
    assert!(table.held() < held);
    assert_eq!(resume(&table.record(&[])).unwrap().held(), table.held());
}

#[test]
fn positions_are_set_up_by_text_and_piece_by_piece() {
    let arrange = |game: &str, settings: &[(&str, &str)], setup| {
        let games = Catalogue::default();
        let settings = settings.iter();
        let settings = settings.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        super::arrange(
            games.named(Some(game))?,
            &Arrangement {
                preset: None,
                settings: settings.collect(),
                setup,
            },
        )
    };
    let text = |text: &str| Setup::Text(text.into());
    let placed = |place: &str, kind: &str, colour| PlacedPiece {
        place: place.into(),
        colour,
        kind: kind.into(),
        probability: None,
    };
    for game in ["queens-chess", "box-chess"] {
        let usual = arrange(game, &[], text("")).unwrap();
        assert!(usual.by_hand && usual.left_out == 0, "{game}");
        assert_eq!(usual.board.squares.len(), 32, "{game}");
        let pieces = vec![
            placed("c3", "knight", Colour::White),
            placed("f6", "king", Colour::Black),
            placed("h8", "king", Colour::Black),
        ];
        let set = arrange(game, &[], Setup::Pieces(Colour::Black, pieces)).unwrap();
        // Each side has one king: the last that was put, or one on its usual square.
        let squares = set.board.squares.iter();
        let squares: Vec<&str> = squares.map(|square| &*square.square).collect();
        assert_eq!(squares, ["e1", "c3", "h8"], "{game}");
        assert!(set.by_hand, "{game}");
        assert_eq!(set.left_out, 1, "{game}: the first king of Black");
    }
    for game in KNOWN.iter().filter(|game| !game.name.ends_with("chess")) {
        let usual = arrange(game.name, &[("size", "6")], text("")).unwrap();
        assert!(usual.by_hand && usual.left_out == 0, "{}", game.name);
        assert_eq!(usual.board.squares.len(), 12, "{}", game.name);
        let pieces = vec![
            placed("c3", "man", Colour::White),
            placed("f6", "king", Colour::Black),
            placed("h8", "king", Colour::Black),
        ];
        let setup = Setup::Pieces(Colour::Black, pieces);
        let set = arrange(game.name, &[("size", "6")], setup).unwrap();
        assert_eq!((set.left_out, set.turn), (1, Colour::Black));
        let again = arrange(game.name, &[("size", "6")], text(&set.position)).unwrap();
        assert_eq!(again.board, set.board, "{}", game.name);
    }
    let uncertain = "W:W~17,~18:B1|17,18:10*0.6,0;01*0.8,0";
    assert!(!arrange("cheqqers", &[], text(uncertain)).unwrap().by_hand);
    assert!(
        !arrange("rotation", &[], text("W:Wc3~1:Bf6"))
            .unwrap()
            .by_hand
    );
    assert!(
        arrange("rotation", &[], text("W:Wc3,e3~0:Bf6"))
            .unwrap()
            .by_hand
    );
    let refused = arrange("cheqqers", &[], text("hello")).unwrap_err();
    assert!(matches!(refused, TableError::Setup(text) if text.contains("side to move")));
}

#[test]
fn a_preview_tells_how_likely_a_capture_succeeds_as_a_whole() {
    let king = [("position".into(), "B:WK18,29:B11,4".into())];
    let captures = |settings: &[(String, String)], moves: &str, mv: &str| {
        let asked = GameRequest {
            moves,
            ..request(settings)
        };
        let table = open("cheqqers", &asked).unwrap();
        table.preview(mv).unwrap().captures
    };
    let expect = |found: Option<f64>, wanted: f64| {
        let found = found.unwrap();
        assert!((found - wanted).abs() < 1e-9, "{found}");
    };
    // Nothing is jumped over, and who captures or what is captured is certain.
    assert_eq!(captures(&[], "", "c3-d4"), None);
    expect(captures(&[], "c3-d4 f6-e5", "d4xf6"), 1.0);
    expect(captures(&[], "c3^b4d4 f6-e5", "d4xf6"), 0.5);
    expect(captures(&king, "f6^e5g5", "d4xf6"), 0.5);
    // Each is there with 50 %, whatever the other one does, or only where the other one is not.
    expect(captures(&[], "c3^b4d4 f6^e5g5", "d4xf6"), 0.25);
    expect(captures(&king, "f6^e5g5 d4xf6", "f6xh4"), 0.0);
}

/// What a move of a lesson's position would come to: the likeliest first.
fn facts(game: &str, lesson: &str, mv: &str) -> Vec<PlyFacts> {
    let catalogue = Catalogue::default();
    let lessons = catalogue.named(Some(game)).unwrap().lessons.iter();
    let lesson = lessons.clone().find(|one| one.id == lesson).unwrap();
    let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let settings: Vec<(String, String)> = lesson.settings.iter().map(owned).collect();
    let asked = GameRequest {
        moves: lesson.moves,
        ..request(&settings)
    };
    let outcomes = open(game, &asked).unwrap().preview(mv).unwrap().outcomes;
    outcomes.into_iter().map(|outcome| outcome.facts).collect()
}

/// The one of them that came off, or did not.
fn that(all: &[PlyFacts], succeeded: bool) -> &PlyFacts {
    let mut found = all
        .iter()
        .filter(|facts| facts.succeeded == Some(succeeded));
    found.next().unwrap()
}

fn reads(facts: &PlyFacts) -> Vec<(&str, bool, f64)> {
    let squares = facts.measured.iter().flat_map(|one| &one.squares);
    squares
        .map(|read| {
            let probability = (read.probability * 1e9).round() / 1e9;
            (read.square.as_str(), read.there, probability)
        })
        .collect()
}

#[test]
fn facts_tell_what_moves_that_measure_nothing_come_to() {
    let [step] = &facts("cheqqers", "split", "c1-b2")[..] else {
        panic!("a step has one outcome");
    };
    assert_eq!(
        (step.kind, step.tried, step.succeeded),
        ("step", "step", None)
    );
    assert_eq!(
        (&step.from[..], &step.to[..]),
        (&["c1".into()][..], &["b2".into()][..])
    );
    assert!(step.measured.is_empty() && step.over.is_empty() && !step.entangled);
    let merge = &facts("cheqqers", "merge", "b4d4^c5")[0];
    assert_eq!(merge.from, ["b4", "d4"]);
    assert_eq!(
        (merge.there.len(), merge.there[0].square.as_str()),
        (1, "c5")
    );
    let linked = &facts("cheqqers", "entangle", "d4xf6")[0];
    assert!(linked.entangled && linked.measured.is_empty() && linked.succeeded.is_none());
    let crowned = &facts("rotation", "king", "c7-b8")[0];
    assert_eq!(
        (crowned.promoted.len(), crowned.promoted[0].kind.as_str()),
        (1, "king")
    );
    let split = &facts("box-chess", "superposition", "b1^a3c3")[0];
    assert_eq!((split.to.len(), split.there.len()), (2, 2));
    assert!(facts("box-chess", "entangle", "d2^e4&c4")[0].entangled);
}

#[test]
fn facts_tell_what_a_measurement_found_and_what_became_of_the_move() {
    let outcomes = facts("cheqqers", "measure", "d4xf6");
    let (missed, made) = (that(&outcomes, false), that(&outcomes, true));
    assert_eq!(
        (missed.kind, missed.tried, made.kind),
        ("pass", "capture", "capture")
    );
    assert_eq!(reads(missed), [("e5", false, 0.5)]);
    assert_eq!(missed.measured[0].elsewhere, ["g5"]);
    assert_eq!(
        (reads(made), &made.captured[..]),
        (vec![("e5", true, 0.5)], &["e5".into()][..])
    );
    // Nobody came to the square beyond.
    assert_eq!(
        (missed.squares(), made.squares()),
        (vec!["d4".into()], vec!["d4".into(), "f6".into()])
    );

    let outcomes = facts("rotation", "attempt", "d4xf6");
    assert_eq!(that(&outcomes, false).kind, "failed capture");
    assert_eq!(that(&outcomes, true).captured, ["e5"]);
    assert!(reads(that(&outcomes, true)).iter().all(|read| read.1));

    let outcomes = facts("blocking", "attack", "d4xf6");
    assert!(outcomes.iter().all(|facts| !facts.measured.is_empty()));

    // What is measured is a piece's type: it is there in any case.
    let outcomes = facts("queens-chess", "touch", "d1?");
    let kinds: HashSet<&str> = outcomes
        .iter()
        .map(|facts| facts.there[0].kind.as_str())
        .collect();
    assert_eq!(kinds, HashSet::from(["rook", "bishop"]));
    assert!(outcomes.iter().all(|facts| facts.succeeded.is_none()
        && reads(facts).is_empty()
        && facts.promoted.is_empty()));

    let outcomes = facts("box-chess", "attempt", "a1xa5");
    assert_eq!(that(&outcomes, true).captured, ["a5"]);
    assert_eq!(reads(that(&outcomes, false)), [("a5", false, 0.5)]);
}

#[test]
fn the_end_of_a_game_has_a_name() {
    let position = [("position".to_owned(), "W:W22:B18".to_owned())];
    let asked = GameRequest {
        moves: "c3xe5",
        ..request(&position)
    };
    let ended = open("cheqqers", &asked).unwrap().position();
    assert_eq!(ended.standing, [Standing::new("no-pieces")]);
    let begun = open("cheqqers", &request(&[])).unwrap();
    assert!(begun.position().standing.is_empty());
    let mut stopped = begun;
    stopped.finish(EndLine::stopped());
    assert_eq!(stopped.position().standing, [Standing::new("stopped")]);
    assert_eq!(
        resume(&stopped.record(&[])).unwrap().position(),
        stopped.position()
    );
}
