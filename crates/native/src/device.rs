mod form;

use std::collections::BTreeMap;

use cheqqers_circuit::Qubit;

use crate::error::DeviceError;
use crate::presets::PRESETS;

/// Basis gates of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Basis {
    /// `cz`, `id`, `rz`, `sx` and `x`: IBM's Heron processors.
    Heron,
    /// `cz` and `prx`: IQM's processors without a central resonator.
    ///
    /// In circuits a `prx`, a rotation about an axis of the XY plane, is a rotation about X between
    /// rotations about Z, which are virtual; [`prx_operations`](crate::prx_operations) joins them.
    /// [`rxx_operations`](crate::rxx_operations) makes the gates of trapped ions of the same circuits.
    Prx,
}

/// Calibration data of a qubit.
///
/// A missing readout or gate error counts as the worst, so that the qubit is not used; a missing
/// time counts as no decay.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PhysicalQubit {
    /// Relaxation time T1 in µs; `None` when unknown.
    pub t1: Option<f64>,
    /// Dephasing time T2 in µs; `None` when unknown.
    pub t2: Option<f64>,
    /// Probabilities to read 1 where 0 was prepared, and 0 where 1 was; 0.5 both when unknown.
    pub readout: [f64; 2],
    /// Duration of a measurement in ns; 0 when unknown.
    pub readout_length: f64,
    /// Error of `sx`, or of `prx` in that basis, 0..=1; 1 when unknown.
    pub sx_error: f64,
    /// Duration of `sx` or `prx` in ns; 0 when unknown.
    pub sx_length: f64,
}

impl PhysicalQubit {
    /// Qubit without errors, decay or durations.
    pub const PERFECT: Self = Self {
        t1: None,
        t2: None,
        readout: [0.0; 2],
        readout_length: 0.0,
        sx_error: 0.0,
        sx_length: 0.0,
    };

    /// Probability of a wrong readout, the mean over both bits.
    pub fn readout_error(&self) -> f64 {
        f64::midpoint(self.readout[0], self.readout[1])
    }
}

/// Pair of qubits with a `cz`, in either order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// Qubits of the pair, the lower number first.
    pub qubits: [Qubit; 2],
    /// Error of `cz`, in 0..1.
    pub error: f64,
    /// Duration of `cz` in ns; 0 when unknown.
    pub length: f64,
}

/// Quantum computer: basis gates, qubits and edges with their errors.
#[derive(Clone, PartialEq, Debug)]
pub struct Device {
    name: String,
    basis: Basis,
    calibrated: Option<String>,
    qubits: Vec<PhysicalQubit>,
    edges: BTreeMap<[Qubit; 2], Edge>,
    neighbours: Vec<Vec<Qubit>>,
}

impl Device {
    /// Creates a device with the gates of a Heron processor.
    ///
    /// An edge with an error of 1 is unusable and left out; of duplicate edges the larger error and
    /// duration count.
    ///
    /// # Errors
    /// Returns an error if an edge has an end out of range, or a number is out of range.
    pub fn new(
        name: impl Into<String>,
        qubits: Vec<PhysicalQubit>,
        edges: impl IntoIterator<Item = Edge>,
    ) -> Result<Self, DeviceError> {
        let mut device = Self {
            name: name.into(),
            basis: Basis::Heron,
            calibrated: None,
            neighbours: vec![Vec::new(); qubits.len()],
            qubits,
            edges: BTreeMap::new(),
        };
        device.qubits.iter().try_for_each(check)?;
        for edge in edges {
            device.join(edge)?;
        }
        for [a, b] in device.edges.keys().copied() {
            device.neighbours[a.index()].push(b);
            device.neighbours[b.index()].push(a);
        }
        Ok(device)
    }

    /// Creates a device in which any two qubits have a `cz`, and all qubits and pairs are alike.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn all_to_all(
        name: impl Into<String>,
        num_qubits: usize,
        qubit: PhysicalQubit,
        error: f64,
        length: f64,
    ) -> Result<Self, DeviceError> {
        let qubits = || (0..num_qubits).map(Qubit::from_index);
        let edges = qubits().flat_map(|b| {
            let earlier = qubits().take_while(move |&a| a < b);
            earlier.map(move |a| Edge {
                qubits: [a, b],
                error,
                length,
            })
        });
        Self::new(name, vec![qubit; num_qubits], edges)
    }

    /// Returns `true` if any embedding of a circuit in these qubits is as good as any other.
    pub(crate) fn is_alike(&self, qubits: &[usize]) -> bool {
        let Some((&first, others)) = qubits.split_first() else {
            return true;
        };
        let same = |&index: &usize| self.qubits[index] == self.qubits[first];
        let mut pairs = qubits.iter().enumerate().flat_map(|(k, &b)| {
            qubits[..k].iter().map(move |&a| {
                let edge = self.edge(Qubit::from_index(a), Qubit::from_index(b));
                edge.map(|edge| (edge.error, edge.length))
            })
        });
        let one = pairs.next();
        others.iter().all(same) && one != Some(None) && pairs.all(|pair| Some(pair) == one)
    }

    /// The same device with other basis gates.
    #[must_use]
    pub fn with_basis(self, basis: Basis) -> Self {
        Self { basis, ..self }
    }

    /// Adds an edge, unless it is unusable.
    fn join(&mut self, edge: Edge) -> Result<(), DeviceError> {
        let [a, b] = edge.qubits;
        if a == b || a.max(b).index() >= self.qubits.len() {
            return Err(DeviceError::BadEdge {
                device: self.name.clone(),
                qubits: edge.qubits,
                num_qubits: self.qubits.len(),
            });
        }
        probability("error of a cz", edge.error)?;
        time("length of a cz", edge.length)?;
        if edge.error < 1.0 {
            let qubits = [a.min(b), a.max(b)];
            let known = self.edges.entry(qubits).or_insert(Edge { qubits, ..edge });
            known.error = known.error.max(edge.error);
            known.length = known.length.max(edge.length);
        }
        Ok(())
    }

    /// Device of a preset: a calibration of one of IBM's processors.
    ///
    /// # Errors
    /// Returns an error if no preset has this name.
    pub fn preset(name: &str) -> Result<Self, DeviceError> {
        let preset = PRESETS.iter().find(|(known, _)| *known == name);
        let (_, text) = preset.ok_or_else(|| DeviceError::UnknownPreset { name: name.into() })?;
        Self::from_json(text)
    }

    /// Names of the presets.
    pub fn presets() -> [&'static str; 3] {
        PRESETS.map(|(name, _)| name)
    }

    /// Name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Basis gates of the device.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// Date of the calibration, as in the description.
    pub fn calibrated(&self) -> Option<&str> {
        self.calibrated.as_deref()
    }

    /// Number of qubits.
    pub fn num_qubits(&self) -> usize {
        self.qubits.len()
    }

    /// Qubits in order.
    pub fn qubits(&self) -> &[PhysicalQubit] {
        &self.qubits
    }

    /// Usable edges in order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.values()
    }

    /// Edge between two qubits in either order; `None` if there is no usable one.
    pub fn edge(&self, a: Qubit, b: Qubit) -> Option<&Edge> {
        self.edges.get(&[a.min(b), a.max(b)])
    }

    /// Qubits adjacent to one, in order; empty for a qubit out of range.
    pub fn neighbours(&self, qubit: Qubit) -> &[Qubit] {
        self.neighbours
            .get(qubit.index())
            .map_or(&[], Vec::as_slice)
    }
}

fn check(qubit: &PhysicalQubit) -> Result<(), DeviceError> {
    for error in qubit.readout {
        probability("probability to read a bit wrongly", error)?;
    }
    probability("error of an sx", qubit.sx_error)?;
    for length in [qubit.readout_length, qubit.sx_length] {
        time("length of a measurement or an sx", length)?;
    }
    for decay in [qubit.t1, qubit.t2].into_iter().flatten() {
        time("time of decay", decay)?;
    }
    Ok(())
}

fn probability(what: &'static str, value: f64) -> Result<(), DeviceError> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(DeviceError::BadValue { what, value })
}

fn time(what: &'static str, value: f64) -> Result<(), DeviceError> {
    if value >= 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(DeviceError::BadValue { what, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: u32, b: u32, error: f64) -> Edge {
        Edge {
            qubits: [Qubit(a), Qubit(b)],
            error,
            length: 0.0,
        }
    }

    fn three(edges: &[Edge]) -> Result<Device, DeviceError> {
        let qubits = vec![PhysicalQubit::PERFECT; 3];
        Device::new("three", qubits, edges.iter().copied())
    }

    #[test]
    fn edges_go_both_ways_and_the_worse_of_two_counts() {
        let device = three(&[edge(1, 0, 0.1), edge(0, 1, 0.2), edge(1, 2, 1.0)]).unwrap();
        assert_eq!(device.edges().count(), 1);
        let found = device.edge(Qubit(1), Qubit(0)).unwrap();
        assert!((found.error - 0.2).abs() < 1e-15);
        assert_eq!(device.neighbours(Qubit(1)), [Qubit(0)]);
        assert_eq!(device.neighbours(Qubit(2)), []);
        assert_eq!(device.neighbours(Qubit(3)), []);
    }

    #[test]
    fn qubits_are_alike_where_no_qubit_and_no_pair_differs() {
        let same = Device::all_to_all("same", 4, PhysicalQubit::PERFECT, 0.1, 5.0).unwrap();
        assert_eq!(same.edges().count(), 6);
        assert!(same.is_alike(&[0, 1, 2, 3]) && same.is_alike(&[]));
        let row = three(&[edge(0, 1, 0.1), edge(1, 2, 0.1)]).unwrap();
        assert!(row.is_alike(&[0, 1]) && !row.is_alike(&[0, 1, 2]));
        assert!(!three(&[]).unwrap().is_alike(&[0, 1]));
        let worse = three(&[edge(0, 1, 0.1), edge(1, 2, 0.1), edge(0, 2, 0.2)]).unwrap();
        assert!(!worse.is_alike(&[0, 1, 2]));
    }

    #[test]
    fn what_can_not_be_is_refused() {
        assert!(matches!(
            three(&[edge(0, 3, 0.1)]),
            Err(DeviceError::BadEdge { num_qubits: 3, .. })
        ));
        assert!(three(&[edge(1, 1, 0.1)]).is_err());
        assert!(three(&[edge(0, 1, 1.5)]).is_err());
        assert!(three(&[edge(0, 1, f64::NAN)]).is_err());
    }

    #[test]
    fn presets_are_the_processors_they_are_named_after() {
        for (name, qubits, edges, year) in [
            ("torino", 133, 150 - 11, "2025"),
            ("fez", 156, 176 - 7, "2025"),
            ("pittsburgh", 156, 176 - 5, "2026"),
        ] {
            let device = Device::preset(name).unwrap();
            assert_eq!(device.name(), name);
            assert_eq!(device.num_qubits(), qubits);
            assert_eq!(device.edges().count(), edges);
            assert_eq!(device.basis(), Basis::Heron);
            assert!(device.calibrated().unwrap().starts_with(year));
        }
        let unknown = Device::preset("turin").unwrap_err().to_string();
        assert!(unknown.contains("torino, fez, pittsburgh"), "{unknown}");
    }
}
