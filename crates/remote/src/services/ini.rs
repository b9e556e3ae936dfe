//! Files of credentials that are INI files, as Python's `configparser` writes them.

use std::collections::BTreeMap;

use configparser::ini::Ini;

/// Values of a section that are not empty, by their keys in lower case; `None` if it is not there.
///
/// # Errors
/// Returns an error if the text is no INI file; what is wrong with it is not told, as that may be a secret.
pub(super) fn section(
    text: &str,
    name: &str,
) -> Result<Option<BTreeMap<String, String>>, &'static str> {
    let mut file = Ini::new();
    // As there: a comment has a line of its own.
    file.set_inline_comment_symbols(Some(&[]));
    let mut sections = file.read(text.to_owned()).map_err(|_| "is no INI file")?;
    let section = sections.remove(&name.to_lowercase());
    let is_set = |(key, value): (String, Option<String>)| {
        Some((key, value.filter(|value| !value.is_empty())?))
    };
    Ok(section.map(|values| values.into_iter().filter_map(is_set).collect()))
}
