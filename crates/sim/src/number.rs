use std::fmt::Debug;
use std::ops::{Add, Mul};

use num_complex::{Complex, Complex64};

/// Real numbers that amplitudes consist of.
pub trait Number:
    Copy
    + Debug
    + Default
    + PartialEq
    + PartialOrd
    + Send
    + Sync
    + Add<Output = Self>
    + Mul<Output = Self>
    + bytemuck::Pod
    + 'static
{
    /// A row is zero where the squared moduli of every lane of it sum to less than this.
    const ZERO_BELOW: Self;

    /// The number 0.
    const ZERO: Self;

    /// The nearest number.
    fn nearest(number: f64) -> Self;

    /// The nearest amplitude.
    fn rounded(amplitude: Complex64) -> Complex<Self> {
        Complex::new(Self::nearest(amplitude.re), Self::nearest(amplitude.im))
    }

    /// Number of amplitudes that [`Live`](crate::evolve::Live) tracks together.
    const ROW_LEN: usize;

    /// The squared modulus of an amplitude, summed up in double precision.
    fn norm_squared(amplitude: Complex<Self>) -> f64;

    /// The amplitude in double precision.
    fn widened(amplitude: Complex<Self>) -> Complex64;
}

impl Number for f64 {
    const ZERO_BELOW: Self = 1e-30;
    const ZERO: Self = 0.0;
    const ROW_LEN: usize = 64;

    fn nearest(number: f64) -> Self {
        number
    }

    #[inline]
    fn norm_squared(amplitude: Complex<Self>) -> f64 {
        amplitude.norm_sqr()
    }

    #[inline]
    fn widened(amplitude: Complex<Self>) -> Complex64 {
        amplitude
    }
}

impl Number for f32 {
    const ZERO_BELOW: Self = 1e-15;
    const ZERO: Self = 0.0;
    const ROW_LEN: usize = 128;

    #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
    fn nearest(number: f64) -> Self {
        number as Self
    }

    #[inline]
    fn norm_squared(amplitude: Complex<Self>) -> f64 {
        let (re, im) = (f64::from(amplitude.re), f64::from(amplitude.im));
        re * re + im * im
    }

    #[inline]
    fn widened(amplitude: Complex<Self>) -> Complex64 {
        Complex::new(f64::from(amplitude.re), f64::from(amplitude.im))
    }
}
