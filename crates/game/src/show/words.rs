/// Such as `a, b and c`, `last` being the word before the last.
pub fn join(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The text with a capital letter in front, as a sentence begins.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

/// A form with these values in place of their names.
pub(super) fn filled(form: &str, values: &[(&str, String)]) -> String {
    let fill = |text: String, (name, value): &(&str, String)| text.replace(name, value);
    values.iter().fold(form.to_owned(), fill)
}
