//! Small matrices on vectors, which stay in registers meanwhile.

use std::marker::PhantomData;

use super::vector::{Part, Simd};
use crate::number::Number;

/// Repeats a block for each number below a limit of at most 8 that is known when it is compiled. (A
/// loop over so many vectors would not be unrolled, and would leave them in memory.)
macro_rules! unrolled {
    ($k:ident < $limit:ident, $block:block) => {
        unrolled!($k, $limit, $block, 0 1 2 3 4 5 6 7);
    };
    ($k:ident, $limit:ident, $block:block, $($number:literal)*) => {
        $({
            let $k: usize = $number;
            if $k < $limit $block
        })*
    };
}

/// Numbers of a block from the first of a group of vectors on.
#[derive(Clone, Copy)]
pub(super) struct Vectors<'a, T> {
    first: *mut T,
    len: usize,
    borrowed: PhantomData<&'a mut [T]>,
}

impl<'a, T: Number> Vectors<'a, T> {
    /// Vectors of `W` numbers each.
    pub(super) fn new<const W: usize>(vectors: &'a mut [Part<T, W>]) -> Self {
        Self {
            first: vectors.as_mut_ptr().cast(),
            len: vectors.len() * W,
            borrowed: PhantomData,
        }
    }

    /// # Safety
    /// The numbers from the place on are at least as many as a vector has.
    #[inline(always)]
    unsafe fn load<C: Simd<T>>(self, place: usize) -> C::Vector {
        debug_assert!(place + C::LANES <= self.len);
        // SAFETY: they are all in what was borrowed, says the caller.
        unsafe { C::load(self.first.add(place)) }
    }

    /// # Safety
    /// As [`Self::load`].
    #[inline(always)]
    unsafe fn store<C: Simd<T>>(self, place: usize, values: C::Vector) {
        debug_assert!(place + C::LANES <= self.len);
        // SAFETY: as above.
        unsafe { C::store(self.first.add(place), values) }
    }
}

/// A matrix of a size known when it is compiled.
pub(super) trait MixKernel<T: Number, C: Simd<T>> {
    /// Replaces vectors by the products of the matrix with them: those at its places, counted from
    /// `lane` on.
    ///
    /// # Safety
    /// The group has all of them.
    unsafe fn apply(&self, group: Vectors<'_, T>, lane: usize);
}

/// A real matrix on `K` parts.
pub(super) struct RealKernel<'a, T, const K: usize> {
    places: [usize; K],
    rows: &'a [[T; K]; K],
}

impl<'a, T: Number, const K: usize> RealKernel<'a, T, K> {
    pub(super) fn new(places: [usize; K], numbers: &'a [T]) -> Self {
        let rows = matrix_rows(numbers);
        Self { places, rows }
    }
}

impl<T: Number, C: Simd<T>, const K: usize> MixKernel<T, C> for RealKernel<'_, T, K> {
    #[inline(always)]
    unsafe fn apply(&self, group: Vectors<'_, T>, lane: usize) {
        let places = &self.places;
        // SAFETY: the caller says that the group has the vectors at these places.
        unsafe {
            let mut values = [group.load::<C>(places[0] + lane); K];
            unrolled!(k < K, {
                values[k] = group.load::<C>(places[k] + lane);
            });
            let mut sums = values;
            unrolled!(i < K, {
                sums[i] = C::product(self.rows[i][0], values[0]);
            });
            unrolled!(k < K, {
                if k > 0 {
                    unrolled!(i < K, {
                        sums[i] = C::product_added(self.rows[i][k], values[k], sums[i]);
                    });
                }
            });
            unrolled!(i < K, {
                group.store::<C>(places[i] + lane, sums[i]);
            });
        }
    }
}

/// A complex matrix on `M` amplitudes.
pub(super) struct ComplexKernel<'a, T, const M: usize> {
    /// Places of the real parts.
    places: [usize; M],
    /// Distance of the imaginary part from the real one.
    imaginary: usize,
    /// For a matrix `A + iB` the rows of `A`, those of `-(A + B)` and those of `B - A`.
    rows: [&'a [[T; M]; M]; 3],
}

impl<'a, T: Number, const M: usize> ComplexKernel<'a, T, M> {
    pub(super) fn new(places: [usize; M], imaginary: usize, numbers: &'a [T]) -> Self {
        Self {
            places,
            imaginary,
            rows: [
                matrix_rows(numbers),
                matrix_rows(&numbers[M * M..]),
                matrix_rows(&numbers[2 * M * M..]),
            ],
        }
    }
}

impl<T: Number, C: Simd<T>, const M: usize> MixKernel<T, C> for ComplexKernel<'_, T, M> {
    #[inline(always)]
    unsafe fn apply(&self, group: Vectors<'_, T>, lane: usize) {
        let (places, [common, of_im, of_re]) = (&self.places, self.rows);
        // Rows at a time, so that their sums are in registers beside the parts.
        let at_a_time = const { if M <= 4 { M } else { 2 } };
        // SAFETY: the caller says that the group has the vectors at these places.
        unsafe {
            let mut re = [group.load::<C>(places[0] + lane); M];
            unrolled!(k < M, {
                re[k] = group.load::<C>(places[k] + lane);
            });
            let mut im = re;
            unrolled!(k < M, {
                im[k] = group.load::<C>(places[k] + self.imaginary + lane);
            });
            let mut both = re;
            unrolled!(k < M, {
                both[k] = C::sum(re[k], im[k]);
            });
            let mut first = 0;
            while first < M {
                let mut new_re = re;
                unrolled!(i < at_a_time, {
                    if first + i < M {
                        new_re[i] = C::product(common[first + i][0], both[0]);
                    }
                });
                unrolled!(k < M, {
                    if k > 0 {
                        unrolled!(i < at_a_time, {
                            if first + i < M {
                                let factor = common[first + i][k];
                                new_re[i] = C::product_added(factor, both[k], new_re[i]);
                            }
                        });
                    }
                });
                let mut new_im = new_re;
                unrolled!(k < M, {
                    unrolled!(i < at_a_time, {
                        if first + i < M {
                            new_re[i] = C::product_added(of_im[first + i][k], im[k], new_re[i]);
                            new_im[i] = C::product_added(of_re[first + i][k], re[k], new_im[i]);
                        }
                    });
                });
                unrolled!(i < at_a_time, {
                    if first + i < M {
                        let place = places[first + i] + lane;
                        group.store::<C>(place, new_re[i]);
                        group.store::<C>(place + self.imaginary, new_im[i]);
                    }
                });
                first += at_a_time;
            }
        }
    }
}

/// Numbers as a matrix with as many rows as columns.
#[inline(always)]
fn matrix_rows<T, const N: usize>(numbers: &[T]) -> &[[T; N]; N] {
    let rows = numbers.as_chunks().0.first_chunk();
    rows.expect("a matrix has as many rows as columns")
}
