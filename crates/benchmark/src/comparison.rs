use std::fmt::Write;

use crate::{Benchmark, IntervalEstimate};

/// Two finished runs side by side, as a Markdown table: the score, the size, and each circuit that both have run. Where
/// the intervals of two numbers have nothing in common, the better one is marked by an asterisk.
pub fn comparison(first: &Benchmark, second: &Benchmark) -> String {
    let mut text = format!(
        "| | {} | {} |\n| --- | ---: | ---: |\n",
        first.backend, second.backend
    );
    let (Some(a), Some(b)) = (&first.analysis, &second.analysis) else {
        return text;
    };
    let points = |estimate: IntervalEstimate| estimate.mapped(|score| score / 100.0);
    let mut row = |name: &str, (a, b): (IntervalEstimate, IntervalEstimate)| {
        let mark = |is_better: bool| if is_better { "*" } else { "" };
        let (better, worse) = (mark(a.low > b.high), mark(b.low > a.high));
        let _ = writeln!(
            text,
            "| {name} | {}{better} | {}{worse} |",
            a.percent(),
            b.percent()
        );
    };
    row("score", (points(a.score), points(b.score)));
    row("measurements undisturbed", (a.measurements, b.measurements));
    for result in &a.circuits {
        if let Some(other) = b.circuits.iter().find(|other| other.name == result.name) {
            row(
                &format!("{}, fidelity", result.name),
                (result.fidelity, other.fidelity),
            );
        }
    }
    let _ = writeln!(text, "| size | {} | {} |", a.size, b.size);
    text
}
