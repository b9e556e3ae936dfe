//! What a move on a component costs, by its slots and non-zero amplitudes, and a game's circuit:
//! `cargo bench --bench components -- --quick`.
//!
//! Sizes reach those of the largest components of 67,666 random games of the paper's program (111
//! amplitudes), and of the largest board (128 slots). A move's component is copied outside the
//! time, and worlds record nothing, as in playouts.

use std::hint::black_box;
use std::time::Duration;

use cheqqers_checkers::cheqqers::effects::{capture, merge};
use cheqqers_sim::{Limits, Sparse};
use cheqqers_testkit::component::{of_size, walk};
use cheqqers_testkit::seed;
use cheqqers_world::{Component, Effect, Encoding, Recording, Slot, World};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// Slots and amplitudes.
const SIZES: [(u16, usize); 10] = [
    (2, 2),
    (8, 4),
    (8, 16),
    (26, 4),
    (26, 16),
    (26, 64),
    (74, 16),
    (74, 111),
    (126, 16),
    (126, 111),
];

fn only(world: &World) -> &Component {
    &world.components()[0]
}

/// Two slots that are never both occupied: the first, and the next one of the same piece.
fn parts(world: &World) -> [Slot; 2] {
    let component = only(world);
    let outcomes = component.outcomes();
    let is_other = |slot: usize| {
        !outcomes
            .iter()
            .any(|(bits, _)| bits.bit(0) && bits.bit(slot))
    };
    let other = (1..component.num_slots()).find(|&slot| is_other(slot));
    let slots = component.slots();
    [slots[0], slots[other.expect("a piece has two slots")]]
}

fn effects(criterion: &mut Criterion) {
    for (num_slots, num_amplitudes) in SIZES {
        let mut world = of_size(num_slots, num_amplitudes, Recording::Off);
        let [from, other] = parts(&world);
        // There and back, so that no move is the first to name a slot.
        let [a, b] = [Slot(num_slots), Slot(num_slots + 1)];
        for (from, to) in [(from, b), (b, from)] {
            world
                .apply(2, &[Effect::Relabel { from, to }])
                .expect("it fits");
        }
        let captured = other;
        let moves = [
            ("split", Effect::split(from, [a, b])),
            ("step", Effect::step(from, a)),
            ("merge", merge([from, other], a)),
            ("capture", capture(a, captured, b)),
        ];
        for (name, effect) in moves {
            let id = format!("{name} {num_slots} slots, {num_amplitudes}");
            criterion.bench_function(&id, |bencher| {
                bencher.iter_batched_ref(
                    || world.clone(),
                    |world| world.apply(3, black_box(&[effect])).expect("it fits"),
                    BatchSize::SmallInput,
                );
            });
        }
    }
}

fn readings(criterion: &mut Criterion) {
    for (num_slots, num_amplitudes) in SIZES {
        let world = of_size(num_slots, num_amplitudes, Recording::Off);
        let size = format!("{num_slots} slots, {num_amplitudes}");
        let component = only(&world);
        let mut rng = seed::rng(1);
        let bits = component.sample(&mut rng);
        let last = Slot(num_slots - 1);
        criterion.bench_function(&format!("probability {size}"), |bencher| {
            bencher.iter(|| black_box(component).probability(last));
        });
        criterion.bench_function(&format!("sample {size}"), |bencher| {
            bencher.iter(|| black_box(component).sample(&mut rng));
        });
        criterion.bench_function(&format!("probability of {size}"), |bencher| {
            bencher.iter(|| black_box(component).probability_of(black_box(bits)));
        });
        criterion.bench_function(&format!("outcomes {size}"), |bencher| {
            bencher.iter(|| black_box(component).outcomes());
        });
        criterion.bench_function(&format!("clone {size}"), |bencher| {
            bencher.iter(|| black_box(&world).clone());
        });
        criterion.bench_function(&format!("collapse {size}"), |bencher| {
            bencher.iter_batched_ref(
                || world.clone(),
                |world| world.collapse(last, black_box(bits)).expect("it was drawn"),
                BatchSize::SmallInput,
            );
        });
    }
}

/// Circuits of random walks over 26 slots, in gates that every dialect has.
fn circuits(criterion: &mut Criterion) {
    for num_effects in [20, 40, 80] {
        let world = walk(26, num_effects, 1);
        let component = only(&world);
        let circuit = component.circuit(Encoding::Minimal).expect("recorded");
        let circuit = circuit.circuit();
        let name = format!(
            "circuit {num_effects} effects: {} qubits, {} gates, {}",
            circuit.num_qubits(),
            circuit.operations().len(),
            component.num_amplitudes(),
        );
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| {
                let state = Sparse::run(black_box(circuit), Limits::default());
                state.expect("within the limits")
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(1));
    targets = effects, readings, circuits
}
criterion_main!(benches);
