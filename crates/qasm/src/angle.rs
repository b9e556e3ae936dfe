/// Decimal text of an angle in radians that reads back to the same f64. It has no exponent and no
/// `pi`, as some readers support neither.
pub fn angle(radians: f64) -> String {
    let text = radians.to_string();
    if text.contains('.') {
        text
    } else {
        text + ".0"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_read_back_without_exponents() {
        for x in [
            0.0,
            -0.0,
            1.0,
            -2.5,
            std::f64::consts::PI,
            1e-9,
            1e21,
            f64::MIN_POSITIVE,
        ] {
            let text = angle(x);
            assert_eq!(
                text.parse::<f64>().unwrap().to_bits(),
                x.to_bits(),
                "{text}"
            );
            assert!(text.contains('.') && !text.contains(['e', 'E']), "{text}");
        }
    }
}
