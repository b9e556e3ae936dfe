use num_complex::Complex;

use crate::SimError;

/// Limits of a simulation, checked before memory is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most qubits of a state vector.
    pub qubits: usize,
    /// The most bytes of a state vector.
    pub bytes: usize,
    /// The most non-zero amplitudes of a sparse state, at 32 bytes each.
    pub amplitudes: usize,
}

impl Default for Limits {
    /// 28 qubits in 4 GiB; 2²² non-zero amplitudes (128 MiB).
    fn default() -> Self {
        Self {
            qubits: 28,
            bytes: 1 << 32,
            amplitudes: 1 << 22,
        }
    }
}

impl Limits {
    /// The number of amplitudes, of numbers `T`, of a state vector of `num_qubits`, when it is within the limits.
    pub(crate) fn dense_len<T>(self, num_qubits: usize) -> Result<usize, SimError> {
        if num_qubits > self.qubits {
            return Err(SimError::TooManyQubits {
                num_qubits,
                limit: self.qubits,
            });
        }
        let bytes = u32::try_from(num_qubits)
            .ok()
            .and_then(|n| (size_of::<Complex<T>>() as u128).checked_mul(2u128.checked_pow(n)?))
            .unwrap_or(u128::MAX);
        if bytes > self.bytes as u128 {
            return Err(SimError::TooManyBytes {
                bytes,
                limit: self.bytes,
            });
        }
        Ok(1 << num_qubits)
    }

    /// The same limits, without one of non-zero amplitudes.
    pub(crate) fn without_amplitudes(self) -> Self {
        Self {
            amplitudes: usize::MAX,
            ..self
        }
    }

    /// Checks that a sparse state may hold `amplitudes`.
    pub(crate) fn check_amplitudes(self, amplitudes: usize) -> Result<(), SimError> {
        if amplitudes > self.amplitudes {
            return Err(SimError::TooManyAmplitudes {
                amplitudes,
                limit: self.amplitudes,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_qubits_are_too_many_and_thirty_take_too_many_bytes() {
        let limits = Limits::default();
        assert_eq!(limits.dense_len::<f64>(28), Ok(1 << 28));
        assert_eq!(
            limits.dense_len::<f64>(40),
            Err(SimError::TooManyQubits {
                num_qubits: 40,
                limit: 28
            })
        );
        let wide = Limits {
            qubits: usize::MAX,
            ..limits
        };
        assert_eq!(
            wide.dense_len::<f64>(30),
            Err(SimError::TooManyBytes {
                bytes: 1 << 34,
                limit: 1 << 32
            })
        );
        assert_eq!(
            wide.dense_len::<f64>(5000),
            Err(SimError::TooManyBytes {
                bytes: u128::MAX,
                limit: 1 << 32
            })
        );
    }
}
