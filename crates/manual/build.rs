//! Builds the crate again when a page is added: `include_dir` sees changes of the pages that are there.

fn main() {
    println!("cargo::rerun-if-changed=src");
}
