use std::collections::BTreeMap;
use std::fmt;

use cheqqers_circuit::Bitstring;
use cheqqers_program::{MeasurementBasis, Observable};
use serde_json::{Map, Value, json};

/// Results of a circuit. The text form is for people and may change.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) qubits: usize,
    /// Gates as they were read, those of libraries and definitions written out.
    pub(super) gates: usize,
    /// Sets of qubits that gates link; `None` where they change.
    pub(super) components: Option<usize>,
    /// Of a circuit that measures in the middle.
    pub(super) branches: Option<BranchReport>,
    pub(super) simulator: &'static str,
    /// Reason for this simulator; `None` where it may change.
    pub(super) reason: Option<String>,
    pub(super) precision: &'static str,
    /// Time of the gates; of a circuit that measures in the middle, of everything.
    pub(super) seconds: f64,
    pub(super) drawn: Option<ShotCounts>,
    /// In order of the bits' text.
    pub(super) probabilities: Option<Vec<(Bitstring, f64)>>,
    /// In the order of the command line.
    pub(super) observables: Vec<ObservableValue>,
    /// Those of the estimated observables.
    pub(super) estimated: Option<ShotsInBasis>,
}

/// Branches of a circuit that measures in the middle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BranchReport {
    pub(super) number: usize,
    /// Probability of those that exact results leave out.
    pub(super) omitted: Option<f64>,
}

/// Expectation value of an observable.
#[derive(Debug)]
pub(super) struct ObservableValue {
    pub(super) observable: Observable,
    pub(super) value: f64,
    /// That of an estimate; not a number from a single shot.
    pub(super) standard_error: Option<f64>,
}

/// Shots that observables are estimated from.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShotsInBasis {
    pub(super) seed: u64,
    /// Number in each basis.
    pub(super) shots: u64,
}

/// Counts of shots.
#[derive(Debug)]
pub(super) struct ShotCounts {
    pub(super) seed: u64,
    pub(super) shots: u64,
    pub(super) counts: BTreeMap<Bitstring, u64>,
}

impl Report {
    /// The object for scripts.
    pub(super) fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("qubits".into(), self.qubits.into());
        object.insert("gates".into(), self.gates.into());
        if let Some(components) = self.components {
            object.insert("components".into(), components.into());
        }
        if let Some(branches) = self.branches {
            object.insert("branches".into(), branches.number.into());
            if let Some(omitted) = branches.omitted {
                object.insert("omitted".into(), json!(omitted));
            }
        }
        object.insert("simulator".into(), self.simulator.into());
        if let Some(reason) = &self.reason {
            object.insert("reason".into(), reason.as_str().into());
        }
        object.insert("precision".into(), self.precision.into());
        object.insert("seconds".into(), json!(self.seconds));
        if let Some(drawn) = &self.drawn {
            let counts = drawn.counts.iter();
            let counts = counts.map(|(bits, &count)| (bits.to_string(), count.into()));
            object.insert("seed".into(), drawn.seed.into());
            object.insert("counts".into(), Value::Object(counts.collect()));
        }
        if let Some(probabilities) = &self.probabilities {
            let entries = probabilities.iter();
            let entries = entries.map(|&(bits, p)| (bits.to_string(), json!(p)));
            object.insert("probabilities".into(), Value::Object(entries.collect()));
        }
        if let Some(estimated) = self.estimated {
            object.insert("seed".into(), estimated.seed.into());
            object.insert("shots".into(), estimated.shots.into());
        }
        if !self.observables.is_empty() {
            let values = self.observables.iter().map(ObservableValue::to_json);
            object.insert("observables".into(), values.collect());
        }
        Value::Object(object)
    }
}

impl ObservableValue {
    /// The exact value of an observable.
    pub(super) fn exact(observable: &Observable, value: f64) -> Self {
        Self {
            observable: observable.clone(),
            value,
            standard_error: None,
        }
    }

    /// The value of an observable from the counts in each of its bases.
    pub(super) fn estimated<E>(
        observable: &Observable,
        counts: impl FnMut(&MeasurementBasis) -> Result<BTreeMap<Bitstring, u64>, E>,
    ) -> Result<Self, E> {
        let counts: Result<Vec<_>, E> = observable.bases().iter().map(counts).collect();
        let estimate = observable.estimate(&counts?);
        Ok(Self {
            observable: observable.clone(),
            value: estimate.value,
            standard_error: Some(estimate.standard_error),
        })
    }

    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("observable".into(), self.observable.to_string().into());
        object.insert("value".into(), json!(self.value));
        if let Some(error) = self.standard_error {
            object.insert("standard_error".into(), json!(error));
        }
        Value::Object(object)
    }
}

impl fmt::Display for ObservableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.standard_error {
            // Rounding leaves traces, whose sign means nothing.
            None if self.value.abs() < 5e-13 => write!(f, "{:.12}", 0.0),
            None => write!(f, "{:.12}", self.value),
            Some(error) if error.is_nan() => write!(f, "{:.6}", self.value),
            Some(error) => write!(f, "{:.6} ± {error:.6}", self.value),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<10}{:>12}", "qubits", self.qubits)?;
        writeln!(f, "{:<10}{:>12}", "gates", self.gates)?;
        if let Some(components) = self.components {
            writeln!(f, "{:<10}{:>12}", "components", components)?;
        }
        if let Some(branches) = self.branches {
            writeln!(f, "{:<10}{:>12}", "branches", branches.number)?;
            if let Some(omitted) = branches.omitted.filter(|omitted| *omitted > 0.0) {
                writeln!(f, "{:<10}{:>12}", "omitted", format!("{omitted:.1e}"))?;
            }
        }
        writeln!(f, "{:<10}{:>12}", "simulator", self.simulator)?;
        writeln!(f, "{:<10}{:>12}", "precision", self.precision)?;
        writeln!(f, "{:<10}{:>12.6}", "seconds", self.seconds)?;
        if let Some(estimated) = self.estimated {
            writeln!(f, "{:<10}{:>12}", "shots", estimated.shots)?;
            writeln!(f, "{:<10}{:>12}", "seed", estimated.seed)?;
        }
        if let Some(drawn) = &self.drawn {
            writeln!(f, "{:<10}{:>12}", "shots", drawn.shots)?;
            writeln!(f, "{:<10}{:>12}", "seed", drawn.seed)?;
            writeln!(f)?;
            for (bits, &count) in &drawn.counts {
                let percent = 100.0 * count as f64 / drawn.shots as f64;
                writeln!(f, "{bits}  {count:>10}  {percent:5.1} %")?;
            }
        }
        if let Some(probabilities) = &self.probabilities {
            writeln!(f)?;
            for (bits, probability) in probabilities {
                writeln!(f, "{bits}  {probability:.12}")?;
            }
        }
        if !self.observables.is_empty() {
            writeln!(f)?;
        }
        for observable in &self.observables {
            writeln!(f, "{}: {observable}", observable.observable)?;
        }
        Ok(())
    }
}
