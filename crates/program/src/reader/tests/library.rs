use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

use cheqqers_circuit::Gate;
use num_complex::Complex64;

use super::*;

type Matrix = Vec<Vec<Complex64>>;

const O: Complex64 = Complex64::new(0.0, 0.0);
const I: Complex64 = Complex64::new(0.0, 1.0);
const ONE: Complex64 = Complex64::new(1.0, 0.0);
/// The angles that each gate is called with, as many as it takes.
const ANGLES: [f64; 4] = [0.3, -1.1, 2.3, 0.7];

fn identity(size: usize) -> Matrix {
    diagonal(&vec![ONE; size])
}

fn diagonal(entries: &[Complex64]) -> Matrix {
    let size = entries.len();
    let row = |k: usize| {
        (0..size)
            .map(|j| if j == k { entries[k] } else { O })
            .collect()
    };
    (0..size).map(row).collect()
}

fn gate(gate: Gate) -> Matrix {
    let matrix = gate.matrix();
    let rows = 0..matrix.nrows();
    rows.map(|row| matrix.row(row).iter().copied().collect())
        .collect()
}

fn times(factor: Complex64, of: &Matrix) -> Matrix {
    of.iter()
        .map(|row| row.iter().map(|entry| factor * entry).collect())
        .collect()
}

fn plus(a: &Matrix, b: &Matrix) -> Matrix {
    let row =
        |(a, b): (&Vec<Complex64>, &Vec<Complex64>)| a.iter().zip(b).map(|(a, b)| a + b).collect();
    a.iter().zip(b).map(row).collect()
}

fn cis(angle: f64) -> Complex64 {
    Complex64::cis(angle)
}

/// On the second qubits where the first is 1; the first is the lowest bit.
fn controlled(of: &Matrix) -> Matrix {
    let mut whole = identity(2 * of.len());
    for (row, entries) in of.iter().enumerate() {
        for (column, &entry) in entries.iter().enumerate() {
            whole[2 * row + 1][2 * column + 1] = entry;
        }
    }
    whole
}

/// Both on a qubit of their own, the first on the lowest bit.
fn both(first: &Matrix, second: &Matrix) -> Matrix {
    let row = |r: usize| {
        let entry = |c: usize| first[r & 1][c & 1] * second[r >> 1][c >> 1];
        (0..4).map(entry).collect()
    };
    (0..4).map(row).collect()
}

/// exp(-iθ/2 of), of what is its own inverse.
fn rotation(angle: f64, of: &Matrix) -> Matrix {
    let (sin, cos) = (angle / 2.0).sin_cos();
    plus(
        &times(cos.into(), &identity(of.len())),
        &times(-I * sin, of),
    )
}

fn u3(t: f64, x: f64, y: f64) -> Matrix {
    let (sin, cos) = (t / 2.0).sin_cos();
    vec![
        vec![cos.into(), -cis(y) * sin],
        vec![cis(x) * sin, cis(x + y) * cos],
    ]
}

fn phase(angle: f64) -> Matrix {
    diagonal(&[ONE, cis(angle)])
}

/// What a gate is, from its documentation: Qiskit's of `qelib1.inc`, the language's of
/// `stdgates.inc`, Braket's of its own.
fn expected(name: &str) -> Matrix {
    let [a, b, c, d] = ANGLES;
    let (x, y, z) = (gate(Gate::X), gate(Gate::Y), gate(Gate::Z));
    let (xx, yy, zz) = (both(&x, &x), both(&y, &y), both(&z, &z));
    match name {
        "id" | "i" | "u0" => identity(2),
        "p" | "u1" | "phase" | "phaseshift" => phase(a),
        "u2" => u3(FRAC_PI_2, a, b),
        "u3" | "u" | "U" => u3(a, b, c),
        "si" => gate(Gate::Sdg),
        "ti" => gate(Gate::Tdg),
        "v" => gate(Gate::Sx),
        "vi" => gate(Gate::Sxdg),
        "rx" => rotation(a, &x),
        "ry" => rotation(a, &y),
        "rz" => rotation(a, &z),
        "prx" => rotation(a, &vec![vec![O, cis(-b)], vec![cis(b), O]]),
        "gpi" => vec![vec![O, cis(-a)], vec![cis(a), O]],
        "gpi2" => rotation(FRAC_PI_2, &vec![vec![O, cis(-a)], vec![cis(a), O]]),
        "cnot" | "CX" | "cx" => controlled(&x),
        "cy" => controlled(&y),
        "cz" => controlled(&z),
        "cp" | "cphase" | "cu1" | "cphaseshift" => controlled(&phase(a)),
        "cphaseshift00" => diagonal(&[cis(a), ONE, ONE, ONE]),
        "cphaseshift10" => diagonal(&[ONE, cis(a), ONE, ONE]),
        "cphaseshift01" => diagonal(&[ONE, ONE, cis(a), ONE]),
        "crx" => controlled(&rotation(a, &x)),
        "cry" => controlled(&rotation(a, &y)),
        "crz" => controlled(&rotation(a, &z)),
        "cu3" => controlled(&u3(a, b, c)),
        "cu" => controlled(&times(cis(d), &u3(a, b, c))),
        "csx" | "cv" => controlled(&gate(Gate::Sx)),
        "rxx" | "xx" => rotation(a, &xx),
        "ryy" | "yy" => rotation(a, &yy),
        "rzz" | "zz" => rotation(a, &zz),
        "xy" => {
            let (sin, cos) = (a / 2.0).sin_cos();
            let mut matrix = diagonal(&[ONE, cos.into(), cos.into(), ONE]);
            (matrix[1][2], matrix[2][1]) = (I * sin, I * sin);
            matrix
        }
        "pswap" => {
            let mut matrix = diagonal(&[ONE, O, O, ONE]);
            (matrix[1][2], matrix[2][1]) = (cis(a), cis(a));
            matrix
        }
        "ms" => {
            let (sin, cos) = (c / 2.0).sin_cos();
            let mut matrix = times(cos.into(), &identity(4));
            // Of |first second⟩, whose index has the first qubit lowest.
            matrix[0][3] = -I * sin * cis(-a - b);
            matrix[3][0] = -I * sin * cis(a + b);
            matrix[2][1] = -I * sin * cis(-a + b);
            matrix[1][2] = -I * sin * cis(a - b);
            matrix
        }
        "ecr" => {
            let (r, s) = (Complex64::from(FRAC_1_SQRT_2), I * FRAC_1_SQRT_2);
            vec![
                vec![O, r, O, s],
                vec![r, O, -s, O],
                vec![O, s, O, r],
                vec![-s, O, r, O],
            ]
        }
        "ccnot" => gate(Gate::Ccx),
        "cswap" => controlled(&gate(Gate::Swap)),
        "rccx" => {
            let mut matrix = diagonal(&[ONE, ONE, ONE, O, ONE, -ONE, ONE, O]);
            (matrix[3][7], matrix[7][3]) = (-I, I);
            matrix
        }
        "rc3x" => {
            let mut matrix = identity(16);
            (matrix[3][3], matrix[11][11]) = (I, -I);
            (matrix[7][7], matrix[15][15]) = (O, O);
            (matrix[7][15], matrix[15][7]) = (ONE, -ONE);
            matrix
        }
        "c3x" => controlled(&controlled(&controlled(&x))),
        "c3sqrtx" => controlled(&controlled(&controlled(&gate(Gate::Sx)))),
        "c4x" => controlled(&controlled(&controlled(&controlled(&x)))),
        _ => gate(Gate::from_name(name, &[]).unwrap_or_else(|| panic!("{name} is not expected"))),
    }
}

fn check(start: &str, name: &str) {
    let expected = expected(name);
    let num_qubits = expected.len().ilog2() as usize;
    let qubits: Vec<String> = (0..num_qubits).map(|k| format!("q[{k}]")).collect();
    let qubits = qubits.join(", ");
    let calls = (0..=4).map(|k| {
        let angles: Vec<String> = ANGLES[..k].iter().map(ToString::to_string).collect();
        format!(
            "{start}\nqreg q[{num_qubits}];\n{name}({}) {qubits};",
            angles.join(", ")
        )
    });
    let mut read = calls.filter_map(|text| read(&text).ok());
    let circuit = read
        .next()
        .unwrap_or_else(|| panic!("{name} is not read"))
        .circuit;
    assert!(read.next().is_none(), "{name} takes one number of angles");
    let found: Vec<Vec<Complex64>> = (0..expected.len()).map(|k| image(&circuit, k)).collect();
    // The columns of one are the rows of the other.
    let pairs = || {
        let entries = expected.iter().enumerate().flat_map(|(row, entries)| {
            entries
                .iter()
                .enumerate()
                .map(move |(column, &entry)| (row, column, entry))
        });
        entries.map(|(row, column, entry)| (found[column][row], entry))
    };
    let overlap: Complex64 = pairs().map(|(found, entry)| found * entry.conj()).sum();
    let phase = overlap / overlap.norm();
    for (found, entry) in pairs() {
        assert!(
            (found - phase * entry).norm() < 1e-12,
            "{name}: {found} is not {entry}"
        );
    }
}

const QELIB1: &str = "u3 u2 u1 cx id u0 u p x y z h s sdg t tdg rx ry rz sx sxdg cz cy swap ch ccx \
    cswap crx cry crz cu1 cp cu3 csx cu rxx rzz rccx rc3x c3x c3sqrtx c4x U CX";
const STDGATES: &str = "p x y z h s sdg t tdg sx rx ry rz cx cy cz cp crx cry crz ch swap ccx cswap \
    cu CX phase cphase id u1 u2 u3 U";
const BRAKET: &str = "i x y z h s si t ti v vi rx ry rz phaseshift prx gpi gpi2 cnot cy cz cv swap \
    iswap pswap xy cphaseshift cphaseshift00 cphaseshift01 cphaseshift10 xx yy zz ecr ms ccnot cswap U";

#[test]
fn every_gate_of_every_library_does_what_its_documentation_says() {
    for (start, names) in [
        ("OPENQASM 2.0; include \"qelib1.inc\";", QELIB1),
        ("OPENQASM 3.0; include \"stdgates.inc\";", STDGATES),
        ("OPENQASM 3.0;", BRAKET),
        ("OPENQASM 2.0;", "U CX"),
    ] {
        for name in names.split_whitespace() {
            check(start, name);
        }
    }
}

#[test]
fn a_controlled_phase_has_its_own_angle_and_not_half_of_it() {
    let text = format!("OPENQASM 2.0; include \"qelib1.inc\"; qreg q[2]; cu1({PI}) q[0], q[1];");
    let circuit = circuit(&text);
    assert!((image(&circuit, 3)[3] + ONE).norm() < 1e-12);
    assert!((image(&circuit, 1)[1] - ONE).norm() < 1e-12);
}

/// Every name that a dialect has for a gate of the table is read as that gate.
#[test]
fn every_spelling_is_read_as_its_gate() {
    for dialect in Dialect::ALL {
        for gate in Gate::all(0.3) {
            let Some(name) = dialect.spelling(gate) else {
                continue;
            };
            let angle = gate
                .parameter()
                .map_or(String::new(), |angle| format!("({angle})"));
            let qubits = ["q[0]", "q[1]", "q[2]"][..gate.num_qubits()].join(", ");
            let header = dialect.header();
            let text = format!("{header}\nqreg q[3];\n{name}{angle} {qubits};");
            let gates: Vec<Gate> = circuit(&text).gates().map(|(gate, _)| gate).collect();
            assert_eq!(gates, [gate], "{text}");
        }
    }
}
