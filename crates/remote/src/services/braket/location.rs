//! Location of results.

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::profile::Profile;
use crate::service_name::ServiceName;

/// Folder of the output where the user names a bucket alone or nothing.
const FOLDER: &str = "tasks";

/// Bucket and folder that tasks write their output to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OutputLocation {
    pub(super) bucket: String,
    pub(super) folder: String,
}

impl OutputLocation {
    /// Location that Amazon's own tools take.
    pub(super) fn of_account(region: &str, id: &str) -> Self {
        Self {
            bucket: format!("amazon-braket-{region}-{id}"),
            folder: FOLDER.into(),
        }
    }

    /// Location that the user chose: `BUCKET`, `BUCKET/FOLDER` or `s3://BUCKET/FOLDER`, in our profile,
    /// `AMZN_BRAKET_TASK_RESULTS_S3_URI` or `AMZN_BRAKET_OUT_S3_BUCKET`.
    ///
    /// # Errors
    /// Returns an error if a bucket has no name.
    pub(super) fn chosen(
        profile: &Profile,
        environment: &Environment,
    ) -> Result<Option<Self>, RemoteError> {
        let names = [
            "AMZN_BRAKET_TASK_RESULTS_S3_URI",
            "AMZN_BRAKET_OUT_S3_BUCKET",
        ];
        let text = profile.bucket.as_deref();
        let Some(text) = text.or_else(|| environment.first_of(&names)) else {
            return Ok(None);
        };
        let path = text.strip_prefix("s3://").unwrap_or(text);
        let (bucket, folder) = path.split_once('/').unwrap_or((path, ""));
        if bucket.is_empty() {
            return Err(RemoteError::Credentials {
                service: ServiceName::Braket.name().into(),
                reason: format!("{text:?} is no bucket: write s3://BUCKET/FOLDER"),
            });
        }
        let folder = match folder.trim_matches('/') {
            "" => FOLDER,
            folder => folder,
        };
        Ok(Some(Self {
            bucket: bucket.into(),
            folder: folder.into(),
        }))
    }
}

/// Text between two marks.
pub(super) fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let (_, rest) = text.split_once(start)?;
    let (found, _) = rest.split_once(end)?;
    Some(found.trim().to_owned())
}
