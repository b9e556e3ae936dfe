/// A probability for people to read: `50 %`, `12.5 %`, `72.86 %`. What is not certain never reads
/// as 0 % or 100 %.
pub fn percent(probability: f64) -> String {
    let text = rounded(probability, 2);
    match (probability > 0.0, probability < 1.0, text.as_str()) {
        (true, _, "0") => "<0.01 %".into(),
        (_, true, "100") => ">99.99 %".into(),
        _ => format!("{text} %"),
    }
}

/// The same in at most `width` characters, which are 4 at least: `50%`, `12.5%`, `6.25%`, `<1%`.
pub fn short_percent(probability: f64, width: usize) -> String {
    (0..=2)
        .rev()
        .map(|decimals| rounded(probability, decimals))
        .filter(|text| {
            let rounded_away =
                (probability > 0.0 && text == "0") || (probability < 1.0 && text == "100");
            !rounded_away && text.len() < width
        })
        .map(|text| format!("{text}%"))
        .next()
        .unwrap_or_else(|| if probability < 0.5 { "<1%" } else { ">99%" }.into())
}

/// Hundredths with at most so many decimals, and none that are zero at the end.
fn rounded(probability: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", 100.0 * probability);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_certain_never_reads_as_certain() {
        for (probability, long, short, shorter) in [
            (1.0, "100 %", "100%", "100%"),
            (0.5, "50 %", "50%", "50%"),
            (0.125, "12.5 %", "12.5%", "12%"),
            (0.0625, "6.25 %", "6.25%", "6.2%"),
            (0.728_553_39, "72.86 %", "72.9%", "73%"),
            (0.021_446_61, "2.14 %", "2.14%", "2.1%"),
            (1e-9, "<0.01 %", "<1%", "<1%"),
            (1.0 - 1e-9, ">99.99 %", ">99%", ">99%"),
            (0.996, "99.6 %", "99.6%", ">99%"),
            (0.0, "0 %", "0%", "0%"),
        ] {
            assert_eq!(percent(probability), long);
            assert_eq!(short_percent(probability, 5), short);
            assert_eq!(short_percent(probability, 4), shorter);
        }
    }
}
