use std::collections::BTreeMap;

use cheqqers_circuit::{Circuit, Gate, Qubit};

use super::score::{of_gate, of_readout};
use crate::Device;

/// How many of the best places of one route are kept.
const KEPT: usize = 16;
/// How many partial places are looked at for one route.
const LOOKED_AT: usize = 400_000;

/// The best ways to put the sites of a route on qubits of the device, by the errors of gates and
/// measurements alone: for each site its qubit.
pub(super) fn embeddings(lowered: &Circuit, device: &Device, usable: &[usize]) -> Vec<Vec<usize>> {
    let sites = Sites::of(lowered);
    let mut search = Search {
        device,
        usable,
        sites: &sites,
        places: vec![None; lowered.num_qubits()],
        is_taken: vec![false; device.num_qubits()],
        best: Vec::new(),
        looked_at: 0,
    };
    search.go_on(0, 0.0);
    search.best.into_iter().map(|(_, places)| places).collect()
}

/// What a place has to offer to each site.
struct Sites {
    /// The order in which they are placed: each next to one before it, as far as there is one.
    order: Vec<usize>,
    /// Which sites before it gates join each one to, in that order, and how many.
    joined: Vec<Vec<(usize, f64)>>,
    /// How many `sx` and `x` there are.
    turns: Vec<f64>,
    /// How many measurements.
    measured: Vec<f64>,
}

impl Sites {
    fn of(lowered: &Circuit) -> Self {
        let count = lowered.num_qubits();
        let mut gates: BTreeMap<[usize; 2], f64> = BTreeMap::new();
        let mut turns = vec![0.0; count];
        for (gate, qubits) in lowered.gates() {
            match *qubits {
                [a, b] => {
                    let [a, b] = [a, b].map(Qubit::index);
                    *gates.entry([a.min(b), a.max(b)]).or_default() += 1.0;
                }
                [qubit] if matches!(gate, Gate::Sx | Gate::X) => turns[qubit.index()] += 1.0,
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
            turns,
            measured,
        }
    }
}

/// The sites in the order in which they are placed. Those that no gates join come last: they may
/// go anywhere.
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

/// A search over all places, deepest first, that leaves what can't be among the best.
struct Search<'a> {
    device: &'a Device,
    usable: &'a [usize],
    sites: &'a Sites,
    places: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    /// The best first.
    best: Vec<(f64, Vec<usize>)>,
    looked_at: usize,
}

impl Search<'_> {
    fn go_on(&mut self, depth: usize, score: f64) {
        let Some(&site) = self.sites.order.get(depth) else {
            let places = self.places.iter().copied().flatten().collect();
            let rank = self.best.partition_point(|(known, _)| *known >= score);
            self.best.insert(rank, (score, places));
            self.best.truncate(KEPT);
            return;
        };
        for (gain, place) in self.offers(depth, site) {
            let score = score + gain;
            let is_hopeless = self.best.len() == KEPT && score <= self.best[KEPT - 1].0;
            // The offers come in order; something is found before the search may end.
            if is_hopeless || (self.looked_at > LOOKED_AT && !self.best.is_empty()) {
                break;
            }
            self.looked_at += 1;
            self.places[site] = Some(place);
            self.is_taken[place] = true;
            self.go_on(depth + 1, score);
            self.places[site] = None;
            self.is_taken[place] = false;
        }
    }

    /// The qubits that a site may be put on, by what that adds to the score, the best first.
    fn offers(&self, depth: usize, site: usize) -> Vec<(f64, usize)> {
        let joined = &self.sites.joined[depth];
        let near: Vec<usize> = match joined.first().and_then(|&(other, _)| self.places[other]) {
            Some(place) => {
                let near = self.device.neighbours(Qubit::from_index(place)).iter();
                near.map(|qubit| qubit.index()).collect()
            }
            None => self.usable.to_vec(),
        };
        let is_free = |&place: &usize| !self.is_taken[place] && self.usable.contains(&place);
        let offers = near.into_iter().filter(is_free).filter_map(|place| {
            let gain = self.gain(joined, site, place);
            (gain > f64::NEG_INFINITY).then_some((gain, place))
        });
        let mut offers: Vec<(f64, usize)> = offers.collect();
        offers.sort_by(|a, b| b.0.total_cmp(&a.0));
        offers
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
            + self.sites.turns[site] * of_gate(Gate::Sx, &[qubit], self.device)
            + self.sites.measured[site] * of_readout(place, self.device)
    }
}
