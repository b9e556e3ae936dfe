//! Amplitudes in an exact form.
//!
//! Steps, splits, merges and entangling captures multiply the amplitudes of a certain piece by matrices over
//! Z\[i, 1/√2\], and a measurement leaves nothing of the component. So real and imaginary part of every
//! amplitude are (a + b√2) / 2ᵐ with whole a, b and m. The matrices stay unitary when √2 is replaced by -√2, so
//! |a + b√2| and |a - b√2| are both at most 2ᵐ, and two different numbers of the same m are at least
//! 2^(-2m - 1) apart: the product of their difference and its conjugate is at least 4^(-m).
//!
//! For the same reason the ratio of two states that are equal up to a phase is an eighth root of unity.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4, SQRT_2};

use num_complex::Complex64;

use super::number::{read, read_signed, write, write_signed};

/// The most that rounding may have changed an amplitude by: it grows by 2⁻⁵² a ply at most, and is gone when a
/// code is read.
const TOLERANCE: f64 = 1e-10;

/// The largest m that is recognised. A ply adds 1 at most, so that a number after a position with a code is
/// 2⁻²⁷ or more away from all others that could be meant: 70 times the tolerance.
const MAX_EXPONENT: u32 = 12;

/// Code of an amplitude that is not a power of √2 times a root of unity.
const GENERAL: u8 = 255;

/// The largest power of 1/√2 with a code of its own.
const MAX_POWER: u8 = 30;

/// The eighth root of unity with this number.
pub(super) fn root(number: u8) -> Complex64 {
    let half = |number: u8| match number % 8 {
        0 => 1.0,
        1 | 7 => FRAC_1_SQRT_2,
        2 | 6 => 0.0,
        3 | 5 => -FRAC_1_SQRT_2,
        _ => -1.0,
    };
    Complex64::new(half(number), half(number + 6))
}

/// Number of the last eighth root of unity that the amplitude's argument has passed.
pub(super) fn octant(amplitude: Complex64) -> u8 {
    let eighths = (amplitude.arg() / FRAC_PI_4 + TOLERANCE).floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an argument is at most 4 eighths either way"
    )]
    let octant = (eighths + 8.0) as u8;
    octant % 8
}

/// The power of 1/2 that a probability is.
pub(super) fn power(probability: f64) -> Option<u8> {
    let power = -probability.log2().round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is compared after"
    )]
    let rounded = power.clamp(0.0, MAX_POWER.into()) as u8;
    let error = probability * 2_f64.powi(rounded.into()) - 1.0;
    (error.abs() < TOLERANCE).then_some(rounded)
}

/// The root of a power of 1/2.
fn root_of_power(power: u8) -> f64 {
    let whole = 0.5_f64.powi((power / 2).into());
    if power.is_multiple_of(2) {
        whole
    } else {
        whole * FRAC_1_SQRT_2
    }
}

/// Appends an amplitude; returns `false` if it has no code, as one that no game leads to.
pub(super) fn write_amplitude(amplitude: Complex64, code: &mut Vec<u8>) -> bool {
    if let Some(power) = power(amplitude.norm_sqr()) {
        let octant = octant(amplitude);
        let error = amplitude - root(octant) * root_of_power(power);
        if error.norm() < TOLERANCE {
            code.push(power << 3 | octant);
            return true;
        }
    }
    let parts = [amplitude.re, amplitude.im].map(recognised);
    let [Some(re), Some(im)] = parts else {
        return false;
    };
    code.push(GENERAL);
    for (exponent, a, b) in [re, im] {
        write(exponent.into(), code);
        write_signed(a, code);
        write_signed(b, code);
    }
    true
}

/// Takes an amplitude from the front of a code.
pub(super) fn read_amplitude(code: &mut &[u8]) -> Option<Complex64> {
    let (&first, rest) = code.split_first()?;
    *code = rest;
    if first != GENERAL {
        return Some(root(first & 7) * root_of_power(first >> 3));
    }
    let mut part = || {
        let exponent = u32::try_from(read(code)?).ok()?;
        let (a, b) = (read_signed(code)?, read_signed(code)?);
        let scale = 2_f64.powi(exponent.min(MAX_EXPONENT).cast_signed());
        Some((a as f64 + b as f64 * SQRT_2) / scale)
    };
    Some(Complex64::new(part()?, part()?))
}

/// The smallest m, with a and b, for which the number is (a + b√2) / 2ᵐ up to rounding.
fn recognised(number: f64) -> Option<(u32, i64, i64)> {
    (0..=MAX_EXPONENT).find_map(|exponent| {
        let scale = f64::from(1_u32 << exponent);
        let scaled = number * scale;
        // Half the sum and difference of two numbers of at most this size.
        let most = i64::from(1_u32 << exponent);
        let mut irrational = (0..)
            .flat_map(|b| [b, -b])
            .take_while(|&b| 2 * b * b <= most * most);
        irrational.find_map(|b| {
            let rational = scaled - b as f64 * SQRT_2;
            let a = rational.round();
            #[expect(clippy::cast_possible_truncation, reason = "at most twice the scale")]
            let whole = a as i64;
            ((rational - a).abs() < TOLERANCE * scale && whole.abs() <= most)
                .then_some((exponent, whole, b))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(amplitude: Complex64) -> Option<(usize, f64)> {
        let mut code = Vec::new();
        if !write_amplitude(amplitude, &mut code) {
            return None;
        }
        let mut left = &code[..];
        let read = read_amplitude(&mut left).unwrap();
        assert!(left.is_empty());
        Some((code.len(), (read - amplitude).norm()))
    }

    #[test]
    fn powers_of_the_root_of_a_half_take_one_byte_whatever_their_phase() {
        for power in 0..=12 {
            for number in 0..8 {
                let amplitude = root(number) * root_of_power(power);
                let (len, error) = round_trip(amplitude).unwrap();
                assert_eq!(len, 1);
                assert!(error < 1e-15);
            }
        }
    }

    #[test]
    fn numbers_of_the_ring_are_recognised_under_rounding() {
        for exponent in 0..=MAX_EXPONENT {
            let scale = f64::from(1_u32 << exponent);
            for (a, b) in [(1, 0), (1, 1), (-3, 2), (7, -5), (577, -408), (-99, 70)] {
                let number = (f64::from(a) + f64::from(b) * SQRT_2) / scale;
                let conjugate = (f64::from(a) - f64::from(b) * SQRT_2) / scale;
                if number.abs() > 1.0 || conjugate.abs() > 1.0 {
                    continue;
                }
                let found = recognised(number + 3e-12).unwrap();
                assert_eq!(found, recognised(number - 3e-12).unwrap());
                let (m, a, b) = found;
                let again = (a as f64 + b as f64 * SQRT_2) / f64::from(1_u32 << m);
                assert!((again - number).abs() < 1e-13, "{number}: {found:?}");
            }
        }
    }

    #[test]
    fn other_numbers_are_refused() {
        for number in [1.0 / 3.0, 0.1, 0.75_f64.sqrt()] {
            assert_eq!(round_trip(Complex64::new(number, 0.0)), None);
        }
    }
}
