use std::fmt::Write;

use cheqqers_circuit::{Action, Grouping, Mark, Qubit, Symbols};

use crate::writer::AnnotatedCircuit;

mod layout;

use layout::{
    BOX, Block, CHARACTER, GAP, MARGIN, PlacedColumn, blocks, box_width, width, wire_spans,
};

/// Height of a line of text.
const LINE: usize = 18;
/// Minimum distance between wires.
const WIRE: usize = 38;
/// Maximum number of names on a line of a wire's label.
const NAMES: usize = 4;

/// Draws a circuit for slides and pages: SVG 1.1 with a white background, text as text, no scripts
/// and no styles.
///
/// Wires are labelled with their names in order of time, columns with their group, and measurements
/// with clbit and name. A wire is pale before its first gate and ends where it is measured. A
/// circuit wider than 1200 pixels continues below. Lines end with a line feed.
pub fn svg(program: &AnnotatedCircuit<'_>) -> String {
    let labels: Vec<Vec<String>> = (0..program.circuit.num_qubits())
        .map(|index| label(program, Qubit::from_index(index)))
        .collect();
    let number = CHARACTER * (labels.len().max(1).ilog10() as usize + 3);
    let widest = labels.iter().flatten().map(|line| width(line)).max();
    let start = MARGIN + number + widest.unwrap_or(0) + GAP;
    let highest = labels.iter().map(Vec::len).max().unwrap_or(0);
    let columns = program.circuit.columns(Grouping::of(program.groups));
    let blocks = blocks(program, columns, start);
    let right = blocks.iter().map(|block| block.end).max();
    let total = right.unwrap_or(start).max(20 * MARGIN) + MARGIN;

    let mut drawing = Drawing {
        program,
        pitch: WIRE.max(highest * LINE + 2),
        start,
        end: total - MARGIN,
        y: MARGIN,
        out: String::new(),
    };
    let (first, others) = program.title.split_at(program.title.len().min(1));
    drawing.paragraphs(first, "#111827");
    drawing.paragraphs(others, "#6b7280");
    drawing.y += LINE / 2;
    let spans = wire_spans(&blocks, labels.len());
    for (number, block) in blocks.iter().enumerate() {
        let parts = spans.iter().map(|span| span.parts(number, block.end));
        drawing.block(block, &labels, &parts.collect::<Vec<_>>());
    }
    drawing.paragraphs(&program.formulas(), "#6b7280");
    let (body, height) = (drawing.out, drawing.y + MARGIN / 2);
    let title = escaped(program.title.first().map_or("a circuit", String::as_str));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{total}\" \
         height=\"{height}\" viewBox=\"0 0 {total} {height}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n\
         <title>{title}</title>\n\
         <rect width=\"{total}\" height=\"{height}\" rx=\"8\" fill=\"#ffffff\"/>\n\
         {body}</svg>\n"
    )
}

/// Label of a wire, in lines.
fn label(program: &AnnotatedCircuit<'_>, qubit: Qubit) -> Vec<String> {
    let names = match program.qubits.get(qubit.index()).map(Vec::as_slice) {
        None => return Vec::new(),
        Some([]) => return vec!["ancilla".into()],
        Some(names) => names,
    };
    let lines: Vec<String> = names.chunks(NAMES).map(|line| line.join(" → ")).collect();
    let last = lines.len() - 1;
    let lines = lines.into_iter().enumerate();
    lines
        .map(|(k, line)| if k < last { line + " →" } else { line })
        .collect()
}

/// Drawing that grows from top to bottom.
struct Drawing<'a> {
    program: &'a AnnotatedCircuit<'a>,
    /// Distance between wires.
    pitch: usize,
    /// Left end of the wires, and right end of the text.
    start: usize,
    end: usize,
    /// Top of the free space.
    y: usize,
    out: String,
}

impl Drawing<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Draws lines of text, wrapped between words.
    fn paragraphs(&mut self, texts: &[String], fill: &str) {
        for text in texts {
            let mut lines = vec![String::new()];
            for word in text.split(' ') {
                let line = lines.last_mut().expect("there is a first line");
                if line.is_empty() {
                    line.push_str(word);
                } else if MARGIN + width(line) + width(word) < self.end {
                    let _ = write!(line, " {word}");
                } else {
                    lines.push(word.to_owned());
                }
            }
            for line in lines {
                let (y, text) = (self.y + LINE / 2, escaped(&line));
                self.line(&format!(
                    "<text x=\"{MARGIN}\" y=\"{y}\" fill=\"{fill}\">{text}</text>"
                ));
                self.y += LINE;
            }
        }
    }

    fn block(&mut self, block: &Block<'_>, labels: &[Vec<String>], parts: &[(usize, usize)]) {
        let top = self.y + LINE + GAP / 2;
        let bottom = top + self.pitch * labels.len();
        self.bands(block, top, bottom);
        self.labels(labels, top);
        self.wires(parts, top);
        for placed in &block.columns {
            for operation in &placed.column.operations {
                self.operation(&operation.action, placed.middle, top);
            }
        }
        self.y = bottom + LINE;
    }

    /// Vertical position of a wire.
    fn wire(&self, qubit: Qubit, top: usize) -> usize {
        top + self.pitch * qubit.index() + self.pitch / 2
    }

    /// Draws groups: a background for every other one, a line where it begins, its name above.
    fn bands(&mut self, block: &Block<'_>, top: usize, bottom: usize) {
        let same = |a: &PlacedColumn<'_>, b: &PlacedColumn<'_>| a.begun == b.begun;
        let mut groups = block.columns.chunk_by(same).peekable();
        while let Some(columns) = groups.next() {
            let first = &columns[0];
            let Some(name) = self.program.group(first.group).filter(|n| !n.is_empty()) else {
                continue;
            };
            let left = first.left - GAP / 2;
            let right = groups
                .peek()
                .map_or(block.end, |next| next[0].left - GAP / 2);
            let (width, height) = (right - left, bottom - top);
            if first.begun % 2 == 1 {
                self.line(&format!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
                     fill=\"#f3f5f9\"/>"
                ));
            }
            let start = top - LINE;
            self.line(&format!(
                "<path d=\"M{left} {start}V{bottom}\" stroke=\"#9ca3af\" \
                 stroke-dasharray=\"2 4\" fill=\"none\"/>"
            ));
            let goes_on = if first.column.group.is_none() {
                "… "
            } else {
                ""
            };
            let (x, y, name) = (left + GAP / 2, top - GAP / 2, escaped(name));
            self.line(&format!(
                "<text x=\"{x}\" y=\"{y}\" fill=\"#111827\" font-weight=\"bold\">{goes_on}{name}</text>"
            ));
        }
    }

    fn labels(&mut self, labels: &[Vec<String>], top: usize) {
        for (index, lines) in labels.iter().enumerate() {
            let middle = self.wire(Qubit::from_index(index), top) + 5;
            self.line(&format!(
                "<text x=\"{MARGIN}\" y=\"{middle}\" fill=\"#9ca3af\">q{index}</text>"
            ));
            let mut y = middle - LINE * lines.len().saturating_sub(1) / 2;
            let x = self.start - GAP;
            for text in lines {
                let text = escaped(text);
                self.line(&format!(
                    "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"#111827\">{text}</text>"
                ));
                y += LINE;
            }
        }
    }

    fn wires(&mut self, parts: &[(usize, usize)], top: usize) {
        for (index, &(pale, end)) in parts.iter().enumerate() {
            let y = self.wire(Qubit::from_index(index), top);
            let start = self.start;
            for (x, end, stroke) in [(start, pale, "#d1d5db"), (start.max(pale), end, "#374151")] {
                if x < end {
                    self.line(&format!(
                        "<path d=\"M{x} {y}H{end}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>"
                    ));
                }
            }
        }
    }

    fn operation(&mut self, action: &Action, x: usize, top: usize) {
        let (first, last) = action.span();
        if first != last {
            let (from, to) = (self.wire(first, top), self.wire(last, top));
            self.line(&format!(
                "<path d=\"M{x} {from}V{to}\" stroke=\"#1e4f8f\" stroke-width=\"1.5\"/>"
            ));
        }
        for (qubit, mark) in action.marks(Symbols::Unicode) {
            let y = self.wire(qubit, top);
            let shape = self.mark(&mark, x, y);
            self.line(&shape);
        }
    }

    fn mark(&self, mark: &Mark, x: usize, y: usize) -> String {
        match mark {
            Mark::Control => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"#1e4f8f\"/>"),
            Mark::Target => format!(
                "<path d=\"M{} {y}a10 10 0 1 0 20 0a10 10 0 1 0 -20 0h20m-10 -10v20\" \
                 fill=\"#ffffff\" stroke=\"#1e4f8f\" stroke-width=\"1.5\"/>",
                x - 10
            ),
            Mark::Cross => format!(
                "<path d=\"M{} {}l12 12m0 -12l-12 12\" stroke=\"#1e4f8f\" stroke-width=\"2\"/>",
                x - 6,
                y - 6
            ),
            Mark::Boxed(text) => {
                let width = box_width(text);
                format!(
                    "{}<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#111827\">{}</text>",
                    frame(x - width / 2, y, width, "#e6effb", "#1e4f8f"),
                    y + 5,
                    escaped(text)
                )
            }
            &Mark::Meter(clbit) => {
                let name = escaped(self.program.clbit(clbit).unwrap_or_default());
                let (left, number) = (x - BOX / 2, clbit.0);
                format!(
                    "{}<path d=\"M{} {}a8 8 0 0 1 16 0m-8 0l6 -11\" fill=\"none\" \
                     stroke=\"#8a5a00\" stroke-width=\"1.5\"/>\
                     <text x=\"{}\" y=\"{}\" fill=\"#9ca3af\">c{number} \
                     <tspan fill=\"#111827\" font-weight=\"bold\">{name}</tspan></text>",
                    frame(left, y, BOX, "#fdf2dc", "#8a5a00"),
                    left + 5,
                    y + 6,
                    left + BOX + 6,
                    y + 5
                )
            }
            // Marks added later.
            _ => frame(x - BOX / 2, y, BOX, "#ffffff", "#1e4f8f"),
        }
    }
}

/// Box centred on a wire.
fn frame(left: usize, y: usize, width: usize, fill: &str, stroke: &str) -> String {
    let top = y - BOX / 2;
    format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{BOX}\" rx=\"3\" \
         fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>"
    )
}

/// Escapes text for XML; characters that XML forbids become question marks.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c) => safe.push('?'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests;
