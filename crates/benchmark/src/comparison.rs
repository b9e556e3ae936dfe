use std::fmt::Write;

use crate::report::{cell, shots};
use crate::{Analysis, Benchmark, BenchmarkError, IntervalEstimate, Suite};

/// Two finished runs side by side, as a Markdown table: the score, the size, and each circuit that both have run. Where
/// the intervals of two numbers have nothing in common, the better one is marked by an asterisk. If only one of them is
/// of the quick part, of the other these circuits alone are compared.
///
/// # Errors
/// Returns an error if one is unfinished, or their suites have different versions.
pub fn comparison(first: &Benchmark, second: &Benchmark) -> Result<String, BenchmarkError> {
    if first.suite != second.suite {
        let versions = [first.suite, second.suite];
        return Err(BenchmarkError::OtherSuite { versions });
    }
    let suite = Suite::version(first.suite).unwrap_or(Suite::v1());
    let quick = first.quick || second.quick;
    let part = |benchmark: &Benchmark| {
        let names = suite.chosen(quick).into_iter().map(|circuit| &circuit.name);
        let counts = names.filter_map(|name| {
            let mut circuits = benchmark.circuits.iter();
            let found = circuits.find(|circuit| circuit.name == *name)?;
            let counts = found.counts.iter().map(|(bits, &count)| (bits, count));
            Some((name, counts))
        });
        Analysis::of_counts(suite, counts)
    };
    let (a, b) = (part(first)?, part(second)?);
    let mut text = format!(
        "| | {} | {} |\n| --- | ---: | ---: |\n",
        cell(&first.backend),
        cell(&second.backend)
    );
    let points = |estimate: IntervalEstimate| {
        let IntervalEstimate { value, low, high } = estimate;
        format!("{value:.1} ({low:.1} to {high:.1})")
    };
    let mut row = |name: &str,
                   a: IntervalEstimate,
                   b: IntervalEstimate,
                   shown: fn(IntervalEstimate) -> String| {
        let mark = |is_better: bool| if is_better { "*" } else { "" };
        let (first_mark, second_mark) = (mark(a.low > b.high), mark(b.low > a.high));
        let _ = writeln!(
            text,
            "| {name} | {}{first_mark} | {}{second_mark} |",
            shown(a),
            shown(b)
        );
    };
    let percent = IntervalEstimate::percent;
    row("score", a.score, b.score, points);
    row(
        "measurements undisturbed",
        a.measurements,
        b.measurements,
        percent,
    );
    row("plies undisturbed", a.plies, b.plies, percent);
    for (result, other) in a.circuits.iter().zip(&b.circuits) {
        let name = format!("{}, fidelity", result.name);
        row(&name, result.fidelity, other.fidelity, percent);
    }
    let _ = writeln!(text, "| size | {} | {} |", a.size, b.size);
    let _ = writeln!(text, "| shots | {} | {} |", shots(&a), shots(&b));
    text.push_str("\n* better beyond the intervals\n");
    if first.quick != second.quick {
        text.push_str("Only the circuits of the quick part are compared.\n");
    }
    Ok(text)
}
