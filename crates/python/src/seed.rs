//! Random seeds and identities from the system.

use pyo3::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;

use crate::errors::SettingError;

/// A random seed below 2⁵³, which every reader of JSON keeps exactly.
pub(crate) fn random_seed() -> PyResult<u64> {
    let number = SysRng.try_next_u64();
    let number = number.map_err(|error| {
        SettingError::new_err(format!("the system has no random numbers: {error}"))
    })?;
    Ok(number >> 11)
}

/// A random identity for a game: 32 hexadecimal digits.
pub(crate) fn random_id() -> PyResult<String> {
    Ok(format!("{:016x}{:016x}", random_seed()?, random_seed()?))
}
