#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the processor"
)]
#![expect(unsafe_code, reason = "vectors are read and written by address")]

use crate::number::Number;

/// Operations of kernels on a kind of processor.
pub(super) trait Machine<T: Number> {
    /// Numbers in a register.
    type Vector: Copy;

    /// How many there are.
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
