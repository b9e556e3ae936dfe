//! What a vector takes from two others, by lane: those of the first are counted from 0, those of the
//! second from W.

/// The real parts of amplitudes.
pub(super) const fn evens<const W: usize>() -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        from[k] = lane(2 * k);
        k += 1;
    }
    from
}

/// The imaginary parts of amplitudes.
pub(super) const fn odds<const W: usize>() -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        from[k] = lane(2 * k + 1);
        k += 1;
    }
    from
}

/// The first half of the amplitudes, of their real and imaginary parts.
pub(super) const fn low_pairs<const W: usize>() -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        from[k] = lane(k / 2 + k % 2 * W);
        k += 1;
    }
    from
}

/// The second half of them.
pub(super) const fn high_pairs<const W: usize>() -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        from[k] = lane(W / 2 + k / 2 + k % 2 * W);
        k += 1;
    }
    from
}

/// The lanes of both vectors whose bit is 0.
pub(super) const fn lows<const W: usize>(weight: usize) -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        let other = if k & weight == 0 { 0 } else { W };
        from[k] = lane((k & !weight) + other);
        k += 1;
    }
    from
}

/// The lanes of both vectors whose bit is 1.
pub(super) const fn highs<const W: usize>(weight: usize) -> [u8; W] {
    let mut from = [0; W];
    let mut k = 0;
    while k < W {
        let other = if k & weight == 0 { 0 } else { W };
        // A bit beyond the vector is never asked for.
        from[k] = lane((k | weight) % W + other);
        k += 1;
    }
    from
}

#[expect(clippy::cast_possible_truncation, reason = "vectors are short")]
const fn lane(number: usize) -> u8 {
    number as u8
}
