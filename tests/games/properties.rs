//! What holds for all circuits, states, worlds and texts. What holds in every position is checked
//! ply by ply in `playthrough.rs`.

use cheqqers_checkers::cheqqers::effects::capture;
use cheqqers_checkers::{Level, Move, Position, Rules, Square};
use cheqqers_circuit::{Bitstring, Circuit, Gate, LabelledCircuit, Optimization, Qubit, optimize};
use cheqqers_game::Game;
use cheqqers_game::notation::{Demand, ForcedMove, split_moves};
use cheqqers_sim::{Dense, Limits, Readout, Sparse};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::strategy::{self, GameSeed};
use cheqqers_world::{Effect, Encoding, Recording, Slot, World, WorldError};
use proptest::prelude::*;

/// How far apart two numbers may be that ought to be equal.
const CLOSE: f64 = 1e-11;

fn sparse(circuit: &Circuit) -> Sparse {
    Sparse::run(circuit, Limits::default()).unwrap()
}

/// The distribution of all qubits.
fn distribution(circuit: &Circuit) -> Vec<f64> {
    Dense::run(circuit).unwrap().probabilities()
}

fn assert_same(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < CLOSE, "{found}, not {expected}");
    }
}

proptest! {
    #![proptest_config(strategy::config(256))]

    #[test]
    fn the_norm_stays_one(circuit in strategy::circuits(1..=9, 60)) {
        let dense = Dense::run(&circuit).unwrap();
        prop_assert!((dense.norm_squared() - 1.0).abs() < CLOSE);
        prop_assert!((sparse(&circuit).norm_squared() - 1.0).abs() < CLOSE);
    }

    #[test]
    fn a_circuit_and_then_its_inverse_is_the_start(circuit in strategy::circuits(1..=8, 40)) {
        let mut there_and_back = circuit.clone();
        there_and_back.append(&circuit.inverse().unwrap()).unwrap();
        let state = Dense::run(&there_and_back).unwrap();
        // Phase included: an inverse undoes the global phase too.
        prop_assert!((state.amplitudes()[0] - 1.0).norm() < CLOSE);
        let amplitudes: Vec<_> = sparse(&there_and_back).amplitudes().collect();
        prop_assert!(amplitudes.iter().all(|(index, a)| *index == 0 || a.norm() < CLOSE));
        let shortened = optimize(&there_and_back, Optimization::Gates).circuit;
        prop_assert_eq!(shortened.operations().len(), 0);
    }

    #[test]
    fn a_second_collapse_changes_nothing(
        circuit in strategy::circuits(2..=7, 30), picked in any::<[bool; 7]>(), seed in any::<u64>(),
    ) {
        let mut rng = cheqqers_testkit::seed::rng(seed);
        let mut dense = Dense::run(&circuit).unwrap();
        let mut sparse = sparse(&circuit);
        let shot = dense.sample(&mut rng);
        let bits: Vec<(Qubit, bool)> = (0..circuit.num_qubits())
            .filter(|&k| picked[k])
            .map(|k| (Qubit::from_index(k), shot >> k & 1 == 1))
            .collect();
        let (first, other) = (dense.project(&bits).unwrap(), sparse.project(&bits).unwrap());
        prop_assert!((first - other).abs() < CLOSE);
        let (again_dense, again_sparse) = (dense.clone(), sparse.clone());
        prop_assert!((dense.project(&bits).unwrap() - 1.0).abs() < CLOSE);
        prop_assert!((sparse.project(&bits).unwrap() - 1.0).abs() < CLOSE);
        assert_same(&dense.probabilities(), &again_dense.probabilities());
        let probabilities = |state: &Sparse| -> Vec<f64> {
            state.amplitudes().map(|(_, amplitude)| amplitude.norm_sqr()).collect()
        };
        assert_same(&probabilities(&sparse), &probabilities(&again_sparse));
        prop_assert!((dense.norm_squared() - 1.0).abs() < CLOSE);
    }

    #[test]
    fn joined_circuits_are_independent(
        a in strategy::circuits(1..=4, 16), b in strategy::circuits(1..=4, 16),
    ) {
        let mut joined = a.clone();
        let first = joined.join(&b);
        prop_assert_eq!(first.index(), a.num_qubits());
        let (of_a, of_b) = (distribution(&a), distribution(&b));
        let product = of_b.iter().flat_map(|b| of_a.iter().map(move |a| a * b));
        assert_same(&distribution(&joined), &product.collect::<Vec<_>>());
        // States put together are what circuits put together make.
        let mut state = sparse(&a);
        state.tensor(&sparse(&b)).unwrap();
        let mut found = vec![0.0; of_a.len() * of_b.len()];
        for (index, amplitude) in state.amplitudes() {
            found[usize::try_from(index).unwrap()] = amplitude.norm_sqr();
        }
        assert_same(&found, &distribution(&joined));
    }

    #[test]
    fn joined_components_keep_their_gates_and_labels(
        a in strategy::circuits(1..=4, 12), b in strategy::circuits(1..=4, 12),
    ) {
        let component = |circuit: &Circuit, first: usize| {
            let mut component = LabelledCircuit::new();
            let label = |qubit: &Qubit| first + qubit.index();
            for k in 0..circuit.num_qubits() {
                component.add(first + k).unwrap();
            }
            for (number, (gate, qubits)) in (0..).zip(circuit.gates()) {
                let labels: Vec<usize> = qubits.iter().map(label).collect();
                component.push(number, gate, &labels).unwrap();
            }
            component
        };
        let mut joined = component(&a, 0);
        joined.join(&component(&b, 10)).unwrap();
        let mut plain = a.clone();
        plain.join(&b);
        // Between the two, gates stand in another order; within each they do not.
        assert_same(&distribution(joined.circuit()), &distribution(&plain));
        let groups = joined.circuit().operations().iter().map(|operation| operation.groups.last());
        prop_assert!(groups.is_sorted());
    }

    #[test]
    fn relabelling_moves_the_bits_along(
        circuit in strategy::circuits(1..=6, 24), order in Just([0_usize, 1, 2, 3, 4, 5]).prop_shuffle(),
    ) {
        let to = |qubit: Qubit| Qubit::from_index(order[qubit.index()]);
        let wide = circuit.relabelled(6, to).unwrap();
        let (before, after) = (distribution(&circuit), distribution(&wide));
        let mut expected = vec![0.0; 1 << 6];
        for (index, probability) in before.into_iter().enumerate() {
            let moved = (0..circuit.num_qubits()).map(|k| (index >> k & 1) << order[k]);
            expected[moved.sum::<usize>()] = probability;
        }
        assert_same(&after, &expected);
    }

    #[test]
    fn bitstrings_round_trip(bits in strategy::bitstrings(), at in 0..=128_usize) {
        prop_assert_eq!(bits.to_string().parse::<Bitstring>(), Ok(bits));
        prop_assert_eq!(Bitstring::from_index(bits.index(), bits.len()), bits);
        prop_assert_eq!(bits.iter().collect::<Bitstring>(), bits);
        let at = at.min(bits.len());
        let halves = (bits.slice(0, at), bits.slice(at, bits.len() - at));
        prop_assert_eq!(halves.0.concat(halves.1), Some(bits));
    }

    #[test]
    fn gates_round_trip((gate, qubits) in strategy::gates(3)) {
        prop_assert_eq!(gate.to_string().parse::<Gate>(), Ok(gate));
        prop_assert_eq!(qubits.len(), gate.num_qubits());
        let (inverse, order) = gate.inverse();
        let (back, _) = inverse.inverse();
        prop_assert_eq!(back, gate);
        prop_assert_eq!(order.len(), qubits.len());
    }

    #[test]
    fn moves_and_their_outcomes_round_trip(
        numbers in Just((0..128_usize).collect::<Vec<_>>()).prop_shuffle(),
        kind in 0..4, outcomes in prop::collection::vec(0..4_usize, 0..3),
    ) {
        let square = |k: usize| Square::from_number(numbers[k]);
        let pair = [square(1).min(square(2)), square(1).max(square(2))];
        let mv = match kind {
            0 => Move::Step { from: square(0), to: square(1) },
            1 => Move::Split { from: square(0), to: pair },
            2 => Move::Merge { from: pair, to: square(0) },
            _ => Move::Capture { from: square(0), to: square(1) },
        };
        prop_assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
        let names = |count: usize| (0..count).map(|k| square(k + 3).to_string()).collect();
        let demand = match outcomes.len() {
            0 => Demand::Any,
            _ => Demand::Occupied(outcomes.into_iter().map(names).collect()),
        };
        let forced = ForcedMove { mv, demand };
        let text = forced.to_string();
        prop_assert_eq!(text.parse::<ForcedMove<Move>>().unwrap(), forced);
        prop_assert_eq!(split_moves(&format!(" {text}  {text}")), [&text[..], &text[..]]);
    }

    #[test]
    fn rules_round_trip_through_headers(
        level in 0..4_u64, size in 4..=16_u64, rows in 1..8_u64, unlimited in any::<bool>(),
        draw_after in prop::option::of(1..=100_u32),
    ) {
        use cheqqers_checkers::Entanglement::{Single, Unlimited};
        let rules = Rules::new(Level::from_number(level).unwrap())
            .with_size(size)
            .and_then(|rules| rules.with_draw_after(draw_after))
            .unwrap()
            .with_entanglement(if unlimited { Unlimited } else { Single });
        let rules = rules.with_rows(rows).unwrap_or(rules);
        prop_assert_eq!(Rules::from_header(&rules.to_header()), Ok(rules));
    }
}

/// What a random program does to a world: starts, splits and steps of one-hot pieces, gates that
/// keep them so, and captures of one by another.
fn effects() -> impl Strategy<Value = Vec<Effect>> {
    let slot = || (0..10_u16).prop_map(Slot);
    let effect = prop_oneof![
        4 => (slot(), slot(), slot()).prop_map(|(from, a, b)| Effect::split(from, [a, b])),
        2 => (slot(), slot()).prop_map(|(from, to)| Effect::step(from, to)),
        1 => (slot(), slot()).prop_map(|(from, to)| Effect::Relabel { from, to }),
        1 => (slot(), slot()).prop_map(|(a, b)| Effect::Exchange { slots: [a, b] }),
        2 => (slot(), slot(), slot()).prop_map(|(capturer, captured, to)| {
            capture(capturer, captured, to)
        }),
        1 => (slot(), slot(), slot()).prop_map(|(a, b, c)| {
            Effect::Gate { gate: Gate::Cz, slots: [a, b, c] }
        }),
        1 => (slot(), slot(), slot()).prop_map(|(a, b, c)| {
            Effect::Gate { gate: Gate::T, slots: [a, b, c] }
        }),
    ];
    prop::collection::vec(effect, 1..24)
}

proptest! {
    #![proptest_config(strategy::config(256))]

    #[test]
    fn worlds_are_what_their_circuits_say(effects in effects()) {
        let mut world = World::new(Recording::On);
        for (group, effect) in (1..).zip(effects) {
            let before = format!("{world:?}");
            if world.apply(group, &[effect]).is_err() {
                prop_assert_eq!(format!("{world:?}"), before);
            }
        }
        for component in world.components() {
            let slots = component.slots();
            prop_assert!((component.state().norm_squared() - 1.0).abs() < CLOSE);
            for encoding in [Encoding::Minimal, Encoding::Paper] {
                let circuit = component.circuit(encoding).unwrap().measured(&slots).unwrap();
                let readout = Readout::of(&circuit).unwrap();
                let found = sparse(&circuit).marginal(&readout);
                let expected = component.outcomes();
                prop_assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(&expected) {
                    prop_assert_eq!(found.0, expected.0);
                    prop_assert!((found.1 - expected.1).abs() < CLOSE);
                }
            }
        }
    }

    #[test]
    fn a_collapsed_component_is_gone(effects in effects(), seed in any::<u64>()) {
        let mut world = World::new(Recording::On);
        for (group, effect) in (1..).zip(effects) {
            let _refused = world.apply(group, &[effect]);
        }
        let mut rng = cheqqers_testkit::seed::rng(seed);
        while let Some(component) = world.components().first() {
            let (slots, bits) = (component.slots(), component.sample(&mut rng));
            let others = world.components().len() - 1;
            let settled = world.collapse(slots[0], bits).unwrap();
            let expected: Vec<_> = slots.iter().copied().zip(bits.iter()).collect();
            prop_assert_eq!(settled.to_vec(), expected);
            prop_assert_eq!(world.components().len(), others);
            for slot in slots {
                prop_assert_eq!(world.collapse(slot, bits), Err(WorldError::NotQuantum { slot }));
            }
        }
    }
}

/// The same components with the same amplitudes, phases included.
fn assert_same_components(found: &Position, expected: &Position) {
    let (found, expected) = (found.world(), expected.world());
    assert_eq!(found.components().len(), expected.components().len());
    for component in expected.components() {
        let slots = component.slots();
        let other = found
            .component(slots[0])
            .expect("it is uncertain there too");
        assert_eq!(other.slots(), slots);
        let (other, amplitudes) = (other.amplitudes(), component.amplitudes());
        assert_eq!(other.len(), amplitudes.len());
        for (other, one) in other.iter().zip(&amplitudes) {
            assert!(other.0 == one.0 && (other.1 - one.1).norm() < CLOSE);
        }
    }
}

proptest! {
    #![proptest_config(strategy::config(64))]

    /// Amplitudes and all: what is read back is what was written, and plays alike.
    #[test]
    fn positions_round_trip_through_their_text(game in strategy::games(0..=3, 4..=9)) {
        let GameSeed { seed, level, size } = game;
        let rules = Rules::new(Level::from_number(level.into()).unwrap());
        let rules = rules.with_size(size.into()).unwrap();
        for ply in random_game(Position::initial(rules), seed) {
            let text = ply.after.to_fen();
            let read = Position::from_fen(rules, &text).unwrap();
            prop_assert!(read.board().looks_like(ply.after.board()), "{}", text);
            prop_assert_eq!(read.turn(), ply.after.turn());
            for square in read.board().all() {
                let close = (read.probability(square) - ply.after.probability(square)).abs() < CLOSE;
                prop_assert!(close, "{} in {}", square, text);
            }
            let legal = |position: &Position| {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves
            };
            assert_same_components(&read, &ply.after);
            prop_assert_eq!(read.half_move_clock(), ply.after.half_move_clock());
            // A chain is no part of the text.
            if ply.after.chain().is_none() {
                prop_assert_eq!(legal(&read), legal(&ply.after), "{}", text);
            }
        }
    }
}
