//! The results as plots.

use cheqqers_picture::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

use crate::analysis::{MIN_FIDELITY, MIN_LEGAL_SHARE};
use crate::{Benchmark, IntervalEstimate, Suite};

/// Classes of fidelity in the volumetric plot: the least of each, with its name.
const CLASSES: [(f64, &str); 4] = [
    (0.9, "fidelity 0.9 to 1"),
    (0.7, "0.7 to 0.9"),
    (0.5, "0.5 to 0.7"),
    (0.0, "below 0.5"),
];

/// The plots of a finished run, each with the name of its file: legal shares and fidelities by size, and the
/// volumetric plot, in which a circuit stands at its numbers of qubits and of entangling gates.
///
/// Source of the second: Lubinski and others, "Application-Oriented Performance Benchmarks for Quantum Computing", 2021.
pub fn figures(suite: &Suite, benchmark: &Benchmark) -> [(&'static str, Figure); 2] {
    let settings = format!(
        "suite {}{}, {} shots of each circuit, {}",
        benchmark.suite,
        if benchmark.quick { ", quick" } else { "" },
        benchmark.shots,
        benchmark.started,
    );
    let figure = |title: String, panel| Figure {
        title,
        panels: vec![panel],
        settings: settings.clone(),
    };
    [
        (
            "size",
            figure(format!("{} by size", benchmark.backend), by_size(benchmark)),
        ),
        (
            "volumetric",
            figure(benchmark.backend.clone(), volumetric(suite, benchmark)),
        ),
    ]
}

fn by_size(benchmark: &Benchmark) -> Panel {
    let sizes = benchmark
        .analysis
        .iter()
        .flat_map(|analysis| &analysis.sizes);
    let series = |name: &str, value: fn(&crate::SizeMetrics) -> IntervalEstimate| DataSeries {
        name: name.to_owned(),
        points: sizes
            .clone()
            .map(|size| point(size.qubits as f64, value(size)))
            .collect(),
    };
    Panel {
        title: format!(
            "a size passes from {MIN_LEGAL_SHARE} legal and a fidelity of {MIN_FIDELITY} of these"
        ),
        x: Axis::named(
            "qubits",
            sizes
                .clone()
                .map(|size| (size.qubits as f64, size.qubits.to_string())),
        ),
        y: Axis::within("share, fidelity", 0.0, 1.0),
        kind: ChartKind::Lines,
        series: vec![
            series("legal shots", |size| size.legal),
            series("fidelity of legal shots", |size| size.legal_fidelity),
            series("fidelity of all shots", |size| size.fidelity),
        ],
    }
}

fn point(x: f64, estimate: IntervalEstimate) -> Point {
    Point {
        x,
        y: estimate.value,
        error: Some((estimate.low, estimate.high)),
    }
}

fn volumetric(suite: &Suite, benchmark: &Benchmark) -> Panel {
    let circuits = benchmark
        .analysis
        .iter()
        .flat_map(|analysis| &analysis.circuits);
    let placed: Vec<(f64, Point)> = circuits
        .filter_map(|result| {
            let circuit = suite.circuit(&result.name)?;
            let point = Point {
                x: circuit.qubits as f64,
                y: circuit.num_entangling() as f64,
                error: None,
            };
            Some((result.fidelity.value, point))
        })
        .collect();
    let mut most = f64::INFINITY;
    let series = CLASSES.map(|(least, name)| {
        let of_class = placed
            .iter()
            .filter(|(fidelity, _)| (least..most).contains(fidelity));
        let points = of_class.map(|&(_, point)| point).collect();
        most = least;
        DataSeries {
            name: name.to_owned(),
            points,
        }
    });
    Panel {
        title: "each circuit by its qubits and gates".into(),
        x: Axis::from_zero("qubits"),
        y: Axis::from_zero("entangling gates"),
        kind: ChartKind::Marks,
        series: series.into(),
    }
}
