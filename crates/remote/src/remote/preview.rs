//! Dry runs: requests that are shown and not made.

use cheqqers_backend::{BackendError, FailureClass, Job};

use super::{Bundle, Remote};
use crate::error::RemoteError;
use crate::failure::Failure;
use crate::job_key;
use crate::observer::Event;
use crate::service::RequestPreview;

impl Remote {
    /// Shows the requests of all bundles, and fails.
    pub(super) fn preview_all(&mut self, bundles: &[Bundle], job: &Job<'_>) -> BackendError {
        let text = format!(
            "a dry run does not ask {} for the description of {}: the circuits are as they were before \
             they are placed on its qubits and written in its gates, and may be too large for it",
            self.service.name(),
            self.device
        );
        self.observer.notify(&Event::Warning(&text));
        let failure = bundles.iter().find_map(|bundle| {
            let shown = self.preview(bundle, job);
            shown.map_err(Failure::terminal).err()
        });
        let failure = failure.unwrap_or(Failure {
            class: FailureClass::DryRun,
            error: RemoteError::DryRun,
        });
        failure.of_job(None)
    }

    /// Shows the requests that would be made.
    fn preview(&mut self, bundle: &Bundle, job: &Job<'_>) -> Result<(), RemoteError> {
        let is_probed = self.needs_probe(bundle.start, job);
        let entry = self.prepared(job_key::random(), bundle.circuits(job), job, is_probed)?;
        let previews = self.service.previews(&entry).unwrap_or_else(|_| {
            // Their form depends on the description of the device.
            vec![RequestPreview {
                line: format!("POST a job for {} of {}", self.device, self.service.name()),
                headers: vec![("Shots".into(), entry.total_shots().to_string())],
                body: entry.provenance.qasm.clone(),
            }]
        });
        for preview in previews {
            self.observer.notify(&Event::Preview(&preview));
        }
        Ok(())
    }
}
