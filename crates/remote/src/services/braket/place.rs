//! Where the service puts results.

use cheqqers_backend::JobError;

use super::NAME;
use crate::{Profile, Surroundings};

/// The folder where nobody wants another.
const FOLDER: &str = "tasks";

/// A bucket and a folder in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) bucket: String,
    pub(super) folder: String,
}

impl Place {
    /// The one that Amazon's own tools take.
    pub(super) fn of_account(region: &str, id: &str) -> Self {
        Self {
            bucket: format!("amazon-braket-{region}-{id}"),
            folder: FOLDER.into(),
        }
    }
}

/// What the user has chosen: `BUCKET`, `BUCKET/FOLDER` or `s3://BUCKET/FOLDER`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wanted(Place);

impl Wanted {
    /// From our profile, `AMZN_BRAKET_TASK_RESULTS_S3_URI` or `AMZN_BRAKET_OUT_S3_BUCKET`.
    ///
    /// # Errors
    /// When a bucket has no name.
    pub(super) fn find(
        profile: &Profile,
        surroundings: &Surroundings,
    ) -> Result<Option<Self>, JobError> {
        let names = [
            "AMZN_BRAKET_TASK_RESULTS_S3_URI",
            "AMZN_BRAKET_OUT_S3_BUCKET",
        ];
        let text = profile.bucket.as_deref();
        let Some(text) = text.or_else(|| surroundings.first_of(&names)) else {
            return Ok(None);
        };
        let path = text.strip_prefix("s3://").unwrap_or(text);
        let (bucket, folder) = path.split_once('/').unwrap_or((path, ""));
        if bucket.is_empty() {
            return Err(JobError::Credentials {
                service: NAME.into(),
                reason: format!("{text:?} is no bucket: write s3://BUCKET/FOLDER"),
            });
        }
        let folder = match folder.trim_matches('/') {
            "" => FOLDER,
            folder => folder,
        };
        Ok(Some(Self(Place {
            bucket: bucket.into(),
            folder: folder.into(),
        })))
    }

    pub(super) fn place(&self) -> Place {
        self.0.clone()
    }
}

/// What stands between two marks.
pub(super) fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let (_, rest) = text.split_once(start)?;
    let (found, _) = rest.split_once(end)?;
    Some(found.trim().to_owned())
}
