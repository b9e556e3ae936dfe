//! The results as text.

use std::fmt::Write;

use cheqqers_backend::{Provenance, ResponseForm, UsedCalibration};

use crate::analysis::{MIN_FIDELITY, MIN_LEGAL_SHARE};
use crate::resample::mean;
use crate::{Analysis, Benchmark, IntervalEstimate, Suite};

/// The results of a finished run as Markdown; an unfinished one has none.
pub fn markdown(suite: &Suite, benchmark: &Benchmark) -> String {
    let Some(analysis) = &benchmark.analysis else {
        return String::new();
    };
    let mut text = format!("# Benchmark of {}\n\n", benchmark.backend);
    let IntervalEstimate { value, low, high } = analysis.score;
    let lines = [
        ("score", format!("{value:.1} ({low:.1} to {high:.1})")),
        ("size", analysis.size.to_string()),
        ("measurements undisturbed", analysis.measurements.percent()),
        ("plies undisturbed", analysis.plies.percent()),
        (
            "suite",
            format!(
                "version {}{}",
                benchmark.suite,
                if benchmark.quick { ", quick part" } else { "" }
            ),
        ),
        ("shots of each circuit", shots(analysis)),
        ("begun", benchmark.started.clone()),
        ("ended", benchmark.ended.clone().unwrap_or_default()),
        ("version", format!("cheqqers {}", benchmark.version)),
    ];
    let _ = writeln!(text, "| | |\n| --- | --- |");
    for (name, value) in lines {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    let _ = write!(
        text,
        "\nNumbers in brackets are 95 % intervals. A size passes if at least {:.0} % of its shots are legal, by the lower \
         end of the interval, and these have a fidelity of {MIN_FIDELITY}; the size of the device is the largest up to which \
         all pass.\n\n## By size\n\n",
        100.0 * MIN_LEGAL_SHARE
    );
    let _ = writeln!(
        text,
        "| qubits | legal shots | fidelity of legal shots | fidelity of all shots | passes |\n| ---: | ---: | ---: | ---: | --- |"
    );
    for size in &analysis.sizes {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            size.qubits,
            size.legal.percent(),
            size.legal_fidelity.percent(),
            size.fidelity.percent(),
            if size.passes { "yes" } else { "no" }
        );
    }
    let _ = writeln!(
        text,
        "\n## By circuit\n\n| circuit | qubits | entangling gates | shots | legal shots | fidelity | distance | contrast |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    );
    for result in &analysis.circuits {
        let circuit = suite.circuit(&result.name);
        let (qubits, gates) =
            circuit.map_or((0, 0), |circuit| (circuit.qubits, circuit.num_entangling()));
        let contrast = result
            .contrast
            .map_or_else(String::new, IntervalEstimate::percent);
        let _ = writeln!(
            text,
            "| {} | {qubits} | {gates} | {} | {} | {} | {} | {contrast} |",
            result.name,
            result.shots,
            result.legal.percent(),
            result.fidelity.percent(),
            result.distance.percent(),
        );
    }
    if !benchmark.jobs.is_empty() {
        text.push_str(&jobs(&benchmark.jobs));
    }
    text
}

/// The jobs, each with its device and where it was placed on it.
fn jobs(jobs: &[Provenance]) -> String {
    let mut text = String::new();
    let is_drawn = |job: &Provenance| job.answer == Some(ResponseForm::Probabilities);
    if jobs.iter().any(is_drawn) {
        text.push_str(
            "\nThe service returned probabilities: the shots were drawn from them here.\n",
        );
    }
    let _ = writeln!(
        text,
        "\n## Jobs\n\n| job | device | calibrated | shots | placed on | readout error | gate error |\n\
         | --- | --- | --- | ---: | --- | ---: | ---: |"
    );
    for job in jobs {
        let placement: Vec<String> = job.placement.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "| {} | {} of {} | {} | {} | {} | {} |",
            cell(job.job.as_deref().unwrap_or(&job.key)),
            cell(&job.device),
            job.service,
            job.calibrated.as_deref().unwrap_or("not told"),
            job.shots,
            placement.join(" "),
            job.calibration
                .as_ref()
                .map_or_else(|| " | ".into(), errors),
        );
    }
    text
}

/// The number of shots of the circuits, or the least and the most.
pub(crate) fn shots(analysis: &Analysis) -> String {
    let shots = || analysis.circuits.iter().map(|circuit| circuit.shots);
    let (least, most) = (shots().min().unwrap_or(0), shots().max().unwrap_or(0));
    if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    }
}

/// A name in a cell of a table.
pub(crate) fn cell(name: &str) -> String {
    name.replace('|', "\\|")
}

/// The mean readout error of the qubits, and the mean error of their pairs.
fn errors(calibration: &UsedCalibration) -> String {
    let readout = calibration.qubits.iter().flat_map(|known| known.readout);
    let pairs = calibration.pairs.iter().map(|known| known.error);
    let percent = |errors: Vec<f64>| match &*errors {
        [] => String::new(),
        errors => format!("{:.2} %", 100.0 * mean(errors)),
    };
    format!(
        "{} | {}",
        percent(readout.collect()),
        percent(pairs.collect())
    )
}
