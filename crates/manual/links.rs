/// The path that a relative link in a page leads to, from the folder of the pages; `None` if it leads out
/// of that folder, or nowhere in particular as an address of the web.
///
/// ```
/// # use cheqqers_manual::resolve;
/// let found = resolve("how-to/ibm.md", "../reference/gates.md");
/// assert_eq!(found.as_deref(), Some("reference/gates.md"));
/// assert_eq!(resolve("README.md", "../web/README.png"), None);
/// assert_eq!(resolve("README.md", "https://example.org"), None);
/// ```
pub fn resolve(page: &str, link: &str) -> Option<String> {
    if link.contains(':') || link.starts_with('/') {
        return None;
    }
    if link.is_empty() {
        return Some(page.to_owned());
    }
    let mut folders: Vec<&str> = page.split('/').collect();
    folders.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop()?;
            }
            part => folders.push(part),
        }
    }
    Some(folders.join("/"))
}

/// The address of a page or an image below the manual's: for a page its path without the ending, and
/// nothing for the first page.
pub(crate) fn address(path: &str) -> &str {
    match path.strip_suffix(".md") {
        Some("README") => "",
        Some(address) => address,
        None => path,
    }
}

/// A link of a page as an address below `base`; one that leads out of the manual is left as it is.
pub(crate) fn below(base: &str, page: &str, link: &str) -> String {
    if link.starts_with('#') {
        return link.to_owned();
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (link, String::new()),
    };
    let Some(path) = resolve(page, path) else {
        return link.to_owned();
    };
    match address(&path) {
        "" => format!("{base}{anchor}"),
        address => format!("{base}/{address}{anchor}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_between_pages_become_addresses_and_others_stay() {
        let below = |link| below("/manual", "reference/gates.md", link);
        assert_eq!(below("circuits.md"), "/manual/reference/circuits");
        assert_eq!(below("../README.md#top"), "/manual#top");
        assert_eq!(below("../explanation/a.svg"), "/manual/explanation/a.svg");
        for link in ["#split", "https://example.org/a.md", "../../lib.rs"] {
            assert_eq!(below(link), link);
        }
    }
}
