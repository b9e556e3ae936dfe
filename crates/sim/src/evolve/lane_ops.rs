#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the processor"
)]

use crate::number::Number;

/// Operations of kernels on a kind of processor.
pub(super) trait Machine {
    /// A number times each of others.
    #[inline(always)]
    fn product<T: Number, const W: usize>(factor: T, values: [T; W]) -> [T; W] {
        values.map(|value| factor * value)
    }

    /// That, added to a sum.
    #[inline(always)]
    fn product_added<T: Number, const W: usize>(
        factor: T,
        values: [T; W],
        mut sum: [T; W],
    ) -> [T; W] {
        for k in 0..W {
            sum[k] = factor * values[k] + sum[k];
        }
        sum
    }

    /// Adds squared numbers to a sum.
    #[inline(always)]
    fn squared_added<T: Number, const W: usize>(values: [T; W], mut sum: [T; W]) -> [T; W] {
        for k in 0..W {
            sum[k] = values[k] * values[k] + sum[k];
        }
        sum
    }

    /// Takes each lane from one of two vectors: those of `a` are counted from 0, those of `b` from
    /// `W`.
    #[inline(always)]
    fn permute<T: Number, const W: usize>(a: [T; W], b: [T; W], from: [u8; W]) -> [T; W] {
        from.map(|lane| {
            let lane = usize::from(lane);
            if lane < W { a[lane] } else { b[lane - W] }
        })
    }
}
