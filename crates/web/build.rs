//! Makes the page's files part of the program.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=page");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("page");
    let mut text = "const FILES: &[(&str, &[u8])] = &[\n".to_owned();
    list(&folder, "", &mut text)?;
    text.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("page.rs"), text)?;
    Ok(())
}

/// Adds the files of a folder, by their names below the page's.
fn list(folder: &Path, prefix: &str, text: &mut String) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let own = entry
            .file_name()
            .into_string()
            .map_err(|_| "a name is no text")?;
        let name = format!("{prefix}{own}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), text)?;
        } else if is_served(&own) {
            let path = path.to_str().ok_or("a name is no text")?;
            writeln!(text, "    ({name:?}, include_bytes!({path:?})),")?;
        }
    }
    Ok(())
}

/// Whether browsers need it: types and settings are for whoever writes the page.
fn is_served(name: &str) -> bool {
    let kinds = ["html", "css", "js", "svg", "png"];
    let extension = Path::new(name)
        .extension()
        .and_then(|extension| extension.to_str());
    !name.starts_with('.') && extension.is_some_and(|extension| kinds.contains(&extension))
}
