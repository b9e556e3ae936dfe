use std::f64::consts::{E, PI};

use super::*;
use crate::program::number::{Angle, Integer, IntegerType};
use crate::program::value::Value;

fn value(text: &str) -> Result<Value, ParseErrorKind> {
    let mut inputs = Inputs::new();
    inputs.insert("a", text).map_err(|error| error.kind)?;
    Ok(inputs.value("a").unwrap().clone())
}

/// The value in a few words.
fn shown(text: &str) -> String {
    let value = value(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    match value {
        Value::Integer(integer) => integer.value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Angle(angle) => format!("{}/2^{}", angle.bits, angle.width),
        value => {
            let bits = value.to_bits().unwrap_or_default();
            let digits = bits.iter().rev().map(|bit| match bit {
                BitValue::Known(true) => '1',
                _ => '0',
            });
            let digits: String = digits.collect();
            if matches!(value, Value::Bit(_)) {
                digits
            } else {
                format!("\"{digits}\"")
            }
        }
    }
}

#[test]
fn operators_bind_as_usual() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4", "3"),
        ("8.0 / 4 / 2", "1.0"),
        ("-2 ** 2", "-4"),
        ("2 ** 3 ** 2", "512"),
        ("2.0 ** -1", "0.5"),
        ("2 ** -1", "0.5"),
        ("2 * -(1 + 2)", "-6"),
        ("1_000.5e-1_0", "1.0005e-7"),
        ("0x1F + 0b1_01 * 0o17 - 0XfF", "-149"),
        (".5 + 1. + 1E2", "101.5"),
        ("π - tau / 2", "0.0"),
        ("1 + 2 == 3 && 4 < 5", "1"),
        ("1 | 6 & 3 ^ 8", "11"),
        ("1 << 2 + 1", "8"),
        ("!false || false", "1"),
        ("!(true && false)", "1"),
        ("~0", "-1"),
        ("5 % 3 + mod(7, 4) + pow(2, 3)", "13"),
        ("1 < 2 == true", "1"),
        ("3 != 4 && !(3 >= 4) && 3 <= 3 && 4 > 3", "1"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    for (text, expected) in [
        ("log(ℇ) + sqrt(4) + cos(0) + floor(1.5) + ceiling(1.5)", 7.0),
        ("arcsin(sin(0.5)) + arccos(1) + arctan(0) + tan(0)", 0.5),
        ("exp(1)", E),
    ] {
        let Value::Float(found) = value(text).unwrap() else {
            panic!("{text}");
        };
        assert!((found - expected).abs() < 1e-12, "{text}: {found}");
    }
}

#[test]
fn integers_wrap_and_divide_as_their_types_do() {
    for (text, expected) in [
        ("7 / 7", "1"),
        ("3 / 5", "0.6"),
        ("int(7) / 2", "3"),
        ("int(-7) / 2", "-3"),
        ("int(-7) % 2", "-1"),
        ("uint[4](15) + uint[4](1)", "0"),
        ("uint[4](15) + 1", "16"),
        ("int[4](9)", "-7"),
        ("uint[8](-1)", "255"),
        ("uint[8](3) - uint[8](4)", "255"),
        ("uint[8](3) - 4", "-1"),
        ("uint[8](200) + int[16](200)", "400"),
        ("uint[3](5) << 1", "2"),
        ("int[4](-8) >> 1", "-4"),
        ("uint[4](9) ** uint[4](2)", "1"),
        ("(-1) ** 1000000000001", "-1"),
        ("2 ** 63 + (2 ** 63 - 1)", "18446744073709551615"),
        ("2 ** 64", "1.8446744073709552e19"),
        ("9999999999999999999 * 2", "2e19"),
        ("int(2.9) + int(-2.9)", "0"),
        ("uint[4](6) & 12 | 1 ^ uint[4](3)", "6"),
        ("~uint[4](5)", "10"),
        ("popcount(uint[8](7)) + popcount(\"0110\")", "5"),
        ("rotl(uint[4](9), 1)", "3"),
        ("rotr(\"0011\", 1)", "\"1001\""),
        ("rotl(\"0011\", -1)", "\"1001\""),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    let width = Integer {
        value: 3,
        of: IntegerType::Unsigned(32),
    };
    assert_eq!(value("uint[16 + 16](3)"), Ok(Value::Integer(width)));
}

#[test]
fn bits_stand_with_bit_0_last_and_take_part_in_arithmetic() {
    for (text, expected) in [
        ("\"0011\" == 3", "1"),
        ("\"0011\" == \"0011\"", "1"),
        ("\"10\" ++ \"01\"", "\"0110\""),
        ("\"1100\" & \"1010\"", "\"1000\""),
        ("\"1100\" ^ 10", "\"0110\""),
        ("\"0011\" << 1", "\"0110\""),
        ("\"0110\" >> 2", "\"0001\""),
        ("~\"01_01\"", "\"1010\""),
        ("\"0011\" + 1", "4"),
        ("uint(\"111\") * 2", "14"),
        ("int[3](\"111\")", "-1"),
        ("bit[4](5)", "\"0101\""),
        ("bit[2](int[2](-2))", "\"10\""),
        ("bit(1)", "1"),
        ("bool(\"010\")", "1"),
        ("bool(0.0)", "0"),
        ("int(true) + true", "2"),
        ("float(true) / 2", "0.5"),
        ("true ^ true", "0"),
        ("~true", "0"),
        ("int[2](\"11\") == 3", "1"),
        ("int[2](\"11\") == -1", "1"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn angles_are_fractions_of_a_turn() {
    for (text, expected) in [
        ("angle[4](pi)", "8/2^4"),
        ("angle[4](-pi / 2)", "12/2^4"),
        ("angle[4](pi) + angle[4](pi)", "0/2^4"),
        ("angle[4](pi) * 3", "8/2^4"),
        ("angle[4](pi) / 2", "4/2^4"),
        ("-angle[4](pi / 2)", "12/2^4"),
        ("angle[8](angle[4](pi))", "128/2^8"),
        ("angle[4](\"0110\") >> 1", "3/2^4"),
        ("angle[4](pi) / angle[4](pi / 4)", "4"),
        ("angle[4](pi) == pi", "1"),
        ("angle[4](pi) > angle[2](pi / 2)", "1"),
        ("bit[4](angle[4](pi))", "\"1000\""),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    let quarter = Angle::from_radians(PI / 2.0, 20);
    assert_eq!(quarter.bits, 1 << 18);
    assert!((quarter.radians() - PI / 2.0).abs() < 1e-15);
    assert_eq!(Angle::from_radians(-1e-30, 8).bits, 0);
}

#[test]
fn what_has_no_value_is_refused() {
    let types = |operator: &'static str, types: &str| ParseErrorKind::OperandTypes {
        operator,
        types: types.to_owned(),
    };
    for (text, reason) in [
        ("1.0 / 0", ParseErrorKind::DivisionByZero),
        ("int(1) / 0", ParseErrorKind::DivisionByZero),
        ("mod(1, 0)", ParseErrorKind::DivisionByZero),
        ("angle[4](1) / 0", ParseErrorKind::DivisionByZero),
        ("log(0)", ParseErrorKind::NotFinite),
        ("sqrt(-1) * 0", ParseErrorKind::NotFinite),
        ("1e308 * 10", ParseErrorKind::NotFinite),
        ("uint[0](1)", ParseErrorKind::Width { limit: 64 }),
        ("uint[65](1)", ParseErrorKind::Width { limit: 64 }),
        ("1 << -1", ParseErrorKind::NegativeShift),
        (
            "\"01\" == \"011\"",
            ParseErrorKind::Sizes { left: 2, right: 3 },
        ),
        (
            "bit[3](\"01\")",
            ParseErrorKind::Sizes { left: 3, right: 2 },
        ),
        ("1.5 & 1", types("&", "float and int")),
        ("popcount(1.5)", types("popcount", "float")),
        ("1ns == 2ns", types("==", "duration and duration")),
        (
            "bit(2)",
            ParseErrorKind::Type {
                expected: "a bit",
                found: "int",
            },
        ),
        (
            "int(1ns)",
            ParseErrorKind::Type {
                expected: "an integer",
                found: "duration",
            },
        ),
    ] {
        assert_eq!(value(text), Err(reason), "{text}");
    }
    for text in [
        "1e309",
        "1__0",
        "1e_1",
        "0b2",
        "0x",
        "0b_1",
        "0xF_",
        "10nm",
        "1e",
        "2im",
        "sin 1",
        "+1",
        "(1",
        "",
        "\"012\"",
        "\"\"",
        "foo",
        "ln(2)",
        "1 ? 2 : 3",
        "measure q",
        "1 +",
        "f(1)",
        "1 2",
        "int",
        "int(",
        "complex(1)",
    ] {
        assert!(value(text).is_err(), "{text}");
    }
}

#[test]
fn length_takes_no_stack_and_depth_has_a_limit() {
    let long = format!("0{}", " + 1".repeat(100_000));
    assert_eq!(shown(&long), "100000");
    let limit = ParseErrorKind::Depth { limit: 64 };
    for deep in ["(", "-", "2 ** ", "sin(", "~", "!", "{", "bool("] {
        let deep = deep.repeat(100_000);
        assert_eq!(value(&deep), Err(limit.clone()));
    }
    let nested = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    assert_eq!(shown(&nested), "1");
}

#[test]
fn the_second_operand_of_and_and_or_is_read_if_it_counts() {
    let text = "bit[3] c; qubit[3] q; c = measure q; if (c[0] && c[1] || c[2]) x q[0];";
    let read = |bits| steps(text, bits).split_off("measure 0; measure 1; measure 2; ".len());
    assert_eq!(read(&[false, true, false]), "value 0; value 2");
    assert_eq!(read(&[true, true, false]), "value 0; value 1; x 0");
    assert_eq!(read(&[true, false, true]), "value 0; value 1; value 2; x 0");
}
