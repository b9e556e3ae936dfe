//! Programs of IBM's that run circuits, and the forms of their parameters.
//!
//! No request tells which programs a service offers. So a job is submitted in the form that was
//! taken last, at first as `sampler`, and in another when the service refuses the program or its
//! parameters, and has no job of it.

use serde_json::{Value, json};

use super::error::{ErrorText, RefusedPart};
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::service::JobStatus;

/// Parameter values of a circuit that has none, as IBM's client sends them: an array in the form
/// that it has on disk, deflated, in base 64.
const NO_VALUES: &str = "eJyb7BfqGxDJyFDGUK2eklqcXKRupaBuk2ahrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RoGOpo6CrUKFAAuAFOzG1s=";

/// The same for `executor`: no bytes, deflated, in base 64.
const NO_ARGUMENTS: &str = "eJwDAAAAAAE=";

/// A program of IBM's, with a form of its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::services) enum ProgramForm {
    /// `sampler`, with its parameter values as an array. The form of IBM's client and of the package
    /// `ibm-quantum-schemas`, 0.13; QRMI sends it as it is.
    Sampler,
    /// `sampler` with null in place of parameter values, as on IBM's page on its REST API.
    SamplerWithNull,
    /// `executor`, version 2.0 of its parameters in `ibm-quantum-schemas`, with OpenQASM 3.
    Executor,
}

impl ProgramForm {
    /// Id of the program.
    pub(in crate::services) fn id(self) -> &'static str {
        match self {
            Self::Sampler | Self::SamplerWithNull => "sampler",
            Self::Executor => "executor",
        }
    }

    /// Parameters of a job with one circuit, and no treatment of its bits.
    pub(in crate::services) fn params(self, entry: &Entry) -> Value {
        let (circuit, shots) = (&entry.provenance.qasm, entry.provenance.shots);
        let sampler = |values: Value| {
            json!({
                "version": 2,
                "support_qiskit": false,
                "pubs": [[circuit, values, shots]],
                "options": {
                    "dynamical_decoupling": {"enable": false},
                    "twirling": {"enable_gates": false, "enable_measure": false},
                    "execution": {"init_qubits": true, "meas_type": "classified"},
                },
            })
        };
        match self {
            Self::Sampler => sampler(json!({"__type__": "ndarray", "__value__": NO_VALUES})),
            Self::SamplerWithNull => sampler(Value::Null),
            Self::Executor => json!({
                "schema_version": "v2.0",
                "quantum_program": {
                    "shots": shots,
                    "circuits": {"data": [circuit]},
                    "items": [{
                        "item_type": "circuit",
                        "circuit_arguments": {"data": NO_ARGUMENTS, "shape": [0], "dtype": "f64"},
                        "shape": [],
                        "chunk_size": "auto",
                    }],
                    "meas_level": "classified",
                },
                "options": {"init_qubits": true},
            }),
        }
    }

    /// The form to try after a refusal; `None` if there is no other.
    pub(in crate::services) fn after(self, refused: RefusedPart) -> Option<Self> {
        match (self, refused) {
            (Self::Sampler, RefusedPart::Parameters) => Some(Self::SamplerWithNull),
            (Self::Sampler | Self::SamplerWithNull, RefusedPart::Program) => Some(Self::Executor),
            _ => None,
        }
    }
}

/// The form in which jobs are submitted, by what the service took and refused.
#[derive(Debug)]
pub(in crate::services) struct ProgramForms {
    current: ProgramForm,
    /// Id and form of the last job.
    sent: Option<(String, ProgramForm)>,
}

impl Default for ProgramForms {
    fn default() -> Self {
        Self {
            current: ProgramForm::Sampler,
            sent: None,
        }
    }
}

impl ProgramForms {
    pub(in crate::services) fn current(&self) -> ProgramForm {
        self.current
    }

    /// Notes that the service took a job.
    pub(in crate::services) fn took(&mut self, job: &str, form: ProgramForm) {
        self.current = form;
        self.sent = Some((job.into(), form));
    }

    /// Notes the end of a job. One that failed as its form is refused is a failure of the service's
    /// own, which a new job in another form may mend.
    pub(in crate::services) fn judge(&mut self, job: &str, status: JobStatus) -> JobStatus {
        let (Some(RemoteError::BadProgram { code, text }), Some((sent, form))) =
            (&status.failure, &self.sent)
        else {
            return status;
        };
        let said = ErrorText {
            code: code.clone(),
            text: text.clone(),
        };
        let next = said.refused_part().and_then(|part| form.after(part));
        match next.filter(|_| sent == job) {
            None => status,
            Some(next) => {
                self.current = next;
                let ErrorText { code, text } = said;
                JobStatus {
                    failure: Some(RemoteError::Failed { code, text }),
                    ..status
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::read::ZlibDecoder;

    use super::*;
    use crate::service::JobState;

    fn unpacked(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let packed = STANDARD.decode(text).unwrap();
        ZlibDecoder::new(&packed[..])
            .read_to_end(&mut bytes)
            .unwrap();
        bytes
    }

    #[test]
    fn values_of_no_parameters_are_arrays_of_nothing() {
        let array = unpacked(NO_VALUES);
        assert!(array.starts_with(b"\x93NUMPY\x01\x00"), "{array:?}");
        assert_eq!(array.len(), 128);
        let header = String::from_utf8_lossy(&array[10..]);
        assert!(header.contains("'shape': (0,)"), "{header}");
        assert_eq!(unpacked(NO_ARGUMENTS), [0; 0]);
    }

    #[test]
    fn each_form_is_tried_once() {
        use ProgramForm::{Executor, Sampler, SamplerWithNull};
        use RefusedPart::{Parameters, Program};
        for (form, part, next) in [
            (Sampler, Parameters, Some(SamplerWithNull)),
            (Sampler, Program, Some(Executor)),
            (SamplerWithNull, Parameters, None),
            (SamplerWithNull, Program, Some(Executor)),
            (Executor, Parameters, None),
            (Executor, Program, None),
        ] {
            assert_eq!(form.after(part), next, "{form:?} {part:?}");
        }
    }

    fn failed(text: &str) -> JobStatus {
        let (code, text) = ("1002".into(), text.into());
        JobStatus {
            failure: Some(RemoteError::BadProgram { code, text }),
            ..JobStatus::new(JobState::Failed, "Failed")
        }
    }

    #[test]
    fn a_job_that_fails_by_its_form_leads_to_the_next() {
        let refused = "1 validation error for ParamsModel: pubs.0.1";
        let is_mended =
            |status: JobStatus| matches!(status.failure, Some(RemoteError::Failed { .. }));
        let mut forms = ProgramForms::default();
        // Of another process: it is not known in which form it was sent.
        assert!(!is_mended(forms.judge("a", failed(refused))));
        assert_eq!(forms.current(), ProgramForm::Sampler);
        forms.took("a", ProgramForm::Sampler);
        assert!(!is_mended(forms.judge("a", failed("not an ISA circuit"))));
        for _ in 0..2 {
            assert!(is_mended(forms.judge("a", failed(refused))));
            assert_eq!(forms.current(), ProgramForm::SamplerWithNull);
        }
        forms.took("b", ProgramForm::SamplerWithNull);
        assert!(!is_mended(forms.judge("b", failed(refused))));
        assert!(is_mended(
            forms.judge("b", failed("Unknown Program: sampler"))
        ));
        assert_eq!(forms.current(), ProgramForm::Executor);
    }
}
