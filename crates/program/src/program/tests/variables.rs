use super::*;

fn bit(text: &str, name: &str) -> String {
    bits(text)[name].clone()
}

#[test]
fn measured_bits_are_passed_on_without_being_read() {
    let text = "qubit[4] q; bit[4] c = measure q; bit[4] d; bit e; bool f; uint[4] n; angle[4] a;
        d = c << 1; e = c[2]; f = c[3]; n = uint[4](c); a[1] = c[0]; n[0] = 0;
        bit[4] g = bit[4](n); bit[4] hh = bit[4](a); bit[2] i = c[0:2:2]; bit[2] j = c[{3, 0}];
        bit[5] k = e ++ c; bit l = f ^ 0; bit[4] o = rotl(c, 1) & 6;
        int[4] m = int[4](c); bit[4] r = bit[4](m >> 1);";
    let found = bits(&format!("{text} output bit[4] never;").replace(" output bit[4] never;", ""));
    for (name, expected) in [
        ("c", "m0m1m2m3"),
        ("d", "0m0m1m2"),
        ("e", "m2"),
        ("g", "0m1m2m3"),
        ("hh", "0m000"),
        ("i", "m0m2"),
        ("j", "m3m0"),
        ("k", "m2m0m1m2m3"),
        ("l", "m3"),
        ("o", "0m0m10"),
    ] {
        assert_eq!(found[name], expected, "{name}");
    }
    // Only the shift of a signed number needs its bits.
    let log = steps(text, &[true; 4]);
    assert_eq!(log.matches("value").count(), 4, "{log}");
    assert_eq!(found["r"], "0000");
}

#[test]
fn numbers_of_measured_bits_become_registers_of_any_size() {
    let text = "qubit[4] q; bit[4] c = measure q; int[4] i = c; uint[4] u = c;
        bit[6] wide = i; bit[6] zeros = u; bit[2] low = i; bit[3] less = u;";
    let found = bits(text);
    for (name, expected) in [
        ("wide", "m0m1m2m3m3m3"),
        ("zeros", "m0m1m2m300"),
        ("low", "m0m1"),
        ("less", "m0m1m2"),
    ] {
        assert_eq!(found[name], expected, "{name}");
    }
    let known = bits("int[4] i = -3; bit[6] wide = i; bit[2] low = i;");
    assert_eq!([&known["wide"], &known["low"]], ["101111", "10"]);
}

#[test]
fn measured_numbers_equal_variables_of_the_same_value_only() {
    let equal = |condition: &str| {
        let text = format!(
            "qubit[2] q; bit[2] c = measure q; int[2] i = c; uint[2] u = c; int[8] three = 3;
            int[8] minus = -1; if ({condition}) reset q[0];"
        );
        steps(&text, &[true; 2]).ends_with("reset 0")
    };
    for condition in [
        "i == minus",
        "i == -1",
        "i == 3",
        "u == three",
        "c == three",
    ] {
        assert!(equal(condition), "{condition}");
    }
    for condition in [
        "i == three",
        "three == i",
        "i == u",
        "u == minus",
        "c == minus",
    ] {
        assert!(!equal(condition), "{condition}");
    }
}

#[test]
fn comparisons_read_as_few_bits_as_they_need() {
    let read = |condition: &str, bits: &[bool]| {
        let text =
            format!("qubit[3] q; bit[3] c; c = measure q; c[1] = 1; if ({condition}) reset q[0];");
        let log = steps(&text, bits);
        log.split_off_measured()
    };
    for (condition, bits, expected) in [
        (
            "c == 7",
            &[true, false, true][..],
            "value 0; value 2; reset 0",
        ),
        ("c == 7", &[false; 3], "value 0"),
        ("c == 5", &[true; 3], ""),
        ("c == 8", &[true; 3], ""),
        ("c == -1", &[true; 3], ""),
        ("int[3](c) == -1", &[true; 3], "value 0; value 2; reset 0"),
        ("c != 2", &[false; 3], "value 0; value 2"),
        ("c == \"111\"", &[true; 3], "value 0; value 2; reset 0"),
        ("c[1]", &[], "reset 0"),
        ("bool(c)", &[], "reset 0"),
        ("c > 6", &[true; 3], "value 0; value 2; reset 0"),
        ("popcount(c) == 1", &[false; 3], "value 0; value 2; reset 0"),
    ] {
        assert_eq!(read(condition, bits), expected, "{condition}");
    }
}

trait SplitOffMeasured {
    fn split_off_measured(self) -> String;
}

impl SplitOffMeasured for String {
    /// The steps behind three measurements.
    fn split_off_measured(self) -> String {
        let measured = "measure 0; measure 1; measure 2";
        let rest = self.strip_prefix(measured).expect("three measurements");
        rest.trim_start_matches("; ").to_owned()
    }
}

#[test]
fn variables_have_types_values_and_bits() {
    let text = "bit[8] r; uint[8] n = 5; n += 1; n *= 2; n -= 2; n /= 3; n **= 2; n |= 64; n ^= 1;
        n[7] = 1; n <<= 1; r = bit[8](n);";
    assert_eq!(bit(text, "r"), "00001001");
    let text = "bit[4] r = \"0001\"; r[1:2] = \"11\"; r[-1] = 1; r[0] = 0; r[{0, 1}] = \"01\";";
    assert_eq!(bit(text, "r"), "1011");
    let text =
        "bit r; bool b = 3 > 2; float f = 1; int[8] i = 2.7; f /= 2; r = f == 0.5 && b && i == 2;";
    assert_eq!(bit(text, "r"), "1");
    let text =
        "const uint[4] n = 18; const bit[4] m = \"0110\"; bit[n] r; r[0] = m[1]; r[1] = m[n];";
    assert_eq!(bit(text, "r"), "11");
    let text = "bit[2] r; { bit r = 1; int n = 2; } int n = 1; r[n] = 1;";
    assert_eq!(bit(text, "r"), "01");
    let text = "bit r; angle[8] a = pi; a[6] = 1; r = a == 3 * pi / 2;";
    assert_eq!(bit(text, "r"), "1");
}

#[test]
fn outputs_are_the_bits_that_are_returned() {
    let text = "bit c; output bit[2] d; output uint[3] n; output angle[2] a; output bool b; \
                c = 1; d[1] = 1; n = 3; a = pi; b = true;";
    let found = bits(text);
    let expected = [("d", "01"), ("n", "110"), ("a", "01"), ("b", "1")];
    let expected = expected.map(|(name, bits)| (name.to_owned(), bits.to_owned()));
    assert_eq!(found, HashMap::from(expected));
    for of in ["float", "array[int[8], 2]", "duration"] {
        let name = of.split('[').next().unwrap_or(of);
        let message = format!("the type of an output `{name}` is not supported");
        check(&format!("output |{of} r;"), &message);
    }
    // Bits that the program does not reach are zero.
    assert_eq!(bits("bit c = 1; end; bit[2] d = \"11\";")["d"], "00");
}

#[test]
fn wrong_values_are_told_where_they_stand() {
    for (text, message) in [
        ("const int n = 1; |n = 2;", "`n` can't be changed"),
        ("int n = 1; const int m = |n;", "the value must be constant"),
        ("int n = 1; bit[|n] c;", "the value must be constant"),
        ("|n = 2;", "`n` is not declared as bits or a variable"),
        (
            "int n = |m;",
            "`m` is not declared as a parameter, a variable",
        ),
        ("bit[2] c; c[|2] = 1;", "`c` has no index 2: its size is 2"),
        ("bit[2] c; int n = 1; c[|n + 1] = 1;", "`c` has no index 2"),
        (
            "bit[2] c; c = |\"111\";",
            "registers have different sizes: 2 and 3",
        ),
        ("bit[2] c; c[|0:2] = \"111\";", "`c` has no index 2"),
        ("bit c; c[|0] = 1;", "`c` has too many indices"),
        ("bit[2] c; c[0][|0] = 1;", "`c` has too many indices"),
        ("float f; f[|0] = 1;", "`f` has too many indices"),
        ("bit[2] c; c[|0:0:1] = 1;", "the step of the range is 0"),
        ("bit c = |5;", "expected a bit, found a value of type int"),
        (
            "int n = |1ns;",
            "expected an integer, found a value of type duration",
        ),
        ("duration d = |1;", "expected a duration, found"),
        ("int[4] n; float f = |n / (n - n);", "division by zero"),
        ("float f = 1e308; f = |f * 10;", "not finite"),
        ("int n; int |n;", "`n` is already declared"),
        ("bit |in;", "is a keyword and can't be a name"),
        (
            "qubit q; int n = |q;",
            "`q` is not declared as a parameter, a variable",
        ),
        ("bit c; h |c;", "`c` is not declared as qubits"),
        ("bit c; c |~= 1;", "expected `=`, found `~=`"),
        (
            "array[int[8], 2] a; int n = |a;",
            "expected an integer, found a value of type array",
        ),
        ("if (|1ns) { }", "expected a truth value"),
    ] {
        check(text, message);
    }
}
