use cheqqers_circuit::{Circuit, Clbit, Gate, Parity, PostProcessing};

use super::layout::MAX_WIDTH;
use super::*;

/// Splits of one part after the other, each a group of its own, measured at last.
fn splits(num_qubits: u32) -> (Circuit, Vec<String>) {
    let mut circuit = Circuit::new(num_qubits as usize, 0);
    circuit.push_in(1, Gate::X, &[Qubit(0)]).unwrap();
    for next in 1..num_qubits {
        let pair = [Qubit(next - 1), Qubit(next)];
        circuit.push_in(next, Gate::S, &pair[..1]).unwrap();
        circuit.push_in(next, Gate::Ch, &pair).unwrap();
        let back = [pair[1], pair[0]];
        circuit.push_in(next, Gate::Cx, &back).unwrap();
    }
    circuit.measure_all();
    let names = (1..num_qubits).map(|k| format!("split {k}")).collect();
    (circuit, names)
}

/// The value of an attribute in every element of a name.
fn attributes(text: &str, element: &str, name: &str) -> Vec<usize> {
    let start = format!("<{element} ");
    let key = format!(" {name}=\"");
    text.split(&start)
        .skip(1)
        .filter_map(|rest| {
            let tag = format!(" {}", rest.split('>').next()?);
            let value = tag.split(&key).nth(1)?.split('"').next()?;
            value.parse().ok()
        })
        .collect()
}

#[test]
fn a_drawing_names_its_wires_groups_and_bits() {
    let mut circuit = Circuit::new(2, 0);
    circuit.push_in(2, Gate::H, &[Qubit(1)]).unwrap();
    let clbit = circuit.add_clbit();
    circuit.measure(Qubit(1), clbit).unwrap();
    let qubits = [vec!["c3".to_owned(), "b4".to_owned()], Vec::new()];
    let groups = [String::new(), "c3^b4d4".to_owned()];
    let (title, bits) = (["a game".to_owned()], ["d4".to_owned()]);
    let text = svg(&AnnotatedCircuit {
        title: &title,
        qubits: &qubits,
        clbits: &bits,
        groups: &groups,
        ..AnnotatedCircuit::new(&circuit)
    });
    for part in [
        "<title>a game</title>",
        ">a game</text>",
        ">c3 → b4</text>",
        ">ancilla</text>",
        ">c3^b4d4</text>",
        ">H</text>",
        ">c0 <tspan fill=\"#111827\" font-weight=\"bold\">d4</tspan></text>",
    ] {
        assert_eq!(text.matches(part).count(), 1, "{part} in {text}");
    }
}

#[test]
fn names_are_text_to_xml() {
    let mut circuit = Circuit::new(1, 0);
    circuit.push_in(1, Gate::X, &[Qubit(0)]).unwrap();
    let name = "<&\">\u{1}]]>".to_owned();
    let (qubits, groups) = ([vec![name.clone()]], [name]);
    let text = svg(&AnnotatedCircuit {
        title: &groups,
        qubits: &qubits,
        groups: &groups,
        ..AnnotatedCircuit::new(&circuit)
    });
    assert_eq!(text.matches("&lt;&amp;&quot;&gt;?]]&gt;").count(), 4);
    assert!(!text.contains("]]>") && !text.contains('\u{1}'));
    assert_eq!(text.matches('<').count(), text.matches('>').count());
}

#[test]
fn long_circuits_go_on_below_and_stay_within_the_width() {
    let (circuit, groups) = splits(24);
    let text = svg(&AnnotatedCircuit {
        groups: &groups,
        ..AnnotatedCircuit::new(&circuit)
    });
    assert!(text.matches(">q0</text>").count() > 1);
    // Each group stands whole in one row.
    assert!(
        groups
            .iter()
            .all(|name| text.matches(&format!(">{name}<")).count() == 1)
    );
    assert!(!text.contains('…'));
    let (width, height) = (
        attributes(&text, "svg", "width")[0],
        attributes(&text, "svg", "height")[0],
    );
    assert!(width <= MAX_WIDTH);
    for element in ["rect", "text"] {
        let (x, y) = (
            attributes(&text, element, "x"),
            attributes(&text, element, "y"),
        );
        assert!(x.len() > 24 && x.iter().all(|&x| x < width) && y.iter().all(|&y| y < height));
    }
}

#[test]
fn a_group_wider_than_the_page_says_that_it_goes_on() {
    let mut circuit = Circuit::new(1, 0);
    for _ in 0..100 {
        circuit.push_in(1, Gate::H, &[Qubit(0)]).unwrap();
    }
    let groups = ["preparation".to_owned()];
    let text = svg(&AnnotatedCircuit {
        groups: &groups,
        ..AnnotatedCircuit::new(&circuit)
    });
    assert_eq!(text.matches(">preparation<").count(), 1);
    assert!(text.matches(">… preparation<").count() >= 2);
    assert_eq!(text.matches(">H</text>").count(), 100);
}

#[test]
fn a_wire_is_pale_until_it_begins_and_ends_where_it_is_measured() {
    let (circuit, groups) = splits(2);
    let text = svg(&AnnotatedCircuit {
        groups: &groups,
        ..AnnotatedCircuit::new(&circuit)
    });
    assert_eq!(text.matches("stroke=\"#d1d5db\"").count(), 2);
    assert_eq!(text.matches("stroke=\"#374151\"").count(), 2);
    let idle = svg(&AnnotatedCircuit::new(&Circuit::new(3, 0)));
    assert!(!idle.contains("#374151"));
}

#[test]
fn bits_that_are_folded_are_formulas_below() {
    let (circuit, _) = splits(2);
    let bits = ["a<b".to_owned()];
    let fold = PostProcessing::new(vec![Parity::new([Clbit(0), Clbit(1)], true)]);
    let text = svg(&AnnotatedCircuit {
        clbits: &bits,
        post_processing: Some(&fold),
        ..AnnotatedCircuit::new(&circuit)
    });
    assert!(text.contains(">a&lt;b = c[0] ^ c[1] ^ 1</text>"));
    assert!(text.contains("font-weight=\"bold\"></tspan>"));
}
