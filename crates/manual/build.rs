//! Embeds the files of the manual.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src");
    let mut text = "const FILES: &[(&str, &[u8])] = &[\n".to_owned();
    list(&folder, "", &mut text)?;
    text.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), text)?;
    Ok(())
}

/// Adds the files of a folder, by their paths from the manual's.
fn list(folder: &Path, prefix: &str, text: &mut String) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let own = entry
            .file_name()
            .into_string()
            .map_err(|_| "a file name is not UTF-8")?;
        let name = format!("{prefix}{own}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), text)?;
        } else if is_of_manual(&path) {
            let path = path.to_str().ok_or("a path is not UTF-8")?;
            writeln!(text, "    ({name:?}, include_bytes!({path:?})),")?;
        }
    }
    Ok(())
}

/// Returns `true` for pages and images; editors leave other files.
fn is_of_manual(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["md", "svg", "png"].contains(&extension))
}
