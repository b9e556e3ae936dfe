use std::collections::BTreeMap;
use std::ops::Range;

use cheqqers_circuit::{Circuit, Gate, Qubit};

use super::score::{of_gate, of_readout};
use crate::device::Device;

/// Maximum number of embeddings of one route.
const MAX_EMBEDDINGS: usize = 16;
/// Maximum number of partial embeddings visited for one part of a route.
const MAX_VISITED: usize = 400_000;

/// Best embeddings of the sites of a route in the device, by the errors of gates and measurements
/// alone: the qubit of each site. Parts that no gate connects are placed one after the other, each beside
/// the best embeddings of the earlier ones; all at once where that leads nowhere.
pub(super) fn embeddings(lowered: &Circuit, device: &Device, usable: &[usize]) -> Vec<Vec<usize>> {
    let sites = Sites::of(lowered);
    let mut is_usable = vec![false; device.num_qubits()];
    for &index in usable {
        is_usable[index] = true;
    }
    let found = one_after_the_other(&sites, &sites.parts(), device, &is_usable);
    let found = found.or_else(|| {
        let whole = 0..sites.order.len();
        one_after_the_other(&sites, std::slice::from_ref(&whole), device, &is_usable)
    });
    let places = |(_, places): Embedding| places.into_iter().flatten().collect();
    found.into_iter().flatten().map(places).collect()
}

/// Score, and the qubit of each site that is placed.
type Embedding = (f64, Vec<Option<usize>>);

/// Best embeddings of all parts; `None` if there is no place for one beside the best of the others.
fn one_after_the_other(
    sites: &Sites,
    parts: &[Range<usize>],
    device: &Device,
    is_usable: &[bool],
) -> Option<Vec<Embedding>> {
    let mut best: Vec<Embedding> = vec![(0.0, vec![None; sites.order.len()])];
    for part in parts {
        let mut search = Search {
            device,
            sites,
            end: part.end,
            places: Vec::new(),
            is_free: Vec::new(),
            best: Vec::new(),
            visited: 0,
        };
        for (score, places) in best {
            search.is_free = is_usable.to_vec();
            for &place in places.iter().flatten() {
                search.is_free[place] = false;
            }
            search.places = places;
            search.extend(part.start, score);
        }
        best = search.best;
        if best.is_empty() {
            return None;
        }
    }
    Some(best)
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

    /// Parts of the order that no gate connects.
    fn parts(&self) -> Vec<Range<usize>> {
        let count = self.order.len();
        let starts = (0..count).filter(|&k| self.joined[k].is_empty());
        let starts: Vec<usize> = starts.collect();
        let ends = starts.iter().copied().skip(1).chain([count]);
        starts
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| start..end)
            .collect()
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
    sites: &'a Sites,
    /// Depth at which all sites of the part are placed.
    end: usize,
    places: Vec<Option<usize>>,
    is_free: Vec<bool>,
    /// Best embeddings so far with their scores, the best first.
    best: Vec<Embedding>,
    visited: usize,
}

impl Search<'_> {
    fn extend(&mut self, depth: usize, score: f64) {
        if depth == self.end {
            let places = self.places.clone();
            let rank = self.best.partition_point(|(known, _)| *known >= score);
            self.best.insert(rank, (score, places));
            self.best.truncate(MAX_EMBEDDINGS);
            return;
        }
        let site = self.sites.order[depth];
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
            self.is_free[place] = false;
            self.extend(depth + 1, score);
            self.places[site] = None;
            self.is_free[place] = true;
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
            None => (0..self.device.num_qubits()).collect(),
        };
        let free = near.into_iter().filter(|&place| self.is_free[place]);
        let candidates = free.filter_map(|place| {
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
