//! Circuits and the states that they make, against a simulator that the server does not use for them.

use std::collections::BTreeMap;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_session::KNOWN;
use cheqqers_sim::Dense;
use num_complex::Complex64;
use serde_json::{Value, json};

use crate::client::{Client, WIDE, link, serve_in};

/// The most qubits of a circuit that is simulated here.
const QUBITS: usize = 14;

/// Checks a state as it is told against the whole state vector.
fn check(state: &Value, dense: &Dense) {
    let n = dense.num_qubits();
    let amplitudes = dense.amplitudes();
    let kets = state["kets"].as_array().unwrap();
    let occurring = amplitudes.iter().filter(|a| a.norm_sqr() > 1e-12).count();
    assert_eq!(state["num_kets"], json!(occurring));
    assert!(kets.len() == occurring || kets.len() >= 8);
    let index = |ket: &Value| {
        let bits = ket["bits"].as_str().unwrap();
        assert_eq!(bits.len(), n);
        let ones = bits.bytes().enumerate().filter(|&(_, bit)| bit == b'1');
        ones.fold(0_usize, |index, (place, _)| index | 1 << place)
    };
    let first = amplitudes[index(&kets[0])];
    let mut before = f64::INFINITY;
    for ket in kets {
        let number = |value: &Value| value.as_f64().unwrap();
        let told = Complex64::new(number(&ket["amplitude"][0]), number(&ket["amplitude"][1]));
        let exact = amplitudes[index(ket)] * first.conj() / first.norm();
        assert!((told - exact).norm() < 1e-9, "{ket}: {exact}");
        let probability = number(&ket["probability"]);
        assert!((probability - exact.norm_sqr()).abs() < 1e-9, "{ket}");
        assert!(probability < before + 1e-8, "the likeliest come first");
        before = probability;
    }
    for (qubit, told) in state["ones"].as_array().unwrap().iter().enumerate() {
        let with = amplitudes.iter().enumerate();
        let with = with.filter(|(index, _)| index >> qubit & 1 == 1);
        let exact: f64 = with.map(|(_, a)| a.norm_sqr()).sum();
        assert!((told.as_f64().unwrap() - exact).abs() < 1e-9);
    }
}

/// Checks a circuit, gate by gate; says whether it was small enough.
fn check_circuit(circuit: &Value, component: usize, board: &Value) -> bool {
    let wires = circuit["wires"].as_array().unwrap();
    let gates = circuit["gates"].as_array().unwrap();
    let state = &circuit["state"];
    // A square may hold parts of several pieces, on wires of their own.
    let mut places: BTreeMap<&str, f64> = BTreeMap::new();
    for (wire, one) in wires.iter().zip(state["ones"].as_array().unwrap()) {
        let one = one.as_f64().unwrap();
        if wire["live"] == json!(true) {
            let last = wire["carried"].as_array().unwrap().last().unwrap();
            *places.entry(last["place"].as_str().unwrap()).or_default() += one;
        } else {
            assert!(one.abs() < 1e-9, "{wire}");
        }
    }
    for (place, sum) in places {
        let squares = board["squares"].as_array().unwrap().iter();
        let mut here = squares.filter(|square| square["square"] == place);
        let parts = here.next().unwrap()["parts"].as_array().unwrap().iter();
        let parts: Vec<&Value> = parts
            .filter(|part| part["component"] == component)
            .collect();
        // A piece between two types is there, whichever its qubit reads.
        if parts.iter().any(|part| part["types"] != json!([])) {
            continue;
        }
        let parts = parts.iter();
        let shown: f64 = parts
            .map(|part| part["probability"].as_f64().unwrap())
            .sum();
        assert!((shown - sum).abs() < 1e-9, "{place}: {shown}, {sum}");
    }
    if wires.len() > QUBITS {
        return false;
    }
    let steps = circuit["steps"].as_array().unwrap();
    assert_eq!(steps.len(), gates.len() + 1);
    let mut dense = Dense::run(&Circuit::new(wires.len(), 0)).unwrap();
    check(&steps[0], &dense);
    for (gate, state) in gates.iter().zip(&steps[1..]) {
        let angle: Vec<f64> = gate["angle"].as_f64().into_iter().collect();
        let parsed = Gate::from_name(gate["name"].as_str().unwrap(), &angle).unwrap();
        let qubits = gate["qubits"].as_array().unwrap().iter();
        let qubits =
            qubits.map(|q| Qubit::from_index(usize::try_from(q.as_u64().unwrap()).unwrap()));
        let qubits: Vec<Qubit> = qubits.collect();
        assert_eq!(gate["marks"].as_array().unwrap().len(), qubits.len());
        dense.apply(parsed, &qubits);
        check(state, &dense);
    }
    check(state, &dense);
    true
}

/// A move drawn by a number: most often one that keeps pieces uncertain.
fn quantum_move(state: &Value, number: usize) -> Option<&str> {
    let legal = state["legal"].as_array().unwrap();
    let count = |mv: &Value, key: &str| mv[key].as_array().unwrap().len();
    let quiet = || legal.iter().filter(|mv| mv["measures"] == json!(false));
    let splits = quiet().filter(|mv| count(mv, "from") + count(mv, "to") > 2);
    let kinds = [splits.collect(), quiet().collect(), legal.iter().collect()];
    let mut kinds: Vec<Vec<&Value>> = kinds.into();
    kinds.rotate_left(usize::from(number.is_multiple_of(3)));
    let moves = kinds.into_iter().find(|moves| !moves.is_empty())?;
    moves[number % moves.len()]["move"].as_str()
}

#[test]
fn amplitudes_are_those_of_the_gates_in_every_game_and_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    for known in KNOWN {
        let has_size = known.settings.iter().any(|setting| setting.key == "size");
        let settings = if has_size {
            json!({"size": "6"})
        } else {
            json!({})
        };
        let begun = client.begin_here(&json!({"game": known.name, "settings": settings}));
        let both = link(&begun, "both").to_owned();
        let mut checked = 0;
        for ply in 1..24 {
            let state = client.game(&both);
            let Some(mv) = quantum_move(&state, ply * 7) else {
                break;
            };
            let state = client.play(&both, ply, mv);
            let components = state["board"]["components"].as_array().unwrap();
            for (at, component) in components.iter().enumerate() {
                let square = component[0].as_str().unwrap();
                for encoding in ["minimal", "paper"] {
                    let path = format!(
                        "/api/v1/links/{both}/circuit?square={square}&encoding={encoding}&steps=true"
                    );
                    let circuit = client.get(&path).json();
                    checked += usize::from(check_circuit(&circuit, at, &state["board"]));
                }
            }
        }
        assert!(checked >= 8, "{}: {checked} circuits", known.name);
    }
}

#[test]
fn steps_are_told_only_to_who_asks() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), WIDE);
    let mut client = Client::of(&server);
    let begun = client.begin_here(&json!({"moves": "c3^b4d4", "settings": {"level": "3"}}));
    let base = format!("/api/v1/links/{}/circuit?square=b4", link(&begun, "both"));
    let circuit = client.get(&base).json();
    assert_eq!(circuit["steps"], Value::Null);
    let kets = circuit["state"]["kets"].as_array().unwrap();
    let occupied: Vec<&Value> = kets.iter().map(|ket| &ket["occupied"]).collect();
    assert_eq!(occupied, [&json!(["b4"]), &json!(["d4"])]);
    let address = circuit["quirk"].as_str().unwrap();
    assert!(address.starts_with("https://algassert.com/quirk#circuit=%7B%22cols%22"));
    assert!(client.get(&format!("{base}&steps=true")).json()["steps"].is_array());
    let wrong = client.get(&format!("{base}&steps=some"));
    assert_eq!(wrong.code(), (400, "malformed".into()));
}
