use std::collections::BTreeMap;

use cheqqers_circuit::{Action, Circuit, Gate, Operation, Qubit};

use super::circuit::RoutedCircuit;
use super::search::{Route, Step};
use crate::blocks::Blocks;

/// Builds the circuit of a route, on sites numbered in order of first use, `most` of them at most: beyond that
/// qubits without gates on two take sites that others only passed, which are in |0⟩.
pub(super) fn build(
    circuit: &Circuit,
    blocks: &Blocks,
    route: &Route,
    most: usize,
) -> RoutedCircuit {
    let mut sites = Sites {
        circuit: Circuit::new(0, circuit.num_clbits()),
        numbers: BTreeMap::new(),
    };
    for &step in &route.steps {
        sites.write(step, blocks);
    }
    let numbers = &sites.numbers;
    let on_sites = |vertices: &[Option<usize>]| -> Vec<Option<Qubit>> {
        let sites = vertices.iter().map(|v| v.and_then(|v| numbers.get(&v)));
        sites.map(Option::<&Qubit>::copied).collect()
    };
    let (mut start, mut end) = (on_sites(&route.first), on_sites(&route.at));
    let mut out = sites.circuit;
    let measured = circuit.measurements().map(|(qubit, _)| qubit);
    let single = blocks
        .unpaired
        .iter()
        .map(|operation| operation.qubits()[0]);
    let sites = (0..out.num_qubits()).map(Qubit::from_index);
    let passed: Vec<Qubit> = sites.filter(|&site| !end.contains(&Some(site))).collect();
    let mut passed = passed.into_iter();
    for qubit in single.chain(measured) {
        if start[qubit.index()].is_none() {
            let is_full = out.num_qubits() >= most;
            let site = if is_full { passed.next() } else { None };
            let site = site.unwrap_or_else(|| out.add_qubit());
            start[qubit.index()] = Some(site);
            end[qubit.index()] = Some(site);
        }
    }
    let last = |qubit: Qubit| end[qubit.index()].expect("every qubit in use has a site");
    for operation in &blocks.unpaired {
        push(&mut out, operation, last);
    }
    for (qubit, clbit) in circuit.measurements() {
        out.measure(last(qubit), clbit).expect(DISTINCT);
    }
    RoutedCircuit {
        circuit: out,
        initial_layout: start,
        final_layout: end,
    }
}

/// Circuit under construction, with the site of each vertex.
struct Sites {
    circuit: Circuit,
    numbers: BTreeMap<usize, Qubit>,
}

impl Sites {
    fn of(&mut self, vertices: [usize; 2]) -> [Qubit; 2] {
        vertices.map(|vertex| {
            let number = self.numbers.entry(vertex);
            *number.or_insert_with(|| self.circuit.add_qubit())
        })
    }

    fn write(&mut self, step: Step, blocks: &Blocks) {
        match step {
            Step::Swap(vertices) => {
                let pair = self.of(vertices);
                self.circuit.push(Gate::Swap, &pair).expect(DISTINCT);
            }
            Step::Block {
                index,
                at,
                is_crossed,
            } => {
                let block = &blocks.blocks[index];
                let pair = self.of(at);
                for operation in &block.operations {
                    let to = |qubit: Qubit| pair[usize::from(qubit == block.pair[1])];
                    push(&mut self.circuit, operation, to);
                }
                if is_crossed {
                    let pushed = self.circuit.push_in(block.groups(), Gate::Swap, &pair);
                    pushed.expect(DISTINCT);
                }
            }
        }
    }
}

const DISTINCT: &str = "sites are counted and keep apart";

fn push(out: &mut Circuit, operation: &Operation, to: impl Fn(Qubit) -> Qubit) {
    if let Action::Gate(gate, operands) = operation.action {
        let qubits: Vec<Qubit> = operands.as_slice().iter().map(|&q| to(q)).collect();
        out.push_in(operation.groups, gate, &qubits)
            .expect(DISTINCT);
    }
}
