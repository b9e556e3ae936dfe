use super::*;

fn bit(text: &str) -> String {
    bits(&format!("bit r; {text}"))["r"].clone()
}

#[test]
fn arrays_are_indexed_sliced_and_copied() {
    for text in [
        "array[int[8], 4] a = {5, 6, 7, 8}; a[1] = 1; a[-1] += 2; r = a[0] + a[1] + a[3] == 16;",
        "array[float, 2, 2] a = {{1, 2}, {3, 4}}; r = a[1, 0] == 3 && a[0][1] == 2;",
        "array[int[8], 2, 2] a; array[int[8], 2] b = {1, 2}; a[1] = b; b[0] = 9; r = a[1, 0] == 1;",
        "array[int[8], 4] a = {1, 2, 3, 4}; a[0:1] = a[2:3]; r = a[0] == 3 && a[1] == 4;",
        "array[int[8], 3, 2] a = {{1, 2}, {3, 4}, {5, 6}}; array[int[8], 2] b = a[{0, 2}, 1]; r = b[1] == 6;",
        "array[int[8], 2] a = {1, 2}; array[int[8], 2] b = a; b[0] = 7; r = a[0] == 1;",
        "array[uint[8], 2] a = {3, 4}; a[1][0] = 1; r = a[1] == 5 && a[0][1];",
        "array[bit[2], 2] a = {\"01\", \"10\"}; a[0] = \"11\"; a[1][0] = 1; r = a[0] == a[1];",
        "array[angle[4], 2] a = {pi, pi / 2}; r = a[1] == pi / 2;",
        "array[bool, 2] a = {true, false}; r = a[0] && !a[1];",
        "array[int[8], 3, 2] a; r = sizeof(a) == 3 && sizeof(a, 0) == 3 && sizeof(a, 1) == 2;",
        "array[int[8], 3, 2] a; const int n = sizeof(a, 1); bit[n] c; r = sizeof(c) == 2;",
        "array[int[8], 2 + 1] a = {1, 1 + 1, 3}; int n; for int i in a { n += i; } r = n == 6;",
    ] {
        assert_eq!(bit(text), "1", "{text}");
    }
}

#[test]
fn subroutines_change_mutable_arrays_alone() {
    let text = "def fill(mutable array[int[8], #dim=1] a, readonly array[int[8], 2] b) {
            for int i in [0:sizeof(a) - 1] { a[i] = b[i] + 1; }
        }
        array[int[8], 2] a; array[int[8], 2] b = {4, 6}; fill(a, b);
        array[int[8], 2, 2] c; fill(c[1], b);
        r = a[0] == 5 && a[1] == 7 && b[0] == 4 && c[1, 1] == 7 && c[0, 1] == 0;";
    assert_eq!(bit(text), "1");
    check(
        "def f(readonly array[int[8], 2] a) { |a[0] = 1; }",
        "`a` can't be changed",
    );
    check(
        "def f(readonly array[int[8], 2] a) { } array[int[8], 3] b; f(|b);",
        "registers have different sizes: 2 and 3",
    );
    check(
        "def f(mutable array[int[8], #dim=2] a) { } array[int[8], 3] b; f(|b);",
        "different numbers of dimensions: 2 and 1",
    );
}

#[test]
fn wrong_arrays_are_told_where_they_stand() {
    for (text, message) in [
        (
            "array[int[8], 2] a = {|1, 2, 3};",
            "different sizes: 2 and 3",
        ),
        (
            "array[int[8], 2, 2] a = {|1, 2};",
            "different numbers of dimensions: 2 and 1",
        ),
        (
            "|array[int[8], 2, 2] a = {{1, 2}, {3}};",
            "different numbers of dimensions",
        ),
        ("array[int[8], 2] a; a[|2] = 1;", "`a` has no index 2"),
        ("array[int[8], 2] a; int n = a[|2];", "`a` has no index 2"),
        (
            "array[int[8], 2] a; a[|0, 0] = 1;",
            "`a` has too many indices",
        ),
        (
            "array[int[8], 2] a; a[0:1] = |3;",
            "an array of the same shape",
        ),
        (
            "array[|array[int, 2], 2] a;",
            "expected a type, found `array`",
        ),
        ("array[int[8], |#dim=2] a;", "expected a number"),
        (
            "def f(readonly array[int[8], #dim = |9] a) { }",
            "the number of dimensions must be 1 to 8",
        ),
        (
            "array[int[8], |0] a;",
            "the number of elements must be 1 to 1048576",
        ),
        (
            "array[int[8], 300, 300] a; array[int[8], 300, 300] b; b[|0:299, 0:299] = a;",
            "more than 65536 elements are selected",
        ),
        (
            "array[int[8], 70000] a; a[|0:69999] = a;",
            "more than 65536 elements are selected",
        ),
        ("array[int[8], 2] a = |4;", "expected an array"),
        ("int n = sizeof(|1);", ""),
    ] {
        if !message.is_empty() {
            check(text, message);
        }
    }
}
