//! Small boards solved exactly.

use serde_json::Value;

use crate::command::{cheqqers, printed};

const SMALL: [&str; 5] = ["solve", "--size", "4", "--rows", "1"];

fn solved(options: &[&str]) -> Value {
    let text = printed(&[&SMALL[..], options, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn classical_checkers_on_4_by_4_is_a_draw() {
    let options = ["--level", "0", "--draw-after", "off"];
    assert_eq!(
        printed(&[&SMALL[..], &options].concat()),
        "positions 1889 (all, the farthest 36 plies from the start)\n\
         value 0.000000000 to 0.000000000 for White\n\
         won 392, drawn 1242, lost 255, between 0 for the player to move; open 0\n"
    );
    let distinct = solved(&[&options[..], &["--distinct"]].concat());
    assert_eq!(distinct["closed"], true);
    assert_eq!(distinct["positions"], 2409);
    assert_eq!(distinct["expanded"], 2409);
    assert_eq!(distinct["settings"]["draw_after"], "off");
    let by_plies: Vec<u64> = serde_json::from_value(distinct["by_plies"].clone()).unwrap();
    assert_eq!(by_plies[..3], [1, 3, 9]);
    assert_eq!(by_plies.iter().sum::<u64>(), 2409);
}

/// Of what is beyond the limit nothing is known, and the rest is proved all the same.
#[test]
fn positions_beyond_the_limit_are_open() {
    let solved = solved(&["--level", "3", "--limit", "5000", "--threads", "1"]);
    assert_eq!(solved["closed"], false);
    let number = |key: &str| solved[key].as_u64().unwrap();
    assert!(number("positions") >= 5000 && number("expanded") < number("positions"));
    let kinds = ["won", "drawn", "lost", "between", "open"].map(number);
    assert!(number("open") > 0);
    assert_eq!(kinds.iter().sum::<u64>(), number("positions"));
    let bound = |key: &str| solved["value"][key].as_f64().unwrap();
    assert!(-1.0 <= bound("least") && bound("least") <= bound("most") && bound("most") <= 1.0);
}

/// Black is to move, and takes White's only king.
#[test]
fn the_value_is_that_for_white() {
    let position = ["--level", "0", "--position", "B:WK5:BK1,K3"];
    let solved = solved(&position);
    assert_eq!(solved["value"]["least"], -1.0);
    assert_eq!(solved["value"]["most"], -1.0);
}

#[test]
fn games_without_exact_codes_are_refused() {
    for options in [
        &["solve", "--game", "queens-chess"][..],
        &[
            "solve",
            "--size",
            "4",
            "--entanglement",
            "unlimited",
            "--level",
            "2",
        ],
    ] {
        let done = cheqqers(options);
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{options:?}");
        assert!(done.err.contains("no exact code"), "{}", done.err);
    }
}
