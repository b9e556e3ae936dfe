use std::fmt::Write;

use cheqqers_circuit::{Clbit, Column, Grouping, Mark, Qubit, Symbols};

use crate::writer::AnnotatedCircuit;

/// Text before the circuit. The styles are named because quantikz expands its options.
const HEAD: &str = "\
\\documentclass[border=4pt]{standalone}
\\usepackage[T1]{fontenc}
\\usepackage{tikz}
\\usetikzlibrary{quantikz2}
\\tikzset{
  group/.style={dashed, rounded corners, draw=black!40, fill=blue!4, inner xsep=2pt},
  group name/.style={label position=above, anchor=south, yshift=-2mm, font=\\scriptsize\\ttfamily},
}
\\begin{document}
\\begin{quantikz}[row sep={0.75cm,between origins}, column sep=0.35cm]
";

/// Formats a circuit as a LaTeX document for `pdflatex`: a `quantikz` environment with a line for
/// each wire.
///
/// Wires are labelled with their names in order of time, gates framed by group, and measurements
/// labelled with clbit and name; the title and the post-processing are comments. Requires the
/// library `quantikz2` (2023 or later). A document is as wide as its circuit, whose columns are
/// those of the text drawing.
pub fn latex(program: &AnnotatedCircuit<'_>) -> String {
    let num_qubits = program.circuit.num_qubits();
    let columns = program.circuit.columns(Grouping::of(program.groups));
    // A last column without operations: wires go on or show their bits.
    let mut cells = vec![vec![String::new(); columns.len() + 1]; num_qubits];
    for (number, column) in columns.iter().enumerate() {
        for operation in &column.operations {
            let mut marks = operation.action.marks(Symbols::Unicode);
            marks.sort_unstable_by_key(|&(qubit, _)| qubit);
            let below = marks.iter().skip(1).map(|&(qubit, _)| Some(qubit));
            let below: Vec<Option<Qubit>> = below.chain([None]).collect();
            for ((qubit, mark), below) in marks.into_iter().zip(below) {
                let row = &mut cells[qubit.index()];
                row[number].push_str(&cell(&mark));
                if let Some(below) = below {
                    let _ = write!(row[number], "\\vqw{{{}}}", below.0 - qubit.0);
                }
                if let Mark::Meter(clbit) = mark {
                    row[number + 1].push_str("\\setwiretype{c}");
                    let last = row.last_mut().expect("there is a last column");
                    let _ = write!(last, "\\rstick{{{}}}", bit(program, clbit));
                }
            }
        }
    }
    if let Some(first) = cells.first_mut() {
        frame_groups(program, &columns, first, num_qubits);
    }
    let mut out = String::new();
    for line in program.title.iter().chain(&program.formulas()) {
        let _ = writeln!(out, "% {}", line.replace(char::is_control, "?"));
    }
    out.push_str(HEAD);
    for (index, row) in cells.iter().enumerate() {
        let name = program.qubit_label(Qubit::from_index(index), " → ");
        let name = name.unwrap_or_else(|| format!("q{index}"));
        let end = if index + 1 < num_qubits { " \\\\" } else { "" };
        let row = row.join(" & ");
        let _ = writeln!(
            out,
            "\\lstick{{{}}} & {}{end}",
            escaped(&name),
            row.trim_end()
        );
    }
    out.push_str("\\end{quantikz}\n\\end{document}\n");
    out
}

/// Frames each named group, from the cells of the first wire.
fn frame_groups(
    program: &AnnotatedCircuit<'_>,
    columns: &[Column<'_>],
    first: &mut [String],
    wires: usize,
) {
    let mut at = 0;
    for group in columns.chunk_by(|_, next| next.group.is_none()) {
        let number = group[0].group.unwrap_or(0);
        if let Some(name) = program.group(number).filter(|name| !name.is_empty()) {
            let (steps, name) = (group.len(), escaped(name));
            let _ = write!(
                first[at],
                "\\gategroup[{wires},steps={steps},style=group,background,label style=group name]{{{name}}}"
            );
        }
        at += group.len();
    }
}

fn cell(mark: &Mark) -> String {
    match mark {
        Mark::Control => "\\control{}".into(),
        Mark::Target => "\\targ{}".into(),
        Mark::Cross => "\\targX{}".into(),
        Mark::Boxed(text) if text.len() == 1 => format!("\\gate{{{}}}", escaped(text)),
        Mark::Boxed(text) => format!("\\gate{{\\textrm{{{}}}}}", escaped(text)),
        Mark::Meter(_) => "\\meter{}".into(),
        // Marks added later.
        _ => "\\gate{?}".into(),
    }
}

/// Label of a measured bit: clbit and name.
fn bit(program: &AnnotatedCircuit<'_>, clbit: Clbit) -> String {
    let name = program
        .clbit(clbit)
        .map(|name| format!(" {}", escaped(name)));
    format!("$c_{{{}}}${}", clbit.0, name.unwrap_or_default())
}

/// Escapes text for LaTeX; characters that it may lack become question marks.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => safe.push_str("\\textbackslash{}"),
            '^' => safe.push_str("\\textasciicircum{}"),
            '~' => safe.push_str("\\textasciitilde{}"),
            '<' => safe.push_str("\\textless{}"),
            '>' => safe.push_str("\\textgreater{}"),
            '"' => safe.push_str("\\textquotedbl{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => safe.extend(['\\', c]),
            '→' => safe.push_str("$\\to$"),
            '†' => safe.push_str("$^\\dagger$"),
            '√' => safe.push_str("$\\surd$"),
            'π' => safe.push_str("$\\pi$"),
            c if c == ' ' || c.is_ascii_graphic() => safe.push(c),
            _ => safe.push('?'),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::{Circuit, Gate, Parity, PostProcessing};

    use super::*;

    #[test]
    fn a_document_has_a_line_for_each_wire() {
        let mut circuit = Circuit::new(3, 0);
        let q = [Qubit(0), Qubit(1), Qubit(2)];
        circuit.push_in(1, Gate::S, &q[..1]).unwrap();
        circuit.push_in(1, Gate::Sdg, &q[1..2]).unwrap();
        circuit.push_in(2, Gate::Ch, &[q[2], q[0]]).unwrap();
        circuit.push_in(2, Gate::Cx, &[q[0], q[1]]).unwrap();
        let clbit = circuit.add_clbit();
        circuit.measure(q[2], clbit).unwrap();
        let qubits = [vec!["c3".to_owned(), "b4".to_owned()]];
        let groups = ["c3^b4d4", "b4_%"].map(str::to_owned);
        let (title, bits) = (["a game".to_owned()], ["d4".to_owned()]);
        let text = latex(&AnnotatedCircuit {
            title: &title,
            qubits: &qubits,
            clbits: &bits,
            groups: &groups,
            ..AnnotatedCircuit::new(&circuit)
        });
        let (head, body) = text.split_once("column sep=0.35cm]\n").unwrap();
        assert!(head.starts_with("% a game\n\\documentclass") && head.contains("{quantikz2}"));
        assert_eq!(
            body,
            r"\lstick{c3 $\to$ b4} & \gate{S}\gategroup[3,steps=1,style=group,background,label style=group name]{c3\textasciicircum{}b4d4} & \gate{H}\vqw{2}\gategroup[3,steps=2,style=group,background,label style=group name]{b4\_\%} & \control{}\vqw{1} &  & \\
\lstick{q1} & \gate{\textrm{S$^\dagger$}} &  & \targ{} &  & \\
\lstick{q2} &  & \control{} &  & \meter{} & \setwiretype{c}\rstick{$c_{0}$ d4}
\end{quantikz}
\end{document}
"
        );
    }

    #[test]
    fn what_is_left_to_fold_stands_in_a_comment() {
        let mut circuit = Circuit::new(1, 0);
        circuit.measure_all();
        let fold = PostProcessing::new(vec![Parity::new([Clbit(0)], true)]);
        let bits = ["b4".to_owned()];
        let text = latex(&AnnotatedCircuit {
            clbits: &bits,
            post_processing: Some(&fold),
            ..AnnotatedCircuit::new(&circuit)
        });
        assert!(text.starts_with("% b4 = c[0] ^ 1\n") && text.contains("\\rstick{$c_{0}$}"));
    }

    #[test]
    fn names_are_text_to_latex() {
        assert_eq!(
            escaped("a^b_c\\{}#$%&~<>\"é\n"),
            "a\\textasciicircum{}b\\_c\\textbackslash{}\\{\\}\\#\\$\\%\\&\\textasciitilde{}\
             \\textless{}\\textgreater{}\\textquotedbl{}??"
        );
        for gate in Gate::all(std::f64::consts::PI) {
            let mut circuit = Circuit::new(3, 0);
            let qubits = [Qubit(0), Qubit(2), Qubit(1)];
            circuit.push(gate, &qubits[..gate.num_qubits()]).unwrap();
            let text = latex(&AnnotatedCircuit::new(&circuit));
            assert!(text.is_ascii() && !text.contains('?'), "{gate}: {text}");
        }
    }
}
