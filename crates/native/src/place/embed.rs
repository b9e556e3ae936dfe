use std::collections::BTreeMap;

use cheqqers_circuit::{Circuit, Gate, Qubit};

use super::score::{of_gate, of_readout};
use crate::device::Device;

/// Maximum number of embeddings of one route.
const MAX_EMBEDDINGS: usize = 16;
/// Maximum number of partial embeddings visited for one route.
const MAX_VISITED: usize = 400_000;

/// Best embeddings of the sites of a route in the device, by the errors of gates and measurements
/// alone: the qubit of each site.
pub(super) fn embeddings(lowered: &Circuit, device: &Device, usable: &[usize]) -> Vec<Vec<usize>> {
    let sites = Sites::of(lowered);
    let mut search = Search {
        device,
        usable,
        sites: &sites,
        places: vec![None; lowered.num_qubits()],
        is_taken: vec![false; device.num_qubits()],
        best: Vec::new(),
        visited: 0,
    };
    search.extend(0, 0.0);
    search.best.into_iter().map(|(_, places)| places).collect()
}

/// Requirements of the sites.
struct Sites {
    /// Order of placement: each site adjacent to an earlier one if possible.
    order: Vec<usize>,
    /// Earlier sites that gates connect each one to, in that order, with the number of gates.
    joined: Vec<Vec<(usize, f64)>>,
    /// Number of `sx` and `x` on each site.
    pulses: Vec<f64>,
    /// Number of measurements of each site.
    measured: Vec<f64>,
}

impl Sites {
    fn of(lowered: &Circuit) -> Self {
        let count = lowered.num_qubits();
        let mut gates: BTreeMap<[usize; 2], f64> = BTreeMap::new();
        let mut pulses = vec![0.0; count];
        for (gate, qubits) in lowered.gates() {
            match *qubits {
                [a, b] => {
                    let [a, b] = [a, b].map(Qubit::index);
                    *gates.entry([a.min(b), a.max(b)]).or_default() += 1.0;
                }
                [qubit] if matches!(gate, Gate::Sx | Gate::X | Gate::Rx(_)) => {
                    pulses[qubit.index()] += 1.0;
                }
                _ => {}
            }
        }
        let mut measured = vec![0.0; count];
        for (qubit, _) in lowered.measurements() {
            measured[qubit.index()] += 1.0;
        }
        let order = order(count, &gates);
        let joined = order.iter().enumerate().map(|(k, &site)| {
            let earlier = order[..k].iter();
            let gates = earlier.filter_map(|&other| {
                let gates = gates.get(&sorted([site, other]))?;
                Some((other, *gates))
            });
            gates.collect()
        });
        Self {
            joined: joined.collect(),
            order,
            pulses,
            measured,
        }
    }
}

/// Order in which sites are placed. Sites without gates on two qubits come last: they may go
/// anywhere.
fn order(count: usize, gates: &BTreeMap<[usize; 2], f64>) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(count);
    while order.len() < count {
        let links = |site: usize| {
            let linked = |other: &&usize| gates.contains_key(&sorted([site, **other]));
            order.iter().filter(linked).count()
        };
        let degree = |site: usize| gates.keys().filter(|pair| pair.contains(&site)).count();
        let left = (0..count).filter(|site| !order.contains(site)).rev();
        let next = left.max_by_key(|&site| (links(site), degree(site)));
        order.extend(next);
    }
    order
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// Depth-first branch and bound over embeddings.
struct Search<'a> {
    device: &'a Device,
    usable: &'a [usize],
    sites: &'a Sites,
    places: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    /// Best embeddings so far with their scores, the best first.
    best: Vec<(f64, Vec<usize>)>,
    visited: usize,
}

impl Search<'_> {
    fn extend(&mut self, depth: usize, score: f64) {
        let Some(&site) = self.sites.order.get(depth) else {
            let places = self.places.iter().copied().flatten().collect();
            let rank = self.best.partition_point(|(known, _)| *known >= score);
            self.best.insert(rank, (score, places));
            self.best.truncate(MAX_EMBEDDINGS);
            return;
        };
        for (gain, place) in self.candidates(depth, site) {
            let score = score + gain;
            let is_hopeless =
                self.best.len() == MAX_EMBEDDINGS && score <= self.best[MAX_EMBEDDINGS - 1].0;
            // Candidates come in order. The search ends early only after it has found one
            // embedding.
            if is_hopeless || (self.visited > MAX_VISITED && !self.best.is_empty()) {
                break;
            }
            self.visited += 1;
            self.places[site] = Some(place);
            self.is_taken[place] = true;
            self.extend(depth + 1, score);
            self.places[site] = None;
            self.is_taken[place] = false;
        }
    }

    /// Qubits for a site with the gain in score, the best first.
    fn candidates(&self, depth: usize, site: usize) -> Vec<(f64, usize)> {
        let joined = &self.sites.joined[depth];
        let near: Vec<usize> = match joined.first().and_then(|&(other, _)| self.places[other]) {
            Some(place) => {
                let near = self.device.neighbours(Qubit::from_index(place)).iter();
                near.map(|qubit| qubit.index()).collect()
            }
            None => self.usable.to_vec(),
        };
        let is_free = |&place: &usize| !self.is_taken[place] && self.usable.contains(&place);
        let candidates = near.into_iter().filter(is_free).filter_map(|place| {
            let gain = self.gain(joined, site, place);
            (gain > f64::NEG_INFINITY).then_some((gain, place))
        });
        let mut candidates: Vec<(f64, usize)> = candidates.collect();
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
        candidates
    }

    fn gain(&self, joined: &[(usize, f64)], site: usize, place: usize) -> f64 {
        let qubit = Qubit::from_index(place);
        let gates = joined.iter().map(|&(other, gates)| {
            let other = self.places[other].map(Qubit::from_index);
            other.map_or(f64::NEG_INFINITY, |other| {
                gates * of_gate(Gate::Cz, &[qubit, other], self.device)
            })
        });
        gates.sum::<f64>()
            + self.sites.pulses[site] * of_gate(Gate::Sx, &[qubit], self.device)
            + self.sites.measured[site] * of_readout(place, self.device)
    }
}
