use std::f64::consts::PI;

use crate::Symbols;

/// Largest distance of an angle from a fraction of π that it is shown as, in multiples of π.
const CLOSE: f64 = 1e-9;

/// Text of an angle in radians: a simple fraction of π where it is one, else rounded to four places.
///
/// Simple are the denominators 1, 2, 3, 4, 6, 8, 12 and 16, and numerators of up to two digits.
///
/// ```
/// use std::f64::consts::PI;
///
/// use cheqqers_circuit::{Symbols, angle_text};
///
/// assert_eq!(angle_text(-0.75 * PI, Symbols::Unicode), "-3π/4");
/// assert_eq!(angle_text(PI, Symbols::Ascii), "pi");
/// assert_eq!(angle_text(0.5, Symbols::Ascii), "0.5");
/// ```
pub fn angle_text(radians: f64, symbols: Symbols) -> String {
    let pi = match symbols {
        Symbols::Unicode => "π",
        Symbols::Ascii => "pi",
    };
    let multiple = radians / PI;
    for denominator in [1_u8, 2, 3, 4, 6, 8, 12, 16] {
        let numerator = (multiple * f64::from(denominator)).round();
        let distance = (multiple - numerator / f64::from(denominator)).abs();
        if numerator.abs() > 99.0 || distance.is_nan() || distance > CLOSE {
            continue;
        }
        if numerator == 0.0 {
            return "0".into();
        }
        let sign = if numerator < 0.0 { "-" } else { "" };
        let times = match numerator.abs() {
            1.0 => String::new(),
            times => times.to_string(),
        };
        return match denominator {
            1 => format!("{sign}{times}{pi}"),
            _ => format!("{sign}{times}{pi}/{denominator}"),
        };
    }
    let text = format!("{radians:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".into(),
        text => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_fractions_of_pi_where_they_can_be() {
        for (angle, text) in [
            (PI, "π"),
            (-PI / 2.0, "-π/2"),
            (3.0 * PI / 4.0, "3π/4"),
            (2.0 * PI, "2π"),
            (PI / 8.0, "π/8"),
            (0.0, "0"),
            (-1e-17, "0"),
            (-1e-5, "0"),
            (0.5, "0.5"),
            (-1.234_56, "-1.2346"),
            (100.0 * PI, "314.1593"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(angle_text(angle, Symbols::Unicode), text);
        }
        assert_eq!(angle_text(-PI / 16.0, Symbols::Ascii), "-pi/16");
    }
}
