//! Many shots of a noisy backend, and none that can be.

use cheqqers_backend::{BackendError, Scripted};
use cheqqers_checkers::{Move, Position};
use cheqqers_circuit::Bitstring;
use cheqqers_game::Encoding;
use cheqqers_game::record::MeasurementEntry;
use cheqqers_measure::{MeasureError, Measurer};
use cheqqers_session::{PlyError, TypedSession};
use cheqqers_testkit::script;
use serde_json::{Map, json};

use crate::noise::start;

/// A part of a white man on d4, the other on b4; a black man on e5.
const SPLIT: &str = "c3^b4d4 f6-e5";

/// What comes of `d4xf6` when a noisy backend gives these shots.
fn captured(shots: &[(&str, usize)]) -> Result<MeasurementEntry, MeasureError> {
    let script = shots.iter().flat_map(|&(text, count)| {
        let bits: Bitstring = text.parse().unwrap();
        std::iter::repeat_n(Ok::<_, BackendError>(bits), count)
    });
    let mut measurer = Measurer::by(Box::new(Scripted::new(script).noisy()), Encoding::Minimal);
    let position: Position = script::play(start(), SPLIT);
    let before = position.to_fen();
    let mv: Move = "d4xf6".parse().unwrap();
    let mut session = TypedSession::new(position, Map::new());
    match session.play(mv, &mut measurer) {
        Ok(_) => {
            let measurement = &session.plies()[0].measurements[0];
            Ok(MeasurementEntry::new(session.start(), measurement))
        }
        Err(PlyError::Measure { source, .. }) => {
            assert_eq!(session.position().to_fen(), before);
            Err(*source)
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_first_legal_shot_decides_whatever_most_say() {
    for (first, square) in [("10", "b4"), ("01", "d4")] {
        let others = if first == "10" { "01" } else { "10" };
        let measured = captured(&[("11", 2), (first, 1), (others, 50), ("00", 11)]).unwrap();
        assert_eq!(measured.occupied, [square]);
        assert_eq!(
            serde_json::Value::Object(measured.more),
            json!({"shots": 64, "accepted": 51, "rejected": {"wrong_weight": 13}, "chosen": 2,
                "rule": "first_legal"})
        );
    }
}

#[test]
fn where_no_shot_is_legal_four_times_as_many_are_asked_for_twice() {
    let measured = captured(&[("11", 64), ("00", 255), ("01", 1)]).unwrap();
    assert_eq!(measured.occupied, ["d4"]);
    assert_eq!(
        (&measured.more["shots"], &measured.more["accepted"]),
        (&json!(320), &json!(1))
    );
    let measured = captured(&[("11", 64), ("00", 256), ("01", 1024)]).unwrap();
    assert_eq!(measured.more["shots"], 1344);
    assert_eq!(measured.more["chosen"], 0, "of the last thousand alone");
    // A further one would be there.
    let error = captured(&[("11", 64 + 256 + 1024), ("01", 1 << 13)]).unwrap_err();
    let MeasureError::NoLegalShot {
        backend, selection, ..
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!(
        (&**backend, selection.shots, selection.accepted),
        ("scripted", 1344, 0)
    );
    let text = error.to_string();
    assert!(
        text.contains("0 of 1344 shots are legal, 1344 wrong weight"),
        "{text}"
    );
}

#[test]
fn a_backend_that_fails_is_not_asked_again() {
    let error = captured(&[("11", 64)]).unwrap_err();
    assert!(matches!(error, MeasureError::Backend { .. }), "{error}");
}
