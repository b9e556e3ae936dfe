//! Vectors of numbers, on each kind of processor.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256, __m256d, __m512, __m512d, _mm256_add_pd, _mm256_add_ps, _mm256_fmadd_pd,
    _mm256_fmadd_ps, _mm256_loadu_pd, _mm256_loadu_ps, _mm256_mul_pd, _mm256_mul_ps,
    _mm256_set1_pd, _mm256_set1_ps, _mm256_storeu_pd, _mm256_storeu_ps, _mm512_add_pd,
    _mm512_add_ps, _mm512_fmadd_pd, _mm512_fmadd_ps, _mm512_loadu_pd, _mm512_loadu_ps,
    _mm512_mul_pd, _mm512_mul_ps, _mm512_permutex2var_pd, _mm512_permutex2var_ps, _mm512_set1_pd,
    _mm512_set1_ps, _mm512_storeu_pd, _mm512_storeu_ps,
};

use bytemuck::cast;

use crate::number::Number;

/// The real or the imaginary parts of neighbouring amplitudes: one register of the widest instruction set.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Part<T, const W: usize>(pub(super) [T; W]);

/// Operations of kernels on a kind of processor.
pub(super) trait Simd<T: Number> {
    /// Numbers in a register.
    type Vector: Copy;

    /// Number of them.
    const LANES: usize;

    /// Reads a vector.
    ///
    /// # Safety
    /// All its numbers may be read.
    unsafe fn load(from: *const T) -> Self::Vector;

    /// Writes a vector.
    ///
    /// # Safety
    /// All its numbers may be written.
    unsafe fn store(to: *mut T, values: Self::Vector);

    /// The sums of numbers.
    fn sum(a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// A number times each of others.
    fn product(factor: T, values: Self::Vector) -> Self::Vector;

    /// That, added to a sum.
    fn product_added(factor: T, values: Self::Vector, sum: Self::Vector) -> Self::Vector;

    /// Adds squared numbers to a sum.
    #[inline(always)]
    fn squared_added<const W: usize>(values: [T; W], mut sum: [T; W]) -> [T; W] {
        for k in 0..W {
            sum[k] = values[k] * values[k] + sum[k];
        }
        sum
    }

    /// Takes each lane from one of two vectors: those of `a` are counted from 0, those of `b` from
    /// `W`.
    #[inline(always)]
    fn permute<const W: usize>(a: [T; W], b: [T; W], from: [u8; W]) -> [T; W] {
        from.map(|lane| {
            let lane = usize::from(lane);
            if lane < W { a[lane] } else { b[lane - W] }
        })
    }
}

/// A processor of any kind.
pub(super) struct Portable;

/// AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx2;

/// A processor with AVX-512.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx512;

/// The vectors of 16 bytes that every processor has.
macro_rules! plain {
    ($number:ty, $lanes:literal) => {
        impl Simd<$number> for Portable {
            type Vector = [$number; $lanes];

            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn load(from: *const $number) -> Self::Vector {
                // SAFETY: the caller's word.
                unsafe { from.cast::<Self::Vector>().read() }
            }

            #[inline(always)]
            unsafe fn store(to: *mut $number, values: Self::Vector) {
                // SAFETY: the caller's word.
                unsafe { to.cast::<Self::Vector>().write(values) }
            }

            #[inline(always)]
            fn sum(mut a: Self::Vector, b: Self::Vector) -> Self::Vector {
                for (a, b) in a.iter_mut().zip(b) {
                    *a += b;
                }
                a
            }

            #[inline(always)]
            fn product(factor: $number, mut values: Self::Vector) -> Self::Vector {
                for value in &mut values {
                    *value *= factor;
                }
                values
            }

            #[inline(always)]
            fn product_added(
                factor: $number,
                values: Self::Vector,
                mut sum: Self::Vector,
            ) -> Self::Vector {
                for (sum, value) in sum.iter_mut().zip(values) {
                    *sum += factor * value;
                }
                sum
            }
        }
    };
}

plain!(f64, 2);
plain!(f32, 4);

/// The vectors of a processor with FMA.
#[cfg(target_arch = "x86_64")]
macro_rules! fused {
    ($machine:ty, $number:ty, $vector:ty, $load:ident, $store:ident, $all:ident, $add:ident,
        $mul:ident, $fmadd:ident, { $($more:tt)* }) => {
        impl Simd<$number> for $machine {
            type Vector = $vector;

            const LANES: usize = size_of::<$vector>() / size_of::<$number>();

            #[inline(always)]
            unsafe fn load(from: *const $number) -> Self::Vector {
                // SAFETY: the caller's word; kernels are made for this processor.
                unsafe { $load(from) }
            }

            #[inline(always)]
            unsafe fn store(to: *mut $number, values: Self::Vector) {
                // SAFETY: as above.
                unsafe { $store(to, values) }
            }

            #[inline(always)]
            fn sum(a: Self::Vector, b: Self::Vector) -> Self::Vector {
                // SAFETY: only functions compiled for this processor work with this type.
                unsafe { $add(a, b) }
            }

            #[inline(always)]
            fn product(factor: $number, values: Self::Vector) -> Self::Vector {
                // SAFETY: as above.
                unsafe { $mul($all(factor), values) }
            }

            #[inline(always)]
            fn product_added(
                factor: $number,
                values: Self::Vector,
                sum: Self::Vector,
            ) -> Self::Vector {
                // SAFETY: as above.
                unsafe { $fmadd($all(factor), values, sum) }
            }

            $($more)*
        }
    };
}

#[cfg(target_arch = "x86_64")]
fused!(
    Avx2,
    f64,
    __m256d,
    _mm256_loadu_pd,
    _mm256_storeu_pd,
    _mm256_set1_pd,
    _mm256_add_pd,
    _mm256_mul_pd,
    _mm256_fmadd_pd,
    {}
);
#[cfg(target_arch = "x86_64")]
fused!(
    Avx2,
    f32,
    __m256,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_add_ps,
    _mm256_mul_ps,
    _mm256_fmadd_ps,
    {}
);
#[cfg(target_arch = "x86_64")]
fused!(
    Avx512,
    f64,
    __m512d,
    _mm512_loadu_pd,
    _mm512_storeu_pd,
    _mm512_set1_pd,
    _mm512_add_pd,
    _mm512_mul_pd,
    _mm512_fmadd_pd,
    {
        #[inline(always)]
        fn squared_added<const W: usize>(values: [f64; W], sum: [f64; W]) -> [f64; W] {
            // SAFETY: as above.
            unsafe { cast(_mm512_fmadd_pd(cast(values), cast(values), cast(sum))) }
        }

        #[inline(always)]
        fn permute<const W: usize>(a: [f64; W], b: [f64; W], from: [u8; W]) -> [f64; W] {
            let from: [u64; 8] = std::array::from_fn(|k| u64::from(from[k % W]));
            // SAFETY: as above.
            unsafe { cast(_mm512_permutex2var_pd(cast(a), cast(from), cast(b))) }
        }
    }
);
#[cfg(target_arch = "x86_64")]
fused!(
    Avx512,
    f32,
    __m512,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_set1_ps,
    _mm512_add_ps,
    _mm512_mul_ps,
    _mm512_fmadd_ps,
    {
        #[inline(always)]
        fn squared_added<const W: usize>(values: [f32; W], sum: [f32; W]) -> [f32; W] {
            // SAFETY: as above.
            unsafe { cast(_mm512_fmadd_ps(cast(values), cast(values), cast(sum))) }
        }

        #[inline(always)]
        fn permute<const W: usize>(a: [f32; W], b: [f32; W], from: [u8; W]) -> [f32; W] {
            let from: [u32; 16] = std::array::from_fn(|k| u32::from(from[k % W]));
            // SAFETY: as above.
            unsafe { cast(_mm512_permutex2var_ps(cast(a), cast(from), cast(b))) }
        }
    }
);
