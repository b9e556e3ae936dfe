//! Sources of a vector's lanes among those of two others: those of the first are counted from 0, those of the
//! second from W.

/// The real parts of amplitudes (`odd` is 0), or the imaginary ones (1).
pub(super) const fn parts<const W: usize>(odd: usize) -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        from[k] = lane(2 * k + odd);
        k += 1;
    }
    from
}

/// Half of the amplitudes, from the `first` on, of their real and imaginary parts.
pub(super) const fn pairs<const W: usize>(first: usize) -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        from[k] = lane(first + k / 2 + k % 2 * W);
        k += 1;
    }
    from
}

/// The lanes of both vectors whose bit of this weight is 0 (`value` is 0), or 1 (the weight).
pub(super) const fn halves<const W: usize>(weight: usize, value: usize) -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        let other = if k & weight == 0 { 0 } else { W };
        // A bit beyond the vector is never asked for.
        from[k] = lane((k & !weight | value) % W + other);
        k += 1;
    }
    from
}

#[expect(clippy::cast_possible_truncation, reason = "vectors are short")]
const fn lane(number: usize) -> u8 {
    number as u8
}
