// The path and the bytes of each file of the manual.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The content of a file of the manual, a page or an image, by its path from the folder of the pages.
pub fn file(path: &str) -> Option<&'static [u8]> {
    let found = FILES.iter().find(|(name, _)| *name == path);
    found.map(|(_, bytes)| *bytes)
}

/// The text of a page.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    str::from_utf8(file(path)?).ok()
}
