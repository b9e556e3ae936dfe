//! Measurers of this program.

use cheqqers_backend::Noise;
use cheqqers_game::Encoding;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::toy::{Move, Toy};
use crate::{Measurer, MeasurerKind};

fn measurer(kind: MeasurerKind) -> Measurer {
    kind.measurer(ChaCha8Rng::from_seed([7; 32]), Encoding::Minimal)
}

#[test]
fn kinds_are_named_and_read_back() {
    let names = ["local", "dense", "sparse", "noisy"];
    assert_eq!(MeasurerKind::ALL.map(MeasurerKind::name), names);
    let flips = MeasurerKind::Noisy(Noise::bit_flip(0.25).unwrap());
    for (kind, text) in MeasurerKind::ALL
        .into_iter()
        .zip(names)
        .chain([(flips, "noisy:0.25")])
    {
        assert_eq!(text.parse(), Ok(kind));
        assert_eq!(kind.to_string(), text);
        assert_eq!(measurer(kind).name(), text);
    }
    assert_eq!(format!("{:>7}", MeasurerKind::Dense), "  dense");
    let error = "Dense".parse::<MeasurerKind>().unwrap_err();
    assert_eq!(error.found, "Dense");
    let told = error.to_string();
    assert!(told.starts_with(
        "there is no backend \"Dense\", the backends are: local, dense, sparse, noisy,"
    ));
}

#[test]
fn each_kind_measures_what_is_possible_and_its_own_way() {
    for kind in MeasurerKind::ALL {
        let mut measurer = measurer(kind);
        let is_state = matches!(measurer, Measurer::State(_));
        assert_eq!(measurer.needs_circuits(), !is_state);
        assert_eq!(is_state, kind == MeasurerKind::Sparse);
        let mut seen = [false; 2];
        for _ in 0..64 {
            let completed = measurer.complete(Toy::new(9).start(Move::Pair)).unwrap();
            let [measured] = &completed.ply.measurements[..] else {
                panic!("one is measured");
            };
            assert_eq!(measured.backend, kind.name());
            assert!((measured.probability - 0.5).abs() < 1e-12);
            seen[usize::from(measured.bits.bit(0))] = true;
            assert_eq!(measured.bits.count_ones(), 1);
        }
        // Both come but for one seed in 2⁶³.
        assert_eq!(seen, [true; 2], "{kind}");
        let started = Toy::new(9).start(Move::Pair);
        let bits = measurer.bits(started.pending().unwrap()).unwrap();
        assert_eq!(bits.count_ones(), 1);
    }
    // The state needs no circuit.
    let mut sparse = measurer(MeasurerKind::Sparse);
    sparse
        .complete(Toy::unrecorded().start(Move::Quartet))
        .unwrap();
}
