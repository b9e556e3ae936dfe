use std::collections::BTreeMap;
use std::fmt;

use cheqqers_circuit::Bitstring;
use serde_json::{Map, Value, json};

/// Results of a circuit. The text form is for people and may change.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) qubits: usize,
    /// Gates as they were read, those of libraries and definitions written out.
    pub(super) gates: usize,
    /// Sets of qubits that gates link.
    pub(super) components: usize,
    pub(super) simulator: &'static str,
    pub(super) precision: &'static str,
    /// Time of the gates.
    pub(super) seconds: f64,
    pub(super) drawn: Option<ShotCounts>,
    /// In order of the bits' text.
    pub(super) probabilities: Option<Vec<(Bitstring, f64)>>,
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
        object.insert("components".into(), self.components.into());
        object.insert("simulator".into(), self.simulator.into());
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
        Value::Object(object)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<10}{:>12}", "qubits", self.qubits)?;
        writeln!(f, "{:<10}{:>12}", "gates", self.gates)?;
        writeln!(f, "{:<10}{:>12}", "components", self.components)?;
        writeln!(f, "{:<10}{:>12}", "simulator", self.simulator)?;
        writeln!(f, "{:<10}{:>12}", "precision", self.precision)?;
        writeln!(f, "{:<10}{:>12.6}", "seconds", self.seconds)?;
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
        Ok(())
    }
}
