//! Programs of the service, and what they have in common.

use cheqqers_native::Device;
use serde_json::Value;

use super::error::IbmError;
use super::isa::isa;
use super::result::ResultForm;
use super::{executor, sampler};
use crate::fault::{Faults, IbmProgram, JobFault};
use crate::jobs::ProgramRun;
use crate::output::Failure;

/// Maximum number of executions of a job: circuits times shots.
const MAX_EXECUTIONS: u64 = 10_000_000;

impl IbmProgram {
    /// The program with an id.
    ///
    /// # Errors
    /// Returns an error if the service does not offer it.
    pub(crate) fn find(id: &str, faults: &Faults) -> Result<Self, IbmError> {
        let known = match id {
            "sampler" => Some(Self::Sampler),
            "executor" => Some(Self::Executor),
            _ => None,
        };
        let offered = known.filter(|program| !faults.has(JobFault::Lacks(*program)));
        offered.ok_or_else(|| IbmError::no_program(id))
    }
}

/// Parameters of a job.
#[derive(Debug)]
pub(crate) struct JobParams {
    /// Programs to run, or the failure that ends the job.
    pub(crate) runs: Result<Vec<ProgramRun>, Failure>,
    pub(crate) form: ResultForm,
}

impl JobParams {
    /// Reads the parameters of a job.
    ///
    /// # Errors
    /// Returns an error if the program refuses them; a circuit that the device can't run is no such
    /// error.
    pub(crate) fn read(
        program: IbmProgram,
        params: &Value,
        device: &Device,
        faults: &Faults,
    ) -> Result<Self, IbmError> {
        let (circuits, form) = match program {
            IbmProgram::Sampler => sampler::circuits(params, faults)?,
            IbmProgram::Executor => (executor::circuits(params)?, ResultForm::Executor),
        };
        let shots = circuits.iter().map(|(_, shots)| shots);
        let executions = shots.fold(0u64, |sum, shots| sum.saturating_add(*shots));
        if executions > MAX_EXECUTIONS {
            return Err(IbmError::invalid("a job has at most 10000000 executions"));
        }
        let runs = circuits.into_iter().map(|(text, shots)| {
            let shots = usize::try_from(shots).expect("ten million at most");
            isa(&text, device).map(|program| ProgramRun { program, shots })
        });
        Ok(Self {
            runs: runs.collect(),
            form,
        })
    }
}
