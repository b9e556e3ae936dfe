use std::f64::consts::FRAC_1_SQRT_2 as R;

use super::*;
use crate::reference::{CLOSE, embed, product, same};

/// Angles with no symmetry, so that a lost sign or factor 2 shows.
const ANGLES: [f64; 3] = [0.37, -1.9, 3.0];

#[test]
fn every_row_of_the_table_is_consistent() {
    for gate in ANGLES.into_iter().flat_map(Gate::all) {
        let n = gate.num_qubits();
        let matrix = gate.matrix();
        let identity = DMatrix::identity(1 << n, 1 << n);
        assert!(
            same(&(matrix.adjoint() * &matrix), &identity),
            "{gate} is not unitary"
        );

        let (inverse, order) = gate.inverse();
        assert_eq!(inverse.num_qubits(), n, "{gate}");
        assert!(
            same(&(embed(inverse, order, n) * &matrix), &identity),
            "{gate} and {inverse} are not inverse"
        );
        assert_eq!(inverse.inverse().0, gate);

        assert!(
            same(&product(&gate.decomposition(), n), &matrix),
            "{gate}: decomposition"
        );
        assert!(
            gate.decomposition()
                .iter()
                .all(|(part, _)| part.is_primitive())
        );
        assert_eq!(gate.is_primitive(), gate.definition().is_empty());

        if let Some((a, b)) = gate.symmetry() {
            let mut places: Vec<usize> = (0..n).collect();
            places.swap(a, b);
            assert!(same(&embed(gate, &places, n), &matrix), "{gate}");
        }

        let parameters: Vec<f64> = gate.parameter().into_iter().collect();
        assert_eq!(Gate::from_name(gate.name(), &parameters), Some(gate));
        assert_eq!(gate.to_string().parse(), Ok(gate));
    }
}

#[test]
fn names_are_unique_and_need_their_own_number_of_angles() {
    let mut names: Vec<&str> = Gate::all(0.0).map(Gate::name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Gate::all(0.0).count());
    assert_eq!(Gate::from_name("x", &[1.0]), None);
    assert_eq!(Gate::from_name("rx", &[]), None);
    assert_eq!(Gate::from_name("rx", &[1.0, 2.0]), None);
    assert_eq!(Gate::from_name("rx", &[f64::NAN]), None);
    assert_eq!(Gate::from_name("X", &[]), None);
}

#[test]
fn text_that_is_no_gate_is_refused() {
    assert_eq!("rx(1.5)".parse(), Ok(Gate::Rx(1.5)));
    assert_eq!(
        Gate::Rx(std::f64::consts::FRAC_PI_2).to_string(),
        "rx(1.5707963267948966)"
    );
    let unknown = |text: &str| Err(ParseGateError::Unknown { text: text.into() });
    for text in ["", "foo", "rx", "x(1)", "rx(1"] {
        assert_eq!(text.parse::<Gate>(), unknown(text));
    }
    for (text, angle) in [("rx()", ""), ("rx(inf)", "inf"), ("p(pi)", "pi")] {
        let error = ParseGateError::NotAnAngle { text: angle.into() };
        assert_eq!(text.parse::<Gate>(), Err(error));
    }
}

#[test]
fn decompositions_use_few_two_qubit_gates_and_only_the_common_subset() {
    let num_cx = |gate: Gate| {
        let gates = gate.decomposition();
        gates.iter().filter(|(part, _)| *part == Gate::Cx).count()
    };
    let counts: Vec<(&str, usize)> = Gate::all(0.5)
        .filter(|gate| !gate.is_primitive())
        .map(|gate| (gate.name(), num_cx(gate)))
        .collect();
    let expected = [
        ("cz", 1),
        ("ch", 1),
        ("swap", 3),
        ("iswap", 2),
        ("iswapdg", 2),
        ("siswap", 2),
        ("siswapdg", 2),
        ("ccx", 6),
        ("ciswap", 6),
        ("ciswapdg", 6),
        ("split", 4),
        ("merge", 4),
    ];
    assert_eq!(counts, expected);
    let common = ["x", "y", "z", "h", "s", "sdg", "t", "tdg", "cx"];
    for gate in Gate::all(0.5).filter(|gate| !gate.is_primitive()) {
        assert!(
            gate.decomposition()
                .iter()
                .all(|(part, _)| common.contains(&part.name()))
        );
    }
}

fn column(gate: Gate, from: usize) -> Vec<Complex64> {
    gate.matrix().column(from).iter().copied().collect()
}

fn assert_column(gate: Gate, from: usize, expected: &[(usize, Complex64)]) {
    for (to, amplitude) in column(gate, from).into_iter().enumerate() {
        let wanted = expected.iter().find(|(index, _)| *index == to);
        let wanted = wanted.map_or(Complex64::default(), |(_, wanted)| *wanted);
        assert!(
            (amplitude - wanted).norm() < CLOSE,
            "{gate}: {from} to {to} is {amplitude}"
        );
    }
}

const I: Complex64 = Complex64::new(0.0, 1.0);
const ONE: Complex64 = Complex64::new(1.0, 0.0);

#[test]
fn the_first_qubit_is_the_least_significant_bit_and_the_control() {
    assert_column(Gate::Cx, 1, &[(3, ONE)]);
    assert_column(Gate::Cx, 2, &[(2, ONE)]);
    assert_column(Gate::Ccx, 3, &[(7, ONE)]);
    assert_column(Gate::Ccx, 6, &[(6, ONE)]);
    assert_column(Gate::Ciswap, 3, &[(5, I)]);
}

#[test]
fn the_root_of_iswap_moves_half_with_a_factor_i() {
    assert_column(Gate::Iswap, 1, &[(2, I)]);
    assert_column(Gate::Siswap, 1, &[(1, ONE * R), (2, I * R)]);
    let root = Gate::Siswap.matrix();
    assert!(same(&(&root * &root), &Gate::Iswap.matrix()));
    let root = Gate::Sx.matrix();
    assert!(same(&(&root * &root), &Gate::X.matrix()));
}

#[test]
fn split_leaves_half_on_each_target() {
    assert_column(Gate::Split, 0b001, &[(0b010, I * R), (0b100, I * R)]);
}

#[test]
fn merge_empties_its_first_source() {
    assert_column(Gate::Merge, 0b001, &[(0b100, -I * R), (0b010, -ONE * R)]);
    assert_column(Gate::Merge, 0b010, &[(0b100, -I * R), (0b010, ONE * R)]);
}

#[test]
fn stripping_the_control_gives_the_block_where_it_is_one() {
    assert_eq!(Gate::Ccx.num_controls(), 2);
    assert_eq!(Gate::Ciswapdg.num_controls(), 1);
    assert_eq!(Gate::Split.num_controls(), 0);
    assert_eq!(Gate::Ciswap.uncontrolled(), Some(Gate::Iswap));
}

#[test]
fn operands_that_may_change_places_are_found_in_the_matrix() {
    for (gate, expected) in [
        (Gate::Cx, None),
        (Gate::Cz, Some((0, 1))),
        (Gate::Siswap, Some((0, 1))),
        (Gate::Ccx, Some((0, 1))),
        (Gate::Ciswapdg, Some((1, 2))),
        (Gate::Split, None),
    ] {
        assert_eq!(gate.symmetry(), expected, "{gate}");
    }
}

#[test]
fn operands_that_may_change_places_are_those_of_the_matrix() {
    for gate in Gate::all(0.7) {
        let matrix = gate.matrix();
        let pairs = [(0, 1), (0, 2), (1, 2)].into_iter();
        let mut pairs = pairs.filter(|&(_, b)| b < gate.num_qubits());
        let symmetric = pairs.find(|&(a, b)| {
            let swapped = |index: usize| {
                let differ = (index >> a ^ index >> b) & 1;
                index ^ (differ << a | differ << b)
            };
            let size = matrix.nrows();
            matrix
                == DMatrix::from_fn(size, size, |row, column| {
                    matrix[(swapped(row), swapped(column))]
                })
        });
        assert_eq!(gate.symmetry(), symmetric, "{gate}");
    }
}

#[test]
fn a_gate_commutes_with_the_axis_it_leaves_alone_and_no_other() {
    for gate in Gate::all(0.7) {
        let (n, matrix) = (gate.num_qubits(), gate.matrix());
        for place in 0..n {
            for (axis, pauli) in [(Axis::X, Gate::X), (Axis::Z, Gate::Z)] {
                let pauli = embed(pauli, &[place], n);
                let commutes = same(&(&pauli * &matrix), &(&matrix * &pauli));
                assert_eq!(gate.axis(place) == Some(axis), commutes, "{gate} {place}");
            }
        }
    }
}

#[test]
fn costs_are_those_of_the_decompositions() {
    for gate in Gate::all(0.7) {
        let gates = gate.decomposition();
        let counted = gates.iter().filter(|(gate, _)| *gate == Gate::Cx).count();
        assert_eq!(gate.cx_cost(), counted, "{gate}");
    }
}
