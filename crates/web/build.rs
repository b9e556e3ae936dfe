//! Builds the crate again when a file of the page is added: `include_dir` sees changes of those that are
//! there.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
