use std::borrow::Cow;
use std::collections::BTreeMap;

use cheqqers_circuit::{Bitstring, Circuit, CircuitError, Optimization};

use crate::{BackendError, MeasurementId, Provenance};

/// Circuits to run, with the number of shots and how far they may be shortened.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Job<'a> {
    /// Circuits, independent of each other: shot `i` of one may be joined with shot `i` of another.
    pub circuits: &'a [Circuit],
    /// Shots of each circuit.
    pub shots: usize,
    /// Limit to shortening the circuits before they run.
    pub optimization: Optimization,
    /// If given, each circuit is followed by its inverse, gate by gate as the device runs it, and by
    /// X for each 1 of these bits, before anything is measured: a device without faults reads the bits.
    pub mirrored: Option<Bitstring>,
    /// Identity of the measurement, where it must not be answered twice.
    pub measurement: Option<&'a MeasurementId>,
}

impl<'a> Job<'a> {
    /// A job that runs the circuits as they are and is not part of a measurement.
    pub fn new(circuits: &'a [Circuit], shots: usize) -> Self {
        Self {
            circuits,
            shots,
            optimization: Optimization::Off,
            mirrored: None,
            measurement: None,
        }
    }

    /// Allows circuits to be shortened this far.
    #[must_use]
    pub fn optimized(self, optimization: Optimization) -> Self {
        Self {
            optimization,
            ..self
        }
    }

    /// Follows each circuit by its inverse, so that these bits should be read.
    #[must_use]
    pub fn mirrored(self, bits: Bitstring) -> Self {
        Self {
            mirrored: Some(bits),
            ..self
        }
    }

    /// Makes the job part of a measurement.
    #[must_use]
    pub fn of_measurement(self, id: &'a MeasurementId) -> Self {
        Self {
            measurement: Some(id),
            ..self
        }
    }

    /// The circuits, mirrored where the job asks for it, for a simulator that runs them as they are.
    pub(crate) fn to_run(&self) -> Result<Cow<'a, [Circuit]>, BackendError> {
        let Some(bits) = self.mirrored else {
            return Ok(Cow::Borrowed(self.circuits));
        };
        let mirrored = self.circuits.iter().map(|circuit| circuit.mirrored(bits));
        let mirrored: Result<Vec<Circuit>, CircuitError> = mirrored.collect();
        Ok(Cow::Owned(mirrored.map_err(BackendError::Mirror)?))
    }
}

/// Shots of one circuit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    /// Shots in the order taken; bit `k` of one is clbit `k`. A device may return fewer than the job
    /// asked for.
    pub shots: Vec<Bitstring>,
    /// Origin of the shots, unless they were taken in this process.
    pub provenance: Option<Box<Provenance>>,
    /// Fault of the device that the job found by bits of its own, if it tested for one and found it.
    pub misreading: Option<Misreading>,
}

/// Test bits of a job that the device read as others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misreading {
    /// Bits that were prepared.
    pub prepared: String,
    /// Bits that were read most often.
    pub read: String,
}

impl Run {
    /// Number of shots with each bitstring.
    pub fn counts(&self) -> BTreeMap<Bitstring, u64> {
        let mut counts = BTreeMap::new();
        for &bits in &self.shots {
            *counts.entry(bits).or_default() += 1;
        }
        counts
    }

    /// Separates the shots of circuits that ran [side by side](Circuit::side_by_side), given the
    /// number of clbits of each. The first of the runs keeps the provenance, and what was misread.
    ///
    /// # Panics
    /// Panics if a shot has fewer bits than the circuits have clbits.
    pub fn separate(self, widths: &[usize]) -> Vec<Self> {
        let (mut provenance, mut misreading) = (self.provenance, self.misreading);
        let mut start = 0;
        let run = |&width: &usize| {
            let shots = self.shots.iter().map(|bits| bits.slice(start, width));
            let run = Self {
                shots: shots.collect(),
                provenance: provenance.take(),
                misreading: misreading.take(),
            };
            start += width;
            run
        };
        widths.iter().map(run).collect()
    }
}

impl From<Vec<Bitstring>> for Run {
    fn from(shots: Vec<Bitstring>) -> Self {
        Self {
            shots,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::{Clbit, Gate, Qubit};

    use super::*;
    use crate::ResponseForm;

    fn bits(text: &str) -> Bitstring {
        text.parse().unwrap()
    }

    #[test]
    fn a_job_has_what_it_was_given() {
        let id = MeasurementId {
            series: "game".into(),
            history: String::new(),
            name: "1 a 0".into(),
            attempt: 0,
        };
        let circuits = [Circuit::new(1, 1)];
        let plain = Job::new(&circuits, 7);
        assert_eq!((plain.circuits, plain.shots), (&circuits[..], 7));
        assert_eq!(plain.optimization, Optimization::Off);
        assert_eq!((plain.mirrored, plain.measurement), (None, None));
        let job = plain
            .clone()
            .optimized(Optimization::Gates)
            .mirrored(bits("1"))
            .of_measurement(&id);
        assert_eq!(job.optimization, Optimization::Gates);
        assert_eq!(
            (job.mirrored, job.measurement),
            (Some(bits("1")), Some(&id))
        );
        assert_eq!((job.circuits, job.shots), (&circuits[..], 7));
    }

    #[test]
    fn circuits_run_as_they_are_or_mirrored() {
        let mut circuit = Circuit::new(2, 0);
        circuit.push(Gate::H, &[Qubit(0)]).unwrap();
        circuit.measure_all();
        let circuits = [circuit];
        let job = Job::new(&circuits, 1);
        assert_eq!(*job.to_run().unwrap(), circuits);
        let job = job.mirrored(bits("01"));
        let mirrored = circuits[0].mirrored(bits("01")).unwrap();
        assert_eq!(*job.to_run().unwrap(), [mirrored]);
        let mut early = Circuit::new(1, 1);
        early.measure(Qubit(0), Clbit(0)).unwrap();
        early.push(Gate::X, &[Qubit(0)]).unwrap();
        let job = Job::new(std::slice::from_ref(&early), 1).mirrored(bits("1"));
        assert!(matches!(job.to_run(), Err(BackendError::Mirror(_))));
    }

    #[test]
    fn shots_are_counted() {
        let run = Run::from(["01", "10", "01", "01"].map(bits).to_vec());
        let expected = BTreeMap::from([(bits("01"), 3), (bits("10"), 1)]);
        assert_eq!(run.counts(), expected);
        assert!(Run::default().counts().is_empty());
    }

    #[test]
    fn shots_of_circuits_side_by_side_are_separated() {
        let provenance = Provenance {
            service: "service".into(),
            device: "device".into(),
            job: None,
            key: "key".into(),
            shots: 2,
            answer: Some(ResponseForm::Shots),
            calibrated: None,
            predicted: None,
            placement: Vec::new(),
            calibration: None,
            qasm: String::new(),
            qasm_sha256: String::new(),
            raw: String::new(),
        };
        let misreading = Misreading {
            prepared: "10".into(),
            read: "01".into(),
        };
        let run = Run {
            shots: vec![bits("101001"), bits("010110")],
            provenance: Some(Box::new(provenance.clone())),
            misreading: Some(misreading.clone()),
        };
        let runs = run.separate(&[1, 2, 3]);
        let shots: Vec<Vec<Bitstring>> = runs.iter().map(|run| run.shots.clone()).collect();
        let expected = [["1", "0"], ["01", "10"], ["001", "110"]];
        assert_eq!(shots, expected.map(|shots| shots.map(bits)));
        // The first tells of all.
        assert_eq!(runs[0].provenance.as_deref(), Some(&provenance));
        assert_eq!(runs[0].misreading, Some(misreading));
        let others = runs[1..].iter();
        let is_bare = |run: &Run| run.provenance.is_none() && run.misreading.is_none();
        assert!(others.clone().all(is_bare) && others.len() == 2);
    }
}
