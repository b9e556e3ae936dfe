/// The numbers that amplitudes are made of: `f64` or `f32`.
///
/// Nobody else can be one.
pub trait Precision: sealed::Sealed {}

impl Precision for f64 {}
impl Precision for f32 {}

pub(crate) mod sealed {
    use num_complex::{Complex, Complex64};
    use std::fmt::Debug;
    use std::ops::{Add, Mul};

    use crate::evolve::{Live, evolve};
    use crate::fuse::Fused;

    pub trait Sealed:
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
        /// A row is zero where the squares of every lane of it sum to less than this.
        const DUST: Self;

        /// Nothing.
        const ZERO: Self;

        /// The nearest number.
        fn nearest(number: f64) -> Self;

        /// The nearest amplitude.
        fn rounded(amplitude: Complex64) -> Complex<Self> {
            Complex::new(Self::nearest(amplitude.re), Self::nearest(amplitude.im))
        }

        /// How many amplitudes [`Live`] tells apart together.
        const ROW_LEN: usize;

        /// Makes of any state what the ops make of their start.
        fn evolve(state: &mut [Complex<Self>], live: &mut Live, fused: &Fused);

        /// The squared modulus of an amplitude, summed up in double precision.
        fn norm_squared(amplitude: Complex<Self>) -> f64;
    }

    impl Sealed for f64 {
        const DUST: Self = 1e-30;
        const ZERO: Self = 0.0;
        const ROW_LEN: usize = 64;

        fn nearest(number: f64) -> Self {
            number
        }

        fn evolve(state: &mut [Complex<Self>], live: &mut Live, fused: &Fused) {
            evolve::<Self, 8>(state, live, fused);
        }

        #[inline]
        fn norm_squared(amplitude: Complex<Self>) -> f64 {
            amplitude.norm_sqr()
        }
    }

    impl Sealed for f32 {
        const DUST: Self = 1e-15;
        const ZERO: Self = 0.0;
        const ROW_LEN: usize = 128;

        #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
        fn nearest(number: f64) -> Self {
            number as Self
        }

        fn evolve(state: &mut [Complex<Self>], live: &mut Live, fused: &Fused) {
            evolve::<Self, 16>(state, live, fused);
        }

        #[inline]
        fn norm_squared(amplitude: Complex<Self>) -> f64 {
            let (re, im) = (f64::from(amplitude.re), f64::from(amplitude.im));
            re * re + im * im
        }
    }
}
