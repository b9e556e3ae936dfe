use std::f64::consts::PI;

use super::*;

fn value(text: &str, version: Version) -> Result<f64, ParseErrorKind> {
    let mut tokens = Tokens::new(text).map_err(|error| error.kind)?;
    let parameters = HashMap::from([("a", 0), ("b", 1)]);
    let expression = Expression::read(&mut tokens, &parameters, version);
    let expression = expression.map_err(|error| error.kind)?;
    if tokens.peek().kind != TokenKind::End {
        return Err(tokens.unexpected("the end").kind);
    }
    expression.value(&[0.5, 2.0])
}

fn unsupported(kind: &'static str, found: &str) -> ParseErrorKind {
    let found = found.to_owned();
    ParseErrorKind::UnsupportedKind { kind, found }
}

#[test]
fn whole_numbers_are_exact_or_refused() {
    let integer = |text: &str| {
        let mut tokens = Tokens::new(text).unwrap();
        let value = Expression::integer(&mut tokens, Version::Three, "an index");
        value.map_err(|error| error.kind)
    };
    for (text, value) in [
        ("7]", 7),
        ("-1]", -1),
        ("1_0 + 2 * (3 - 1)]", 14),
        ("0x1F]", 31),
        ("2 ** 52 + 1]", (1 << 52) + 1),
        ("mod(7, 4)]", 3),
    ] {
        assert_eq!(integer(text), Ok(value), "{text}");
    }
    for text in [
        "1.0]",
        "pi]",
        "2 ** -1]",
        "2 ** 53 + 1 - 2 ** 53]",
        "0x20_0000_0000_0000]",
    ] {
        assert_eq!(integer(text), Err(ParseErrorKind::NotWhole), "{text}");
    }
    assert!(integer("]").is_err());
}

#[test]
fn operators_bind_as_usual() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4", 3.0),
        ("8.0 / 4 / 2", 1.0),
        ("-2 ** 2", -4.0),
        ("2 ** 3 ** 2", 512.0),
        ("2.0 ** -1", 0.5),
        ("2 * -(1 + 2)", -6.0),
        ("--a", 0.5),
        ("a / b + pi", 0.25 + PI),
        ("1_000.5e-1_0", 1000.5e-10),
        ("0x1F + 0b1_01 * 0o17 - 0XfF", 31.0 + 75.0 - 255.0),
        (".5 + 1. + 1E2", 101.5),
        ("π - tau / 2", 0.0),
        ("log(ℇ) + sqrt(4) + cos(0) + floor(1.5) + ceiling(1.5)", 7.0),
        ("pow(2, 3) + mod(7, 4)", 11.0),
        ("arcsin(sin(0.5)) + arccos(1) + arctan(0) + tan(0)", 0.5),
    ] {
        let found = value(text, Version::Three).unwrap();
        assert!((found - expected).abs() < 1e-12, "{text}: {found}");
    }
    assert_eq!(value("2^3 + 1/2 + ln(exp(1))", Version::Two), Ok(9.5));
}

#[test]
fn what_has_no_value_is_refused() {
    for (text, reason) in [
        ("1.0 / (a - a)", ParseErrorKind::DivisionByZero),
        ("mod(1, 0)", ParseErrorKind::DivisionByZero),
        ("1 / 2", ParseErrorKind::WholeDivision),
        ("(3 + 1) / pow(2, 1)", ParseErrorKind::WholeDivision),
        ("log(0)", ParseErrorKind::NotFinite),
        ("sqrt(-1) * 0", ParseErrorKind::NotFinite),
        ("1e308 * 10", ParseErrorKind::NotFinite),
        ("1e309", too_large("1e309")),
        ("1__0", too_large("1__0")),
        ("1e_1", too_large("1e_1")),
        ("0b2", too_large("0b2")),
        ("0x", too_large("0x")),
        ("0b_1", too_large("0b_1")),
        ("0xF_", too_large("0xF_")),
        ("10nm", too_large("10nm")),
        ("10ns", unsupported("duration", "10ns")),
        ("1.5\u{b5}s", unsupported("duration", "1.5\u{b5}s")),
        ("2im", unsupported("imaginary number", "2im")),
        ("5 % 3", unsupported("operator", "%")),
        ("1 << 2", unsupported("operator", "<<")),
        ("a > b ? 1 : 2", unsupported("operator", ">")),
        ("1 ? 2 : 3", unsupported("operator", "?")),
        ("~1", unsupported("operator", "~")),
        ("2^3", unsupported("operator", "^")),
        (
            "true",
            ParseErrorKind::Unsupported {
                what: "true".into(),
            },
        ),
        ("1e", too_large("1e")),
    ] {
        assert_eq!(value(text, Version::Three), Err(reason), "{text}");
    }
    for (text, version) in [
        ("2^3", Version::Three),
        ("2**3", Version::Two),
        ("0x1", Version::Two),
        ("tau", Version::Two),
        ("ln(2)", Version::Three),
        ("c", Version::Three),
        ("sin 1", Version::Three),
        ("+1", Version::Three),
        ("(1", Version::Two),
        ("", Version::Two),
    ] {
        assert!(value(text, version).is_err(), "{text}");
    }
}

#[test]
fn length_takes_no_stack_and_depth_has_a_limit() {
    let long = format!("0{}", " + 1".repeat(100_000));
    assert_eq!(value(&long, Version::Three), Ok(100_000.0));
    let limit = ParseErrorKind::Depth { limit: MAX_DEPTH };
    for deep in ["(", "-", "2 ** ", "sin("] {
        let deep = deep.repeat(100_000);
        assert_eq!(value(&deep, Version::Three), Err(limit.clone()));
    }
    let nested = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    assert_eq!(value(&nested, Version::Three), Ok(1.0));
}
