//! Random seeds and identities from the system.

use pyo3::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;

use crate::errors::SettingError;

/// A random seed below 2⁵³, which every reader of JSON keeps exactly.
pub(crate) fn random_seed() -> PyResult<u64> {
    Ok(random_bits()? >> 11)
}

/// A random identity for a game, or a secret: 32 hexadecimal digits.
pub(crate) fn random_id() -> PyResult<String> {
    Ok(format!("{:016x}{:016x}", random_bits()?, random_bits()?))
}

fn random_bits() -> PyResult<u64> {
    let bits = SysRng.try_next_u64();
    bits.map_err(|error| {
        SettingError::new_err(format!("the system has no random numbers: {error}"))
    })
}
