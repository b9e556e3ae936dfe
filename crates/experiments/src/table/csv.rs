use super::column::Column;

/// CSV text of the columns (RFC 4180, with plain line feeds): names first, missing cells empty, numbers
/// in the shortest form that reads back as the same number.
pub(super) fn write(columns: &[(String, Column)], rows: usize) -> String {
    let mut text = String::new();
    line(&mut text, columns.iter().map(|(name, _)| name.clone()));
    for row in 0..rows {
        line(
            &mut text,
            columns.iter().map(|(_, column)| cell(column, row)),
        );
    }
    text
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    for (k, cell) in cells.enumerate() {
        if k > 0 {
            text.push(',');
        }
        if cell.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&cell);
        }
    }
    text.push('\n');
}

fn cell(column: &Column, row: usize) -> String {
    match column {
        Column::Integers(cells) => cells[row].map(|cell| cell.to_string()),
        Column::Numbers(cells) => cells[row].map(|cell| cell.to_string()),
        Column::Words(cells) => cells[row].clone(),
    }
    .unwrap_or_default()
}
