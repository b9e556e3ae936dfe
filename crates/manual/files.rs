use include_dir::{Dir, File, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src");

/// The content of a file of the manual, a page or an image, by its path from the folder of the pages.
pub fn file(path: &str) -> Option<&'static [u8]> {
    FOLDER.get_file(path).map(File::contents)
}

/// The text of a page.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    FOLDER.get_file(path)?.contents_utf8()
}
